"""Rock, paper, scissors for a team of 1 to 6 seats against the house.

The beacon draws the hand of the house after all seats have decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.engine.agenda import GameRules, Step
from core.engine.game import Standing
from core.engine.result import TEAM, standing_together
from tests.support.games.rock_paper_scissors.game import HANDS, RockPaperScissors, Round, Score, Show, ShowHand, Shown

RULES = GameRules()


class ShowTogether(ShowHand):
    """The question for a hand; all seats score together or not at all."""

    def apply_all(self, step: Step[Score], decisions: Mapping[int, Show], details: Mapping[int, tuple[()]]) -> None:
        """Score a point if more hands of the team beat the house than lose to it.

        More than half of the points win the match.
        """
        state, seats = step.state, sorted(decisions)
        house = step.chance.stream("house").uniform(len(HANDS))
        hands = tuple(decisions[seat].hand for seat in seats)
        won = sum((hand - house) % 3 == 1 for hand in hands) > sum((house - hand) % 3 == 1 for hand in hands)
        state.points[1:] = [points + won for points in state.points[1:]]
        step.emit(Shown((*hands, house), tuple(seats) if won else ()))
        state.over = state.round == state.rounds
        if not state.over:
            state.round += 1
            for seat in seats:
                step.ask(self, seat)


class TeamRound(Round):
    """One step of a match."""

    __slots__ = ()
    game_rules = RULES


class AgainstTheHouse(RockPaperScissors):
    """The team variant of rock, paper, scissors."""

    name, title, kind = "against_the_house", "Against the House", TEAM
    seat_counts: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    step_class = TeamRound

    def standing(self, state: Score) -> list[Standing]:
        points = state.points[1]
        return standing_together(
            range(1, len(state.points)), state.over and 2 * points > state.rounds, ("points", points)
        )

    def narrate(self, state: Score, event: Any) -> str:
        *own, house = (HANDS[hand] for hand in event.hands)
        hands = ", ".join(f"seat {seat}: {hand}" for seat, hand in enumerate(own, 1))
        return f"{hands}; the house: {house}; {'a' if event.scored else 'no'} point"


RULES.question(ShowTogether())
GAME = AgainstTheHouse()
