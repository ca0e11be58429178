"""The cards of Ambition as players read them."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, Copies, Printed, ours
from core.games.ambition.cards import HOLD, NOW, REACT, Elite, Industry, Intrigue
from core.games.ambition.changes import RULESETS
from core.games.ambition.ruleset import Rules

ELITE, INDUSTRY, INTRIGUE, PACT = "Elites", "Industry", "Intrigue", "Alliances"
EFFECT_TIMES = {NOW: "played when drawn", HOLD: "played or kept", REACT: "played as a reaction"}
"""The time at which an Intrigue card takes effect, in words.

Nuclear cards are not in this table, because they are kept with a token.
"""
IN_CORE = ("NU1", "NU2", "NU3")
"""Codes of the nuclear cards."""
PER_SEAT = Copies(0, each=1)


NOTE = (
    "Invented for Tether: all Elites with their values, all Industrial cards except Tecmed and Bunker, and all "
    "Intrigue cards except the three nuclear ones. Alliances and nuclear cards are the designer's."
)
"""The note that is shown below the list of cards and in the rulebook."""
NAMED = ("Tecmed", "Bunker")


def is_ours(code: str, name: str = "") -> bool:
    """Return True if the designer's text does not name the card."""
    return code not in IN_CORE and name not in NAMED


def _mark_if_ours(card: Printed, code: str) -> Printed:
    return ours(card) if is_ours(code, card.name) else card


def _printed(name: str, where: str, copies: str, how: str, text: str, count: Copies) -> Printed:
    return Printed(name, (where, copies, how), (where.lower(),), f"{name}\n{where} · {copies} · {how}\n{text}", count)


def _catalogue(text: str = "") -> Catalogue:
    """Return the catalogue of the ruleset with this content."""
    rules = RULESETS.of(text)
    found = (
        *(_intrigue(rules, card) for card in rules.intrigues),
        *(_industry(card, copies) for card, copies in zip(rules.industries, rules.industry_copies, strict=True)),
        *(_elite(card, copies) for card, copies in zip(rules.elites, rules.elite_copies, strict=True)),
        *(_printed(card.name, PACT, "-", f"stake {card.stake} each", card.text, PER_SEAT) for card in rules.pacts),
    )
    return Catalogue(("Where", "Copies", "How it is played"), found, NOTE, _catalogue)


def _intrigue(rules: Rules, card: Intrigue) -> Printed:
    numbers = rules.numbers
    core = {
        "NU1": (f"players + {numbers.core_deaths}", Copies(numbers.core_deaths, more=1)),
        "NU2": (f"{numbers.core_arms} per player", Copies(0, more=numbers.core_arms)),
        "NU3": ("1", Copies(1)),
        "IB1": (str(card.copies), Copies(card.copies, more=1)),
    }
    copies, many = core.get(card.code, (str(card.copies), Copies(card.copies)))
    how = EFFECT_TIMES.get(card.kind, "kept with a token")
    return _mark_if_ours(_printed(card.name, INTRIGUE, copies, how, card.text, many), card.code)


def _industry(card: Industry, copies: int) -> Printed:
    many = Copies(0, each=copies)
    return _mark_if_ours(_printed(card.name, INDUSTRY, f"{copies} per player", "in play", card.text, many), "")


def _elite(card: Elite, copies: int) -> Printed:
    how, text = f"worth {card.value}", f"Worth {card.value} Influence in hand."
    return ours(_printed(card.name, ELITE, f"{copies} per player", how, text, Copies(0, each=copies)))


CATALOGUE = _catalogue()
