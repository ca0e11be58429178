r"""Detection of names that look alike, and cleaning of typed names (PROTOCOL 1.8).

>>> are_confusable("Ada", "Ad\u0251"), are_confusable("Barn", "Bam"), are_confusable("Ada", "Ida")
(True, True, False)
>>> are_confusable("\u039d\u0399\u039d\u0391", "\u03bd\u03b9\u03bd\u03b1")
True
>>> clean_name("  \uff21da\u200b \t Lovelace, the very first of them all ")
'Ada Lovelace, the very f'
"""

from __future__ import annotations

from functools import lru_cache

from net.text import normalization
from net.text.names import LONGEST
from net.text.unicode import BLANK_LETTERS, is_shown, normalize_blanks, skeleton, small_skeleton

__all__ = ["are_confusable", "clean_name", "skeletons"]


@lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name, as written and in lower case, for comparison with those of other names.

    A skeleton ignores case, accents, blanks, marks and look-alike letters.
    """
    return frozenset((skeleton(name) or name, small_skeleton(name) or name))


def are_confusable(one: str, other: str) -> bool:
    """Return True if a reader may mistake one name for the other."""
    return not skeletons(one).isdisjoint(skeletons(other))


def clean_name(text: str, longest: int = LONGEST) -> str:
    """Return a typed text as a name: cleaned, and cut to `longest` characters.

    The result may still be an invalid name.
    """
    shown = "".join(letter for letter in normalization.to_nfkc(text) if letter in BLANK_LETTERS or is_shown(letter))
    return normalize_blanks(normalization.to_nfkc(shown))[:longest].rstrip(" ")
