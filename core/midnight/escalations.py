"""Escalations (rules 2.7): the twenty cards. Whoever needs to know asks `state.in_play`."""

from __future__ import annotations

from typing import NamedTuple


class Escalation(NamedTuple):
    """One card; those that stay lie open to the end, ES20 till the next tick."""

    name: str
    stays: bool
    text: str


ESCALATIONS = (
    Escalation("Hair Triggers", True, "Each Cannon and Large Cannon has +1 attack."),
    Escalation("Hardened Silos", True, "Each Shield has +1 defence."),
    Escalation("War Bonds", True, "Each Build that resolves, on the border or by Discard, gives 1 more Worth."),
    Escalation("Mass Production", True, "A set of three gives 2 more Worth."),
    Escalation("Rationing", True, "The hand limit is 6."),
    Escalation("Cheap Scrap", True, "The disposal fee is 1 Worth per card."),
    Escalation("Red Telephones", True, 'On "Crisis averted" draw 3 instead of 2.'),
    Escalation("Mobilisation", True, 'On "Tensions rise" you may play one card more.'),
    Escalation("Brinkmanship", True, "One Calm face of the black die counts as Tense."),
    Escalation("Sudden Dawn", False, "Each nation not in Ruin upgrades one step."),
    Escalation("Airlift", False, "Each nation draws 2 cards, or what its deck holds; no tick follows."),
    Escalation("Double Headline", False, "Reveal two more Escalations."),
    Escalation("Forward Bases", True, "On your turn your first move of a Borderlands card costs no action."),
    Escalation("Total War", True, '"Conflict ensues" is a global conflict that begins with the roller.'),
    Escalation("Plunder", True, "A nation that deals damage in an attack gains 1 Worth for that attack."),
    Escalation("Fallout", True, "Every sunset costs 1 Worth more."),
    Escalation("Sanctuary", True, "A nation recovers from Ruin at 4 Worth."),
    Escalation("Spies Everywhere", True, "Intelligence by Discard looks at what every opponent has facing you."),
    Escalation("Deep Magazines", True, "One stockpile action may put away up to 2 cards."),
    Escalation("Armistice", True, "No attack deals damage, until the next tick begins."),
)

(
    HAIR_TRIGGERS,
    HARDENED_SILOS,
    WAR_BONDS,
    MASS_PRODUCTION,
    RATIONING,
    CHEAP_SCRAP,
    RED_TELEPHONES,
    MOBILISATION,
    BRINKMANSHIP,
    SUDDEN_DAWN,
    AIRLIFT,
    DOUBLE_HEADLINE,
    FORWARD_BASES,
    TOTAL_WAR,
    PLUNDER,
    FALLOUT,
    SANCTUARY,
    SPIES_EVERYWHERE,
    DEEP_MAGAZINES,
    ARMISTICE,
) = range(len(ESCALATIONS))
