"""The industrial step (rules part 4, 2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import RandomSource
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.games.ambition import events
from core.games.ambition.alliances import SECRETS, after_opening
from core.games.ambition.cards import DATAWORKS, GRIDWORKS
from core.games.ambition.decisions import Industry
from core.games.ambition.hands import DECKS, check_card, face_of, known_face, open_card, spend
from core.games.ambition.rules import Question, Step, agenda, gain, pay, question, refuse_unless
from core.games.ambition.state import Ambition

STOP, PLAY, GRID, DATA = "stop", "play", "gridworks", "dataworks"


def possible_actions(state: Ambition, seat: int) -> list[str]:
    """Return the industrial actions that are open to the seat according to the public facts."""
    ways = [STOP]
    if state.hand(seat, "industry"):
        ways.append(PLAY)
    if GRIDWORKS not in state.used and state.has_industry(seat, GRIDWORKS):
        ways.append(GRID)
    affords_data = state.purse[seat] >= state.rules.numbers.dataworks_cost
    if (
        DATAWORKS not in state.used
        and state.has_industry(seat, DATAWORKS)
        and affords_data
        and dataworks_targets(state, seat)
    ):
        ways.append(DATA)
    return ways


def dataworks_targets(state: Ambition, seat: int) -> list[int]:
    """Return the other seats that hold an Elite, and so may be looked at by the Dataworks."""
    return [other for other in state.others(seat) if state.hand(other, "elites")]


@agenda("industry")
def ask_for_industry(step: Step) -> None:
    """Ask the seat for industrial actions until it stops (INDUSTRY).

    The seat is asked only if an action may be possible.
    """
    state = step.state
    state.phase = "industry"
    if possible_actions(state, state.current) != [STOP]:
        step.ask(INDUSTRY, state.current)


class IndustryChoice(Question[Industry]):
    """The question of which industrial action a seat takes.

    The seat brings a card into play, uses an industry in play, or stops.
    """

    kind = "industry"
    decision = Industry
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Industry) -> None:
        kind, card, other, opens = decision
        SECRETS.check_openings(state, seat, opens)
        state = after_opening(state, seat, opens)
        ways = possible_actions(state, seat)
        refuse_unless(seat, kind in ways, f"it may {' or '.join(ways)} now")
        refuse_unless(seat, kind == PLAY or card == 0, "only what is played is a card")
        refuse_unless(seat, kind == DATA or not other, "only Dataworks has somebody in sight")
        if kind == PLAY:
            check_card(state, seat, card, "industry")
            refuse_unless(seat, state.holder(face_of(state, card)) != seat, "that industry is in play in front of it")
        elif kind == DATA:
            refuse_unless(seat, other in dataworks_targets(state, seat), "that player holds no Elite, or is none")

    def apply(self, step: Step, seat: int, decision: Industry) -> None:
        state, (kind, card, other, opens) = step.state, decision
        SECRETS.open(step, {seat: opens})
        if kind == STOP:
            return
        step.schedule(("industry",))
        if kind == PLAY:
            copy = open_card(step, seat, card)
            holder = state.holder(state.face(copy))
            if holder:
                close_industry(step, holder, state.face(copy), "displaced")
            state.industry[seat] += (copy,)
            step.emit(events.IndustryOpened(seat, copy))
        elif kind == GRID:
            state.used += (GRIDWORKS,)
            gain(step, seat, state.rules.numbers.gridworks_gain, "gridworks")
        else:
            state.used += (DATAWORKS,)
            pay(step, seat, state.rules.numbers.dataworks_cost, "dataworks")
            step.emit(events.DataLooked(seat, other))
            entry = step.chance.stream("dataworks", other).pick(state.hand(other, "elites"))
            if entry > 0:
                DECKS.show(step, other, entry, seat)

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Industry]:
        yield Industry(STOP)
        ways = possible_actions(state, seat)
        if GRID in ways:
            yield Industry(GRID)
        if PLAY in ways:
            for entry in state.hand(seat, "industry"):
                if state.holder(known_face(state, own, entry)) != seat:
                    yield Industry(PLAY, DECKS.named_card(state, own, entry))
        if DATA in ways:
            yield from (Industry(DATA, other=other) for other in dataworks_targets(state, seat))

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Industry:
        return Industry(STOP)


INDUSTRY = question(IndustryChoice())


def close_industry(step: Step, seat: int, industry: int, why: str) -> None:
    """Remove the industry of that type from play, if it is in play in front of the seat."""
    state = step.state
    for copy in state.industry[seat]:
        if state.face(copy) == industry:
            state.industry[seat] = without(state.industry[seat], copy)
            spend(step, (copy,))
            step.emit(events.IndustryClosed(seat, copy, why))
