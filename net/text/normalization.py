"""Normalisation of typed text before it is signed; receivers take it as it is.

Only this module uses the tables of the running Python, which may have another version of Unicode than the others'.
"""

from __future__ import annotations

import unicodedata


def to_nfc(text: str) -> str:
    r"""Return the text in form NFC; invalid characters become a question mark.

    >>> to_nfc("e\u0301") == "\u00e9", to_nfc("\udcff")
    (True, '?')
    """
    return unicodedata.normalize("NFC", _text(text))


def to_nfkc(text: str) -> str:
    """Return the text in form NFKC: full-width letters, ligatures and the like become the usual ones."""
    return unicodedata.normalize("NFKC", _text(text))


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
