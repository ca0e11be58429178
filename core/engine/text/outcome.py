"""Kinds of result in words."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.game import Game, Standing, shared_of
from core.engine.hidden.points import quorum
from core.engine.result import FREE_FOR_ALL, SOLO, TEAM, Outcome, kind_of
from core.engine.text.words import listed

SOLO_CHANCE_WARNING = "Chance came from the one seat alone, so a modified program could have predicted it."
"""The warning about chance in a match of one seat."""

_UNRATED = "No rating and no tournament counts it."
_NOTICES = {
    TEAM: f"One team: all win or all lose. {_UNRATED}",
    SOLO: f"One seat against the game. {_UNRATED} "
    "Chance comes from the player's own computer, so a modified program could predict it.",
}
"""Notices before a match by kind; a free-for-all match has none."""


def match_notice(game: Game, seats: int) -> str:
    """Return the notice that players need before a match with this number of seats; "" if there is none.

    A shared deck is closed to any league below a majority. With two seats, it is closed to the other seat
    (docs/internals/shared-deck.md).
    """
    said = [_NOTICES.get(kind_of(game, seats), "")]
    if shared_of(game) is not None and seats > 2:
        said.append(f"{quorum(seats)} of the other players, working together, can read the deck.")
    return " ".join(filter(None, said))


def place_text(kind: str, place: Standing) -> str:
    """Return a seat's place at the end: "1.", or "won" or "lost" where all win or lose together."""
    return f"{place.rank}." if kind == FREE_FOR_ALL else "won" if place.rank == 1 else "lost"


def winners_text(outcome: Outcome, who: Callable[[int], str]) -> str:
    """Return the result of the match as the beginning of a sentence.

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
