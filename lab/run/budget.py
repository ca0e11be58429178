"""Limits on the length of a run."""

from __future__ import annotations

import re
from typing import NamedTuple


class BadBudget(ValueError):
    """Raised for a budget that cannot be understood; the message shows the valid forms."""


class Budget(NamedTuple):
    """Limit of a run: a number of matches, or a number of seconds."""

    matches: int = 0
    seconds: float = 0.0


def read_budget(text: str) -> Budget:
    """Return the budget that a user's text describes; raise `BadBudget` for any other text.

    >>> read_budget("400"), read_budget("2 min"), read_budget("90s")
    (Budget(matches=400, seconds=0.0), Budget(matches=0, seconds=120.0), Budget(matches=0, seconds=90.0))
    """
    result = re.fullmatch(r"([0-9]{1,9}) *(games?|matches|m|min|minutes?|s|seconds?|h|hours?|)", text.strip().lower())
    if result is None or not int(result[1]):
        raise BadBudget(f"a budget is a number of matches, or a time as in 5min: {text!r} is neither")
    number, unit = int(result[1]), result[2]
    if unit[:1] in ("", "g") or unit == "matches":
        return Budget(matches=number)
    return Budget(seconds=number * {"s": 1.0, "m": 60.0, "h": 3600.0}[unit[0]])
