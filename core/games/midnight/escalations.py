"""The twenty Escalation cards; the rules query them with `state.in_play` (rules 2.7)."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.ruleset import slug


class Escalation(NamedTuple):
    """An Escalation card; if `stays` is True, it remains in play to the end of the match.

    The exception is ES20, which leaves at the next tick.
    """

    name: str
    stays: bool
    wording: str
    amount: int = 0
    """Number in the text, which a ruleset may change; 0 if the text has none."""

    @property
    def text(self) -> str:
        """The text on the card."""
        return self.wording.format(n=self.amount)


_declared: list[Escalation] = []


def _card(name: str, stays: bool, wording: str, amount: int = 0) -> int:
    """Register the next Escalation and return its number."""
    _declared.append(Escalation(name, stays, wording, amount))
    return len(_declared) - 1


HAIR_TRIGGERS = _card("Hair Triggers", True, "Each Cannon and Large Cannon has +{n} attack.", 1)
HARDENED_SILOS = _card("Hardened Silos", True, "Each Shield has +{n} defence.", 1)
WAR_BONDS = _card("War Bonds", True, "Each Build that resolves, on the border or by Discard, gives {n} more Worth.", 1)
MASS_PRODUCTION = _card("Mass Production", True, "A set of three gives {n} more Worth.", 2)
RATIONING = _card("Rationing", True, "The hand limit is {n}.", 6)
CHEAP_SCRAP = _card("Cheap Scrap", True, "The disposal fee is {n} Worth per card.", 1)
RED_TELEPHONES = _card("Red Telephones", True, 'On "Crisis averted" draw {n} cards.', 3)
MOBILISATION = _card("Mobilisation", True, 'On "Tensions rise" you may play one more card.')
BRINKMANSHIP = _card("Brinkmanship", True, "One Calm face of the black die counts as Tense.")
SUDDEN_DAWN = _card("Sudden Dawn", False, "Each nation not in Ruin upgrades one step.")
AIRLIFT = _card("Airlift", False, "Each nation draws {n} cards, or what its deck holds; no tick follows.", 2)
DOUBLE_HEADLINE = _card("Double Headline", False, "Reveal two more Escalations.")
FORWARD_BASES = _card("Forward Bases", True, "On your turn your first move of a Borderlands card costs no action.")
TOTAL_WAR = _card("Total War", True, '"Conflict ensues" is a global conflict that begins with the roller.')
PLUNDER = _card("Plunder", True, "A nation that deals damage in an attack gains {n} Worth for that attack.", 1)
FALLOUT = _card("Fallout", True, "Every sunset costs {n} more Worth.", 1)
SANCTUARY = _card("Sanctuary", True, "A nation recovers from Ruin at {n} Worth.", 4)
SPIES_EVERYWHERE = _card(
    "Spies Everywhere", True, "Intelligence by Discard looks at what every opponent has facing you."
)
DEEP_MAGAZINES = _card("Deep Magazines", True, "One stockpile action may put away up to 2 cards.")
ARMISTICE = _card("Armistice", True, "No attack deals damage, until the next tick begins.")

ESCALATIONS = tuple(_declared)


def escalation_id(card: Escalation) -> str:
    """Return the name of an Escalation in rulesets."""
    return slug(card.name)
