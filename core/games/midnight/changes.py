"""Changes that a ruleset may make to Midnight: numbers, cards and their copies, dials, dice, clock and Escalations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.engine.ruleset import (
    FLAG,
    Field,
    Integer,
    Integers,
    Problem,
    RulesetError,
    Rulesets,
    Word,
    changed_numbers,
    chosen_copies,
    number_fields,
    slug,
    values_under,
)
from core.engine.text.words import format_count, join_list
from core.games.midnight.cards import (
    AVERTED,
    CANNON,
    CARDS,
    CONFLICT,
    DIAL_NAMES,
    DIAL_VALUES,
    FIRST_MINUTE,
    INFLUENCE,
    LARGE_CANNON,
    MAX_COPIES,
    MAX_SEATS,
    RED,
    RISE,
    SHIELD,
    SUNSET_LOSS,
    SUNSET_STEPS,
    TICK,
    Card,
    deck_copies,
    further_copies,
    kind_of,
)
from core.games.midnight.escalations import AIRLIFT, ESCALATIONS, RATIONING, SANCTUARY, Escalation, escalation_id
from core.games.midnight.options import OPTIONS
from core.games.midnight.ruleset import Numbers, Rules

LEAST_CARDS, MOST_CARDS = 12, 60
"""Minimum and maximum number of cards in the deck of a nation."""
MARKS = Word(("none", "green", "red"))
GUNS = (CANNON, LARGE_CANNON)
FACES = {AVERTED: "Crisis averted", RISE: "Tensions rise", CONFLICT: "Conflict ensues", TICK: "The clock ticks"}
DIE_SIDES = 6
AMOUNTS = {RATIONING: Integer(3, 12), AIRLIFT: Integer(2, 6), SANCTUARY: Integer(1, 20)}
"""Ranges of the numbers on Escalations; the others have 0 to 9."""


def _fields() -> dict[str, Field]:
    found = number_fields(Numbers)
    for card, printed in zip(map(card_id, CARDS), CARDS, strict=True):
        name, path = printed.name, f"cards.{card}"
        words = f"{name} is in each deck {{new}} times, not {{old}}."
        found[f"{path}.copies"] = Field(Integer(0, MAX_COPIES), printed.copies, words)
        if printed.attack:
            words = f"{name} attacks with {{new}} times your Might, not {{old}}."
            found[f"{path}.attack"] = Field(Integer(1, 5), printed.attack, words)
        if printed.border:
            words = f"{name}: the mark for Pacts is {{new}}, not {{old}}."
            found[f"{path}.mark"] = Field(MARKS, printed.mark or "none", words)
        found[f"{path}.wild"] = Field(FLAG, int(printed.wild), f"{name}: Wild is {{new}}, not {{old}}.")
    for dial, name in enumerate(DIAL_NAMES):
        steps = Integers(*((1, 8) if dial == INFLUENCE else (0, 12)), len(DIAL_VALUES[dial]), is_rising=True)
        found[f"dials.{name.lower()}"] = Field(steps, DIAL_VALUES[dial], f"{name} shows {{new}}, not {{old}}.")
    for face, words in FACES.items():
        text = f"The red die has {{new}} faces of {words}, not {{old}}."
        found[f"red_die.{face}"] = Field(Integer(0, DIE_SIDES), RED.count(face), text)
    losses, steps = Integers(0, 30, FIRST_MINUTE), Integers(0, 4, FIRST_MINUTE)
    words = "From the first sunset to the last they cost {new} Worth, not {old}."
    found["clock.worth_lost"] = Field(losses, SUNSET_LOSS[:0:-1], words)
    words = "From the first sunset to the last they give {new} upgrade steps, not {old}."
    found["clock.upgrade_steps"] = Field(steps, SUNSET_STEPS[:0:-1], words)
    for number, law in enumerate(ESCALATIONS):
        path = f"escalations.{escalation_id(law)}"
        found[f"{path}.copies"] = Field(FLAG, 1, f"{law.name}: in the Escalation deck is {{new}}, not {{old}}.")
        if law.amount:
            kind = AMOUNTS.get(number, Integer(0, 9))
            found[f"{path}.amount"] = Field(kind, law.amount, f"{law.name}: its number is {{new}}, not {{old}}.")
    return found


def card_id(card: Card) -> str:
    """Return the name of a card in rulesets."""
    return slug(card.name)


def _build(values: Mapping[str, Any], new: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Return the rules with these changed values; raise `RulesetError` if they do not fit together."""
    cards = tuple(_changed_card(card, values_under(values, f"cards.{card_id(card)}")) for card in CARDS)
    counts = [card.copies for card in cards]
    dials = tuple(values.get(f"dials.{name.lower()}", old) for name, old in zip(DIAL_NAMES, DIAL_VALUES, strict=True))
    faces = {face: values.get(f"red_die.{face}", RED.count(face)) for face in FACES}
    laws = [values_under(values, f"escalations.{escalation_id(law)}") for law in ESCALATIONS]
    rules = Rules(
        changed_numbers(Numbers, values),
        cards,
        (
            (),
            *(
                chosen_copies((*deck_copies(seat), *further_copies(seat)), kind_of, counts)
                for seat in range(1, MAX_SEATS + 1)
            ),
        ),
        dials,
        tuple(face for face, sides in faces.items() for _ in range(sides)),
        (0, *values.get("clock.worth_lost", SUNSET_LOSS[:0:-1])[::-1]),
        (0, *values.get("clock.upgrade_steps", SUNSET_STEPS[:0:-1])[::-1]),
        tuple(_changed_law(law, changed) for law, changed in zip(ESCALATIONS, laws, strict=True)),
        tuple(number for number, changed in enumerate(laws) if changed.get("copies", 1)),
    )
    if problems := list(_find_problems(rules)):
        raise RulesetError(*problems)
    return rules


