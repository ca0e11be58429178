"""One seat's match in a terminal: its result, its saved directory, and a stop by the player."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from core.engine.text.words import join_list
from net.cli.arguments import outfile
from net.session import kept_matches, saved_match
from net.session.peer_config import PeerConfig, PeerOutcome, seat_directory
from net.session.runner import run_peer
from net.system.exit_signals import ExitRequest
from net.text.sanitizer import visible_line
from net.transport.udp import UdpPeer

STAYS = 300.0
"""Seconds that a seat in a terminal stays after the end for seats that have not received the end."""
STOPPED = "Stopped."


@dataclass(slots=True)
class SeatRun:
    """One run of a seat in a match, until the match ends or a signal asks it to stop.

    `finish` prints the result and returns the exit code. It is called as soon as the result is known. If `tidy` is
    true, the saved match is deleted once every seat has received the end. This is for matches that the user has not
    asked to save.
    """

    tell: Callable[..., None]
    finish: Callable[[PeerOutcome], int]
    exit_request: ExitRequest
    out: Path | None = None
    stay: float = STAYS
    tidy: bool = False
    code: int | None = field(default=None, init=False)
    """Exit code of the match, or None before its result is known."""

    def play(self, config: PeerConfig) -> int:
        """Play the match in a new event loop and return the exit code."""
        return asyncio.run(self.run(config))

    async def run(self, config: PeerConfig, play: Callable[[PeerConfig], Awaitable[PeerOutcome]] | None = None) -> int:
        """Play the match and return the exit code.

        `play` is given if the match begins in a room; it then plays the match in place of `run_peer`.
        """
        look = config.on_tick

        def on_tick(peer: UdpPeer) -> None:
            if look is not None:
                look(peer)
            if self.exit_request.received:
                peer.leave()

        config.on_tick, config.on_outcome, config.stay = on_tick, self._on_outcome, self.stay
        outcome = await (run_peer(config) if play is None else play(config))
        return self.finish_run(config, outcome)

    def _on_outcome(self, outcome: PeerOutcome) -> None:
        outfile.write_record(self.out, outcome.record)
        self.code = self.finish(outcome)

    def finish_run(self, config: PeerConfig, outcome: PeerOutcome) -> int:
        """Report what is left to do after the program has stopped playing; return the exit code."""
        home = seat_directory(config, config.room) if config.room is not None else None
        if self.code is not None:
            if outcome.lacking and home is not None and self.stay:
                names = _player_names(home)
                who = join_list(names[seat - 1] if seat <= len(names) else f"Seat {seat}" for seat in outcome.lacking)
                self.tell("noted", words=f"To send {who} the end of the match later, run: {resume_command(home)}")
            elif self.tidy and home is not None and not outcome.lacking:
                with contextlib.suppress(OSError):
                    kept_matches.remove(home)
            return self.code
        if outcome.match:
            outfile.write_record(self.out, outcome.record)
        if outcome.verdict is None and self.exit_request.received:
            self.tell("stopped", words=stopped_text(home, config, outcome))
            return self.exit_request.exit_code
        return self.finish(outcome)


def stopped_text(home: Path | None, config: PeerConfig, outcome: PeerOutcome) -> str:
    """Return a text for a player who has stopped a match before its end.

    It says how to continue the match, or that nothing was saved.
    """
    if home is None:
        return f"{STOPPED} Nothing was saved, so you cannot return to this match."
    words = f"{STOPPED} To resume: {resume_command(home)}"
    away = outcome.gone | outcome.silent
    if config.seats == 2 and away:
        names = _player_names(home)
        (other,) = away
        who = names[other - 1] if other <= len(names) else f"Seat {other}"
        words += f"\n{who} had already left. The match continues once both of you have resumed it."
    return words


def resume_command(home: Path) -> str:
    """Return the command that resumes the match in this directory.

    >>> resume_command(Path("/tmp/two words/0a-1"))
    "tether resume '/tmp/two words/0a-1'"
    """
    parent = home.parent
    alone = parent.name and len(list(saved_match.saved_seats(parent))) == 1
    return f"tether resume {shlex.quote(str(parent if alone else home))}"


def _player_names(home: Path) -> tuple[str, ...]:
    progress = saved_match.read_progress(home)
    return tuple(map(visible_line, progress.names)) if progress is not None else ()
