"""Which seat's directory is meant by one that somebody names."""

from __future__ import annotations

from pathlib import Path

from net import saved_match
from net.saved_match import BadSavedMatch


def home_of(directory: Path) -> Path:
    """The directory of a seat that was kept: this one, or the only one in it; raises `BadSavedMatch`."""
    if (directory / saved_match.MATCH).exists():
        return directory
    found = list(saved_match.homes(directory))
    if not found:
        raise BadSavedMatch(f"{directory} holds no match that was kept")
    if len(found) > 1:
        raise BadSavedMatch(f"{directory} holds {len(found)} matches; name one: {', '.join(h.name for h in found)}")
    return found[0]
