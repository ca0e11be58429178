"""Texts of questions for a player, which are not part of the rules."""

from __future__ import annotations

from typing import NamedTuple


class QuestionText(NamedTuple):
    """The text of a question: a title and a sentence."""

    title: str
    """The subject of the question, in one or two words."""
    sentence: str
    """The duty or the choice that the player has, as a sentence."""
