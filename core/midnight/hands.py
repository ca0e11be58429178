"""Cards between deck, hand, table and discard pile (PROTOCOL part 6), and the answers behind them."""

from __future__ import annotations

from collections.abc import Iterable

from core.kernel.game import IllegalDecision
from core.kernel.holding import held, pile_batch
from core.kernel.piles import BLOCKED, Card, without
from core.kernel.secrets import Opening, Secrets
from core.midnight import cards, events
from core.midnight.decisions import Fresh, Reveal
from core.midnight.rules import Duty, Step, agenda, question
from core.midnight.state import Midnight

NOT_FOR_BORDERS = 1
"""Claim denied of every card that is laid on a border: that it is one for the Capital."""


def denied(claim: int, copy: int) -> bool:
    """Whether a slot that lay on a border lied if it turns out to hold the copy."""
    return not cards.card(copy).border


# Cards named in decisions ---------------------------------------------------------------------------------------------


def check_cards(state: Midnight, seat: int, named: Iterable[Card]) -> None:
    """Raises `IllegalDecision` unless these are different cards of the seat's hand, each rightly opened."""
    state.piles.check_cards(state._setup.match, seat, named, denied)


def check_entries(seat: int, entries: Iterable[int], zone: tuple[int, ...]) -> None:
    """Raises `IllegalDecision` unless these are different entries of the zone."""
    left = list(zone)
    for entry in entries:
        if entry not in left:
            raise IllegalDecision(seat, f"there is no card {entry} there", "slot")
        left.remove(entry)


def hand(state: Midnight, seat: int) -> tuple[int, ...]:
    """The hand as entries."""
    return state.piles.hand[seat] + tuple(-copy for copy in state.piles.shown[seat])


def for_borders(state: Midnight, seat: int, own: Secrets) -> list[int]:
    """The hand cards, as entries, that may be laid on a border."""
    return [slot or -copy for copy, slot in held(state, seat, own) if cards.card(copy).border]


def check_for_border(state: Midnight, seat: int, entry: int) -> None:
    """Raises `IllegalDecision` if the entry lies open and is not for a border."""
    if entry < 0 and not cards.card(-entry).border:
        raise IllegalDecision(seat, f"a {cards.card(-entry).name} is not for a border")


def leave_hand(step: Step, seat: int, entry: int) -> int:
    """An entry leaves the hand as it is; returns it."""
    piles = step.state.piles
    if entry > 0:
        piles.hand[seat] = without(piles.hand[seat], entry)
    else:
        piles.shown[seat] = without(piles.shown[seat], -entry)
    return entry


def lay_on_border(step: Step, seat: int, other: int, entry: int) -> None:
    """A card of the hand goes to a border, face down if it is closed (A-BOR)."""
    state = step.state
    leave_hand(step, seat, entry)
    if entry > 0:
        state.piles.deny(seat, (entry,), NOT_FOR_BORDERS)
    state.set_border(seat, other, (*state.border(seat, other), entry))
    step.say(events.BorderPlayed(seat, other, entry))


def discard(step: Step, seat: int, copies: tuple[int, ...], why: str) -> None:
    """Copies that lie nowhere go to the discard pile, seen by all."""
    if copies:
        step.state.piles.discard[seat] += copies
        step.say(events.CardsDiscarded(seat, copies, why))


def show(step: Step, seat: int, opening: Opening) -> int:
    """A closed card lies open where it lies from now on; returns its copy."""
    state = step.state
    slot = opening[0]
    in_hand = slot in state.piles.hand[seat]
    copy = state.piles.open(seat, opening)
    if in_hand:
        state.piles.shown[seat] += (copy,)
    else:
        turn_up(state, seat, {slot: copy})
    return copy


