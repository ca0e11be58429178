"""The cards of Ambition as players read them."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, CatalogueCard, CopyCounts, mark_as_ours
from core.games.ambition.cards import HOLD, NOW, REACT, Elite, Industry, Intrigue
from core.games.ambition.changes import RULESETS
from core.games.ambition.ruleset import Rules

ELITE, INDUSTRY, INTRIGUE, PACT = "Elites", "Industry", "Intrigue", "Alliances"
EFFECT_TIMES = {NOW: "played when drawn", HOLD: "kept, then played", REACT: "played as a reaction"}
"""The time at which an Intrigue card takes effect, in words.

Nuclear cards are not in this table, because they are kept with a token.
"""
IN_CORE = ("NU1", "NU2", "NU3")
"""Codes of the nuclear cards."""
PER_SEAT = CopyCounts(0, per_deck=1)


NOTE = (
    "Invented for Tether: all Elites with their values, all Industrial cards except Tecmed and Bunker, and all "
    "Intrigue cards except the three nuclear ones. Alliances and nuclear cards are the designer's."
)
"""The note that is shown below the list of cards and in the rulebook."""
NAMED = ("Tecmed", "Bunker")


def is_ours(code: str, name: str = "") -> bool:
    """Return True if the designer's text does not name the card."""
    return code not in IN_CORE and name not in NAMED


def _mark_if_ours(card: CatalogueCard, code: str) -> CatalogueCard:
    return mark_as_ours(card) if is_ours(code, card.name) else card


def _make_card(name: str, where: str, copies: str, how: str, text: str, count: CopyCounts) -> CatalogueCard:
    return CatalogueCard(
        name, (where, copies, how), (where.lower(),), f"{name}\n{where} · {copies} · {how}\n{text}", count
    )


def make_catalogue(text: str = "") -> Catalogue:
    """Return the catalogue of the ruleset with this content."""
    rules = RULESETS.of(text)
    found = (
        *(_make_intrigue(rules, card) for card in rules.intrigues),
        *(_make_industry(card, copies) for card, copies in zip(rules.industries, rules.industry_copies, strict=True)),
        *(_make_elite(card, copies) for card, copies in zip(rules.elites, rules.elite_copies, strict=True)),
        *(_make_card(card.name, PACT, "-", f"stake {card.stake} each", card.text, PER_SEAT) for card in rules.pacts),
    )
    return Catalogue(("Where", "Copies", "How it is played"), found, NOTE, make_catalogue)


def _make_intrigue(rules: Rules, card: Intrigue) -> CatalogueCard:
    numbers = rules.numbers
    core = {
        "NU1": (_per_player(1, numbers.core_deaths), CopyCounts(numbers.core_deaths, more_per_seat=1)),
        "NU2": (
            _per_player(numbers.core_arms, numbers.spare_arms),
            CopyCounts(numbers.spare_arms, more_per_seat=numbers.core_arms),
        ),
        "NU3": ("1", CopyCounts(1)),
        "IB1": (str(card.copies), CopyCounts(card.copies, more_per_seat=1)),
    }
    copies, many = core.get(card.code, (str(card.copies), CopyCounts(card.copies)))
    how = EFFECT_TIMES.get(card.kind, "kept with a token")
    return _mark_if_ours(_make_card(card.name, INTRIGUE, copies, how, card.text, many), card.code)


def _per_player(each: int, more: int) -> str:
    return f"{each} per player + {more}" if more else f"{each} per player"


def _make_industry(card: Industry, copies: int) -> CatalogueCard:
    many = CopyCounts(0, per_deck=copies)
    return _mark_if_ours(_make_card(card.name, INDUSTRY, f"{copies} per player", "in play", card.text, many), "")


def _make_elite(card: Elite, copies: int) -> CatalogueCard:
    how, text = f"worth {card.value}", f"Worth {card.value} Influence in hand."
    return mark_as_ours(_make_card(card.name, ELITE, f"{copies} per player", how, text, CopyCounts(0, per_deck=copies)))


CATALOGUE = make_catalogue()
