"""Animations of the events: the movements before and after the change of the table.

The mapping at the end of the module has one entry for every class of events, which a test checks. An entry is a
function that receives the animation and the event when its turn has come. It returns the steps before and after the
change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import arcade

from client.art.board.units import Token, TokenId
from client.games.bridgefront.animation import BridgefrontAnimation
from client.games.bridgefront.names import card_name, label
from client.table.animation.moment import MomentContent
from client.ui.easing import Step, call, fade, in_out, out_bounce, parallel, tween_value, wait
from client.ui.richtext import escape
from core.engine.text.words import capitalise, join_list, possessive_of
from core.games.bridgefront import events as e
from core.games.bridgefront.decisions import CapitalRanking, FactionRanking
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.phases.setup import free_slots
from core.games.bridgefront.text.words import AGES, PHASES

EventSteps = tuple[Sequence[Step], Sequence[Step]]
"""Animation steps that are played before and after the change of the table."""

LostBridge = e.BridgeDestroyed | e.BridgeVanished | e.BridgeTrapped | e.BridgeClosed | e.TrapSprung
CardEvent = e.ManaGained | e.ManaLost | e.CardsDrawn | e.CardsDrawnOpenly | e.CardsLookedAt | e.CardBurnt


def no_animation(r: BridgefrontAnimation, x: object) -> EventSteps:
    """Return no animation steps; only the log shows the event."""
    return (), ()


def flash_place(r: BridgefrontAnimation, x: object) -> EventSteps:
    """Return steps that flash the place of the event, if it has one, and leave time to read the log.

    This is the default animation.
    """
    hexes = [getattr(x, name) for name in ("hex", "a", "b", "aim") if isinstance(getattr(x, name, None), int)]
    if hexes:
        return (r.flash(*hexes), wait(0.18)), (wait(0.12), r.unflash())
    return (), (wait(0.12),)


def rivals(r: BridgefrontAnimation, seat: int, kind: type[FactionRanking | CapitalRanking], choice: int) -> list[int]:
    """Return the seats whose first wish was what a seat has got, this seat included; none if nobody else wanted it."""
    steps = [made for made in r.shown.decided.values() if any(isinstance(one, kind) for one in made.values())]
    wishes = steps[-1].items() if steps else ()
    found = [s for s, made in sorted(wishes) if isinstance(made, kind) and made.ranking[:1] == (choice,)]
    return found if seat in found and len(found) > 1 else []


def _wanted_by_several(r: BridgefrontAnimation, seat: int, wanted: list[int], what: str) -> EventSteps:
    """Return the steps that show who got what several players wanted, as a banner and a line of the log."""
    names = r.shown.names
    verb = "get" if seat == names.own else "gets"
    title = f"{capitalise(names.plain_name(seat))} {verb} {what}"
    below = f"{join_list(map(names.plain_name, wanted))} wanted it."
    note = call(lambda: r.log.add_remark(f"{{muted}}{escape(below)}{{/}}") if not r.timeline.is_skipping else None)
    return (*r.show_banner(title, below, 1.5), note), (wait(0.12),)


def _animate_faction(r: BridgefrontAnimation, x: e.FactionTaken) -> EventSteps:
    wanted = rivals(r, x.seat, FactionRanking, x.faction)
    return _wanted_by_several(r, x.seat, wanted, FACTIONS[x.faction].name) if wanted else flash_place(r, x)


def _animate_capital(r: BridgefrontAnimation, x: e.CapitalTaken) -> EventSteps:
    state = r.shown.table
    wanted = rivals(r, x.seat, CapitalRanking, free_slots(state).index(x.hex))
    return (
        _wanted_by_several(r, x.seat, wanted, f"the Capital at {label(state, x.hex)}") if wanted else flash_place(r, x)
    )


def _bridge(r: BridgefrontAnimation, x: e.BridgeBuilt) -> EventSteps:
    ghost: list[arcade.Sprite] = []

    def show(alpha: float) -> None:
        if not ghost:
            ghost.append(r.view.plans.bridge(x.edge))
        ghost[0].alpha = max(0, min(255, round(alpha)))

    return (tween_value(show, 0.0, 255.0, 0.3),), (call(r.view.plans.clear), wait(0.1))


def _broken(r: BridgefrontAnimation, x: LostBridge) -> EventSteps:
    lit = call(lambda: r.view.lights.light_edges("illegal", [x.edge]))
    dark = call(lambda: r.view.lights.light_edges("illegal", []))
    return (lit, wait(0.35)), (dark, wait(0.12))


def _animate_walk(r: BridgefrontAnimation, x: e.StackMoved) -> EventSteps:
    tokens: list[Token] = []
    starts: list[tuple[float, float]] = []
    tx, ty = r.view.map.center(x.hex)

    def lift() -> None:
        if x.forces:
            there = r.shown.table.forces[x.seat].get(x.start, 0)
            token = r.view.units.token(("cohorts", x.seat, x.start))
            if token is None or there > x.forces:
                token = r.view.units.spawn_cohorts(("cohorts", x.seat, -1 - x.start), x.seat, x.forces, x.start)
            tokens.append(token)
        tokens.extend(t for copy in x.champions if (t := r.view.units.token(("champion", copy))) is not None)
        starts.extend(token.position for token in tokens)

    def march(part: float) -> None:
        for i, (token, (sx, sy)) in enumerate(zip(tokens, starts)):
            token.position = sx + (tx + 18.0 * i - sx) * part, sy + (ty - sy) * part

    return (call(lift), tween_value(march, 0.0, 1.0, 0.38, in_out)), (wait(0.06),)


def _drop(r: BridgefrontAnimation, x: e.ForcesDeployed | e.ChampionDeployed) -> EventSteps:
    id_: TokenId
    if isinstance(x, e.ChampionDeployed):
        id_, words = ("champion", x.copy), card_name(r.final or r.shown.table, x.copy)
    else:
        id_, words = ("cohorts", x.seat, x.hex), f"+{x.forces}"
    home: list[tuple[float, float]] = []

    def fall(high: float) -> None:
        token = r.view.units.token(id_)
        if token is not None:
            if not home:
                home.append(token.position)
            token.position = home[0][0], home[0][1] + high

    return (), (r.rise(words, f"seat_{x.seat}", x.hex), tween_value(fall, 46.0, 0.0, 0.35, out_bounce), wait(0.05))


def _hex_of_champion(r: BridgefrontAnimation, copy: int) -> int:
    champion = r.shown.table.champions.get(copy)
    return champion.hex if champion is not None else -1


def _animate_lost_forces(r: BridgefrontAnimation, x: e.ForcesDied) -> EventSteps:
    return (r.rise(f"-{x.forces}", "bad", x.hex), wait(0.3)), (wait(0.1),)


def _animate_hurt(r: BridgefrontAnimation, x: e.ChampionHurt) -> EventSteps:
    return (r.rise(f"-{x.damage} HP", "bad", _hex_of_champion(r, x.copy)), wait(0.25)), (wait(0.08),)


def _animate_healed(r: BridgefrontAnimation, x: e.ChampionHealed) -> EventSteps:
    return (r.rise(f"+{x.amount} HP", "good", _hex_of_champion(r, x.copy)), wait(0.15)), (wait(0.1),)


def _animate_death(r: BridgefrontAnimation, x: e.ChampionLeft | e.ChampionDied) -> EventSteps:
    token = r.view.units.token(("champion", x.copy))
    hex_ = _hex_of_champion(r, x.copy)
    name = card_name(r.final or r.shown.table, x.copy)
    steps: list[Step] = [r.rise(f"{name} {'dies' if isinstance(x, e.ChampionDied) else 'leaves'}", "bad", hex_)]
    if token is not None:
        steps.append(fade(token, "alpha", 0.0, 0.4, start=255.0))
    return steps, (wait(0.12),)


def _animate_battle(r: BridgefrontAnimation, x: e.BattleBegan) -> EventSteps:
    seen = call(lambda: r.view.bring_into_sight(x.hex))
    return (seen, r.flash(x.hex, kind="battle"), call(lambda: r.battle.begin(x)), wait(0.45)), ()


def _animate_dice(r: BridgefrontAnimation, x: e.CombatRolled) -> EventSteps:
    return (call(lambda: r.battle.roll(x)), wait(0.5)), ()


def _animate_battle_end(r: BridgefrontAnimation, x: e.BattleEnded) -> EventSteps:
    def close() -> None:
        r.battle.visible = False
        r.view.lights.light("battle", [])

    who = r.shown.names.plain_name(x.winner)
    words = f"{who} {'win' if x.winner == r.shown.names.own else 'wins'}" if x.winner else "Nobody is left"
    state = r.shown.table
    owner = state.capital_owner(x.hex) if r.battle.siege else 0
    fall = r.show_moment(_capital_falls(r, x.winner, owner)) if x.winner and owner == x.loser else ()
    return (call(lambda: r.battle.end(words)), wait(0.8)), (call(close), *fall)


def _capital_falls(r: BridgefrontAnimation, winner: int, owner: int) -> MomentContent:
    """Return the moment in which a player takes another's Capital."""
    names = r.shown.names
    whose = "Your Capital" if owner == names.own else f"{possessive_of(names.plain_name(owner))} Capital"
    verb = "hold" if winner == names.own else "holds"
    return MomentContent(
        f"{whose} falls", f"{capitalise(names.plain_name(winner))} {verb} it now.", seats=(winner,),
        tint=f"seat_{winner}", seconds=2.2,
    )  # fmt: skip


