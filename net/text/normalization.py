"""Normalisation of typed text before it is signed; a receiver uses the text as it is.

Only this module uses the tables of the running Python. Other computers may have another version of Unicode.
"""

from __future__ import annotations

import unicodedata


def to_nfc(text: str) -> str:
    r"""Return the text in the form NFC, with question marks in place of invalid characters.

    >>> to_nfc("e\u0301") == "\u00e9", to_nfc("\udcff")
    (True, '?')
    """
    return unicodedata.normalize("NFC", _text(text))


def to_nfkc(text: str) -> str:
    """Return the text in the form NFKC: full-width letters, ligatures and the like become the usual ones."""
    return unicodedata.normalize("NFKC", _text(text))


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
