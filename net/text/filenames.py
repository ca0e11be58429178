"""Texts of others as names of files, on any system."""

from __future__ import annotations

MOST_LETTERS, MOST_BYTES = 60, 180
"""Of a text in the name of a file; with a date and an ending it is no longer than any system takes."""
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")}
"""What Windows takes for a device, whatever ending follows."""


def for_file(text: str, otherwise: str = "") -> str:
    """The text as part of a file's name: no path, no device, nothing that a system refuses; `otherwise` where nothing
    is left of it.

    >>> for_file("../Ada/Bob?"), for_file("Zoë: 1. "), for_file("con"), for_file("Aux.1"), for_file("..", "me")
    ('_Ada_Bob_', 'Zoë_ 1', 'con_', 'Aux_.1', 'me')
    """
    shown = "".join(c if c.isalnum() or c in " -.'" else "_" for c in text)[:MOST_LETTERS]
    name = shown.encode()[:MOST_BYTES].decode(errors="ignore").strip(" .")
    stem, dot, rest = name.partition(".")
    if stem.strip().lower() in DEVICES:
        name = f"{stem.strip()}_{dot}{rest}"
    return name or otherwise