def _animate_revealed(r: BridgefrontAnimation, x: e.ActionRevealed) -> EventSteps:
    return (), (wait(0.16),)


def _animate_initiative(r: BridgefrontAnimation, x: e.InitiativeDice) -> EventSteps:
    rolls = [r.float_at_seat(f"rolls {die}", "accent", seat) for seat, die in x.rolls]
    return rolls, (wait(0.8),)


def _animate_resolution(r: BridgefrontAnimation, x: e.ActionResolves) -> EventSteps:
    return (), (call(lambda: r.played.show(x.seat, x.kind, x.copy)), wait(0.65 if x.copy else 0.35))


def _animate_fizzle(r: BridgefrontAnimation, x: e.Fizzled) -> EventSteps:
    return (call(lambda: r.played.show(x.seat, x.kind, x.copy, "fizzles: no legal target")), wait(0.6)), ()


def _nothing(r: BridgefrontAnimation, x: e.NothingHappened) -> EventSteps:
    def note() -> None:
        r.played.note = "no effect"
        r.played.touch()

    return (call(note), wait(0.5)), ()


def _animate_gold(sign: str) -> Callable[[BridgefrontAnimation, e.GoldTaken | e.GoldPaid], EventSteps]:
    def show(r: BridgefrontAnimation, x: e.GoldTaken | e.GoldPaid) -> EventSteps:
        color = "gold" if sign == "+" else "muted"
        return (), (r.float_at_seat(f"{sign}{x.amount} gold", color, x.seat), wait(0.14))

    return show


