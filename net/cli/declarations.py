"""Declarations of commands: their texts, their options, and the name of the function that does the work.

The function is loaded only when the command runs. So `tether --help`, `tether --version` and the completion of a word
load no game, no network and no cryptography (`tests/test_help.py`). The texts are data instead of docstrings, so that
they also exist under `python -OO`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from core.games.entry import load_object
from net.cli.arguments.paths import STDOUT_PATH
from net.text import sanitizer

if TYPE_CHECKING:
    from click.parser import _OptionParser
    from click.shell_completion import CompletionItem

WIDTH = 100
"""Maximum number of columns of a help text."""
MAX_SUMMARY_LENGTH = 60
"""Maximum number of characters of a command's summary in a list of commands."""


class ParameterArguments(TypedDict, total=False):
    """Keyword arguments that `click` accepts for a parameter."""

    type: click.ParamType[object]
    required: bool
    default: object
    nargs: int
    metavar: str
    help: str
    shell_complete: Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class OptionArguments(ParameterArguments, total=False):
    """Keyword arguments that `click` accepts for an option."""

    show_default: bool | str
    is_flag: bool
    multiple: bool
    hidden: bool
    show_choices: bool
    expose_value: bool
    envvar: str | None


class Option(click.Option):
    """Option that also accepts its former names.

    Help and completion show only `names`.
    """

    def __init__(self, *names: str, old: Sequence[str] = (), **given: Unpack[OptionArguments]) -> None:
        super().__init__(names, **given)
        self._old = list(old)

    def add_to_parser(self, parser: _OptionParser, ctx: click.Context) -> None:
        """Add the option to the parser under its present and its former names."""
        shown, self.opts = self.opts, [*self.opts, *self._old]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown


HelpTable = tuple[str, list[tuple[str, str]]]
"""A table below a help text: its title and its rows."""
WORDS = "words of the command"
"""The key under which a context keeps the words of its command."""


def named_game(words: Sequence[str], as_argument: bool) -> str:
    """Return the game that words name by --game, or as the first argument, or "" if they name none.

    >>> named_game(["--seats", "3", "--game", "./flotsam.py", "--help"], False), named_game(["x", "-h"], True)
    ('./flotsam.py', 'x')
    """
    for at, word in enumerate(words):
        if word == "--game":
            return words[at + 1] if at + 1 < len(words) and not words[at + 1].startswith("-") else ""
        if word.startswith("--game="):
            return word.partition("=")[2]
    return words[0] if as_argument and words and not words[0].startswith("-") else ""


class Argument(click.Argument):
    """Argument of a command, declared by its name."""

    def __init__(self, name: str, **given: Unpack[ParameterArguments]) -> None:
        super().__init__([name], **given)


class Command(click.Command):
    """Command that calls the function `does`, given as "module:name".

    The function receives the parameters as keyword arguments.
    """

    def __init__(
        self,
        name: str,
        does: str,
        *params: click.Parameter,
        summary: str,
        help: str,
        examples: str = "",
        more: str = "",
    ) -> None:
        """Declare a command.

        `examples` are lines that help prints below the options. `more` names a function that returns further tables for
        help.
        """
        super().__init__(
            name,
            params=list(params),
            callback=partial(run_function, does),
            short_help=summary,
            help=help,
            epilog=_examples_text(examples),
        )
        self.does = does
        self._more = more

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words; keep them for --help, which ends the parsing before the game is known."""
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def with_function(self, does: str) -> Command:
        """Return a copy of the command that calls another function."""
        other = copy(self)
        other.does, other.callback = does, partial(run_function, does)
        return other

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, and the further tables, for which the program must be loaded."""
        super().format_epilog(ctx, formatter)
        for title, rows in self._tables(ctx):
            with formatter.section(title):
                formatter.write_dl(rows)

    def _tables(self, ctx: click.Context) -> Iterable[HelpTable]:
        """Return the options of the game that the words name, or else the command's own tables."""
        names = {param.name for param in self.params}
        game = named_game(ctx.meta.get(WORDS, ()), isinstance(self.params[0], Argument)) if "settings" in names else ""
        if game and "game" in names:
            of_game: Callable[[str], Iterable[HelpTable]] = load_object("net.cli.matches.match:options_of")
            return of_game(game)
        tables: Callable[[], Iterable[HelpTable]] | None = load_object(self._more) if self._more else None
        return tables() if tables is not None else ()

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; give a usage error the context of this command."""
        with_context = partial(super().invoke, ctx)
        if ctx.params.get("out") != STDOUT_PATH:
            return _with_usage_context(ctx, with_context)
        if ctx.params.get("as_json"):
            raise click.UsageError("--out - and --json both need standard output: choose one", ctx)
        if sys.stdout is None or sys.stdout.isatty():
            raise click.UsageError("--out -: standard output is a terminal; use a pipe, or name a file", ctx)
        with sanitizer.reserve_stdout():
            return _with_usage_context(ctx, with_context)


class Group(click.Group):
    """Group of commands in sections.

    `does` is the function to call if no command of the group is named, if there is one.
    """

    def __init__(
        self,
        name: str,
        *params: click.Parameter,
        summary: str,
        help: str,
        examples: str = "",
        sections: Mapping[str, Sequence[str]] | None = None,
        does: str = "",
        commands: Sequence[click.Command] = (),
        subcommand_metavar: str | None = None,
        options_metavar: str = "[OPTIONS]",
        context_settings: MutableMapping[str, object] | None = None,
    ) -> None:
        super().__init__(
            name,
            params=list(params),
            short_help=summary,
            help=help,
            epilog=_examples_text(examples),
            invoke_without_command=bool(does),
            callback=partial(_run_without_subcommand, does) if does else None,
            subcommand_metavar=subcommand_metavar,
            options_metavar=options_metavar,
            context_settings=context_settings,
        )
        self._sections = sections or {}
        for command in commands:
            self.add_command(command)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the sections.

        Commands of no section come last.
        """
        return [name for names in self._commands_by_section().values() for name in names]

    def _commands_by_section(self) -> dict[str, list[str]]:
        """Return the existing commands by the title of their section."""
        found = {title: [name for name in names if name in self.commands] for title, names in self._sections.items()}
        placed = {name for names in found.values() for name in names}
        rest = [name for name in self.commands if name not in placed]
        last = next(reversed(found), "Commands")
        found[last] = [*found.get(last, []), *rest]
        return {title: names for title, names in found.items() if names}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each section, with the summaries of all sections in one column."""
        widest = max(map(len, self.commands), default=0)
        for title, names in self._commands_by_section().items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), self.commands[name].short_help or "") for name in names], col_max=widest
                )

    def invoke(self, ctx: click.Context) -> object:
        """Run the named command; give a usage error the context of that command."""
        with_context = partial(super().invoke, ctx)
        return _with_usage_context(ctx, with_context)


def run_function(does: str, **given: object) -> object:
    """Load the function that does the work, call it, and return its result."""
    work: Callable[..., object] = load_object(does)
    return work(**given)


def _run_without_subcommand(does: str, **given: object) -> object:
    """Call the function of a group if none of its commands is named."""
    return run_function(does, **given) if click.get_current_context().invoked_subcommand is None else None


def _with_usage_context(ctx: click.Context, work: Callable[[], object]) -> object:
    try:
        return work()
    except click.UsageError as wrong:
        wrong.ctx = wrong.ctx or ctx
        raise


def _examples_text(lines: str) -> str | None:
    return f"\b\nExamples:\n{lines}" if lines else None
