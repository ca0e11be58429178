"""What a seat is asked, taken apart into one small question after the other, each of which can be taken back.

A *script* is a generator that yields what may be picked next and returns the decision; every game has its own, and a
board, a hand or a panel shows what is asked and hands back what was picked:

    def trim(hand, many):
        chosen = ()
        while len(chosen) < many:
            chosen += ((yield Picks("card", "Choose a card.", tuple(c for c in hand if c not in chosen))),)
        return Discard(chosen)

    picking = Picking(lambda: trim(hand, 2))
    picking.question            # Picks(kind="card", words="Choose a card.", targets=(...))
    picking.answer(hand[0])
    picking.undo()              # runs the script again
    picking.decision            # the finished decision, once no question is left
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from core.engine.game import Decision

Pick = tuple[str, int]
"""What was picked on a screen: a kind, and a number (0 where there is only one of the kind)."""
Way = tuple[Pick, ...]
"""Picks one after the other."""
CARD = "card"
"""The kind of a pick of the own hand; its number is the copy."""
ENOUGH = "enough"
"""The answer that ends a list, or leaves an optional choice empty."""


class Picks(NamedTuple):
    """What may be picked now.

    `kind` says what sort of thing that is, in the game's own words; `targets` are the legal answers; `enough` says
    whether it may end here; `why` tells in words what a target has to be; `chosen` holds what the same choice holds so
    far, for ghosts on a board.
    """

    kind: str
    words: str
    targets: tuple[Any, ...]
    enough: bool = False
    why: str = ""
    chosen: tuple[Any, ...] = ()


Script = Generator[Picks, Any, Any]
"""Yields what may be picked, is sent what was, and returns the decision, or a part of one."""


class Picking:
    """A script and the answers to it so far."""

    def __init__(self, script: Callable[[], Script]) -> None:
        """`script` begins it anew."""
        self._script = script
        self.answers: list[Any] = []
        self.asked: list[Picks] = []
        """The questions that have been answered."""
        self.question: Picks | None = None
        """What is asked now; None once everything is answered."""
        self.decision: Decision | None = None
        """What can be sent, once nothing is asked any more."""
        self._before: list[Any] = []
        """What was held before each thing that the player did."""
        self.run()

    @property
    def begun(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self._before)

    @property
    def history(self) -> list[tuple[Picks, Any]]:
        """Each question that has been answered, with its answer."""
        return list(zip(self.asked, self.answers))

    @property
    def targets(self) -> tuple[Any, ...]:
        """What may be picked now."""
        return self.question.targets if self.question is not None else ()

    @property
    def instead(self) -> tuple[Any, ...]:
        """What may be picked in place of the last answer, once nothing more is missing."""
        if not self.answers or self.decision is None or self.targets:
            return ()
        return tuple(value for value in self.asked[-1].targets if value != self.answers[-1])

    def answer(self, value: object) -> None:
        """Answers the question; raises `ValueError` with the reason for what is not legal."""
        question = self.question
        if question is None or not (value in question.targets or (question.enough and value == ENOUGH)):
            raise ValueError(self.why_not(value))
        self.remember()
        self.answers.append(value)
        self.run()

    def undo(self) -> bool:
        """Takes back the last thing that the player did; False if there is none."""
        if not self._before:
            return False
        self.restore(self._before.pop())
        self.run()
        return True

    def clear(self) -> None:
        """Takes everything back."""
        if self._before:
            self.restore(self._before[0])
            self._before = []
            self.run()

    def why_not(self, value: Any) -> str:
        """Why something is not legal now, in words."""
        return self.question.why if self.question is not None else "Nothing to choose."

    # What is held -----------------------------------------------------------------------------------------------------

    def held(self) -> Any:
        """All that `undo` brings back."""
        return list(self.answers)

    def restore(self, held: Any) -> None:
        """Brings it back."""
        self.answers = held

    def remember(self) -> None:
        """The player is about to do something that can be taken back."""
        self._before.append(self.held())

    def run(self) -> None:
        """Runs the script from its start with the answers so far."""
        self.question = self.decision = None
        self.asked = []
        script = self._script()
        try:
            self.question = next(script)
            for value in self.answers:
                self.asked.append(self.question)
                self.question = script.send(value)
        except StopIteration as done:
            self.question, self.decision = None, done.value

    def if_enough(self) -> Decision | None:
        """The decision if the player picks no more: the finished one, or what it would be if it ended here."""
        if self.question is None or not self.question.enough:
            return self.decision
        script, decision = self._script(), None
        try:
            next(script)
            for value in (*self.answers, ENOUGH):
                script.send(value)
        except StopIteration as done:
            decision = done.value
        return decision
