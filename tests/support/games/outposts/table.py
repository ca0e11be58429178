"""Positions for tests of single rules; all cards are in the deck until a test moves them."""

from __future__ import annotations

from typing import Any

from core.bots.random_bot import RandomBot
from core.engine.hidden.piles import without
from core.engine.local_match import LocalMatch
from core.games.outposts import cards
from core.games.outposts.action import ACT, FIRST, SECOND, legal_actions
from core.games.outposts.decisions import Act
from core.games.outposts.game import GAME
from core.games.outposts.goods import GOODS, Gain, gain_of
from core.games.outposts.hidden_cards import hand_of, ruins_of
from core.games.outposts.rules import Step
from core.games.outposts.state import WARDEN, Outposts

BEACON = bytes(32)


class Position:
    """Round 2 of a match with leagues in order, no Outposts and no goods, in which no seat is asked yet.

    Cards in hand are face up.
    """

    def __init__(self, seats: int = 2, seed: str = "rule", sealed: bool = False, **options: Any) -> None:
        bots = {seat: RandomBot(seed, seat) for seat in range(1, seats + 1)}
        self.table = LocalMatch(GAME, bots, seed, options, sealed)
        self.state: Outposts = self.table.state
        self.state.agenda = []
        self.state.round, self.state.phase = 2, "action"
        self.state.league = [-1, *range(seats)]
        self.events: list[Any] = []

    # Putting things somewhere -----------------------------------------------------------------------------------------

    def find(self, name: str) -> int:
        """Take a copy of that name out of its deck and return it."""
        for number, deck in enumerate(self.state.decks):
            for index, layer in enumerate(deck):
                for copy in layer:
                    if cards.name_of(copy) == name:
                        rest = without(layer, copy)
                        self.state.decks[number] = (*deck[:index], *([rest] if rest else []), *deck[index + 1 :])
                        return copy
        raise LookupError(f"no {name} is left")

    def hand(self, seat: int, *names: str) -> list[int]:
        """Put open cards into the seat's hand."""
        copies = list(map(self.find, names))
        self.state.piles.shown[seat] += tuple(copies)
        return copies

    def hold(self, seat: int, *names: str) -> list[int]:
        """Give Locations to the seat."""
        copies = list(map(self.find, names))
        self.state.hold[seat] += tuple(copies)
        return copies

    def ruin(self, seat: int, name: str) -> int:
        """Give the seat a Ruins made of that card."""
        copy = self.find(name)
        self.state.ruins[seat] += (-copy,)
        return copy

    def deal(self, seat: int, name: str) -> int:
        """Give the seat a Deal."""
        copy = self.find(name)
        self.state.deals[seat] += (copy,)
        return copy

    def connection(self, name: str) -> int:
        """Put an open Connection on the table."""
        copy = self.find(name)
        self.state.connections += (copy,)
        return copy

    def next_card(self, name: str) -> int:
        """Put a card on top of the deck, so that it is turned up next; return its copy."""
        copy = self.find(name)
        self.state.decks[cards.DECK] = ((copy,), *self.state.decks[cards.DECK])
        return copy

    def outpost(self, owner: int, place: int, level: int = 1) -> None:
        """Put an Outpost on the map."""
        self.state.owner[place], self.state.level[place] = owner, level

    def wardens(self, *names: str) -> list[int]:
        """Give Locations to the Warden."""
        copies = list(map(self.find, names))
        self.state.warden_hold += tuple(copies)
        return copies

    def goods(self, seat: int, text: str) -> None:
        """Set all goods of the seat."""
        self.state.goods[seat] = tuple(dict(gain_of(text)).get(kind, 0) for kind in GOODS)

    # Playing ----------------------------------------------------------------------------------------------------------

    def run(self, *items: tuple[Any, ...], beacon: bytes = BEACON) -> list[Any]:
        """Run these agenda items and then the agenda until a seat is asked; return the events."""
        step = Step(self.state, beacon)
        step.schedule(*items)
        step.run()
        self.events += step.events
        return step.events

    def decide(self, lost: Any = (), beacon: bytes = BEACON, **decisions: Any) -> list[Any]:
        """Play one step with decisions seat1=..., seat2=...; other seats answer as after the turn timer."""
        named = {int(name.removeprefix("seat")): decision for name, decision in decisions.items()}
        for seat in GAME.pending_asks(self.state):
            if seat not in named and seat not in lost:
                named[seat] = GAME.default_decision(self.state, seat, self.table.secrets[seat])
        events = GAME.step(self.state, named, beacon, lost)
        self.events += events
        return events

    def settle(self) -> None:
        """Draw the cards that are due: satchels are committed without a player."""
        while any(kind == "fresh" for _, kind, _ in self.state.asking):
            self.decide()

    def act(self, kind: str, seat: int = 1, **fields: Any) -> list[Any]:
        """Take an action with the seat, including its draws; return the events."""
        if not self.state.asking:
            step = Step(self.state, BEACON)
            step.ask(ACT, seat, FIRST)
        before = len(self.events)
        decisions: dict[str, Any] = {f"seat{seat}": Act(kind, **fields)}
        self.decide(**decisions)
        self.settle()
        return self.events[before:]

    def may(self, kind: str, seat: int = 1, number: int = FIRST, **fields: Any) -> bool:
        """Return True if this action is legal now, after checking that the list of options agrees."""
        own = self.table.secrets[seat]
        hand, ruins = hand_of(self.state, seat, own), ruins_of(self.state, seat, own)
        listed = Act(kind, **fields) in legal_actions(self.state, seat, number, tuple(hand), tuple(ruins))
        try:
            ACT.check(self.state, seat, Act(kind, **fields), number)
        except ValueError:
            assert not listed
            return False
        assert listed
        return True

    def ways(self, kind: str, seat: int = 1, number: int = FIRST) -> list[Act]:
        """Return all legal actions of a kind for the seat."""
        own = self.table.secrets[seat]
        hand, ruins = hand_of(self.state, seat, own), ruins_of(self.state, seat, own)
        return [act for act in legal_actions(self.state, seat, number, tuple(hand), tuple(ruins)) if act.kind == kind]

    # Asking -----------------------------------------------------------------------------------------------------------

    def has(self, seat: int) -> Gain:
        """Return the seat's goods."""
        return tuple((kind, number) for kind, number in enumerate(self.state.goods[seat]) if number)

    def asked(self, kind: str) -> list[int]:
        """Return the seats with a pending question of this kind."""
        return [seat for seat, what, _ in self.state.asking if what == kind]

    def said(self, event: type) -> list[Any]:
        """Return all events of this type so far."""
        return [happened for happened in self.events if type(happened) is event]


__all__ = ["BEACON", "FIRST", "SECOND", "WARDEN", "Position"]
