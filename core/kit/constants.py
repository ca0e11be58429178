"""The values outside the functions of a game file, which no rule, offer or bot may change.

A change there is in no state. So two computers could come to different states, and one player would seem to cheat.
"""

from __future__ import annotations

from collections.abc import Mapping

MAX_DEPTH = 20
"""Maximum number of containers in each other that are compared."""


class Constants:
    """The lists, dictionaries and sets of a game file, as they were when it was loaded."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._kept = [
            (name, value, _frozen(value))
            for name, value in values.items()
            if isinstance(value, (list, dict, set, tuple)) and not name.startswith("__") and not _is_fixed(value)
        ]

    def changed(self) -> str:
        """Return the name of a value that has changed, or ""."""
        return next((name for name, value, kept in self._kept if _frozen(value) != kept), "")


def _is_fixed(value: object) -> bool:
    """Return True if no part of a container can change."""
    return all(map(_is_fixed, value)) if isinstance(value, tuple) else not isinstance(value, (list, dict, set))


def _frozen(value: object, depth: int = 0) -> object:
    """Return a copy of a value that does not change with it; what is no container stays itself."""
    if depth > MAX_DEPTH:
        return None
    match value:
        case dict():
            return "dict", tuple((key, _frozen(each, depth + 1)) for key, each in value.items())
        case list() | tuple():
            return type(value), tuple(_frozen(each, depth + 1) for each in value)
        case set():
            return "set", frozenset(value)
    return value
