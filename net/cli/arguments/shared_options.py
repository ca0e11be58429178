"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.registry import NAMES
from net.cli.arguments import completion
from net.cli.arguments.paths import Directory, OutFile, RulesetFile
from net.cli.arguments.value_types import Duration, GameFileName, Port
from net.cli.declarations import Option

GAME = NAMES[0]
DEFAULT_BOT_NAME = "hard"
"""The name of the bot that plays if none is named."""
LEVELS = "easy, normal, hard, master or random"
CODE_VARIABLE = "TETHER_CODE"
PORT = 47801
"""The usual UDP port of rooms and matches."""
PATIENCE = 20.0
"""Seconds of silence after which bots continue without a seat."""


def game_option() -> Option:
    """Return the option --game."""
    return Option(
        "--game", default=GAME, show_default=True, metavar="NAME", shell_complete=completion.complete_game,
        help="Game to play: a name that `tether games` lists, or the path of a game file.",
    )  # fmt: skip


def game_file_option() -> Option:
    """Return the option --game of commands that find the game by themselves unless a file contains it."""
    return Option(
        "--game", type=GameFileName(), expose_value=False, multiple=True, metavar="FILE",
        help="The file of the game, if the match is of a game that is in a file; may be repeated.",
    )  # fmt: skip


def settings_option(listed: str = "`--game NAME --help` lists them") -> Option:
    """Return the option --option, which sets an option of the game."""
    return Option(
        "--option", "settings", multiple=True, metavar="NAME=VALUE", shell_complete=completion.complete_option,
        help=f"Option of the rules; may be repeated ({listed}).",
    )  # fmt: skip


def ruleset_option(
    help: str = "Play by the house rules of this file (`tether rules new` makes one, `rules list` names others).",
) -> Option:
    """Return the option --rules."""
    return Option(
        "--rules", type=RulesetFile(), metavar="FILE", help=help, shell_complete=completion.complete_ruleset,
    )  # fmt: skip


def bots_option(help: str, default: str = DEFAULT_BOT_NAME, old: Sequence[str] = ()) -> Option:
    """Return the option --bots, a list of bots."""
    return Option(
        "--bots", default=default, show_default=bool(default), metavar="LIST", shell_complete=completion.complete_bots,
        help=f"{help} Bots: {LEVELS}.", old=old,
    )  # fmt: skip


def bot_option(help: str, default: str = DEFAULT_BOT_NAME) -> Option:
    """Return the option --bot, a single bot."""
    return Option(
        "--bot",
        default=default,
        show_default=bool(default),
        metavar="NAME",
        shell_complete=completion.complete_bots,
        help=help,
    )


def seed_option(help: str = "Make the match repeatable. Its secrets can then be derived from the seed.") -> Option:
    """Return the option --seed."""
    return Option("--seed", metavar="TEXT", help=help)


def out_option(help: str = "Save the record to FILE (- for standard output).") -> Option:
    """Return the option --out, one file."""
    return Option("--out", type=OutFile(), metavar="FILE", help=help)


def into_option(help: str, default: str, show_default: bool = False, old: Sequence[str] = ()) -> Option:
    """Return the option --into, a directory for several files."""
    return Option("--into", type=Directory(), default=default, show_default=show_default, help=help, old=old)


def keep_option(help: str) -> Option:
    """Return the option --keep."""
    return Option("--keep", type=Directory(), help=help)


def json_option() -> Option:
    """Return the option --json."""
    return Option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def code_option(help: str = "The room's invite code.", envvar: str | None = None) -> Option:
    """Return the option --code."""
    return Option("--code", default="", metavar="CODE", help=help, envvar=envvar)


def port_option(help: str, default: int = 0, shown: bool = False) -> Option:
    """Return the option --port."""
    return Option("--port", type=Port(), default=default, show_default=shown, metavar="PORT", help=help)


def patience_option(
    help: str = "In bot-only matches, drop a seat after this much silence, for example 30s or 5min.",
) -> Option:
    """Return the option --patience."""
    return Option("--patience", type=Duration(0.1), default=PATIENCE, show_default="20s", metavar="DURATION", help=help)


def told_option(help: str = "Tells the process that started this one, line by line.") -> Option:
    """Return the hidden flag --told, for a process that another Tether has started."""
    return Option("--told", is_flag=True, hidden=True, help=help)
