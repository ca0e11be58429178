"""Which seat's directory is meant by one that somebody names."""

from __future__ import annotations

from pathlib import Path

from net import kept
from net.kept import BadKept


def home_of(directory: Path) -> Path:
    """The directory of a seat that was kept: this one, or the only one in it; raises `BadKept`."""
    if (directory / kept.MATCH).exists():
        return directory
    found = list(kept.homes(directory))
    if not found:
        raise BadKept(f"{directory} holds no match that was kept")
    if len(found) > 1:
        raise BadKept(f"{directory} holds {len(found)} matches; name one: {', '.join(h.name for h in found)}")
    return found[0]
