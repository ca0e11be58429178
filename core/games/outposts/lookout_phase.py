"""Lookout (rules part 4): Connections, two rows of open cards, and Outposts for those who skip one."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.hidden.piles import EMPTY, without
from core.games.outposts import events, outposts, warden
from core.games.outposts.board import CORNERS
from core.games.outposts.cards import BLUE, DECK, RED
from core.games.outposts.decisions import Select
from core.games.outposts.gains import BUILT, SKIPPED
from core.games.outposts.hidden_cards import DECKS, discard
from core.games.outposts.rules import OneOf, Step, agenda, question
from core.games.outposts.state import Outposts

FIRST, SECOND = 1, 2
SOLO_ROW = 4


@agenda("round")
def next_round(step: Step) -> None:
    """A round begins."""
    state = step.state
    state.round += 1
    state.phase = "lookout"
    state.skipped = [0] * len(state.skipped)
    step.say(events.RoundBegan(state.round, state.first))
    state.connections = tuple(filter(None, (DECKS.turn_up(step, 1 + pile) for pile in (RED, BLUE))))
    step.say(events.ConnectionsRevealed(state.connections))
    order = state.clockwise(state.first)
    step.later(
        *(("row", FIRST), *(("select", seat, FIRST) for seat in order), ("row over", FIRST)),
        *(("row", SECOND), *(("select", seat, SECOND) for seat in reversed(order)), ("row over", SECOND)),
        *(("production",), ("action",), ("end check",)),
    )


@agenda("row")
def reveal(step: Step, selection: int) -> None:
    """LK1, LK2: as many cards as there are players present, and one more; alone one row of four for both."""
    state = step.state
    if state.solo and selection == SECOND:
        return
    count = SOLO_ROW if state.solo else 1 + sum(seat not in step.lost for seat in state.seats)
    state.row = tuple(copy for copy in (DECKS.turn_up(step, DECK) for _ in range(count)) if copy != EMPTY)
    step.say(events.RowRevealed(selection, state.row))


@agenda("row over")
def row_over(step: Step, selection: int) -> None:
    """What is left is discarded; alone, the Warden takes some of it (part 7)."""
    state = step.state
    if state.solo:
        warden.takes_its_share(step, selection)
        if selection == FIRST:
            return
    left, state.row = state.row, ()
    discard(step, *left)
    if left:
        step.say(events.RowDiscarded(left))


@agenda("select")
def select(step: Step, seat: int, selection: int) -> None:
    """A seat that is lost takes nothing (10.1)."""
    if seat not in step.lost and SELECT.has_answers(step.state, seat, selection):
        step.ask(SELECT, seat, selection)


class Selection(OneOf[Select, int]):
    """A card of the row, or an Outpost instead."""

    kind = "select"
    decision = Select
    refusal = "it can neither take that card nor build there now"

    def legal(self, state: Outposts, seat: int, selection: int) -> Iterator[Select]:
        """LK3: in round 1 exactly one selection is skipped, later one at most (C7)."""
        may_skip = not state.skipped[seat]
        must_skip = state.round == 1 and may_skip and selection == SECOND
        if not must_skip:
            yield from map(Select, state.row)
            if not state.row:
                yield Select()
        if may_skip:
            yield from (Select(0, place, away) for place, away in self._sites(state, seat))

    def _sites(self, state: Outposts, seat: int) -> Iterator[tuple[int, int]]:
        """C8: without a free neighbour there is no skip."""
        if state.round == 1:
            return ((corner, 0) for corner in CORNERS if not state.owner[corner])
        return state.sites(seat)

    def has_answers(self, state: Outposts, seat: int, selection: int) -> bool:
        """Whether there is anything to take or to build."""
        return any(choice != Select() for choice in self.legal(state, seat, selection))

    def answer(self, step: Step, seat: int, decision: Select, selection: int) -> None:
        """The card goes to the hand, open; or an Outpost is built at no other cost."""
        state = step.state
        if decision.card:
            state.row = without(state.row, decision.card)
            state.piles.shown[seat] += (decision.card,)
            step.say(events.CardSelected(seat, decision.card))
        elif decision.place:
            state.skipped[seat] += 1
            step.say(events.SelectionSkipped(seat))
            first = not state.outposts(seat)
            outposts.build(step, seat, decision.place, decision.away, (BUILT, SKIPPED))
            if state.solo and state.round == 1 and first:
                warden.settles(step, decision.place)


SELECT = question(Selection())
