"""The duties to a shared deck that clients meet without their players.

These are passes, shares, copies and openings. Every peer refuses a false answer in the step in which it appears, and
names the seat and the slot. A seat whose answer was refused is *out* for the rest of the match. So is a seat that took
part but omitted an answer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from core.engine.events import CardShown
from core.engine.game import IllegalDecision
from core.engine.hidden.points import POINT, rebuild
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.events import DeckPassed
from core.engine.hidden.shared_deck.keys import SHARE, ShareRequest
from core.engine.hidden.shared_deck.passes import Turn
from core.engine.hidden.shared_deck.state import OPENING, Move, Opened, S, Slots, T
from core.engine.question import Duty, room_for

if TYPE_CHECKING:
    from core.engine.hidden.shared_deck.chapter import SharedDecks

OwedShares = tuple[tuple[int, int], ...]
"""The pairs (slot, seat) of all shares that a seat owes.

The share is the seat's own, or its part of another seat's share.
"""


class Pass(NamedTuple):
    """The decision that passes a list: the cards in another order, with a proof."""

    data: bytes


class Given(NamedTuple):
    """The decision that gives shares: 96 bytes for each, in the order in which they are owed."""

    data: bytes


class Copied(NamedTuple):
    """The decision that gives a copy of a card with its proof: 128 bytes."""

    data: bytes


class Openings(NamedTuple):
    """The decision that opens closed cards to all seats."""

    cards: tuple[Opened, ...]


class PassDuty(Duty[S, T, Pass, int]):
    """The duty of one seat to pass the list that is being shuffled."""

    kind = "deck_pass"
    decision = Pass
    nothing = Pass(b"")

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def look_ahead(self, state: S, seat: int, decision: Pass, deck: int) -> None:
        """Precompute the sums that the check of the proof needs."""
        passes.look_ahead(*self._turn(state, seat, deck), decision.data)

    def _turn(self, state: S, seat: int, deck: int) -> tuple[Turn, bytes]:
        work = state.shared.shuffling
        assert work is not None
        return Turn(state.setup.match, state.t, seat, deck, state.shared.K), work.cards

    def check(self, state: S, seat: int, decision: Pass, deck: int) -> None:
        """Require a shuffle of the list with a correct proof."""
        turn, cards = self._turn(state, seat, deck)
        why = passes.fault(turn, cards, decision.data)
        if not why and state.shared.repeats(passes.passed(len(cards) // passes.CARD, decision.data)):
            why = "repeats a point"
        if why:
            raise IllegalDecision(seat, f"its pass of deck {deck} in step {state.t} {why}", "pass")

    def answer(self, step: T, seat: int, decision: Pass, deck: int) -> None:
        """Replace the list by the result of the pass; skip a seat that gave none."""
        shared = step.state.shared
        work = shared.shuffling
        assert work is not None
        if seat in step.lost:
            self.decks.exclude_defaulter(step, seat)
            shared.shuffling = work._replace(last=seat)
            return
        count = len(work.cards) // shared.width
        first, cards = shared.number(step.state.t, deck, count), decision.data[: len(work.cards)]
        shared.shuffling = work._replace(passed=(*work.passed, seat), last=seat, first=first, cards=cards)
        step.say(DeckPassed(seat, deck))

    def forced(self, state: S, seat: int, own: Secrets, deck: int) -> Pass:
        work = state.shared.shuffling
        assert work is not None
        return Pass(own.deck_keys.shuffle(state.t, deck, work.cards, state.shared.K))


class ShareDuty(Duty[S, T, Given, OwedShares]):
    """The duty of one seat to give shares of cards."""

    kind = "deck_share"
    decision = Given
    nothing = Given(b"")

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def look_ahead(self, state: S, seat: int, decision: Given, owed: OwedShares) -> None:
        """Precompute the checks of the shares' proofs."""
        for (slot, of), share in reversed([*zip(owed, passes.split(decision.data, SHARE))]):
            self._asked(state, seat, slot, of).holds(state.shared.points[of], share)

    def _asked(self, state: S, seat: int, slot: int, of: int) -> ShareRequest:
        return ShareRequest(state.setup.match, state.t, seat, slot, state.shared.cards[slot], of)

    def check(self, state: S, seat: int, decision: Given, owed: OwedShares) -> None:
        """Require a correct share for each card that was asked for."""
        if len(decision.data) != SHARE * len(owed):
            raise IllegalDecision(seat, f"owes {len(owed)} shares in step {state.t}", "share")
        for (slot, of), share in zip(owed, passes.split(decision.data, SHARE)):
            if not self._asked(state, seat, slot, of).holds(state.shared.points[of], share):
                whose = "" if of == seat else f" for seat {of}"
                raise IllegalDecision(seat, f"its share of slot {slot}{whose} in step {state.t} is false", "share")

    def answer_all(self, step: T, decisions: Mapping[int, Given], details: Mapping[int, tuple[OwedShares]]) -> None:
        """Remove each given share from its card; remove a lost seat's share once m parts of it are there."""
        parts: dict[tuple[int, int], dict[int, bytes]] = {}
        for seat in sorted(decisions):
            if seat in step.lost:
                self.decks.exclude_defaulter(step, seat)
                continue
            for (slot, of), share in zip(details[seat][0], passes.split(decisions[seat].data, SHARE)):
                if of == seat:
                    self._take_off(step, slot, of, share[:POINT])
                else:
                    parts.setdefault((slot, of), {})[seat] = share[:POINT]
        m = step.state.shared.quorum
        for (slot, of), given in sorted(parts.items()):
            if len(given) >= m:
                lowest = {seat: given[seat] for seat in sorted(given)[:m]}
                self._take_off(step, slot, of, rebuild(lowest))

    def _take_off(self, step: T, slot: int, of: int, share: bytes) -> None:
        revealing = step.state.shared.revealing
        at = revealing.get(slot)
        if at is not None and of not in at.given:
            revealing[slot] = at._replace(rest=keys.remove_shares(at.rest, [share]), given=(*at.given, of))

    def forced(self, state: S, seat: int, own: Secrets, owed: OwedShares) -> Given:
        cards = state.shared.cards
        return Given(b"".join(own.deck_keys.give(state.t, slot, cards[slot], of) for slot, of in owed))


