"""Search for a seat's directory within a given directory."""

from __future__ import annotations

from pathlib import Path

from net.session import saved_match
from net.session.saved_match import BadSavedMatch


def find_seat_directory(directory: Path) -> Path:
    """Return the directory of a saved seat: the given one, or the only seat's directory in it.

    Raises `BadSavedMatch`, whose message continues a sentence that begins with the directory's name.
    """
    if (directory / saved_match.MATCH).exists():
        return directory
    found = list(saved_match.saved_seats(directory))
    if not found:
        raise BadSavedMatch("is not a saved match")
    if len(found) > 1:
        raise BadSavedMatch(
            f"contains {len(found)} saved matches; name one of them: {', '.join(h.name for h in found)}"
        )
    return found[0]
