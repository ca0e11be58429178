"""The sentences of the events that the engine says in every game with closed cards."""

from __future__ import annotations

from collections.abc import Callable

from core.engine import events
from core.engine.game import Event
from core.engine.text.words import format_count, join_list


def engine_sentence(event: Event, called: Callable[[int], str]) -> str:
    """Return one line about an event of the engine; `called` gives the name of a copy."""
    match event:
        case events.CardsDrawn(seat, slots):
            return f"seat {seat} draws {format_count(len(slots), 'card')}"
        case events.CardsDrawnOpenly(seat, copies):
            return f"seat {seat} draws {join_list(map(called, copies))} face up"
        case events.CardShown(seat, copy):
            return f"seat {seat} turns up {called(copy)}"
        case events.SatchelDealt(seat, copies):
            return f"seat {seat} is dealt {join_list(map(called, copies))}, to draw from in secret"
        case events.CardsInTheOpen(seat, hand):
            return f"the hand of seat {seat} is face up: {join_list(map(called, hand))}"
        case events.CardTaken(taker, giver, copy):
            return f"seat {taker} gets {called(copy) if copy else 'a card'} from seat {giver}"
        case events.HandMixed(seat, size):
            return f"seat {seat} mixes its hand of {format_count(size, 'card')}"
        case events.LookDisputed(looker, owner, cards):
            return f"seat {looker} could not read {format_count(cards, 'card')} of seat {owner}, which turns them up"
        case events.PileLaid(seat, size):
            return f"seat {seat} shuffles {format_count(size, 'card')}"
        case events.AuditPassed(seat, slots):
            return f"the audit of seat {seat} passes: {format_count(slots, 'slot')} opened"
        case events.AuditOwed(seat, slots):
            return f"seat {seat} is absent for the audit: {format_count(slots, 'slot')} owed"
    return str(event)
