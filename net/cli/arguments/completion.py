"""Completion of values by a shell, from the same lists that error messages print.

The names of the bots are listed here instead of imported, because loading the bots takes long.
`tests/commands/test_help.py` compares the list with the real one. Listing the names of the games loads no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from net.cli.games.shipped_rules import shipped_rulesets
from net.text.sanitizer import print_text

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

    from core.engine.text.catalogue import CatalogueCard

VARIABLE = "_TETHER_COMPLETE"
"""Environment variable that a shell sets to complete a word."""
SHELLS = ("bash", "zsh", "fish")
BOT_NAMES = ("easy", "normal", "hard", "master", "heuristic", "random")


def print_script(shell: str) -> int:
    """Print the script with which a shell, one of `SHELLS`, completes command lines; return the exit code."""
    from click import get_current_context
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    print_text(found(get_current_context().find_root().command, {}, "tether", VARIABLE).source())
    return 0


def game_names() -> list[str]:
    """Return the names of the games."""
    from core.games.registry import GAMES

    return list(GAMES)


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of games that begin with the typed letters."""
    return _completion_items(name for name in game_names() if name.startswith(incomplete.lower()))


def complete_ruleset(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of shipped rulesets and the ruleset files that begin with the typed letters."""
    names = [name for game in game_names() for name in shipped_rulesets(game) if name.startswith(incomplete)]
    return [*_completion_items(names), CompletionItem(incomplete, type="file")]


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return completions of the last name in a comma-separated list of bots."""
    before, comma, last = incomplete.rpartition(",")
    return _completion_items(f"{before}{comma}{name}" for name in BOT_NAMES if name.startswith(last.lower()))


def complete_option(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return completions of NAME=VALUE for the options of the game."""
    from core.games.registry import GAMES

    game = GAMES.get(str(ctx.params.get("game") or game_names()[0]).lower())
    if game is None:
        return []
    name, sign, value = incomplete.partition("=")
    if not sign:
        return _completion_items(f"{each}=" for each in game.options.table if each.startswith(name.lower()))
    option = game.options.table.get(name)
    values = map(str, option.values) if option is not None else ()
    return _completion_items(f"{name}={each}" for each in values if each.startswith(value))


def complete_factions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return completions of the last name in a comma-separated list of factions."""
    from core.bots.faction_preference import every_faction

    before, comma, last = incomplete.rpartition(",")
    return _completion_items(f"{before}{comma}{name}" for name in every_faction() if name.startswith(last.lower()))


def complete_card(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of cards that begin with the typed letters."""
    from core.games.registry import record_of

    record = record_of(str(ctx.params.get("game") or game_names()[0]).lower())
    catalogue = record.catalogue if record is not None else None
    names = [card.name for card in catalogue.cards] if catalogue is not None else []
    return _completion_items(name for name in names if name.lower().startswith(incomplete.lower()))


def complete_cards(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return completions of the last name in a comma-separated list of cards."""
    before, comma, last = incomplete.rpartition(",")
    names = dict.fromkeys(card.name for card in _cards_of(ctx))
    return _completion_items(f"{before}{comma}{name}" for name in names if name.lower().startswith(last.lower()))


def complete_card_groups(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return completions of the last name in a comma-separated list of decks or types of cards."""
    before, comma, last = incomplete.rpartition(",")
    names = dict.fromkeys(group for card in _cards_of(ctx) for group in card.groups)
    return _completion_items(f"{before}{comma}{name}" for name in names if name.startswith(last.lower()))


def _cards_of(ctx: click.Context) -> Iterator[CatalogueCard]:
    """Yield the cards of the game on the command line, or of all games.

    `click` does not know the arguments of a command while the value of an option is missing.
    """
    from core.games.registry import record_of

    game = str(ctx.params.get("game") or "").lower()
    for name in [game] if game in game_names() else game_names():
        record = record_of(name)
        catalogue = record.catalogue if record is not None else None
        yield from catalogue.cards if catalogue is not None else ()


def complete_command(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of commands that begin with the typed letters, for `tether help`."""
    import click

    at: click.Command = ctx.find_root().command
    for word in ctx.params.get("words") or ():
        at = at.commands.get(word, at) if isinstance(at, click.Group) else at
    names = at.list_commands(ctx) if isinstance(at, click.Group) else []
    return _completion_items(name for name in names if name.startswith(incomplete))


def _completion_items(names: Iterable[str], help: str = "") -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name, help=help or None) for name in names]
