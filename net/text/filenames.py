"""File names made from the texts of others, valid on any system."""

from __future__ import annotations

MOST_LETTERS, MOST_BYTES = 60, 180
"""Maximum number of letters and of bytes that a text may have in a file name.

Even with a date and a suffix, the file name is then short enough for any system.
"""
RESERVED_DEVICE_NAMES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"),
}
"""Names that Windows reserves for devices, with any suffix."""


def to_filename(text: str, default: str = "") -> str:
    """Return the text as part of a file name, or `default` if no valid character is left.

    The result is never a path or a device name, and contains no character that a system rejects.

    >>> to_filename("../Ada/Bob?"), to_filename("Zoë: 1. "), to_filename("con"), to_filename("Aux.1")
    ('_Ada_Bob_', 'Zoë_ 1', 'con_', 'Aux_.1')
    >>> to_filename("..", "me")
    'me'
    """
    shown = "".join(c if c.isalnum() or c in " -.'" else "_" for c in text)[:MOST_LETTERS]
    name = shown.encode()[:MOST_BYTES].decode(errors="ignore").strip(" .")
    stem, dot, rest = name.partition(".")
    if stem.strip().lower() in RESERVED_DEVICE_NAMES:
        name = f"{stem.strip()}_{dot}{rest}"
    return name or default
