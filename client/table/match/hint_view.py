"""View of a hint at one kind of table: the answers that lead to a decision, and the areas in which they are given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from client.table.match.hint_path import Path, find_path
from client.table.match.inquiry import Inquiry, OpenQuestion
from client.ui.hexes import Rect
from core.engine.game import Decision


class HintView(ABC):
    """The part of a table that finds the answers of a hint and the places where they are given."""

    @abstractmethod
    def fresh_prompt(self, asked: OpenQuestion) -> Inquiry:
        """Return a question to our seat as a fresh prompt, and change nothing that is shown."""

    @abstractmethod
    def answer_rects(self, answer: Any) -> Sequence[Rect]:  # each prompt knows the type of its answers
        """Return the areas of the table in which the player gives an answer of the present prompt."""

    def describe_decision(self, inquiry: Inquiry) -> str:
        """Return the decision of a prompt in words, as rich text, or "" if only the rules have words for it."""
        return ""

    def answers(self, inquiry: Inquiry) -> Sequence[object]:
        """Return the answers that a prompt has been given."""
        return [answer for _, answer in inquiry.history]

    def find_answers(self, asked: OpenQuestion, decision: Decision) -> tuple[Path | None, str]:
        """Return the answers that lead to a decision, or None, and the decision in words, or "".

        This may run in a thread, and it changes nothing that is shown.
        """
        inquiry = self.fresh_prompt(asked)
        numbers = _numbers(decision)
        path = find_path(inquiry, decision, [face for slot, face in asked.own.faces.items() if slot in numbers])
        return path, self.describe_decision(inquiry) if path is not None else ""


def _numbers(value: object) -> set[int]:
    """Return all numbers in a decision."""
    if isinstance(value, int):
        return {value}
    return set().union(*map(_numbers, value)) if isinstance(value, tuple) else set()
