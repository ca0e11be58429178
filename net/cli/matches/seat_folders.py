"""Choice of a seat's directory from a given directory."""

from __future__ import annotations

from pathlib import Path

from net.session import saved_match
from net.session.saved_match import BadSavedMatch


def home_of(directory: Path) -> Path:
    """Return the directory of a saved seat: the given one, or the only one in it.

    Raises `BadSavedMatch`. Its message continues a sentence that begins with the name of the directory.
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
