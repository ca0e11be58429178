"""Descriptions of audit results for players."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.hidden.audits import NONE, PASSED, AuditResult
from core.engine.text.words import join_list


def result_text(audited: AuditResult) -> str:
    """Return a description of the audits of a match that is over.

    >>> result_text(AuditResult()), result_text(AuditResult((1, 2)))
    ('the game has no hidden cards', 'passed: every hidden card of every seat was revealed and matches')
    >>> result_text(AuditResult((1, 2, 3), (3,)))
    'no audit of seat 3: some hidden cards were never revealed and checked; that of seat 1 and seat 2 passed'
    >>> result_text(AuditResult(has_proofs=True))
    'passed: each step has proven what it did with the shared deck'
    """
    passed = [seat for seat in audited.audited_seats if seat not in audited.unaudited_seats]
    if audited.verdict == NONE:
        words = f"{NONE} of {list_seats(audited.unaudited_seats)}: some hidden cards were never revealed and checked"
        return f"{words}; that of {list_seats(passed)} passed" if passed else words
    if audited.audited_seats:
        return "passed: every hidden card of every seat was revealed and matches"
    if audited.has_proofs:
        return f"{PASSED}: each step has proven what it did with the shared deck"
    return "the game has no hidden cards"


def interim_text(audited: AuditResult) -> str:
    """Return a description of the audits so far of a match that is not over."""
    if audited.unaudited_seats:
        return f"the match is not over: {list_seats(audited.unaudited_seats)} had cards closed"
    return "nothing is closed at the last step"


def list_seats(numbers: Iterable[int]) -> str:
    """Return seats as a list in words, such as "seat 1 and seat 2"."""
    return join_list(f"seat {seat}" for seat in numbers)
