"""Functions that form English texts: numbers of things, lists and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def format_count(number: int, word: str, many: str = "") -> str:
    """Return a number with its noun, such as "3 cards"; `many` is an irregular plural.

    >>> format_count(1, "Cohort"), format_count(3, "Cohort"), format_count(2, "match", "matches")
    ('1 Cohort', '3 Cohorts', '2 matches')
    """
    return f"{number} {word if number == 1 else many or word + 's'}"


def describe_left(number: int, word: str) -> str:
    """Return a phrase about the number of things that are left.

    >>> describe_left(1, "minute"), describe_left(5, "minute")
    ('1 minute is left', '5 minutes are left')
    """
    return f"{format_count(number, word)} {is_or_are(number)} left"


def join_list(parts: Iterable[str]) -> str:
    """Return the parts joined as a list in words.

    >>> join_list(["a Cohort", "Zap", "Recruit"])
    'a Cohort, Zap and Recruit'
    """
    *maximum, last = list(parts) or ["nothing"]
    return f"{', '.join(maximum)} and {last}" if maximum else last


def capitalise(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def align_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as an aligned text table; the first row is the heading.

    >>> print(align_table([("Seat", "Gold"), ("1", "12")]))
    Seat  Gold
    1     12
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def with_article(word: object) -> str:
    """Return a word or a number with its article, "a" or "an".

    >>> [with_article(thing) for thing in ("Action", "Mine", 8, 11, 1, "union")]
    ['an Action', 'a Mine', 'an 8', 'an 11', 'a 1', 'a union']
    """
    text = str(word)
    number = re.match(r"\d+", text)
    if number:
        an = number[0].startswith("8") or number[0] in ("11", "18")
    else:
        an = bool(re.match(r"[aeio]|u[lmnp](?!i)", text, re.IGNORECASE))
    return f"{'an' if an else 'a'} {text}"


def possessive_of(name: str) -> str:
    """Return the possessive of a name.

    >>> possessive_of("Orla"), possessive_of("James"), possessive_of("you"), possessive_of("You")
    ("Orla's", "James's", 'your', 'Your')
    """
    return {"you": "your", "You": "Your"}.get(name, f"{name}'s")


def is_or_are(number: int) -> str:
    """Return "is" for one thing, otherwise "are".

    >>> is_or_are(1), is_or_are(0), is_or_are(2)
    ('is', 'are', 'are')
    """
    return "is" if number == 1 else "are"


_IRREGULAR_PLURAL_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "caches": "cache"}


def second_person(verb: str) -> str:
    """Return the form of a third-person verb that follows "you".

    >>> [second_person(verb) for verb in ("catches", "passes", "vetoes", "carries", "lies", "chooses", "is")]
    ['catch', 'pass', 'veto', 'carry', 'lie', 'choose', 'are']
    """
    if verb in _IRREGULAR_PLURAL_VERBS:
        return _IRREGULAR_PLURAL_VERBS[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb.removesuffix("s")
