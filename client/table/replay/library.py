"""Library of the matches played in this window: one record file each, named by date and players."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from net.records import record
from net.records.record import MatchRecord
from net.text.filenames import to_filename
from net.text.sanitizer import plain

SUFFIX = ".tether"


class SavedRecord(NamedTuple):
    """Record of the library: file, time of writing (seconds since 1970), size in bytes."""

    path: Path
    when: float
    size: int

    @property
    def title(self) -> str:
        """Name without the date, if it begins with one, and without the common ending."""
        return re.sub(r"^\d{4}-\d\d-\d\d \d\d\.\d\d ", "", plain(self.path.name).removesuffix(SUFFIX))


class RecordLibrary:
    """Folder of records."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, match: MatchRecord, game: str, names: Sequence[str]) -> Path:
        """Write a record, named by game and players, and return its path.

        Raises `OSError`, for instance for a full disk. Only the part of the game's title after its colon is used. No
        file name can have a colon, and so the players fit in too.
        """
        name = f"{time.strftime('%Y-%m-%d %H.%M')} {to_filename(' - '.join((game.rpartition(': ')[2], *names)))}"
        path, number = self.folder / f"{name}{SUFFIX}", 1
        while path.exists():
            number += 1
            path = self.folder / f"{name} {number}{SUFFIX}"
        record.write(path, match)
        return path

    def records(self) -> list[SavedRecord]:
        """Return all records, the newest first; none if there is no such folder."""
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
