"""The plan of a game's bot: each question has a score of its answers.

An answer is drawn by lot among those that are nearly the best, so that a bot does not always play one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from core.bots.base import DecisionPosition
from core.engine.game import Decision
from core.engine.hidden.cards import closed_entries
from core.engine.hidden.hand import held_cards
from core.engine.hidden.secrets import foreign_slot
from core.kit.errors import KitError, first_line, in_line, located
from core.kit.questions import KitQuestion
from core.kit.table import Cards

MAX_ANSWERS = 500
"""Maximum number of answers that a bot scores for one question."""


class Score(NamedTuple):
    """The score of a question's answers: `worth(s, seat, answer)` is a whole number.

    An answer that is worth `spread` less than the best one is never given, and the nearer to the best, the more often.
    """

    worth: Callable[..., int]
    spread: int
    shown: int = 0
    """Number of further values that the function gets.

    They are the bot's own hand, the cards that lie before it, and the closed cards of others that it has looked at.
    """


def plan_of(scores: Mapping[KitQuestion[Any], Score]) -> dict[Any, Callable[[DecisionPosition[Any]], Decision]]:
    """Return the plan of a game, by question."""
    return {question: _decider(question, score) for question, score in scores.items()}


def _decider(question: KitQuestion[Any], score: Score) -> Callable[[DecisionPosition[Any]], Decision]:
    worth = located(f"the bot's score of {question.kind}", score.worth)

    def decide(at: DecisionPosition[Any]) -> Decision:
        found: list[Decision] = list(islice(question.options(at.state, at.seat, at.secrets), MAX_ANSWERS))
        own = _own_cards(at)[: score.shown] if score.shown else ()
        worths = [worth(at.state, at.seat, question.seen(answer, at.secrets), *own) for answer in found]
        wrong = next((each for each in worths if type(each) is not int), 0)
        if wrong is None or wrong:
            where = f"the bot's score of {question.kind}{in_line(first_line(score.worth))}"
            if wrong is None:
                raise KitError(f"{where} returned None: is a `return` missing?")
            raise KitError(f"{where} returned {wrong!r}: it must be a whole number")
        best = max(worths)
        near = [max(0, score.spread - (best - each)) ** 2 or int(each == best) for each in worths]
        throw = at.dice.uniform(sum(near)) if sum(near) < 2**31 else _large(at, sum(near))
        for answer, weight in zip(found, near):
            if throw < weight:
                return answer
            throw -= weight
        return found[-1]

    return decide


def _own_cards(at: DecisionPosition[Any]) -> tuple[Cards, Cards, Mapping[int, Cards]]:
    """Return the bot's hand, the cards before it, face down or turned up, and by seat the others' that it has seen."""
    down = tuple(at.secrets.faces[entry] if entry > 0 else -entry for entry in at.state.face_down[at.seat])
    return tuple(copy for copy, _ in held_cards(at.state, at.seat, at.secrets)), down, _seen_cards(at)


def _seen_cards(at: DecisionPosition[Any]) -> dict[int, Cards]:
    """Return, by seat, the closed cards of other seats that the bot has looked at and that still lie there."""
    seen = at.secrets.foreign_openings
    found = {}
    for other in at.state.seats:
        if other != at.seat:
            slots = at.state.piles.hand[other] + closed_entries(at.state.face_down[other])
            known = (seen.get(foreign_slot(other, slot)) for slot in slots)
            found[other] = tuple(opening[1] for opening in known if opening is not None)
    return found


def _large(at: DecisionPosition[Any], total: int) -> int:
    """Return an arbitrary number below a total that exceeds the range of the dice."""
    return (at.dice.uniform(2**30) << 60 | at.dice.uniform(2**30) << 30 | at.dice.uniform(2**30)) % total
