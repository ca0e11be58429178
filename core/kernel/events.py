"""What happens in every game with closed cards. Plain data; seats, slots and copies are numbers as in the state."""

from __future__ import annotations

from typing import NamedTuple


class CardsDrawn(NamedTuple):
    seat: int
    slots: tuple[int, ...]


class CardsDrawnOpenly(NamedTuple):
    """Drawn by a lost seat, in the sight of all."""

    seat: int
    copies: tuple[int, ...]


class CardShown(NamedTuple):
    seat: int
    copy: int


class AuditPassed(NamedTuple):
    """`slots` superseded slots were opened and everything added up; `waits` if a known card blocks it."""

    seat: int
    slots: int
    waits: bool = False


class AuditOwed(NamedTuple):
    """The seat is lost and cannot open `slots` superseded slots; it is not accused."""

    seat: int
    slots: int