def turn_up(state: Midnight, seat: int, faces: dict[int, int]) -> None:
    """Entries on the table are known by their copies from now on."""

    def turned(entries: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(-faces[entry] if entry in faces else entry for entry in entries)

    for other in state.seats:
        state.set_border(seat, other, turned(state.border(seat, other)))
    state.stock[seat] = turned(state.stock[seat])
    state.aside[seat] = turned(state.aside[seat])


def closed(entries: Iterable[int]) -> tuple[int, ...]:
    """Those that lie face down."""
    return tuple(entry for entry in entries if entry > 0)


# Drawing --------------------------------------------------------------------------------------------------------------


def draw(step: Step, *wants: tuple[int, int]) -> None:
    """(seat, how many) draw what there is (R2)."""
    step.later(("draw", tuple(wants), False))


def draw_or_tick(step: Step, seat: int, count: int) -> None:
    """The draws of step 2 and of the red die: if the deck cannot supply them, the clock ticks (R2)."""
    step.later(("draw", ((seat, count),), True))


@agenda("draw")
def draw_cards(step: Step, wants: tuple[tuple[int, int], ...], ticks: bool) -> None:
    """One drawing operation; stops where decks have to be laid into fresh slots first."""
    state = step.state
    left: list[tuple[int, int]] = []
    short = False
    for seat, count in wants:
        missing = _draw_one_seat(step, seat, count)
        if missing and state.piles.size(seat):
            left.append((seat, missing))
        elif missing:
            short = True
    if left:
        step.later(("draw", tuple(left), ticks))
        for seat, _ in left:
            step.ask(FRESH, seat)
    elif short and ticks:
        step.later(("tick", "deck"))


def _draw_one_seat(step: Step, seat: int, count: int) -> int:
    """Draws up to `count`; returns how many are missing."""
    piles = step.state.piles
    slots: list[int] = []
    copies: list[int] = []
    while count and piles.size(seat):
        if seat in step.open_piles:
            copies.append(piles.next_open(seat, step.chance, step.draw_number(seat)))
        else:
            slot = piles.next_slot(seat, step.chance, step.draw_number(seat))
            if slot == BLOCKED:
                break
            slots.append(slot)
        count -= 1
    piles.hand[seat] += tuple(slots)
    piles.shown[seat] += tuple(copies)
    if slots:
        step.say(events.CardsDrawn(seat, tuple(slots)))
    if copies:
        step.say(events.CardsDrawnOpenly(seat, tuple(copies)))
    return count


class FreshSlots(Duty[Fresh]):
    """The deck laid into fresh slots."""

    kind = "fresh"
    decision = Fresh
    nothing = Fresh(b"")
    order = 1  # cards that must be shown count before fresh slots are laid (hidden cards 2.5)

    def check(self, state: Midnight, seat: int, decision: Fresh) -> None:
        """A commitment for each card that is laid."""
        state.piles.check_batch(seat, decision.batch, state.piles.batch_size(seat))

    def answer(self, step: Step, seat: int, decision: Fresh) -> None:
        """The deck goes into fresh slots; a lost seat lays none and draws from its mix."""
        state = step.state
        if seat in step.lost:
            step.open_piles.add(seat)
        else:
            state.piles.announce(seat, state.t, decision.batch)
            step.say(events.DeckLaid(seat, state.piles.size(seat)))

    def forced(self, state: Midnight, seat: int, own: Secrets) -> Fresh:
        return Fresh(pile_batch(state, seat, own))

    def lays(self, state: Midnight, seat: int, own: Secrets, decision: Fresh) -> None:
        pile_batch(state, seat, own)


FRESH = question(FreshSlots())


# Cards turned up ------------------------------------------------------------------------------------------------------


class TurnedUp(Duty[Reveal, tuple[int, ...]]):
    """Closed cards on the table that all must see."""

    kind = "reveal"
    decision = Reveal
    nothing = Reveal(())
    of_slots = True

    def check(self, state: Midnight, seat: int, decision: Reveal, slots: tuple[int, ...]) -> None:
        """Right openings of exactly the slots asked for."""
        check_openings(state, seat, decision.openings, slots)

    def answer(self, step: Step, seat: int, decision: Reveal, slots: tuple[int, ...]) -> None:
        """The cards lie open; one on its way to another seat comes to that seat's hand so."""
        for opening in decision.openings:
            copy = show(step, seat, opening)
            step.say(events.CardShown(seat, copy))
            for giver, receiver, slot in step.state.passing:
                if (giver, slot) == (seat, opening[0]):
                    arrive_openly(step, giver, receiver, copy)

    def forced(self, state: Midnight, seat: int, own: Secrets, slots: tuple[int, ...]) -> Reveal:
        return Reveal(tuple(own.open(slot) for slot in slots))


REVEAL = question(TurnedUp())


def check_openings(state: Midnight, seat: int, openings: tuple[Opening, ...], slots: tuple[int, ...]) -> None:
    """Raises `IllegalDecision` unless these are right openings of the slots, in their order."""
    if tuple(slot for slot, _, _ in openings) != slots:
        raise IllegalDecision(seat, f"owes the openings of {len(slots)} slots in their order", "duty")
    state.piles.check_held(state._setup.match, seat, openings, slots, denied)


def arrive_openly(step: Step, giver: int, receiver: int, copy: int) -> None:
    """A card on its way comes to its new owner's hand, seen by all."""
    step.state.passing = ()
    step.state.piles.shown[receiver] += (copy,)
    step.say(events.CardTaken(receiver, giver, copy))
