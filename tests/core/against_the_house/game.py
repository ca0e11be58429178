"""Rock, paper, scissors of a team of 1 to 6 against the house, whose hand the beacon draws after all have shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.kernel.agenda import Chapters
from core.kernel.game import Standing
from core.kernel.result import TEAM, together
from tests.core.rock_paper_scissors.game import (
    HANDS,
    RockPaperScissors,
    Round,
    Score,
    Show,
    Shown,
    all_show,
    check_show,
)

RULES = Chapters()
RULES.checks("show")(check_show)


@RULES.answers("show")
def show(step: TeamRound, shown: Mapping[int, Show], details: Mapping[int, tuple[Any, ...]]) -> None:
    """A point where more of the team's hands beat the house than lose to it; it wins with more than half of them."""
    state, seats = step.state, sorted(shown)
    house = step.chance.stream("house").uniform(len(HANDS))
    hands = tuple(shown[seat].hand for seat in seats)
    won = sum((hand - house) % 3 == 1 for hand in hands) > sum((house - hand) % 3 == 1 for hand in hands)
    state.points[1:] = [points + won for points in state.points[1:]]
    step.say(Shown((*hands, house), tuple(seats) if won else ()))
    state.over = state.round == state.rounds
    state.round += not state.over
    state.asking = () if state.over else all_show(len(seats))


class TeamRound(Round):
    """The resolution of one step, by these rules."""

    __slots__ = ()
    chapters = RULES


class AgainstTheHouse(RockPaperScissors):
    """Everything but who wins is as in the other sample."""

    name, title, kind = "against_the_house", "Against the House", TEAM
    seat_counts = (1, 2, 3, 4, 5, 6)
    steps = TeamRound

    def standing(self, state: Score) -> list[Standing]:
        points = state.points[1]
        return together(range(1, len(state.points)), state.over and 2 * points > state.rounds, ("points", points))

    def tell(self, state: Score, event: Shown) -> str:
        *own, house = (HANDS[hand] for hand in event.hands)
        hands = ", ".join(f"seat {seat}: {hand}" for seat, hand in enumerate(own, 1))
        return f"{hands}; the house: {house}; {'a' if event.scored else 'no'} point"


GAME = AgainstTheHouse()