def _animate_handed(r: BridgefrontAnimation, x: e.GoldHanded) -> EventSteps:
    return (), (parallel(r.float_at_seat(f"-{x.amount} gold", "muted", x.giver),
                         r.float_at_seat(f"+{x.amount} gold", "gold", x.receiver)), wait(0.2))  # fmt: skip


def _animate_points(r: BridgefrontAnimation, x: e.VictoryPoints) -> EventSteps:
    return (), (r.float_at_seat(f"+{x.amount} Permanence", "vp", x.seat), wait(0.4))


def _animate_scored(r: BridgefrontAnimation, x: e.Scored) -> EventSteps:
    return (), (r.float_at_seat(f"{r.shown.points(x.seat)} Permanence", "vp", x.seat), wait(0.35))


def _animate_cards(word: str) -> Callable[[BridgefrontAnimation, CardEvent], EventSteps]:
    def show(r: BridgefrontAnimation, x: CardEvent) -> EventSteps:
        drawn = getattr(x, "slots", ()) or getattr(x, "copies", ())
        return (), (r.float_at_seat(word.format(n=len(drawn) or 1), "text", x.seat), wait(0.08))

    return show


def _animate_round(r: BridgefrontAnimation, x: e.RoundBegan) -> EventSteps:
    below = (
        f"{AGES[x.age - 1]}: {r.shown.names.plain_name(x.lead)} "
        f"{'have' if x.lead == r.shown.names.own else 'has'} the Lead"
    )
    return r.show_banner(f"Round {x.round}", below), ()


def _animate_age(r: BridgefrontAnimation, x: e.AgeBegan) -> EventSteps:
    return r.show_banner(AGES[x.age - 1], f"Age {'I' * x.age} begins", 1.2), ()


def _animate_phase(r: BridgefrontAnimation, x: e.PhaseBegan) -> EventSteps:
    def aside() -> None:
        r.played.visible = r.sealed.visible = False

    return (call(aside), *r.show_banner(PHASES.get(x.phase, x.phase), "", 0.4)), ()


