"""Surrender of cards that a seat may not hold.

These are Nuclear Arms and Armageddon without a token (A11), and cards that the seat was not allowed to keep (part 4).
"""

from __future__ import annotations

from core.engine.game import RandomSource
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import MAX_OPENING_BYTES, deck_of_slot
from core.engine.question import size_with_openings
from core.games.ambition import events
from core.games.ambition.cards import ARMS, NOW, WORLD
from core.games.ambition.decisions import Surrender
from core.games.ambition.hands import DECKS, convict, deck_of, face_of, face_up_copies, known_face, spend
from core.games.ambition.rules import Duty, Step, agenda, question, refuse_unless
from core.games.ambition.state import Ambition


def lose_token(step: Step, seat: int) -> None:
    """Take a seat's token, and with it the cards that only a seat with a token may have (PE2, A11)."""
    if step.state.token[seat]:
        step.state.token[seat] = 0
        step.emit(events.TokenLost(seat))
        step.schedule(("surrender", seat))


@agenda("surrender")
def ask_for_surrender(step: Step, seat: int) -> None:
    """Ask a seat to surrender the cards that need a token.

    With its answer, the seat claims that none of its other cards needs one.
    """
    if step.state.hand(seat, "intrigue"):
        step.ask(SURRENDER, seat)


@agenda("swear")
def mark_sworn(step: Step, seat: int) -> None:
    """Mark the closed cards of a seat without a token as sworn.

    Its hand was mixed, so the claim about its cards applies to their new slots.
    """
    if not step.state.token[seat]:
        held = tuple(entry for entry in step.state.hand(seat, "intrigue") if entry > 0)
        step.state.sworn = tuple(sorted({*step.state.sworn, *held}))


def discard_surrendered(step: Step, seat: int, decision: Surrender) -> tuple[int, ...]:
    """Discard the surrendered cards face up, and return their copies.

    The seat is not blamed for having drawn them.
    """
    copies = tuple(DECKS.open_without_conviction(step, seat, card) for card in decision.cards)
    if copies:
        spend(step, copies)
        step.emit(events.CardsDiscarded(seat, copies, "surrendered"))
    return copies


class SurrenderDuty(Duty[Surrender]):
    """The duty of a seat without a token to surrender the cards that it may not hold.

    The cards are discarded face up, and the rest of the hand is marked as sworn.
    """

    kind = "surrender"
    decision = Surrender
    empty_answer = Surrender(())
    lists_all = False

    def must_go(self, state: Ambition, seat: int, face: int) -> bool:
        """Return True if a card of this face has to go."""
        return state.rules.intrigues[face].kind in (ARMS, WORLD) and not state.token[seat]

    def max_answer_size(self, state: Ambition, seat: int) -> int:
        """Return the room in bytes for all Intrigue cards of the hand.

        The seat may have to surrender all of them.
        """
        return size_with_openings(len(state.hand(seat, "intrigue")), MAX_OPENING_BYTES)

    def open_due_cards(self, state: Ambition, seat: int) -> list[int]:
        """Return the open cards that the seat must surrender."""
        return [copy for copy in face_up_copies(state, seat, "intrigue") if self.must_go(state, seat, state.face(copy))]

    def check(self, state: Ambition, seat: int, decision: Surrender) -> None:
        DECKS.check_cards(state, seat, decision.cards)
        for card in decision.cards:
            refuse_unless(seat, state.card_sort(deck_of(state, card)) == "intrigue", "that is no Intrigue card")
            refuse_unless(seat, self.must_go(state, seat, face_of(state, card)), "that card stays in the hand")
        remaining = [copy for copy in self.open_due_cards(state, seat) if copy not in decision.cards]
        refuse_unless(seat, not remaining, "all see that it holds more that has to go")

    def apply(self, step: Step, seat: int, decision: Surrender) -> None:
        """Discard the surrendered cards.

        The hand of a lost seat is first opened by the other seats.
        """
        discard_surrendered(step, seat, decision)
        if seat in step.lost and step.state.shared.hands[seat]:
            step.schedule(("surrender", seat))
        else:
            mark_sworn(step, seat)

    def forced_answer(self, state: Ambition, seat: int, own: Secrets) -> Surrender:
        hand = state.hand(seat, "intrigue")
        due = [entry for entry in hand if self.must_go(state, seat, known_face(state, own, entry))]
        return Surrender(tuple(DECKS.named_card(state, own, entry) for entry in due))

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Surrender:
        return Surrender(tuple(self.open_due_cards(state, seat)))


