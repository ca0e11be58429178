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
    return bisect_right(_shown_ranges(), ord(letter)) % 2 == 1


def is_mark(letter: str) -> bool:
    """Return True if the character is a mark on the letter before it."""
    return bisect_right(_mark_ranges(), ord(letter)) % 2 == 1


def scripts(letter: str) -> frozenset[str] | None:
    """Return the scripts in which names use a letter, or None if the letter is not allowed in names.

    The result is empty for a letter that all scripts use.
    """
    firsts, lasts, found = _name_script_ranges()
    at = bisect_right(firsts, ord(letter)) - 1
    return found[at] if at >= 0 and ord(letter) <= lasts[at] else None


def skeleton(text: str) -> str:
    """Return the skeleton of a text, which is equal for texts that look alike.

    It has no case, accents, blanks or punctuation, and one letter for all letters that look the same.
    """
    return _translate_letters(text, _skeleton_table())


def small_skeleton(text: str) -> str:
    """Return the skeleton of the text in lower case.

    Small letters may look alike where their capitals do not.
    """
    return _translate_letters(text, _small_skeleton_table())


def normalize_blanks(text: str) -> str:
    """Return the text with one blank between words and none at its ends."""
    return " ".join(filter(None, "".join(" " if letter in BLANK_LETTERS else letter for letter in text).split(" ")))


def replace_invisible(text: str, instead: str) -> str:
    """Return the text with `instead` in place of each invisible character that is not a blank.

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


def _parse_ranges(parts: Iterable[str]) -> Iterator[tuple[int, int]]:
    for part in parts:
        first, _, last = part.partition("-")
        yield int(first, 16), int(last or first, 16)


def _parse_parts(text: str) -> Iterator[tuple[str, list[str]]]:
    for part in text.split(";"):
        word, *ranges = part.split()
        yield "" if word == "-" else word, ranges


def _range_bounds(text: str) -> tuple[int, ...]:
    """Return the alternating starts and ends of ranges; an end is the first code point after its range."""
    return tuple(chain.from_iterable((first, last + 1) for first, last in _parse_ranges(text.split())))


@lru_cache(maxsize=1)
def _shown_ranges() -> tuple[int, ...]:
    return _range_bounds(unicode_tables.SHOWN)


@lru_cache(maxsize=1)
def _mark_ranges() -> tuple[int, ...]:
    return _range_bounds(unicode_tables.MARKS)


@lru_cache(maxsize=1)
def _name_script_ranges() -> tuple[list[int], list[int], list[frozenset[str]]]:
    rows = [
        (first, last, frozenset(filter(None, word.split(","))))
        for word, ranges in _parse_parts(unicode_tables.NAMES)
        for first, last in _parse_ranges(ranges)
    ]
    rows.sort(key=lambda row: row[0])
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


def _parse_letter_table(text: str) -> dict[int, str]:
    return {
        code: word for word, ranges in _parse_parts(text) for a, b in _parse_ranges(ranges) for code in range(a, b + 1)
    }


@lru_cache(maxsize=1)
def _skeleton_table() -> dict[int, str]:
    return _parse_letter_table(unicode_tables.SKELETON_TABLE_TEXT)


@lru_cache(maxsize=1)
def _small_skeleton_table() -> dict[int, str]:
    return _skeleton_table() | _parse_letter_table(unicode_tables.SMALL_SKELETONS)
