"""Tables of the components: nations, dials, action deck, dice and clock (rules part 2)."""

from __future__ import annotations

from typing import NamedTuple

# Nations (2.1) --------------------------------------------------------------------------------------------------------

NATION_NAMES = ("Aldermark", "Vesper Union", "Kestrel Republic", "Sable Coast", "High Tamar")
CODES = ("aldermark", "vesper", "kestrel", "sable", "tamar")
"""Names of the nations in options and data."""
START_WORTH = 12
WINNING_WORTH = 60
RECOVERY_WORTH = 6

# Dials (2.2) ----------------------------------------------------------------------------------------------------------

MIGHT, PROTECTION, INFLUENCE, RESEARCH = range(4)
DIAL_NAMES = ("Might", "Protection", "Influence", "Research")
DIAL_VALUES = ((2, 3, 4, 5, 6), (2, 3, 4, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4, 5))
"""Values of each dial, from its lowest step to its highest."""

# Action cards (2.3) ---------------------------------------------------------------------------------------------------


class Card(NamedTuple):
    """A printed card: its possible uses, its attack in Might, and its mark for Pacts."""

    name: str
    copies: int
    border: bool = False
    capital: bool = False
    discard: bool = False
    wild: bool = False
    attack: int = 0
    mark: str = ""


CARDS = (
    Card("Cannon", 7, border=True, attack=1, mark="red"),
    Card("Shield", 6, border=True, mark="green"),
    Card("Build", 4, border=True, discard=True, mark="green"),
    Card("Upgrade", 3, capital=True),
    Card("Intelligence", 2, border=True, discard=True, wild=True),
    Card("Jam", 1, border=True, wild=True, mark="green"),
    Card("Siren", 1, capital=True, wild=True),
    Card("Large Cannon", 1, border=True, attack=2, mark="red"),
)
CANNON, SHIELD, BUILD, UPGRADE, INTELLIGENCE, JAM, SIREN, LARGE_CANNON = range(len(CARDS))
DECK = tuple(kind for kind, card in enumerate(CARDS) for _ in range(card.copies))
"""Kinds of the 25 cards of one nation."""
SET_KINDS = (CANNON, SHIELD)
"""Kinds of cards that can form a set of three."""


def deck(seat: int) -> range:
    """Return the copies of a seat's own deck; seat 1 has 1..25, seat 2 has 26..50, and so on."""
    return range((seat - 1) * len(DECK) + 1, seat * len(DECK) + 1)


def kind(copy: int) -> int:
    """Return the kind of a copy."""
    return DECK[(copy - 1) % len(DECK)]


def card(copy: int) -> Card:
    """Return the printed card of a copy."""
    return CARDS[kind(copy)]


# Amounts --------------------------------------------------------------------------------------------------------------

DECK_START = 5
"""Number of cards drawn in setup."""
HAND_LIMIT = 7
EXCESS_CARD_FEE = 2
"""Worth that each card over the hand limit costs."""
BUILD_WORTH = 3
"""Worth that a Build earns on a border."""
PAIR_WORTH = 2
BREACH_MIGHT = 2

# Dice and clock (2.4, 2.5) --------------------------------------------------------------------------------------------

CALM_FACES = 3
AVERTED, RISE, CONFLICT, TICK = "averted", "rise", "conflict", "tick"
RED = (AVERTED, RISE, RISE, CONFLICT, CONFLICT, TICK)
FIRST_MINUTE = 5
SUNSET_LOSS = (0, 5, 4, 3, 2, 1)
"""Worth lost at sunset, by the number of the minute that ends."""
SUNSET_STEPS = (0, 2, 2, 1, 1, 1)
