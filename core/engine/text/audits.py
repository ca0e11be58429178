"""Descriptions of audit results for players."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.hidden.audits import NONE, PASSED, AuditResult
from core.engine.text.words import listed


def result_text(audited: AuditResult) -> str:
    """Return a description of the audits of a match that is over.

    >>> result_text(AuditResult()), result_text(AuditResult((1, 2)))
    ('the game has no hidden cards', 'passed: every hidden card of every seat was revealed and matches')
    >>> result_text(AuditResult((1, 2, 3), (3,)))
    'no audit of seat 3: some hidden cards were never revealed and checked; that of seat 1 and seat 2 passed'
    >>> result_text(AuditResult(proven=True))
    'passed: each step has proven what it did with the shared deck'
    """
    passed = [seat for seat in audited.laid if seat not in audited.owing]
    if audited.verdict == NONE:
        words = f"{NONE} of {seats(audited.owing)}: some hidden cards were never revealed and checked"
        return f"{words}; that of {seats(passed)} passed" if passed else words
    if audited.laid:
        return "passed: every hidden card of every seat was revealed and matches"
    if audited.proven:
        return f"{PASSED}: each step has proven what it did with the shared deck"
    return "the game has no hidden cards"


def interim_text(audited: AuditResult) -> str:
    """Return a description of the audits so far of a match that is not over."""
    if audited.owing:
        return f"the match is not over: {seats(audited.owing)} had cards closed"
    return "nothing is closed at the last step"


def seats(numbers: Iterable[int]) -> str:
    """Return seats as a list in words, such as "seat 1 and seat 2"."""
    return listed(f"seat {seat}" for seat in numbers)