SURRENDER = question(SurrenderDuty())

# Cards from another hand ----------------------------------------------------------------------------------------------


def take_card(step: Step, seat: int, giver: int, entry: int) -> None:
    """Move a card from the giver's hand to the taker's.

    The taker looks at the card before the hand is mixed, so that it can distinguish the card from its own ones.
    """
    sworn = entry in step.state.sworn
    after = ("taken", seat, giver, sworn, len(step.state.shared.hands[seat]))
    if entry > 0:
        step.schedule(after, ("deck mix", seat, deck_of_slot(entry)), ("swear", seat), ("close again", seat))
        DECKS.move_to_hand(step, giver, entry, seat)
    else:
        step.schedule(after, ("swear", seat), ("close again", seat))
        DECKS.give(step, giver, entry, seat)


@agenda("taken")
def check_taken_card(step: Step, seat: int, giver: int, sworn: bool, before: int) -> None:
    """Ask the taker to open the card if it may not hold it.

    A seat with an open hand is not asked.
    """
    shared = step.state.shared
    closed, opened = shared.hands[seat], shared.open[seat]
    entry = closed[-1] if len(closed) > before else -opened[-1] if opened else 0
    if entry and entry in step.state.hand(seat, "intrigue"):
        step.ask(TAKEN_CARD, seat, giver, sworn, entry)


class TakenCardDuty(Duty[Surrender, int, bool, int]):
    """The duty of a seat to open a card taken from `giver` if the seat may not hold it.

    The card convicts the giver if the giver had to resolve it, or was not allowed to keep it without a token.
    """

    kind = "taken"
    decision = Surrender
    empty_answer = Surrender(())
    lists_all = False
    of_slots = True

    def must_go(self, state: Ambition, seat: int, face: int, sworn: bool) -> bool:
        """Return True if a card of this face has to go."""
        kind = state.rules.intrigues[face].kind
        return kind == NOW or (kind in (ARMS, WORLD) and (sworn or not state.token[seat]))

    def check(self, state: Ambition, seat: int, decision: Surrender, giver: int, sworn: bool, entry: int) -> None:
        DECKS.check_cards(state, seat, decision.cards)
        for card in decision.cards:
            slot = -card if isinstance(card, int) else card.slot
            refuse_unless(seat, slot == entry, "that is not the card that it has taken")
            refuse_unless(seat, self.must_go(state, seat, face_of(state, card), sworn), "that card stays in the hand")
        kept = entry < 0 and not decision.cards and self.must_go(state, seat, state.face(-entry), sworn)
        refuse_unless(seat, not kept, "all see that the card has to go")

    def apply(self, step: Step, seat: int, decision: Surrender, giver: int, sworn: bool, entry: int) -> None:
        for copy in discard_surrendered(step, seat, decision):
            if giver not in step.state.away and (sworn or step.state.intrigue(copy).kind == NOW):
                convict(step, giver, copy)

    def forced_answer(self, state: Ambition, seat: int, own: Secrets, giver: int, sworn: bool, entry: int) -> Surrender:
        due = self.must_go(state, seat, known_face(state, own, entry), sworn)
        return Surrender((DECKS.named_card(state, own, entry),) if due else ())

    def stand_in(
        self, state: Ambition, seat: int, chance: RandomSource, giver: int, sworn: bool, entry: int
    ) -> Surrender:
        due = entry < 0 and self.must_go(state, seat, state.face(-entry), sworn)
        return Surrender((-entry,) if due else ())


TAKEN_CARD = question(TakenCardDuty())
