"""What a stranger may ask at a typed address before any link: which room is here, and does it fit (PROTOCOL part 22).

A datagram of type 22 asks: 16 random bytes, padded to the length of the longest answer. One of type 23 answers: the
same 16 bytes, then [3, room id, game, rules hash, name, seats, taken, closed, match id, which Tether]. Nothing of it is
signed: it says where to ask, and the links prove the rest. Who has heard of the room asks whether it is here
(`lobby.discovery.reachability`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from core.engine.codec import BadBytes, dec, enc
from lobby.discovery import reachability
from net.channels.channel import Address
from net.channels.handshake_limits import source
from net.channels.rate_limit import Shares
from net.crypto.primitives import Signer
from net.match.genesis import MAX_SEATS
from net.text.names import is_identifier, is_name
from net.transport.adapter import Line
from net.version import VERSION, is_version

ASK, NOTICE = 22, 23
RANDOM = 16
LENGTH = 336
"""Bytes of a question; no answer is longer."""
PROTOCOL = 3
AGAIN = 0.25


class Notice(NamedTuple):
    """What a room says of itself at its responder."""

    room: bytes
    game: str
    rules: bytes
    name: str
    """Of who has opened the room."""
    seats: int
    taken: int
    closed: bool
    """Whether an invite code is needed."""
    match: bytes
    """The id of the match that has begun, or nothing."""
    by: str = VERSION
    """Which version of Tether says so; not signed, as its rules are by their hash."""

    @property
    def begun(self) -> bool:
        """Whether the match has begun."""
        return bool(self.match)

    @property
    def sound(self) -> bool:
        """Whether it can be a room's at all."""
        return (
            len(self.room) == len(self.rules) == 32
            and len(self.match) in (0, 32)
            and is_name(self.name)
            and len(self.game) <= 32
            and is_identifier(self.game)
            and 0 < self.taken <= self.seats <= MAX_SEATS
            and is_version(self.by)
        )


NOTICE_TYPES = (bytes, str, bytes, str, int, int, bool, bytes, str)


def question(random: bytes) -> bytes:
    """A datagram that asks which room is there."""
    return (bytes([ASK]) + random).ljust(LENGTH, b"\x00")


def answer(random: bytes, notice: Notice) -> bytes:
    """The answer to it."""
    return bytes([NOTICE]) + random + enc([PROTOCOL, *notice])


def read_answer(datagram: bytes, random: bytes) -> Notice | None:
    """The notice in an answer to this question; None if it is none."""
    if len(datagram) > LENGTH or datagram[: 1 + RANDOM] != bytes([NOTICE]) + random:
        return None
    try:
        said = dec(datagram[1 + RANDOM :])
    except BadBytes:
        return None
    types = [int, *NOTICE_TYPES]
    if type(said) is not list or [type(part) for part in said] != types or said[0] != PROTOCOL:
        return None
    notice = Notice(*said[1:])
    return notice if notice.sound else None


def other_version(datagram: bytes, random: bytes) -> str:
    """ "older" or "newer" if it is the answer of a program of such a version; else ""."""
    if len(datagram) > LENGTH or datagram[: 1 + RANDOM] != bytes([NOTICE]) + random:
        return ""
    try:
        said = dec(datagram[1 + RANDOM :])
    except BadBytes:
        return ""
    if type(said) is not list or not said or type(said[0]) is not int or said[0] == PROTOCOL:
        return ""
    return "older" if said[0] < PROTOCOL else "newer"


class Question(NamedTuple):
    """What strangers may ask: how long it is, and what answers its random bytes, if anything does."""

    length: int
    answer: Callable[[bytes], bytes | None]


class Answering:
    """A line whose strangers are answered: questions are known by their first byte and their length, and 16 random
    bytes follow. No answer is three times as long as its question, and each host has a share of them.
    """

    def __init__(self, line: Line, questions: Mapping[int, Question]) -> None:
        self._line = line
        self._questions = questions
        self._shares = Shares(rate=20.0, most=60.0, all_rate=200.0, all_most=200.0)
        self._answers: list[tuple[Address, bytes]] = []

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Answers a question, hands everything else on."""
        question = self._questions.get(datagram[0]) if datagram else None
        if question is None:
            self._line.receive(datagram, address, now)
        elif len(datagram) == question.length and self._shares.take(source(address), now):
            answer = question.answer(datagram[1 : 1 + RANDOM])
            if answer is not None:
                self._answers.append((address, answer))

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self._line.tick(now)

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        answers, self._answers = self._answers, []
        return answers + self._line.take_datagrams(now)


class Responder(Answering):
    """A line whose strangers get the notice of the room, if there is one, and are told with the key of `signer` that it
    is here. `tick` is called with the time.
    """

    def __init__(
        self,
        line: Line,
        notice: Callable[[], Notice | None],
        tick: Callable[[float], object] = lambda now: None,
        signer: Signer | None = None,
    ) -> None:
        def noticed(random: bytes) -> bytes | None:
            told = notice()
            return answer(random, told) if told is not None else None

        def room() -> bytes | None:
            told = notice()
            return told.room if told is not None else None

        questions = {ASK: Question(LENGTH, noticed)}
        if signer is not None:
            questions[reachability.ASK] = Question(reachability.QUESTION, reachability.answering(signer, room))
        super().__init__(line, questions)
        self._tick = tick

    def tick(self, now: float) -> None:
        """The time is `now`."""
        super().tick(now)
        self._tick(now)


class Query:
    """The line of somebody who stands at an address and asks."""

    def __init__(self, address: Address, random: bytes) -> None:
        self.address = address
        self.notice: Notice | None = None
        self.other_version = ""
        """Whether an "older" or a "newer" program is there, whose answers cannot be read."""
        self._random = random
        self._due = 0.0
        self._out: list[tuple[Address, bytes]] = []

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes the answer of that address in."""
        if address == self.address and self.notice is None:
            self.notice = read_answer(datagram, self._random)
            self.other_version = self.other_version or other_version(datagram, self._random)

    def tick(self, now: float) -> None:
        """Asks, and asks again."""
        if now >= self._due and self.notice is None:
            self._due = now + AGAIN
            self._out.append((self.address, question(self._random)))

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        out, self._out = self._out, []
        return out
