"""Where the matches that were played in this window are kept: one record file each, named by date and players."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from net.records import record
from net.records.record import MatchRecord
from net.text.filenames import for_file
from net.text.sanitizer import plain

SUFFIX = ".tether"


class SavedRecord(NamedTuple):
    """A record of the library: its file, the time at which it was written (seconds since 1970), its size in bytes."""

    path: Path
    when: float
    size: int

    @property
    def title(self) -> str:
        """Its name without the date, if it begins with one, and without the ending, which all of them have."""
        return re.sub(r"^\d{4}-\d\d-\d\d \d\d\.\d\d ", "", plain(self.path.name).removesuffix(SUFFIX))


class RecordLibrary:
    """A folder of records."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, match: MatchRecord, game: str, names: Sequence[str]) -> Path:
        """Writes a record, named by game and players; where it is. Raises `OSError`, for instance for a full disk.

        Of a game's title only what stands behind its colon, which no file's name can have: so the players fit in too.
        """
        name = f"{time.strftime('%Y-%m-%d %H.%M')} {for_file(' - '.join((game.rpartition(': ')[2], *names)))}"
        path, number = self.folder / f"{name}{SUFFIX}", 1
        while path.exists():
            number += 1
            path = self.folder / f"{name} {number}{SUFFIX}"
        record.write(path, match)
        return path

    def records(self) -> list[SavedRecord]:
        """All records, the newest first; none if there is no such folder."""
        found = []
        try:
            for path in self.folder.glob(f"*{SUFFIX}"):
                facts = path.stat()
                found.append(SavedRecord(path, facts.st_mtime, facts.st_size))
        except OSError:
            return []
        return sorted(found, key=lambda kept: (-kept.when, kept.path.name))

    def remove(self, kept: SavedRecord) -> None:
        """Deletes a record; raises `OSError`."""
        kept.path.unlink(missing_ok=True)
