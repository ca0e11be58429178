"""A match between real processes that are killed and restarted.

`scripts/trials/soak.py --kills` runs it for longer.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from core.games.registry import find_game
from net.cli.matches.processes import Processes, ProcessMessage, ProcessPlan
from net.records import record
from net.records.verification import VerificationReport, verify

SILENCE = 60.0
"""Seconds without any message after which the match counts as failed."""


class Survived(NamedTuple):
    """A match that ended in spite of all kills; `digests` are the final digests of the seats."""

    kills: int
    killed: dict[int, int]
    steps: int
    seconds: float
    digests: set[str]
    report: VerificationReport


class Failed(AssertionError):
    """Raised when a match does not end."""


class Reaper:
    """A killer that ends and restarts random processes, each time after a certain number of messages."""

    def __init__(self, processes: Processes, seats: int, kills: int, spacing: int, chance: Random) -> None:
        self.left = kills
        self.killed: dict[int, int] = dict.fromkeys(range(1, seats + 1), 0)
        self._processes = processes
        self._spacing = spacing
        self._chance = chance
        self._over = False
        self._due = self._next()

    def _next(self) -> int:
        return self._chance.randrange(1, 2 * self._spacing)

    def hear(self, told: ProcessMessage) -> None:
        """Count the messages of the match, and kill a process when its time has come."""
        self._over = self._over or told.kind == "over"
        if told.kind not in ("chosen", "stepped", "seated") or self._over or not self.left:
            return
        self._due -= 1
        if self._due <= 0:
            self._due = self._next()
            self.left -= 1
            seat = self._chance.choice(list(self.killed))
            self.killed[seat] += 1
            self._processes.kill(seat)
            self._processes.start(seat)


def play(seed: str, seats: int, kills: int, spacing: int, **options: Any) -> Survived:
    """Play a match of bots with this number of kills, one for about every `spacing` messages; raise `Failed`."""
    game = find_game("bridgefront")
    started = time.monotonic()
    over: dict[int, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory(prefix="tether-") as home:
        kept = Path(home) / "record"
        plan = ProcessPlan(game.name, seats, options, None, ["random"] * seats, [""] * seats, kept, Path(home) / "logs")
        with Processes(plan) as processes:
            reaper = Reaper(processes, seats, kills, spacing, Random(seed))
            for told in processes.messages(SILENCE):
                if told is None or told.kind in ("failed", "verdict"):
                    raise Failed(f"after {kills - reaper.left} kills {reaper.killed}: {told or 'silence'}")
                if told.kind == "over":
                    over[told.seat] = told.fields
                elif told.kind == "ended" and told.seat not in over:
                    raise Failed(f"seat {told.seat} ended: {told.fields}")
                reaper.hear(told)
        report = verify(record.read(kept), game)
    digests = {item["digest"] for item in over.values()}
    seconds = time.monotonic() - started
    return Survived(kills - reaper.left, reaper.killed, report.steps, seconds, digests, report)
