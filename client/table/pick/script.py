"""Questions to a seat, split into small questions that can each be taken back.

A *script* is a generator that yields the next possible picks and returns the decision. Every game has its own. A board,
a hand or a panel shows the question and hands back the pick:

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
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from core.engine.game import Decision

Pick = tuple[str, int]
"""A pick on a screen: a kind and a number, which is 0 if the kind has only one pick."""
PickPath = tuple[Pick, ...]
"""A sequence of picks."""
CARD = "card"
"""The kind of a pick from our hand; the number of such a pick is the copy."""
ENOUGH = "enough"
"""The answer that ends a list, or that leaves an optional choice empty."""


A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class Picks(NamedTuple, Generic[A_co]):
    """The picks that are possible at one point of a script.

    `kind` is the kind of thing, in the game's own words. `targets` are the legal answers. `enough` is True if the
    choice may end here. `why` says which targets are legal. `chosen` is the choice so far, for ghosts on a board.
    """

    kind: str
    words: str
    targets: tuple[A_co, ...]
    enough: bool = False
    why: str = ""
    chosen: tuple[A_co, ...] = ()


Script: TypeAlias = Generator[Picks[A], Any, Any]
"""A generator that yields possible picks, receives the pick, and returns a decision or a part of it.

It receives one of the targets that it has just named, or `ENOUGH`. Each `yield` has its own type, which the type of a
generator cannot express.
"""


class PickRun(Generic[A]):
    """A running script, with the answers given so far."""

    def __init__(self, script: Callable[[], Script[A]]) -> None:
        """Create a picking.

        `script` is a function that starts the script from its beginning.
        """
        self._script = script
        self.answers: list[A] = []
        self.asked: list[Picks[A]] = []
        """The questions that have been answered."""
        self.question: Picks[A] | None = None
        """The question that is asked now, or None once all are answered."""
        self.decision: Decision | None = None
        """The decision, which can be sent once no question is left, or None before that."""
        self._before: list[Callable[[], None]] = []
        """A stack of functions, one for each action of the player, that restore the state before it."""
        self.run()

    @property
    def has_answers(self) -> bool:
        """True if there is an answer to take back."""
        return bool(self._before)

    @property
    def history(self) -> list[tuple[Picks[A], A]]:
        """The answered questions, each with its answer."""
        return list(zip(self.asked, self.answers))

    @property
    def targets(self) -> tuple[A, ...]:
        """The picks that are possible now."""
        return self.question.targets if self.question is not None else ()

    @property
    def alternatives(self) -> tuple[A, ...]:
        """The alternatives to the last answer, once all questions are answered."""
        if not self.answers or self.decision is None or self.targets:
            return ()
        return tuple(value for value in self.asked[-1].targets if value != self.answers[-1])

    def answer(self, value: A) -> None:
        """Answer the question; raise `ValueError` with the reason for an illegal answer."""
        question = self.question
        if question is None or not (value in question.targets or (question.enough and value == ENOUGH)):
            raise ValueError(self.why_not(value))
        self.save_undo_state()
        self.answers.append(value)
        self.run()

    def undo(self) -> bool:
        """Take back the player's last action; return False if there is none."""
        if not self._before:
            return False
        self._before.pop()()
        self.run()
        return True

    def clear(self) -> None:
        """Take back all answers."""
        if self._before:
            self._before[0]()
            self._before = []
            self.run()

    def why_not(self, value: A) -> str:
        """Return the reason why a value is not a legal answer now."""
        return self.question.why if self.question is not None else "Nothing to choose."

    # Undo -------------------------------------------------------------------------------------------------------------

    def snapshot(self) -> Callable[[], None]:
        """Return a function that restores the present state, for `undo`."""
        answers = list(self.answers)

        def restore() -> None:
            self.answers = answers

        return restore

    def save_undo_state(self) -> None:
        """Store the state before a player's action."""
        self._before.append(self.snapshot())

    def run(self) -> None:
        """Run the script from its start with the answers so far."""
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

    def decision_if_ended(self) -> Decision | None:
        """Return the decision for the case that the player picks nothing more.

        It is the finished decision, or the decision that results if the present choice ends here.
        """
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
