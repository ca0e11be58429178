"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine.game import Event
from core.engine.text.words import capitalise, format_count, join_list
from core.games.midnight import events as e
from core.games.midnight.cards import DIAL_NAMES, NATION_NAMES
from core.games.midnight.escalations import ESCALATIONS
from core.games.midnight.state import Midnight
from core.games.midnight.text.words import Namer

__all__ = ["SENTENCES", "narrate"]


def narrate(state: Midnight, event: Event) -> str:
    """Return a line of text that describes the event; `state` is the state after it."""
    return capitalise(SENTENCES[type(event)](Namer(state), event))


Sentence = Callable[[Namer, Event], str]

FACES = {
    "averted": "Crisis averted",
    "rise": "Tensions rise",
    "conflict": "Conflict ensues",
    "tick": "The clock ticks",
}
DISCARDS = {
    "played": "plays {} by Discard",
    "set": "discards a set: {}",
    "pair": "discards a pair: {}",
    "limit": "discards {} (hand limit)",
    "trigger": "discards {} from the Capital",
    "ruin": "loses {} by falling into Ruin",
}
WORTH_REASON_WORDS = {
    "build": "for a Build",
    "set": "for a set of three",
    "pair": "for a pair",
    "plunder": "for Plunder",
    "pact": "for the Pact",
}
LOST = {"attack": "in the attack", "sunset": "at sunset", "fee": "as the disposal fee"}
TICK_REASON_WORDS = {
    "die": "the red die",
    "deck": "a deck is empty",
    "sirens": "a Siren in every Capital",
}
ENDS = {
    "economy": "by economic domination",
    "devastation": "by military devastation",
    "last war": "with the greatest Worth after the last war",
    "duel": "in a duel after the last war",
}


def _clock_text(clock: int) -> str:
    return f"{format_count(clock, 'minute')} to midnight" if clock else "midnight"


def _offers_text(names: Namer, event: e.PactsOffered) -> str:
    if not event.offers:
        return f"{names.nation_name(event.seat)} withdraws every Pact offer"
    each = (
        f"{names.nation_name(to)} ({'offering' if owner == event.seat else 'asking for'} the card)"
        for to, owner in event.offers
    )
    return f"{names.nation_name(event.seat)} offers a Pact to {join_list(each)}"


def _broken_pact_text(names: Namer, event: e.PactBroken) -> str:
    if len(event.breakers) == 1:
        (breaker,) = event.breakers
        return (
            f"{names.nation_name(breaker)} breaks the Pact with "
            f"{names.nation_name(event.other if breaker == event.seat else event.seat)}"
        )
    return f"{names.nation_name(event.seat)} and {names.nation_name(event.other)} break their Pact"


def _open_cards_text(names: Namer, event: e.CardsInTheOpen) -> str:
    table = f", on the table {names.cards(event.table)}" if event.table else ""
    deck = format_count(event.deck, "card")
    return (
        f"the cards of {names.nation_name(event.seat)} are dealt again, face up: hand "
        f"{names.cards(event.hand)}{table}, {deck} in the deck"
    )


X = TypeVar("X", bound=Event)


