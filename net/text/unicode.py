r"""Properties of letters from the tables that come with Tether, which are the same on every Python.

Everything that is signed or sent to others is judged by these tables. Python's own tables differ from version to
version. They are used only to normalise text that is typed here (`net.text.normalization`).

>>> [is_shown(letter) for letter in "a\u05d0\u202e\u200b\ue000\x1b "]
[True, True, False, False, False, False, False]
>>> sorted(scripts("a") or ()), sorted(scripts("3") or ()), scripts("\u115f")
(['Latn'], [], None)
>>> skeleton("Ad\u0251"), skeleton("\u0410d\u0410"), skeleton("A.d a"), skeleton("B0b")
('ada', 'ada', 'ada', 'bob')
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from net.text import unicode_tables

BLANK_LETTERS = frozenset("\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000").union(
    map(chr, range(0x2000, 0x200B))
)
"""Characters that separate words or lines."""


MOST_MARKS = 2
"""Maximum number of marks on one letter."""


def is_shown(letter: str) -> bool:
    """Return True if the letter is visible; a blank is not."""
    return bisect_right(_shown(), ord(letter)) % 2 == 1


def is_mark(letter: str) -> bool:
    """Return True if the character is a mark on the letter before it."""
    return bisect_right(_marks(), ord(letter)) % 2 == 1


def scripts(letter: str) -> frozenset[str] | None:
    """Return the scripts in which a letter of names is used, or None if names cannot have this letter.

    The result is empty for a letter that is used in all scripts.
    """
    firsts, lasts, found = _names()
    at = bisect_right(firsts, ord(letter)) - 1
    return found[at] if at >= 0 and ord(letter) <= lasts[at] else None


def skeleton(text: str) -> str:
    """Return a text without case, accents, blanks and punctuation, and with look-alike letters unified."""
    return _translate_letters(text, _skeleton_table())


def small_skeleton(text: str) -> str:
    """Return the same for the text in small letters, which may look alike where the capitals do not."""
    return _translate_letters(text, _small_looks())


def words(text: str) -> str:
    """Return the text with one blank between words, and none around them."""
    return " ".join(filter(None, "".join(" " if letter in BLANK_LETTERS else letter for letter in text).split(" ")))


def replace_invisible(text: str, instead: str) -> str:
    """Return the text with `instead` in place of each character that is neither visible nor a blank.

    At most `MOST_MARKS` marks on one letter are kept.
    """
    kept: list[str] = []
    marks = 0
    for letter in text:
        if letter in BLANK_LETTERS:
            marks = 0
            kept.append(letter)
        elif not is_shown(letter):
            kept.append(instead)
        else:
            marks = marks + 1 if is_mark(letter) else 0
            if marks <= MOST_MARKS:
                kept.append(letter)
    return "".join(kept)


def _translate_letters(text: str, table: dict[int, str]) -> str:
    return "".join(letter for letter in text.translate(table) if letter not in BLANK_LETTERS)


# Tables, loaded on demand ---------------------------------------------------------------------------------------------


def _ranges(parts: Iterable[str]) -> Iterator[tuple[int, int]]:
    for part in parts:
        first, _, last = part.partition("-")
        yield int(first, 16), int(last or first, 16)


def _parts(text: str) -> Iterator[tuple[str, list[str]]]:
    for part in text.split(";"):
        word, *ranges = part.split()
        yield "" if word == "-" else word, ranges


def _range_bounds(text: str) -> tuple[int, ...]:
    """Return the starts and ends of ranges, in alternation; an end is the first code point after a range."""
    return tuple(chain.from_iterable((first, last + 1) for first, last in _ranges(text.split())))


@lru_cache(maxsize=1)
def _shown() -> tuple[int, ...]:
    return _range_bounds(unicode_tables.SHOWN)


@lru_cache(maxsize=1)
def _marks() -> tuple[int, ...]:
    return _range_bounds(unicode_tables.MARKS)


@lru_cache(maxsize=1)
def _names() -> tuple[list[int], list[int], list[frozenset[str]]]:
    rows = [
        (first, last, frozenset(filter(None, word.split(","))))
        for word, ranges in _parts(unicode_tables.NAMES)
        for first, last in _ranges(ranges)
    ]
    rows.sort(key=lambda row: row[0])
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


def _table(text: str) -> dict[int, str]:
    return {code: word for word, ranges in _parts(text) for a, b in _ranges(ranges) for code in range(a, b + 1)}


@lru_cache(maxsize=1)
def _skeleton_table() -> dict[int, str]:
    return _table(unicode_tables.SKELETON_TABLE_TEXT)


@lru_cache(maxsize=1)
def _small_looks() -> dict[int, str]:
    return _skeleton_table() | _table(unicode_tables.SMALL_SKELETONS)
