"""Review of the match that has just ended at a table."""

from __future__ import annotations

from client.table.match.controller import MatchController
from client.table.review.review import Review


def make_review(match: MatchController) -> Review:
    """Return a review of a match and of our seat's decisions, which is not started yet."""
    return Review(match.course.for_seat(match.model.own), match.spec.words_by(match.names))
