"""Real programs of several players on one computer, each with its own home folder."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 120.0


class Program:
    """A running program of a player, whose output is read line by line."""

    def __init__(self, home: Path, *words: str) -> None:
        places = {name: str(home / name) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lobby", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **places},
        )
        self.lines: list[str] = []
        self._new: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._new.put(line.rstrip("\n"))
        self._new.put(None)

    def until(self, pattern: str, seconds: float = PATIENCE) -> re.Match[str]:
        """Wait for a matching line and return the match; earlier lines are in `lines`."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._new.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                pytest.fail(f"no line {pattern!r} came: {self.lines[-20:]}")
            if line is None:
                pytest.fail(f"the program has ended without {pattern!r}: {self.lines[-20:]}")
            self.lines.append(line)
            result = re.search(pattern, line)
            if result is not None:
                return result

    def end(self, seconds: float = PATIENCE) -> int:
        """Wait for the end of the program and return its exit code."""
        code = self.process.wait(seconds)
        while (line := self._new.get(timeout=seconds)) is not None:
            self.lines.append(line)
        return code

    @property
    def text(self) -> str:
        """All output read so far."""
        return "\n".join(self.lines)


class Evening:
    """The programs of a test, which end together with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[Program] = []

    def start(self, player: str, *words: str) -> Program:
        """Start a program of this player."""
        program = Program(self.folder / player, *words)
        self.programs.append(program)
        return program

    def host(self, player: str, seats: int, *words: str, game: str = "bridgefront") -> tuple[Program, str]:
        """Start `tether host`; return the program and the address of its room."""
        opened = f"host --open --seats {seats} --game {game} --port 0 --listen 127.0.0.1 --bot random --terminal"
        program = self.start(player, *opened.split(), "--name", player, *words)
        return program, program.until(r"Others join with: tether join (\S+)")[1]

    def join(self, player: str, address: str, *words: str) -> Program:
        """Start `tether join`."""
        there = ("join", address, "--listen", "127.0.0.1", "--bot", "random", "--terminal", "--name", player)
        return self.start(player, *there, *words)


@contextmanager
def evening(folder: Path) -> Iterator[Evening]:
    """Yield an `Evening`, and end its programs afterwards."""
    running = Evening(folder)
    try:
        yield running
    finally:
        for program in running.programs:
            if program.process.poll() is None:
                program.process.kill()
                program.process.wait()
            if program.process.stdout is not None:
                program.process.stdout.close()
