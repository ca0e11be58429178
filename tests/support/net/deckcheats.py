"""Clients that cheat a shared deck, each by breaking one rule when the client owes the deck an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from core.engine.codec import Plain
from core.engine.hidden.points import add_any, multiply, multiply_base, prove, scalar_from_int, subtract_any
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.keys import AnnouncedKeys
from core.engine.hidden.shared_deck.passes import Turn
from net.match.genesis import make_shares
from net.match.state_machine import StateMachine
from net.replication.entries import Kind
from net.seat.signer import SeatSigner
from tests.support.core.shared_seats import Cheat
from tests.support.games.magpies.game import Nest


class CheatsTheDeck(SeatSigner):
    """A client that gives a false answer the `nth` time it is asked for this kind of duty."""

    kind = "deck_pass"
    nth = 0
    seats = 4
    options: Mapping[str, int] = {"rounds": 3}
    lost: Mapping[int, int] = {}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.told: tuple[int, int] = (0, 0)
        """Step and slot of the false answer."""
        self._asked = 0

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        ask = table.step.questions.get(self.seat)
        if ask is not None and not self.told[0] and not self.can_open(table.step.t):
            state, detail = cast(Nest, table.state), ask.detail[0] if ask.detail else None
            if ask.kind == "trick":
                decision = self.tricks(state, decision)
            elif ask.kind == self.kind and self.due(state, detail):
                decision = self.instead(state, detail, _bytes(decision))
                self.told = (table.step.t, _slot(detail) or _slot_of(decision))
            elif ask.kind == self.kind:
                decision = self.otherwise(state, decision)
        super().publish_commit(table, decision)

    def due(self, state: Nest, detail: Any) -> bool:
        """Return True if the client cheats now."""
        self._asked += 1
        return self._asked == self.nth + 1

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        """Return the bytes that the client signs instead of the right ones."""
        raise NotImplementedError

    def otherwise(self, state: Nest, decision: Plain) -> Plain:
        """Return the decision that the client makes before it cheats."""
        return decision

    def tricks(self, state: Nest, decision: Plain) -> Plain:
        """Return the decision that the client makes at the end of its turn."""
        return decision

    def turn(self, state: Nest) -> Turn:
        """Return the client's own turn in a pass."""
        return Turn(self.genesis.match, state.t, self.seat, 0, state.shared.K)


def _bytes(decision: Plain) -> bytes:
    first = decision[0] if isinstance(decision, (list, tuple)) and decision else b""
    return first if isinstance(first, bytes) else b""


def _slot_of(decision: Plain) -> int:
    """Return the slot of the card with which the seat parts."""
    card: Any = decision[1] if isinstance(decision, (list, tuple)) and len(decision) > 1 else 0
    return int(card[0] if isinstance(card, list) else card)


def _slot(detail: Any) -> int:
    if isinstance(detail, tuple) and detail:
        return int(getattr(detail, "slot", 0) or (detail[0][0] if isinstance(detail[0], tuple) else detail[0]))
    return 0


