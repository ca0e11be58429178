"""The handshake of a table: who has which seat, then the seat cards, then the genesis (PROTOCOL part 3).

Before the genesis peers send each other two messages: hello says which identity has a seat, and whose cards the sender
holds; a card is sent to whoever lacks it, by anybody who has it.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.game import Game
from core.engine.options import Value
from net.crypto import primitives
from net.crypto.match_keys import SeatSeeds
from net.crypto.primitives import Signer
from net.match.genesis import (
    A_NAME,
    BadCard,
    Genesis,
    SeatCard,
    Signed,
    Terms,
    first_difference,
    genesis,
    is_name,
    make_card,
    read_card,
    rules_hash,
)
from net.replication.messages import Card, Hello


class SeatAt(NamedTuple):
    """One seat at a table: the game and its complete option values, the room, and who sits there."""

    game: Game
    options: tuple[Value, ...]
    room: bytes
    seats: int
    seat: int
    name: str
    seeds: SeatSeeds
    rules: bytes = b""
    """The rules hash to sign; empty: that of the game's files."""
    identities: tuple[bytes, ...] = ()
    """Who sits where, if that is agreed on; else the first to say hello for a seat has it."""
    fresh: bool = False
    """Whether the seeds were drawn at this very start: nothing was signed before in a match whose genesis has them."""

    def rules_signed(self) -> bytes:
        """The rules hash on the own card."""
        return self.rules or rules_hash(self.game)


class TableHandshake:
    """Hellos and cards, until all are there."""

    def __init__(self, at: SeatAt, signer: Signer) -> None:
        if not is_name(at.name):
            raise BadCard(at.seat, f"{at.name!r} is no name: {A_NAME}")
        self.at = at
        self.signer = signer
        self.identities: dict[int, bytes] = dict(enumerate(at.identities, 1)) or {at.seat: signer.identity}
        self.cards: dict[int, Signed] = {}
        self._read: dict[int, SeatCard] = {}
        self.notes: list[str] = []
        self._deal_card()

    def hello(self) -> Hello:
        """What the own seat says of itself."""
        at = self.at
        return Hello(at.room, at.seat, self.signer.identity, at.name, tuple(sorted(self.cards)))

    def on_hello(self, hello: Hello) -> list[Card]:
        """Takes a hello in; the cards that its sender lacks."""
        at = self.at
        known = self.identities.get(hello.seat)
        if known is None and 0 < hello.seat <= at.seats and primitives.valid_point(hello.identity):
            self.identities[hello.seat] = hello.identity
            self._deal_card()
        elif known is not None and known != hello.identity:
            self._note(f"two players want seat {hello.seat}")
        return [Card(*self.cards[seat]) for seat in sorted(self.cards) if seat not in hello.cards]

    def on_card(self, card: Card) -> bool:
        """Takes a card in; whether it is new. Raises `BadCard` when a seat means another match than this one.

        What is no card, or not signed by the identity that is known to have the seat, is passed over.
        """
        signed = (card.data, card.signature)
        if signed in self.cards.values() or self.at.seat not in self._read:
            return False
        try:
            read = read_card(signed)
        except BadCard as bad:
            self._note(f"passed over: {bad}")
            return False
        if read.terms.room != self.at.room or read.seat in self.cards:
            return False
        if read.terms.identities[read.seat - 1] != self.identities.get(read.seat):
            return False
        difference = first_difference(self._read[self.at.seat].terms, read.terms)
        if difference:
            raise BadCard(read.seat, f"it has {difference} than seat {self.at.seat}")
        self.cards[read.seat] = signed
        self._read[read.seat] = read
        return True

    def restore(self, cards: list[Signed]) -> bool:
        """Takes in the cards of a match that was begun before; whether they are all there.

        Raises `BadCard` if it was another match than the one that is to be played now.
        """
        at = self.at
        for signed in cards:
            read = read_card(signed)
            mine = Terms(at.room, at.game.name, at.rules_signed(), at.options, read.terms.identities)
            difference = first_difference(mine, read.terms)
            if difference or read.terms.identities[at.seat - 1] != self.signer.identity:
                raise BadCard(at.seat, f"the match on disk has {difference or 'another identity'} than this one")
            self.identities = dict(enumerate(read.terms.identities, 1))
            self.cards[read.seat] = signed
            self._read[read.seat] = read
        self._deal_card()  # the log may be torn between two cards
        return self.genesis() is not None

    def genesis(self) -> Genesis | None:
        """The genesis, once all cards are there."""
        if len(self._read) < self.at.seats:
            return None
        return genesis([self._read[seat] for seat in sorted(self._read)])

    def _deal_card(self) -> None:
        at = self.at
        if len(self.identities) < at.seats or at.seat in self.cards:
            return
        identities = tuple(self.identities[seat] for seat in sorted(self.identities))
        if len(set(identities)) < len(identities):
            self._note("one identity wants two seats")
            return
        terms = Terms(at.room, at.game.name, at.rules_signed(), at.options, identities)
        signed = make_card(terms, at.seat, at.name, at.seeds, self.signer)
        self.cards[at.seat] = signed
        self._read[at.seat] = read_card(signed)

    def _note(self, words: str) -> None:
        if words not in self.notes:
            self.notes.append(words)
