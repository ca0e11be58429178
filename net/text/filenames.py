"""File names made from the texts of others, valid on any system."""

from __future__ import annotations

MOST_LETTERS, MOST_BYTES = 60, 180
"""Maximum number of letters and of bytes of a text in a file name.

With a date and a suffix, the name is still short enough for any system.
"""
RESERVED_DEVICE_NAMES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"),
}
"""Names that Windows treats as a device, whatever suffix they have."""


def to_filename(text: str, otherwise: str = "") -> str:
    """Return the text as part of a file name, or `otherwise` if nothing is left of it.

    The result is no path and no device, and contains nothing that a system rejects.

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
    return name or otherwise
