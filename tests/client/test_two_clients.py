"""Two windows in processes of their own, driven by xdotool from outside, and two bots play a match over UDP."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from client.settings import Settings, save
from client.watch import VARIABLE
from core.games import find
from core.kernel.result import TEAM
from net import record
from net.cli.processes import free_ports
from net.verify import Replay, verify
from tests.budget import one_in

ROOT = Path(__file__).resolve().parents[2]
CODE = "K7Q2M-9XTR4"
PATIENCE = 240.0
"""Seconds after which the match is given up; on an idle machine it takes about forty."""
SLOW = 1.5
"""Seconds after which a key that has changed nothing is followed by another one."""
SHORT = {
    "bridgefront": ("--option", "vp_to_win=5", "--option", "max_action_steps=8"),
    "cabinet": ("--option", "target=calm"),
}
"""The games, and how they are over soon."""


class Client:
    """A client on a display of its own, and the person before it, who knows only what the window shows."""

    def __init__(self, name: str, home: Path, *words: str) -> None:
        self.home, self.told = home, home / "seen"
        home.mkdir()
        calm = Settings(name=name, speed=4.0, reduced_motion=True, effects="low", width=800, height=450)
        save(calm, home / "config" / "tether" / "client.json")
        self.screen, number = _display()
        self.around = {
            **os.environ, "DISPLAY": f":{number}", "PYTHONPATH": str(ROOT), VARIABLE: str(self.told),
            "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
        }  # fmt: skip
        self.errors = (home / "errors").open("w")
        command = [sys.executable, "-m", "client", *words]
        self.process = subprocess.Popen(command, env=self.around, cwd=home, stderr=self.errors)
        self._focused = False
        self._tried = 0
        self._before: dict = {}
        self._pressed = 0.0

    @property
    def seen(self) -> list[dict]:
        """Everything that the window has shown so far."""
        if not self.told.exists():
            return []
        lines = self.told.read_text(encoding="utf-8").split("\n")
        return [json.loads(line) for line in lines[:-1]]

    def press(self, *keys: str) -> None:
        """Keys reach the window from outside."""
        words = [] if self._focused else ["search", "--sync", "--onlyvisible", "--name", "^Tether$", "windowfocus"]
        self._focused = True
        subprocess.run(["xdotool", *words, "key", "--delay", "15", *keys], env=self.around, check=True, timeout=30)

    def act(self) -> bool:
        """Does what a person would; whether the match is over here."""
        assert self.process.poll() is None, (self.home / "errors").read_text()
        now = self.seen[-1] if self.seen else {}
        if now.get("screen") == "EndScreen":
            return True
        assert not now.get("verdict"), now
        if (now.get("screen") == "RoomScreen" and now["full"] and not now["ready"]) or now.get("busy"):
            if now != self._before or time.monotonic() > self._pressed + SLOW:
                self._before, self._pressed = now, time.monotonic()
                self.press("f" if now.get("busy") else "Return")
        elif now.get("asked") and not now["locked"]:
            if now != self._before:
                self._before, self._tried = now, 0
            elif time.monotonic() < self._pressed + SLOW:  # keys that wait in the queue would answer the next question
                return False
            else:
                self._tried += 1
            self.press(*self._keys(now))
            self._pressed = time.monotonic()
        return False

    def _keys(self, now: dict) -> tuple[str, ...]:
        if not now["question"] or now["decided"]:
            return ("Return",)
        if now["asked"] == "draw":
            return ("1",)
        if now["asked"] == "act":
            return ("bracketright", "Return")
        if now["question"] == "action":
            return ("v",)
        if now["asked"] == "bid":
            return ("p", "Return")
        ways = (("Return",), ("bracketright", "Return"), ("1",), ("Down", "Return"), ("Tab", "Return"))
        return ways[self._tried % len(ways)]

    def end(self) -> None:
        """Ends the client and its display."""
        for process in (self.process, self.screen):
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
        self.errors.close()


def _display() -> tuple[subprocess.Popen[bytes], str]:
    """A display that nobody else uses, and its number."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return server, pipe.readline().strip()


@pytest.fixture(params=one_in(2, SHORT))
def game(request: pytest.FixtureRequest) -> str:
    """Which game is played."""
    return str(request.param)


@pytest.fixture
def clients(tmp_path: Path, game: str) -> Iterator[tuple[Client, Client]]:
    """A host with two bots, and a guest."""
    if shutil.which("xdotool") is None:
        raise RuntimeError("this test needs xdotool: apt-get install xdotool")
    (port,) = free_ports(1)
    words = ("--seats", "4", "--bots", "heuristic,heuristic", "--port", str(port), "--code", CODE)
    host = Client("Ada", tmp_path / "ada", "host", "--game", game, *words, *SHORT[game])
    guest = None
    try:
        _until(lambda: any(seen["screen"] == "RoomScreen" and seen.get("words") for seen in host.seen), host)
        guest = Client("Ilse", tmp_path / "ilse", "join", f"127.0.0.1:{port}", "--code", CODE)
        yield host, guest
    finally:
        host.end()
        if guest is not None:
            guest.end()


def _until(true, client: Client) -> None:
    ends = time.monotonic() + PATIENCE
    while not true():
        with suppress(subprocess.TimeoutExpired):
            client.process.wait(timeout=0.05)
        assert time.monotonic() < ends and client.process.returncode is None, (client.home / "errors").read_text()


def test_a_match_of_two_windows_and_two_bots(clients: tuple[Client, Client], game: str) -> None:
    rules = find(game)
    ends = time.monotonic() + PATIENCE
    over = [False, False]
    while not all(over):
        assert time.monotonic() < ends, [client.seen[-1:] for client in clients]
        over = [client.act() for client in clients]
        with suppress(subprocess.TimeoutExpired):
            clients[0].process.wait(timeout=0.02)
    final = [client.seen[-1] for client in clients]
    assert final[0]["digest"] == final[1]["digest"] and final[0]["standing"] == final[1]["standing"]
    ranks = {rank for _, rank in final[0]["standing"]}
    assert len(ranks) == 1 if rules.kind == TEAM else 1 in ranks
    for client in clients:
        (kept,) = (client.home / "data" / "tether" / "records").iterdir()
        match = record.read(kept)
        report = verify(match, rules)
        assert report.complete and report.digest.hex() == final[0]["digest"]
        assert set(report.names) >= {"Ada", "Ilse"} and len(report.names) == 4
        replay = Replay(match, rules)
        digests = {step.t: step.digest.hex() for step in replay.steps()}
        shown = {seen["t"]: seen["shown"] for seen in client.seen if seen.get("shown") and seen["t"]}
        assert len(shown) > 10 and all(digests[t] == digest for t, digest in shown.items())
        assert not (client.home / "errors").read_text().count("Traceback")
