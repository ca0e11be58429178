"""House rules in the window: the choice of a ruleset file, and what a ruleset changes, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from client.screens.rules_draft import RulesDraft
from client.ui.controls.basic import Button
from client.ui.controls.choice import Choice, Option
from client.ui.controls.layout import Row
from client.ui.controls.log import Log
from client.ui.richtext import escape
from client.ui.screen import Screen
from core.engine.changed_game import ChangedGame, rulesets_of
from core.games.registry import GAMES
from lobby.players.identity import identity_folder
from net.cli.games.rules import BadRules, read_game
from net.cli.games.shipped_rules import ruleset_summary, shipped_rulesets

FOLDER = "rules"
"""Folder in the player's own folder whose ruleset files the window offers."""
MAX_FILES = 40
"""Maximum number of ruleset files that are offered."""


def rules_choice(game: str, chosen: str, on_change: Callable[[str], object]) -> Choice[str]:
    """Return the choice between the printed rules and the ruleset files for a game."""
    options = [Option("", "as printed", tip=f"Put files made by `tether rules new` into {identity_folder() / FOLDER}.")]
    options += [Option(name, _title(name), tip=ruleset_summary(path)) for name, path in shipped_rulesets(game).items()]
    options += [Option(str(path), name) for path, name in _ruleset_files(game)]
    if chosen and all(chosen != option.value for option in options):
        options.append(Option(chosen, Path(chosen).stem))
    return Choice("House rules", options, chosen, on_change, width=260)


def _title(name: str) -> str:
    """Return the title of a shipped ruleset, such as "Classic"."""
    game = read_game(Path(name))
    return game.rules_name if isinstance(game, ChangedGame) else name


def rules_row(screen: Screen, game: str, chosen: str, on_change: Callable[[str], object]) -> Row:
    """Return the choice of house rules with the button that edits them, over this screen."""

    def edit() -> None:
        from client.screens.rules_editor import RulesEditor  # it loads all ranges

        try:
            draft = RulesDraft(game, chosen)
        except BadRules:
            draft = RulesDraft(game)
        screen.window.push(RulesEditor(draft, identity_folder() / FOLDER, on_change))

    possible = rulesets_of(GAMES[game]) is not None
    button = Button("Edit", edit, "settings", name="Edit house rules", tip="Change numbers and cards, and save them.",
                    enabled=possible)  # fmt: skip
    button.reason = "This game takes no house rules."
    choice = rules_choice(game, chosen, on_change)
    choice.width = 166
    return Row(choice, button, gap=8)


def _ruleset_files(game: str) -> list[tuple[Path, str]]:
    """Return the valid ruleset files for a game, each with the name of its ruleset."""
    found: list[tuple[Path, str]] = []
    try:
        paths = sorted((identity_folder() / FOLDER).glob("*.toml"))[:MAX_FILES]
    except OSError:
        return found
    for path in paths:
        try:
            changed = read_game(path)
        except BadRules:
            continue
        if isinstance(changed, ChangedGame) and changed.base.name == game:
            found.append((path, changed.rules_name if changed.rules_name != "house rules" else path.stem))
    return found


def changes_log(changes: Iterable[str]) -> Log:
    """Return the sentences about a ruleset as a text that can be scrolled."""
    log = Log("What the house rules change", grow=1)
    for words in changes:
        log.append(escape(words), quiet=True)
    log.scroll_to_top()
    return log
