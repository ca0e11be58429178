"""Separate hosts and networks as network namespaces of this computer; needs root and `ip` (iproute2)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

import pytest

PATIENCE = 200.0
"""Maximum duration of a program, in seconds."""


class Networks:
    """Hosts A, B and C, with A and B on one network, and B and C on another.

    Nothing is forwarded before `route` is called. On exit, the context manager removes everything.
    """

    def __init__(self) -> None:
        if os.name != "posix" or os.geteuid() or shutil.which("ip") is None:
            pytest.fail("this test makes network namespaces: it needs root and `ip` (iproute2)", pytrace=False)
        self._tag = f"tt{os.getpid() % 100000}"
        self._children: list[subprocess.Popen[str]] = []
        self.addresses = {"A": "10.71.1.1", "B": "10.71.1.2", "B2": "10.71.2.2", "C": "10.71.2.1"}

    def __enter__(self) -> Self:
        try:
            for host in "ABC":
                self._ip("netns", "add", self.name(host))
                self._in(host, "link", "set", "lo", "up")
            self._cable(1, "A", "B")
            self._cable(2, "C", "B")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for child in self._children:
            child.kill()
            child.wait()
        for host in "ABC":
            subprocess.run(["ip", "netns", "del", self.name(host)], capture_output=True, check=False)

    def route(self) -> None:
        """Forward addressed datagrams through B from now on, but no broadcast."""
        forward = "echo 1 > /proc/sys/net/ipv4/ip_forward"
        self._ip("netns", "exec", self.name("B"), "sh", "-c", forward)
        self._in("A", "route", "add", "default", "via", self.addresses["B"])
        self._in("C", "route", "add", "default", "via", self.addresses["B2"])

    def without_ipv4(self) -> None:
        """Remove all addresses except the IPv6 addresses of the links from now on."""
        for host in "ABC":
            self._in(host, "-4", "addr", "flush", "scope", "global")
        end = time.monotonic() + PATIENCE
        while not all(map(self._has_link_addresses, "ABC")):
            assert time.monotonic() < end, "an address of a link stays tentative"
            time.sleep(0.05)

    def _has_link_addresses(self, host: str) -> bool:
        """Return True if the links have usable addresses; the system first checks that no other host has them."""
        command = ["ip", "-n", self.name(host), "-6", "-o", "addr", "show", "scope", "link"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return bool(said) and "tentative" not in said

    def link_address(self) -> str:
        """Return the link-local address of B's end of the cable to A."""
        command = ["ip", "-n", self.name("B"), "-6", "-o", "addr", "show", "dev", f"{self._tag}b1", "scope", "link"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return said.split()[3].partition("/")[0]

    def unplug(self) -> None:
        """Pull A's cable, and remove its addresses."""
        self._in("A", "link", "set", f"{self._tag}a1", "down")
        self._in("A", "addr", "flush", "dev", f"{self._tag}a1")

    def plug(self) -> None:
        """Plug A's cable in again."""
        self._in("A", "link", "set", f"{self._tag}a1", "up")

    def name(self, host: str) -> str:
        """Return the name of a host's namespace."""
        return f"{self._tag}{host}"

    def start(
        self, host: str, command: Sequence[str], out: Path, environment: Mapping[str, str]
    ) -> subprocess.Popen[str]:
        """Run a command on a host; its output goes to a file."""
        said: IO[str]
        with out.open("a") as said:
            child = subprocess.Popen(
                ["ip", "netns", "exec", self.name(host), sys.executable, *command],
                stdout=said,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, **environment},
            )
        self._children.append(child)
        return child

    def _cable(self, number: int, one: str, other: str) -> None:
        """Connect two hosts by a network; the address of the second host ends in 2."""
        ends = f"{self._tag}a{number}", f"{self._tag}b{number}"
        self._ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
        for host, end, last in ((one, ends[0], 1), (other, ends[1], 2)):
            self._ip("link", "set", end, "netns", self.name(host))
            self._in(host, "addr", "add", f"10.71.{number}.{last}/24", "dev", end)
            self._in(host, "link", "set", end, "up")

    def _in(self, host: str, *words: str) -> None:
        self._ip("-n", self.name(host), *words)

    @staticmethod
    def _ip(*words: str) -> None:
        done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.fail(f"ip {' '.join(words)}: {done.stderr.strip()}", pytrace=False)


def until(true: Callable[[], object], out: Path, child: subprocess.Popen[str] | None = None) -> None:
    """Wait until the condition `true` holds; fail if the program ends before or takes too long."""
    end, ended = time.monotonic() + PATIENCE, False
    while not true():
        assert not ended and time.monotonic() < end, out.read_text()
        if child is not None:
            with suppress(subprocess.TimeoutExpired):
                child.wait(0.1)
                ended = True
