"""Midnight's cards in hands, on the table and in discard piles."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.game import IllegalDecision
from core.engine.hidden.cards import ClosedCards, HandOvers, Looks, RevealDuty, Zone
from core.engine.hidden.hand import held_cards
from core.engine.hidden.piles import ContradictionTest
from core.engine.hidden.secrets import Secrets
from core.games.midnight import cards, events
from core.games.midnight.rules import GAME_RULES, Step
from core.games.midnight.state import Midnight


class MidnightCards(ClosedCards[Midnight, Step]):
    """The closed cards of Midnight: hands, decks, border cards, stored cards and cards set aside."""

    def contradiction_test(self, state: Midnight) -> ContradictionTest:
        """Return a test that is True if a card placed on a border may not be there.

        Placing a closed card on a border claims that the card is not for the Capital alone.
        """
        return lambda claim, copy: not cards.card_of(copy).border

    def refill_pile(self, step: Step, seat: int) -> None:
        """Do nothing, because a deck that runs out is not renewed (R2)."""

    def on_shortage(self, step: Step, ticks: bool) -> None:
        """Advance the clock if the deck that ran out requires it (R2)."""
        if ticks:
            step.schedule(("tick", "deck"))

    def closed_copies_test(self, state: Midnight, seat: int, slot: int) -> Callable[[int], bool] | None:
        """Return a test of which cards may stay closed in this slot, or None if any card may.

        On a border these are the cards that may be placed on borders.
        """
        return (lambda copy: cards.card_of(copy).border) if slot in BORDERS_ZONE.entries(state, seat) else None

    def owner(self, copy: int) -> int:
        """Return the seat whose deck the copy belongs to."""
        return cards.owner_of(copy)

    def open_copies(self, state: Midnight, seat: int) -> tuple[int, ...]:
        """Return the seat's open copies, including those in its Capital."""
        return super().open_copies(state, seat) + state.capital[seat]


BORDERS_ZONE = Zone("borders", is_per_neighbour=True)
CLOSED_CARDS = MidnightCards(GAME_RULES, BORDERS_ZONE, Zone("stock"), Zone("aside"))
SHOWS = RevealDuty(CLOSED_CARDS)
LOOKS = Looks(SHOWS)
HANDOVERS = HandOvers(SHOWS, LOOKS)


NOT_FOR_BORDERS = 1
"""The claim "this card is for the Capital alone", which is denied for each closed card placed on a border."""


def border_entries(state: Midnight, seat: int, own: Secrets) -> list[int]:
    """Return the entries of hand cards that may be placed on a border."""
    return [slot or -copy for copy, slot in held_cards(state, seat, own) if cards.card_of(copy).border]


def check_for_border(state: Midnight, seat: int, entry: int) -> None:
    """Raise `IllegalDecision` if the entry is a face-up card that may not be placed on a border."""
    if entry < 0 and not cards.card_of(-entry).border:
        raise IllegalDecision(seat, f"a {cards.card_of(-entry).name} is not for a border")


def play_to_border(step: Step, seat: int, other: int, entry: int) -> None:
    """Move a card of the hand to a border, face down if the card is closed (A-BOR)."""
    state = step.state
    CLOSED_CARDS.leave_hand(step, seat, entry)
    if entry > 0:
        state.piles.record_claim(seat, (entry,), NOT_FOR_BORDERS)
    state.set_border(seat, other, (*state.border(seat, other), entry))
    step.emit(events.BorderPlayed(seat, other, entry))


def discard_cards(step: Step, seat: int, copies: tuple[int, ...], why: str) -> None:
    """Put copies on the seat's discard pile, face up; they must have left their former place."""
    if copies:
        step.state.piles.discard[seat] += copies
        step.emit(events.CardsDiscarded(seat, copies, why))


def schedule_draw(step: Step, *wants: tuple[int, int]) -> None:
    """Let each (seat, number) draw up to that number of cards (R2)."""
    CLOSED_CARDS.draw(step, *wants, also=(False,))


def draw_or_tick(step: Step, seat: int, count: int) -> None:
    """Let the seat draw cards; if its deck runs out, the clock advances (R2)."""
    CLOSED_CARDS.draw(step, (seat, count), also=(True,))
