"""`tether rules`: ruleset files, which change a game's numbers and cards; and the option --rules of other commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.engine.changed_game import ChangedGame, is_ruleset, rulesets_of, unpack_ruleset, with_ruleset
from core.engine.game import Game
from core.engine.ruleset import RulesetError, Rulesets, content
from core.engine.text.rules_file import MAX_FILE_BYTES, read_rules_file, ruleset_text, template
from core.games.registry import GAMES
from net.cli.arguments import options
from net.cli.games.shipped_rules import find_shipped_ruleset, ruleset_summary, shipped_rulesets
from net.system.safe_files import UnsafeFile, read_limited
from net.text.errors import error_reason
from net.text.sanitizer import print_json, print_lines, print_text

MOST_PROBLEMS = 20
"""Maximum number of errors of a file that are printed."""


class BadRules(Exception):
    """Error for a ruleset file that cannot be used; the message has one line for each error."""


def read_game(path: Path) -> Game:
    """Return the game with the ruleset of a file; raise `BadRules` if the ruleset is not valid.

    The file may also be the ruleset of a saved match, or a shipped ruleset such as `cabinet/classic`.
    """
    try:
        data = read_limited(find_shipped_ruleset(path.as_posix()) or path, MAX_FILE_BYTES)
        if is_ruleset(data):
            return unpack_ruleset(data, GAMES)
        file = read_rules_file(data)
        name = file.game.lower()
        if name not in GAMES:
            raise BadRules(f"{path}: no game {file.game[:64]!r}; there are: {', '.join(GAMES)}")
        base = GAMES[name]
        rulesets = rulesets_of(base)
        if rulesets is None:
            raise BadRules(f"{path}: {base.title} takes no rulesets")
        return with_ruleset(base, ruleset_text(rulesets, file))
    except RulesetError as bad:
        shown = [f"{path}: {problem}" for problem in bad.problems[:MOST_PROBLEMS]]
        more = len(bad.problems) - len(shown)
        raise BadRules("\n".join([*shown, *([f"{path}: {more} further errors"] if more else [])])) from None
    except (OSError, UnsafeFile) as bad:
        raise BadRules(f"{path} cannot be read: {error_reason(bad) if isinstance(bad, OSError) else bad}") from None


def game_of_ruleset(path: Path | None, name: str) -> Game:
    """Return the game of a ruleset file, or without a file the unchanged game of this name.

    Raises a usage error if the file is not valid, or is for another game than the user has named.
    """
    if path is None:
        return options.find_game(name)
    try:
        game = read_game(path)
    except BadRules as bad:
        raise click.ClickException(str(bad)) from None
    context = click.get_current_context(silent=True)
    named = context.get_parameter_source("game") if context is not None else None
    base = game.base if isinstance(game, ChangedGame) else game
    if named is click.core.ParameterSource.COMMANDLINE and options.find_game(name) is not base:
        raise click.UsageError(f"{path} is for {base.title}, not for {options.find_game(name).title}")
    return game


def new(game: str) -> None:
    """Print a ruleset file that changes nothing, with every value and its range."""
    found = options.find_game(game)
    print_text(template(found.name, found.title, _rulesets(found)).rstrip("\n"))


def list_shipped() -> None:
    """Print the rulesets that come with Tether."""
    for game in GAMES:
        for name, path in shipped_rulesets(game).items():
            print_lines(f"{name:24}{ruleset_summary(path)}")


def check(file: Path, as_json: bool) -> int:
    """Print the changes that a ruleset file makes, and warnings about the changed game; return the exit code."""
    game = _read_game(file)
    rulesets = _rulesets(game)
    text = game.text if isinstance(game, ChangedGame) else ""
    rules = rulesets.of(content(text))
    changed, review, fixed = (
        rulesets.differences(text),
        rulesets.description.warnings(rules),
        rulesets.description.fixed_rules(),
    )
    if as_json:
        print_json({"game": game.name, "title": game.title, "changes": changed, "review": review, "fixed": fixed})
        return 0
    print_lines(game.title, "")
    print_lines(*(changed or ["Nothing is changed."]), "", *review, "", "Cannot be changed by a ruleset:", *fixed)
    return 0


def diff(first: Path, second: Path) -> int:
    """Print the changes that only one of two ruleset files makes; return the exit code."""
    one, other = _read_game(first), _read_game(second)
    if _base_game(one) is not _base_game(other):
        raise click.UsageError(f"{first} is for {_base_game(one).title}, {second} for {_base_game(other).title}")
    both = [list(game.differences()) if isinstance(game, ChangedGame) else [] for game in (one, other)]
    rows = [f"- {line}" for line in both[0] if line not in both[1]]
    rows += [f"+ {line}" for line in both[1] if line not in both[0]]
    print_lines(*(rows or ["Both change the same."]))
    return int(bool(rows))


def _read_game(file: Path) -> Game:
    try:
        return read_game(file)
    except BadRules as bad:
        raise click.ClickException(str(bad)) from None


def _base_game(game: Game) -> Game:
    return game.base if isinstance(game, ChangedGame) else game


def _rulesets(game: Game) -> Rulesets[Any]:
    found = rulesets_of(_base_game(game))
    if found is None:
        takes = [other.name for other in GAMES.values() if rulesets_of(other) is not None]
        raise click.UsageError(f"{game.title} takes no rulesets; these do: {', '.join(takes)}")
    return found
