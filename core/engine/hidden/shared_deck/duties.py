"""Questions about a shared deck that clients answer without their players: shuffles, shares, copies and openings.

Every peer refuses a false answer at once, and reports the seat and the slot. A seat that gives a false answer, or is
present but gives none, is *out* for the rest of the match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from core.engine.events import CardShown
from core.engine.game import IllegalDecision
from core.engine.hidden.points import POINT, interpolate
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.events import DeckPassed
from core.engine.hidden.shared_deck.keys import SHARE_BYTES, ShareRequest
from core.engine.hidden.shared_deck.passes import Turn
from core.engine.hidden.shared_deck.state import MAX_OPENING_BYTES, Move, Opened, S, Slots, T
from core.engine.question import Duty, size_with_openings

if TYPE_CHECKING:
    from core.engine.hidden.shared_deck.shared_decks import SharedDecks

OwedShares = tuple[tuple[int, int], ...]
"""Pairs (slot, seat) of all shares that a seat must give.

`seat` is the seat whose share it is: the giver, or a lost seat of whose share the giver has a part.
"""


class Pass(NamedTuple):
    """Decision that shuffles the list: the re-encrypted cards in another order, with a proof."""

    data: bytes


class Given(NamedTuple):
    """Decision that gives shares: 96 bytes for each, in the order of the request."""

    data: bytes


class Copied(NamedTuple):
    """Decision that copies a card, with a proof: 128 bytes."""

    data: bytes


class Openings(NamedTuple):
    """Decision that opens closed cards to all seats."""

    cards: tuple[Opened, ...]


class PassDuty(Duty[S, T, Pass, int]):
    """The duty of one seat to shuffle the list of cards."""

    kind = "deck_pass"
    decision = Pass
    empty_answer = Pass(b"")

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def precompute_checks(self, state: S, seat: int, decision: Pass, deck: int) -> None:
        """Precompute the sums that verify the proof."""
        passes.precompute_sums(*self._shuffle_turn(state, seat, deck), decision.data)

    def _shuffle_turn(self, state: S, seat: int, deck: int) -> tuple[Turn, bytes]:
        work = state.shared.shuffling
        assert work is not None
        return Turn(state.setup.match, state.t, seat, deck, state.shared.K), work.cards

    def check(self, state: S, seat: int, decision: Pass, deck: int) -> None:
        """Raise `IllegalDecision` unless the answer is a shuffle of the list with a correct proof."""
        turn, cards = self._shuffle_turn(state, seat, deck)
        why = passes.find_fault(turn, cards, decision.data)
        if not why and state.shared.reuses_point(passes.shuffled_cards(len(cards) // passes.CARD_BYTES, decision.data)):
            why = "repeats a point"
        if why:
            raise IllegalDecision(seat, f"its pass of deck {deck} in step {state.t} {why}", "pass")

    def apply(self, step: T, seat: int, decision: Pass, deck: int) -> None:
        """Replace the list by the shuffled one; skip a lost seat."""
        shared = step.state.shared
        work = shared.shuffling
        assert work is not None
        if seat in step.lost:
            self.decks.exclude_if_due(step, seat)
            shared.shuffling = work._replace(last=seat)
            return
        count = len(work.cards) // shared.card_bytes
        first, cards = shared.next_slots(step.state.t, deck, count), decision.data[: len(work.cards)]
        shared.shuffling = work._replace(passed=(*work.passed, seat), last=seat, first=first, cards=cards)
        step.emit(DeckPassed(seat, deck))

    def forced_answer(self, state: S, seat: int, own: Secrets, deck: int) -> Pass:
        work = state.shared.shuffling
        assert work is not None
        return Pass(own.deck_keys.shuffle(state.t, deck, work.cards, state.shared.K))


class ShareDuty(Duty[S, T, Given, OwedShares]):
    """The duty of one seat to give shares of cards."""

    kind = "deck_share"
    decision = Given
    empty_answer = Given(b"")

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def precompute_checks(self, state: S, seat: int, decision: Given, owed: OwedShares) -> None:
        """Precompute the checks of the proofs."""
        for (slot, of), share in reversed([*zip(owed, passes.split_bytes(decision.data, SHARE_BYTES))]):
            self._request(state, seat, slot, of).is_valid_share(state.shared.points[of], share)

    def _request(self, state: S, seat: int, slot: int, of: int) -> ShareRequest:
        return ShareRequest(state.setup.match, state.t, seat, slot, state.shared.cards[slot], of)

    def check(self, state: S, seat: int, decision: Given, owed: OwedShares) -> None:
        """Raise `IllegalDecision` unless the answer contains a correct share for each requested card."""
        if len(decision.data) != SHARE_BYTES * len(owed):
            raise IllegalDecision(seat, f"owes {len(owed)} shares in step {state.t}", "share")
        for (slot, of), share in zip(owed, passes.split_bytes(decision.data, SHARE_BYTES)):
            if not self._request(state, seat, slot, of).is_valid_share(state.shared.points[of], share):
                whose = "" if of == seat else f" for seat {of}"
                raise IllegalDecision(seat, f"its share of slot {slot}{whose} in step {state.t} is false", "share")

    def apply_all(self, step: T, decisions: Mapping[int, Given], details: Mapping[int, tuple[OwedShares]]) -> None:
        """Remove each share from its card.

        The share of a lost seat is removed once a majority of parts of it has arrived.
        """
        parts: dict[tuple[int, int], dict[int, bytes]] = {}
        for seat in sorted(decisions):
            if seat in step.lost:
                self.decks.exclude_if_due(step, seat)
                continue
            for (slot, of), share in zip(details[seat][0], passes.split_bytes(decisions[seat].data, SHARE_BYTES)):
                if of == seat:
                    self._remove_share(step, slot, of, share[:POINT])
                else:
                    parts.setdefault((slot, of), {})[seat] = share[:POINT]
        m = step.state.shared.quorum
        for (slot, of), given in sorted(parts.items()):
            if len(given) >= m:
                lowest = {seat: given[seat] for seat in sorted(given)[:m]}
                self._remove_share(step, slot, of, interpolate(lowest))

    def _remove_share(self, step: T, slot: int, of: int, share: bytes) -> None:
        revealing = step.state.shared.revealing
        at = revealing.get(slot)
        if at is not None and of not in at.given:
            revealing[slot] = at._replace(rest=keys.remove_shares(at.rest, [share]), given=(*at.given, of))

    def forced_answer(self, state: S, seat: int, own: Secrets, owed: OwedShares) -> Given:
        cards = state.shared.cards
        return Given(b"".join(own.deck_keys.make_share(state.t, slot, cards[slot], of) for slot, of in owed))


class CopyDuty(Duty[S, T, Copied, Move]):
    """The duty of a holder to copy a closed card into a fresh slot."""

    kind = "deck_copy"
    decision = Copied
    empty_answer = Copied(b"")

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def check(self, state: S, seat: int, decision: Copied, move: Move) -> None:
        """Raise `IllegalDecision` unless the answer is the same card, re-encrypted with a correct proof."""
        shared, slot = state.shared, move.slot
        match, card = state.setup.match, shared.cards[slot]
        if not keys.is_copy_valid(match, state.t, seat, slot, card, shared.K, decision.data):
            raise IllegalDecision(seat, f"its copy of slot {slot} in step {state.t} is false", "copy")
        if shared.reuses_point([decision.data[: passes.CARD_BYTES]]):
            raise IllegalDecision(seat, f"its copy of slot {slot} in step {state.t} repeats a point", "copy")

    def apply_all(self, step: T, decisions: Mapping[int, Copied], details: Mapping[int, tuple[Move]]) -> None:
        """Place each copy; the card of a lost seat is moved face up once its hand is open.

        Two seats can make identical copies only by agreement. Then the second copy is dropped, and its seat is asked
        again.
        """
        for seat in sorted(decisions):
            if seat in step.lost:
                self.decks.exclude_if_due(step, seat)
            elif not step.state.shared.reuses_point([decisions[seat].data[: passes.CARD_BYTES]]):
                self.decks.finish_move(step, details[seat][0], decisions[seat].data[: passes.CARD_BYTES])

    def forced_answer(self, state: S, seat: int, own: Secrets, move: Move) -> Copied:
        return Copied(own.deck_keys.copy_card(state.t, move.slot, state.shared.cards[move.slot], state.shared.K))


class OpenDuty(Duty[S, T, Openings, Slots]):
    """The duty to open closed cards of the hand to all seats."""

    kind = "deck_open"
    decision = Openings
    empty_answer = Openings(())

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def check(self, state: S, seat: int, decision: Openings, slots: Slots) -> None:
        """Raise `IllegalDecision` unless exactly these slots are opened correctly."""
        if tuple(card.slot for card in decision.cards) != slots:
            words = f"owes the openings of {len(slots)} slots in their order in step {state.t}"
            raise IllegalDecision(seat, words, "slot")
        self.decks.check_cards(state, seat, decision.cards)

    def apply(self, step: T, seat: int, decision: Openings, slots: Slots) -> None:
        """Keep the opened cards face up in the hand; the other seats open the cards of a lost seat."""
        if seat in step.lost:
            self.decks.exclude_if_due(step, seat)
        for card in decision.cards:
            copy = self.decks.leave_hand(step, seat, card)
            step.state.shared.open[seat] += (copy,)
            step.emit(CardShown(seat, copy))

    def max_answer_size(self, state: S, seat: int, slots: Slots) -> int:
        return size_with_openings(len(slots), MAX_OPENING_BYTES)

    def forced_answer(self, state: S, seat: int, own: Secrets, slots: Slots) -> Openings:
        return Openings(tuple(self.decks.opening(state, own, slot) for slot in slots))

    def renewed_details(self, state: S, seat: int, slots: Slots) -> tuple[Slots]:
        return (state.shared.hands[seat][: len(slots)],)


KEYED_QUESTIONS = ("deck_pass", "deck_share", "deck_copy")
"""Kinds of questions that need keys.

They are not asked under the null scheme, and are dropped in a match that continues another.
"""
FAULTS: Collection[str] = frozenset(("pass", "share", "copy", "slot"))
"""Kinds of refused decisions for which a seat is excluded."""
