"""Hands, satchels, Ruins and common decks of Outposts (rules 10.1)."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.game import IllegalDecision
from core.engine.hidden.cards import ClosedCards, CommonDecks, Satchels, Zone
from core.engine.hidden.cards.closed_cards import DrawCounts
from core.engine.hidden.hand import held_cards, name_card
from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Secrets
from core.games.outposts import events
from core.games.outposts.cards import DECK
from core.games.outposts.rules import GAME_RULES, Step, agenda
from core.games.outposts.state import Outposts

FIRST_SATCHEL, SATCHEL = 12, 6
CardNames = dict[int, Card]
"""The seat's cards in the form that decisions use, by copy."""


class Decks(CommonDecks[Outposts, Step]):
    """The deck and the piles of Connections."""

    def refill(self, step: Step, deck: int) -> Iterable[int]:
        """Return the discard pile, which becomes the deck; a pile of Connections is not renewed (C10)."""
        return take_discards(step) if deck == DECK else ()


class OutpostsCards(ClosedCards[Outposts, Step]):
    """The closed cards of Outposts: each seat's hand and satchel, and the Ruins in its hold."""

    def refill_pile(self, step: Step, seat: int) -> None:
        """Fill a new satchel for the seat from the deck.

        If the deck has too few cards, the discards are shuffled into it first.
        """
        if 0 < DECKS.size(step.state, DECK) < SATCHEL and step.state.discards:
            DECKS.shuffle_in(step, DECK, take_discards(step))
        SATCHELS.fill(step, seat)

    def draw_now(self, step: Step, wants: DrawCounts, *also: int) -> None:
        """Draw the wanted cards now; a lost seat gets none (10.1)."""
        super().draw_now(step, tuple(want for want in wants if want[0] not in step.lost), *also)


RUINS = Zone("ruins")
CLOSED_CARDS = OutpostsCards(GAME_RULES, RUINS)
DECKS = Decks()
SATCHELS = Satchels(DECKS, DECK, SATCHEL)


def take_discards(step: Step) -> tuple[int, ...]:
    """Clear the discard pile and return its cards, which go to the deck."""
    copies, step.state.discards = step.state.discards, ()
    if copies:
        step.emit(events.DeckRenewed(len(copies)))
    return copies


def discard_copies(step: Step, *copies: int) -> None:
    """Put copies on the common discard pile; they must have left their former place."""
    step.state.discards += copies


def give_up_satchel(step: Step, seat: int) -> None:
    """Discard the rest of a lost seat's satchel, whose cards are all open."""
    piles = step.state.piles
    discard_copies(step, *piles.mix[seat])
    piles.mix[seat] = ()


def draw_ruins(step: Step, seat: int, count: int) -> None:
    """Put the drawing of `count` Ruins on the agenda (6.11)."""
    step.schedule(*[("ruins", seat)] * count)


@agenda("ruins")
def draw_next_ruins(step: Step, seat: int) -> None:
    """Draw a card for the next Ruins, in the same way as any other card."""
    step.schedule(("lay ruins", seat, step.state.piles.hand_size(seat)))
    CLOSED_CARDS.draw(step, (seat, 1))


@agenda("lay ruins")
def place_ruins(step: Step, seat: int, before: int) -> None:
    """Move the drawn card from the hand to the hold unseen, if there was one."""
    piles = step.state.piles
    if piles.hand_size(seat) > before:
        entry = CLOSED_CARDS.leave_hand(step, seat, piles.hand[seat][-1])
        RUINS.add(step.state, seat, entry)
        step.emit(events.RuinsGained(seat, entry))


# Cards in decisions ---------------------------------------------------------------------------------------------------


def hand_of(state: Outposts, seat: int, own: Secrets) -> CardNames:
    """Return the seat's hand, with the cards named as their owner knows them."""
    return {card[0]: name_card(own, card) for card in held_cards(state, seat, own)}


def ruins_of(state: Outposts, seat: int, own: Secrets) -> CardNames:
    """Return the cards of the seat's Ruins, named as their owner knows them."""
    return {own.faces[entry] if entry > 0 else -entry: open_entry(own, entry) for entry in RUINS.entries(state, seat)}


def open_entry(own: Secrets, entry: int) -> Card:
    """Return the card of an entry in the form that opens it in a decision."""
    return own.opening(entry) if entry > 0 else -entry


def check_ruin(state: Outposts, seat: int, card: Card) -> None:
    """Raise `IllegalDecision` unless the card is one of the seat's Ruins, correctly opened."""
    entries = RUINS.entries(state, seat)
    if isinstance(card, int):
        if -card not in entries:
            raise IllegalDecision(seat, f"card {card} does not lie open in its Ruins", "slot")
    elif card[0] not in entries:
        raise IllegalDecision(seat, f"slot {card[0]} is none of its Ruins", "slot")
    else:
        CLOSED_CARDS.check_openings(state, seat, (card,), (card[0],))


def leave_ruins(step: Step, seat: int, entry: int) -> None:
    """Remove an entry from the Ruins."""
    step.state.ruins[seat] = tuple(other for other in step.state.ruins[seat] if other != entry)


def open_ruins(step: Step, seat: int, card: Card) -> int:
    """Open the card of a Ruins, remove it from the hold, and return its copy."""
    copy = CLOSED_CARDS.show(step, seat, card)
    leave_ruins(step, seat, -copy)
    return copy