def _described_by(kind: type[X], sentence: Callable[[Namer, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.NationTaken, lambda w, x: f"Seat {x.seat} leads {NATION_NAMES[x.nation]}"),
        _described_by(e.TurnBegan, lambda w, x: f"turn {x.turn}: {w.nation_name(x.seat)}"),
        _described_by(
            e.ToneRolled, lambda w, x: f"{w.nation_name(x.seat)} rolls {x.die}: {'tense' if x.tense else 'calm'}"
        ),
        _described_by(
            e.TensionRolled, lambda w, x: f"{w.nation_name(x.seat)} rolls {x.die} for tension: {FACES[x.face]}"
        ),
        _described_by(e.CardsDrawn, lambda w, x: f"{w.nation_name(x.seat)} draws {format_count(len(x.slots), 'card')}"),
        _described_by(e.CardsDrawnOpenly, lambda w, x: f"{w.nation_name(x.seat)} draws face up: {w.cards(x.copies)}"),
        _described_by(
            e.PileLaid, lambda w, x: f"{w.nation_name(x.seat)} shuffles a deck of {format_count(x.size, 'card')}"
        ),
        _described_by(e.CardsInTheOpen, _open_cards_text),
        _described_by(e.CapitalPlayed, lambda w, x: f"{w.nation_name(x.seat)} plays {w.card(x.copy)} to the Capital"),
        _described_by(
            e.BorderPlayed,
            lambda w, x: f"{w.nation_name(x.seat)} lays {w.entry(x.entry)} towards {w.nation_name(x.other)}",
        ),
        _described_by(
            e.CardMoved,
            lambda w, x: (
                f"{w.nation_name(x.seat)} moves {w.entry(x.entry)} from the border with {w.nation_name(x.origin)} "
                f"to the border with {w.nation_name(x.to)}"
            ),
        ),
        _described_by(e.CardStored, lambda w, x: f"{w.nation_name(x.seat)} puts {w.entry(x.entry)} into the stockpile"),
        _described_by(
            e.CardsDiscarded, lambda w, x: f"{w.nation_name(x.seat)} {DISCARDS[x.why].format(w.cards(x.copies))}"
        ),
        _described_by(e.CardShown, lambda w, x: f"{w.nation_name(x.seat)} turns up {w.card(x.copy)}"),
        _described_by(
            e.WorthGained, lambda w, x: f"{w.nation_name(x.seat)} gains {x.amount} Worth {WORTH_REASON_WORDS[x.why]}"
        ),
        _described_by(e.WorthLost, lambda w, x: f"{w.nation_name(x.seat)} loses {x.amount} Worth {LOST[x.why]}"),
        _described_by(
            e.DialTurned,
            lambda w, x: f"{w.nation_name(x.seat)} turns {DIAL_NAMES[x.dial]} {'up' if x.by > 0 else 'down'} a step",
        ),
        _described_by(
            e.UpgradesTriggered, lambda w, x: f"{format_count(x.cards, 'Upgrade')} in the Capitals: all of them resolve"
        ),
        _described_by(
            e.Looked,
            lambda w, x: (
                f"{w.nation_name(x.looker)} looks at {format_count(x.cards, 'card') if x.cards else 'no card'} that "
                f"{w.nation_name(x.owner)} has on the border between them"
            ),
        ),
        _described_by(
            e.LookDisputed,
            lambda w, x: (
                f"{w.nation_name(x.looker)} could not read {format_count(x.cards, 'card')}: "
                f"{w.nation_name(x.owner)} must turn {'it' if x.cards == 1 else 'them'} up"
            ),
        ),
        _described_by(e.GlobalConflict, lambda w, x: f"a global conflict begins with {w.nation_name(x.seat)}"),
        _described_by(
            e.DisputeBegan,
            lambda w, x: (
                f"{w.nation_name(x.attacker)} meets {w.nation_name(x.defender)}: {w.cards(x.attackers)} against "
                f"{w.cards(x.defenders)}"
            ),
        ),
        _described_by(
            e.CardCancelled,
            lambda w, x: (
                f"{w.nation_name(x.seat)} loses {w.card(x.copy)} to {w.card(x.by)}"
                if x.by
                else f"{w.nation_name(x.seat)} cannot use {w.card(x.copy)}: the Pact is broken"
            ),
        ),
        _described_by(
            e.Attacked,
            lambda w, x: (
                f"{w.nation_name(x.attacker)} attacks {w.nation_name(x.defender)}: {x.attack} against {x.defence}, "
                + (f"{x.damage} damage" if x.damage else "no damage")
            ),
        ),
        _described_by(
            e.Fell,
            lambda w, x: (
                f"{w.nation_name(x.seat)} falls into Ruin"
                + (f", brought down by {w.nation_name(x.by)}" if x.by else "")
            ),
        ),
        _described_by(e.Recovered, lambda w, x: f"{w.nation_name(x.seat)} recovers from Ruin"),
        _described_by(
            e.CardTaken,
            lambda w, x: (
                f"{w.nation_name(x.taker)} takes {w.card(x.copy) if x.copy else 'a hidden card'} from "
                f"{w.nation_name(x.giver)}"
            ),
        ),
        _described_by(e.Eliminated, lambda w, x: f"{w.nation_name(x.seat)} is eliminated"),
        _described_by(
            e.ClockTicked, lambda w, x: f"the clock ticks ({TICK_REASON_WORDS[x.why]}): {_clock_text(x.clock)}"
        ),
        _described_by(e.SunRose, lambda w, x: "sunrise: discard piles go back into the decks"),
        _described_by(
            e.EscalationRevealed,
            lambda w, x: f"Escalation {ESCALATIONS[x.escalation].name}: {w.state.rules.escalations[x.escalation].text}",
        ),
        _described_by(e.EscalationEnded, lambda w, x: f"{ESCALATIONS[x.escalation].name} ends"),
        _described_by(e.PactsOffered, _offers_text),
        _described_by(
            e.PactMade,
            lambda w, x: (
                f"{w.nation_name(x.seat)} and {w.nation_name(x.other)} make a Pact; {w.nation_name(x.owner)} "
                f"lays the card"
            ),
        ),
        _described_by(e.PactBroken, _broken_pact_text),
        _described_by(e.MidnightCame, lambda w, x: "midnight: each nation takes up its stockpile"),
        _described_by(e.LastActions, lambda w, x: f"last war: {w.nation_name(x.seat)} acts"),
        _described_by(
            e.AuditPassed,
            lambda w, x: f"the audit of {w.nation_name(x.seat)} passes: {format_count(x.slots, 'slot')} opened",
        ),
        _described_by(
            e.AuditOwed,
            lambda w, x: f"{w.nation_name(x.seat)} is absent for the audit: {format_count(x.slots, 'slot')} owed",
        ),
        _described_by(
            e.Flipped,
            lambda w, x: (
                f"flip {x.flip}: {', '.join(f'{w.nation_name(seat)} {w.card(copy)}' for seat, copy in x.flipped)}"
            ),
        ),
        _described_by(e.MatchEnded, lambda w, x: f"the match is over: {w.nation_name(x.winner)} wins {ENDS[x.why]}"),
    ]
)
