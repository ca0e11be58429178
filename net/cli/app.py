"""The command group of `tether`, which reports every error in one clear line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from net.cli import commands
from net.cli.arguments import completion
from net.cli.declarations import WIDTH, WORDS, Group
from net.system.shutdown import INTERRUPTED_EXIT_CODE, STOPPED
from net.text import sanitizer
from net.text.errors import error_reason_with_file
from net.text.sanitizer import OutputError, print_lines, print_text
from net.version import VERSION

USAGE, BROKEN = 2, 1
HELP = ("-h", "--help")
SECTIONS = {
    "Play": ("host", "join", "watch", "rooms", "match", "resume", "part"),
    "Records": ("verify", "show", "replay", "ratings"),
    "Look up": ("games", "cards", "identity", "code", "doctor"),
    "Make": ("rules", "new", "check", "shot", "print", "lab"),
    "More": ("tournament", "hand-out", "peer", "completion", "version", "help"),
}
"""All commands of Tether, by section of the help.

A program that has only some of the commands shows only those.
"""


def print_version() -> int:
    """Print the version, and return the exit code."""
    print_lines(f"tether {VERSION}")
    return 0


def print_help(words: Sequence[str]) -> int:
    """Print the help of a command, and return the exit code.

    If there is no such command, a usage error suggests a similar one.
    """
    root = click.get_current_context().find_root()
    context, command = root, root.command
    for word in words:
        if not isinstance(command, click.Group):
            raise click.UsageError(f"{context.command_path} has no command {word!r}", context)
        _, found, _ = command.resolve_command(context, [word])
        if found is None:
            raise click.UsageError(f"no command {word!r}", context)
        context, command = click.Context(found, context, word), found
    context.meta.pop(WORDS, None)  # they are the words after "help", and name no game
    print_text(command.get_help(context))
    return 0


def _print_version_if_asked(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        print_version()
        context.exit()


cli = Group(
    "tether",
    click.Option(
        ["-V", "--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_version_if_asked,
        help="Print the version and exit.",
    ),
    summary="Board games on your local network, without a server",
    help="""Board games on your local network, without a server.

    Without a command: opens the window. Start with `tether doctor`, `tether match` or `tether games`.
    """,
    examples="  tether host                   open a room, and print how others join it\n"
    "  tether match --seats 4        a match between four bots\n"
    "  tether verify match.tether    check its record\n\n"
    "`tether help COMMAND` explains a command. Exit codes: 0 done, 1 failed or not valid, 2 invalid command line, "
    "3 not everything could be checked, 130 stopped with Ctrl-C.",
    sections=SECTIONS,
    commands=commands.ALL,
    subcommand_metavar="[COMMAND]",
    options_metavar="",
    context_settings={"help_option_names": list(HELP), "max_content_width": WIDTH},
)


def command_to_run(words: Sequence[str] | None = None) -> str:
    """Return the name of the command that these words would run.

    The result is "" if they only ask for help, or if a shell completes a word.
    """
    given = sys.argv[1:] if words is None else words
    if completion.VARIABLE in os.environ or any(word in HELP for word in given):
        return ""
    return next((word for word in given if not word.startswith("-")), "")


def run(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code.

    The code is 0 on success, 1 for a match or record that is not valid, 2 for a usage error, and 130 for Ctrl-C. Each
    error is printed in one line. If output could not be written, the code is 1 instead of 0.
    """
    sanitizer.escape_unencodable()
    code = _run(args)
    try:
        sanitizer.flush_output()
    except OutputError as unsaid:
        return code or _report_output_error(unsaid)
    return code


def _run(args: Sequence[str] | None) -> int:
    try:
        code = cli.main(args, prog_name="tether", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as asked:
        print_text(asked.ctx.get_help() if asked.ctx else "", err=True)
        return USAGE
    except click.UsageError as wrong:
        where = wrong.ctx.command_path if wrong.ctx is not None else "tether"
        print_lines(f"tether: {as_sentence(one_line(wrong.format_message()))} Try: {where} --help", err=True)
        return wrong.exit_code
    except click.ClickException as wrong:
        print_lines(f"tether: {one_line(wrong.format_message())}", err=True)
        return wrong.exit_code
    except click.Abort as abort:
        if isinstance(abort.__context__ or abort.__cause__, EOFError):
            print_lines("tether: standard input ended before an answer was typed", err=True)
            return BROKEN
        print_lines(STOPPED, err=True)
        return INTERRUPTED_EXIT_CODE
    except KeyboardInterrupt:
        print_lines(STOPPED, err=True)
        return INTERRUPTED_EXIT_CODE
    except OutputError as unsaid:
        return _report_output_error(unsaid)
    except SystemExit as ended:  # click's signal that the reader of a pipe has gone
        return int(ended.code or 0)
    except RuntimeError as wrong:
        from core.kit.errors import KitError  # which loads the engine

        if not isinstance(wrong, KitError):
            raise
        print_lines(f"tether: {one_line(str(wrong))}", err=True)
        return BROKEN
    except OSError as wrong:
        print_lines(f"tether: {one_line(error_reason_with_file(wrong))}", err=True)
        return BROKEN
    return int(code or 0)


def _report_output_error(error: OutputError) -> int:
    """Report that output could not be written, and return the exit code.

    If the reader has closed the pipe, as `head` does, nothing is printed.
    """
    if not error.has_reader_gone:
        print_lines(f"tether: {error}", err=True)
    return BROKEN


def one_line(text: str) -> str:
    r"""Return the text as a single line.

    >>> one_line("no such option\n   try another")
    'no such option try another'
    """
    return " ".join(text.split())


def as_sentence(text: str) -> str:
    """Return the text with a full stop at its end, so that another sentence can follow.

    >>> as_sentence("no bot 'x'"), as_sentence("Missing command.")
    ("no bot 'x'.", 'Missing command.')
    """
    return text if text.endswith((".", "?", "!")) else f"{text}."
