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


def _declare(name: str, stays: bool, wording: str, amount: int = 0) -> int:
    """Register the next Escalation and return its number."""
    _declared.append(Escalation(name, stays, wording, amount))
    return len(_declared) - 1


HAIR_TRIGGERS = _declare("Hair Triggers", True, "Each Cannon and Large Cannon has +{n} attack.", 1)
HARDENED_SILOS = _declare("Hardened Silos", True, "Each Shield has +{n} defence.", 1)
WAR_BONDS = _declare(
    "War Bonds", True, "Each Build that resolves, on the border or by Discard, gives {n} more Worth.", 1
)
MASS_PRODUCTION = _declare("Mass Production", True, "A set of three gives {n} more Worth.", 2)
RATIONING = _declare("Rationing", True, "The hand limit is {n}.", 6)
CHEAP_SCRAP = _declare("Cheap Scrap", True, "The disposal fee is {n} Worth per card.", 1)
RED_TELEPHONES = _declare("Red Telephones", True, 'On "Crisis averted" draw {n} cards.', 3)
MOBILISATION = _declare("Mobilisation", True, 'On "Tensions rise" you may play one more card.')
BRINKMANSHIP = _declare("Brinkmanship", True, "One Calm face of the black die counts as Tense.")
SUDDEN_DAWN = _declare("Sudden Dawn", False, "Each nation not in Ruin upgrades one step.")
AIRLIFT = _declare("Airlift", False, "Each nation draws {n} cards, or what its deck holds; no tick follows.", 2)
DOUBLE_HEADLINE = _declare("Double Headline", False, "Reveal two more Escalations.")
FORWARD_BASES = _declare("Forward Bases", True, "On your turn your first move of a Borderlands card costs no action.")
TOTAL_WAR = _declare("Total War", True, '"Conflict ensues" is a global conflict that begins with the roller.')
PLUNDER = _declare("Plunder", True, "A nation that deals damage in an attack gains {n} Worth for that attack.", 1)
FALLOUT = _declare("Fallout", True, "Every sunset costs {n} more Worth.", 1)
SANCTUARY = _declare("Sanctuary", True, "A nation recovers from Ruin at {n} Worth.", 4)
SPIES_EVERYWHERE = _declare(
    "Spies Everywhere", True, "Intelligence by Discard looks at what every opponent has facing you."
)
DEEP_MAGAZINES = _declare("Deep Magazines", True, "One stockpile action may put away up to 2 cards.")
ARMISTICE = _declare("Armistice", True, "No attack deals damage, until the next tick begins.")

ESCALATIONS = tuple(_declared)


def escalation_id(card: Escalation) -> str:
    """Return the name of an Escalation in rulesets."""
    return slug(card.name)
