"""Commands as declarations: texts, options and where the work is done, which is loaded only when a command runs.

So `tether --help`, `tether --version` and the completion of a word load no game, no network and no cryptography
(`tests/test_help.py`). Texts are data and no docstrings: they are there under `python -OO` too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from core.games.entry import load
from net.cli.paths import DASH
from net.text import sanitizer

if TYPE_CHECKING:
    from click.parser import _OptionParser
    from click.shell_completion import CompletionItem

WIDTH = 100
"""Columns of a help text at most."""
SUMMARY = 60
"""Letters of the line that a list of commands shows of one, at most."""


class Described(TypedDict, total=False):
    """Fields of a parameter that are given by name, as `click` has them."""

    type: click.ParamType[object]
    required: bool
    default: object
    nargs: int
    metavar: str
    help: str
    shell_complete: Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class DescribedOption(Described, total=False):
    """Fields of an option that are given by name, as `click` has them."""

    show_default: bool | str
    is_flag: bool
    multiple: bool
    hidden: bool
    show_choices: bool
    envvar: str | None


class Option(click.Option):
    """An option that is still understood under the names that it had before; help and completion show only `names`."""

    def __init__(self, *names: str, old: Sequence[str] = (), **given: Unpack[DescribedOption]) -> None:
        super().__init__(names, **given)
        self._old = list(old)

    def add_to_parser(self, parser: _OptionParser, ctx: click.Context) -> None:
        """Let the parser understand all names."""
        shown, self.opts = self.opts, [*self.opts, *self._old]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown


class Argument(click.Argument):
    """An argument, by name."""

    def __init__(self, name: str, **given: Unpack[Described]) -> None:
        super().__init__([name], **given)


class Command(click.Command):
    """A command whose work is done by `does`, a function as "module:name", with the parameters as keywords."""

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
        """`examples` are lines below the options; `more` names a function that returns tables for --help."""
        super().__init__(
            name,
            params=list(params),
            callback=partial(run, does),
            short_help=summary,
            help=help,
            epilog=_examples(examples),
        )
        self.does = does
        self._more = more

    def done_by(self, does: str) -> Command:
        """Return the same command, with its work done by another function."""
        other = copy(self)
        other.does, other.callback = does, partial(run, does)
        return other

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, and what only a loaded program knows."""
        super().format_epilog(ctx, formatter)
        if self._more:
            tables: Callable[[], Iterable[tuple[str, list[tuple[str, str]]]]] = load(self._more)
            for title, rows in tables():
                with formatter.section(title):
                    formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run it; an error of usage knows the command that it is about."""
        with_context = partial(super().invoke, ctx)
        if ctx.params.get("out") != DASH:
            return _about(ctx, with_context)
        if ctx.params.get("as_json"):
            raise click.UsageError("--out - and --json both need standard output: choose one", ctx)
        if sys.stdout is None or sys.stdout.isatty():
            raise click.UsageError("--out -: standard output is a terminal; use a pipe, or name a file", ctx)
        with sanitizer.data_on_stdout():
            return _about(ctx, with_context)


class Group(click.Group):
    """Commands in sections, each with a whole sentence. `does` is what the bare group does, if it does anything."""

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
            epilog=_examples(examples),
            invoke_without_command=bool(does),
            callback=partial(_unless_more, does) if does else None,
            subcommand_metavar=subcommand_metavar,
            options_metavar=options_metavar,
            context_settings=context_settings,
        )
        self._sections = sections or {}
        for command in commands:
            self.add_command(command)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the sections, then those of no section."""
        return [name for names in self._in_sections().values() for name in names]

    def _in_sections(self) -> dict[str, list[str]]:
        """Return the commands that there are, by the title of their section."""
        found = {title: [name for name in names if name in self.commands] for title, names in self._sections.items()}
        placed = {name for names in found.values() for name in names}
        rest = [name for name in self.commands if name not in placed]
        last = next(reversed(found), "Commands")
        found[last] = [*found.get(last, []), *rest]
        return {title: names for title, names in found.items() if names}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each section, with all summaries in one column."""
        widest = max(map(len, self.commands), default=0)
        for title, names in self._in_sections().items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), self.commands[name].short_help or "") for name in names], col_max=widest
                )

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was named; an error of usage knows the command that it is about."""
        with_context = partial(super().invoke, ctx)
        return _about(ctx, with_context)


def run(does: str, **given: object) -> object:
    """Load the function and call it."""
    work: Callable[..., object] = load(does)
    return work(**given)


def _unless_more(does: str, **given: object) -> object:
    """Do the work of a group if no command of it was named."""
    return run(does, **given) if click.get_current_context().invoked_subcommand is None else None


def _about(ctx: click.Context, work: Callable[[], object]) -> object:
    try:
        return work()
    except click.UsageError as wrong:
        wrong.ctx = wrong.ctx or ctx
        raise


def _examples(lines: str) -> str | None:
    return f"\b\nExamples:\n{lines}" if lines else None
