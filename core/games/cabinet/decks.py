"""The four decks: draws, discard piles that are shuffled again, and Challenges that leave unseen.

See rules 5.2 and 8.
"""

from __future__ import annotations

from core.engine.hidden.cards import CommonDecks
from core.engine.hidden.piles import EMPTY
from core.games.cabinet import events
from core.games.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY, RESOURCE
from core.games.cabinet.rules import Step, agenda
from core.games.cabinet.state import Cabinet


class Decks(CommonDecks[Cabinet, Step]):
    """The decks of Resources, Ministries, Milestones and Challenges.

    Which Challenges have left unseen stays undecided. `gone` counts them, and they remain in the top layer of the deck
    as candidates. The layer is used up when it has no more cards than that.
    """

    def refill(self, step: Step, deck: int) -> tuple[int, ...]:
        """Return the discard pile, from which the deck is renewed."""
        state, cards = step.state, step.state.spent(deck)
        if deck == RESOURCE:
            state.spent_resources = ()
        elif deck == MINISTRY:
            state.spent_ministries = ()
        if cards:
            step.emit(events.DeckShuffled(deck, len(cards)))
        return cards

    def size(self, state: Cabinet, deck: int) -> int:
        return super().size(state, deck) - (state.gone if deck == CHALLENGE else 0)

    def turn_up(self, step: Step, deck: int) -> int:
        layers = step.state.decks[deck]
        unknown = deck == CHALLENGE and bool(layers) and len(layers[0]) > 1
        copy = super().turn_up(step, deck)
        if unknown:
            self._close(step.state)
        return copy

    def leave_unseen(self, step: Step) -> None:
        """Remove the top Challenge from the game unseen; the deck must not be empty."""
        state = step.state
        first, *rest = state.decks[CHALLENGE]
        if len(first) == 1:
            state.lapsed += first
            state.decks[CHALLENGE] = tuple(rest)
        else:
            state.gone += 1
            self._close(state)

    @staticmethod
    def _close(state: Cabinet) -> None:
        """Remove the top layer if all its remaining cards have left unseen."""
        first, *rest = state.decks[CHALLENGE]
        if state.gone == len(first):
            state.lapsed += first
            state.gone = 0
            state.decks[CHALLENGE] = tuple(rest)


DECKS = Decks()


def open_decks(state: Cabinet) -> list[int]:
    """Return the decks from which a card can be drawn: Resource and Ministry, unless all their cards are in hands."""
    return [deck for deck in (RESOURCE, MINISTRY) if DECKS.size(state, deck) or state.spent(deck)]


def foresee(step: Step) -> None:
    """Turn the next Milestones and Challenges face up, as many as the rules show (B39)."""
    numbers = step.state.rules.numbers
    for deck, count in ((MILESTONE, numbers.known_milestones), (CHALLENGE, numbers.known_challenges)):
        known = len(known_cards(step.state, deck))
        if known >= count:
            continue
        shown = [copy for copy in (DECKS.turn_up(step, deck) for _ in range(count)) if copy != EMPTY]
        for copy in reversed(shown):
            DECKS.put_on_top(step, deck, (copy,))
        if shown[known:]:
            step.emit(events.CardsForeseen(tuple(shown[known:])))


def pass_time(step: Step, count: int) -> None:
    """Let this number of Challenges leave the deck unseen, or all that are left."""
    passing = min(count, DECKS.size(step.state, CHALLENGE))
    for _ in range(passing):
        DECKS.leave_unseen(step)
    if passing:
        step.emit(events.TimePassed(passing))


def known_cards(state: Cabinet, deck: int) -> list[int]:
    """Return the cards at the top of a deck that everybody knows."""
    known: list[int] = []
    for layer in state.decks[deck]:
        if len(layer) > 1:
            break
        known += layer
    return known


def draw(step: Step, seat: int, deck: int) -> None:
    """Draw the next card of the deck into the seat's hand.

    If there is no card, the draw is lost.
    """
    copy = DECKS.turn_up(step, deck)
    if copy == EMPTY:
        step.emit(events.DrawLost(seat))
        return
    step.state.give_cards(seat, (copy,))
    step.emit(events.CardDrawn(seat, copy))


@agenda("resources")
def draw_resources(step: Step, seats: tuple[int, ...], count: int) -> None:
    """Draw `count` Resource cards for each of the seats."""
    for seat in seats:
        for _ in range(count):
            draw(step, seat, RESOURCE)
