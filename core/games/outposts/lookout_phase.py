"""Lookout: Connections, two rows of cards, and Outposts for seats that skip a row (rules part 4)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.hidden.piles import EMPTY, without
from core.games.outposts import events, outposts, warden
from core.games.outposts.board import CORNERS
from core.games.outposts.cards import BLUE, DECK, RED
from core.games.outposts.decisions import Select
from core.games.outposts.gains import BUILT, SKIPPED
from core.games.outposts.hidden_cards import DECKS, discard_copies
from core.games.outposts.rules import OneOf, Step, agenda, question
from core.games.outposts.state import Outposts

FIRST, SECOND = 1, 2
SOLO_ROW = 4


@agenda("round")
def next_round(step: Step) -> None:
    """Begin the next round."""
    state = step.state
    state.round += 1
    state.phase = "lookout"
    state.skipped = [0] * len(state.skipped)
    step.emit(events.RoundBegan(state.round, state.first))
    state.connections = tuple(filter(None, (DECKS.turn_up(step, 1 + pile) for pile in (RED, BLUE))))
    step.emit(events.ConnectionsRevealed(state.connections))
    order = state.clockwise(state.first)
    step.schedule(
        *(("row", FIRST), *(("select", seat, FIRST) for seat in order), ("row over", FIRST)),
        *(("row", SECOND), *(("select", seat, SECOND) for seat in reversed(order)), ("row over", SECOND)),
        *(("production",), ("action",), ("end check",)),
    )


@agenda("row")
def reveal_row(step: Step, selection: int) -> None:
    """Turn up a row with one card more than there are present seats (LK1, LK2).

    A solo match uses one row of four cards for both selections.
    """
    state = step.state
    if state.is_solo and selection == SECOND:
        return
    count = SOLO_ROW if state.is_solo else 1 + sum(seat not in step.lost for seat in state.seats)
    state.row = tuple(copy for copy in (DECKS.turn_up(step, DECK) for _ in range(count)) if copy != EMPTY)
    step.emit(events.RowRevealed(selection, state.row))


@agenda("row over")
def discard_row(step: Step, selection: int) -> None:
    """Discard the rest of the row.

    In a solo match the Warden takes some of the cards first (part 7).
    """
    state = step.state
    if state.is_solo:
        warden.take_from_row(step, selection)
        if selection == FIRST:
            return
    left, state.row = state.row, ()
    discard_copies(step, *left)
    if left:
        step.emit(events.RowDiscarded(left))


@agenda("select")
def ask_for_selection(step: Step, seat: int, selection: int) -> None:
    """Ask the seat for its selection; a lost seat takes nothing (10.1)."""
    if seat not in step.lost and SELECT.has_answers(step.state, seat, selection):
        step.ask(SELECT, seat, selection)


class SelectChoice(OneOf[Select, int]):
    """Question to a seat: the card that it takes from the row, or the Outpost that it builds instead."""

    kind = "select"
    decision = Select
    refusal_reason = "it can neither take that card nor build there now"

    def legal_answers(self, state: Outposts, seat: int, selection: int) -> Iterator[Select]:
        """Yield the possible selections (LK3, C7).

        In round 1 a seat must skip exactly one selection. In later rounds it may skip one.
        """
        may_skip = not state.skipped[seat]
        must_skip = state.round == 1 and may_skip and selection == SECOND
        if not must_skip:
            yield from map(Select, state.row)
            if not state.row:
                yield Select()
        if may_skip:
            yield from (Select(0, place, away) for place, away in self._sites(state, seat))

    def _sites(self, state: Outposts, seat: int) -> Iterator[tuple[int, int]]:
        """Return the possible sites of a new Outpost.

        If no neighbouring Territory is free, the seat cannot skip (C8).
        """
        if state.round == 1:
            return ((corner, 0) for corner in CORNERS if not state.owner[corner])
        return state.possible_sites(seat)

    def has_answers(self, state: Outposts, seat: int, selection: int) -> bool:
        """Return True if the seat has anything to take or to build."""
        return any(choice != Select() for choice in self.legal_answers(state, seat, selection))

    def apply(self, step: Step, seat: int, decision: Select, selection: int) -> None:
        """Put the selected card face up into the hand, or build an Outpost at no further cost."""
        state = step.state
        if decision.card:
            state.row = without(state.row, decision.card)
            state.piles.shown[seat] += (decision.card,)
            step.emit(events.CardSelected(seat, decision.card))
        elif decision.place:
            state.skipped[seat] += 1
            step.emit(events.SelectionSkipped(seat))
            first = not state.outposts_of(seat)
            outposts.place_outpost(step, seat, decision.place, decision.away, (BUILT, SKIPPED))
            if state.is_solo and state.round == 1 and first:
                warden.place_first_outpost(step, decision.place)


SELECT = question(SelectChoice())
