"""Search for the answers that lead to a given decision, so that a hint can point at them.

The search tries the answers of a prompt one by one. It first tries those that occur in the decision, which usually
leads to it without a detour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from client.table.match.inquiry import Inquiry
from client.table.pick.script import ENOUGH
from core.engine.game import Decision

MAX_TRIED_ANSWERS = 1500
"""Maximum number of answers that one search tries."""
DECLARATIONS = frozenset({"batch", "boxes", "offers", "opens", "powers", "order", "speed", "paper"})
"""Fields of decisions that accompany a choice and do not change which choice it is."""
Path = tuple[Any, ...]  # each prompt knows the type of its targets


def is_same_choice(one: Decision, other: Decision) -> bool:
    """Return True if two decisions make the same choice, whatever else they contain."""
    if type(one) is not type(other):
        return False
    names = getattr(one, "_fields", ())
    return len(one) == len(other) and all(
        a == b for name, a, b in zip(names, one, other, strict=True) if name not in DECLARATIONS
    )


def find_path(inquiry: Inquiry, decision: Decision, faces: Collection[int] = ()) -> Path | None:
    """Return the answers to a fresh prompt that lead to the decision, or None if the search does not find them.

    `faces` has further numbers by which answers may name what is in the decision, such as the copies of closed cards.
    """
    parts = [*_iter_parts(decision), *faces]
    budget = [MAX_TRIED_ANSWERS]
    found = _search(inquiry, decision, parts, budget)
    return tuple(answer for _, answer in inquiry.history) if found else None


def _search(inquiry: Inquiry, decision: Decision, parts: list[object], budget: list[int]) -> bool:
    if inquiry.decision is not None and is_same_choice(inquiry.decision, decision):
        return True
    question = inquiry.question
    if question is None:
        return False
    answers = sorted(question.targets, key=lambda target: _rank(target, parts))
    for answer in (*answers, *((ENOUGH,) if question.enough else ())):
        if budget[0] <= 0:
            return False
        budget[0] -= 1
        inquiry.answer(answer)
        if _search(inquiry, decision, parts, budget):
            return True
        inquiry.undo()
    return False


def _rank(target: object, parts: list[object]) -> int:
    """Return 0 for an answer that occurs in the decision, 1 for one of which a part occurs, else 2."""
    if target in parts:
        return 0
    return 1 if any(part in parts for part in _iter_parts(target)) else 2


def _iter_parts(value: object) -> Iterator[object]:
    """Yield a value and all values inside it, except for empty ones and secret bytes."""
    if value is None or isinstance(value, bytes) or value in ((), "", 0, False):
        return
    yield value
    if isinstance(value, tuple):
        for part in value:
            yield from _iter_parts(part)
