"""The narration of a match: one line per event, in the words of players and screen (rules part 17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine.game import Event
from core.engine.text.words import capitalise, format_count, join_list, possessive_of
from core.games.bridgefront import events as e
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.description import describe
from core.games.bridgefront.text.words import AGES, AXIS, PHASES, Namer
from core.games.bridgefront.units import ON_CHAMPIONS

__all__ = ["SENTENCES", "describe", "narrate"]


def narrate(state: Bridgefront, event: Event) -> str:
    """Return the event as one line of text; `state` is the state after the event."""
    return capitalise(SENTENCES[type(event)](Namer(state), event))


Sentence = Callable[[Namer, Event], str]

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
MOVE_TEXTS = {
    "bridge": "",
    "link": " through a link",
    "tunnel": " through the deep tunnels",
    "free": " without a Bridge",
}
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


def _gold_handed_text(names: Namer, event: e.GoldHanded) -> str:
    how = WHY_HANDED.get(event.why) or (f"for {event.why}" if event.why else "by an ability")
    if event.why == "pot":
        return (
            f"{names.seat_title(event.giver)} pays {names.gold(event.amount)} {how}, which "
            f"{names.seat_title(event.receiver)} takes"
        )
    return (
        f"{names.seat_title(event.giver)} hands {names.gold(event.amount)} to {names.seat_title(event.receiver)} {how}"
    )


def _board_text(names: Namer, event: e.BoardMade) -> str:
    forges = join_list(names.hex_phrase(hex_) for hex_ in event.forges)
    mines = join_list(f"{names.hex_phrase(hex_)} worth {value}" for hex_, value in event.mines)
    return f"the board is set up: Forges at {forges}; Mines at {mines}"


def _bids_text(names: Namer, event: e.BidsShown) -> str:
    bids = (
        f"{names.seat_title(seat)} bids {amount} to {'buy' if kind == 'buy' else 'pass'}"
        f"{', refusing the card' if refuses else ''}"
        for seat, kind, amount, refuses in event.bids
    )
    return f"bids for {names.card(event.copy)}: {', '.join(bids)}"


def _revealed_text(names: Namer, event: e.ActionRevealed) -> str:
    paid = [format_count(event.mana, "mana").removesuffix("s")] if event.mana else []
    paid += [names.gold(event.gold)] if event.gold else []
    if event.kind == "done":
        return f"{names.seat(event.seat)} is Done for this round"
    what = f"{names.card(event.copy)}, initiative {event.number}" if event.copy else BASICS[event.kind]
    named = f", naming {names.cards(event.cards)}" if event.cards else ""
    return f"{names.seat(event.seat)} reveals {what}{named}, for {join_list(paid) if paid else 'free'}"


def _source_text(names: Namer, event: e.ActionResolves | e.Fizzled) -> str:
    return names.card(event.copy) if event.copy else BASICS[event.kind]


def _effect_text(names: Namer, event: e.EffectBegan) -> str:
    card = names.card(event.what) if event.kind in ON_CHAMPIONS else ""
    hex_ = names.hex(event.what) if event.kind in ON_A_HEX else ""
    words = EFFECTS.get(event.kind, "{who} begins: " + event.kind)
    return words.format(
        who=names.seat(event.seat), whose=possessive_of(names.seat_title(event.seat)), card=card, hex=hex_
    )


def _top_cards_text(cards: int) -> str:
    return "top card" if cards == 1 else f"top {cards} cards"


def _healed_text(names: Namer, event: e.ChampionHealed) -> str:
    does = f"recovers {event.amount} HP and has {event.hp}" if event.amount else f"is already at full HP ({event.hp})"
    return f"{names.seat_title(event.seat)}'s {names.card(event.copy)} {does}"


def _shot_text(names: Namer, event: e.ShotLanded) -> str:
    where = "there" if event.hex == event.aim else f"at {names.hex(event.hex)} instead"
    return f"{names.seat(event.seat)} aims at {names.hex(event.aim)}; the shot lands {where}"


def _skirmish_text(names: Namer, event: e.SkirmishRetreat) -> str:
    if event.to < 0:
        return (
            f"{names.seat_title(event.seat)}'s units skirmish out of {names.hex(event.hex)}, find no free hex and die"
        )
    return f"{names.seat_title(event.seat)}'s units skirmish from {names.hex(event.hex)} to {names.hex(event.to)}"


def _reason_text(why: str) -> str:
    condition = why.removeprefix("not so: ")
    return f": {why}" if condition == why else f", as this condition is not met: {condition}"


def _rolls_text(names: Namer, rolls: tuple[tuple[int, int], ...]) -> str:
    return join_list(f"{names.seat_title(seat)} rolls {die}" for seat, die in rolls)


def _dice_text(names: Namer, event: e.CombatRolled) -> str:
    who = names.card(event.copy) if event.copy else "Cohorts"
    dice = " ".join(str(die) for die in event.dice) or "nothing"
    on = "1" if event.hits_on == 1 else f"1-{event.hits_on}"
    return (
        f"{names.seat_title(event.seat)}'s {who} roll{'s' if event.copy else ''} {dice}: "
        f"{format_count(event.hits, 'hit')} (on {on})"
    )


def _scored_text(names: Namer, event: e.Scored) -> str:
    held = f" ({', '.join(f'{SCORE_SOURCE_WORDS[word]} {vp}' for word, vp in event.sources)})" if event.sources else ""
    total = event.permanent + event.control
    return f"{names.seat(event.seat)} has {total} Permanence: {event.permanent} lasting, {event.control} held{held}"


def _audit_text(names: Namer, event: e.AuditPassed) -> str:
    if event.waits:
        return f"{names.seat_title(event.seat)}'s audit is postponed because a card in the pile is known"
    return f"{names.seat_title(event.seat)}'s audit passes: {format_count(event.slots, 'slot')} opened"


def _open_cards_text(names: Namer, event: e.CardsInTheOpen) -> str:
    hand = f"hand {names.cards(event.copies)}" if event.copies else "no card in hand"
    return (
        f"{names.seat_title(event.seat)}'s cards are dealt again, face up: {hand}, "
        f"{format_count(event.pile, 'card')} in the pile"
    )


def _match_end_text(names: Namer, event: e.MatchEnded) -> str:
    verb = "wins" if len(event.winners) == 1 else "share the victory"
    winners = join_list(names.seat(seat) for seat in event.winners)
    return f"the match is over: {winners} {verb} {MATCH_ENDS[event.why]}"


X = TypeVar("X", bound=Event)


def _described_by(kind: type[X], sentence: Callable[[Namer, X], str]) -> tuple[type, Sentence]:
    """Return an event's type and its sentence function, which receives only events of that type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        # set-up
        _described_by(e.FactionTaken, lambda w, x: f"{w.seat_title(x.seat)} plays {FACTIONS[x.faction].name}"),
        _described_by(e.CapitalTaken, lambda w, x: f"{w.seat_title(x.seat)}'s Capital stands at {w.hex_phrase(x.hex)}"),
        _described_by(e.BoardMade, _board_text),
        # Bridges
        _described_by(
            e.BridgeBuilt,
            lambda w, x: f"{w.seat(x.seat)} builds a {'Temporary ' if x.temporary else ''}Bridge {w.edge(x.edge)}",
        ),
        _described_by(e.BridgeDestroyed, lambda w, x: f"{w.seat(x.seat)} destroys the Bridge {w.edge(x.edge)}"),
        _described_by(e.BridgeVanished, lambda w, x: f"the Temporary Bridge {w.edge(x.edge)} vanishes"),
        _described_by(e.BridgeTrapped, lambda w, x: f"{w.seat(x.seat)} traps the Bridge {w.edge(x.edge)}"),
        _described_by(e.BridgeClosed, lambda w, x: f"{w.seat(x.seat)} closes the Bridge {w.edge(x.edge)} this round"),
        _described_by(
            e.TrapSprung,
            lambda w, x: (
                f"{w.seat(x.seat)} springs {w.seat_title(x.owner)}'s trap {w.edge(x.edge)}: "
                f"{format_count(x.lost, 'Cohort') if x.lost else 'no Cohort'} lost"
            ),
        ),
        _described_by(e.Linked, lambda w, x: f"{w.seat(x.seat)} links {w.hex(x.a)} and {w.hex(x.b)} this round"),
        # round and phase
        _described_by(
            e.RoundBegan,
            lambda w, x: f"Round {x.round} begins in {AGES[x.age - 1]}; {w.seat_title(x.lead)} has the Lead",
        ),
        _described_by(e.AgeBegan, lambda w, x: f"a new age begins: {AGES[x.age - 1]}"),
        _described_by(e.PhaseBegan, lambda w, x: f"{PHASES.get(x.phase, x.phase)}"),
        _described_by(e.ManaSet, lambda w, x: f"everyone has {x.mana} mana"),
        _described_by(e.LeadPassed, lambda w, x: f"the Lead passes to {w.seat(x.seat)}"),
        # gold and mana
        _described_by(
            e.GoldTaken, lambda w, x: f"{w.seat(x.seat)} takes {w.gold(x.amount)} {_gold_reason_text(x.why)}"
        ),
        _described_by(
            e.GoldPaid, lambda w, x: f"{w.seat(x.seat)} {'loses' if x.why == 'drawn' else 'pays'} {w.gold(x.amount)}"
        ),
        _described_by(e.GoldHanded, _gold_handed_text),
        _described_by(e.ManaGained, lambda w, x: f"{w.seat(x.seat)} gains {x.amount} mana"),
        _described_by(e.ManaLost, lambda w, x: f"{w.seat(x.seat)} loses all mana"),
        # own cards
        _described_by(e.CardsDrawn, lambda w, x: f"{w.seat(x.seat)} draws {format_count(len(x.slots), 'card')}"),
        _described_by(e.CardsDrawnOpenly, lambda w, x: f"{w.seat(x.seat)} draws face up: {w.cards(x.copies)}"),
        _described_by(e.CardsInTheOpen, _open_cards_text),
        _described_by(
            e.CardsLookedAt,
            lambda w, x: f"{w.seat(x.seat)} looks at the {_top_cards_text(len(x.slots))} of the draw pile",
        ),
        _described_by(e.CardShown, lambda w, x: f"{w.seat(x.seat)} shows {w.card(x.copy)}"),
        _described_by(
            e.CardDiscarded, lambda w, x: f"{w.seat(x.seat)} discards {w.card(x.copy)}{WHY_DISCARDED.get(x.why, '')}"
        ),
        _described_by(e.CardBurnt, lambda w, x: f"{w.seat(x.seat)} gives {w.card(x.copy)} to Entropy"),
        _described_by(e.CardLaidOnTop, lambda w, x: f"{w.seat(x.seat)} puts a card face down on top of the draw pile"),
        _described_by(
            e.CardsSorted,
            lambda w, x: (
                f"{w.seat(x.seat)} puts {format_count(x.top, 'card')} back on top of the draw pile "
                f"and {x.bottom} at the bottom"
            ),
        ),
        _described_by(
            e.PileLaid, lambda w, x: f"{w.seat(x.seat)} shuffles a draw pile of {format_count(x.size, 'card')}"
        ),
        # the Archive and offers
        _described_by(e.RowLaid, lambda w, x: f"the Archive row: {w.cards(x.copies)}"),
        _described_by(
            e.OfferTurnedUp,
            lambda w, x: (
                f"{w.seat(x.seat)} is offered {w.cards(x.copies)} "
                + SOURCES[x.source].format(w.hex(x.hex) if x.hex >= 0 else "")
            ),
        ),
        _described_by(
            e.CardGained,
            lambda w, x: (
                f"{w.seat(x.seat)} gains {w.card(x.copy)} {WHY_GAINED.get(x.why, f'by {x.why}')}{GAINED_TO[x.to]}"
            ),
        ),
        _described_by(e.CardRefused, lambda w, x: f"everyone refuses {w.card(x.copy)}"),
        _described_by(e.VictoryPoints, lambda w, x: f"{w.seat(x.seat)} gains {x.amount} lasting Permanence"),
        _described_by(e.BidsShown, _bids_text),
        _described_by(e.TieDice, lambda w, x: f"a tie: {_rolls_text(w, x.rolls)}"),
        # the action step
        _described_by(
            e.ActionStepBegan,
            lambda w, x: f"action step {x.number}: {w.seats(x.active)} {'choose' if len(x.active) > 1 else 'chooses'}",
        ),
        _described_by(e.ActionRevealed, _revealed_text),
        _described_by(
            e.InitiativeDice,
            lambda w, x: f"a tie at initiative {x.number}: {_rolls_text(w, x.rolls)}; the lowest acts first",
        ),
        _described_by(e.ActionResolves, lambda w, x: f"{w.seat_title(x.seat)}'s {_source_text(w, x)} resolves"),
        _described_by(e.Fizzled, lambda w, x: f"{w.seat_title(x.seat)}'s {_source_text(w, x)} fizzles"),
        _described_by(
            e.NothingHappened,
            lambda w, x: f"nothing happens for {w.seat(x.seat)}{w.text(_reason_text(x.why))}",
        ),
        _described_by(
            e.PowerUsed,
            lambda w, x: (
                f"{w.seat_title(x.seat)}'s {w.card(x.champion)} uses its "
                f"power{f' on {w.card(x.target)}' if x.target else ''}"
            ),
        ),
        _described_by(
            e.Rolled,
            lambda w, x: (
                f"{w.seat(x.seat)} rolls {x.die} "
                f"{'to win the Champion over' if x.why == 'steal' else f'for {w.card_by_name(x.why)}'}"
            ),
        ),
        # units
        _described_by(
            e.StackMoved,
            lambda w, x: (
                f"{w.seat(x.seat)} moves {w.units(x.forces, x.champions)} "
                f"from {w.hex(x.start)} to {w.hex(x.hex)}{MOVE_TEXTS[x.way]}"
            ),
        ),
        _described_by(e.WalkStopped, lambda w, x: f"{w.seat(x.seat)} has to stop at {w.hex(x.hex)}"),
        _described_by(
            e.ChampionLifted,
            lambda w, x: f"{w.seat(x.seat)} lifts {w.card(x.copy)} from {w.hex(x.start)} to {w.hex(x.hex)}",
        ),
        _described_by(
            e.ForcesDeployed,
            lambda w, x: f"{w.seat(x.seat)} deploys {format_count(x.forces, 'Cohort')} at {w.hex(x.hex)}",
        ),
        _described_by(
            e.ChampionDeployed,
            lambda w, x: f"{w.seat(x.seat)} deploys {w.card(x.copy)} with {x.hp} HP at {w.hex(x.hex)}",
        ),
        _described_by(e.ChampionLeft, lambda w, x: f"{w.seat_title(x.seat)}'s {w.card(x.copy)} is {x.why}"),
        _described_by(
            e.ForcesDied, lambda w, x: f"{w.seat(x.seat)} loses {format_count(x.forces, 'Cohort')} at {w.hex(x.hex)}"
        ),
        _described_by(
            e.ChampionHurt,
            lambda w, x: f"{w.seat_title(x.seat)}'s {w.card(x.copy)} takes {x.damage} damage and has {x.hp} HP left",
        ),
        _described_by(
            e.DamagePaidOff, lambda w, x: f"{w.seat(x.seat)} pays {w.gold(x.gold)} to shield {w.card(x.copy)}"
        ),
        _described_by(e.ChampionHealed, _healed_text),
        _described_by(
            e.ChampionDied,
            lambda w, x: (
                f"{w.seat_title(x.seat)}'s {w.card(x.copy)} dies at {w.hex(x.hex)}"
                + (f", killed by {w.seat_title(x.killer)}" if x.killer else "")
            ),
        ),
        _described_by(e.ChampionStolen, lambda w, x: f"{w.seat(x.seat)} wins {w.card(x.copy)} over at {w.hex(x.hex)}"),
        _described_by(e.EffectBegan, _effect_text),
        _described_by(e.MineRaised, lambda w, x: f"{w.seat(x.seat)} raises {w.hex(x.hex)} to {x.value}"),
        _described_by(e.ShotLanded, _shot_text),
        # battles
        _described_by(e.SkirmishRetreat, _skirmish_text),
        _described_by(
            e.BattleBegan,
            lambda w, x: (
                f"a {'siege' if x.siege else 'battle'} begins at {w.hex(x.hex)}: "
                f"{w.seat(x.attacker)} attacks, {w.seat(x.defender)} defends"
            ),
        ),
        _described_by(e.CombatRolled, _dice_text),
        _described_by(
            e.HitLanded,
            lambda w, x: (
                f"{w.seat_title(x.seat)}'s hit lands on {w.card(x.target) if x.target else 'a Cohort'}"
                + (" instead of a Champion" if x.guarded else "")
            ),
        ),
        _described_by(
            e.BattleEnded,
            lambda w, x: (
                f"{w.seat(x.winner)} wins the battle at {w.hex(x.hex)} against {w.seat_title(x.loser)}"
                if x.winner
                else f"nobody is left at {w.hex(x.hex)}"
            ),
        ),
        # Collection, Scoring, the end
        _described_by(
            e.Collected,
            lambda w, x: f"{w.seat(x.seat)} {COLLECTION_TEXTS[x.what].format(gold=w.gold_word, place=w.hex(x.hex))}",
        ),
        _described_by(e.Scored, _scored_text),
        _described_by(
            e.HandThrownAway, lambda w, x: f"{w.seat_title(x.seat)}'s hand is discarded: {w.cards(x.copies)}"
        ),
        _described_by(e.AuditPassed, _audit_text),
        _described_by(
            e.AuditOwed, lambda w, x: f"{w.seat(x.seat)} is absent for the audit: {format_count(x.slots, 'slot')} owed"
        ),
        _described_by(e.MatchEnded, _match_end_text),
    ]
)
"""The sentence function of every event, by type."""
