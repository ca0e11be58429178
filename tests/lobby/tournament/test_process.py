"""A tournament member in a separate process, and a hostile guest on a real socket: the member's memory use."""

from __future__ import annotations

import re
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.engine.codec import dec, enc
from core.games.registry import GAMES
from lobby.tournament.app.finder import ANSWER, QUESTION
from lobby.tournament.app.finder import ASK as QUESTIONED
from lobby.tournament.model.opening import Opening, read_opening
from net.channels.channels import Channels
from net.crypto.invite import OPEN
from tests.support.lobby.tournament.guest import ENTRY, JUNK, WANT, Guest, packed

pytestmark = pytest.mark.waits

PATIENCE = 60.0
MORE = 40 * 1024
"""Kilobytes that the attack may add to the member's peak size; it was 2.2 GB in 9 s."""
TERMS = ("--title", "Attacked", "--helper", "--listen", "127.0.0.1", "--port", "0", "--open", "--throw-away")


class Linked:
    """A guest with a socket and links to one member."""

    def __init__(self, number: int, where: tuple[str, int]) -> None:
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sock.bind(("127.0.0.1", 0))
        self.where = where
        self.heard: list[list[object]] = []
        self.guest = Guest(self._opening(), number)
        self.links = Channels(self.guest.signer, self.guest.terms.id, OPEN, [where])
        self.until(lambda: bool(self.links.identities))
        (self.member,) = self.links.identities

    def _opening(self) -> Opening:
        question = (bytes([QUESTIONED]) + bytes(16)).ljust(QUESTION, b"\x00")
        while True:
            self.sock.sendto(question, self.where)
            if select.select([self.sock], [], [], 0.2)[0]:
                data = self.sock.recv(2048)
                if data[0] == ANSWER:
                    return read_opening(dec(data[17:])[1], GAMES)

    def until(self, true: Callable[[], bool]) -> None:
        """Receive and answer until the condition `true` holds."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "nothing comes of it"
            self.turn()

    def turn(self) -> None:
        """Process received datagrams and send the pending ones."""
        now = time.monotonic()
        self.links.tick(now)
        for address, datagram in self.links.take_datagrams():
            self.sock.sendto(datagram, address)
        while select.select([self.sock], [], [], 0.005)[0]:
            datagram, address = self.sock.recvfrom(2048)
            heard = self.links.receive(datagram, address, now)
            if heard is not None:
                self.heard += dec(heard.data)

    def say(self, *messages: bytes) -> None:
        """Send these messages in as few datagrams as possible."""
        for data in packed(messages):
            self.links.send(self.member, data, time.monotonic())

    def is_in(self) -> bool:
        """Return True if the member has admitted the guest and returns its enrolment on request."""
        own = self.guest
        self.say(own.request())
        self.say(own.told(own.feed[0]), enc([WANT, own.identity[:8] + bytes(4)]))
        self.turn()
        return any(said[0] == ENTRY and said[1] == own.identity for said in self.heard)


def greatest(pid: int) -> int:
    """Return the peak memory of a process in kB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("ascii"))
    assert found is not None
    return int(found[1])


def test_requests_for_a_forked_feed_cost_no_memory() -> None:
    """Before, 600 datagrams of 15 requests caused 2.2 GB in 9 s, and newcomers got no answer."""
    words = [sys.executable, "-m", "lobby", "tournament", "open", *TERMS]
    child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        found = re.search(r"join 127\.0\.0\.1:(\d+)", child.stdout.readline())
        assert found is not None
        hostile = Linked(1, ("127.0.0.1", int(found[1])))
        guest = hostile.guest
        guest.enrol()
        hostile.until(hostile.is_in)
        for _ in range(60):
            hostile.say(guest.told(guest.sign(JUNK, bytes(600))))
            hostile.turn()
        hostile.say(guest.told(guest.sign(JUNK, b"another", at=1)))
        hostile.turn()
        before = greatest(child.pid)
        wants = [enc([WANT, guest.identity[:8] + bytes(4)])] * 15
        for i in range(600):
            hostile.say(*wants)
            if i % 20 == 0:
                hostile.turn()
        newcomer = Linked(2, hostile.where)
        newcomer.guest.enrol()
        newcomer.until(newcomer.is_in)
        assert sum(said[0] == ENTRY and said[1] == guest.identity for said in hostile.heard) > 60, "it is answered"
        assert greatest(child.pid) - before < MORE
    finally:
        child.kill()
        child.wait()