class CopyDuty(Duty[S, T, Copied, Move]):
    """The duty of a holder to put a closed card in a fresh slot."""

    kind = "deck_copy"
    decision = Copied
    nothing = Copied(b"")

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def check(self, state: S, seat: int, decision: Copied, move: Move) -> None:
        """Require the same card under fresh randomness."""
        shared, slot = state.shared, move.slot
        match, card = state.setup.match, shared.cards[slot]
        if not keys.copy_holds(match, state.t, seat, slot, card, shared.K, decision.data):
            raise IllegalDecision(seat, f"its copy of slot {slot} in step {state.t} is false", "copy")
        if shared.repeats([decision.data[: passes.CARD]]):
            raise IllegalDecision(seat, f"its copy of slot {slot} in step {state.t} repeats a point", "copy")

    def answer_all(self, step: T, decisions: Mapping[int, Copied], details: Mapping[int, tuple[Move]]) -> None:
        """Place each copy; a lost seat's card is moved openly once its hand is open.

        Two seats can make the same copy only by agreement. The second of the two copies is not placed, and its seat is
        asked again.
        """
        for seat in sorted(decisions):
            if seat in step.lost:
                self.decks.exclude_defaulter(step, seat)
            elif not step.state.shared.repeats([decisions[seat].data[: passes.CARD]]):
                self.decks.copied(step, details[seat][0], decisions[seat].data[: passes.CARD])

    def forced(self, state: S, seat: int, own: Secrets, move: Move) -> Copied:
        return Copied(own.deck_keys.copy(state.t, move.slot, state.shared.cards[move.slot], state.shared.K))


class OpenDuty(Duty[S, T, Openings, Slots]):
    """The duty to open closed cards of the hand to all seats."""

    kind = "deck_open"
    decision = Openings
    nothing = Openings(())

    def __init__(self, decks: SharedDecks[S, T]) -> None:
        self.decks = decks

    def check(self, state: S, seat: int, decision: Openings, slots: Slots) -> None:
        """Require correct openings of exactly these slots."""
        if tuple(card.slot for card in decision.cards) != slots:
            words = f"owes the openings of {len(slots)} slots in their order in step {state.t}"
            raise IllegalDecision(seat, words, "slot")
        self.decks.check_cards(state, seat, decision.cards)

    def answer(self, step: T, seat: int, decision: Openings, slots: Slots) -> None:
        """Hold the opened cards openly; the other seats open the cards of a lost seat."""
        if seat in step.lost:
            self.decks.exclude_defaulter(step, seat)
        for card in decision.cards:
            copy = self.decks.leave_hand(step, seat, card)
            step.state.shared.open[seat] += (copy,)
            step.say(CardShown(seat, copy))

    def room(self, state: S, seat: int, slots: Slots) -> int:
        return room_for(len(slots), OPENING)

    def forced(self, state: S, seat: int, own: Secrets, slots: Slots) -> Openings:
        return Openings(tuple(self.decks.opened(state, own, slot) for slot in slots))

    def renewed(self, state: S, seat: int, slots: Slots) -> tuple[Slots]:
        return (state.shared.hands[seat][: len(slots)],)


KEYED_QUESTIONS = ("deck_pass", "deck_share", "deck_copy")
"""The questions that need keys.

They are not asked under the null scheme, and have no meaning in a match that continues another.
"""
FAULTS: Collection[str] = frozenset(("pass", "share", "copy", "slot"))
"""The kinds of refused decisions after which a seat is out."""
