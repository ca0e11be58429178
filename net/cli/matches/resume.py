"""`tether resume`: continues one seat of a saved match from the seat's directory alone."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from core.engine.fork import base_name
from core.games.registry import GAMES
from net.channels.addresses import Address, format_address
from net.cli.arguments import options, outfile
from net.cli.matches.peer import (
    ReportingPlayer,
    end_with_parent,
    make_reporter,
    parse_peer_address,
    play_seat,
    print_as_json,
    print_as_text,
    report_result,
)
from net.cli.matches.processes import HOST, end_processes, free_ports, start_process, tether_command
from net.cli.matches.seat_match import STAYS, SeatRun, resume_command
from net.seat.absence import PATIENCE, PatientPolicy
from net.session import kept_matches, saved_match
from net.session.kept_matches import SavedFolder
from net.session.peer_search import ListenerFactory
from net.session.saved_match import SavedMatch
from net.system import game_files
from net.system.exit_signals import ExitRequest
from net.text.sanitizer import print_lines
from net.transport.udp import PortBusy, bind

EVERYWHERE = ("", "::", "0.0.0.0")


def resume(
    directory: Path | None,
    peers: tuple[str, ...],
    port: int | None,
    bot: str,
    out: Path | None,
    patience: float,
    as_json: bool,
    told: bool,
    open_ears: ListenerFactory | None = None,
) -> int:
    """Resume a saved match; return the exit code."""
    outfile.check_writable(out)
    home = choose_match() if directory is None else options.seat_directory(directory.absolute())
    return resume_match(
        home, [parse_peer_address(text) for text in peers], port, bot, out, patience, as_json, told, open_ears
    )


def resume_match(
    home: Path,
    peers: Sequence[Address] = (),
    port: int | None = None,
    bot: str = "",
    out: Path | None = None,
    patience: float = PATIENCE,
    as_json: bool = False,
    told: bool = False,
    open_ears: ListenerFactory | None = None,
) -> int:
    """Continue the match that is saved in this directory and return the exit code.

    This computer's bots in the match continue too. Raises `click.UsageError` if that is not possible.
    """
    as_data = told or as_json
    tell = print_as_json if as_data else ResumeReporter(home)
    others = [] if told else kept_matches.bot_directories(home)
    children: list[subprocess.Popen[str]] = []
    try:
        match = saved_match.read(home)
        there = [saved_match.read(one) for one in others]
        own, *ports = [_free_port(one) if port is None or i else port for i, one in enumerate((match, *there))]
        (who,) = options.read_bots(bot or match.bot or options.DEFAULT_BOT, 1)
        inside = HOST if match.host in EVERYWHERE else match.host
        config = replace(
            match.make_config(home),
            player=ReportingPlayer(options.make_player(who, "", match.seed_text, match.seat), tell),
            port=own,
            peers=list(dict.fromkeys([*match.peers, *peers, *((inside, at) for at in ports)])),
            on_report=make_reporter(GAMES[base_name(match.game)], tell, match.seat),
            policy=PatientPolicy(patience),
            bot=who,
            open_listener=open_ears,
        )
    except saved_match.BadSavedMatch as bad:
        tell("failed", words=str(bad))
        raise click.UsageError(str(bad)) from None
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    own_folder = home.parent == _own_folder()
    sitting = SeatRun(
        tell,
        lambda o: report_result(config.game, o, tell, as_data),
        ExitRequest(),
        out,
        0.0 if as_data else STAYS,
        own_folder,
    )
    try:
        for one, at in zip(others, ports):
            here = [(inside, other) for other in (own, *ports) if other != at]
            words = [*game_files.file_options(), *(f"--peer={format_address(peer)}" for peer in here)]
            children.append(
                _discard_output(
                    start_process([*tether_command(), "resume", str(one), "--told", f"--port={at}", *words])
                )
            )
        return play_seat(config, tell, sitting)
    finally:
        end_processes(children)


def choose_match() -> Path:
    """Return the directory of the match to continue.

    It is the only resumable match in the user's folder, or the one that the user picks.
    """
    folder = _own_folder()
    found = kept_matches.saved_matches(folder) if folder is not None else []
    still = [one for one in found if not one.over and not kept_matches.is_in_use(one.home)]
    if len(still) == 1:
        print_lines(f"{still[0].title}; {still[0].position}.", err=True)
        return still[0].home
    if still:
        for number, one in enumerate(still, 1):
            print_lines(
                f"{number}. {one.title}; {one.position}; last played {_format_saved_time(one)}",
                f"   {resume_command(one.home)}",
            )
        if sys.stdin is not None and sys.stdin.isatty():
            return still[int(click.prompt("Which one?", type=click.IntRange(1, len(still)), err=True)) - 1].home
        raise click.ClickException(f"There are {len(still)} saved matches. Which one? tether resume DIRECTORY")
    for one in found:
        why = "over, but others may still need its end" if one.over else "another program is playing it"
        print_lines(f"{one.title}: {why}: {resume_command(one.home)}", err=True)
    raise click.ClickException("No match in your folder can be resumed. Name another folder: tether resume DIRECTORY")


def _own_folder() -> Path | None:
    try:
        return kept_matches.matches_folder()
    except OSError:
        return None


def _format_saved_time(one: SavedFolder) -> str:
    return datetime.fromtimestamp(one.last_played).strftime("%Y-%m-%d %H:%M")


class ResumeReporter:
    """Reporter for a resumed match, which reports "Resumed" in place of the beginning of a match.

    All other events are printed by `print_as_text`.
    """

    in_words = True

    def __init__(self, home: Path) -> None:
        progress = saved_match.read_progress(home)
        self._where = f": {progress.position}" if progress is not None and progress.position else ""

    def __call__(self, kind: str, **fields: object) -> None:
        """Print a line for an event of this kind."""
        if kind == "seated":
            print_lines(f"Resuming match {str(fields['match'])[:16]}{self._where}.")
        else:
            print_as_text(kind, **fields)


def _free_port(match: SavedMatch) -> int:
    """Return the match's former port if it is free, otherwise another free port."""
    try:
        bind(match.port, match.host).close()
    except PortBusy:
        return free_ports(1)[0]
    return match.port


def _discard_output(child: subprocess.Popen[str]) -> subprocess.Popen[str]:
    """Read and discard a bot's output in a thread, so that the bot never blocks; return the bot's process."""

    def read() -> None:
        for _ in child.stdout or ():
            pass

    threading.Thread(target=read, daemon=True).start()
    return child
