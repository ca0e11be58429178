"""Descriptions of the kinds of result for players."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.game import Game, Standing, shared_of
from core.engine.hidden.points import quorum
from core.engine.result import FREE_FOR_ALL, SOLO, TEAM, Outcome, kind_of
from core.engine.text.words import join_list

SOLO_CHANCE_WARNING = "All chance came from one seat, so a modified program could have predicted it."
"""Warning about a match whose random numbers came from a single seat."""

_UNRATED_NOTE = "It does not count towards ratings or tournaments."
_OUTCOME_NOTICES = {
    TEAM: f"One team: all win or all lose. {_UNRATED_NOTE}",
    SOLO: f"One seat against the game. {_UNRATED_NOTE} "
    "Chance comes from the player's own computer, so a modified program could predict it.",
}
"""Notices before a match by kind of result; a free-for-all match has none."""


def match_notice(game: Game, seats: int) -> str:
    """Return the notice that players need before a match with `seats` seats, or "" if there is none.

    With three or more seats, a majority of the other seats could read a shared deck together
    (docs/internals/shared-deck.md).
    """
    lines = [_OUTCOME_NOTICES.get(kind_of(game, seats), "")]
    if shared_of(game) is not None and seats > 2:
        lines.append(f"{quorum(seats)} of the other players, working together, can read the deck.")
    return " ".join(filter(None, lines))


def place_text(kind: str, place: Standing) -> str:
    """Return the final place of a seat: "1." for a rank, or "won" or "lost" if all seats win or lose together."""
    return f"{place.rank}." if kind == FREE_FOR_ALL else "won" if place.rank == 1 else "lost"


def winners_text(outcome: Outcome, who: Callable[[int], str]) -> str:
    """Return the result of a match as the beginning of a sentence, such as "The team wins".

    >>> [winners_text(Outcome(TEAM, seats), str) for seats in ((1, 2), ())]
    ['The team wins', 'The team loses']
    >>> winners_text(Outcome("free for all", ()), str)
    'Nobody wins'
    """
    if outcome.kind not in (TEAM, SOLO) and not outcome.winners:
        return "Nobody wins"
    if outcome.kind == TEAM:
        return f"The team {'wins' if outcome.winners else 'loses'}"
    if outcome.kind == SOLO:
        return f"{who(1)} {'wins' if outcome.winners else 'loses'}"
    return f"{join_list(map(who, outcome.winners))} {'wins' if len(outcome.winners) == 1 else 'share the victory'}"
