"""Changes of the rules in an arm, each written "path=value" as in a ruleset file.

    card.Zap.mana=2                     a card's price; also cards.Zap.mana
    vapourborn.first_walk_bonus=0       a passive of a faction; also factions.vapourborn.first_walk_bonus
    start_gold=5                        a number; also numbers.start_gold

The name of the section may be left out. An arm plays the same game as a table with that ruleset.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from core.engine.changed_game import rulesets_of, with_ruleset
from core.engine.game import Game
from core.engine.ruleset import RulesetError, slug
from core.games.registry import GAMES
from lab.games.entry import BadChange

ALIASES = {"card": "cards", "deck": "decks", "faction": "factions", "number": "numbers", "league": "leagues"}


def game_with(game: str, changes: Sequence[str]) -> Game:
    """Return the game with these changes; raise `BadChange`."""
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
    """Return the parts of a path, with its section if that was left out."""
    first, _, rest = path.partition(".")
    parts = (ALIASES.get(first, first), *filter(None, rest.split(".")))
    sections = dict.fromkeys(item.partition(".")[0] for item in known)
    if parts[0] in (*sections, "new_cards", "options"):
        return parts
    for section in sections:
        if ".".join((section, *map(slug, parts))) in known:
            return (section, *parts)
    return parts


def towards(game: str, side: str, less: bool) -> list[str]:
    """Return changes of one number of a faction, by 1: those that should make it win less, or more."""
    rulesets = rulesets_of(GAMES[game])
    results = []
    for path, field in (rulesets.fields if rulesets is not None else {}).items():
        section, _, rest = path.partition(".")
        if section != "factions" or not rest.startswith(f"{side}.") or type(field.printed) is not int:
            continue
        try:
            changed = field.kind.read(str(field.printed + (-1 if less else 1)))
        except ValueError:
            continue
        results.append(f"{rest}={changed}")
    return results
