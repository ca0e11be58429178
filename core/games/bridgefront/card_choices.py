"""The choices in the middle of a resolution (rules 8.5, D8).

The game stops and asks only the player of the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.hand import HeldCard, held_cards, name_card
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.engine.question import size_with_openings
from core.games.bridgefront import events, hands
from core.games.bridgefront.decisions import Discard, Keep, Lay, Scry
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.phases import collection
from core.games.bridgefront.phases.collection import PickFromOffer
from core.games.bridgefront.rules import Question, Step, agenda, question
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.units import gain_mana

Slots = tuple[int, ...]

# Cards named after drawing --------------------------------------------------------------------------------------------


@agenda("choose cards")
def choose_cards(step: Step, seat: int, least: int, most: int, fate: str) -> None:
    """Ask for cards of the hand to discard, to burn or to give for mana.

    If the hand holds fewer than required, fewer cards are asked for.
    """
    size = step.state.piles.hand_size(seat)
    if size:
        step.ask(CARDS, seat, min(least, size), min(most, size), fate)


class DiscardChoice(hands.FromHandQuestion[int, int, str]):
    """The question of which cards of the hand a seat discards, burns or gives for mana (D8).

    The purpose in the details is "discard", "burn" or "mana".
    """

    kind = "cards"
    at_random = True

    def bounds(self, least: int, most: int, fate: str) -> tuple[int, int]:
        return least, most

    def check(self, state: Bridgefront, seat: int, decision: Discard, least: int, most: int, fate: str) -> None:
        """Reject too few, too many or repeated cards, and cards outside the seat's hand."""
        if not least <= len(decision.cards) <= most:
            raise IllegalDecision(seat, f"{fate}: {least} to {most} cards are due, not {len(decision.cards)}")
        CLOSED_CARDS.check_cards(state, seat, decision.cards)

    def apply(self, step: Step, seat: int, decision: Discard, least: int, most: int, fate: str) -> None:
        """Burn or discard the cards.

        With "mana", the seat gains one mana, no matter how large the number of cards is.
        """
        for card in decision.cards:
            copy = step.state.piles.leave_hand(seat, card)
            if fate == "burn":
                hands.burn_copy(step, seat, copy)
            else:
                hands.discard_copy(step, seat, copy, "effect")
        if fate == "mana" and decision.cards:
            gain_mana(step, seat, 1)

    def forced_answer(
        self, state: Bridgefront, seat: int, own: Secrets, least: int, most: int, fate: str
    ) -> Discard | None:
        """Return all cards of the hand if all of them must go, else None."""
        if least < state.piles.hand_size(seat):
            return None
        return Discard(tuple(name_card(own, card) for card in held_cards(state, seat, own)))


CARDS = question(DiscardChoice())


# Cards put on top -----------------------------------------------------------------------------------------------------


@agenda("lay on top")
def lay_on_top(step: Step, seat: int, optional: bool) -> None:
    if step.state.piles.hand_size(seat):
        step.ask(LAY, seat, optional)


def draft_hand_batch(state: Bridgefront, seat: int, own: Secrets, top: int) -> bytes:
    """Return a fresh batch for the whole hand, with the copy `top` first (PROTOCOL 6.6)."""
    others = sorted(copy for copy, _ in held_cards(state, seat, own) if copy != top)
    return own.draft_batch(state.t, [top, *own.secret_order(state.t, 1, others)])


