"""A game with a ruleset: the same game with other numbers, cards and options.

`ChangedGame(base, text)` plays matches of `base` by the ruleset with this canonical text. It is a game of its own: its
name and its rules hash differ from those of the base, so ratings, rooms and records keep the two apart. No step of a
match knows of it; the state contains the changed rules (`Setup.rules`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.engine.fork import base_of
from core.engine.game import Game, Setup, State
from core.engine.options import Options
from core.engine.ruleset import MAX_TEXT_LENGTH, Problem, RulesetError, Rulesets, content, ruleset_hash

SEPARATOR = "+rules-"
"""Separator between the name of the base game and the beginning of the ruleset's hash."""


class ChangedGame:
    """The game `base` played by a ruleset, given as canonical text.

    In all other respects it behaves like its base. Raise `RulesetError` if the text is not valid.
    """

    def __init__(self, base: Game, text: str) -> None:
        rulesets = rulesets_of(base)
        if rulesets is None:
            raise RulesetError(Problem("", f"{base.title} takes no rulesets"))
        changes = rulesets.parse(text)
        self.base = base
        self.text = text
        self.rulesets: Rulesets[Any] = rulesets
        self.content = content(text)
        rules = rulesets.of(self.content)
        self.name = changed_name(base.name, text)
        self.rules_name = changes.name or "house rules"
        self.title = f"{base.title} ({self.rules_name})"
        self.options = Options(
            option._replace(
                default=changes.options.get(name, option.default), value_texts=rulesets.value_texts(rules, option)
            )
            for name, option in base.options.table.items()
        )

    def __getattr__(self, name: str) -> Any:  # any member of the base
        if name == "base":
            raise AttributeError(name)
        return getattr(self.base, name)

    def new_state(self, setup: Setup) -> State:
        """Return the state before step 1, with the changed rules."""
        return self.base.new_state(setup._replace(rules=self.content))

    def carry_over(self, state: State, setup: Setup) -> State:
        """Return the position as the state before step 1 of another match with these rules."""
        return self.base.carry_over(state, setup._replace(rules=self.content))

    def differences(self) -> list[str]:
        """Return one sentence for each change that the ruleset makes."""
        return self.rulesets.differences(self.text)


def changed_name(base: str, text: str) -> str:
    """Return the name of the game `base` with the ruleset in this canonical text."""
    return f"{base}{SEPARATOR}{ruleset_hash(text).hex()[:12]}"


def rulesets_of(game: Game) -> Rulesets[Any] | None:
    """Return the rulesets that a game accepts, or None if it accepts none."""
    result: Rulesets[Any] | None = getattr(game, "rulesets", None)
    return result


def with_ruleset(base: Game, text: str) -> Game:
    """Return the game with the ruleset of a canonical text, or the game itself if the text is empty."""
    game: Game = ChangedGame(base, text) if text else base
    return game


def printed_game(game: Game) -> Game:
    """Return the game with its printed rules, without any ruleset and without an earlier match that it continues."""
    base = base_of(game)
    return base.base if isinstance(base, ChangedGame) else base


def ruleset_of(game: Game) -> str:
    """Return the canonical text of the game's ruleset, which is empty for the printed rules."""
    base = base_of(game)
    return base.text if isinstance(base, ChangedGame) else ""


# As bytes -------------------------------------------------------------------------------------------------------------

MAGIC = "tether ruleset 1"
"""The first line of the bytes of a ruleset."""
MAX_PACKED_BYTES = MAX_TEXT_LENGTH + 100


def pack_ruleset(game: ChangedGame) -> bytes:
    """Return a ruleset as bytes: a line that marks them, the name of the game, and the text."""
    return f"{MAGIC}\n{game.base.name}\n{game.text}".encode("ascii")


def is_ruleset(data: bytes) -> bool:
    """Return True if these bytes are marked as a ruleset."""
    return data.startswith(f"{MAGIC}\n".encode())


def unpack_ruleset(data: bytes, games: Mapping[str, Game]) -> ChangedGame:
    """Return the game that the bytes of a ruleset describe; raise `RulesetError` if they are not valid."""
    if len(data) > MAX_PACKED_BYTES or not is_ruleset(data) or not data.isascii():
        raise RulesetError(Problem("", "bytes that are no ruleset"))
    _, name, *lines = data.decode("ascii").split("\n")
    if name not in games:
        raise RulesetError(Problem("", f"a ruleset of {name[:64]!r}, which is not a game here"))
    text = "\n".join(lines)
    if not text:
        raise RulesetError(Problem("", "a ruleset that changes nothing"))
    return ChangedGame(games[name], text)
