"""Clients that cheat a shared deck by replaying old answers, or by naming a card more than once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.engine.codec import Plain
from core.engine.hidden.points import add_any, derive_scalar, multiply, multiply_base, prove, scalar_from_int
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.passes import Turn
from net.seat.signer import SeatSigner
from tests.support.core.shared_seats import NO_POINTS
from tests.support.games.magpies.game import Nest
from tests.support.net.deckcheats import CheatsTheDeck, passing

SHORT, OF_FIVE, LONG = {"rounds": 1, "kinds": 5}, {"rounds": 1, "kinds": 7}, {"rounds": 3}
"""Options of short matches and a long one.

Fifteen cards: four seats come to a reshuffle within their first turns. Enough for five seats. Three whole rounds.
"""


class Replays(CheatsTheDeck):
    """A cheat in a short match."""

    options = SHORT


# -- passes ------------------------------------------------------------------------------------------------------------


def passes_for(name: str, other: Callable[[Turn], Turn]) -> type[SeatSigner]:
    """Return a client with a correct pass whose proof says that it was made for something else."""

    def instead(self: Replays, state: Nest, detail: Any, right: bytes) -> Plain:
        work, turn = state.shared.shuffling, other(self.turn(state))
        assert work is not None
        key = passes.shuffle_secret(self._seed, turn.match, turn.t, turn.deck, turn.K, work.cards)
        return [passes.shuffle(turn, passes.derive_draws(key, len(work.cards) // passes.CARD_BYTES), work.cards)]

    return type(f"PassesForAnother_{name}", (Replays,), {"instead": instead})


def passes_with(name: str, at: int, instead_of_it: bytes) -> type[SeatSigner]:
    """Return a client with a correct pass, except for 32 bytes at one place."""

    def instead(self: Replays, state: Nest, detail: Any, right: bytes) -> Plain:
        first = 32 * at if at >= 0 else len(right) + 32 * at
        return [right[:first] + instead_of_it + right[first + 32 :]]

    return type(f"PassesWith_{name}", (Replays,), {"instead": instead})


class PassesAnotherOrder(Replays):
    """A client that shuffles the list with two cards swapped."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        work = state.shared.shuffling
        assert work is not None
        swapped = work.cards[64:128] + work.cards[:64] + work.cards[128:]
        return [self.secrets.deck_keys.shuffle(state.t, 0, swapped, state.shared.K)]


class PassesTheOldDeck(Replays):
    """A client that reshuffles cards as they were before they were dealt."""

    old = b""

    def due(self, state: Nest, detail: Any) -> bool:
        work = state.shared.shuffling
        assert work is not None
        self.old = self.old or work.cards
        return not work.whose and state.again > 0

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        cards = passes.shuffle_bytes(0)
        count = (len(right) - cards) // (passes.shuffle_bytes(1) - cards)
        return [self.secrets.deck_keys.shuffle(state.t, 0, self.old[: 64 * count], state.shared.K)]


# -- shares ------------------------------------------------------------------------------------------------------------


class GivesFalsely(Replays):
    """A client that gives a false share after correct ones."""

    kind = "deck_share"
    nth = 1


class GivesAPointOfLowOrder(GivesFalsely):
    """A client whose share is a point of small order, which is the same under every key."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [NO_POINTS[3] + right[32:]]


class GivesForAnotherStep(GivesFalsely):
    """A client that gives a correct share made for the step before."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        card = state.shared.cards[detail[0][0]]
        made = self.secrets.deck_keys.make_share(state.t - 1, detail[0][0], card, self.seat)
        return [made + right[len(made) :]]


class GivesTooMuch(GivesFalsely):
    """A client that gives one share more than it was asked for."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        slot = state.shared.hands[self.seat][0]
        return [right + self.secrets.deck_keys.make_share(state.t, slot, state.shared.cards[slot], self.seat)]


class GivesAnOldShare(GivesFalsely):
    """A client that gives shares of cards from before the reshuffle."""

    old: tuple[bytes, ...] = ()

    def due(self, state: Nest, detail: Any) -> bool:
        cards = [state.shared.cards[slot] for slot in state.shared.decks[0]]
        self.old = self.old or tuple(cards)
        return state.again > 0 and state.shared.cards[detail[0][0]] not in self.old

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        deck = self.secrets.deck_keys
        deck._cached_shares = 0, {}  # the right one was made already
        made = deck.make_share(state.t, detail[0][0], self.old[0], self.seat)
        return [made + right[len(made) :]]


class GivesAFalsePart(GivesFalsely):
    """A client that gives a false part of a lost seat's share."""

    options = OF_FIVE
    seats, lost = 5, {5: 9}

    def due(self, state: Nest, detail: Any) -> bool:
        return bool(detail[0][1] == 5)

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [multiply(scalar_from_int(2), right[:32]) + right[32:]]


class GivesItsOwnShareAsAPart(GivesAFalsePart):
    """A client that gives its own share as its part of a lost seat's share."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        made = self.secrets.deck_keys.make_share(state.t, detail[0][0], state.shared.cards[detail[0][0]], self.seat)
        return [made + right[len(made) :]]


# -- copies and cards of the hand --------------------------------------------------------------------------------------


class CopiesNothing(Replays):
    """A client that takes part without giving a copy."""

    kind = "deck_copy"
    options = LONG

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return None


class CopiesToAPointOfLowOrder(CopiesNothing):
    """A client whose copy is a point of small order, and so no card."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [NO_POINTS[4] + right[32:]]


