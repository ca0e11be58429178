"""Cards between hand, table and discard pile; whatever is closed about them is the kernel's."""

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
    """The closed cards of Midnight: each nation's hand and deck, what lies on its borders, stored, or laid aside."""

    def denied(self, state: Midnight) -> Denied:
        """Of whatever is laid on a border it is denied that it is for the Capital alone."""
        return lambda claim, copy: not cards.card(copy).border

    def supply(self, step: Step, seat: int) -> None:
        """Nothing: a deck that is out stays so (R2)."""

    def ran_short(self, step: Step, ticks: bool) -> None:
        """The clock ticks, for draws that say so (R2)."""
        if ticks:
            step.later(("tick", "deck"))

    def lets_lie(self, state: Midnight, seat: int, slot: int) -> Callable[[int], bool] | None:
        """On borders lie cards for borders."""
        return (lambda copy: cards.card(copy).border) if slot in BORDERS.of(state, seat) else None

    def owner(self, copy: int) -> int:
        """Whose deck it belongs to."""
        return (copy - 1) // len(cards.DECK) + 1

    def open_copies(self, state: Midnight, seat: int) -> tuple[int, ...]:
        """The Capital lies open as well."""
        return super().open_copies(state, seat) + state.capital[seat]


BORDERS = Zone("borders", towards=True)
CLOSED = Closed(CHAPTERS, BORDERS, Zone("stock"), Zone("aside"))
SHOWS = Shows(CLOSED)
LOOKS = Looks(SHOWS)
HANDOVERS = HandOvers(SHOWS, LOOKS)


NOT_FOR_BORDERS = 1
"""Claim denied of every card that is laid on a border: that it is one for the Capital."""


def for_borders(state: Midnight, seat: int, own: Secrets) -> list[int]:
    """The hand cards, as entries, that may be laid on a border."""
    return [slot or -copy for copy, slot in held(state, seat, own) if cards.card(copy).border]


def check_for_border(state: Midnight, seat: int, entry: int) -> None:
    """Raises `IllegalDecision` if the entry lies open and is not for a border."""
    if entry < 0 and not cards.card(-entry).border:
        raise IllegalDecision(seat, f"a {cards.card(-entry).name} is not for a border")


def lay_on_border(step: Step, seat: int, other: int, entry: int) -> None:
    """A card of the hand goes to a border, face down if it is closed (A-BOR)."""
    state = step.state
    CLOSED.leave_hand(step, seat, entry)
    if entry > 0:
        state.piles.deny(seat, (entry,), NOT_FOR_BORDERS)
    state.set_border(seat, other, (*state.border(seat, other), entry))
    step.say(events.BorderPlayed(seat, other, entry))


def discard(step: Step, seat: int, copies: tuple[int, ...], why: str) -> None:
    """Copies that lie nowhere go to the discard pile, seen by all."""
    if copies:
        step.state.piles.discard[seat] += copies
        step.say(events.CardsDiscarded(seat, copies, why))


def draw(step: Step, *wants: tuple[int, int]) -> None:
    """(seat, how many) draw what there is (R2)."""
    CLOSED.draw(step, *wants, also=(False,))


def draw_or_tick(step: Step, seat: int, count: int) -> None:
    """The draws of step 2 and of the red die: if the deck cannot supply them, the clock ticks (R2)."""
    CLOSED.draw(step, (seat, count), also=(True,))
