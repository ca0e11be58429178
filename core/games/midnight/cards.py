"""Tables of the components: nations, dials, action deck, dice and clock (rules part 2)."""

from __future__ import annotations

from typing import NamedTuple

# Nations (2.1) --------------------------------------------------------------------------------------------------------

NATION_NAMES = ("Aldermark", "Vesper Union", "Kestrel Republic", "Sable Coast", "High Tamar")
CODES = ("aldermark", "vesper", "kestrel", "sable", "tamar")
"""Names of the nations in options and data."""

# Dials (2.2) ----------------------------------------------------------------------------------------------------------

MIGHT, PROTECTION, INFLUENCE, RESEARCH = range(4)
DIAL_NAMES = ("Might", "Protection", "Influence", "Research")
DIAL_VALUES = ((2, 3, 4, 5, 6), (2, 3, 4, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4, 5))
"""Printed values of each dial, from its lowest step to its highest."""
TOP = tuple(len(values) - 1 for values in DIAL_VALUES)
"""Highest step of each dial."""

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
"""Kinds of the 25 printed cards of one nation."""
MAX_COPIES = 12
"""Maximum number of cards of one kind in a deck, whatever a ruleset says."""
MORE = tuple(kind for kind, card in enumerate(CARDS) for _ in range(MAX_COPIES - card.copies))
"""Kinds of the further cards that a ruleset may add to the deck of one nation."""
MAX_SEATS = len(NATION_NAMES)
LAST_PRINTED = MAX_SEATS * len(DECK)
"""Highest number of a printed copy; those that rulesets add have higher ones, so each copy has one kind always."""
SET_KINDS = (CANNON, SHIELD)
"""Kinds of cards that can form a set of three."""


def deck_copies(seat: int) -> range:
    """Return the printed copies of a seat's deck; seat 1 has 1..25, seat 2 has 26..50, and so on."""
    return range((seat - 1) * len(DECK) + 1, seat * len(DECK) + 1)


def further_copies(seat: int) -> range:
    """Return the copies that a ruleset may add to a seat's deck."""
    return range(LAST_PRINTED + (seat - 1) * len(MORE) + 1, LAST_PRINTED + seat * len(MORE) + 1)


def kind_of(copy: int) -> int:
    """Return the kind of a copy."""
    return DECK[(copy - 1) % len(DECK)] if copy <= LAST_PRINTED else MORE[(copy - LAST_PRINTED - 1) % len(MORE)]


def owner_of(copy: int) -> int:
    """Return the seat whose deck a copy belongs to."""
    beyond = copy - LAST_PRINTED
    return (copy - 1) // len(DECK) + 1 if beyond <= 0 else (beyond - 1) // len(MORE) + 1


def card_of(copy: int) -> Card:
    """Return the printed card of a copy."""
    return CARDS[kind_of(copy)]


# Dice and clock (2.4, 2.5) --------------------------------------------------------------------------------------------

AVERTED, RISE, CONFLICT, TICK = "averted", "rise", "conflict", "tick"
RED = (AVERTED, RISE, RISE, CONFLICT, CONFLICT, TICK)
"""Printed faces of the red die."""
FIRST_MINUTE = 5
"""Printed number of minutes before Midnight, and the maximum that the clock has room for."""
SUNSET_LOSS = (0, 5, 4, 3, 2, 1)
"""Printed Worth lost at sunset, by the number of the minute that ends."""
SUNSET_STEPS = (0, 2, 2, 1, 1, 1)
"""Printed upgrade steps at sunset, by the number of the minute that ends."""