class TopCardChoice(Question[Lay, bool]):
    """The question of which card of the hand goes on top of the draw pile, if any."""

    kind = "lay"
    at_random = True
    decision = Lay

    def check(self, state: Bridgefront, seat: int, decision: Lay, optional: bool) -> None:
        """Check the slot that the decision names, or its fresh batch for the whole hand.

        If the hand holds an open card, the whole hand moves to fresh slots. Otherwise the named slot itself moves (H4).
        """
        piles = state.piles
        if decision.slot is None and decision.batch is None:
            if not optional:
                raise IllegalDecision(seat, "a card has to be laid on top")
            return
        if piles.shown[seat]:
            if decision.slot is not None:
                raise IllegalDecision(seat, "the hand holds an open card: all of it is laid afresh")
            piles.check_batch(seat, decision.batch, piles.hand_size(seat))
        elif decision.batch is not None or decision.slot not in piles.hand[seat]:
            raise IllegalDecision(seat, f"slot {decision.slot} does not lie in the hand", "slot")

    def apply(self, step: Step, seat: int, decision: Lay, optional: bool) -> None:
        """Put the chosen card, if any, on top of the pile."""
        piles = step.state.piles
        if decision.slot is not None:
            piles.hand[seat] = without(piles.hand[seat], decision.slot)
            piles.put_back(seat, (decision.slot,), ())
        elif decision.batch is not None:
            piles.return_hand(seat, step.state.t, decision.batch)
        else:
            return
        step.emit(events.CardLaidOnTop(seat))

    def max_answer_size(self, state: Bridgefront, seat: int, optional: bool) -> int:
        """Return the room in bytes for a fresh hand if the hand holds an open card, else 0."""
        return size_with_openings(state.piles.hand_size(seat)) if state.piles.shown[seat] else 0

    def lay_card(self, state: Bridgefront, seat: int, own: Secrets, card: HeldCard) -> Lay:
        """Return the decision that puts this card of the seat's hand on top."""
        if state.piles.shown[seat]:
            return Lay(batch=draft_hand_batch(state, seat, own, card[0]))
        return Lay(slot=card[1])

    def options(self, state: Bridgefront, seat: int, own: Secrets, optional: bool) -> Iterator[Lay]:
        if optional:
            yield Lay()
        yield from (self.lay_card(state, seat, own, card) for card in held_cards(state, seat, own))

    def forced_answer(self, state: Bridgefront, seat: int, own: Secrets, optional: bool) -> Lay | None:
        if optional or state.piles.hand_size(seat) > 1:
            return None
        return self.lay_card(state, seat, own, held_cards(state, seat, own)[0])

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, optional: bool) -> Lay:
        """Return an empty decision, because nobody knows the pile of a lost seat (N6)."""
        return Lay()

    def restore_faces(self, state: Bridgefront, seat: int, own: Secrets, decision: Lay, optional: bool) -> None:
        """Recreate the hand in the only order that yields the published batch."""
        if decision.batch is not None:
            copies = (copy for copy, _ in held_cards(state, seat, own))
            next((copy for copy in copies if draft_hand_batch(state, seat, own, copy) == decision.batch), None)


LAY = question(TopCardChoice())


# Looks ----------------------------------------------------------------------------------------------------------------


@agenda("scry")
def scry(step: Step, seat: int, count: int) -> None:
    slots = step.state.piles.top[seat][:count]
    if slots:
        step.ask(SCRY, seat, slots)


class ScryChoice(Question[Scry, Slots]):
    """The question of the order in which a seat puts back the cards that it looked at."""

    kind = "scry"
    at_random = True
    decision = Scry
    of_slots = True

    def check(self, state: Bridgefront, seat: int, decision: Scry, slots: Slots) -> None:
        """Check that the decision puts back each slot exactly once."""
        if sorted(decision.top + decision.bottom) != sorted(slots):
            raise IllegalDecision(seat, f"slots {slots} are to be put back, each once", "slot")

    def apply(self, step: Step, seat: int, decision: Scry, slots: Slots) -> None:
        """Put the slots back on top of the pile and at its bottom, as chosen."""
        if seat in step.lost:
            return
        piles = step.state.piles
        piles.top[seat] = piles.top[seat][len(slots) :]
        piles.put_back(seat, decision.top, decision.bottom)
        step.emit(events.CardsSorted(seat, len(decision.top), len(decision.bottom)))

    def options(self, state: Bridgefront, seat: int, own: Secrets, slots: Slots) -> Iterator[Scry]:
        """Yield every order of the slots, divided at every position into top and bottom."""
        for order in permutations(slots):
            yield from (Scry(order[:n], order[n:]) for n in range(len(order) + 1))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, slots: Slots) -> Scry:
        """Return an empty choice: nobody looks at the pile of a lost seat (N1)."""
        return Scry((), ())


SCRY = question(ScryChoice())


@agenda("scout")
def scout(step: Step, seat: int, count: int) -> None:
    slots = step.state.piles.top[seat][:count]
    if slots:
        step.ask(SCOUT, seat, slots)


