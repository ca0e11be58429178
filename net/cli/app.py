"""The command group, and how it ends: one clear line for whatever was wrong."""

from __future__ import annotations

from collections.abc import Sequence

import click

from net import outlet
from net.cli.cards import cards
from net.cli.games import games
from net.cli.match import match
from net.cli.part import part
from net.cli.peer import code_command, peer
from net.cli.records import show, verify
from net.cli.resume import resume
from net.cli.watch import watch
from net.outlet import Unsaid, say, say_all
from net.reasons import blamed
from net.stopping import INTERRUPTED, STOPPED
from net.version import VERSION

USAGE, BROKEN = 2, 1


def _tell_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        say(f"{context.find_root().info_name} {VERSION}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """A table for board games on a local network, with no server.

    \b
    tether match --seats 4                 a whole match between four processes
    tether verify match.tether             check its record
    tether show match.tether               read it as a story

    Each command has its own --help with examples.
    """


for command in (match, peer, resume, part, watch, code_command, verify, show, games, cards):
    cli.add_command(command)


def run(args: Sequence[str] | None = None) -> int:
    """Runs a command; its exit code: 0, 1 for a match or record that does not hold, 2 for usage, 130 for Ctrl-C, each
    with one line. What could not be written where it was to go makes a 0 a 1.
    """
    outlet.tolerate()
    code = _run(args)
    try:
        outlet.finish()
    except Unsaid as unsaid:
        return code or _unsaid(unsaid)
    return code


def _run(args: Sequence[str] | None) -> int:
    try:
        code = cli.main(args, prog_name="tether", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as asked:
        say_all(asked.ctx.get_help() if asked.ctx else "", err=True)
        return USAGE
    except click.ClickException as wrong:
        say(f"tether: {one_line(wrong.format_message())}", err=True)
        return wrong.exit_code
    except click.Abort as abort:
        if isinstance(abort.__context__ or abort.__cause__, EOFError):
            say("tether: nothing was typed, and nothing more can be: standard input has ended", err=True)
            return BROKEN
        say(STOPPED, err=True)
        return INTERRUPTED
    except KeyboardInterrupt:
        say(STOPPED, err=True)
        return INTERRUPTED
    except Unsaid as unsaid:
        return _unsaid(unsaid)
    except SystemExit as ended:  # how click says that the reader of a pipe has gone
        return int(ended.code or 0)
    except OSError as wrong:
        say(f"tether: {one_line(blamed(wrong))}", err=True)
        return BROKEN
    return int(code or 0)


def _unsaid(unsaid: Unsaid) -> int:
    """A reader that has gone, as `head` does, needs no words."""
    if not unsaid.unread:
        say(f"tether: {unsaid}", err=True)
    return BROKEN


def one_line(text: str) -> str:
    """The text on one line.

    >>> one_line("no such option\\n   try another")
    'no such option try another'
    """
    return " ".join(text.split())
