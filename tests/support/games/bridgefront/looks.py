"""Observations for card tests: dice and winners of battles, and values of gained cards."""

from __future__ import annotations

from collections.abc import Callable

from core.games.bridgefront import decks, events, hands
from core.games.bridgefront.catalogue import find
from tests.support.games.bridgefront.positions import step_of
from tests.support.games.bridgefront.table import Table

CENTER = (0, 0)
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""Neighbours of the Center."""


def fizzled(t: Table) -> bool:
    """Return True if any card has fizzled."""
    return bool(t.happened(events.Fizzled))


def wins(seat: int) -> Callable[[Table], bool]:
    """Return a luck condition: there is one battle, and the seat wins it."""
    return lambda t: [e.winner for e in t.happened(events.BattleEnded)] == [seat]


def dice(t: Table, copy: int = 0, seat: int = 1) -> list[int]:
    """Return the dice that the seat rolled in each combat round for the Champion or its Forces."""
    return [len(r.dice) for r in t.happened(events.CombatRolled) if r.copy == copy and r.seat == seat]


def hit_on(t: Table, copy: int = 0, seat: int = 1) -> list[int]:
    """Return the highest number that hits for the Champion or the seat's Forces in each combat round."""
    return [r.hits_on for r in t.happened(events.CombatRolled) if r.copy == copy and r.seat == seat]


def vp_for_gaining(t: Table, seat: int, name: str) -> int:
    """Return the permanent VP that the seat gains with a copy of the card."""
    before, step = t.state.vp[seat], step_of(t.state)
    hands.gain_copy(step, seat, decks.add_copy(step, find(name)), "market")
    return t.state.vp[seat] - before


def gold_for(t: Table, seat: int, why: str) -> list[int]:
    """Return the amounts that the bank paid the seat for this reason."""
    return [e.amount for e in t.happened(events.GoldTaken) if e.seat == seat and e.why == why]
