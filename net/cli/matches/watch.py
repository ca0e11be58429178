"""`tether watch`: follows a match over the network without a seat."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from core.engine.game import Game, State
from core.games.registry import GAMES
from net.channels.addresses import Address
from net.cli.arguments import options, outfile
from net.cli.matches.peer import (
    Reporter,
    StepReport,
    invite_code,
    parse_peer_address,
    print_as_json,
    print_as_text,
    step_report,
)
from net.cli.matches.progress import ProgressLine
from net.cli.matches.waiting import AwaitedReporter
from net.cli.results import add_version, describe_winners, ranking_rows, standing_table
from net.crypto.match_keys import room_id_from_text
from net.match import early_end
from net.match.events import Report, StepResolved
from net.session.live_feed import SpectatorRunner, WatchConfig
from net.session.runner import match_record, room_id_from_word
from net.session.spectator import Spectator
from net.text.errors import error_reason
from net.text.sanitizer import Json, print_lines, print_text, terminal_width
from net.transport.udp import PortBusy

find_room: Callable[[Address, str], tuple[bytes, bytes, Mapping[str, Game]]] | None = None
"""Function that waits for the match of the room at an address; it is called with the invite code.

It returns the id for the channels, the id of the match, and the known games. It is None in a program without rooms.
"""

window: Callable[[Address, str], int] | None = None
"""Function that shows the match of the room at an address full-screen, for an audience.

It returns the exit code. It is None in a program without a window.
"""


def watch(
    hosts: tuple[str, ...],
    room: str | None,
    seed: str | None,
    code: str,
    port: int,
    big: bool,
    out: Path | None,
    as_json: bool,
) -> int:
    """Watch a match and return the exit code."""
    if (room is not None and seed is not None) or (room is None and seed is None and find_room is None):
        raise click.UsageError("name the match with --room WORD, or a test match with --seed TEXT")
    outfile.check_writable(out)
    addresses = [parse_peer_address(text, option="") for text in hosts]
    if big:
        return _watch_in_window(addresses[0], invite_code(code), room or seed or as_json or out)
    config = WatchConfig(GAMES, b"", addresses, invite_code(code), port)
    if room is not None:
        config.room = room_id_from_word(options.plain_text(room))
    elif seed is not None:
        config.room = room_id_from_text(options.plain_text(seed))
    elif find_room is not None:
        config.meeting, config.room, config.games = find_room(addresses[0], config.code)
    tell = print_as_json if as_json else print_as_text
    spectator = _watch(config, tell)
    outfile.write_record(out, match_record(spectator, None if seed is None else options.plain_text(seed)))
    if as_json:
        tell("over", **_end_data(spectator))
    if spectator.verdict is not None:
        raise click.ClickException(f"the match stopped: {add_version(str(spectator.verdict))}")
    if spectator.finished is None or spectator.table is None:
        raise click.ClickException("everyone has left: the match ends here for spectators")
    if not as_json:
        ended, game, names = spectator.finished, spectator.table.game, spectator.table.genesis.names
        print_text(standing_table(game, spectator.table.state, ended.standing, terminal_width(), names))
        if ended.ended != early_end.AGREED:
            print_lines("", f"{describe_winners(game, spectator.table.state, ended.standing, names)}.")
        print_lines(*early_end.describe_early_end(ended.ended, ended.conceded, ended.broke))
        print_lines(f"Digest  {spectator.finished.digest.hex()}")
    return 0


def _watch_in_window(where: Address, code: str, other: object) -> int:
    """Show the match full-screen in a window and return the exit code."""
    if other:
        raise click.UsageError("--big shows the match of the room at the address; it goes with --code alone")
    if window is None:
        raise click.UsageError("--big needs a window; leave it out here")
    return window(where, code)


def _end_data(spectator: Spectator) -> Json:
    """Return the end of the match as data, or the number of its last step if it has not ended."""
    ended, table = spectator.finished, spectator.table
    if ended is None or table is None:
        return {"complete": False, "digest": "", "steps": table.last if table is not None else 0, "ranking": []}
    rows = ranking_rows(table.game, table.state, ended.standing)
    data = {"complete": True, "digest": ended.digest.hex(), "steps": ended.t, "ranking": rows}
    return data | {"ended": ended.ended, "conceded": list(ended.conceded), "broke_rules": list(ended.broke)}


class SpectatorReporter:
    """Reporter of a watched match, which reports the events in the order in which the players see them.

    Each step is reported with the state just after it, even if several steps arrive at once.
    """

    def __init__(self, tell: Callable[..., None]) -> None:
        self.spectator: Spectator | None = None
        self._reporter = Reporter(None, tell)
        self._steps: deque[StepReport] = deque()

    def store_step(self, step: StepResolved, state: State) -> None:
        """Store the report of a resolved step until its event arrives."""
        if self.spectator is not None and self.spectator.table is not None:
            self._steps.append(step_report(self.spectator.table.game, step.t, state))

    def __call__(self, event: Report, _state: State | None) -> None:
        """Report an event in its order.

        The given state is ignored, because it is the state after all events that have arrived.
        """
        if isinstance(event, StepResolved):
            self._reporter.report_step(self._steps.popleft())
        else:
            self._reporter.report_event(event)


def _watch(config: WatchConfig, tell: Callable[..., None]) -> Spectator:
    following = SpectatorReporter(tell)
    try:
        with AwaitedReporter(tell, ProgressLine("Catching up", "entry")) as lookout:
            config.on_report, config.on_tick = following, lookout.update_from_runner
            watching = SpectatorRunner(config)
            following.spectator, watching.spectator.on_step = watching.spectator, following.store_step
            return asyncio.run(watching.watch())
    except (PortBusy, OSError, ValueError) as wrong:
        raise click.UsageError(error_reason(wrong)) from None
