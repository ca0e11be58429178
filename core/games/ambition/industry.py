"""The industrial step (rules part 4, 2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import Chooser
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.games.ambition import events
from core.games.ambition.alliances import SECRETS, after_opening
from core.games.ambition.cards import DATAWORKS, GRIDWORKS
from core.games.ambition.decisions import Industry
from core.games.ambition.hands import DECKS, check_card, face_of, known, leave, spend
from core.games.ambition.rules import Question, Step, agenda, gain, pay, question, refuse
from core.games.ambition.state import Ambition

STOP, PLAY, GRID, DATA = "stop", "play", "gridworks", "dataworks"


def may(state: Ambition, seat: int) -> list[str]:
    """Return the industrial actions that are open to the seat according to the public facts."""
    ways = [STOP]
    if state.hand(seat, "industry"):
        ways.append(PLAY)
    if GRIDWORKS not in state.used and state.uses(seat, GRIDWORKS):
        ways.append(GRID)
    affords_data = state.purse[seat] >= state.rules.numbers.dataworks_cost
    if DATAWORKS not in state.used and state.uses(seat, DATAWORKS) and affords_data and looked_at(state, seat):
        ways.append(DATA)
    return ways


def looked_at(state: Ambition, seat: int) -> list[int]:
    """Return the other seats that hold an Elite, and so may be looked at by the Dataworks."""
    return [other for other in state.others(seat) if state.hand(other, "elites")]


@agenda("industry")
def industry(step: Step) -> None:
    """Ask the seat for industrial actions until it stops (INDUSTRY).

    The seat is asked only if an action may be possible.
    """
    state = step.state
    state.phase = "industry"
    if may(state, state.current) != [STOP]:
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
        ways = may(state, seat)
        refuse(seat, kind in ways, f"it may {' or '.join(ways)} now")
        refuse(seat, kind == PLAY or card == 0, "only what is played is a card")
        refuse(seat, kind == DATA or not other, "only Dataworks has somebody in sight")
        if kind == PLAY:
            check_card(state, seat, card, "industry")
            refuse(seat, state.holder(face_of(state, card)) != seat, "that industry is in play in front of it")
        elif kind == DATA:
            refuse(seat, other in looked_at(state, seat), "that player holds no Elite, or is none")

    def answer(self, step: Step, seat: int, decision: Industry) -> None:
        state, (kind, card, other, opens) = step.state, decision
        SECRETS.open(step, {seat: opens})
        if kind == STOP:
            return
        step.later(("industry",))
        if kind == PLAY:
            copy = leave(step, seat, card)
            holder = state.holder(state.face(copy))
            if holder:
                close(step, holder, state.face(copy), "displaced")
            state.industry[seat] += (copy,)
            step.say(events.IndustryOpened(seat, copy))
        elif kind == GRID:
            state.used += (GRIDWORKS,)
            gain(step, seat, state.rules.numbers.gridworks_gain, "gridworks")
        else:
            state.used += (DATAWORKS,)
            pay(step, seat, state.rules.numbers.dataworks_cost, "dataworks")
            step.say(events.DataLooked(seat, other))
            entry = step.chance.stream("dataworks", other).pick(state.hand(other, "elites"))
            if entry > 0:
                DECKS.show(step, other, entry, seat)

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Industry]:
        yield Industry(STOP)
        ways = may(state, seat)
        if GRID in ways:
            yield Industry(GRID)
        if PLAY in ways:
            for entry in state.hand(seat, "industry"):
                if state.holder(known(state, own, entry)) != seat:
                    yield Industry(PLAY, DECKS.named(state, own, entry))
        if DATA in ways:
            yield from (Industry(DATA, other=other) for other in looked_at(state, seat))

    def stand_in(self, state: Ambition, seat: int, chance: Chooser) -> Industry:
        return Industry(STOP)


INDUSTRY = question(IndustryChoice())


def close(step: Step, seat: int, industry: int, why: str) -> None:
    """Remove the industry of that type from play, if it is in play in front of the seat."""
    state = step.state
    for copy in state.industry[seat]:
        if state.face(copy) == industry:
            state.industry[seat] = without(state.industry[seat], copy)
            spend(step, (copy,))
            step.say(events.IndustryClosed(seat, copy, why))
