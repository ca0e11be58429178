"""What is copied and pasted."""

from __future__ import annotations


class Clipboard:
    """Text to copy and paste; the window puts the system's in its place."""

    def __init__(self) -> None:
        self._text = ""

    def get(self) -> str:
        """What was copied."""
        return self._text

    def set(self, text: str) -> None:
        """Copy."""
        self._text = text
