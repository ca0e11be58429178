"""The twenty Escalation cards; the rules query them with `state.in_play` (rules 2.7)."""

from __future__ import annotations

from typing import NamedTuple


class Escalation(NamedTuple):
    """An Escalation card; if `stays` is True, it remains in play to the end of the match.

    The exception is ES20, which leaves at the next tick.
    """

    name: str
    stays: bool
    text: str


_declared: list[Escalation] = []


def _card(name: str, stays: bool, text: str) -> int:
    """Register the next Escalation and return its number."""
    _declared.append(Escalation(name, stays, text))
    return len(_declared) - 1


HAIR_TRIGGERS = _card("Hair Triggers", True, "Each Cannon and Large Cannon has +1 attack.")
HARDENED_SILOS = _card("Hardened Silos", True, "Each Shield has +1 defence.")
WAR_BONDS = _card("War Bonds", True, "Each Build that resolves, on the border or by Discard, gives 1 more Worth.")
MASS_PRODUCTION = _card("Mass Production", True, "A set of three gives 2 more Worth.")
RATIONING = _card("Rationing", True, "The hand limit is 6.")
CHEAP_SCRAP = _card("Cheap Scrap", True, "The disposal fee is 1 Worth per card.")
RED_TELEPHONES = _card("Red Telephones", True, 'On "Crisis averted" draw 3 instead of 2.')
MOBILISATION = _card("Mobilisation", True, 'On "Tensions rise" you may play one more card.')
BRINKMANSHIP = _card("Brinkmanship", True, "One Calm face of the black die counts as Tense.")
SUDDEN_DAWN = _card("Sudden Dawn", False, "Each nation not in Ruin upgrades one step.")
AIRLIFT = _card("Airlift", False, "Each nation draws 2 cards, or what its deck holds; no tick follows.")
DOUBLE_HEADLINE = _card("Double Headline", False, "Reveal two more Escalations.")
FORWARD_BASES = _card("Forward Bases", True, "On your turn your first move of a Borderlands card costs no action.")
TOTAL_WAR = _card("Total War", True, '"Conflict ensues" is a global conflict that begins with the roller.')
PLUNDER = _card("Plunder", True, "A nation that deals damage in an attack gains 1 Worth for that attack.")
FALLOUT = _card("Fallout", True, "Every sunset costs 1 more Worth.")
SANCTUARY = _card("Sanctuary", True, "A nation recovers from Ruin at 4 Worth.")
SPIES_EVERYWHERE = _card(
    "Spies Everywhere", True, "Intelligence by Discard looks at what every opponent has facing you."
)
DEEP_MAGAZINES = _card("Deep Magazines", True, "One stockpile action may put away up to 2 cards.")
ARMISTICE = _card("Armistice", True, "No attack deals damage, until the next tick begins.")

ESCALATIONS = tuple(_declared)
