r"""Detection of names that look alike, and cleaning of typed names (PROTOCOL 1.8).

>>> confusable("Ada", "Ad\u0251"), confusable("Barn", "Bam"), confusable("Ada", "Ida")
(True, True, False)
>>> confusable("\u039d\u0399\u039d\u0391", "\u03bd\u03b9\u03bd\u03b1")
True
>>> cleaned("  \uff21da\u200b \t Lovelace, the very first of them all ")
'Ada Lovelace, the very f'
"""

from __future__ import annotations

from functools import lru_cache

from net.text import normalization
from net.text.names import LONGEST
from net.text.unicode import BLANK_LETTERS, is_shown, skeleton, small_skeleton, words

__all__ = ["cleaned", "confusable", "skeletons"]


@lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name, as written and in lower case, for comparison only.

    A skeleton ignores case, accents, blanks, marks and look-alike letters.
    """
    return frozenset((skeleton(name) or name, small_skeleton(name) or name))


def confusable(one: str, other: str) -> bool:
    """Return True if a reader may mistake one name for the other."""
    return not skeletons(one).isdisjoint(skeletons(other))


def cleaned(text: str, longest: int = LONGEST) -> str:
    """Return the typed text as a name, cleaned and cut to `longest` characters.

    The result may still be no valid name.
    """
    shown = "".join(letter for letter in normalization.to_nfkc(text) if letter in BLANK_LETTERS or is_shown(letter))
    return words(normalization.to_nfkc(shown))[:longest].rstrip(" ")
