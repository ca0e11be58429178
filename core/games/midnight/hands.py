"""Midnight's cards in hands, on the table and in discard piles."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.game import IllegalDecision
from core.engine.hidden.cards import Cards, HandOvers, Looks, Shows, Zone
from core.engine.hidden.hand import held
from core.engine.hidden.piles import Denied
from core.engine.hidden.secrets import Secrets
from core.games.midnight import cards, events
from core.games.midnight.rules import CHAPTERS, Step
from core.games.midnight.state import Midnight


class Closed(Cards[Midnight, Step]):
    """The closed cards of Midnight: hands, decks, border cards, stored cards and cards set aside."""

    def denied(self, state: Midnight) -> Denied:
        """Return a test that is True if a card placed on a border may not be there.

        Placing a closed card on a border claims that the card is not for the Capital alone.
        """
        return lambda claim, copy: not cards.card(copy).border

    def supply(self, step: Step, seat: int) -> None:
        """Do nothing, because a deck that runs out is not renewed (R2)."""

    def ran_short(self, step: Step, ticks: bool) -> None:
        """Advance the clock if the deck that ran out requires it (R2)."""
        if ticks:
            step.later(("tick", "deck"))

    def lets_lie(self, state: Midnight, seat: int, slot: int) -> Callable[[int], bool] | None:
        """Return a test of which cards may stay closed in this slot, or None if any card may.

        On a border these are the cards that may be placed on borders.
        """
        return (lambda copy: cards.card(copy).border) if slot in BORDERS_ZONE.of(state, seat) else None

    def owner(self, copy: int) -> int:
        """Return the seat whose deck the copy belongs to."""
        return cards.owner(copy)

    def open_copies(self, state: Midnight, seat: int) -> tuple[int, ...]:
        """Return the seat's open copies, including those in its Capital."""
        return super().open_copies(state, seat) + state.capital[seat]


BORDERS_ZONE = Zone("borders", towards=True)
CLOSED = Closed(CHAPTERS, BORDERS_ZONE, Zone("stock"), Zone("aside"))
SHOWS = Shows(CLOSED)
LOOKS = Looks(SHOWS)
HANDOVERS = HandOvers(SHOWS, LOOKS)


NOT_FOR_BORDERS = 1
"""The claim "this card is for the Capital alone", which is denied for each closed card placed on a border."""


def for_borders(state: Midnight, seat: int, own: Secrets) -> list[int]:
    """Return the entries of hand cards that may be placed on a border."""
    return [slot or -copy for copy, slot in held(state, seat, own) if cards.card(copy).border]


def check_for_border(state: Midnight, seat: int, entry: int) -> None:
    """Raise `IllegalDecision` if the entry is a face-up card that may not be placed on a border."""
    if entry < 0 and not cards.card(-entry).border:
        raise IllegalDecision(seat, f"a {cards.card(-entry).name} is not for a border")


def play_to_border(step: Step, seat: int, other: int, entry: int) -> None:
    """Move a card of the hand to a border, face down if the card is closed (A-BOR)."""
    state = step.state
    CLOSED.leave_hand(step, seat, entry)
    if entry > 0:
        state.piles.deny(seat, (entry,), NOT_FOR_BORDERS)
    state.set_border(seat, other, (*state.border(seat, other), entry))
    step.say(events.BorderPlayed(seat, other, entry))


def discard(step: Step, seat: int, copies: tuple[int, ...], why: str) -> None:
    """Put copies on the seat's discard pile, face up; they must have left their former place."""
    if copies:
        step.state.piles.discard[seat] += copies
        step.say(events.CardsDiscarded(seat, copies, why))


def draw(step: Step, *wants: tuple[int, int]) -> None:
    """Let each (seat, number) draw up to that number of cards (R2)."""
    CLOSED.draw(step, *wants, also=(False,))


def draw_or_tick(step: Step, seat: int, count: int) -> None:
    """Let the seat draw cards; if its deck runs out, the clock advances (R2)."""
    CLOSED.draw(step, (seat, count), also=(True,))
