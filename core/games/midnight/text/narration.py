"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine.game import Event
from core.engine.text.words import capitalised, count, listed
from core.games.midnight import events as e
from core.games.midnight.cards import DIAL_NAMES, NATION_NAMES
from core.games.midnight.escalations import ESCALATIONS
from core.games.midnight.state import Midnight
from core.games.midnight.text.words import Words

__all__ = ["SENTENCES", "tell"]


def tell(state: Midnight, event: Event) -> str:
    """Return a line of text that describes the event; `state` is the state after it."""
    return capitalised(SENTENCES[type(event)](Words(state), event))


Sentence = Callable[[Words, Event], str]

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


def _clock(clock: int) -> str:
    return f"{count(clock, 'minute')} to midnight" if clock else "midnight"


def _offers(w: Words, x: e.PactsOffered) -> str:
    if not x.offers:
        return f"{w.who(x.seat)} withdraws every Pact offer"
    each = (f"{w.who(to)} ({'offering' if owner == x.seat else 'asking for'} the card)" for to, owner in x.offers)
    return f"{w.who(x.seat)} offers a Pact to {listed(each)}"


def _broken(w: Words, x: e.PactBroken) -> str:
    if len(x.breakers) == 1:
        (breaker,) = x.breakers
        return f"{w.who(breaker)} breaks the Pact with {w.who(x.other if breaker == x.seat else x.seat)}"
    return f"{w.who(x.seat)} and {w.who(x.other)} break their Pact"


def _in_the_open(w: Words, x: e.CardsInTheOpen) -> str:
    table = f", on the table {w.cards(x.table)}" if x.table else ""
    deck = count(x.deck, "card")
    return f"the cards of {w.who(x.seat)} are dealt again, face up: hand {w.cards(x.hand)}{table}, {deck} in the deck"


X = TypeVar("X", bound=Event)


