"""Names that eyes take for each other, and names as they were meant (PROTOCOL 1.8).

>>> confusable("Ada", "Ad\\u0251"), confusable("Barn", "Bam"), confusable("Ada", "Ida")
(True, True, False)
>>> confusable("\\u039d\\u0399\\u039d\\u0391", "\\u03bd\\u03b9\\u03bd\\u03b1")
True
>>> cleaned("  \\uff21da\\u200b \\t Lovelace, the very first of them all ")
'Ada Lovelace, the very f'
"""

from __future__ import annotations

from functools import lru_cache

from net.text import normalization
from net.text.names import LONGEST
from net.text.unicode import BLANKS, is_shown, looks, small_looks, words

__all__ = ["cleaned", "confusable", "skeletons"]


@lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """What is left of a name, as it is written and in small letters, once case, accents, blanks, marks and look-alike
    letters make no difference; only to be compared.
    """
    return frozenset((looks(name) or name, small_looks(name) or name))


def confusable(one: str, other: str) -> bool:
    """Whether eyes may take one name for the other."""
    return not skeletons(one).isdisjoint(skeletons(other))


def cleaned(text: str, longest: int = LONGEST) -> str:
    """Return the name that was meant by what somebody typed, cut to `longest`; it may still be none."""
    shown = "".join(letter for letter in normalization.folded(text) if letter in BLANKS or is_shown(letter))
    return words(normalization.folded(shown))[:longest].rstrip(" ")
