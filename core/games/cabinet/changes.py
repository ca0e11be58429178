"""Changes that a ruleset may make to Cabinet: numbers, targets, copies, costs, points, penalties and Assists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.engine.options import Option, ValueTexts
from core.engine.ruleset import (
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
from core.engine.text.words import format_count
from core.games.cabinet.cards import (
    ACTIVE,
    CHALLENGE,
    CHALLENGE_CARDS,
    CHALLENGE_LIMITS,
    DECK_NAMES,
    LASTING,
    LETTERS,
    LEVELS,
    MAX_COPIES,
    MILESTONE,
    MILESTONE_CARDS,
    MINISTRY,
    MINISTRY_CARDS,
    MINISTRY_COPIES,
    MOST,
    REMOVED_CHALLENGES,
    RESOURCE,
    RESOURCE_COPIES,
    RESOURCES,
    TARGETS,
    TEAM,
    Cost,
    all_copies,
    kind_of,
)
from core.games.cabinet.options import OPTIONS, clock_words, goals_text
from core.games.cabinet.ruleset import Numbers, Rules

LEAST_CARDS = (30, 5, 10, 12)
"""Minimum number of cards in each deck."""
PAYERS = {"team": TEAM, "active": ACTIVE, "most": MOST}
CALM = Integer(-1, 4)
"""Range of the number of Challenges up to which a Milestone is allowed; -1 is no limit."""


class CostKind(NamedTuple):
    """A cost or an Assist, as the letters of its places: at least `least` and at most `most` of them."""

    letters: str
    least: int
    most: int

    @property
    def range(self) -> str:
        """The valid values in words."""
        each = ", ".join(f"{letter} {RESOURCES[LETTERS.index(letter)]}" for letter in self.letters)
        return f"{self.least} to {self.most} letters such as F F V: {each}"

    def read(self, text: str) -> Cost:
        """Return the cost that the letters represent."""
        letters = text.replace(" ", "")
        if self.least <= len(letters) <= self.most and all(letter in self.letters for letter in letters):
            return tuple(map(LETTERS.index, letters))
        raise ValueError(self.range)

    def write(self, value: Cost) -> str:
        """Return the letters of a cost, separated by spaces."""
        return " ".join(LETTERS[place] for place in value)


COST, ASSIST = CostKind(LETTERS[:5], 1, 10), CostKind(LETTERS, 1, 4)


def _fields() -> dict[str, Field]:
    found = number_fields(Numbers)
    for seats in TARGETS:
        kind = Integers(1, 90, len(LEVELS), is_rising=True)
        words = f"With {seats} players the targets are {{new}} points, not {{old}}."
        found[f"targets.players_{seats}"] = Field(kind, TARGETS[seats], words)
    for seats in TARGETS:
        words = f"With {seats} players at most {{new}} Challenges are in play, not {{old}}."
        found[f"challenge_limits.players_{seats}"] = Field(Integer(1, 4), CHALLENGE_LIMITS[seats], words)
    for seats in TARGETS:
        words = f"With {seats} players {{new}} Challenges are removed at the start, not {{old}}."
        found[f"removed_challenges.players_{seats}"] = Field(Integer(0, 10), REMOVED_CHALLENGES[seats], words)
    for name, copies in zip(RESOURCES, RESOURCE_COPIES, strict=True):
        found[f"resources.{slug(name)}.copies"] = _copies(name, RESOURCE, copies)
    for ministry in MINISTRY_CARDS:
        path, name = f"ministries.{slug(ministry.name)}", ministry.name
        found[f"{path}.copies"] = _copies(name, MINISTRY, MINISTRY_COPIES)
        words = f"{name} fills {{new}} as an Assist, not {{old}}."
        found[f"{path}.assist"] = Field(ASSIST, ministry.assist, words)
    for milestone in MILESTONE_CARDS:
        path, name = f"milestones.{slug(milestone.name)}", milestone.name
        found[f"{path}.copies"] = _copies(name, MILESTONE, 1)
        found[f"{path}.points"] = Field(Integer(1, 9), milestone.points, f"{name} gives {{new}} points, not {{old}}.")
        found[f"{path}.cost"] = Field(COST, milestone.cost, f"{name} costs {{new}}, not {{old}}.")
        words = f"{name} allows {{new}} Challenges in play, not {{old}} (-1 is any number)."
        found[f"{path}.calm"] = Field(CALM, milestone.calm, words)
    for challenge in CHALLENGE_CARDS:
        path, name = f"challenges.{slug(challenge.name)}", challenge.name
        found[f"{path}.copies"] = _copies(name, CHALLENGE, 1)
        found[f"{path}.cost"] = Field(COST, challenge.cost, f"{name} costs {{new}}, not {{old}}.")
        words = f"{name} has a penalty of {{new}}, not {{old}}."
        found[f"{path}.penalty"] = Field(Integer(0, 4), challenge.penalty, words)
        words = f"The penalty of {name} is paid by {{new}}, not {{old}}."
        found[f"{path}.who"] = Field(Word(tuple(PAYERS)), challenge.who.lower(), words)
        words = f"The lasting effect of {name} is {{new}}, not {{old}}."
        found[f"{path}.lasting"] = Field(Word(LASTING), challenge.lasting, words)
    return found


def _copies(name: str, deck: int, printed: int) -> Field:
    words = f"{name} is in the {DECK_NAMES[deck]} deck {{new}} times, not {{old}}."
    return Field(Integer(0, MAX_COPIES[deck]), printed, words)


def _build(values: Mapping[str, Any], new: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Return the rules with these changed values; raise `RulesetError` if they do not fit together."""

    def each(section: str, names: list[str]) -> list[dict[str, Any]]:
        return [values_under(values, f"{section}.{slug(name)}") for name in names]

    resources = each("resources", list(RESOURCES))
    ministries = each("ministries", [card.name for card in MINISTRY_CARDS])
    milestones = each("milestones", [card.name for card in MILESTONE_CARDS])
    challenges = each("challenges", [card.name for card in CHALLENGE_CARDS])
    counts = (
        tuple(changed.get("copies", copies) for changed, copies in zip(resources, RESOURCE_COPIES, strict=True)),
        tuple(changed.get("copies", MINISTRY_COPIES) for changed in ministries),
        *(tuple(changed.get("copies", 1) for changed in section) for section in (milestones, challenges)),
    )
    rules = Rules(
        changed_numbers(Numbers, values),
        {seats: values.get(f"targets.players_{seats}", TARGETS[seats]) for seats in TARGETS},
        {seats: values.get(f"challenge_limits.players_{seats}", CHALLENGE_LIMITS[seats]) for seats in TARGETS},
        {seats: values.get(f"removed_challenges.players_{seats}", REMOVED_CHALLENGES[seats]) for seats in TARGETS},
        tuple(
            card._replace(**_changed_values(card, changed))
            for card, changed in zip(MINISTRY_CARDS, ministries, strict=True)
        ),
        tuple(
            card._replace(**_changed_values(card, changed))
            for card, changed in zip(MILESTONE_CARDS, milestones, strict=True)
        ),
        tuple(
            card._replace(**_changed_values(card, changed))
            for card, changed in zip(CHALLENGE_CARDS, challenges, strict=True)
        ),
        counts,
        tuple(chosen_copies(all_copies(deck), kind_of, copies) for deck, copies in enumerate(counts)),
    )
    if problems := list(_find_problems(rules)):
        raise RulesetError(*problems)
    return rules


