"""The wording of questions for a player; no part of the rules."""

from __future__ import annotations

from typing import NamedTuple


class QuestionText(NamedTuple):
    """A question in words."""

    title: str
    """The subject, in a word or two."""
    sentence: str
    """The duty or choice, as a sentence."""
