"""Matches that are saved in a folder: all of them, those that can be resumed, and this computer's bots in them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from core.engine.fork import base_name
from core.games.registry import GAMES
from net.replication.entry_log import EntryLogInUse, lock_file
from net.session import saved_match
from net.session.saved_match import BadSavedMatch, Progress, SavedMatch
from net.system import paths
from net.system.safe_files import open_unshared

BOTS = "bots"
"""Name of the folder, beside the saved matches, in which the bots of this computer save theirs."""


class SavedFolder(NamedTuple):
    """A match that one seat has saved: its directory, when it was last played, and its progress.

    The time is in seconds since 1970.
    """

    home: Path
    last_played: float
    progress: Progress | None

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return self.progress is not None and self.progress.over

    @property
    def title(self) -> str:
        """Title of the game and names of its players, where they are known."""
        names = ", ".join(self.progress.names) if self.progress is not None else "not begun"
        with contextlib.suppress(BadSavedMatch):
            return f"{GAMES[base_name(saved_match.read(self.home).game)].title}: {names}"
        return names

    @property
    def position(self) -> str:
        """Position of the match in the words of the game; "set-up" before it begins, "over" after its end."""
        if self.progress is None:
            return "set-up"
        return "over" if self.over else self.progress.position


def matches_folder() -> Path:
    """Return the folder in which this user's matches are saved; raise `OSError` if there is no home folder."""
    return paths.data_folder() / paths.MATCHES


def usable_matches_folder() -> Path:
    """Return `matches_folder`, created if it was missing; raise `OSError` if it cannot be written to."""
    found = matches_folder()
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    probe = found / ".probe"
    probe.touch()
    probe.unlink()
    return found


def saved_matches(where: Path) -> list[SavedFolder]:
    """Return the matches that are saved in a folder, the most recently played first."""
    found = []
    for home in saved_match.saved_seats(where):
        with contextlib.suppress(OSError):
            log = home / saved_match.LOG
            when = (log if log.exists() else home / saved_match.MATCH).stat().st_mtime
            found.append(SavedFolder(home, when, saved_match.read_progress(home)))
    return sorted(found, key=lambda one: (-one.last_played, one.home.name))


def find_match(room: bytes, directories: Iterable[Path | None]) -> Path | None:
    """Return the directory in which a seat of the match with this room id is saved, or None.

    Only the given directories and their subdirectories are searched.
    """
    for place in directories:
        for home in saved_match.saved_seats(place) if place is not None else ():
            with contextlib.suppress(BadSavedMatch):
                if saved_match.read(home).room == room:
                    return home
    return None


def resumable_matches(folders: Iterable[Path | None]) -> dict[bytes, Path]:
    """Return the directories of matches in these folders that can be resumed, by room id.

    Such a match is not over, and no program is playing it.
    """
    found: dict[bytes, Path] = {}
    for one in (one for place in folders if place is not None for one in saved_matches(place)):
        with contextlib.suppress(BadSavedMatch, OSError):
            if not one.over and not is_in_use(one.home):
                found.setdefault(saved_match.read(one.home).room, one.home)
    return found


def is_in_use(home: Path) -> bool:
    """Return True if a program is playing the match of this directory."""
    log = home / saved_match.LOG
    if not log.exists():
        return False
    with open_unshared(log, create=False) as file:
        try:
            lock_file(file)
        except OSError:
            return True
    return False


def check_free(home: Path) -> None:
    """Raise `EntryLogInUse` if a program is playing the match of this directory."""
    if is_in_use(home):
        raise EntryLogInUse("Another window or program is playing this match.")


def bot_directories(home: Path) -> list[Path]:
    """Return the directories of this computer's bots in the match of a seat's directory, in seat order.

    There is at most one for each other seat. Damaged directories and those of other matches are left out.
    """
    try:
        own = saved_match.read(home)
    except BadSavedMatch:
        return []
    room = home.name.rpartition("-")[0]
    others = [seat for seat in range(1, own.seats + 1) if seat != own.seat]
    places = {seat: home.parent / BOTS / f"{room}-{seat}" for seat in others}
    return [place for seat, place in places.items() if _keeps_seat(place, own, seat)]


def _keeps_seat(bot: Path, own: SavedMatch, seat: int) -> bool:
    """Return True if a bot's directory belongs to this seat of the same match."""
    try:
        kept = saved_match.read(bot)
    except BadSavedMatch:
        return False
    same = (kept.room, kept.game, kept.seats, kept.seat) == (own.room, own.game, own.seats, seat)
    return same and seat not in kept.persons


def remove(home: Path) -> None:
    """Delete the directory of a match and those of its bots here; raise `OSError` if one cannot be deleted."""
    room = home.name.rpartition("-")[0]
    bots = [bot for bot in saved_match.saved_seats(home.parent / BOTS) if bot.name.rpartition("-")[0] == room]
    for one in (*bots, home):
        shutil.rmtree(one)
