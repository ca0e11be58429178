"""Seats with deck keys, and cheats that have valid keys."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.hidden.points import add_any, multiply_base, multiply_by_int, scalar_from_int, subtract_any
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.keys import DeckKeys
from core.engine.hidden.shared_deck.passes import Draws, Turn, split_bytes

MATCH = b"\x11" * 32
LOW_ORDER = (
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)
NO_POINTS = (
    *map(bytes.fromhex, LOW_ORDER),
    bytes.fromhex("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),  # p + 1: not canonical
    bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"),  # a sign bit too many
    b"\x02" + bytes(31),  # on no curve
)


def seated(seats: int, match: bytes = MATCH) -> dict[int, DeckKeys]:
    """Return the deck keys of this number of seats, which have exchanged their shares.

    The seeds are 01..01, 02..02 and so on.
    """
    made = {seat: DeckKeys(match, seat, bytes([seat]) * 32, seats) for seat in range(1, seats + 1)}
    for x, whose in made.items():
        for y, other in made.items():
            assert x == y or other.store_value(x, whose.points, whose.share_for(y))
    return made


def joint(seats: dict[int, DeckKeys]) -> bytes:
    """Return the joint key K of these seats."""
    return keys.joint_key([seats[seat].points for seat in sorted(seats)])


def listed(K: bytes, faces: Sequence[int], match: bytes = MATCH) -> bytes:
    """Return deck 0 as bytes, with face-up cards of these faces."""
    return b"".join(keys.list_entry(match, 0, face, K) for face in faces)


def drawn_by(seat: int, t: int, K: bytes, cards: bytes) -> Draws:
    """Return the secrets of this seat's shuffle of deck 0."""
    key = passes.shuffle_secret(bytes([seat]) * 32, MATCH, t, 0, K, cards)
    return passes.derive_draws(key, len(cards) // 64)


class Cheat:
    """A seat that gives a false result of a shuffle; each method is one way to cheat."""

    def __init__(self, turn: Turn, cards: bytes) -> None:
        self.turn = turn
        self.cards = cards
        self.drawn = drawn_by(turn.seat, turn.t, turn.K, cards)
        self.right = passes._reencrypt_cards(turn.K, self.drawn, cards)

    def answer(self, after: Sequence[bytes]) -> bytes:
        """Return an answer that claims this list as the result of the shuffle."""
        return passes._with_proof(self.turn, self.drawn, self.cards, after)

    def twin(self) -> bytes:
        """Replace the last card by a copy of the first one.

        The copy is re-encrypted, so that no other seat sees the fraud.
        """
        return self.answer([*self.right[:-1], self.again(self.right[0])])

    def left_out(self) -> bytes:
        """Replace the last card by an empty one."""
        return self.answer([*self.right[:-1], multiply_base(scalar_from_int(99)) + multiply_by_int(99, self.turn.K)])

    def foreign(self) -> bytes:
        """Replace the last card by one that the deck does not contain."""
        return self.answer([*self.right[:-1], self.again(keys.list_entry(self.turn.match, 0, 77, self.turn.K))])

    def marked(self, half: int) -> bytes:
        """Mark two cards so that the marks cancel out in the sum of all cards.

        The point G is added to one of them and subtracted from the other.
        """
        one, other = ([split_bytes(card) for card in self.right][i] for i in (0, 1))
        one[half], other[half] = add_any(one[half], passes.G), subtract_any(other[half], passes.G)
        return self.answer([b"".join(one), b"".join(other), *self.right[2:]])

    def scaled(self) -> bytes:
        """Double both halves of the first card."""
        return self.answer([b"".join(multiply_by_int(2, half) for half in split_bytes(self.right[0])), *self.right[1:]])

    def crossed(self) -> bytes:
        """Swap the b of two cards."""
        one, other = split_bytes(self.right[0]), split_bytes(self.right[1])
        return self.answer([one[0] + other[1], other[0] + one[1], *self.right[2:]])

    def again(self, card: bytes) -> bytes:
        """Return the same card under fresh randomness."""
        a, b = split_bytes(card)
        return add_any(a, multiply_base(scalar_from_int(1234))) + add_any(b, multiply_by_int(1234, self.turn.K))
