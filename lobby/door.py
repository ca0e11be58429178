"""What a stranger may ask at a typed address before any link: which room is here, and does it fit (DESIGN part 4).

A datagram of type 22 asks: 16 random bytes, padded to the length of the longest answer. One of type 23 answers: the
same 16 bytes, then [1, room id, game, rules hash, host's name, seats, taken, closed, begun]. Nothing of it is signed:
it says where to knock, and the links prove the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.kernel.codec import BadBytes, dec, enc
from net.genesis import MAX_SEATS, is_name
from net.lines import Line
from net.link import Address

ASK, NOTICE = 22, 23
RANDOM = 16
LENGTH = 320
"""Bytes of a question; no answer is longer."""
VERSION = 1
AGAIN = 0.25


class Notice(NamedTuple):
    """What a room says of itself at the door."""

    room: bytes
    game: str
    rules: bytes
    host: str
    seats: int
    taken: int
    closed: bool
    """Whether an invite code is needed."""
    begun: bool


def question(random: bytes) -> bytes:
    """A datagram that asks which room is there."""
    return (bytes([ASK]) + random).ljust(LENGTH, b"\x00")


def answer(random: bytes, notice: Notice) -> bytes:
    """The answer to it."""
    return bytes([NOTICE]) + random + enc([VERSION, *notice])


def read_answer(datagram: bytes, random: bytes) -> Notice | None:
    """The notice in an answer to this question; None if it is none."""
    if len(datagram) > LENGTH or datagram[: 1 + RANDOM] != bytes([NOTICE]) + random:
        return None
    try:
        said = dec(datagram[1 + RANDOM :])
    except BadBytes:
        return None
    types = [int, bytes, str, bytes, str, int, int, bool, bool]
    if type(said) is not list or [type(part) for part in said] != types or said[0] != VERSION:
        return None
    notice = Notice(*said[1:])
    fits = len(notice.room) == len(notice.rules) == 32 and is_name(notice.host) and len(notice.game) <= 32
    return notice if fits and 0 < notice.taken <= notice.seats <= MAX_SEATS else None


class Door:
    """A line whose strangers get the notice of the room."""

    def __init__(self, line: Line, notice: Callable[[], Notice]) -> None:
        self._line = line
        self._notice = notice
        self._answers: list[tuple[Address, bytes]] = []

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Answers a question, hands everything else on."""
        if datagram[:1] != bytes([ASK]):
            self._line.receive(datagram, address, now)
        elif len(datagram) == LENGTH:
            self._answers.append((address, answer(datagram[1 : 1 + RANDOM], self._notice())))

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self._line.tick(now)

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        answers, self._answers = self._answers, []
        return answers + self._line.take_datagrams(now)


class Knock:
    """The line of somebody who stands at an address and asks."""

    def __init__(self, address: Address, random: bytes) -> None:
        self.address = address
        self.notice: Notice | None = None
        self._random = random
        self._due = 0.0
        self._out: list[tuple[Address, bytes]] = []

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes the answer of that address in."""
        if address == self.address and self.notice is None:
            self.notice = read_answer(datagram, self._random)

    def tick(self, now: float) -> None:
        """Asks, and asks again."""
        if now >= self._due and self.notice is None:
            self._due = now + AGAIN
            self._out.append((self.address, question(self._random)))

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        out, self._out = self._out, []
        return out
