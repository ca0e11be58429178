"""Small change of the language: numbers of things, lists, tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def count(number: int, word: str) -> str:
    """A number of things.

    >>> count(1, "Cohort"), count(3, "Cohort")
    ('1 Cohort', '3 Cohorts')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def listed(parts: Iterable[str]) -> str:
    """Parts as a person lists them.

    >>> listed(["a Cohort", "Zap", "Recruit"])
    'a Cohort, Zap and Recruit'
    """
    *most, last = list(parts) or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def capitalised(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a text table, the first being its head.

    >>> print(table([("Seat", "Gold"), ("1", "12")]))
    Seat  Gold
    1     12
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
