"""What a game with closed cards tells of its audits (PROTOCOL 8.2): the same in every game."""

from __future__ import annotations

from typing import NamedTuple


class AuditPassed(NamedTuple):
    """`slots` superseded slots were opened and everything added up; `waits` if a known card blocks it."""

    seat: int
    slots: int
    waits: bool = False


class AuditOwed(NamedTuple):
    """The seat is lost and cannot open `slots` superseded slots; it is not accused."""

    seat: int
    slots: int
