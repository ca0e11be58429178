"""Changes that a ruleset may make to Outposts: numbers, cards, Connections, leagues and Territories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.engine.ruleset import (
    Field,
    Integer,
    Integers,
    Problem,
    RulesetError,
    Rulesets,
    changed_numbers,
    chosen_copies,
    number_fields,
    slug,
    values_under,
)
from core.games.outposts.board import LEAGUES, START_WRITS, TERRITORY_TABLE, Territory
from core.games.outposts.cards import (
    ACTION,
    ALL_COPIES,
    CARDS,
    CONNECTION_CARDS,
    FEATURE,
    MAX_COPIES,
    PRODUCTION,
    Card,
    effect_of,
    effect_text,
    kind_of,
    with_effect,
    with_text,
)
from core.games.outposts.gains import FAIR, FEATURE_EVENTS, MULTIPLIER_COUNTERS
from core.games.outposts.goods import HAND, NAMES, Gain, amount_of, gain_of
from core.games.outposts.options import OPTIONS
from core.games.outposts.ruleset import Numbers, Rules


class Goods(NamedTuple):
    """A gain or price: at most `most` of each good, of `kinds` kinds; it may be nothing if `none` is True."""

    most: int
    kinds: int = 5
    none: bool = True

    @property
    def range(self) -> str:
        """The valid values in words."""
        none = "; or -" if self.none else ""
        return f"goods such as '3 crew, 1 oil', at most {self.most} of each: {', '.join(NAMES[:HAND])}{none}"

    def read(self, text: str) -> Gain:
        """Return the gain that the text describes."""
        try:
            gain = gain_of(text.strip() or "-")
        except ValueError:
            gain = ((0, -1),)
        fits = len(gain) <= self.kinds and all(0 < count <= self.most and kind != HAND for kind, count in gain)
        if fits and (gain or self.none):
            return gain
        raise ValueError(self.range)

    def write(self, value: Gain) -> str:
        """Return the gain as printed."""
        return ", ".join(f"{count} {NAMES[good]}" for good, count in value) or "-"


class EffectText(NamedTuple):
    """The printed effect of a card of this kind, made of the words of the printed cards."""

    card_kind: str

    @property
    def range(self) -> str:
        """The valid values in words."""
        return f"an effect in the words of the printed {self.card_kind} cards, with at most 4 of each good"

    def read(self, text: str) -> str:
        """Return the text with its goods in order, if the rules can play it."""
        try:
            effect = effect_of(self.card_kind, text)
        except (ValueError, IndexError):
            raise ValueError(self.range) from None
        known = (
            effect.per in ("", *MULTIPLIER_COUNTERS) and effect.after in ("", *FEATURE_EVENTS) and effect.does in USES
        )
        most = max((count for _, count in (*effect.gives, *effect.pays)), default=0)
        priced = amount_of(effect.pays, HAND) <= 1 and not amount_of(effect.gives, HAND) and effect.most <= 9
        works = bool(effect.gives) != bool(effect.does) and (self.card_kind != FEATURE or bool(effect.after))
        written = effect_text(self.card_kind, effect)
        if (
            text.startswith(EFFECT_HEADS[self.card_kind])
            and known
            and priced
            and works
            and most <= 4
            and effect_of(self.card_kind, written) == effect
        ):
            return written
        raise ValueError(self.range)

    def write(self, value: str) -> str:
        """Return the text as it is."""
        return value


EFFECT_HEADS = {PRODUCTION: ("Production: ", "Open production: "), FEATURE: ("After you ",), ACTION: ("Pay ",)}
"""Beginnings of the printed effects, by kind of card."""
USES = {"", *(card.effect.does for card in CARDS if card.effect.pays)}
"""Uses of Action Locations that a text may name."""
GAIN, CARD_GAIN, SOME_GAIN = Goods(9), Goods(4), Goods(4, none=False)
GAIN_WORDS = {"deal": "as a Deal it gives", "spoils": "its spoils are", "bonus": "its bonus is"}
TIMES = "{new} times, not {old}."
LEAST_CARDS, MOST_CARDS = 60, 200
"""Minimum and maximum number of cards in the deck."""


def _fields() -> dict[str, Field]:
    found = number_fields(Numbers)
    for league in LEAGUES:
        for key in ("produces", "pays", "gives"):
            words = f"{league.name} {key} {{new}}, not {{old}}."
            found[f"factions.{league.code.lower()}.{key}"] = Field(GAIN, getattr(league, key), words)
    for card in CARDS:
        path, name, effect = f"cards.{slug(card.name)}", card.name, card.effect
        found[f"{path}.copies"] = Field(Integer(0, MAX_COPIES), card.copies, f"{name} is in the deck {TIMES}")
        found[f"{path}.dist"] = Field(Integer(1, 3), card.dist, f"{name} has distance {{new}}, not {{old}}.")
        for key, words in GAIN_WORDS.items():
            found[f"{path}.{key}"] = Field(CARD_GAIN, getattr(card, key), f"{name}: {words} {{new}}, not {{old}}.")
        if (effect.gives and card.name != FAIR) or effect.pays:
            words = f"{name} says: {{new}} It said: {{old}}"
            found[f"{path}.effect"] = Field(EffectText(card.kind), card.text, words)
        if effect.gives:
            found[f"{path}.gives"] = Field(SOME_GAIN, effect.gives, f"{name} gives {{new}}, not {{old}}.")
        if effect.pays and not amount_of(effect.pays, HAND):
            found[f"{path}.pays"] = Field(SOME_GAIN, effect.pays, f"{name} costs {{new}}, not {{old}}.")
        if effect.most:
            words = f"{name} counts at most {{new}}, not {{old}}."
            found[f"{path}.most"] = Field(Integer(1, 9), effect.most, words)
    for seats, points in START_WRITS.items():
        words = f"With {seats} players the seats begin with {{new}} writs, not {{old}}."
        found[f"start_writs.players_{seats}"] = Field(Integers(0, 9, seats), points, words)
    for link in CONNECTION_CARDS:
        words = f"{link.name} gives {{new}}, not {{old}}."
        found[f"connections.{slug(link.name)}.gain"] = Field(CARD_GAIN, link.gain, words)
    for place in TERRITORY_TABLE:
        for level, gain in enumerate(place.gives, 1):
            words = f"{place.name} gives {{new}} on level {level}, not {{old}}."
            found[f"territories.{slug(place.name)}.level_{level}"] = Field(CARD_GAIN, gain, words)
    return found


def _build(values: Mapping[str, Any], new: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Return the rules with these changed values; raise `RulesetError` if they do not fit together."""
    numbers = changed_numbers(Numbers, values)
    if numbers.cards_kept > numbers.cards_drawn:
        raise RulesetError(Problem("numbers.cards_kept", f"only {numbers.cards_drawn} cards are drawn"))
    own = [values_under(values, f"cards.{slug(card.name)}") for card in CARDS]
    words = "the whole effect is given, so its price, gain and maximum cannot be changed too"
    if problems := [
        Problem(f"cards.{slug(card.name)}.effect", words)
        for card, changed in zip(CARDS, own, strict=True)
        if "effect" in changed and not changed.keys().isdisjoint(("pays", "gives", "most"))
    ]:
        raise RulesetError(*problems)
    copies = [changed.get("copies", card.copies) for card, changed in zip(CARDS, own, strict=True)]
    if not LEAST_CARDS <= sum(copies) <= MOST_CARDS:
        words = f"the deck has {sum(copies)} cards, not {LEAST_CARDS} to {MOST_CARDS}"
        raise RulesetError(Problem("cards", words))
    return Rules(
        numbers,
        tuple(league._replace(**values_under(values, f"factions.{league.code.lower()}")) for league in LEAGUES),
        tuple(_changed_card(card, changed) for card, changed in zip(CARDS, own, strict=True)),
        chosen_copies(ALL_COPIES, kind_of, copies),
        tuple(
            link._replace(gain=values.get(f"connections.{slug(link.name)}.gain", link.gain))
            for link in CONNECTION_CARDS
        ),
        tuple(_changed_territory(place, values) for place in TERRITORY_TABLE),
        {seats: values.get(f"start_writs.players_{seats}", points) for seats, points in START_WRITS.items()},
        {
            PRODUCTION: numbers.production_defence,
            FEATURE: numbers.feature_defence,
            ACTION: numbers.action_defence,
        },
        (0, numbers.level_1_defence, numbers.level_2_defence, numbers.level_3_defence),
    )


