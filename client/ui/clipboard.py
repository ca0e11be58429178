"""The clipboard of the kit."""

from __future__ import annotations


class Clipboard:
    """A store for text to copy and paste; the window replaces it with the system's clipboard."""

    def __init__(self) -> None:
        self._text = ""

    def get(self) -> str:
        """Return the copied text."""
        return self._text

    def set(self, text: str) -> None:
        """Copy a text."""
        self._text = text
