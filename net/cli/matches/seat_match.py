"""One seat's match in a terminal.

The module handles the result, which is printed at once, the kept directory, and a stop by the player.
"""

from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from core.engine.text.words import listed
from net.cli.arguments import outfile
from net.session import kept_matches, saved_match
from net.session.peer_config import PeerConfig, PeerOutcome, seat_home
from net.session.runner import run_peer
from net.system.exit_signals import Leaving
from net.text.sanitizer import plain
from net.transport.udp import UdpPeer

STAYS = 300.0
"""Seconds that a seat in a terminal stays after the end for a seat that has not received the end."""
STOPPED = "Stopped."


@dataclass(slots=True)
class SeatRun:
    """One run of a seat in a match, until the match ends or a signal asks it to stop.

    `finish` prints the result and returns the exit code. It is called as soon as the result is known. If `tidy` is
    true, the kept match is deleted once every seat has received its end. This is for matches that are kept without a
    request.
    """

    tell: Callable[..., None]
    finish: Callable[[PeerOutcome], int]
    leaving: Leaving
    out: Path | None = None
    stay: float = STAYS
    tidy: bool = False
    code: int | None = field(default=None, init=False)
    """The exit code of the match, or None before its result is known."""

    def play(self, config: PeerConfig) -> int:
        """Play the match in a new event loop and return the exit code."""
        return asyncio.run(self.run(config))

    async def run(self, config: PeerConfig, play: Callable[[PeerConfig], Awaitable[PeerOutcome]] | None = None) -> int:
        """Play the match and return the exit code; `play` is given if the match begins in a room."""
        look = config.look

        def looked(peer: UdpPeer) -> None:
            if look is not None:
                look(peer)
            if self.leaving.asked:
                peer.leave()

        config.look, config.over, config.stay = looked, self._over, self.stay
        outcome = await (run_peer(config) if play is None else play(config))
        return self.ended(config, outcome)

    def _over(self, outcome: PeerOutcome) -> None:
        outfile.keep(self.out, outcome.record)
        self.code = self.finish(outcome)

    def ended(self, config: PeerConfig, outcome: PeerOutcome) -> int:
        """Report the actions that are left after the program has stopped playing; return the exit code."""
        home = seat_home(config, config.room) if config.room is not None else None
        if self.code is not None:
            if outcome.lacking and home is not None and self.stay:
                names = _names(home)
                who = listed(names[seat - 1] if seat <= len(names) else f"Seat {seat}" for seat in outcome.lacking)
                self.tell("noted", words=f"To send {who} the end of the match later, run: {command(home)}")
            elif self.tidy and home is not None and not outcome.lacking:
                with contextlib.suppress(OSError):
                    kept_matches.remove(home)
            return self.code
        if outcome.match:
            outfile.keep(self.out, outcome.record)
        if outcome.verdict is None and self.leaving.asked:
            self.tell("stopped", words=stopped(home, config, outcome))
            return self.leaving.code
        return self.finish(outcome)


def stopped(home: Path | None, config: PeerConfig, outcome: PeerOutcome) -> str:
    """Return a text for a player who has stopped a match before its end.

    It says how to continue the match, or that nothing was kept.
    """
    if home is None:
        return f"{STOPPED} Nothing was saved, so you cannot return to this match."
    words = f"{STOPPED} To resume: {command(home)}"
    away = outcome.gone | outcome.silent
    if config.seats == 2 and away:
        names = _names(home)
        (other,) = away
        who = names[other - 1] if other <= len(names) else f"Seat {other}"
        words += f"\n{who} had already left. The match continues once both of you have resumed it."
    return words


def command(home: Path) -> str:
    """Return the command that goes on with the match kept in this directory.

    >>> command(Path("/tmp/two words/0a-1"))
    "tether resume '/tmp/two words/0a-1'"
    """
    parent = home.parent
    alone = parent.name and len(list(saved_match.saved_seats(parent))) == 1
    return f"tether resume {shlex.quote(str(parent if alone else home))}"


def _names(home: Path) -> tuple[str, ...]:
    progress = saved_match.read_progress(home)
    return tuple(map(plain, progress.names)) if progress is not None else ()