def _changed_card(card: Card, values: Mapping[str, Any]) -> Card:
    if not values:
        return card
    card = with_text(card, values.get("effect", card.text))
    effect = card.effect
    changed = with_effect(
        card, values.get("pays", effect.pays), values.get("gives", effect.gives), values.get("most", effect.most)
    )
    return changed._replace(**{key: value for key, value in values.items() if key in (*GAIN_WORDS, "copies", "dist")})


def _changed_territory(place: Territory, values: Mapping[str, Any]) -> Territory:
    path = f"territories.{slug(place.name)}.level_"
    one, two, three = (values.get(f"{path}{level}", gain) for level, gain in enumerate(place.gives, 1))
    return place._replace(gives=(one, two, three))


class RulesetDescription:
    """Descriptions of the rules of a match, for designers and guests."""

    def warnings(self, rules: Rules) -> list[str]:
        """Return the size of the deck, and what each league produces."""
        leagues = (f"{league.name}: {GAIN.write(league.produces)} each round." for league in rules.leagues)
        return [f"The deck has {len(rules.deck)} cards.", *leagues]

    def notes(self) -> list[str]:
        """Return lines that explain how goods are written."""
        return [f'Goods are written as "3 crew, 1 oil", or "-": {", ".join(NAMES)}.', "l1 to l4 are the leagues."]

    def fixed_rules(self) -> list[str]:
        """Return sentences about what is code and cannot be changed by a ruleset."""
        return [
            "What a card does, its types and its kind are as printed, apart from its numbers and goods.",
            "The shape of the map, the prices of actions, and the six Outposts of a player are fixed.",
        ]


RULESETS: Rulesets[Rules] = Rulesets(OPTIONS, _fields, _build, RulesetDescription())
