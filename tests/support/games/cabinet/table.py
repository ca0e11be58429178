"""Positions for tests of single rules; all cards are in the decks until a test moves them."""

from __future__ import annotations

from typing import Any

from core.bots.random_bot import RandomBot
from core.engine.game import any_game
from core.engine.hidden.piles import without
from core.engine.local_match import LocalMatch
from core.games.cabinet import cards
from core.games.cabinet.cards import DECK_NAMES, LETTERS, MILESTONE_CARDS
from core.games.cabinet.decisions import Act, Attempt, Pledge
from core.games.cabinet.decks import DECKS
from core.games.cabinet.game import GAME
from core.games.cabinet.payment import usable_cards
from core.games.cabinet.rules import Step
from core.games.cabinet.state import Cabinet
from tests.support.games.cabinet.editions import shipped_game

BEACON = bytes(32)
NAMES = {cards.name_of(copy): copy for copy in reversed(cards.COPIES)}
"""First copy of each card name; all names are different."""


class Position:
    """Turn 2 of seat 1, with empty hands and nothing in play; its action is asked next.

    `edition` is a shipped ruleset, or "" for the printed rules.
    """

    def __init__(self, seats: int = 3, edition: str = "classic", **options: Any) -> None:
        game = shipped_game(edition) if edition else any_game(GAME)
        self.table = LocalMatch(game, {seat: RandomBot("rule", seat) for seat in range(1, seats + 1)}, "rule", options)
        state = self.table.state
        assert isinstance(state, Cabinet)
        self.state = state
        self.state.agenda = []
        self.state.turn, self.state.current = 2, 1
        self.events: list[Any] = []

    # Putting cards somewhere ------------------------------------------------------------------------------------------

    def find(self, name: str) -> int:
        """Take a copy of that name, or of the Resource with that letter, out of its deck."""
        if name in LETTERS:
            name = cards.RESOURCES[LETTERS.index(name)]
        state, number = self.state, cards.deck_of(NAMES[name])
        layers = state.decks[number]
        for index, layer in enumerate(layers):
            for copy in layer:
                if cards.name_of(copy) == name:
                    rest = without(layer, copy)
                    state.decks[number] = (*layers[:index], *([rest] if rest else []), *layers[index + 1 :])
                    return copy
        raise LookupError(f"no {name} is left")

    def hand(self, seat: int, *names: str) -> tuple[int, ...]:
        """Put cards into the seat's hand: names, or letters of Resources in one string."""
        letters = {*LETTERS, " "}
        each = (item for name in names for item in (name.split() if letters.issuperset(name) else [name]))
        copies = tuple(map(self.find, each))
        self.state.give_cards(seat, copies)
        return copies

    def in_play(self, *names: str) -> tuple[int, ...]:
        """Put Challenges into play."""
        copies = tuple(map(self.find, names))
        self.state.challenges += copies
        return copies

    def on_top(self, *names: str) -> tuple[int, ...]:
        """Put cards on top of their deck in this order from the top, known to all."""
        copies = tuple(map(self.find, names))
        number = cards.deck_of(copies[0])
        self.state.decks[number] = (*((copy,) for copy in copies), *self.state.decks[number])
        return copies

    def placed(self, name: str) -> int:
        """Put a Ministry in front of the team; return its copy."""
        copy = self.find(name)
        self.state.placed += (copy,)
        return copy

    def discarded(self, letters: str) -> tuple[int, ...]:
        """Put Resources into the discard pile."""
        copies = tuple(map(self.find, letters.split()))
        self.state.spend_cards(copies)
        return copies

    def empty(self, number: int) -> None:
        """Empty a deck: its cards are in no zone."""
        self.state.decks[number] = ()

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

    def act(self, **fields: Any) -> list[Any]:
        """Ask seat 1 for its action and submit it; return the events."""
        if not self.state.asking:
            self.run(("act",))
        return self.decide(seat1=Act(**fields))

    def play(self, name: str, **fields: Any) -> list[Any]:
        """Give seat 1 a Ministry and play it; return the events."""
        (copy,) = self.hand(1, name)
        return self.act(kind="ministry", card=copy, **fields)

    def attempt(self, name: str) -> list[Any]:
        """Attempt a Milestone with seat 1, for which a second Milestone is drawn; return the events."""
        other = next(card.name for card in MILESTONE_CARDS if card.name != name)
        copy, _ = self.on_top(name, other)
        self.act(kind="milestone")
        return self.decide(seat1=Attempt(copy))

    def flip(self, name: str) -> list[Any]:
        """Make a Challenge the next one and begin its phase; return the events."""
        self.on_top(name)
        return self.run(("challenge",))

    def gives(self, seat: int, assist: int = 0) -> Pledge:
        """Return a pledge of all matching Resource cards of the seat."""
        return Pledge(usable_cards(self.state.rules.cost(self.state.at_stake), self.state.hand[seat]), assist)

    # Asking -----------------------------------------------------------------------------------------------------------

    def asked(self, kind: str) -> list[int]:
        """Return the seats with a pending question of this kind."""
        return [seat for seat, what, _ in self.state.asking if what == kind]

    def said(self, event: type) -> list[Any]:
        """Return all events of this type so far."""
        return [happened for happened in self.events if type(happened) is event]

    def names(self, seat: int) -> list[str]:
        """Return the names of the cards in the seat's hand."""
        return [cards.name_of(copy) for copy in self.state.hand[seat]]


def deck_sizes(state: Cabinet) -> dict[str, int]:
    """Return the number of cards left in each deck, by the name of the deck."""
    return {name: DECKS.size(state, number) for number, name in enumerate(DECK_NAMES)}
