"""Handshake of a match: the seats exchange identities and seat cards, which determine the genesis (PROTOCOL part 3).

Before the genesis, peers exchange two kinds of messages. A hello says which identity has a seat, and whose cards the
sender has. Any peer that has a card sends it to each peer that lacks it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.engine.game import Game
from core.engine.options import Value
from net.crypto import primitives
from net.crypto.match_keys import SeatSeeds
from net.crypto.primitives import Signer
from net.match.genesis import (
    NAME_RULE_TEXT,
    BadCard,
    Genesis,
    SeatCard,
    SignedCard,
    Terms,
    first_difference,
    is_name,
    make_card,
    make_genesis,
    read_card,
    rules_hash,
)
from net.replication.messages import Card, Hello


class SeatConfig(NamedTuple):
    """Configuration of one seat: the game with its options, the room, and the seat's name and secrets."""

    game: Game
    options: tuple[Value, ...]
    room: bytes
    seats: int
    seat: int
    name: str
    seeds: SeatSeeds
    rules: bytes = b""
    """Rules hash for the seat's card; if it is empty, the hash of the game's files is used."""
    identities: tuple[bytes, ...] = ()
    """Identities in seat order, if they are agreed on; otherwise the first hello for a seat determines it."""
    fresh: bool = False
    """True if the seeds were drawn at this start, so that nothing can have been signed with them before."""

    def signed_rules(self) -> bytes:
        """Return the rules hash for our card."""
        return self.rules or rules_hash(self.game)


class TableHandshake:
    """Exchange of hellos and cards, as one peer sees it, until all cards are here."""

    def __init__(self, config: SeatConfig, signer: Signer) -> None:
        if not is_name(config.name):
            raise BadCard(config.seat, f"{config.name!r} is no name: {NAME_RULE_TEXT}")
        self.at = config
        self.signer = signer
        self.identities: dict[int, bytes] = dict(enumerate(config.identities, 1)) or {config.seat: signer.identity}
        self.cards: dict[int, SignedCard] = {}
        self._read: dict[int, SeatCard] = {}
        self.notes: list[str] = []
        self._make_own_card()

    def make_hello(self) -> Hello:
        """Return our hello."""
        at = self.at
        return Hello(at.room, at.seat, self.signer.identity, at.name, tuple(sorted(self.cards)))

    def on_hello(self, hello: Hello) -> list[Card]:
        """Process a hello; return the cards that its sender lacks."""
        at = self.at
        known = self.identities.get(hello.seat)
        if known is None and 0 < hello.seat <= at.seats and primitives.valid_point(hello.identity):
            self.identities[hello.seat] = hello.identity
            self._make_own_card()
        elif known is not None and known != hello.identity:
            self._note(f"two players want seat {hello.seat}")
        return [Card(*self.cards[seat]) for seat in sorted(self.cards) if seat not in hello.cards]

    def on_card(self, card: Card) -> bool:
        """Process a card; return True if it is new and valid.

        Raises `BadCard` if the card's seat is in another match. Invalid cards are ignored, and so are cards that were
        not signed by the identity that is known to have the seat.
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

    def restore(self, cards: Iterable[SignedCard]) -> bool:
        """Restore the cards of a match that began earlier; return True if all of them are there.

        Raises `BadCard` if that match differs from this configuration.
        """
        at = self.at
        begun = False
        for signed in cards:
            begun = True
            read = read_card(signed)
            mine = Terms(at.room, at.game.name, at.signed_rules(), at.options, read.terms.identities)
            difference = first_difference(mine, read.terms)
            if difference or read.terms.identities[at.seat - 1] != self.signer.identity:
                raise BadCard(at.seat, f"the match on disk has {difference or 'another identity'} than this one")
            self.identities = dict(enumerate(read.terms.identities, 1))
            self.cards[read.seat] = signed
            self._read[read.seat] = read
        self._make_own_card()  # the log may be torn between two cards
        return begun and self.make_genesis() is not None

    def make_genesis(self) -> Genesis | None:
        """Return the genesis, or None while a card is missing."""
        if len(self._read) < self.at.seats:
            return None
        return make_genesis([self._read[seat] for seat in sorted(self._read)])

    def _make_own_card(self) -> None:
        at = self.at
        if len(self.identities) < at.seats or at.seat in self.cards:
            return
        identities = tuple(self.identities[seat] for seat in sorted(self.identities))
        if len(set(identities)) < len(identities):
            self._note("one identity wants two seats")
            return
        terms = Terms(at.room, at.game.name, at.signed_rules(), at.options, identities)
        signed = make_card(terms, at.seat, at.name, at.seeds, self.signer)
        self.cards[at.seat] = signed
        self._read[at.seat] = read_card(signed)

    def _note(self, words: str) -> None:
        if words not in self.notes:
            self.notes.append(words)
