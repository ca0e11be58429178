"""What somebody types here, in its usual form, before it is signed: who receives it takes it as it is.

Only here the tables of the Python that runs are asked, which are those of other versions of Unicode than the others'.
"""

from __future__ import annotations

import unicodedata


def normalised(text: str) -> str:
    """The text in form NFC; what is no text is a question mark.

    >>> normalised("e\\u0301") == "\\u00e9", normalised("\\udcff")
    (True, '?')
    """
    return unicodedata.normalize("NFC", _text(text))


def folded(text: str) -> str:
    """The text in form NFKC: full-width letters, ligatures and the like as the usual ones."""
    return unicodedata.normalize("NFKC", _text(text))


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
