"""Rule changes in an arm, each written "path=value" as in a ruleset file.

    card.Zap.mana=2                     a card's price; also cards.Zap.mana
    vapourborn.first_walk_bonus=0       a passive of a faction; also factions.vapourborn.first_walk_bonus
    start_gold=5                        a number; also numbers.start_gold

The name of the section may be left out. An arm plays the same game as a table with that ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from core.engine.changed_game import rulesets_of, with_ruleset
from core.engine.game import Game
from core.engine.ruleset import Field, RulesetError, ValueKind, slug
from core.games.registry import GAMES
from lab.games.entry import BadChange

ALIASES = {"card": "cards", "deck": "decks", "faction": "factions", "number": "numbers", "league": "leagues"}


def game_with(game: str, changes: Sequence[str]) -> Game:
    """Return the game with these changes; raise `BadChange` if one is not possible."""
    return _game_with(game, tuple(changes)) if changes else GAMES[game]


@lru_cache(maxsize=256)
def _game_with(game: str, changes: tuple[str, ...]) -> Game:
    return with_ruleset(GAMES[game], _text(GAMES[game], changes))


def _text(base: Game, changes: tuple[str, ...]) -> str:
    rulesets = rulesets_of(base)
    if rulesets is None:
        raise BadChange(f"{base.title} takes no changes of its rules")
    entries = []
    for change in changes:
        path, equals, value = change.partition("=")
        if not equals:
            raise BadChange(
                f"{change!r} is no change; one is written path=value, as in {next(iter(rulesets.fields))}=1"
            )
        entries.append((_parts(path.strip(), rulesets.fields), value.strip()))
    try:
        return rulesets.compose(entries)
    except RulesetError as bad:
        raise BadChange(str(bad)) from None


def _parts(path: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the parts of a path, with its section added if it was left out."""
    first, _, rest = path.partition(".")
    parts = (ALIASES.get(first, first), *filter(None, rest.split(".")))
    sections = dict.fromkeys(each.partition(".")[0] for each in known)
    if parts[0] in (*sections, "new_cards", "options"):
        return parts
    for section in sections:
        if ".".join((section, *map(slug, parts))) in known:
            return (section, *parts)
    return parts


def find_field(game: str, path: str) -> Field | None:
    """Return the value that a ruleset may change under this path, or None if there is none."""
    rulesets = rulesets_of(GAMES[game])
    if rulesets is None:
        return None
    section, *rest = _parts(path, rulesets.fields)
    return rulesets.fields.get(".".join((section, *map(slug, rest))))


def check(game: str, changes: Sequence[str]) -> None:
    """Raise `BadChange` unless all of these changes can be made."""
    game_with(game, changes)


def suggested_changes(game: str, side: str, less: bool) -> list[str]:
    """Return changes by 1 of single numbers of a faction.

    They should make it win less if `less` is True, otherwise more.
    """
    rulesets = rulesets_of(GAMES[game])
    found = []
    for path, field in (rulesets.fields if rulesets is not None else {}).items():
        section, _, rest = path.partition(".")
        if section == "factions" and rest.startswith(f"{side.lower()}."):
            more = less == rest.endswith(".pays")
            found += [
                f"{side}{rest[len(side) :]}={text}" for text in neighbours(field.kind, field.printed, 1 if more else -1)
            ]
    return found


def neighbours(kind: ValueKind, printed: object, by: int) -> list[str]:
    """Return the values that differ from the printed one by 1, in one number or in one good."""
    found = []
    text = kind.write(printed)
    for place in re.finditer(r"\d+", text):
        other = f"{text[: place.start()]}{int(place[0]) + by}{text[place.end() :]}"
        other = ", ".join(part for part in other.split(", ") if not part.startswith("0 ")) or "-"
        try:
            value = kind.read(other)
        except ValueError:
            continue
        if value != printed:
            found.append(kind.write(value))
    return found
