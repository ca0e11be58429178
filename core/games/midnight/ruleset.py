"""The rules of one match as a value: its numbers, cards, dials, clock and Escalations.

They are the printed ones, or those of a ruleset (`changes`).
"""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.ruleset import number_field
from core.games.midnight.cards import Card, kind_of
from core.games.midnight.escalations import Escalation


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules; the defaults are the printed ones."""

    start_worth: int = number_field(12, 1, 60, "Each nation starts with {new} Worth, not {old}.")
    winning_worth: int = number_field(60, 20, 200, "{new} Worth before Midnight wins, not {old}.")
    recovery_worth: int = number_field(6, 1, 20, "A nation is back from Ruin at {new} Worth, not {old}.")
    start_cards: int = number_field(5, 0, 10, "Each nation starts with {new} cards, not {old}.")
    hand_limit: int = number_field(7, 3, 12, "The hand limit is {new} cards, not {old}.")
    fee: int = number_field(2, 0, 9, "Each card over the hand limit costs {new} Worth, not {old}.")
    build_worth: int = number_field(3, 0, 15, "A Build on a border gives {new} Worth, not {old}.")
    pair_worth: int = number_field(2, 0, 15, "A pair in Ruin gives {new} Worth, not {old}.")
    pact_worth: int = number_field(1, 0, 9, "Each green card under a Pact gives {new} Worth, not {old}.")
    breach_might: int = number_field(2, 0, 9, "A broken Pact gives both sides {new} Might, not {old}.")
    averted_cards: int = number_field(2, 0, 6, "Crisis averted draws {new} cards, not {old}.")
    rise_cards: int = number_field(2, 0, 6, "Tensions rise draws {new} cards, not {old}.")
    rise_plays_3: int = number_field(1, 0, 3, "With three nations Tensions rise lays up to {new} cards, not {old}.")
    rise_plays: int = number_field(
        2, 0, 3, "With four or five nations Tensions rise lays up to {new} cards, not {old}."
    )
    calm_faces: int = number_field(3, 0, 6, "The black die has {new} calm faces, not {old}.")
    last_rounds: int = number_field(2, 1, 4, "At Midnight there are {new} rounds of actions, not {old}.")
    minutes: int = number_field(5, 1, 5, "The clock begins {new} minutes before Midnight, not {old}.")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of a match. There is one object for each ruleset, so that it may key caches."""

    numbers: Numbers
    cards: tuple[Card, ...]
    """Action cards by kind."""
    decks: tuple[tuple[int, ...], ...]
    """Copies in the deck of each seat; the first item belongs to nobody."""
    dials: tuple[tuple[int, ...], ...]
    """Values of each dial, from its lowest step to its highest."""
    red: tuple[str, ...]
    """Faces of the red die."""
    sunset_loss: tuple[int, ...]
    """Worth lost at sunset, by the number of the minute that ends."""
    sunset_steps: tuple[int, ...]
    """Upgrade steps at sunset, by the number of the minute that ends."""
    escalations: tuple[Escalation, ...]
    escalation_deck: tuple[int, ...]
    """Numbers of the Escalations in the deck."""

    def card(self, copy: int) -> Card:
        """Return the card of a copy."""
        return self.cards[kind_of(copy)]