def _changed_values(card: tuple[Any, ...], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed values that a card itself has."""
    found = {key: value for key, value in changed.items() if key != "copies"}
    return found | ({"who": PAYERS[found["who"]]} if "who" in found else {})


def _find_problems(rules: Rules) -> Iterator[Problem]:
    """Yield the reasons why changed values do not fit together."""
    for deck, section in enumerate(("resources", "ministries", "milestones", "challenges")):
        if len(rules.decks[deck]) < LEAST_CARDS[deck]:
            words = f"the {DECK_NAMES[deck]} deck has {format_count(len(rules.decks[deck]), 'card')}, and needs"
            yield Problem(section, f"{words} {LEAST_CARDS[deck]}")
    for seats, targets in rules.targets.items():
        if len(set(targets)) < len(targets):
            yield Problem(f"targets.players_{seats}", "each level needs more points than the one before")


class RulesetDescription:
    """Descriptions of the rules of a match, for designers and guests."""

    def warnings(self, rules: Rules) -> list[str]:
        """Return the sizes of the decks, and what no team can reach."""
        sizes = ", ".join(f"{name} {len(deck)}" for name, deck in zip(DECK_NAMES, rules.decks, strict=True))
        said = [f"Cards in the decks: {sizes}."]
        points = sum(n * card.points for n, card in zip(rules.counts[MILESTONE], rules.milestones, strict=True))
        said.append(f"All Milestones together give {format_count(points, 'point')}.")
        hard = [str(seats) for seats, targets in rules.targets.items() if targets[1] > points]
        if hard:
            said.append(f"No team can win on the level normal with {', '.join(hard)} players.")
        return said

    def notes(self) -> list[str]:
        """Return lines that explain how values are written."""
        letters = ", ".join(f"{letter} {name}" for letter, name in zip(LETTERS, RESOURCES, strict=True))
        return [f'Costs and Assists are letters such as "F F V": {letters}.', "A calm of -1 is no limit."]

    def fixed_rules(self) -> list[str]:
        """Return sentences about what is code and cannot be changed by a ruleset."""
        return [
            "The action of a Ministry is as printed, apart from its number.",
            "A joint payment has two rounds, and each Challenge in play costs one card at Upkeep.",
        ]


def _value_texts(rules: Rules, option: Option) -> ValueTexts:
    """Return the words for the values of an option by these rules."""
    if option.name == "target":
        return tuple((level, level, goals_text(rules.targets, level)) for level in LEVELS)
    if option.name == "clock":
        return clock_words(rules.numbers.passing_challenges, rules.numbers.max_turns)
    return option.value_texts


RULESETS: Rulesets[Rules] = Rulesets(OPTIONS, _fields, _build, RulesetDescription(), value_texts=_value_texts)
