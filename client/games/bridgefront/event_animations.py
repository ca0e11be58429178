"""What each event looks like: what moves before the table changes, and after.

`SHOWS` has one entry for every class of events (a test counts them). An entry gets the `Reveal` and the event when its
turn has come, and gives the steps before and after the change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from client.art.board_units import Token
from client.games.bridgefront.names import card_name
from client.ui.easing import Step, call, fade, glide, in_out, out_bounce, parallel, wait
from core.games.bridgefront import events as e
from core.games.bridgefront.text.words import AGES, PHASES

if TYPE_CHECKING:
    from client.games.bridgefront.animation import Reveal

Shot = tuple[Sequence[Step], Sequence[Step]]
"""What is played before the table changes, and after."""


def quiet(r: Reveal, x: Any) -> Shot:
    """Only the log tells it."""
    return (), ()


def plain(r: Reveal, x: Any) -> Shot:
    """The default: its place flashes, if it has one, and one has time to read the log."""
    hexes = [getattr(x, name) for name in ("hex", "a", "b", "aim") if isinstance(getattr(x, name, None), int)]
    if hexes:
        return (r.flash(*hexes), wait(0.18)), (wait(0.12), r.unflash())
    return (), (wait(0.12),)


def _bridge(r: Reveal, x: Any) -> Shot:
    ghost: list[Any] = []

    def show(alpha: float) -> None:
        if not ghost:
            ghost.append(r.view.plan_bridge(x.edge))
        ghost[0].alpha = max(0, min(255, round(alpha)))

    return (glide(show, 0.0, 255.0, 0.3),), (call(r.view.clear_plans), wait(0.1))


def _broken(r: Reveal, x: Any) -> Shot:
    lit = call(lambda: r.view.light_edges("illegal", [x.edge]))
    dark = call(lambda: r.view.light_edges("illegal", []))
    return (lit, wait(0.35)), (dark, wait(0.12))


def _walk(r: Reveal, x: e.StackMoved) -> Shot:
    tokens: list[Token] = []
    starts: list[tuple[float, float]] = []
    tx, ty = r.view.center(x.hex)

    def lift() -> None:
        if x.forces:
            there = r.shown.table.forces[x.seat].get(x.start, 0)
            token = r.view.token(("cohorts", x.seat, x.start))
            if token is None or there > x.forces:
                token = r.view.spawn_cohorts(("cohorts", x.seat, -1 - x.start), x.seat, x.forces, x.start)
            tokens.append(token)
        tokens.extend(t for copy in x.champions if (t := r.view.token(("champion", copy))) is not None)
        starts.extend(token.position for token in tokens)

    def march(part: float) -> None:
        for i, (token, (sx, sy)) in enumerate(zip(tokens, starts)):
            token.position = sx + (tx + 18.0 * i - sx) * part, sy + (ty - sy) * part

    return (call(lift), glide(march, 0.0, 1.0, 0.38, in_out)), (wait(0.06),)


def _drop(r: Reveal, x: Any) -> Shot:
    id_: Any = ("champion", x.copy) if hasattr(x, "copy") else ("cohorts", x.seat, x.hex)
    home: list[tuple[float, float]] = []

    def fall(high: float) -> None:
        token = r.view.token(id_)
        if token is not None:
            if not home:
                home.append(token.position)
            token.position = home[0][0], home[0][1] + high

    words = card_name(r.final or r.shown.table, x.copy) if hasattr(x, "copy") else f"+{x.forces}"
    return (), (r.rise(words, f"seat_{x.seat}", x.hex), glide(fall, 46.0, 0.0, 0.35, out_bounce), wait(0.05))


def _hex_of_champion(r: Reveal, copy: int) -> int:
    champion = r.shown.table.champions.get(copy)
    return champion.hex if champion is not None else -1


def _forces_died(r: Reveal, x: e.ForcesDied) -> Shot:
    return (r.rise(f"-{x.forces}", "bad", x.hex), wait(0.3)), (wait(0.1),)


def _hurt(r: Reveal, x: e.ChampionHurt) -> Shot:
    return (r.rise(f"-{x.damage} HP", "bad", _hex_of_champion(r, x.copy)), wait(0.25)), (wait(0.08),)


def _healed(r: Reveal, x: e.ChampionHealed) -> Shot:
    return (r.rise(f"+{x.amount} HP", "good", _hex_of_champion(r, x.copy)), wait(0.15)), (wait(0.1),)


def _dies(r: Reveal, x: Any) -> Shot:
    token = r.view.token(("champion", x.copy))
    hex_ = _hex_of_champion(r, x.copy)
    name = card_name(r.final or r.shown.table, x.copy)
    steps: list[Step] = [r.rise(f"{name} {'dies' if isinstance(x, e.ChampionDied) else 'leaves'}", "bad", hex_)]
    if token is not None:
        steps.append(fade(token, "alpha", 0.0, 0.4, start=255.0))
    return steps, (wait(0.12),)


def _battle(r: Reveal, x: e.BattleBegan) -> Shot:
    seen = call(lambda: r.view.bring_into_sight(x.hex))
    return (seen, r.flash(x.hex, kind="battle"), call(lambda: r.battle.begin(x)), wait(0.45)), ()


def _dice(r: Reveal, x: e.CombatRolled) -> Shot:
    return (call(lambda: r.battle.roll(x)), wait(0.5)), ()


def _battle_ends(r: Reveal, x: e.BattleEnded) -> Shot:
    def close() -> None:
        r.battle.visible = False
        r.view.light("battle", [])

    who = r.shown.names.who(x.winner)
    words = f"{who} {'win' if x.winner == r.shown.names.own else 'wins'}" if x.winner else "Nobody is left"
    return (call(lambda: r.battle.end(words)), wait(0.8)), (call(close),)


def _revealed(r: Reveal, x: e.ActionRevealed) -> Shot:
    return (), (wait(0.16),)


def _initiative(r: Reveal, x: e.InitiativeDice) -> Shot:
    rolls = [r.float_at_seat(f"rolls {die}", "accent", seat) for seat, die in x.rolls]
    return rolls, (wait(0.8),)


def _resolves(r: Reveal, x: e.ActionResolves) -> Shot:
    return (), (call(lambda: r.played.show(x.seat, x.kind, x.copy)), wait(0.65 if x.copy else 0.35))


def _fizzles(r: Reveal, x: e.Fizzled) -> Shot:
    return (call(lambda: r.played.show(x.seat, x.kind, x.copy, "fizzles: no legal target")), wait(0.6)), ()


def _nothing(r: Reveal, x: e.NothingHappened) -> Shot:
    def note() -> None:
        r.played.note = "no effect"
        r.played.touch()

    return (call(note), wait(0.5)), ()


def _gold(sign: str, who: str = "seat") -> Callable[[Reveal, Any], Shot]:
    def show(r: Reveal, x: Any) -> Shot:
        color = "gold" if sign == "+" else "muted"
        return (), (r.float_at_seat(f"{sign}{x.amount} gold", color, getattr(x, who)), wait(0.14))

    return show


def _handed(r: Reveal, x: e.GoldHanded) -> Shot:
    return (), (parallel(r.float_at_seat(f"-{x.amount} gold", "muted", x.giver),
                         r.float_at_seat(f"+{x.amount} gold", "gold", x.receiver)), wait(0.2))  # fmt: skip


def _points(r: Reveal, x: e.VictoryPoints) -> Shot:
    return (), (r.float_at_seat(f"+{x.amount} Permanence", "vp", x.seat), wait(0.4))


def _scored(r: Reveal, x: e.Scored) -> Shot:
    return (), (r.float_at_seat(f"{r.shown.points(x.seat)} Permanence", "vp", x.seat), wait(0.35))


def _cards(word: str) -> Callable[[Reveal, Any], Shot]:
    def show(r: Reveal, x: Any) -> Shot:
        drawn = getattr(x, "slots", ()) or getattr(x, "copies", ())
        return (), (r.float_at_seat(word.format(n=len(drawn) or 1), "text", x.seat), wait(0.08))

    return show


def _round(r: Reveal, x: e.RoundBegan) -> Shot:
    below = (
        f"{AGES[x.age - 1]}: {r.shown.names.who(x.lead)} {'have' if x.lead == r.shown.names.own else 'has'} the Lead"
    )
    return r.show_banner(f"Round {x.round}", below), ()


def _age(r: Reveal, x: e.AgeBegan) -> Shot:
    return r.show_banner(AGES[x.age - 1], f"Age {'I' * x.age} begins", 1.2), ()


def _phase(r: Reveal, x: e.PhaseBegan) -> Shot:
    def aside() -> None:
        r.played.visible = r.sealed.visible = False

    return (call(aside), *r.show_banner(PHASES.get(x.phase, x.phase), "", 0.4)), ()


def _bids(r: Reveal, x: e.BidsShown) -> Shot:
    return (call(lambda: r.sealed.show(x.copy, x.bids)), wait(1.1)), ()


def _tie(r: Reveal, x: e.TieDice) -> Shot:
    return (call(lambda: r.sealed.roll(x.rolls)), wait(0.8)), ()


def _gained(r: Reveal, x: e.CardGained) -> Shot:
    name = card_name(r.final or r.shown.table, x.copy)
    return (), (call(lambda: r.sealed.won(x.copy, x.seat)), r.float_at_seat(name, "accent", x.seat), wait(0.5))


def _over(r: Reveal, x: e.MatchEnded) -> Shot:
    names = " and ".join(r.shown.names.who(seat) for seat in x.winners)
    return r.show_banner("The match is over", f"{names}", 1.6), ()


SHOWS: dict[type, Callable[[Reveal, Any], Shot]] = {
    e.FactionTaken: plain,
    e.CapitalTaken: plain,
    e.BoardMade: plain,
    e.BridgeBuilt: _bridge,
    e.BridgeDestroyed: _broken,
    e.BridgeVanished: _broken,
    e.BridgeTrapped: _broken,
    e.BridgeClosed: _broken,
    e.TrapSprung: _broken,
    e.Linked: plain,
    e.RoundBegan: _round,
    e.AgeBegan: _age,
    e.PhaseBegan: _phase,
    e.ManaSet: quiet,
    e.LeadPassed: plain,
    e.GoldTaken: _gold("+"),
    e.GoldPaid: _gold("-"),
    e.GoldHanded: _handed,
    e.ManaGained: _cards("+ mana"),
    e.ManaLost: _cards("no mana"),
    e.CardsDrawn: _cards("+{n} cards"),
    e.CardsDrawnOpenly: _cards("+{n} cards"),
    e.CardsInTheOpen: plain,
    e.CardsLookedAt: _cards("looks"),
    e.CardShown: plain,
    e.CardDiscarded: plain,
    e.CardBurnt: _cards("to Entropy"),
    e.CardLaidOnTop: plain,
    e.CardsSorted: plain,
    e.PileLaid: quiet,
    e.RowLaid: plain,
    e.OfferTurnedUp: plain,
    e.CardGained: _gained,
    e.CardRefused: plain,
    e.VictoryPoints: _points,
    e.BidsShown: _bids,
    e.TieDice: _tie,
    e.ActionStepBegan: quiet,
    e.ActionRevealed: _revealed,
    e.InitiativeDice: _initiative,
    e.ActionResolves: _resolves,
    e.Fizzled: _fizzles,
    e.NothingHappened: _nothing,
    e.PowerUsed: plain,
    e.Rolled: plain,
    e.StackMoved: _walk,
    e.WalkStopped: plain,
    e.ChampionLifted: plain,
    e.ForcesDeployed: _drop,
    e.ChampionDeployed: _drop,
    e.ChampionLeft: _dies,
    e.ForcesDied: _forces_died,
    e.ChampionHurt: _hurt,
    e.DamagePaidOff: plain,
    e.ChampionHealed: _healed,
    e.ChampionDied: _dies,
    e.ChampionStolen: plain,
    e.EffectBegan: plain,
    e.MineRaised: plain,
    e.ShotLanded: plain,
    e.SkirmishRetreat: plain,
    e.BattleBegan: _battle,
    e.CombatRolled: _dice,
    e.HitLanded: quiet,
    e.BattleEnded: _battle_ends,
    e.Collected: plain,
    e.Scored: _scored,
    e.HandThrownAway: quiet,
    e.AuditPassed: quiet,
    e.AuditOwed: quiet,
    e.MatchEnded: _over,
}
"""How each event is shown."""