class KeepChoice(Question[Keep, Slots]):
    """The question of which of the cards on top of the pile a seat keeps; the others are discarded."""

    kind = "scout"
    at_random = True
    decision = Keep
    of_slots = True
    lists_all = False  # a claim that the kept card need not be shown is accepted until the audit

    def check(self, state: Bridgefront, seat: int, decision: Keep, slots: Slots) -> None:
        """Check that the decision keeps one slot and opens the others in order.

        The kept slot must be opened too if drawing it costs gold or if the hand is full.
        """
        if decision.keep not in slots:
            raise IllegalDecision(seat, f"slot {decision.keep} is not among those looked at", "slot")
        others = without(slots, decision.keep)
        if tuple(opening[0] for opening in decision.discard) != others:
            raise IllegalDecision(seat, "owes the openings of the cards that it discards", "duty")
        shown = () if decision.show is None else (decision.show,)
        if shown and shown[0][0] != decision.keep:
            raise IllegalDecision(seat, "shows another card than the one kept", "slot")
        state.piles.check_held(
            state.setup.match, seat, decision.discard + shown, slots, CLOSED_CARDS.contradiction_test(state)
        )
        full = state.piles.hand_size(seat) >= state.rules.numbers.hand_limit
        if full and not shown:
            raise IllegalDecision(seat, "owes the opening of a card kept with a full hand", "duty")
        if shown and not full and not hands.costs_gold_when_drawn(state, shown[0][1]):
            raise IllegalDecision(seat, "shows a card that need not be shown")

    def max_answer_size(self, state: Bridgefront, seat: int, slots: Slots) -> int:
        return size_with_openings(len(slots))

    def apply(self, step: Step, seat: int, decision: Keep, slots: Slots) -> None:
        """Discard the other cards and move the kept one to the hand, if there is room."""
        if seat in step.lost:
            return
        state, piles = step.state, step.state.piles
        piles.top[seat] = piles.top[seat][len(slots) :]
        due = hands.possible_claims(state, seat, (hands.LOSES_GOLD,))
        for opening in decision.discard:
            hands.discard_copy(step, seat, piles.open(seat, opening), "scout")
        if decision.show is not None:
            copy = piles.open(seat, decision.show)
            if piles.hand_size(seat) >= state.rules.numbers.hand_limit:
                hands.discard_copy(step, seat, copy, "hand limit")
                return
            piles.shown[seat] += (copy,)
            step.emit(events.CardShown(seat, copy))
            hands.lose_gold_for_drawing(step, seat)
        else:
            piles.hand[seat] += (decision.keep,)
            for claim in due:
                piles.record_claim(seat, (decision.keep,), claim)
            step.emit(events.CardsDrawn(seat, (decision.keep,)))

    def keep_card(self, state: Bridgefront, seat: int, own: Secrets, kept: int, slots: Slots) -> Keep:
        """Return the decision that keeps the given slot."""
        full = state.piles.hand_size(seat) >= state.rules.numbers.hand_limit
        must = full or hands.costs_gold_when_drawn(state, own.faces[kept])
        others = tuple(own.opening(slot) for slot in slots if slot != kept)
        return Keep(kept, others, own.opening(kept) if must else None)

    def options(self, state: Bridgefront, seat: int, own: Secrets, slots: Slots) -> Iterator[Keep]:
        return (self.keep_card(state, seat, own, slot, slots) for slot in slots)

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, slots: Slots) -> Keep:
        """Return an empty choice: nobody looks at the pile of a lost seat (N1)."""
        return Keep(0, ())


SCOUT = question(KeepChoice())


# Offers of cards ------------------------------------------------------------------------------------------------------


@agenda("offer")
def make_offer(step: Step, seat: int, deck: int, count: int) -> None:
    """Turn up cards of a shared deck for one seat, which gains one of them."""
    collection.make_offer(step, seat, "card", -1, deck, count)
    step.ask(OFFER, seat, step.state.offers[0].copies)


class CardOfferPick(PickFromOffer[Slots]):
    """The question of which card a seat gains from an offer that a card has made (D8)."""

    at_random = True


OFFER = question(CardOfferPick("offer"))