def _changed_card(card: Card, values: Mapping[str, Any]) -> Card:
    if not values:
        return card
    mark = values.get("mark", card.mark)
    return card._replace(
        copies=values.get("copies", card.copies),
        attack=values.get("attack", card.attack),
        mark="" if mark == "none" else mark,
        wild=bool(values.get("wild", card.wild)),
    )


def _changed_law(law: Escalation, values: Mapping[str, Any]) -> Escalation:
    return law._replace(amount=values["amount"]) if "amount" in values else law


def _find_problems(rules: Rules) -> list[Problem]:
    """Return the reasons why changed values do not fit together."""
    problems = []
    size = len(rules.decks[1])
    if not LEAST_CARDS <= size <= MOST_CARDS:
        words = f"a deck of {format_count(size, 'card')}, not {LEAST_CARDS} to {MOST_CARDS}"
        problems.append(Problem("cards", words))
    if len(rules.red) != DIE_SIDES:
        problems.append(Problem("red_die", f"the red die has {len(rules.red)} faces, not {DIE_SIDES}"))
    numbers = rules.numbers
    if numbers.start_worth >= numbers.winning_worth:
        words = f"the start must be below the {numbers.winning_worth} Worth that win"
        problems.append(Problem("numbers.start_worth", words))
    if not any(rules.cards[kind].copies for kind in GUNS) and not rules.cards[SHIELD].copies:
        problems.append(Problem("cards", "a deck without Cannons and without Shields"))
    return problems


class RulesetDescription:
    """Descriptions of the rules of a match, for designers and guests."""

    def warnings(self, rules: Rules) -> list[str]:
        """Return the size of a deck, its share of guns, and the numbers that make a match odd."""
        size = len(rules.decks[1])
        guns = sum(rules.cards[kind].copies for kind in GUNS)
        said = [f"Each nation has {format_count(size, 'card')}, {guns} of them Cannons and Large Cannons."]
        if missing := [card.name for card in rules.cards if not card.copies]:
            said.append(f"No deck has {join_list(missing)}.")
        if not rules.numbers.winning_worth > 3 * rules.numbers.start_worth:
            said.append("The match may be won by Worth within a few turns.")
        return said

    def notes(self) -> list[str]:
        """Return lines that explain how values are written."""
        return [
            "A list with one number for all places may be written as that number.",
            "The faces of the red die are six together.",
        ]

    def fixed_rules(self) -> list[str]:
        """Return sentences about what is code and cannot be changed by a ruleset."""
        return [
            "What a card does is as printed; rulesets change its copies, its attack, its mark and whether it is Wild.",
            "Escalations without a number in their text are in the deck or not, and otherwise as printed.",
            "A set has three cards, a dial has as many steps as printed, and the clock has at most five minutes.",
        ]


RULESETS: Rulesets[Rules] = Rulesets(OPTIONS, _fields, _build, RulesetDescription())