def _animate_bids(r: BridgefrontAnimation, x: e.BidsShown) -> EventSteps:
    return (call(lambda: r.sealed.show(x.copy, x.bids)), wait(1.1)), ()


def _animate_tie_dice(r: BridgefrontAnimation, x: e.TieDice) -> EventSteps:
    return (call(lambda: r.sealed.roll(x.rolls)), wait(0.8)), ()


def _animate_gained(r: BridgefrontAnimation, x: e.CardGained) -> EventSteps:
    name = card_name(r.final or r.shown.table, x.copy)
    return (), (call(lambda: r.sealed.won(x.copy, x.seat)), r.float_at_seat(name, "accent", x.seat), wait(0.5))


def _over(r: BridgefrontAnimation, x: e.MatchEnded) -> EventSteps:
    names = " and ".join(r.shown.names.plain_name(seat) for seat in x.winners)
    return r.show_banner("The match is over", f"{names}", 0.6), ()


EVENT_ANIMATIONS: dict[type, Callable[[BridgefrontAnimation, Any], EventSteps]] = {
    e.FactionTaken: _animate_faction,
    e.CapitalTaken: _animate_capital,
    e.BoardMade: flash_place,
    e.BridgeBuilt: _bridge,
    e.BridgeDestroyed: _broken,
    e.BridgeVanished: _broken,
    e.BridgeTrapped: _broken,
    e.BridgeClosed: _broken,
    e.TrapSprung: _broken,
    e.Linked: flash_place,
    e.RoundBegan: _animate_round,
    e.AgeBegan: _animate_age,
    e.PhaseBegan: _animate_phase,
    e.ManaSet: no_animation,
    e.LeadPassed: flash_place,
    e.GoldTaken: _animate_gold("+"),
    e.GoldPaid: _animate_gold("-"),
    e.GoldHanded: _animate_handed,
    e.ManaGained: _animate_cards("+ mana"),
    e.ManaLost: _animate_cards("no mana"),
    e.CardsDrawn: _animate_cards("+{n} cards"),
    e.CardsDrawnOpenly: _animate_cards("+{n} cards"),
    e.CardsInTheOpen: flash_place,
    e.CardsLookedAt: _animate_cards("looks"),
    e.CardShown: flash_place,
    e.CardDiscarded: flash_place,
    e.CardBurnt: _animate_cards("to Entropy"),
    e.CardLaidOnTop: flash_place,
    e.CardsSorted: flash_place,
    e.PileLaid: no_animation,
    e.RowLaid: flash_place,
    e.OfferTurnedUp: flash_place,
    e.CardGained: _animate_gained,
    e.CardRefused: flash_place,
    e.VictoryPoints: _animate_points,
    e.BidsShown: _animate_bids,
    e.TieDice: _animate_tie_dice,
    e.ActionStepBegan: no_animation,
    e.ActionRevealed: _animate_revealed,
    e.InitiativeDice: _animate_initiative,
    e.ActionResolves: _animate_resolution,
    e.Fizzled: _animate_fizzle,
    e.NothingHappened: _nothing,
    e.PowerUsed: flash_place,
    e.Rolled: flash_place,
    e.StackMoved: _animate_walk,
    e.WalkStopped: flash_place,
    e.ChampionLifted: flash_place,
    e.ForcesDeployed: _drop,
    e.ChampionDeployed: _drop,
    e.ChampionLeft: _animate_death,
    e.ForcesDied: _animate_lost_forces,
    e.ChampionHurt: _animate_hurt,
    e.DamagePaidOff: flash_place,
    e.ChampionHealed: _animate_healed,
    e.ChampionDied: _animate_death,
    e.ChampionStolen: flash_place,
    e.EffectBegan: flash_place,
    e.MineRaised: flash_place,
    e.ShotLanded: flash_place,
    e.SkirmishRetreat: flash_place,
    e.BattleBegan: _animate_battle,
    e.CombatRolled: _animate_dice,
    e.HitLanded: no_animation,
    e.BattleEnded: _animate_battle_end,
    e.Collected: flash_place,
    e.Scored: _animate_scored,
    e.HandThrownAway: no_animation,
    e.AuditPassed: no_animation,
    e.AuditOwed: no_animation,
    e.MatchEnded: _over,
}
"""Animation functions by class of event; each function takes an event of its class."""


def steps_of(r: BridgefrontAnimation, event: object) -> EventSteps:
    """Return the animation steps to play before and after an event changes the table."""
    return EVENT_ANIMATIONS[type(event)](r, event)