def passing(name: str, *given: int) -> type[SeatSigner]:
    """Return a client that passes a false shuffle.

    `name` is a method of `Cheat`, and `given` are its arguments.
    """

    def instead(self: CheatsTheDeck, state: Nest, detail: Any, right: bytes) -> Plain:
        work = state.shared.shuffling
        assert work is not None and self.secrets.deck is not None
        cheat = Cheat(self.turn(state), work.cards)
        key = passes.shuffle_secret(self._seed, self.genesis.match, state.t, 0, state.shared.K, work.cards)
        cheat.drawn = passes.derive_draws(key, len(work.cards) // passes.CARD_BYTES)
        cheat.right = passes._reencrypt_cards(state.shared.K, cheat.drawn, work.cards)
        return [getattr(cheat, name)(*given)]

    return type("_".join(("Lays", name, *map(str, given))), (CheatsTheDeck,), {"instead": instead})


class PassesTooLittle(CheatsTheDeck):
    """A client whose shuffle is cut short."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [right[:-32]]


class PassesForAnotherStep(CheatsTheDeck):
    """A client that gives a correct shuffle made for the step before."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        work = state.shared.shuffling
        assert work is not None
        return [self.secrets.deck_keys.shuffle(state.t - 1, 0, work.cards, state.shared.K)]


class PassesNothing(CheatsTheDeck):
    """A client that passes without giving a shuffle."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return None


class GivesFalsely(CheatsTheDeck):
    """A client that gives a false share with the proof of the right one."""

    kind = "deck_share"
    nth = 1

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [multiply(scalar_from_int(12345), state.shared.cards[detail[0][0]][:32]) + right[32:]]


class GivesAnother(GivesFalsely):
    """A client that gives the share of another slot."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        other = next(slot for slot in sorted(state.shared.cards) if slot != detail[0][0])
        share = self.secrets.deck_keys.make_share(state.t, other, state.shared.cards[other], self.seat)
        return [share + right[keys.SHARE_BYTES :]]


class GivesNothing(GivesFalsely):
    """A client that takes part without giving a share."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [right[keys.SHARE_BYTES :]]


class CopiesAnother(CheatsTheDeck):
    """A client that copies another card of its hand."""

    kind = "deck_copy"

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        other = next(slot for slot in state.shared.hands[self.seat] if slot != detail.slot)
        return [self.secrets.deck_keys.copy_card(state.t, detail.slot, state.shared.cards[other], state.shared.K)]


class CopiesWithAMark(CopiesAnother):
    """A client whose copy opens as another card."""

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        return [right[:32] + add_any(right[32:64], passes.G) + right[64:]]


class OpensAnother(CheatsTheDeck):
    """A client that claims that the value of its card is higher by one."""

    kind = "deck_open"

    def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
        cards = []
        for slot in detail:
            proof = self.secrets.deck_keys.make_share(state.t, slot, state.shared.cards[slot], self.seat)
            cards.append([slot, self.secrets.drawn[slot], proof])
        cards[0][1] = (cards[0][1] + 1) % 10
        return [cards]


CAUGHT: list[tuple[type[SeatSigner], str, str]] = [
    *((passing(name), "pass", "has a false proof") for name in ("twin", "left_out", "foreign")),
    (passing("marked", 0), "pass", "has a false proof"),
    (passing("scaled"), "pass", "has a false proof"),
    (PassesTooLittle, "pass", "is of the wrong length"),
    (PassesForAnotherStep, "pass", "has a false proof"),
    (PassesNothing, "decision", "did not decide"),
    (GivesFalsely, "share", "is false"),
    (GivesAnother, "share", "is false"),
    (GivesNothing, "share", "shares"),
    (CopiesAnother, "copy", "is false"),
    (CopiesWithAMark, "copy", "is false"),
    (OpensAnother, "slot", "is false"),
]
"""Tuples (client, kind of its fault, words of the report)."""


# -- entry 0 -----------------------------------------------------------------------------------------------------------


class _First(SeatSigner):
    def publish_shares(self) -> None:
        body = cast(list[Any], make_shares(self.genesis, self.keys, self._seed, self.secrets.deck))
        self.publish(Kind.GENESIS, self.other(body))

    def other(self, body: list[Any]) -> Plain:
        return body


class NoDeckKeys(_First):
    """A client whose first entry has no deck keys."""

    def other(self, body: list[Any]) -> Plain:
        return body[:3]


class UnwantedDeckKeys(_First):
    """A client whose first entry has deck keys in a game without shared decks."""

    def other(self, body: list[Any]) -> Plain:
        made = keys.DeckKeys(self.genesis.match, self.seat, self._seed, self.genesis.seats)
        return make_shares(self.genesis, self.keys, self._seed, made)


class CancelsOthers(_First):
    """A client whose deck key cancels that of seat 1, so that the client would know the joint key."""

    def other(self, body: list[Any]) -> Plain:
        d, match = scalar_from_int(99), self.genesis.match
        first = keys.DeckKeys(match, 1, bytes(32), self.genesis.seats)
        rogue, X = subtract_any(multiply_base(d), first.points[0]), keys.key_base(match, self.seat)
        Y = multiply(d, X)
        proof = prove(self._seed, [match, 0, self.seat, "deckkey"], d, rogue, X, Y)
        body[3][:3] = AnnouncedKeys((rogue, *body[3][0][1:]), Y, proof)
        return body


class LowOrderKey(_First):
    """A client whose deck key contains a point of small order."""

    def other(self, body: list[Any]) -> Plain:
        body[3][0] = (body[3][0][0], bytes(32), *body[3][0][2:])
        return body


class WrongDeckShares(_First):
    """A client that gives shares of its deck keys which do not match its points."""

    def other(self, body: list[Any]) -> Plain:
        right = self.secrets.deck_keys
        wrong = keys.DeckKeys(self.genesis.match, self.seat, bytes(32), self.genesis.seats)
        made = cast(list[Any], make_shares(self.genesis, self.keys, self._seed, wrong))
        body[3] = [*right.announced_keys(), made[3][3]]
        return body
