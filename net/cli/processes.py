"""The seats of a match as processes of their own on this computer: started, listened to, and ended by handle."""

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
from typing import Any, NamedTuple, Self

import net
from core.engine.options import Value

HOST = "127.0.0.1"
COMMAND_LINE = "command-line"
"""The first word by which a packaged program, which has no `python -m`, is `tether` instead of a window."""
PATIENCE = 5.0
"""Seconds that a process has for ending by itself once it is told to."""


class Plan(NamedTuple):
    """What the processes of a match are told. `bots` and `factions` are by seat; `record` is where seat 1 leaves its
    record, if that is wanted; in `keep` every seat keeps its log and its keys, if it is given. `names` are by seat too,
    or none. `origin` is the record of the match that is played on, if one is.
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


class Told(NamedTuple):
    """A message of a seat's process; `kind` is "ended" when there will be no more."""

    seat: int
    kind: str
    fields: dict[str, Any]


class Processes:
    """One process for each seat, or for those of `only` while somebody else plays the rest on the same `ports` and in
    the same `room`. As a context manager it leaves none of them behind.
    """

    def __init__(self, plan: Plan, only: Sequence[int] = (), ports: Sequence[int] = (), room: str = "") -> None:
        self._told: queue.Queue[Told] = queue.Queue()
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
        """The process ids by seat."""
        return {seat: child.pid for seat, child in self._children.items()}

    def start(self, seat: int) -> None:
        """Starts the process of a seat: the first time, or again after `kill`."""
        child = self._children[seat] = _start(self._plan, seat, self._ports, self._room)
        threading.Thread(target=self._listen, args=(seat, child), daemon=True).start()

    def kill(self, seat: int) -> None:
        """Ends the process of a seat as a power cut would; nobody is told that it has ended."""
        child = self._children[seat]
        self._killed.add(child)
        child.kill()
        child.wait()
        if child.stdin is not None:
            child.stdin.close()

    def messages(self, idle: float) -> Iterator[Told | None]:
        """What the processes tell, till all have ended; None each time that nothing came for `idle` seconds."""
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
        """Ends what still runs of these processes, and no other."""
        end(self._children.values())

    def _listen(self, seat: int, child: subprocess.Popen[str]) -> None:
        last = ""
        for line in child.stdout or ():
            try:
                fields = json.loads(line)
                self._told.put(Told(seat, fields.pop("kind"), fields))
            except (ValueError, KeyError, AttributeError):
                last = line.strip() or last
        code = child.wait()
        if child not in self._killed:
            self._told.put(Told(seat, "ended", {"code": code, "last": last}))


def free_ports(count: int) -> list[int]:
    """So many UDP ports of this computer that nobody uses."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in range(count)]
        for sock in sockets:
            sock.bind((HOST, 0))
        return [int(sock.getsockname()[1]) for sock in sockets]


program = ""
"""The module from which a program is started that has games of its own; the seats that it starts have them as well."""


def tether(module: str = "net.cli") -> list[str]:
    """The beginning of a command that runs `tether`, from this module on, as this program has it: packaged, it is the
    program itself.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, COMMAND_LINE]
    return [sys.executable, "-P", "-m", program or module]


def _start(plan: Plan, seat: int, ports: Sequence[int], room: str) -> subprocess.Popen[str]:
    return started([*tether(), "peer", *_arguments(plan, seat, ports, room)])


def started(command: Sequence[str], around: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """The process of a seat, with something more in its environment. It hears no Ctrl-C of its own, and ends when its
    standard input does.
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
        env={**os.environ, **(around or {}), "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        start_new_session=True,
    )


def end(children: Collection[subprocess.Popen[str]]) -> None:
    """Asks those that still run to end, and ends those that do not within `PATIENCE` seconds."""
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


def _arguments(plan: Plan, seat: int, ports: Sequence[int], room: str) -> list[str]:
    words = ["--told", "--game", plan.game, "--seats", str(plan.seats), "--seat", str(seat), "--listen", HOST]
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
