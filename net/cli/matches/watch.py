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
from net.cli.matches.peer import Reporter, StepReport, address, glance, invite_code, to_parent, to_person
from net.cli.matches.progress import ProgressLine
from net.cli.matches.waiting import AwaitedReporter
from net.cli.results import in_full, ranking, winners, with_version
from net.crypto.match_keys import seeded_room
from net.match import early_end
from net.match.events import Report, Stepped
from net.session.live_feed import SpectatorRunner, WatchConfig
from net.session.runner import match_record, named_room
from net.session.spectator import Spectator
from net.text.errors import reason
from net.text.sanitizer import Json, print_lines, print_text, width
from net.transport.udp import PortBusy

find_room: Callable[[Address, str], tuple[bytes, bytes, Mapping[str, Game]]] | None = None
"""Function that asks for the room at an address, with the invite code, and waits for its match.

It returns the id for the channels, the id of the match, and the games to know. It is None if this program does not
support rooms.
"""

window: Callable[[Address, str], int] | None = None
"""Function that shows the match of the room at an address full-screen, for a whole room of people.

It returns the exit code. It is None if this program has no window.
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
    outfile.check(out)
    addresses = [address(text, option="") for text in hosts]
    if big:
        return _in_window(addresses[0], invite_code(code), room or seed or as_json or out)
    config = WatchConfig(GAMES, b"", addresses, invite_code(code), port)
    if room is not None:
        config.room = named_room(options.plain_text(room))
    elif seed is not None:
        config.room = seeded_room(options.plain_text(seed))
    elif find_room is not None:
        config.meeting, config.room, config.games = find_room(addresses[0], config.code)
    tell = to_parent if as_json else to_person
    spectator = _watch(config, tell)
    outfile.keep(out, match_record(spectator, None if seed is None else options.plain_text(seed)))
    if as_json:
        tell("over", **_as_data(spectator))
    if spectator.verdict is not None:
        raise click.ClickException(f"the match stopped: {with_version(str(spectator.verdict))}")
    if spectator.finished is None or spectator.table is None:
        raise click.ClickException("everyone has left: the match ends here for spectators")
    if not as_json:
        ended, game, names = spectator.finished, spectator.table.game, spectator.table.genesis.names
        print_text(in_full(game, spectator.table.state, ended.standing, width(), names))
        if ended.ended != early_end.AGREED:
            print_lines("", f"{winners(game, spectator.table.state, ended.standing, names)}.")
        print_lines(*early_end.describe_early_end(ended.ended, ended.conceded, ended.broke))
        print_lines(f"Digest  {spectator.finished.digest.hex()}")
    return 0


def _in_window(where: Address, code: str, other: object) -> int:
    """Show the match in a window on a big screen and return the exit code."""
    if other:
        raise click.UsageError("--big shows the match of the room at the address; it goes with --code alone")
    if window is None:
        raise click.UsageError("--big needs a window; leave it out here")
    return window(where, code)


def _as_data(spectator: Spectator) -> Json:
    """Return the end of the match as data, or the number of the last step if it has not ended."""
    ended, table = spectator.finished, spectator.table
    if ended is None or table is None:
        return {"complete": False, "digest": "", "steps": table.last if table is not None else 0, "ranking": []}
    rows = ranking(table.game, table.state, ended.standing)
    data = {"complete": True, "digest": ended.digest.hex(), "steps": ended.t, "ranking": rows}
    return data | {"ended": ended.ended, "conceded": list(ended.conceded), "broke_rules": list(ended.broke)}


class SpectatorReporter:
    """Reporter of a match that a spectator follows, in the order in which its players see the events.

    Each step is reported with the state just after it, even if several steps arrive at once.
    """

    def __init__(self, tell: Callable[..., None]) -> None:
        self.spectator: Spectator | None = None
        self._reporter = Reporter(None, tell)
        self._steps: deque[StepReport] = deque()

    def stepped(self, step: Stepped, state: State) -> None:
        """Keep the report of a resolved step until its event arrives."""
        if self.spectator is not None and self.spectator.table is not None:
            self._steps.append(glance(self.spectator.table.game, step.t, state))

    def __call__(self, said: Report, _state: State | None) -> None:
        """Report an event in its order.

        The given state is not used, because it is the state after all events that have arrived.
        """
        if isinstance(said, Stepped):
            self._reporter.stepped(self._steps.popleft())
        else:
            self._reporter.told(said)


def _watch(config: WatchConfig, tell: Callable[..., None]) -> Spectator:
    following = SpectatorReporter(tell)
    try:
        with AwaitedReporter(tell, ProgressLine("Catching up", "entry")) as lookout:
            config.report, config.look = following, lookout.watching
            watching = SpectatorRunner(config)
            following.spectator, watching.spectator.on_step = watching.spectator, following.stepped
            return asyncio.run(watching.watch())
    except (PortBusy, OSError, ValueError) as wrong:
        raise click.UsageError(reason(wrong)) from None
