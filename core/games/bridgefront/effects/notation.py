"""A notation for effects, in which rulesets write cards: "draw 2", "deploy_to 3 occupied", "pick gold 2 or draw 1".

An effect is a verb and its values: numbers, words from a list, and flags, in the order of `VERBS`. What is left out has
its usual value. Three verbs combine other effects:

    if CONDITION then EFFECT and EFFECT else EFFECT
    pick EFFECT or EFFECT
    roll NUMBER then EFFECT else EFFECT
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from core.games.bridgefront import places
from core.games.bridgefront.effects import bridges, combat, conditions, economy, forces, movement
from core.games.bridgefront.effects.base import Effect

MAX_EFFECTS = 4
"""Maximum number of effects of a card, and of each part of an effect that combines others."""
MAX_LENGTH = 240
"""Maximum number of characters of all effects of a card."""


class NumberPart(NamedTuple):
    """A number in an effect; without a `usual` value it must be written."""

    field: str
    low: int
    high: int
    usual: int | None = None


class WordPart(NamedTuple):
    """A word in an effect that stands for a value; the first is the usual one unless it is `is_required`."""

    field: str
    words: Mapping[str, object]
    is_required: bool = False


class FlagPart(NamedTuple):
    """A word in an effect that turns something on, or off if `value` is False."""

    field: str
    word: str
    value: bool = True


Part = NumberPart | WordPart | FlagPart

PLACES: dict[str, object] = {
    "occupied": places.OCCUPIED_PLACE,
    "own_mine": places.OWN_MINE,
    "own_mine_or_forge": places.OWN_MINE_OR_FORGE,
    "own_tile_or_capital": places.OWN_TILE_OR_CAPITAL,
    "by_your_champion": places.BY_YOUR_CHAMPION,
    "near_your_champion": places.NEAR_YOUR_CHAMPION,
    "frontier": places.FRONTIER_PLACE,
}
"""The places where an effect may deploy."""
HEXES: dict[str, object] = {
    "any": places.ANY_HEX,
    "with_enemies": places.WITH_ENEMIES,
    "enemies_near_your_champion": places.ENEMIES_NEAR_YOUR_CHAMPION,
    "capital_beside_you": places.CAPITAL_BESIDE_YOU,
}
"""The places that an effect may strike."""
CHAMPIONS: dict[str, object] = {
    "any": places.ANY_CHAMPION,
    "yours": places.YOUR_CHAMPION,
    "yours_at_home": places.YOUR_CHAMPION_AT_HOME,
    "beside_you": places.CHAMPION_BESIDE_YOU,
    "enemy_near_your_champion": places.ENEMY_NEAR_YOUR_CHAMPION,
}
LIFTS: dict[str, object] = {"home": None, "mine": places.ANY_MINE, "occupied": places.OCCUPIED_PLACE}
FATES: dict[str, object] = {"discard": "discard", "burn": "burn"}
SELF_MARKS: dict[str, object] = {
    mark.replace(" ", "_"): mark
    for mark in ("battle cry", "smoke screen", "shock drill", "immunity", "pulling strings")
}
CONDITIONS: dict[str, conditions.Condition] = {
    "on_a_mine": conditions.ON_A_MINE,
    "on_a_forge": conditions.ON_A_FORGE,
    "on_the_center": conditions.ON_THE_CENTER,
    "won_a_battle": conditions.WON_A_BATTLE,
    "in_enemy_capital": conditions.IN_ENEMY_CAPITAL,
    "capital_invaded": conditions.CAPITAL_INVADED,
    "hand_empty": conditions.HAND_EMPTY,
    "pile_empty": conditions.PILE_EMPTY,
}


class Verb(NamedTuple):
    """A verb: the effect that it makes, and the values that may follow it."""

    effect: Callable[..., Effect]
    parts: tuple[Part, ...] = ()


VERBS: dict[str, Verb] = {
    # economy
    "gold": Verb(economy.Gold, (NumberPart("amount", 1, 15),)),
    "squeeze": Verb(economy.Squeeze, (NumberPart("amount", 1, 6),)),
    "mana": Verb(economy.Mana, (NumberPart("amount", 1, 3),)),
    "draw": Verb(economy.Draw, (NumberPart("amount", 1, 5),)),
    "all_draw": Verb(economy.AllDraw, (NumberPart("own", 1, 4), NumberPart("others", 1, 4))),
    "draw_for_spell": Verb(economy.DrawForSpell, (NumberPart("more", 1, 4),)),
    "discard": Verb(economy.Discard, (NumberPart("most", 1, 3, 1), WordPart("fate", FATES | {"for_mana": "mana"}))),
    "discard_named": Verb(
        economy.DiscardNamed,
        (NumberPart("least", 0, 3), NumberPart("most", 1, 4), NumberPart("draws", 0, 3, 0), WordPart("fate", FATES)),
    ),
    "lay_on_top": Verb(economy.LayOnTop, (FlagPart("optional", "optional"),)),
    "look": Verb(economy.Look, (NumberPart("amount", 1, 4),)),
    "scry": Verb(economy.Scry, (NumberPart("amount", 2, 4),)),
    "scout": Verb(economy.Scout, (NumberPart("amount", 2, 5),)),
    "offer": Verb(economy.PickFromOffer, (NumberPart("age", 1, 3), NumberPart("cards", 2, 4))),
    "gain_random": Verb(
        economy.GainRandom, (NumberPart("age", 1, 3), NumberPart("cards", 1, 3), FlagPart("changed", "changed"))
    ),
    "score_on_center": Verb(economy.ScoreOnCenter, (NumberPart("vp", 1, 4),)),
    "next_champion_free": Verb(economy.NextChampionFree),
    "nothing": Verb(economy.Nothing),
    # Forces and Champions
    "deploy": Verb(forces.Deploy, (NumberPart("forces", 1, 12),)),
    "deploy_to": Verb(forces.DeployTo, (NumberPart("forces", 1, 10), WordPart("place", PLACES, is_required=True))),
    "deploy_by_champion": Verb(forces.DeployBy, (NumberPart("forces", 1, 10),)),
    "deploy_on_mines": Verb(forces.DeployOnMines, (NumberPart("forces", 1, 4),)),
    "deploy_per_card": Verb(forces.DeployPerCard, (FlagPart("played", "played"),)),
    "random_champion": Verb(forces.RandomChampion, (NumberPart("mana", 2, 2),)),
    "lose_champion": Verb(forces.LoseRandomChampion),
    "recall": Verb(forces.Recall),
    # movement and Bridges
    "move": Verb(
        movement.Move,
        (
            NumberPart("steps", 1, 4),
            FlagPart("bridges", "without_bridges", False),
            FlagPart("one_force", "one_force"),
            FlagPart("column", "column"),
            FlagPart("optional", "optional"),
        ),
    ),
    "lift": Verb(movement.Lift, (WordPart("place", LIFTS), NumberPart("heal", 0, 6, 0))),
    "build": Verb(
        bridges.Build,
        (NumberPart("most", 1, 3, 1), FlagPart("anywhere", "anywhere"), FlagPart("temporary", "temporary")),
    ),
    "destroy": Verb(bridges.Destroy, (NumberPart("most", 1, 3, 1), FlagPart("anywhere", "anywhere"))),
    "trap": Verb(lambda: bridges.BridgeEffect("trap")),
    "close_bridge": Verb(lambda: bridges.BridgeEffect("closed")),
    "pivot": Verb(bridges.PivotBridge),
    "link_home": Verb(bridges.LinkHome),
    "raise_mine": Verb(bridges.RaiseMine, (NumberPart("forces", 0, 4, 0),)),
    # combat
    "heal": Verb(
        combat.Heal, (NumberPart("amount", 1, 6), NumberPart("at_home", 0, 8, 0), WordPart("kind", CHAMPIONS))
    ),
    "heal_all": Verb(combat.HealAll, (NumberPart("amount", 1, 4),)),
    "damage": Verb(combat.Damage, (NumberPart("amount", 1, 5), WordPart("kind", CHAMPIONS, is_required=True))),
    "mark": Verb(combat.MarkSelf, (WordPart("mark", SELF_MARKS, is_required=True),)),
    "strike": Verb(
        combat.Strike,
        (NumberPart("forces", 1, 6), NumberPart("damage", 0, 4, 0), WordPart("place", HEXES, is_required=True)),
    ),
    "mortar": Verb(combat.Mortar, (NumberPart("forces", 1, 6), NumberPart("damage", 1, 4))),
    "double_lone_champion": Verb(combat.DoubleLoneChampion),
    "focus_fire": Verb(combat.FocusFire),
}

COMBINING = ("if", "pick", "roll")


class Effects:
    """The kind of value that lists the effects of a card, as `core.engine.ruleset` reads and writes it."""

    range = f"at most {MAX_EFFECTS} effects in {MAX_LENGTH} characters; the verbs are {', '.join([*VERBS, *COMBINING])}"

    def read(self, text: str) -> tuple[Effect, ...]:
        """Return the effects that the text lists, separated by commas.

        Raise `ValueError` if the text does not follow the notation.
        """
        if len(text) > MAX_LENGTH or text.count(",") >= MAX_EFFECTS:
            raise ValueError(self.range.partition(";")[0])
        return tuple(_read(part.split()) for part in text.split(","))

    def write(self, value: tuple[Effect, ...]) -> str:
        """Return the effects in canonical notation; raise `ValueError` if the notation cannot express them."""
        text = ", ".join(map(_write, value))
        if self.read(text) != value:
            raise ValueError("effects without a notation")
        return text


EFFECTS = Effects()


def _read(words: list[str]) -> Effect:
    if not words:
        raise ValueError(f"an effect: a verb and its values; the verbs are {', '.join([*VERBS, *COMBINING])}")
    if words[0] == "pick":
        options = tuple(_read_simple(part) for part in _split(words[1:], "or"))
        if len(options) < 2 or any(len(option.choices) > 1 for option in options):
            raise ValueError("a choice of effects: pick EFFECT or EFFECT, each with at most one target")
        return conditions.PickOne(options)
    if words[0] == "if":
        if len(words) < 4 or words[1] not in CONDITIONS or words[2] != "then":
            raise ValueError(
                f"an effect under a condition: if CONDITION then EFFECT; there are {', '.join(CONDITIONS)}"
            )
        then, otherwise = _branches(words[3:])
        return conditions.ConditionalEffect(CONDITIONS[words[1]], then, otherwise)
    if words[0] == "roll":
        if len(words) < 6 or words[1] not in "12345" or words[2] != "then" or "else" not in words:
            raise ValueError("an effect of a die: roll 1 to 5 then EFFECT else EFFECT")
        then, otherwise = _branches(words[3:])
        if any(effect.choices for effect in (*then, *otherwise)):
            raise ValueError("a die roll of effects without targets")
        return conditions.RollDie(int(words[1]), then, otherwise)
    return _read_simple(words)


def _branches(words: list[str]) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    parts = _split(words, "else")
    if len(parts) > 2:
        raise ValueError("an effect with one else")
    first, second = ([_read_simple(one) for one in _split(part, "and")] for part in (*parts, *[[]] * (2 - len(parts))))
    return tuple(first), tuple(second)


def _split(words: list[str], at: str) -> list[list[str]]:
    """Return the words between separators, or no parts if there are no words."""
    found: list[list[str]] = [[]]
    for word in words:
        if word == at:
            found.append([])
        else:
            found[-1].append(word)
    if len(found) > MAX_EFFECTS:
        raise ValueError(f"at most {MAX_EFFECTS} effects in one")
    return found if words else []


def _read_simple(words: list[str]) -> Effect:
    if not words or words[0] not in VERBS:
        raise ValueError(f"an effect: a verb and its values; the verbs are {', '.join([*VERBS, *COMBINING])}")
    verb = VERBS[words[0]]
    values: dict[str, Any] = {}
    numbers = [part for part in verb.parts if isinstance(part, NumberPart)]
    given = [word for word in words[1:] if word.isdecimal() and word.isascii()]
    if len(given) > len(numbers):
        raise ValueError(_notation_of(words[0]))
    for part, word in zip(numbers, given):
        if len(word) > 3 or not part.low <= int(word) <= part.high:
            raise ValueError(_notation_of(words[0]))
        values[part.field] = int(word)
    for word in (word for word in words[1:] if word not in given):
        field, value = next(_word_meanings(verb, word), ("", None))
        if not field or field in values:
            raise ValueError(_notation_of(words[0]))
        values[field] = value
    for missing in verb.parts:
        if missing.field not in values:
            values |= _default_values(words[0], missing)
    if values.get("least", 0) > values.get("most", 9):
        raise ValueError(_notation_of(words[0]))
    return verb.effect(**values)


def _word_meanings(verb: Verb, word: str) -> Iterator[tuple[str, object]]:
    for part in verb.parts:
        if isinstance(part, WordPart) and word in part.words:
            yield part.field, part.words[word]
        elif isinstance(part, FlagPart) and word == part.word:
            yield part.field, part.value


def _default_values(verb: str, part: Part) -> dict[str, object]:
    if isinstance(part, NumberPart):
        if part.usual is None:
            raise ValueError(_notation_of(verb))
        return {part.field: part.usual}
    if isinstance(part, WordPart):
        if part.is_required:
            raise ValueError(_notation_of(verb))
        return {part.field: next(iter(part.words.values()))}
    return {part.field: not part.value}


def usage(verb: str) -> str:
    """Return the syntax of an effect.

    >>> usage("deploy"), usage("lay_on_top")
    ('deploy 1-12', 'lay_on_top [optional]')
    """
    words = [verb]
    for part in VERBS[verb].parts:
        if isinstance(part, NumberPart):
            word = f"{part.low}-{part.high}" if part.low < part.high else str(part.low)
            optional = part.usual is not None
        elif isinstance(part, WordPart):
            word, optional = "|".join(part.words), not part.is_required
        else:
            word, optional = part.word, True
        words.append(f"[{word}]" if optional else word)
    return " ".join(words)


def _notation_of(verb: str) -> str:
    return f'written as "{usage(verb)}"'


def _write(effect: Effect) -> str:
    if isinstance(effect, conditions.PickOne):
        return f"pick {' or '.join(map(_write, effect.options))}"
    if isinstance(effect, (conditions.ConditionalEffect, conditions.RollDie)):
        if isinstance(effect, conditions.ConditionalEffect):
            head = f"if {next(word for word, one in CONDITIONS.items() if one is effect.condition)}"
        else:
            head = f"roll {effect.low}"
        text = f"{head} then {' and '.join(map(_write, effect.then))}"
        return f"{text} else {' and '.join(map(_write, effect.otherwise))}" if effect.otherwise else text
    for name, verb in VERBS.items():
        text = _write_parts(name, verb, effect)
        try:
            if text and _read_simple(text.split()) == effect:
                return text
        except ValueError:
            continue
    raise ValueError("an effect without a notation")


def _write_parts(name: str, verb: Verb, effect: Effect) -> str:
    if not verb.parts:
        return name
    words = [name]
    for part in verb.parts:
        if not hasattr(effect, part.field):
            return ""
        value = getattr(effect, part.field)
        if isinstance(part, NumberPart):
            words.append(str(value))
        elif isinstance(part, WordPart):
            words += [word for word, one in part.words.items() if one == value][:1]
        elif value == part.value:
            words.append(part.word)
    return " ".join(words)
