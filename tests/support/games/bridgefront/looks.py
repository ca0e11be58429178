"""What the tests of the cards look at beside the table: dice of a battle, who won it, what a gained card is worth."""

from __future__ import annotations

from collections.abc import Callable

from core.games.bridgefront import decks, events, hands
from core.games.bridgefront.catalogue import find
from tests.support.games.bridgefront.positions import step_of
from tests.support.games.bridgefront.table import Table

CENTER = (0, 0)
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""The neighbours of the Center."""


def fizzled(t: Table) -> bool:
    """Whether a card has fizzled."""
    return bool(t.happened(events.Fizzled))


def wins(seat: int) -> Callable[[Table], bool]:
    """Luck: one battle, and the seat wins it."""
    return lambda t: [e.winner for e in t.happened(events.BattleEnded)] == [seat]


def dice(t: Table, copy: int = 0, seat: int = 1) -> list[int]:
    """How many dice the seat rolled for the Champion, or for its Forces, in each combat round."""
    return [len(r.dice) for r in t.happened(events.CombatRolled) if r.copy == copy and r.seat == seat]


def hit_on(t: Table, copy: int = 0, seat: int = 1) -> list[int]:
    """Up to what the Champion, or the seat's Forces, hit in each combat round."""
    return [r.hits_on for r in t.happened(events.CombatRolled) if r.copy == copy and r.seat == seat]


def vp_for_gaining(t: Table, seat: int, name: str) -> int:
    """The permanent VP that the seat has more once it has gained a copy of the card."""
    before, step = t.state.vp[seat], step_of(t.state)
    hands.gain(step, seat, decks.new_copy(step, find(name)), "market")
    return t.state.vp[seat] - before


def gold_for(t: Table, seat: int, why: str) -> list[int]:
    """What the bank has paid the seat under this word."""
    return [e.amount for e in t.happened(events.GoldTaken) if e.seat == seat and e.why == why]
