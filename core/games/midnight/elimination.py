"""Ruin and elimination of nations (rules 4.6, R29).

A ruined nation loses cards and turns a dial down. Its captor takes one card, which the other seats do not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.engine.game import RandomSource
from core.engine.hidden.cards import check_entries, closed_entries, false_boxes, split_boxes
from core.engine.hidden.hand import draft_hand_batch
from core.engine.hidden.secrets import SLOTS_PER_STEP, Secrets, foreign_slot
from core.engine.question import size_with_openings
from core.games.midnight import events, hands
from core.games.midnight.cards import kind_of
from core.games.midnight.decisions import Capture, Downgrade, Yield
from core.games.midnight.hands import CLOSED_CARDS, HANDOVERS, SHOWS
from core.games.midnight.rules import Duty, OneOf, Question, Step, agenda, question
from core.games.midnight.state import NOBODY, Midnight
from core.games.midnight.worth import end_if_last


@agenda("fall")
def fall_to_ruin(step: Step, seat: int, by: int = NOBODY) -> None:
    """Ruin a nation whose Worth has reached 0, or eliminate it at Midnight.

    `by` is the captor, or `NOBODY`.
    """
    ruin_together(step, (seat,), by)


def ruin_together(step: Step, seats: Sequence[int], by: int = NOBODY) -> None:
    """Ruin or eliminate several nations at the same moment.

    Only after that does the game check whether the match is decided. Then each of them makes its choices, in this order
    (T2).
    """
    state = step.state
    for seat in seats:
        if not state.clock:
            eliminate(step, seat)
            continue
        state.ruined[seat] = 1
        step.emit(events.Fell(seat, by))
        if seat == state.current:
            state.stopped = 1
    end_if_last(step)
    if state.clock:
        step.schedule(*(("ruin", seat, by) for seat in seats))


def eliminate(step: Step, seat: int) -> None:
    """Eliminate a nation and remove all its cards (R23, R29)."""
    state = step.state
    state.ruined[seat] = 0
    state.eliminated[seat] = 1
    state.standing += (seat,)
    step.emit(events.Eliminated(seat))
    if seat == state.current:
        state.stopped = 1


def _border_entries(state: Midnight, seat: int) -> tuple[int, ...]:
    return tuple(entry for _, entries in state.facing_borders(seat) for entry in entries)


# RU1: Capital and Borderlands -----------------------------------------------------------------------------------------


@agenda("ruin")
def begin_ruin(step: Step, seat: int, by: int) -> None:
    """Ask a fallen nation to open its Borderlands, and its hand if a captor may look at it."""
    state = step.state
    slots = closed_entries(_border_entries(state, seat))
    captor = by if state.piles.hand[seat] else NOBODY
    step.schedule(("ruined", seat, by))
    if slots or captor:
        step.ask(YIELD, seat, slots, captor)


class YieldDuty(Duty[Yield, tuple[int, ...], int]):
    """The duty of a fallen nation to open its Borderlands, and to show its hand to its captor if there is one."""

    kind = "yield"
    decision = Yield
    empty_answer = Yield(())
    of_slots = True
    lists_all = False  # a false box is disputed only once it has been opened
    shows_one = True

    def check(self, state: Midnight, seat: int, decision: Yield, slots: tuple[int, ...], captor: int) -> None:
        """Check that the Borderlands are opened correctly.

        For a captor the decision must also put the hand in fresh slots, with a box for each card.
        """
        CLOSED_CARDS.check_openings(state, seat, decision.openings, slots)
        held = len(state.piles.hand[seat]) if captor else 0
        state.piles.check_batch(seat, decision.batch, held)
        state.piles.check_boxes(seat, decision.boxes, held)

    def apply(self, step: Step, seat: int, decision: Yield, slots: tuple[int, ...], captor: int) -> None:
        """Open the Borderlands and mix the hand.

        The mixing ensures that the card that is taken reveals nothing to others (6.6).
        """
        state = step.state
        if seat in step.lost:
            return
        for opening in decision.openings:
            CLOSED_CARDS.show(step, seat, opening)
        if captor:
            state.piles.mix_hand(seat, state.t, decision.batch)
            state.boxes = split_boxes(seat, captor, state.piles.hand[seat], decision.boxes)

    def max_answer_size(self, state: Midnight, seat: int, slots: tuple[int, ...], captor: int) -> int:
        return size_with_openings(len(slots) + (2 * len(state.piles.hand[seat]) if captor else 0))

    def forced_answer(self, state: Midnight, seat: int, own: Secrets, slots: tuple[int, ...], captor: int) -> Yield:
        openings = tuple(own.opening(slot) for slot in slots)
        if not captor:
            return Yield(openings)
        batch = draft_hand_batch(state, seat, own)
        first = state.t * SLOTS_PER_STEP
        boxes = b"".join(own.encrypt_opening(captor, first + i) for i in range(len(state.piles.hand[seat])))
        return Yield(openings, batch, boxes)

    def restore_faces(
        self, state: Midnight, seat: int, own: Secrets, decision: Yield, slots: tuple[int, ...], captor: int
    ) -> None:
        if decision.batch:
            draft_hand_batch(state, seat, own)


YIELD = question(YieldDuty())


@agenda("ruined")
def finish_ruin(step: Step, seat: int, by: int) -> None:
    """Discard the open cards, and then ask the captor and the victim at the same time (RU2, RU3)."""
    state = step.state
    copies = state.capital[seat] + tuple(-entry for entry in _border_entries(state, seat))
    state.capital[seat] = ()
    for other in state.seats:
        state.set_border(seat, other, ())
    hands.discard_cards(step, seat, copies, "ruin")
    begin_capture(step, seat, by)
    if any(state.dials[seat]):
        step.ask(DOWNGRADE, seat)


# RU2: captor ----------------------------------------------------------------------------------------------------------


@agenda("capture")
def begin_capture(step: Step, seat: int, by: int) -> None:
    """Ask the captor to pick a card of the hand, or give it the top card of the deck if the hand is empty."""
    piles = step.state.piles
    if not by:
        return
    if piles.hand_size(seat):
        step.ask(CAPTURE, by, seat)
    elif piles.size(seat):
        HANDOVERS.take_top(step, seat, by)


class CaptureChoice(Question[Capture, int]):
    """Question to the captor: the card of the fallen nation's hand that it takes."""

    kind = "capture"
    decision = Capture
    lists_all = False  # a claim that a box does not fit is accepted

    def check(self, state: Midnight, seat: int, decision: Capture, victim: int) -> None:
        """Check that the entry is in that hand, or is 0 if a box does not fit."""
        if decision.entry or not state.boxes:
            check_entries(seat, (decision.entry,), CLOSED_CARDS.hand(state, victim))

    def apply(self, step: Step, seat: int, decision: Capture, victim: int) -> None:
        """Give a face-up card to the captor at once, or begin to move a closed card.

        If the captor reports an invalid box, the hand is shown to all.
        """
        state = step.state
        state.boxes = ()
        entry = (
            -step.exposed_copies[victim, decision.entry]
            if (victim, decision.entry) in step.exposed_copies
            else decision.entry
        )
        if not entry:
            step.emit(events.LookDisputed(seat, victim, len(state.piles.hand[victim])))
            step.schedule(("show hand", victim), ("capture", victim, seat))
            return
        HANDOVERS.take(step, victim, seat, entry)

    def options(self, state: Midnight, seat: int, own: Secrets, victim: int) -> Iterator[Capture]:
        return map(Capture, CLOSED_CARDS.hand(state, victim))

    def forced_answer(self, state: Midnight, seat: int, own: Secrets, victim: int) -> Capture | None:
        """Return the report of an invalid box if there is one, otherwise None."""
        return Capture(0) if false_boxes(state, seat, own) else None

    def default_answer(self, state: Midnight, seat: int, own: Secrets, chance: RandomSource, victim: int) -> Capture:
        """Return the choice of the card with the lowest copy number."""

        def copy(entry: int) -> int:
            return own.foreign_openings[foreign_slot(victim, entry)][1] if entry > 0 else -entry

        def by_id(entry: int) -> tuple[int, int]:
            return kind_of(copy(entry)), copy(entry)

        return self.forced_answer(state, seat, own, victim) or Capture(min(CLOSED_CARDS.hand(state, victim), key=by_id))

    def stand_in(self, state: Midnight, seat: int, chance: RandomSource, victim: int) -> Capture:
        return Capture(CLOSED_CARDS.hand(state, victim)[0])