def _described_by(kind: type[X], sentence: Callable[[Words, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.NationTaken, lambda w, x: f"Seat {x.seat} leads {NATION_NAMES[x.nation]}"),
        _described_by(e.TurnBegan, lambda w, x: f"turn {x.turn}: {w.who(x.seat)}"),
        _described_by(e.ToneRolled, lambda w, x: f"{w.who(x.seat)} rolls {x.die}: {'tense' if x.tense else 'calm'}"),
        _described_by(e.TensionRolled, lambda w, x: f"{w.who(x.seat)} rolls {x.die} for tension: {FACES[x.face]}"),
        _described_by(e.CardsDrawn, lambda w, x: f"{w.who(x.seat)} draws {count(len(x.slots), 'card')}"),
        _described_by(e.CardsDrawnOpenly, lambda w, x: f"{w.who(x.seat)} draws face up: {w.cards(x.copies)}"),
        _described_by(e.PileLaid, lambda w, x: f"{w.who(x.seat)} shuffles a deck of {count(x.size, 'card')}"),
        _described_by(e.CardsInTheOpen, _in_the_open),
        _described_by(e.CapitalPlayed, lambda w, x: f"{w.who(x.seat)} plays {w.card(x.copy)} to the Capital"),
        _described_by(e.BorderPlayed, lambda w, x: f"{w.who(x.seat)} lays {w.entry(x.entry)} towards {w.who(x.other)}"),
        _described_by(
            e.CardMoved,
            lambda w, x: (
                f"{w.who(x.seat)} moves {w.entry(x.entry)} from the border with {w.who(x.origin)} "
                f"to the border with {w.who(x.to)}"
            ),
        ),
        _described_by(e.CardStored, lambda w, x: f"{w.who(x.seat)} puts {w.entry(x.entry)} into the stockpile"),
        _described_by(e.CardsDiscarded, lambda w, x: f"{w.who(x.seat)} {DISCARDS[x.why].format(w.cards(x.copies))}"),
        _described_by(e.CardShown, lambda w, x: f"{w.who(x.seat)} turns up {w.card(x.copy)}"),
        _described_by(
            e.WorthGained, lambda w, x: f"{w.who(x.seat)} gains {x.amount} Worth {WORTH_REASON_WORDS[x.why]}"
        ),
        _described_by(e.WorthLost, lambda w, x: f"{w.who(x.seat)} loses {x.amount} Worth {LOST[x.why]}"),
        _described_by(
            e.DialTurned,
            lambda w, x: f"{w.who(x.seat)} turns {DIAL_NAMES[x.dial]} {'up' if x.by > 0 else 'down'} a step",
        ),
        _described_by(
            e.UpgradesTriggered, lambda w, x: f"{count(x.cards, 'Upgrade')} in the Capitals: all of them resolve"
        ),
        _described_by(
            e.Looked,
            lambda w, x: (
                f"{w.who(x.looker)} looks at {count(x.cards, 'card')} that {w.who(x.owner)} has on their shared border"
            ),
        ),
        _described_by(
            e.LookDisputed,
            lambda w, x: (
                f"{w.who(x.looker)} could not read {count(x.cards, 'card')}: "
                f"{w.who(x.owner)} must turn {'it' if x.cards == 1 else 'them'} up"
            ),
        ),
        _described_by(e.GlobalConflict, lambda w, x: f"a global conflict begins with {w.who(x.seat)}"),
        _described_by(
            e.DisputeBegan,
            lambda w, x: (
                f"{w.who(x.attacker)} meets {w.who(x.defender)}: {w.cards(x.attackers)} against {w.cards(x.defenders)}"
            ),
        ),
        _described_by(
            e.CardCancelled,
            lambda w, x: (
                f"{w.who(x.seat)} loses {w.card(x.copy)} to {w.card(x.by)}"
                if x.by
                else f"{w.who(x.seat)} cannot use {w.card(x.copy)}: the Pact is broken"
            ),
        ),
        _described_by(
            e.Attacked,
            lambda w, x: (
                f"{w.who(x.attacker)} attacks {w.who(x.defender)}: {x.attack} against {x.defence}, "
                + (f"{x.damage} damage" if x.damage else "no damage")
            ),
        ),
        _described_by(
            e.Fell,
            lambda w, x: f"{w.who(x.seat)} falls into Ruin" + (f", brought down by {w.who(x.by)}" if x.by else ""),
        ),
        _described_by(e.Recovered, lambda w, x: f"{w.who(x.seat)} recovers from Ruin"),
        _described_by(
            e.CardTaken,
            lambda w, x: (
                f"{w.who(x.taker)} takes {w.card(x.copy) if x.copy else 'a hidden card'} from {w.who(x.giver)}"
            ),
        ),
        _described_by(e.Eliminated, lambda w, x: f"{w.who(x.seat)} is eliminated"),
        _described_by(e.ClockTicked, lambda w, x: f"the clock ticks ({TICK_REASON_WORDS[x.why]}): {_clock(x.clock)}"),
        _described_by(e.SunRose, lambda w, x: "sunrise: discard piles go back into the decks"),
        _described_by(
            e.EscalationRevealed,
            lambda w, x: f"Escalation {ESCALATIONS[x.escalation].name}: {w.state.rules.escalations[x.escalation].text}",
        ),
        _described_by(e.EscalationEnded, lambda w, x: f"{ESCALATIONS[x.escalation].name} ends"),
        _described_by(e.PactsOffered, _offers),
        _described_by(
            e.PactMade, lambda w, x: f"{w.who(x.seat)} and {w.who(x.other)} make a Pact; {w.who(x.owner)} lays the card"
        ),
        _described_by(e.PactBroken, _broken),
        _described_by(e.MidnightCame, lambda w, x: "midnight: each nation takes up its stockpile"),
        _described_by(e.LastActions, lambda w, x: f"last war: {w.who(x.seat)} acts"),
        _described_by(
            e.AuditPassed, lambda w, x: f"the audit of {w.who(x.seat)} passes: {count(x.slots, 'slot')} opened"
        ),
        _described_by(
            e.AuditOwed, lambda w, x: f"{w.who(x.seat)} is absent for the audit: {count(x.slots, 'slot')} owed"
        ),
        _described_by(
            e.Flipped,
            lambda w, x: f"flip {x.flip}: {', '.join(f'{w.who(seat)} {w.card(copy)}' for seat, copy in x.flipped)}",
        ),
        _described_by(e.MatchEnded, lambda w, x: f"the match is over: {w.who(x.winner)} wins {ENDS[x.why]}"),
    ]
)
