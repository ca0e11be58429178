"""A question to our seat, both as it arrives and as a prompt that is answered bit by bit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from client.table.pick.script import Picks
from core.engine.game import Ask, Decision, State
from core.engine.hidden.secrets import Secrets


class OpenQuestion(NamedTuple):
    """A question to our seat, with the table and our secrets at that moment."""

    state: State
    own: Secrets
    ask: Ask


class Inquiry(Protocol):
    """A prompt with which the player answers a question to our seat."""

    secrets: Secrets
    """The copy of our secrets with which the decision is made."""

    @property
    def question(self) -> Picks[object] | None:
        """The present small question of a prompt that asks bit by bit, or None for any other prompt."""

    @property
    def decision(self) -> Decision | None:
        """The decision, or None while an answer is missing."""

    @property
    def has_answers(self) -> bool:
        """True if there is an answer to take back."""

    @property
    def history(self) -> Sequence[tuple[object, object]]:
        """The small questions answered so far, each with its answer."""

    def answer(self, value: Any) -> None:
        """Answer with one of the targets of the question.

        The prompt knows the type of the targets. Raise `ValueError` for an illegal answer.
        """

    def undo(self) -> bool:
        """Take back the last answer; return False if there is none."""
