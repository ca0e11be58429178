"""A client window in a process of its own, operated from outside by a simulated user (xdotool)."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from client.app.settings import Settings, save
from client.app.ui_trace import PLACES, TRACE_VARIABLE

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 240.0
"""Seconds after which a match counts as failed; on an idle machine it takes about forty."""
Program = Callable[[dict[str, str]], list[str]]
"""Function from environment variables to the command of a program."""
SLOW = 1.5
"""Seconds to wait for the effect of a key before the next key is pressed."""


class Client:
    """A client on its own display, with a simulated user who knows only what the window shows."""

    def __init__(self, name: str, home: Path, *words: str, program: Program | None = None, typed: str = "") -> None:
        """Start the client with settings for this player name.

        `program` starts another program instead, with `typed` as its input.
        """
        if shutil.which("xdotool") is None:
            raise RuntimeError("this test needs xdotool: apt-get install xdotool")
        self.home, self.told = home, home / "seen"
        home.mkdir()
        calm = Settings(name=name, speed=4.0, reduced_motion=True, effects="low", width=800, height=450)
        if program is None:
            save(calm, home / "config" / "tether" / "client.json")
        self.screen, number = _display()
        self.around = {
            **os.environ, "DISPLAY": f":{number}", "PYTHONPATH": str(ROOT), TRACE_VARIABLE: str(self.told),
            "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": os.environ["TETHER_TESTS_HOME"],  # pictures that another window has painted
        }  # fmt: skip
        self.errors = (home / "errors").open("w")
        command = [sys.executable, "-m", "client", *words]
        if program is not None:
            command = program({name: self.around[name] for name in ("DISPLAY", TRACE_VARIABLE)})
        self.process = subprocess.Popen(
            command, env=self.around, cwd=home, stderr=self.errors, stdin=subprocess.PIPE if typed else None, text=True
        )
        if self.process.stdin is not None:
            self.process.stdin.write(typed)
            self.process.stdin.close()
        self._seen: list[dict[str, Any]] = []
        self._heard = 0
        self._focused = False
        self._tried = 0
        self._before: dict[str, Any] = {}
        self._pressed = 0.0

    @property
    def seen(self) -> list[dict[str, Any]]:
        """All states that the window has shown so far."""
        if self.told.exists():
            with self.told.open("rb") as file:
                file.seek(self._heard)
                new = file.read()
            whole = new[: new.rfind(b"\n") + 1]
            self._heard += len(whole)
            self._seen += map(json.loads, whole.splitlines())
        return self._seen

    def press(self, *keys: str) -> None:
        """Send key presses to the window from outside."""
        words = [] if self._focused else ["search", "--sync", "--onlyvisible", "--name", "^Tether$", "windowfocus"]
        self._focused = True
        subprocess.run(["xdotool", *words, "key", "--delay", "15", *keys], env=self.around, check=True, timeout=30)

    @property
    def places(self) -> dict[str, list[int]]:
        """Clickable places on the screen, by name."""
        with contextlib.suppress(FileNotFoundError):
            places: dict[str, list[int]] = json.loads(self.told.with_name(self.told.name + PLACES).read_text())
            return places
        return {}

    def click(self, name: str) -> None:
        """Click the item with this name as soon as it is visible."""
        self.until(lambda: name in self.places, name)
        x, y = self.places[name]
        words = (
            "search",
            "--sync",
            "--onlyvisible",
            "--name",
            "^Tether$",
            "mousemove",
            "--window",
            "%1",
            str(x),
            str(y),
        )
        subprocess.run(["xdotool", *words, "click", "1"], env=self.around, check=True, timeout=30)

    def write(self, text: str) -> None:
        """Type a line into the focused field and send it."""
        subprocess.run(["xdotool", "type", "--delay", "15", text], env=self.around, check=True, timeout=30)
        self.press("Return")

    def until(self, true: Callable[[], object], what: str = "") -> None:
        """Wait until the condition `true` holds; `what` describes it in an error."""
        ends = time.monotonic() + PATIENCE
        while not true():
            self.pause()
            assert time.monotonic() < ends, (what, self.seen[-1:], [*self.places], (self.home / "errors").read_text())

    def pause(self) -> None:
        """Wait a moment and check that the program has not ended."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=0.05)
        assert self.process.returncode is None, (self.home / "errors").read_text()

    def act(self) -> bool:
        """Act as a user would; return True if the match is over."""
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

    def _keys(self, now: dict[str, Any]) -> tuple[str, ...]:
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
        """Stop the client and its display."""
        for process in (self.process, self.screen):
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
        self.errors.close()


def _display(screen: str = "1280x720x24") -> tuple[subprocess.Popen[bytes], str]:
    """Start an X server on an unused display, and return its process and display number."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return server, pipe.readline().strip()
