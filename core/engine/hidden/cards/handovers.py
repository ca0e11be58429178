"""A closed card goes from one seat to another; nobody else learns which it is (PROTOCOL 9.2).

The giver shows it to the receiver alone, whose client mixes it into its hand, so that it cannot be followed there. The
state of a game with hand-overs has a field `passing: tuple[Passing, ...]` beside that of looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple

from core.engine.events import CardTaken
from core.engine.hidden.cards.looks import Looks
from core.engine.hidden.cards.shows import Shows
from core.engine.hidden.cards.state import P, T
from core.engine.hidden.hand import hand_batch
from core.engine.hidden.piles import BLOCKED, EMPTY
from core.engine.hidden.secrets import Secrets, foreign
from core.engine.question import Duty


class Take(NamedTuple):
    """The receiver's hand with the card taken, laid into fresh slots; empty with `false`: the box does not fit."""

    batch: bytes
    false: bool = False


class Taken(Duty[P, T, Take, int, int]):
    """The card that was taken, mixed into the receiver's hand."""

    kind = "take"
    decision = Take
    nothing = Take(b"", True)
    of_slots = True
    lists_all = False  # that the box does not fit is believed

    def __init__(self, shows: Shows[P, T]) -> None:
        self.shows = shows

    def check(self, state: P, seat: int, decision: Take, giver: int, slot: int) -> None:
        """The hand and one more in fresh slots."""
        state.piles.check_batch(seat, decision.batch, 0 if decision.false else len(state.piles.hand[seat]) + 1)

    def answer_all(self, step: T, decisions: Mapping[int, Take], details: Mapping[int, tuple[int, int]]) -> None:
        """The card is the receiver's; if its box did not fit it is turned up."""
        state = step.state
        state.boxes = ()
        for giver, receiver, slot in state.passing:
            decision = decisions[receiver]
            if receiver in step.lost or decision.false:
                self.shows.ask(step, giver, (slot,))
                continue
            state.passing = ()
            taken = state.piles.hand_over(giver, receiver, slot)
            state.piles.mix_hand(receiver, state.t, decision.batch, (taken,))
            step.say(CardTaken(receiver, giver, 0))

    def forced(self, state: P, seat: int, own: Secrets, giver: int, slot: int) -> Take:
        taken = foreign(giver, slot)
        return Take(hand_batch(state, seat, own, taken)) if taken in own.seen else Take(b"", True)

    def lays(self, state: P, seat: int, own: Secrets, decision: Take, giver: int, slot: int) -> None:
        if not decision.false:
            hand_batch(state, seat, own, foreign(giver, slot))


class HandOvers(Generic[P, T]):
    """Question "take" of a game, agenda items "take" and "take top"."""

    def __init__(self, shows: Shows[P, T], looks: Looks[P, T]) -> None:
        self.shows = shows
        self.looks = looks
        self.cards = shows.cards
        self.question = self.cards.chapters.question(Taken(shows))
        self.cards.chapters.agenda("take")(self._take)
        self.cards.chapters.agenda("take top")(self._take_top)

    def take(self, step: T, giver: int, receiver: int, entry: int) -> None:
        """A card of the giver's hand that the receiver has been shown: open in sight of all, closed unseen."""
        self.cards.leave_hand(step, giver, entry)
        if entry < 0:
            self._arrived(step, giver, receiver, -entry)
        else:
            step.state.passing = ((giver, receiver, entry),)
            step.later(("take",))

    def take_at_random(self, step: T, giver: int, receiver: int) -> None:
        """A card of the giver's hand that the beacon picks, of which only these two learn what it is."""
        hand = self.cards.hand(step.state, giver)
        entry = step.chance.serial("take", giver).pick(hand)
        self.take(step, giver, receiver, entry)
        if entry > 0 and receiver not in step.lost:
            step.ask(self.looks.look, giver, receiver, (entry,))

    def take_top(self, step: T, giver: int, receiver: int) -> None:
        """The next card of the giver's pile, of which only these two learn what it is."""
        step.later(("take top", giver, receiver))

    def _take_top(self, step: T, giver: int, receiver: int) -> None:
        piles = step.state.piles
        number = step.draw_number(giver)
        if giver in step.open_piles:
            self._arrived(step, giver, receiver, piles.next_open(giver, step.chance, number))
            return
        slot = piles.next_slot(giver, step.chance, number)
        if slot == BLOCKED:
            self.take_top(step, giver, receiver)
            self.cards.ask_fresh(step, giver)
        elif slot != EMPTY:
            step.state.passing = ((giver, receiver, slot),)
            step.ask(self.looks.look, giver, receiver, (slot,))
            step.later(("take",))

    def _take(self, step: T) -> None:
        """The receiver's client mixes the card into its hand; without its secrets the card is turned up."""
        for giver, receiver, slot in step.state.passing:
            if receiver in step.lost:
                self.shows.ask(step, giver, (slot,))
            else:
                step.ask(self.question, receiver, giver, slot)

    def _arrived(self, step: T, giver: int, receiver: int, copy: int) -> None:
        if copy != EMPTY:
            self.cards.arrived(step, giver, receiver, copy)
