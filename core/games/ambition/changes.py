"""Changes that a ruleset may make to Ambition: numbers, Elites, copies of cards, stakes, and the size of the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from core.engine.ruleset import (
    Field,
    Integer,
    Problem,
    RulesetError,
    Rulesets,
    Word,
    changed_numbers,
    number_fields,
    slug,
)
from core.engine.text.words import format_count
from core.games.ambition.cards import ELITES, HOLD, INDUSTRIES, INDUSTRY_COPIES, INTRIGUES, NOW, PACTS, POOL_DRAWN
from core.games.ambition.options import OPTIONS
from core.games.ambition.ruleset import Numbers, Rules

ELITE_CARDS, INDUSTRY_CARDS, POOL_CARDS = (10, 30), (1, 18), (24, 60)
"""Minimum and maximum number of cards in a deck of Elites, in an Industrial deck, and in the pool."""
CORE = tuple(card.name for card in INTRIGUES if not card.copies)
"""Names of the Intrigue cards that are in no pool."""
KINDS = (NOW, HOLD)
"""Kinds between which a ruleset may move a card of the pool."""


def _fields() -> dict[str, Field]:
    found = number_fields(Numbers)
    for elite in ELITES:
        path, name = f"elites.{slug(elite.name)}", elite.name
        found[f"{path}.copies"] = Field(Integer(0, 3), 1, f"{name} is in each deck {{new}} times, not {{old}}.")
        words = f"{name} is worth {{new}} Influence, not {{old}}."
        found[f"{path}.value"] = Field(Integer(1, 9), elite.value, words)
    for industry in INDUSTRIES:
        words = f"{industry.name} is in each Industrial deck {{new}} times, not {{old}}."
        found[f"industries.{slug(industry.name)}.copies"] = Field(Integer(0, 4), INDUSTRY_COPIES, words)
    for card in INTRIGUES:
        if card.name not in CORE:
            words = f"{card.name} is in the pool {{new}} times, not {{old}}."
            found[f"intrigues.{slug(card.name)}.copies"] = Field(Integer(0, 6), card.copies, words)
        if card.name not in CORE and card.kind in KINDS:
            words = f"{card.name} is a {{new}} card, not {{old}}."
            found[f"intrigues.{slug(card.name)}.kind"] = Field(Word(KINDS), card.kind, words)
    for pact in PACTS:
        words = f"{pact.name} has a stake of {{new}}, not {{old}}."
        found[f"alliances.{slug(pact.name)}.stake"] = Field(Integer(1, 20), pact.stake, words)
    for seats, drawn in POOL_DRAWN.items():
        words = f"With {seats} players {{new}} cards of the pool are in the deck, not {{old}}."
        found[f"pool_drawn.players_{seats}"] = Field(Integer(8, 30), drawn, words)
    return found


def _build(values: Mapping[str, Any], new: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Return the rules with these changed values; raise `RulesetError` if they do not fit together."""
    numbers = changed_numbers(Numbers, values)
    shown = asdict(numbers)

    def of(section: str, name: str, key: str, printed: int) -> int:
        return int(values.get(f"{section}.{slug(name)}.{key}", printed))

    elites = tuple(elite._replace(value=of("elites", elite.name, "value", elite.value)) for elite in ELITES)
    copies = tuple(of("elites", elite.name, "copies", 1) for elite in ELITES)
    values_held = Counter[int]()
    for elite, many in zip(elites, copies, strict=True):
        values_held.update({elite.value: many} if many else {})
    rules = Rules(
        numbers,
        elites,
        copies,
        values_held,
        max(values_held, default=1),
        tuple(card._replace(text=card.text.format_map(shown)) for card in INDUSTRIES),
        tuple(of("industries", card.name, "copies", INDUSTRY_COPIES) for card in INDUSTRIES),
        tuple(
            card._replace(
                copies=of("intrigues", card.name, "copies", card.copies),
                kind=str(values.get(f"intrigues.{slug(card.name)}.kind", card.kind)),
                text=card.text.format_map(shown),
            )
            for card in INTRIGUES
        ),
        tuple(
            pact._replace(stake=of("alliances", pact.name, "stake", pact.stake), text=pact.text.format_map(shown))
            for pact in PACTS
        ),
        {seats: int(values.get(f"pool_drawn.players_{seats}", drawn)) for seats, drawn in POOL_DRAWN.items()},
    )
    if problems := list(_find_problems(rules)):
        raise RulesetError(*problems)
    return rules


def _find_problems(rules: Rules) -> Iterator[Problem]:
    """Yield the reasons why changed values do not fit together."""
    pool = sum(card.copies for card in rules.intrigues)
    sizes = {
        "elites": ("a deck of Elites", sum(rules.elite_copies), ELITE_CARDS),
        "industries": ("an Industrial deck", sum(rules.industry_copies), INDUSTRY_CARDS),
        "intrigues": ("the pool", pool, POOL_CARDS),
    }
    for section, (name, size, (few, many)) in sizes.items():
        if not few <= size <= many:
            yield Problem(section, f"{name} has {format_count(size, 'card')}, not {few} to {many}")
    for seats, drawn in rules.pool_drawn.items():
        if drawn > pool:
            yield Problem(f"pool_drawn.players_{seats}", f"the pool has only {format_count(pool, 'card')}")


class RulesetDescription:
    """Descriptions of the rules of a match, for designers and guests."""

    def warnings(self, rules: Rules) -> list[str]:
        """Return the sizes of the decks, and numbers that make a match odd."""
        elites = sum(n * elite.value for n, elite in zip(rules.elite_copies, rules.elites, strict=True))
        said = [
            f"Each player has {format_count(sum(rules.elite_copies), 'Elite')}, worth {elites} together.",
            f"The pool has {format_count(sum(card.copies for card in rules.intrigues), 'card')}.",
        ]
        if rules.numbers.half_blast > rules.numbers.blast:
            said.append("With a Tecmed a strike costs more than without one.")
        return said

    def notes(self) -> list[str]:
        """Return lines that explain how values are written."""
        return ["A claim may declare up to the value of the best Elite."]

    def fixed_rules(self) -> list[str]:
        """Return sentences about what is code and cannot be changed by a ruleset."""
        return [
            "What a card does is as printed, apart from its numbers, and so are the conditions of alliances.",
            "A die of 5 or 6 allows an alliance, and there is one Armageddon.",
        ]


RULESETS: Rulesets[Rules] = Rulesets(OPTIONS, _fields, _build, RulesetDescription())
