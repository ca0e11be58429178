"""Positions for tests of single rules; all cards are face up in the decks until a test moves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.bots.random_bot import RandomBot
from core.engine.hidden.piles import without
from core.engine.local_match import LocalMatch
from core.games.midnight.action import ACT
from core.games.midnight.cards import kind_of
from core.games.midnight.game import GAME
from core.games.midnight.rules import Step
from core.games.midnight.state import Midnight

BEACON = bytes(32)


class Position:
    """Turn 1 of seat 1 with an empty table; actions are asked next."""

    def __init__(self, seats: int = 3, sealed: bool = False, **options: Any) -> None:
        self.table = LocalMatch(
            GAME, {seat: RandomBot("rule", seat) for seat in range(1, seats + 1)}, "rule", options, sealed
        )
        self.state: Midnight = self.table.state
        state = self.state
        state.nation = [-1, *range(seats)]
        state.phase, state.turn, state.current = "turns", 1, 1
        state.agenda = [("turn",), ("tension",), ("trim",), ("act",)]
        state.asking = ()
        self.events: list[Any] = []

    # Putting cards somewhere ------------------------------------------------------------------------------------------

    def take(self, seat: int, what: int) -> int:
        """Take a copy of a kind out of the seat's deck and return it."""
        mix = self.state.piles.mix
        copy = next(copy for copy in mix[seat] if kind_of(copy) == what)
        mix[seat] = without(mix[seat], copy)
        return copy

    def hand(self, seat: int, *kinds: int) -> tuple[int, ...]:
        """Put open cards into the seat's hand."""
        copies = tuple(self.take(seat, what) for what in kinds)
        self.state.piles.shown[seat] += copies
        return copies

    def border(self, seat: int, other: int, *kinds: int) -> tuple[int, ...]:
        """Put open cards on the seat's side of a border."""
        copies = tuple(self.take(seat, what) for what in kinds)
        self.state.set_border(seat, other, self.state.border(seat, other) + tuple(-copy for copy in copies))
        return copies

    def capital(self, seat: int, *kinds: int) -> tuple[int, ...]:
        """Put cards into the seat's Capital."""
        copies = tuple(self.take(seat, what) for what in kinds)
        self.state.capital[seat] += copies
        return copies

    def stock(self, seat: int, *kinds: int) -> tuple[int, ...]:
        """Put open cards into the seat's stockpile."""
        copies = tuple(self.take(seat, what) for what in kinds)
        self.state.stock[seat] += tuple(-copy for copy in copies)
        return copies

    def empty_deck(self, seat: int) -> None:
        """Move all cards left in the seat's deck to the discard pile."""
        piles = self.state.piles
        piles.discard[seat] += piles.mix[seat]
        piles.mix[seat] = ()

    def dials(self, seat: int, *steps: int) -> None:
        """Set Might, Protection, Influence and Research."""
        self.state.dials[seat] = tuple(steps)

    # Playing ----------------------------------------------------------------------------------------------------------

    def run(self, *items: tuple[Any, ...], beacon: bytes = BEACON) -> list[Any]:
        """Run these agenda items and then the agenda until a seat is asked; return the events."""
        step = Step(self.state, beacon)
        step.schedule(*items)
        step.run()
        self.state.t += 1
        self.events += step.events
        return step.events

    def decide(self, beacon: bytes = BEACON, lost: Any = (), **decisions: Any) -> list[Any]:
        """Play one step with decisions seat1=..., seat2=...; other seats give their client's automatic answer."""
        named = {int(name.removeprefix("seat")): decision for name, decision in decisions.items()}
        for seat, _ in sorted(GAME.pending_asks(self.state).items()):
            if seat not in named and seat not in lost:
                own = self.table.secrets[seat]
                answer = GAME.automatic_decision(self.state, seat, own)
                named[seat] = GAME.default_decision(self.state, seat, own) if answer is None else answer
        events = GAME.step(self.state, named, beacon, lost)
        self.events += events
        return events

    def settle(self, until: Callable[[Midnight], bool] | None = None) -> list[Any]:
        """Submit automatic answers and defaults until an action is asked or `until` is true; return the events."""
        before = len(self.events)
        while not self.state.over and not (until or _acting)(self.state):
            self.decide(self.table.beacon())
        return self.events[before:]

    def asked(self, kind_: str) -> list[int]:
        """Return the seats with a pending question of this kind."""
        return [seat for seat, what, _ in self.state.asking if what == kind_]

    def said(self, event: type) -> list[Any]:
        """Return all events of this type so far."""
        return [happened for happened in self.events if type(happened) is event]


def _acting(state: Midnight) -> bool:
    return bool(ACT.asked_seats(state))


def beacons(count: int = 200) -> list[bytes]:
    """Return `count` different beacons, for tests that depend on dice."""
    return [number.to_bytes(32, "big") for number in range(count)]
