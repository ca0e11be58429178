"""Rock, paper, scissors for 2 to 6: all show their hands at once.

If exactly two kinds are shown, the better one scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.engine.agenda import AgendaGame, GameRules, Step
from core.engine.game import RandomSource, Setup, Standing
from core.engine.hidden.secrets import Secrets
from core.engine.options import Option, Options
from core.engine.question import Item, OneOf, OpenAsk
from core.engine.state import StateData, state
from core.engine.text.words import join_list

HANDS = ("rock", "paper", "scissors")
"""Hands: each beats the one before it, and the first beats the last."""


class Show(NamedTuple):
    """Decision for a hand, by its number."""

    hand: int


class Shown(NamedTuple):
    """Event with the hands of seats 1, 2..., and the seats that scored."""

    hands: tuple[int, ...]
    scored: tuple[int, ...]


@state
@dataclass(slots=True)
class Score(StateData):
    """Complete public state: the fields of every game, and the points by seat.

    Index 0 belongs to nobody.
    """

    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[OpenAsk, ...]
    rounds: int
    points: list[int]
    round: int


class ShowHand(OneOf[Score, Step[Score], Show]):
    """The only question: all seats are asked at once, and no seat sees a hand before all are shown."""

    kind = "show"
    decision = Show
    refusal_reason = "no such hand"

    def legal_answers(self, state: Score, seat: int) -> Iterator[Show]:
        return map(Show, range(len(HANDS)))

    def apply_all(self, step: Step[Score], decisions: Mapping[int, Show], details: Mapping[int, tuple[()]]) -> None:
        """Score the shown hands and begin the next round."""
        state, hands = step.state, tuple(decisions[seat].hand for seat in sorted(decisions))
        scored = tuple(seat for seat, (hand,) in sorted(decisions.items()) if set(hands) == {hand, (hand - 1) % 3})
        for seat in scored:
            state.points[seat] += 1
        step.emit(Shown(hands, scored))
        state.over = state.round == state.rounds
        if not state.over:
            state.round += 1
            for seat in sorted(decisions):
                step.ask(self, seat)

    def stand_in(self, state: Score, seat: int, chance: RandomSource) -> Show:
        return Show(chance.uniform(len(HANDS)))


RULES = GameRules()
SHOW = RULES.question(ShowHand())


def first(setup: Setup) -> Score:
    """Return the first state: all seats are asked for the first hand."""
    seats = range(1, setup.seats + 1)
    asking = tuple(SHOW.as_open_ask(seat) for seat in seats)
    return Score(1, bytes(32), False, [], asking, int(setup.options["rounds"]), [0, *(0 for _ in seats)], 1)


class Round(Step[Score]):
    """One step of a match."""

    __slots__ = ()
    game_rules = RULES


class RockPaperScissors(AgendaGame[Score]):
    """The parts of the game that `AgendaGame` does not provide."""

    name = "rock_paper_scissors"
    title = "Rock, Paper, Scissors"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6)
    options = Options([Option("rounds", (3, 5, 9), 5, "open", "how many times all show a hand")])
    step_class = Round
    make_first_state = staticmethod(first)

    def standing(self, state: Score) -> list[Standing]:
        order = sorted(range(1, len(state.points)), key=lambda seat: (-state.points[seat], seat))
        ranks = {seat: 1 + sum(more > state.points[seat] for more in state.points[1:]) for seat in order}
        return [Standing(ranks[seat], seat, (("points", state.points[seat]),)) for seat in order]

    def headings(self, state: Score) -> tuple[tuple[str, str], ...]:
        return (("Points", "points"),)

    def rounds(self, state: Score) -> int:
        return state.round

    def progress(self, state: Score) -> str:
        return f"round {self.rounds(state)} of {state.rounds}"

    def narrate(self, state: Score, event: Any) -> str:
        hands = ", ".join(f"seat {seat}: {HANDS[hand]}" for seat, hand in enumerate(event.hands, 1))
        points = join_list(f"seat {seat}" for seat in event.scored)
        return f"{hands}; a point for {points}" if event.scored else f"{hands}; no point"

    def describe_decision(self, state: Score, seat: int, decision: Any, secrets: Secrets) -> str:
        return HANDS[decision.hand]

    def describe(self, state: Score) -> str:
        return "\n".join(f"seat {seat}: {points}" for seat, points in enumerate(state.points) if seat)


GAME = RockPaperScissors()
