"""A match between real processes that is resumed the next day at other addresses."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from net.cli.matches.processes import (
    HOST,
    Processes,
    ProcessPlan,
    end_processes,
    free_ports,
    start_process,
    tether_command,
)
from net.session import saved_match
from tests.support.lobby.namespaces import PATIENCE

pytestmark = pytest.mark.waits

SEATS = 3
FEW = {"vp_to_win": 6, "max_action_steps": 8}


def left(folder: Path) -> list[Path]:
    """Return the directories of the seats of a match that was killed in the middle."""
    names = ["random"] * SEATS
    plan = ProcessPlan("bridgefront", SEATS, FEW, None, names, [""] * SEATS, None, folder, ["Ada", "Ben", "Cleo"])
    with Processes(plan) as processes:
        stepped = 0
        for told in processes.messages(60.0):
            assert told is not None and told.kind not in ("failed", "verdict", "over"), told
            stepped += told.kind == "stepped"
            if stepped >= 10 * SEATS and all(
                (home / saved_match.WHERE).exists() for home in saved_match.saved_seats(folder)
            ):
                break
        for seat in range(1, SEATS + 1):
            processes.kill(seat)
    homes = list(saved_match.saved_seats(folder))
    assert len(homes) == SEATS
    return sorted(homes, key=lambda home: home.name[-1])


@contextmanager
def resumed(homes: Sequence[Path], module: str, words: Callable[[list[int]], list[list[str]]]) -> Iterator[Said]:
    """Resume all seats at new ports, each with extra arguments."""
    ports = free_ports(SEATS)
    children = [
        start_process([*tether_command(module), "resume", str(home), "--told", "--port", str(port), *more])
        for home, port, more in zip(homes, ports, words(ports))
    ]
    try:
        yield Said(children)
    finally:
        end_processes(children)
        for child in children:
            if child.stdout is not None:
                child.stdout.close()


class Said:
    """Output of processes, line by line."""

    def __init__(self, children: Sequence[subprocess.Popen[str]]) -> None:
        self.lines: queue.Queue[tuple[int, dict[str, object]]] = queue.Queue()
        self.all: list[tuple[int, object]] = []
        for number, child in enumerate(children):
            threading.Thread(target=self._listen, args=(number, child), daemon=True).start()

    def _listen(self, number: int, child: subprocess.Popen[str]) -> None:
        for line in child.stdout or ():
            if line.startswith("{"):
                self.lines.put((number, json.loads(line)))
            else:
                self.lines.put((number, {"kind": "words", "words": line}))

    def digests(self) -> set[object]:
        """Return the final digests once every process has reported one."""
        over: dict[int, object] = {}
        while len(over) < SEATS:
            try:
                number, told = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                pytest.fail(f"nothing more was told: {self.all[-20:]}")
            self.all.append((number, told))
            assert told["kind"] not in ("failed", "verdict"), self.all[-20:]
            if told["kind"] == "over":
                over[number] = told["digest"]
        return set(over.values())


def test_seats_on_one_network_resume_a_match_without_any_address(tmp_path: Path) -> None:
    homes = left(tmp_path)
    with resumed(homes, "lobby", lambda ports: [[]] * SEATS) as said:
        assert len(said.digests()) == 1


def test_an_address_named_by_one_seat_is_passed_to_the_others(tmp_path: Path) -> None:
    """Two seats are given the address of the third, which is given none; announcements do not arrive."""
    homes = left(tmp_path)

    def words(ports: list[int]) -> list[list[str]]:
        third = ["--peer", f"{HOST}:{ports[2]}"]
        return [third, third, []]

    with resumed(homes, "net.cli", words) as said:
        assert len(said.digests()) == 1


def test_a_seat_without_peers_reports_the_seats_and_addresses_it_searches(tmp_path: Path) -> None:
    home = left(tmp_path)[0]
    child = start_process([*tether_command("lobby"), "resume", str(home), "--told", "--port", str(free_ports(1)[0])])
    said = Said([child])
    try:
        told: dict[str, object] = {}
        while told.get("kind") != "noted":
            _, told = said.lines.get(timeout=PATIENCE)
        words = str(told["words"])
    finally:
        end_processes([child])
        if child.stdout is not None:
            child.stdout.close()
    last = sorted(saved_match.read_seat_addresses(home).values())
    assert words.startswith("Looking for Ben and Cleo: at ") and words.endswith(
        "on the networks that this computer is on"
    )
    assert all(f"{host}:{port}" in words for host, port in last) and len(last) == 2
