"""Overrides of numbers of the rules, for designers, without a change of the rules: "name=value".

    L4.produces=3 crew, 1 oil           Outposts: what a league's board produces, pays, gives
    vapourborn.first_walk_bonus=0       Bridgefront: a hook of a faction's passives
    card.Zap.gold=3, card.Zap.mana=2    Bridgefront: a card's price (a Champion's three as 3/4/5) and its mana

A change holds while a match of its arm is played, in that process alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from core.engine.changed_game import rulesets_of
from core.games.registry import GAMES
from lab.games.entry import BadChange, Undo
from lab.games.registry import entry_of
from lab.run.rulesets import game_with

__all__ = ["BadChange", "changed", "check"]


@contextmanager
def changed(game: str, changes: Sequence[str]) -> Iterator[None]:
    """Apply these changes to the game's numbers while the context lasts; raise `BadChange`."""
    if rulesets_of(GAMES[game]) is not None:
        game_with(game, tuple(changes))
    with ExitStack() as stack:
        for change in changes:
            stack.callback(_make(game, change))
        yield


def check(game: str, changes: Sequence[str]) -> None:
    """Raise `BadChange` unless all of these changes can be applied."""
    with changed(game, changes):
        pass


def _make(game: str, change: str) -> Undo:
    if rulesets_of(GAMES[game]) is not None:
        game_with(game, (change,))
        return lambda: None
    name, equals, value = change.partition("=")
    changes = entry_of(game).changes
    if not equals or changes is None:
        example = changes.example if changes is not None else f"of {_games_with_changes()} alone"
        raise BadChange(f"{change!r} is no change of {game}; one is written name=value, for instance {example}")
    return changes.make(name.strip(), value.strip())


def _games_with_changes() -> str:
    return " or ".join(name.capitalize() for name in GAMES if entry_of(name).changes is not None)