class CopiesAsItIs(CopiesNothing):
    """A client that copies a card without re-encrypting it, so that all seats could track it."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [state.shared.cards[detail.slot] + right[64:]]


class CopiesToADealtPoint(CopiesNothing):
    """A client that copies a card to a point that was dealt before."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.shown: dict[int, bytes] = {}

    def tricks(self, state: Nest, decision: Plain) -> Plain:
        hand = state.shared.hands[self.seat]
        again = [slot for slot in hand if slot in self.shown] or [slot for slot in hand if slot in state.shared.rests]
        return ["show", 3, again[0]]

    def due(self, state: Nest, detail: Any) -> bool:
        if detail.slot in self.shown:
            return True
        card, K = state.shared.cards[detail.slot], state.shared.K
        key = passes.shuffle_secret(self._seed, self.genesis.match, state.t, 0, K, card)
        self.shown[detail.slot] = derive_scalar(key, "tether.passrand", ["copy", detail.slot])
        return False

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        r, card, K = self.shown[detail.slot], state.shared.cards[detail.slot], state.shared.K
        rG, rK = multiply_base(r), multiply(r, K)
        h, z = prove(self._seed, [self.genesis.match, state.t, self.seat, "deckcopy", detail.slot], r, rG, K, rK)
        return [add_any(card[:32], rG) + add_any(card[32:], rK) + h + z]


class OpensTwice(Replays):
    """A client that opens one card of its hand as two."""

    kind = "deck_open"

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        slot = detail[0]
        card = [
            slot,
            self.secrets.drawn[slot],
            self.secrets.deck_keys.make_share(state.t, slot, state.shared.cards[slot], 2),
        ]
        return [[card] * len(detail)]


class LaysTwice(Replays):
    """A client that discards the same card face down twice."""

    kind = "part"
    laid = 0

    def due(self, state: Nest, detail: Any) -> bool:
        return self.laid in state.shared.down[0]

    def otherwise(self, state: Nest, decision: Plain) -> Plain:
        self.laid = state.shared.hands[self.seat][0]
        return ["down", self.laid]

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return ["down", self.laid]


class OpensAnOldSlot(Replays):
    """A client that opens a card by its slot from before its hand was mixed."""

    options = LONG
    kind = "part"
    old = 0
    card = b""
    face = 0

    def due(self, state: Nest, detail: Any) -> bool:
        return bool(self.old) and self.old not in state.shared.cards

    def otherwise(self, state: Nest, decision: Plain) -> Plain:
        return decision

    def tricks(self, state: Nest, decision: Plain) -> Plain:
        """Mix the hand as early as possible."""
        if self.old:
            return decision
        self.old = state.shared.hands[self.seat][0]
        self.card, self.face = state.shared.cards[self.old], self.secrets.drawn[self.old]
        return ["mix", 0, 0]

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [
            "open",
            [self.old, self.face, self.secrets.deck_keys.make_share(state.t, self.old, self.card, self.seat)],
        ]


FALSE, NO_POINT = "has a false proof", "holds a point that is none"
REPLAYS: list[tuple[type[SeatSigner], str, str]] = [
    (passing("crossed"), "pass", FALSE),
    (passing("marked", 1), "pass", FALSE),
    (passes_for("seat", lambda turn: turn._replace(seat=3)), "pass", FALSE),
    (passes_for("deck", lambda turn: turn._replace(deck=1)), "pass", FALSE),
    (passes_for("match", lambda turn: turn._replace(match=bytes(32))), "pass", FALSE),
    (passes_for("key", lambda turn: turn._replace(K=add_any(turn.K, passes.G))), "pass", FALSE),
    (PassesAnotherOrder, "pass", FALSE),
    (passes_with("a_point_of_low_order", 0, NO_POINTS[3]), "pass", NO_POINT),
    (passes_with("a_point_that_is_not_canonical", 1, NO_POINTS[5]), "pass", NO_POINT),
    (passes_with("no_scalar", -1, bytes(32)), "pass", "holds a scalar that is none"),
    (PassesTheOldDeck, "pass", FALSE),
    (GivesAPointOfLowOrder, "share", "is false"),
    (GivesForAnotherStep, "share", "is false"),
    (GivesTooMuch, "share", "shares"),
    (GivesAnOldShare, "share", "is false"),
    (GivesAFalsePart, "share", "for seat 5"),
    (GivesItsOwnShareAsAPart, "share", "for seat 5"),
    (CopiesNothing, "decision", "did not decide"),
    (CopiesToAPointOfLowOrder, "copy", "is false"),
    (CopiesAsItIs, "copy", "is false"),
    (CopiesToADealtPoint, "copy", "repeats a point"),
    (OpensTwice, "slot", "owes the openings"),
    (LaysTwice, "slot", "there is no card"),
    (OpensAnOldSlot, "slot", "there is no card"),
]
"""Tuples (client, kind of its fault, words of the report)."""
