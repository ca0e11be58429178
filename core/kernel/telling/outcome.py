"""Kinds of result in words."""

from __future__ import annotations

from collections.abc import Callable

from core.kernel.game import Standing
from core.kernel.result import FREE_FOR_ALL, SOLO, TEAM, Outcome
from core.kernel.telling.words import listed

FORESEEN = "Chance in it comes from the one seat alone: a changed client could have foreseen it."
"""What is to be known of a match of one seat."""

_UNRATED = "No rating and no tournament counts it."
BEFORE = {
    TEAM: f"One team: all win or all lose. {_UNRATED}",
    SOLO: f"One seat against the game. {_UNRATED} Its own computer makes chance: a changed client could foresee it.",
}
"""By kind, what is said before such a match; nothing of one in which everybody plays for himself."""


def placed(kind: str, place: Standing) -> str:
    """A seat's place at the end: "1.", or "won" or "lost" where all win or lose as one."""
    return f"{place.rank}." if kind == FREE_FOR_ALL else "won" if place.rank == 1 else "lost"


def ended(outcome: Outcome, who: Callable[[int], str]) -> str:
    """Who has won, as the beginning of a sentence.

    >>> [ended(Outcome(TEAM, seats), str) for seats in ((1, 2), ())]
    ['The team wins', 'The team loses']
    """
    if outcome.kind == TEAM:
        return f"The team {'wins' if outcome.winners else 'loses'}"
    if outcome.kind == SOLO:
        return f"{who(1)} {'wins' if outcome.winners else 'loses'}"
    return f"{listed(map(who, outcome.winners))} {'wins' if len(outcome.winners) == 1 else 'share the victory'}"
