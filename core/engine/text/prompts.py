"""Texts of questions for a player, which are not part of the rules."""

from __future__ import annotations

from typing import NamedTuple


class QuestionText(NamedTuple):
    """Text of a question: a title and a sentence."""

    title: str
    """Subject of the question, in one or two words."""
    sentence: str
    """Sentence that says what the player must do or may choose."""
