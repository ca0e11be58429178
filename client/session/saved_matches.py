"""Stored unfinished matches in the player's folder: their contents, and the way to resume them.

Each match has a directory, named by its id and our seat. The bots that this computer lends to the match have
directories in the folder `bots` beside it, and resume with the match.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

from client.session.match_session import TableSession, end_finished, solo_session
from core.engine.fork import ForkedGame, base_name
from core.games.registry import GAMES
from net.cli.arguments.options import DEFAULT_BOT
from net.records.record import MatchRecord
from net.session import saved_match
from net.session.kept_matches import check_free, remove, saved_matches
from net.session.saved_match import Progress


class OpenMatch(NamedTuple):
    """Match that can be resumed: its directory, its last play in seconds since 1970, and its progress."""

    home: Path
    when: float
    progress: Progress | None

    @property
    def title(self) -> str:
        """Game and players of the match, if they are known."""
        names = " - ".join(self.progress.names) if self.progress is not None else "a match that never began"
        with contextlib.suppress(saved_match.BadSavedMatch):
            return f"{GAMES[base_name(saved_match.read(self.home).game)].title} - {names}"
        return names[0].upper() + names[1:]

    @property
    def where(self) -> str:
        """Progress of the match, in words."""
        if self.progress is None:
            return "set-up"
        return "over" if self.progress.over else self.progress.position

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours of the seats, or none if they are not known."""
        with contextlib.suppress(saved_match.BadSavedMatch):
            return saved_match.read(self.home).colours
        return ()

    def record(self) -> MatchRecord:
        """Return a record of everything signed up to now, from this seat's log.

        Raise `BadSavedMatch` on failure.
        """
        return saved_match.record_of(self.home)


class SavedMatches:
    """Collection of the stored matches in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list_matches(self) -> list[OpenMatch]:
        """Return all stored matches, the last played first."""
        return [OpenMatch(*one) for one in saved_matches(self.folder)]

    def delete(self, match: OpenMatch) -> None:
        """Delete a match with its keys.

        Raise `OSError` on failure, and `EntryLogInUse` while a program plays the match.
        """
        end_finished()
        check_free(match.home)
        remove(match.home)


def forked_session(game: ForkedGame, old: OpenMatch, name: str) -> TableSession:
    """Return the session of a new match that continues this one against bots, in our seat.

    Raise `BadSavedMatch` or `OSError` on failure.
    """
    seat = saved_match.read(old.home).seat
    bots = [DEFAULT_BOT] * (game.seat_counts[0] - 1)
    return solo_session(game, bots, {}, name, directory=old.home.parent, seat=seat)
