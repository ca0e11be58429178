"""Hand-overs: a closed card moves to another seat without any third seat learning its face (protocol 9.2).

The giver shows the card to the receiver alone. The receiver's client mixes it into its hand, so that other seats cannot
follow it. The state of such a game has the fields `passing: tuple[Passing, ...]` and `boxes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple

from core.engine.events import CardTaken
from core.engine.hidden.cards.looks import Looks
from core.engine.hidden.cards.shows import RevealDuty
from core.engine.hidden.cards.state import P, T
from core.engine.hidden.hand import draft_hand_batch
from core.engine.hidden.piles import BLOCKED, EMPTY
from core.engine.hidden.secrets import Secrets, foreign_slot
from core.engine.question import Duty


class Take(NamedTuple):
    """Decision that mixes the received card into the receiver's hand: commitments for all cards of the hand.

    If `false` is set, there are no commitments, and the receiver reports that the box is invalid.
    """

    batch: bytes
    false: bool = False


class TakeDuty(Duty[P, T, Take, int, int]):
    """The receiver's duty to mix the received card into its hand."""

    kind = "take"
    decision = Take
    empty_answer = Take(b"", True)
    of_slots = True
    lists_all = False  # a claim that the box does not fit is accepted

    def __init__(self, reveals: RevealDuty[P, T]) -> None:
        self.reveals = reveals

    def check(self, state: P, seat: int, decision: Take, giver: int, slot: int) -> None:
        """Raise `IllegalDecision` unless there is one commitment for each card of the new hand.

        There must be none if the box was invalid.
        """
        state.piles.check_batch(seat, decision.batch, 0 if decision.false else len(state.piles.hand[seat]) + 1)

    def apply_all(self, step: T, decisions: Mapping[int, Take], details: Mapping[int, tuple[int, int]]) -> None:
        """Give the card to the receiver, or turn it up if its box was invalid."""
        state = step.state
        state.boxes = ()
        for giver, receiver, slot in state.passing:
            decision = decisions[receiver]
            if receiver in step.lost or decision.false:
                self.reveals.ask(step, giver, (slot,))
                continue
            state.passing = ()
            taken = state.piles.hand_over(giver, receiver, slot)
            state.piles.mix_hand(receiver, state.t, decision.batch, (taken,))
            step.emit(CardTaken(receiver, giver, 0))

    def forced_answer(self, state: P, seat: int, own: Secrets, giver: int, slot: int) -> Take:
        taken = foreign_slot(giver, slot)
        return Take(draft_hand_batch(state, seat, own, taken)) if taken in own.foreign_openings else Take(b"", True)

    def restore_faces(self, state: P, seat: int, own: Secrets, decision: Take, giver: int, slot: int) -> None:
        if not decision.false:
            draft_hand_batch(state, seat, own, foreign_slot(giver, slot))


class HandOvers(Generic[P, T]):
    """Hand-overs of a game, with the question "take" and the agenda items "take" and "take top"."""

    def __init__(self, reveals: RevealDuty[P, T], looks: Looks[P, T]) -> None:
        self.reveals = reveals
        self.looks = looks
        self.cards = reveals.cards
        self.question = self.cards.game_rules.question(TakeDuty(reveals))
        self.cards.game_rules.agenda("take")(self._take)
        self.cards.game_rules.agenda("take top")(self._take_top)

    def take(self, step: T, giver: int, receiver: int, entry: int) -> None:
        """Move a card that the receiver has already been shown from the giver's hand to the receiver's.

        A closed card stays hidden from all other seats.
        """
        self.cards.leave_hand(step, giver, entry)
        if entry < 0:
            self._receive_top(step, giver, receiver, -entry)
        else:
            step.state.passing = ((giver, receiver, entry),)
            step.schedule(("take",))

    def take_at_random(self, step: T, giver: int, receiver: int) -> None:
        """Move a random card of the giver's hand; if it is closed, only the two seats learn its face."""
        hand = self.cards.hand(step.state, giver)
        entry = step.chance.numbered_stream("take", giver).pick(hand)
        self.take(step, giver, receiver, entry)
        if entry > 0 and receiver not in step.lost:
            step.ask(self.looks.look_question, giver, receiver, (entry,))

    def take_top(self, step: T, giver: int, receiver: int) -> None:
        """Move the next card of the giver's pile; if it is closed, only the two seats learn its face."""
        step.schedule(("take top", giver, receiver))

    def _take_top(self, step: T, giver: int, receiver: int) -> None:
        piles = step.state.piles
        number = step.draw_number(giver)
        if giver in step.open_piles:
            self._receive_top(step, giver, receiver, piles.next_open_copy(giver, step.chance, number))
            return
        slot = piles.next_slot(giver, step.chance, number)
        if slot == BLOCKED:
            self.take_top(step, giver, receiver)
            self.cards.ask_for_fresh_slots(step, giver)
        elif slot != EMPTY:
            step.state.passing = ((giver, receiver, slot),)
            step.ask(self.looks.look_question, giver, receiver, (slot,))
            step.schedule(("take",))

    def _take(self, step: T) -> None:
        """Ask the receiver's client to mix the card into its hand.

        If the receiver is lost, turn the card up instead, since nobody has the receiver's secrets.
        """
        for giver, receiver, slot in step.state.passing:
            if receiver in step.lost:
                self.reveals.ask(step, giver, (slot,))
            else:
                step.ask(self.question, receiver, giver, slot)

    def _receive_top(self, step: T, giver: int, receiver: int, copy: int) -> None:
        if copy != EMPTY:
            self.cards.receive_openly(step, giver, receiver, copy)
