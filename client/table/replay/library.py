"""The library of the matches played in this window.

Each match has one record file, named by date and players.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from net.records import record
from net.records.record import MatchRecord
from net.text.filenames import to_filename
from net.text.sanitizer import visible_line

SUFFIX = ".tether"


class SavedRecord(NamedTuple):
    """A record in the library: its file, its time (seconds since 1970), and its size in bytes.

    The time is that of the last write.
    """

    path: Path
    when: float
    size: int

    @property
    def title(self) -> str:
        """The file name without a leading date and without the common ending."""
        return re.sub(r"^\d{4}-\d\d-\d\d \d\d\.\d\d ", "", visible_line(self.path.name).removesuffix(SUFFIX))


class RecordLibrary:
    """A folder of records."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save_record(self, match: MatchRecord, game: str, names: Sequence[str]) -> Path:
        """Write a record, in a file named by game and players, and return its path.

        Raise `OSError` on failure, for instance if the disk is full. Only the part of the game's title after its colon
        is used: a file name cannot have a colon, and a shorter title leaves room for the players.
        """
        name = f"{time.strftime('%Y-%m-%d %H.%M')} {to_filename(' - '.join((game.rpartition(': ')[2], *names)))}"
        path, number = self.folder / f"{name}{SUFFIX}", 1
        while path.exists():
            number += 1
            path = self.folder / f"{name} {number}{SUFFIX}"
        record.write(path, match)
        return path

    def records(self) -> list[SavedRecord]:
        """Return all records, the newest first; return none if the folder does not exist."""
        found = []
        try:
            for path in self.folder.glob(f"*{SUFFIX}"):
                facts = path.stat()
                found.append(SavedRecord(path, facts.st_mtime, facts.st_size))
        except OSError:
            return []
        return sorted(found, key=lambda kept: (-kept.when, kept.path.name))

    def remove(self, kept: SavedRecord) -> None:
        """Delete a record; raise `OSError` on failure."""
        kept.path.unlink(missing_ok=True)