CAPTURE = question(CaptureChoice())


@agenda("show hand")
def show_hand(step: Step, seat: int) -> None:
    """Ask the seat to turn up its whole hand."""
    SHOWS.ask(step, seat, step.state.piles.hand[seat])


# RU3: dial down -------------------------------------------------------------------------------------------------------


class DowngradeChoice(OneOf[Downgrade]):
    """Question to a fallen nation: the dial that goes down one step."""

    kind = "downgrade"
    decision = Downgrade
    refusal_reason = "that dial is not above its lowest value"

    def legal_answers(self, state: Midnight, seat: int) -> Iterator[Downgrade]:
        """Return a choice for each dial that is above its lowest value."""
        return (Downgrade(dial) for dial, steps in enumerate(state.dials[seat]) if steps)

    def apply(self, step: Step, seat: int, decision: Downgrade) -> None:
        """Turn the dial one step down."""
        turn_dial(step, seat, decision.dial, -1)

    def default_answer(self, state: Midnight, seat: int, own: Secrets, chance: RandomSource) -> Downgrade:
        return self.stand_in(state, seat, chance)

    def stand_in(self, state: Midnight, seat: int, chance: RandomSource) -> Downgrade:
        steps = state.dials[seat]
        return Downgrade(max(range(len(steps)), key=lambda d: (steps[d], -d)))


DOWNGRADE = question(DowngradeChoice())


def turn_dial(step: Step, seat: int, dial: int, by: int) -> None:
    """Turn a dial by one step; `by` is the direction."""
    steps = list(step.state.dials[seat])
    steps[dial] += by
    step.state.dials[seat] = tuple(steps)
    step.emit(events.DialTurned(seat, dial, by))
