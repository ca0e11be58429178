"""The seats of a match as processes on this computer.

The module starts the processes, reads their messages, and ends exactly these processes.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import socket
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

import net
from core.engine.options import Value
from net.system import game_files

HOST = "127.0.0.1"
COMMAND_LINE = "command-line"
"""First argument of a packaged program that makes it run `tether` instead of opening a window.

Such a program has no `python -m`.
"""
PATIENCE = 5.0
"""Seconds that a process has to exit after it was asked to."""


class ProcessPlan(NamedTuple):
    """Parameters of a match that is played by processes.

    `bots` and `factions` are by seat. `record` is the file for seat 1's record, if there is to be one. `keep` is the
    directory in which every seat saves its log and its keys, if any. `names` are by seat, or empty. `origin` is the
    record of the match to continue, if any.
    """

    game: str
    seats: int
    options: Mapping[str, Value]
    seed: str | None
    bots: Sequence[str]
    factions: Sequence[str]
    record: Path | None
    keep: Path | None = None
    names: Sequence[str] = ()
    origin: Path | None = None


class ProcessMessage(NamedTuple):
    """Message of a seat's process; its last message has the `kind` "ended"."""

    seat: int
    kind: str
    fields: dict[str, object]


class Processes:
    """The processes of a match: one for each seat, or one for each seat in `only`.

    With `only`, the other seats are played elsewhere, on the same `ports` and in the same `room`. Used as a context
    manager, the object leaves no process behind.
    """

    def __init__(self, plan: ProcessPlan, only: Sequence[int] = (), ports: Sequence[int] = (), room: str = "") -> None:
        self._told: queue.Queue[ProcessMessage] = queue.Queue()
        self._children: dict[int, subprocess.Popen[str]] = {}
        self._killed: set[subprocess.Popen[str]] = set()
        self._plan = plan
        self._ports = ports or free_ports(plan.seats)
        self._room = room or secrets.token_hex(16)
        try:
            for seat in only or range(1, plan.seats + 1):
                self.start(seat)
        except BaseException:
            self.end()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def pids(self) -> dict[int, int]:
        """Process ids by seat."""
        return {seat: child.pid for seat, child in self._children.items()}

    def start(self, seat: int) -> None:
        """Start the process of a seat, for the first time or after `kill`."""
        child = self._children[seat] = _start_seat(self._plan, seat, self._ports, self._room)
        threading.Thread(target=self._listen, args=(seat, child), daemon=True).start()

    def kill(self, seat: int) -> None:
        """Kill the process of a seat, as a power cut would; its end is not reported as a message."""
        child = self._children[seat]
        self._killed.add(child)
        child.kill()
        child.wait()
        if child.stdin is not None:
            child.stdin.close()

    def messages(self, idle: float) -> Iterator[ProcessMessage | None]:
        """Yield the messages of the processes until all of them have ended.

        Yields None whenever nothing has arrived for `idle` seconds.
        """
        running = set(self._children)
        while running:
            try:
                told = self._told.get(timeout=idle)
            except queue.Empty:
                yield None
                continue
            if told.kind == "ended":
                running.discard(told.seat)
            yield told

    def end(self) -> None:
        """End the processes of this object that are still running."""
        end_processes(self._children.values())

    def _listen(self, seat: int, child: subprocess.Popen[str]) -> None:
        last = ""
        for line in child.stdout or ():
            try:
                fields = json.loads(line)
                self._told.put(ProcessMessage(seat, fields.pop("kind"), fields))
            except (ValueError, KeyError, AttributeError):
                last = line.strip() or last
        code = child.wait()
        if child not in self._killed:
            self._told.put(ProcessMessage(seat, "ended", {"code": code, "last": last}))


def free_ports(count: int) -> list[int]:
    """Return `count` unused UDP ports of this computer."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in range(count)]
        for sock in sockets:
            sock.bind((HOST, 0))
        return [int(sock.getsockname()[1]) for sock in sockets]


program = ""
"""Name of the module from which a program with further games was started, or "".

The program's seats are started from the same module.
"""


def tether_command(module: str = "net.cli") -> list[str]:
    """Return the beginning of a command that runs `tether` from this module.

    In a packaged program, the command starts that program.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, COMMAND_LINE]
    return [sys.executable, "-P", "-m", program or module]


def _start_seat(plan: ProcessPlan, seat: int, ports: Sequence[int], room: str) -> subprocess.Popen[str]:
    return start_process([*tether_command(), "peer", *_seat_arguments(plan, seat, ports, room)])


def start_process(command: Sequence[str], environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """Start a process with additions to its environment.

    The process receives no Ctrl-C. It must exit when its standard input ends.
    """
    root = str(Path(str(net.__file__)).resolve().parents[1])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={**os.environ, **(environment or {}), "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        start_new_session=True,
    )


def end_processes(children: Collection[subprocess.Popen[str]]) -> None:
    """Ask the running processes to exit, and kill those that have not done so after `PATIENCE` seconds."""
    for child in children:
        if child.poll() is None:
            child.terminate()
    for child in children:
        try:
            child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        if child.stdin is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()


def _seat_arguments(plan: ProcessPlan, seat: int, ports: Sequence[int], room: str) -> list[str]:
    words = [
        "--told",
        "--game",
        game_files.command_argument(plan.game),
        "--seats",
        str(plan.seats),
        "--seat",
        str(seat),
        "--listen",
        HOST,
    ]
    words += ["--port", str(ports[seat - 1]), f"--bot={plan.bots[seat - 1]}"]
    words += [f"--peer={HOST}:{port}" for port in ports if port != ports[seat - 1]]
    if plan.origin is not None:
        words.append(f"--from={plan.origin}")
    words += [f"--option={name}={value}" for name, value in plan.options.items()]
    words += [f"--room={room}"] if plan.seed is None else [f"--seed={plan.seed}"]
    if plan.keep is not None:
        words.append(f"--keep={plan.keep}")
    if plan.factions[seat - 1]:
        words.append(f"--faction={plan.factions[seat - 1]}")
    if plan.names:
        words.append(f"--name={plan.names[seat - 1]}")
    if seat == 1 and plan.record is not None:
        words.append(f"--out={plan.record}")
    return words
