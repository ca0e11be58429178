"""Descriptions of the kinds of result for players."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.game import Game, Standing, shared_of
from core.engine.hidden.points import quorum
from core.engine.result import FREE_FOR_ALL, SOLO, TEAM, Outcome, kind_of
from core.engine.text.words import listed

SOLO_CHANCE_WARNING = "All chance came from one seat, so a modified program could have predicted it."
"""The warning that one seat alone determined the chance of its match."""

_UNRATED_NOTE = "It counts for no rating and no tournament."
_OUTCOME_NOTICES = {
    TEAM: f"One team: all win or all lose. {_UNRATED_NOTE}",
    SOLO: f"One seat against the game. {_UNRATED_NOTE} "
    "Chance comes from the player's own computer, so a modified program could predict it.",
}
"""The notices that players see before a match, by kind of result; a free-for-all match has none."""


def match_notice(game: Game, seats: int) -> str:
    """Return the notice that players need before a match with `seats` seats, or "" if there is none.

    The cards of a shared deck stay hidden unless a majority of seats cooperates. With two seats, they stay hidden from
    the other seat (docs/internals/shared-deck.md).
    """
    lines = [_OUTCOME_NOTICES.get(kind_of(game, seats), "")]
    if shared_of(game) is not None and seats > 2:
        lines.append(f"{quorum(seats)} of the other players, working together, can read the deck.")
    return " ".join(filter(None, lines))


def place_text(kind: str, place: Standing) -> str:
    """Return the place of a seat at the end, as "1." or, if all win or lose together, "won" or "lost"."""
    return f"{place.rank}." if kind == FREE_FOR_ALL else "won" if place.rank == 1 else "lost"


def winners_text(outcome: Outcome, who: Callable[[int], str]) -> str:
    """Return the result of the match in words, such as "The team wins", to begin a sentence.

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
    return f"{listed(map(who, outcome.winners))} {'wins' if len(outcome.winners) == 1 else 'share the victory'}"
