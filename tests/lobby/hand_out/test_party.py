"""Two computers without any route outside; the second has Python, an empty home folder, and no Tether."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.support.client.person import Client
from tests.support.lobby.namespaces import Networks, until
from tests.support.tiers import LONG

pytestmark = pytest.mark.needs("namespaces")

BASE = getattr(sys, "_base_executable", sys.executable)
FETCH = """
import re, sys, urllib.request
page = urllib.request.urlopen(sys.argv[1]).read().decode()
name = re.search(r'href="/(tether[^"]+py[0-9]+[.]pyz)"', page)[1]
with urllib.request.urlopen(sys.argv[1] + name) as answer, open(sys.argv[2], "wb") as file:
    file.write(answer.read())
print(re.search(r"python3 \\S+ (\\S+)</code>", page)[1])
"""
NOWHERE = """
import socket
try:
    socket.create_connection(("198.51.100.1", 80), 1)
except OSError as wrong:
    print(wrong.strerror)
"""
SHORT = ("--option", "vp_to_win=5", "--option", "max_action_steps=8")


class Party:
    """The host's room on computer A, and the guest's steps on computer B."""

    def __init__(self, hosts: Networks, folder: Path, *words: str) -> None:
        self.hosts, self.folder, self.out = hosts, folder, folder / "host.out"
        self.file, self.home = folder / "tether.pyz", folder / "guest"
        self.home.mkdir()
        around = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "ada"), "COLUMNS": "140"}
        command = ["-m", "lobby", "host", "--terminal", "--hand-out", "--seats", "2", "--name", "Ada", *SHORT, *words]
        self.host = hosts.start("A", command, self.out, around)
        self.began = time.monotonic()
        self.steps: list[str] = []

    def step(self, words: str) -> None:
        """Note a step of the guest, with the seconds since the room opened."""
        self.steps.append(f"{time.monotonic() - self.began:6.1f} s  {words}")

    def of_host(self, pattern: str) -> str:
        """Return the match of this pattern on the host's screen as soon as it appears."""
        until(lambda: re.search(pattern, self.out.read_text(), re.MULTILINE), self.out, self.host)
        found = re.search(pattern, self.out.read_text(), re.MULTILINE)
        assert found is not None
        return found[1]

    def fetch(self) -> str:
        """Open the page on the guest's computer and save the file; return the address of the room."""
        url = self.of_host(r"^A guest without Tether opens (http://10\S+)$")
        self.began = time.monotonic()
        self.step("opens the page")
        done = self.run_as_guest("-c", FETCH, url, str(self.file))
        self.step(f"has saved {self.file.stat().st_size / 1e6:.1f} MB")
        digits = self.of_host(r"SHA-256 begins (\w{20})")
        assert hashlib.sha256(self.file.read_bytes()).hexdigest().startswith(digits)
        self.step("has compared the number")
        return done.strip()

    def run_as_guest(self, *words: str) -> str:
        """Return the output of Python on the guest's computer."""
        return subprocess.run(self.as_guest(*words), capture_output=True, text=True, check=True).stdout

    def as_guest(self, *words: str, around: Mapping[str, str] = MappingProxyType({})) -> list[str]:
        """Return a command that runs Python on the guest's computer, with nothing but an empty home folder."""
        known = [f"{name}={value}" for name, value in {"HOME": str(self.home), "PATH": "", **around}.items()]
        return ["ip", "netns", "exec", self.hosts.name("B"), "env", "-i", *known, BASE, *words]

    @property
    def typed(self) -> str:
        """Lines that the guest types: the first letters of the number, and the invite code."""
        number, code = self.of_host(r": number (\w{4}) "), self.of_host(r"--code (\S+)$")
        return f"{number}\n{code}\n"


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    with Networks() as hosts:
        yield Party(hosts, tmp_path)


def test_a_guest_with_python_alone_joins_and_plays(party: Party, tmp_path: Path) -> None:
    assert party.run_as_guest("-c", NOWHERE).strip() == "Network is unreachable"
    address = party.fetch()
    assert address == f"{party.hosts.addresses['A']}:47801"
    out = tmp_path / "guest.out"
    with out.open("w") as said:
        guest = subprocess.Popen(
            party.as_guest(str(party.file), address),
            stdin=subprocess.PIPE, stdout=said, stderr=said, text=True, start_new_session=True,
        )  # fmt: skip
        assert guest.stdin is not None
        guest.stdin.write(party.typed)
        guest.stdin.close()
        try:
            until(lambda: re.search("^Round 1:", out.read_text(), re.MULTILINE), out, guest)
            party.step("has played the first steps")
            party.of_host(r"^(Round 1:)")
            assert "Fetched 1 time." in party.out.read_text()
            programs = [path.name for path in (party.home / ".local" / "share" / "tether" / "program").iterdir()]
            assert programs == [party.of_host(r": number ([\w ]{19})").replace(" ", "")]
            with pytest.raises(subprocess.CalledProcessError):
                party.run_as_guest("-c", FETCH, f"http://{address}/", str(tmp_path / "late"))
        finally:
            os.killpg(guest.pid, signal.SIGKILL)  # the installed program too, which the file has started
            guest.wait()
    print("\n".join(party.steps))


def a_guest_plays_in_the_window(party: Party, tmp_path: Path) -> None:
    address = party.fetch()
    words = str(party.file), address
    party.step("starts the file, and types four letters and the code")
    ben = Client(
        "", tmp_path / "window", typed=party.typed, program=lambda around: party.as_guest(*words, around=around)
    )
    try:
        ben.until(lambda: "Your name" in ben.places, "the window")
        party.step("sees the window")
        ben.click("Your name")
        ben.write("Ben")
        ben.until(lambda: ben.seen and ben.seen[-1].get("screen") == "RoomScreen", "the room")
        party.step("is in the room")
        ben.until(lambda: ben.act() or (ben.seen and ben.seen[-1].get("asked")), "the first question")
        party.step("has the first question of the match")
    finally:
        ben.end()
    print("\n".join(party.steps))


if LONG:  # it takes a minute

    def test_a_guest_plays_in_the_window(party: Party, tmp_path: Path) -> None:
        a_guest_plays_in_the_window(party, tmp_path)
