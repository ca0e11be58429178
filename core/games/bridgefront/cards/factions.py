"""The spell and the Champion of each faction (rules part 13)."""

from core.games.bridgefront.abilities import (
    ASSASSINS_EDGE,
    BODYGUARD,
    EXTRACTION,
    FLIGHT,
    ROLLS_FOR_CARDS,
    WALKS_FAR_ALONE,
)
from core.games.bridgefront.card import Card, champion, spell
from core.games.bridgefront.catalogue import FACTION_CARDS, add
from core.games.bridgefront.effects.bridges import Build, RaiseMine
from core.games.bridgefront.effects.combat import MarkChampion, MarkHex
from core.games.bridgefront.effects.economy import Draw, LayOnTop
from core.games.bridgefront.effects.forces import DeployTo
from core.games.bridgefront.places import ENEMY_NEAR_YOUR_CHAMPION, NEAR_YOUR_CHAMPION, OCCUPIED_PLACE


def _faction(name: str, *cards: Card) -> None:
    """Add the spell and the Champion of a faction to the catalogue."""
    FACTION_CARDS.append([])
    add(name, FACTION_CARDS[-1], cards)


_faction(
    "Leadbound",
    spell("Hold the Line", 1, (35, 105), MarkHex("hold the line", OCCUPIED_PLACE)),
    champion("Ironclad Warden", 2, (1, 3, 5), (70, 135), hp=6, dice=2, hits_on=2, bounty=3, ability=BODYGUARD),
)
_faction(
    "The Virtuous Court",
    spell("Marked for Coin", 1, (35, 105), MarkChampion(ENEMY_NEAR_YOUR_CHAMPION, mark="marked for coin", amount=4)),
    champion("Shadeblade", 2, (0, 2, 4), (55, 115), hp=3, dice=5, hits_on=1, bounty=3, ability=ASSASSINS_EDGE),
)
_faction(
    "Vapourborn",
    spell("Air Drop", 2, (30, 100), DeployTo(3, NEAR_YOUR_CHAMPION), gold=1),
    champion("Skystriker Ace", 2, (0, 2, 4), (60, 120), hp=4, dice=2, hits_on=3, bounty=3, ability=FLIGHT),
)
_faction(
    "Refiners",
    spell("Rich Veins", 2, (45, 120), RaiseMine()),
    champion("Mine Overseer", 2, (1, 3, 5), (65, 125), hp=5, dice=2, hits_on=2, bounty=4, ability=EXTRACTION),
)
_faction(
    "Ciphers",
    spell("Perfect Recall", 1, (25, 90), Draw(1), LayOnTop(optional=True)),
    champion("Archivist Prime", 2, (1, 3, 5), (60, 120), hp=5, dice=1, hits_on=2, bounty=3, ability=ROLLS_FOR_CARDS),
)
_faction(
    "Gatewrights",
    spell("Bridgeborn Path", 1, (50, 125), Build(anywhere=True)),
    champion("Wormhole Artificer", 2, (1, 3, 5), (65, 125), hp=5, dice=2, hits_on=3, bounty=3, ability=WALKS_FAR_ALONE),
)
