"""The narration of a match: one line per event, in the words of players and screen (rules part 17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine.game import Event
from core.engine.text.words import capitalised, count, listed, possessive
from core.games.bridgefront import events as e
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.description import describe
from core.games.bridgefront.text.words import AGES, AXIS, PHASES, Words
from core.games.bridgefront.units import ON_CHAMPIONS

__all__ = ["SENTENCES", "describe", "tell"]


def tell(state: Bridgefront, event: Event) -> str:
    """Return the event as one line of text; `state` is the state after the event."""
    return capitalised(SENTENCES[type(event)](Words(state), event))


Sentence = Callable[[Words, Event], str]

GOLD_REASONS = {
    "start": "at the start",
    "income": "as income",
    "mine": "from a Mine",
    "bounty": "as a bounty",
    "contracts": "for Contracts",
    "marked for coin": "for Marked for Coin",
    "pulling strings": "for Pulling Strings",
    "card": "from the bank",
}
"""The texts for the reasons of payments by the bank; any other reason is the name of an ability."""

WHY_HANDED = {"pot": "into the pass pot", "extortionists": "by extortion", "card": "by the card"}
WHY_DISCARDED = {
    "effect": "",
    "hand limit": " because the hand is full",
    "cleanup": " at Cleanup",
    "scout": " instead of keeping it",
}
WHY_GAINED = {
    "market": "from the Archive",
    "pass": "with the lowest Pass",
    "last": "for free, as the last card of the row",
    "free": "as a free card",
    "mine": "from a Mine",
    "forge": "from a Forge",
    "center": f"from {AXIS}",
    "card": "from a card",
    "recall": "back",
}
GAINED_TO = {"pile": "", "hand": ", straight into hand", "discard": ", into the discard pile because the hand is full"}
SOURCES = {"free": "as free cards", "mine": "at {}", "forge": "at {}", "center": "at {}", "card": "by a card"}
COLLECTION_TEXTS = {
    "gold": "takes the {gold} of {place}",
    "look": "looks into the Archive at {place}",
    "draft": "drafts at {place}",
    "reforge": "reforges at {place}",
    "power": "picks a power card at {place}",
}
WAYS = {"bridge": "", "link": " through a link", "tunnel": " through the deep tunnels", "free": " without a Bridge"}
BASICS = {"build": "Build", "march": "March", "reinforce": "Reinforce", "done": "Done"}
SCORE_SOURCE_WORDS = {"center": AXIS, "forges": "Forges", "capitals": "enemy Capitals", "champions": "Champions"}
MATCH_ENDS = {"target": "with enough Permanence", "rounds": "after the last round"}

EFFECTS = {
    "marked for coin": "{who} puts a price on {card}",
    "slow": "{card} is slowed in its next battle",
    "ward": "{card} is warded this round",
    "frenzy": "{card} is in frenzy this round",
    "plated": "{card} wears gold plates this round",
    "battle cry": "{who} raises a battle cry for the next battle",
    "smoke screen": "{who} lays a smoke screen for the next battle",
    "skirmish": "{who} is set to skirmish at {hex}",
    "pulling strings": "{who} pulls strings behind other players' battles",
    "shock drill": "{who} drills the Cohorts for the next battle",
    "immunity": "{whose} Champions are immune to Spells",
    "last stand": "{who} prepares a last stand in the Capital",
    "hold the line": "{who} holds the line at {hex}",
    "focus fire": "{who} focuses the fire of the next battle",
    "timer": "{who} stakes a claim on " + AXIS + " until Scoring",
    "champion free": "{whose} next Champion is free",
    "breakthrough": "{who} goes for a breakthrough at {hex}",
}
"""The sentence for each kind of mark when it begins: {who} has it, on {card} or {hex}."""
ON_A_HEX = ("skirmish", "hold the line", "breakthrough")


def _gold_reason_text(why: str) -> str:
    return GOLD_REASONS.get(why) or (f"for {why}" if why else "from the bank")


def _handed(w: Words, x: e.GoldHanded) -> str:
    how = WHY_HANDED.get(x.why) or (f"for {x.why}" if x.why else "by an ability")
    if x.why == "pot":
        return f"{w.who(x.giver)} pays {w.gold(x.amount)} {how}, which {w.who(x.receiver)} takes"
    return f"{w.who(x.giver)} hands {w.gold(x.amount)} to {w.who(x.receiver)} {how}"


def _board_made(w: Words, x: e.BoardMade) -> str:
    forges = listed(w.at(hex_) for hex_ in x.forges)
    mines = listed(f"{w.at(hex_)} worth {value}" for hex_, value in x.mines)
    return f"the board is set up: Forges at {forges}; Mines at {mines}"


def _bids(w: Words, x: e.BidsShown) -> str:
    bids = (
        f"{w.who(seat)} {'buys for' if kind == 'buy' else 'passes with'} {amount}{' and refuses' if refuses else ''}"
        for seat, kind, amount, refuses in x.bids
    )
    return f"bids for {w.card(x.copy)}: {', '.join(bids)}"


def _revealed(w: Words, x: e.ActionRevealed) -> str:
    paid = [count(x.mana, "mana").removesuffix("s")] if x.mana else []
    paid += [w.gold(x.gold)] if x.gold else []
    if x.kind == "done":
        return f"{w.seat(x.seat)} is Done for this round"
    what = f"{w.card(x.copy)}, initiative {x.number}" if x.copy else BASICS[x.kind]
    named = f", naming {w.cards(x.cards)}" if x.cards else ""
    return f"{w.seat(x.seat)} reveals {what}{named}, for {listed(paid) if paid else 'free'}"


def _what(w: Words, x: e.ActionResolves | e.Fizzled) -> str:
    return w.card(x.copy) if x.copy else BASICS[x.kind]


def _began(w: Words, x: e.EffectBegan) -> str:
    card = w.card(x.what) if x.kind in ON_CHAMPIONS else ""
    hex_ = w.hex(x.what) if x.kind in ON_A_HEX else ""
    words = EFFECTS.get(x.kind, "{who} begins: " + x.kind)
    return words.format(who=w.seat(x.seat), whose=possessive(w.who(x.seat)), card=card, hex=hex_)


def _top_cards_text(cards: int) -> str:
    return "top card" if cards == 1 else f"top {cards} cards"


def _healed(w: Words, x: e.ChampionHealed) -> str:
    does = f"recovers {x.amount} HP and has {x.hp}" if x.amount else f"is already at full HP ({x.hp})"
    return f"{w.who(x.seat)}'s {w.card(x.copy)} {does}"


def _shot_text(w: Words, x: e.ShotLanded) -> str:
    where = "there" if x.hex == x.aim else f"at {w.hex(x.hex)} instead"
    return f"{w.seat(x.seat)} aims at {w.hex(x.aim)}; the shot lands {where}"


def _skirmish_text(w: Words, x: e.SkirmishRetreat) -> str:
    if x.to < 0:
        return f"{w.who(x.seat)}'s units skirmish out of {w.hex(x.hex)}, find no free hex and die"
    return f"{w.who(x.seat)}'s units skirmish from {w.hex(x.hex)} to {w.hex(x.to)}"


def _reason(why: str) -> str:
    condition = why.removeprefix("not so: ")
    return f": {why}" if condition == why else f", as this condition is not met: {condition}"


def _rolls(w: Words, rolls: tuple[tuple[int, int], ...]) -> str:
    return listed(f"{w.who(seat)} rolls {die}" for seat, die in rolls)


def _dice(w: Words, x: e.CombatRolled) -> str:
    who = w.card(x.copy) if x.copy else "Cohorts"
    dice = " ".join(str(die) for die in x.dice) or "nothing"
    on = "1" if x.hits_on == 1 else f"1-{x.hits_on}"
    return f"{w.who(x.seat)}'s {who} roll{'s' if x.copy else ''} {dice}: {count(x.hits, 'hit')} (on {on})"


def _scored(w: Words, x: e.Scored) -> str:
    held = f" ({', '.join(f'{SCORE_SOURCE_WORDS[word]} {vp}' for word, vp in x.sources)})" if x.sources else ""
    total = x.permanent + x.control
    return f"{w.seat(x.seat)} has {total} Permanence: {x.permanent} lasting, {x.control} held{held}"


def _audit_text(w: Words, x: e.AuditPassed) -> str:
    if x.waits:
        return f"{w.who(x.seat)}'s audit is postponed because a card in the pile is known"
    return f"{w.who(x.seat)}'s audit passes: {count(x.slots, 'slot')} opened"


def _open_cards(w: Words, x: e.CardsInTheOpen) -> str:
    hand = f"hand {w.cards(x.copies)}" if x.copies else "no card in hand"
    return f"{w.who(x.seat)}'s cards are dealt again, face up: {hand}, {count(x.pile, 'card')} in the pile"


def _over(w: Words, x: e.MatchEnded) -> str:
    verb = "wins" if len(x.winners) == 1 else "share the victory"
    names = listed(w.seat(seat) for seat in x.winners)
    return f"the match is over: {names} {verb} {MATCH_ENDS[x.why]}"


X = TypeVar("X", bound=Event)


def _told(kind: type[X], sentence: Callable[[Words, X], str]) -> tuple[type, Sentence]:
    """Return an event's type and its sentence function, which receives only events of that type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        # set-up
        _told(e.FactionTaken, lambda w, x: f"{w.who(x.seat)} plays {FACTIONS[x.faction].name}"),
        _told(e.CapitalTaken, lambda w, x: f"{w.who(x.seat)}'s Capital stands at {w.at(x.hex)}"),
        _told(e.BoardMade, _board_made),
        # Bridges
        _told(
            e.BridgeBuilt,
            lambda w, x: f"{w.seat(x.seat)} builds a {'Temporary ' if x.temporary else ''}Bridge {w.edge(x.edge)}",
        ),
        _told(e.BridgeDestroyed, lambda w, x: f"{w.seat(x.seat)} destroys the Bridge {w.edge(x.edge)}"),
        _told(e.BridgeVanished, lambda w, x: f"the Temporary Bridge {w.edge(x.edge)} vanishes"),
        _told(e.BridgeTrapped, lambda w, x: f"{w.seat(x.seat)} traps the Bridge {w.edge(x.edge)}"),
        _told(e.BridgeClosed, lambda w, x: f"{w.seat(x.seat)} closes the Bridge {w.edge(x.edge)} this round"),
        _told(
            e.TrapSprung,
            lambda w, x: (
                f"{w.seat(x.seat)} springs {w.who(x.owner)}'s trap {w.edge(x.edge)}: "
                f"{count(x.lost, 'Cohort') if x.lost else 'no Cohort'} lost"
            ),
        ),
        _told(e.Linked, lambda w, x: f"{w.seat(x.seat)} links {w.hex(x.a)} and {w.hex(x.b)} this round"),
        # round and phase
        _told(e.RoundBegan, lambda w, x: f"Round {x.round} begins in {AGES[x.age - 1]}; {w.who(x.lead)} has the Lead"),
        _told(e.AgeBegan, lambda w, x: f"a new age begins: {AGES[x.age - 1]}"),
        _told(e.PhaseBegan, lambda w, x: f"{PHASES.get(x.phase, x.phase)}"),
        _told(e.ManaSet, lambda w, x: f"everyone has {x.mana} mana"),
        _told(e.LeadPassed, lambda w, x: f"the Lead passes to {w.seat(x.seat)}"),
        # gold and mana
        _told(e.GoldTaken, lambda w, x: f"{w.seat(x.seat)} takes {w.gold(x.amount)} {_gold_reason_text(x.why)}"),
        _told(
            e.GoldPaid, lambda w, x: f"{w.seat(x.seat)} {'loses' if x.why == 'drawn' else 'pays'} {w.gold(x.amount)}"
        ),
        _told(e.GoldHanded, _handed),
        _told(e.ManaGained, lambda w, x: f"{w.seat(x.seat)} gains {x.amount} mana"),
        _told(e.ManaLost, lambda w, x: f"{w.seat(x.seat)} loses all mana"),
        # own cards
        _told(e.CardsDrawn, lambda w, x: f"{w.seat(x.seat)} draws {count(len(x.slots), 'card')}"),
        _told(e.CardsDrawnOpenly, lambda w, x: f"{w.seat(x.seat)} draws face up: {w.cards(x.copies)}"),
        _told(e.CardsInTheOpen, _open_cards),
        _told(
            e.CardsLookedAt,
            lambda w, x: f"{w.seat(x.seat)} looks at the {_top_cards_text(len(x.slots))} of the draw pile",
        ),
        _told(e.CardShown, lambda w, x: f"{w.seat(x.seat)} shows {w.card(x.copy)}"),
        _told(
            e.CardDiscarded, lambda w, x: f"{w.seat(x.seat)} discards {w.card(x.copy)}{WHY_DISCARDED.get(x.why, '')}"
        ),
        _told(e.CardBurnt, lambda w, x: f"{w.seat(x.seat)} gives {w.card(x.copy)} to Entropy"),
        _told(e.CardLaidOnTop, lambda w, x: f"{w.seat(x.seat)} puts a card face down on top of the draw pile"),
        _told(
            e.CardsSorted,
            lambda w, x: (
                f"{w.seat(x.seat)} puts {count(x.top, 'card')} back on top of the draw pile "
                f"and {x.bottom} at the bottom"
            ),
        ),
        _told(e.PileLaid, lambda w, x: f"{w.seat(x.seat)} shuffles a draw pile of {count(x.size, 'card')}"),
        # the Archive and offers
        _told(e.RowLaid, lambda w, x: f"the Archive row: {w.cards(x.copies)}"),
        _told(
            e.OfferTurnedUp,
            lambda w, x: (
                f"{w.seat(x.seat)} is offered {w.cards(x.copies)} "
                + SOURCES[x.source].format(w.hex(x.hex) if x.hex >= 0 else "")
            ),
        ),
        _told(
            e.CardGained,
            lambda w, x: (
                f"{w.seat(x.seat)} gains {w.card(x.copy)} {WHY_GAINED.get(x.why, f'by {x.why}')}{GAINED_TO[x.to]}"
            ),
        ),
        _told(e.CardRefused, lambda w, x: f"everyone refuses {w.card(x.copy)}"),
        _told(e.VictoryPoints, lambda w, x: f"{w.seat(x.seat)} gains {x.amount} lasting Permanence"),
        _told(e.BidsShown, _bids),
        _told(e.TieDice, lambda w, x: f"a tie: {_rolls(w, x.rolls)}"),
        # the action step
        _told(
            e.ActionStepBegan,
            lambda w, x: f"action step {x.number}: {w.seats(x.active)} {'choose' if len(x.active) > 1 else 'chooses'}",
        ),
        _told(e.ActionRevealed, _revealed),
        _told(
            e.InitiativeDice,
            lambda w, x: f"a tie at initiative {x.number}: {_rolls(w, x.rolls)}; the lowest acts first",
        ),
        _told(e.ActionResolves, lambda w, x: f"{w.who(x.seat)}'s {_what(w, x)} resolves"),
        _told(e.Fizzled, lambda w, x: f"{w.who(x.seat)}'s {_what(w, x)} fizzles"),
        _told(
            e.NothingHappened,
            lambda w, x: f"nothing happens for {w.seat(x.seat)}{w.text(_reason(x.why))}",
        ),
        _told(
            e.PowerUsed,
            lambda w, x: (
                f"{w.who(x.seat)}'s {w.card(x.champion)} uses its power{f' on {w.card(x.target)}' if x.target else ''}"
            ),
        ),
        _told(
            e.Rolled,
            lambda w, x: (
                f"{w.seat(x.seat)} rolls {x.die} "
                f"{'to win the Champion over' if x.why == 'steal' else f'for {w.named(x.why)}'}"
            ),
        ),
        # units
        _told(
            e.StackMoved,
            lambda w, x: (
                f"{w.seat(x.seat)} moves {w.units(x.forces, x.champions)} "
                f"from {w.hex(x.start)} to {w.hex(x.hex)}{WAYS[x.way]}"
            ),
        ),
        _told(e.WalkStopped, lambda w, x: f"{w.seat(x.seat)} has to stop at {w.hex(x.hex)}"),
        _told(
            e.ChampionLifted,
            lambda w, x: f"{w.seat(x.seat)} lifts {w.card(x.copy)} from {w.hex(x.start)} to {w.hex(x.hex)}",
        ),
        _told(e.ForcesDeployed, lambda w, x: f"{w.seat(x.seat)} deploys {count(x.forces, 'Cohort')} at {w.hex(x.hex)}"),
        _told(
            e.ChampionDeployed,
            lambda w, x: f"{w.seat(x.seat)} deploys {w.card(x.copy)} with {x.hp} HP at {w.hex(x.hex)}",
        ),
        _told(e.ChampionLeft, lambda w, x: f"{w.who(x.seat)}'s {w.card(x.copy)} is {x.why}"),
        _told(e.ForcesDied, lambda w, x: f"{w.seat(x.seat)} loses {count(x.forces, 'Cohort')} at {w.hex(x.hex)}"),
        _told(
            e.ChampionHurt,
            lambda w, x: f"{w.who(x.seat)}'s {w.card(x.copy)} takes {x.damage} damage and has {x.hp} HP left",
        ),
        _told(e.DamagePaidOff, lambda w, x: f"{w.seat(x.seat)} pays {w.gold(x.gold)} to shield {w.card(x.copy)}"),
        _told(e.ChampionHealed, _healed),
        _told(
            e.ChampionDied,
            lambda w, x: (
                f"{w.who(x.seat)}'s {w.card(x.copy)} dies at {w.hex(x.hex)}"
                + (f", killed by {w.who(x.killer)}" if x.killer else "")
            ),
        ),
        _told(e.ChampionStolen, lambda w, x: f"{w.seat(x.seat)} wins {w.card(x.copy)} over at {w.hex(x.hex)}"),
        _told(e.EffectBegan, _began),
        _told(e.MineRaised, lambda w, x: f"{w.seat(x.seat)} raises {w.hex(x.hex)} to {x.value}"),
        _told(e.ShotLanded, _shot_text),
        # battles
        _told(e.SkirmishRetreat, _skirmish_text),
        _told(
            e.BattleBegan,
            lambda w, x: (
                f"a {'siege' if x.siege else 'battle'} begins at {w.hex(x.hex)}: "
                f"{w.seat(x.attacker)} attacks, {w.seat(x.defender)} defends"
            ),
        ),
        _told(e.CombatRolled, _dice),
        _told(
            e.HitLanded,
            lambda w, x: (
                f"{w.who(x.seat)}'s hit lands on {w.card(x.target) if x.target else 'a Cohort'}"
                + (" instead of a Champion" if x.guarded else "")
            ),
        ),
        _told(
            e.BattleEnded,
            lambda w, x: (
                f"{w.seat(x.winner)} wins the battle at {w.hex(x.hex)} against {w.who(x.loser)}"
                if x.winner
                else f"nobody is left at {w.hex(x.hex)}"
            ),
        ),
        # Collection, Scoring, the end
        _told(
            e.Collected,
            lambda w, x: f"{w.seat(x.seat)} {COLLECTION_TEXTS[x.what].format(gold=w.gold_word, place=w.hex(x.hex))}",
        ),
        _told(e.Scored, _scored),
        _told(e.HandThrownAway, lambda w, x: f"{w.who(x.seat)}'s hand is discarded: {w.cards(x.copies)}"),
        _told(e.AuditPassed, _audit_text),
        _told(e.AuditOwed, lambda w, x: f"{w.seat(x.seat)} is absent for the audit: {count(x.slots, 'slot')} owed"),
        _told(e.MatchEnded, _over),
    ]
)
"""The sentence function of every event, by type."""
