"""Changes that a ruleset may make to Outposts: numbers, and the goods that leagues produce, pay and give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.engine.ruleset import Field, Problem, RulesetError, Rulesets, number_fields
from core.games.outposts.board import LEAGUES
from core.games.outposts.goods import NAMES, Gain, gain_of
from core.games.outposts.options import OPTIONS
from core.games.outposts.ruleset import Numbers, Rules


class Goods(NamedTuple):
    """A gain or price: at most `most` of each good, of `kinds` kinds."""

    most: int
    kinds: int = 5

    def read(self, text: str) -> Gain:
        """Return the gain that the text describes."""
        try:
            gain = gain_of(text.strip() or "-")
        except ValueError:
            gain = ((0, -1),)
        if len(gain) <= self.kinds and all(0 < count <= self.most for _, count in gain):
            return gain
        raise ValueError(f"goods such as '3 crew, 1 oil', at most {self.most} of each: {', '.join(NAMES)}; or -")

    def write(self, value: Gain) -> str:
        """Return the gain as printed."""
        return ", ".join(f"{count} {NAMES[good]}" for good, count in value) or "-"


GAIN = Goods(9)


def _fields() -> dict[str, Field]:
    found = number_fields(Numbers)
    for league in LEAGUES:
        for key in ("produces", "pays", "gives"):
            words = f"{league.name} {key} {{new}}, not {{old}}."
            found[f"factions.{league.code.lower()}.{key}"] = Field(GAIN, getattr(league, key), words)
    return found


def _build(values: Mapping[str, Any], new: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Return the rules with these changed values; raise `RulesetError` if they do not fit together."""
    numbers = Numbers(
        **{path.partition(".")[2]: value for path, value in values.items() if path.startswith("numbers.")}
    )
    if numbers.cards_kept > numbers.cards_drawn:
        raise RulesetError(Problem("numbers.cards_kept", f"only {numbers.cards_drawn} cards are drawn"))
    leagues = [
        league._replace(
            produces=values.get(f"factions.{league.code.lower()}.produces", league.produces),
            pays=values.get(f"factions.{league.code.lower()}.pays", league.pays),
            gives=values.get(f"factions.{league.code.lower()}.gives", league.gives),
        )
        for league in LEAGUES
    ]
    return Rules(numbers, tuple(leagues))


class Words:
    """Descriptions of the rules of a match, for designers and guests."""

    def new_card(self, rules: Rules, name: str) -> str:
        """Return nothing, since the game takes no new cards."""
        return ""

    def review(self, rules: Rules) -> list[str]:
        """Return what each league produces."""
        return [f"{league.name}: {GAIN.write(league.produces)} each round." for league in rules.leagues]

    def notes(self) -> list[str]:
        """Return lines that explain how goods are written."""
        return [f'Goods are written as "3 crew, 1 oil", or "-": {", ".join(NAMES)}.', "l1 to l4 are the leagues."]

    def fixed(self) -> list[str]:
        """Return sentences about what is code and cannot be changed by a ruleset."""
        return [
            "Cards of the decks are as printed: their copies have numbers that many rules know.",
            "The Territories, the defence of Outposts, and the number of Outposts of a player are fixed.",
        ]


RULESETS: Rulesets[Rules] = Rulesets(OPTIONS, _fields, _build, Words())
