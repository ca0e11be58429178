"""Positions for tests of single rules; every card is in its deck until a test moves it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.bots.random_bot import RandomBot
from core.engine.chance.beacon import Chance
from core.engine.hidden.piles import without
from core.engine.hidden.points import POINT
from core.engine.hidden.shared_deck import keys
from core.engine.hidden.shared_deck.state import NamedCard, Opened
from core.engine.local_match import LocalMatch
from core.games.ambition import alliances
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import ELITES, HOLD, INTRIGUE_DECK
from core.games.ambition.decisions import Accept, Diplomacy, Drawn, Play
from core.games.ambition.game import GAME
from core.games.ambition.hands import DECKS, known_face
from core.games.ambition.rules import Step
from core.games.ambition.state import Alliance, Ambition

BEACON = bytes(32)
PURSE = 10


class Position:
    """Turn 1 of seat 1, in which all seats have 10 Influence and empty hands, and no seat is asked yet."""

    def __init__(self, seats: int = 3, sealed: bool = False, **options: Any) -> None:
        bots = {seat: RandomBot("rule", seat) for seat in range(1, seats + 1)}
        self.table = LocalMatch(GAME, bots, "rule", options, sealed)
        self.state: Ambition = self.table.state
        state, shared = self.state, self.state.shared
        state.agenda, state.turn, state.round, state.current, state.first = [], 1, 1, 1, 1
        state.purse[1:] = [PURSE] * seats
        state.industry_spent = [()] * (seats + 1)
        self.faces: dict[int, int] = {}
        """Faces in the slots of the decks, before shuffling."""
        for deck in range(2 * seats + 1):
            copies = list(shared.copies(deck))
            shared.close(state.t, copies)
            slots = shared.add_cards(
                state.t, deck, [shared.encrypted_entry(state.setup.match, copy) for copy in copies]
            )
            shared.decks[deck] = slots
            self.faces.update((slot, shared.face_of(copy)) for slot, copy in zip(slots, copies))
        self.events: list[Any] = []

    # Putting cards somewhere ------------------------------------------------------------------------------------------

    def deck(self, seat: int, sort: str) -> int:
        """Return the number of a deck."""
        decks = {"intrigue": INTRIGUE_DECK, "elites": seat, "industry": self.state.industrial_deck(seat)}
        return decks[sort]

    def take(self, deck: int, face: int) -> int:
        """Take a slot with that face out of a deck and return the slot."""
        decks = self.state.shared.decks
        slot = next(slot for slot in decks[deck] if self.faces[slot] == face)
        decks[deck] = without(decks[deck], slot)
        return slot

    def hold(self, seat: int, sort: str, *faces: int) -> tuple[int, ...]:
        """Put closed cards into the seat's hand; return their slots."""
        shared = self.state.shared
        slots = tuple(self.take(self.deck(seat, sort), face) for face in faces)
        others = [other for other in shared.seats if other != seat]
        for slot in slots:
            lacking = [shared.points[other][0] for other in others] if shared.sealed else []
            shared.rests[slot] = keys.remove_shares(shared.cards[slot][POINT:], lacking) if shared.sealed else b""
        shared.hands[seat] += slots
        return slots

    def intrigue(self, seat: int, *faces: int) -> tuple[int, ...]:
        """Put closed Intrigue cards into the seat's hand; return their slots."""
        return self.hold(seat, "intrigue", *faces)

    def plants(self, seat: int, *industries: int) -> tuple[int, ...]:
        """Put closed Industrial cards of the seat's own deck into its hand; return their slots."""
        return self.hold(seat, "industry", *industries)

    def elites(self, seat: int, *values: int) -> tuple[int, ...]:
        """Put closed Elites of the seat's own deck, given by value, into its hand; return their slots."""
        return tuple(slot for value in values for slot in self.hold(seat, "elites", self.elite(seat, value)))

    def elite(self, seat: int, value: int) -> int:
        """Return the face of an Elite of that value which is still in the seat's deck."""
        remaining = {self.faces[slot] for slot in self.state.shared.decks[seat]}
        return next(face for face, elite in enumerate(ELITES) if elite.value == value and face in remaining)

    def open(self, seat: int, sort: str, *faces: int) -> tuple[int, ...]:
        """Put cards openly into the seat's hand; return their copies."""
        slots = [self.take(self.deck(seat, sort), face) for face in faces]
        copies = tuple(self.state.shared.uncover(slot, self.faces[slot]) for slot in slots)
        self.state.shared.open[seat] += copies
        return copies

    def in_play(self, seat: int, *industries: int) -> tuple[int, ...]:
        """Put Industrial cards into play in front of the seat; return their copies."""
        slots = [self.take(self.state.industrial_deck(seat), face) for face in industries]
        copies = tuple(self.state.shared.uncover(slot, self.faces[slot]) for slot in slots)
        self.state.industry[seat] += copies
        return copies

    def top(self, deck: int, *faces: int) -> tuple[int, ...]:
        """Put cards on top of a deck."""
        slots = tuple(self.take(deck, face) for face in faces)
        self.state.shared.decks[deck] = slots + self.state.shared.decks[deck]
        return slots

    def empty(self, deck: int, left: int = 0) -> None:
        """Remove all but `left` cards of a deck from the match."""
        decks = self.state.shared.decks
        DECKS.put_aside(self._step(), deck, len(decks[deck]) - left)

    def purses(self, *amounts: int) -> None:
        """Set the Influence of all seats, seat 1 first."""
        self.state.purse[1:] = amounts

    def tokens(self, *seats: int) -> None:
        """Give a token to these seats and to no others."""
        self.state.token[1:] = [int(seat in seats) for seat in self.state.seats]

    # Alliances --------------------------------------------------------------------------------------------------------

    def ally(self, a: int, b: int, pact: int, extra: int = 0) -> Alliance:
        """Form an open alliance now; both seats have paid their stakes and gained 1."""
        step = self._step()
        alliances.forge(step, a, b, (pact, extra))
        self.events += step.events
        result = self.state.alliance_between(a, b)
        assert result is not None
        return result

    def seal(self, a: int, b: int, pact: int, extra: int = 0) -> int:
        """Form a secret alliance now, without what its allies gain at once, and return the number of its paper."""
        purse = list(self.state.purse)
        self.state.die, self.state.current = 6, a
        self.run(("diplomacy",))
        own = self.table.secrets[a]
        paper = SECRETS.seal(self.state, a, b, (pact, extra), own)
        self.decide(**{f"seat{a}": Diplomacy("seal", partner=b, paper=paper)})
        self.decide(**{f"seat{b}": Accept(True)})
        signed = self.state.sealed_paper(a, b)
        assert signed is not None
        self.state.purse = purse
        return signed.number

    def opening(self, seat: int, *numbers: int) -> Any:
        """Return the seat's opening of these papers, which must be its own."""
        return SECRETS.openings(self.state, seat, self.table.secrets[seat], numbers)

    # Playing ----------------------------------------------------------------------------------------------------------

    def _step(self, beacon: bytes = BEACON) -> Step:
        return Step(self.state, beacon)

    def run(self, *items: tuple[Any, ...], beacon: bytes = BEACON) -> list[Any]:
        """Run these agenda items and then the agenda until a player is asked; return the events."""
        before, step = len(self.events), self._step(beacon)
        step.schedule(*items)
        step.run()
        self.state.t += 1
        self.events += step.events
        self.duties()
        return self.events[before:]

    def step(self, beacon: Any = BEACON, lost: Any = (), **decisions: Any) -> list[Any]:
        """Play one step with decisions seat1=..., seat2=...

        Other seats give their client's automatic answer, or the default after the turn timer.
        """
        named = {int(name.removeprefix("seat")): decision for name, decision in decisions.items()}
        for seat in self.state.seats:
            GAME.learn(self.state, seat, self.table.secrets[seat])
        for seat in sorted(GAME.pending_asks(self.state)):
            if seat not in named and seat not in lost:
                own = self.table.secrets[seat]
                answer = GAME.automatic_decision(self.state, seat, own)
                named[seat] = GAME.default_decision(self.state, seat, own) if answer is None else answer
        if not (self.state.agenda or self.state.asking or self.state.over):
            return []  # a card was resolved alone, and nothing of its turn is left
        events = GAME.step(self.state, named, beacon, lost)
        self.events += events
        return events

    def decide(self, beacon: Any = BEACON, lost: Any = (), **decisions: Any) -> list[Any]:
        """Play a step and the automatic answers after it until a player is asked; return the events."""
        before = len(self.events)
        self.step(beacon, lost, **decisions)
        self.duties(lost)
        return self.events[before:]

    def duties(self, lost: Any = ()) -> None:
        """Submit the clients' automatic answers until a player is asked."""
        while GAME.pending_asks(self.state) and all(ask.is_automatic for ask in GAME.pending_asks(self.state).values()):
            self.step(self.table.beacon(), lost)

    def finish(self, why: str = "armageddon", player: int = 0) -> list[Any]:
        """End the match now; return the events."""
        self.state.asking, self.state.agenda = (), []
        before = len(self.events)
        self.run(("ending", player, why))
        assert self.state.over
        return self.events[before:]

    def resolve(self, face: int, seat: int = 1) -> list[Any]:
        """Let the active seat resolve this Intrigue card, a hold card from its hand; return the events."""
        self.state.current = seat
        before = len(self.events)
        if self.state.rules.intrigues[face].kind == HOLD:
            (slot,) = self.intrigue(seat, face)
            self.run(("intrigue",))
            self.decide(**{f"seat{seat}": Play(self.card(seat, slot))})
            return self.events[before:]
        (slot,) = self.top(INTRIGUE_DECK, face)
        self.run(("draw intrigue",))
        if self.asked("drawn"):
            self.decide(**{f"seat{seat}": Drawn(self.card(seat, slot))})
        return self.events[before:]

    # Asking -----------------------------------------------------------------------------------------------------------

    def card(self, seat: int, entry: int) -> NamedCard:
        """Return a card of the seat's hand in the form in which a decision reveals the card."""
        GAME.learn(self.state, seat, self.table.secrets[seat])
        return DECKS.named_card(self.state, self.table.secrets[seat], entry)

    def automatic(self, seat: int) -> Any:
        """Return the automatic answer of the seat's client."""
        return GAME.automatic_decision(self.state, seat, self.table.secrets[seat])

    def options(self, seat: int) -> list[Any]:
        """Return the options of the seat."""
        return list(GAME.options_of(self.state, seat, self.table.secrets[seat]))

    def held(self, seat: int, sort: str) -> list[int]:
        """Return the faces in the seat's hand, ascending."""
        own = self.table.secrets[seat]
        GAME.learn(self.state, seat, own)
        return sorted(known_face(self.state, own, entry) for entry in self.state.hand(seat, sort))

    def worths(self, seat: int) -> list[int]:
        """Return the values of the Elites in the seat's hand, ascending."""
        return sorted(ELITES[face].value for face in self.held(seat, "elites"))

    def spent(self) -> list[int]:
        """Return the faces of the Intrigue discard."""
        return [self.state.face(copy) for copy in self.state.intrigue_spent]

    def asked(self, kind: str) -> list[int]:
        """Return the seats with a pending question of this kind."""
        return [seat for seat, what, _ in self.state.asking if what == kind]

    def said(self, event: type) -> list[Any]:
        """Return all events of this type so far."""
        return [happened for happened in self.events if type(happened) is event]

    @property
    def purse(self) -> list[int]:
        """Influence of all seats, seat 1 first."""
        return self.state.purse[1:]


def beacons(count: int = 200) -> Iterable[bytes]:
    """Return `count` different beacons, for tests that depend on dice."""
    return (number.to_bytes(32, "big") for number in range(count))


def rolling(die: int) -> bytes:
    """Return a beacon under which the die shows this number."""
    return next(beacon for beacon in beacons() if Chance(beacon).stream("die").die() == die)


__all__ = ["BEACON", "PURSE", "Opened", "Position", "beacons", "rolling"]
