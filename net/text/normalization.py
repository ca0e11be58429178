"""Normalisation of typed text before it is signed; the receiver of a text does not change it.

Only this module uses the Unicode tables of the running Python, which may differ from those of another computer.
"""

from __future__ import annotations

import unicodedata


def to_nfc(text: str) -> str:
    r"""Return the text in the form NFC, with question marks in place of invalid characters.

    >>> to_nfc("e\u0301") == "\u00e9", to_nfc("\udcff")
    (True, '?')
    """
    return unicodedata.normalize("NFC", _replace_invalid_characters(text))


def to_nfkc(text: str) -> str:
    """Return the text in the form NFKC, in which full-width letters and ligatures become plain letters."""
    return unicodedata.normalize("NFKC", _replace_invalid_characters(text))


def _replace_invalid_characters(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
