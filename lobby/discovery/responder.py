"""Answers to strangers who ask, at a typed address and before any link, which room is there (PROTOCOL part 22).

The asking program learns from the answer if it is compatible with the room. A datagram of type 22 is the question: 16
random bytes, padded to the length of the longest answer. A datagram of type 23 is the answer: the same 16 bytes, then
[3, room id, game, rules hash, name, seats, taken, closed, match id, Tether version].

The answer is not signed. It only shows the address to connect to, and the links prove the rest. A peer that discovered
a room asks if the room is at the announced address (`lobby.discovery.reachability`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.engine.codec import BadEncodingError, dec, enc
from lobby.discovery import reachability, ruleset_transfer
from net.channels.channel import Address
from net.channels.handshake_limits import source_of_address
from net.channels.rate_limit import SourceQuotas
from net.crypto.primitives import Signer
from net.match.genesis import MAX_SEATS
from net.text.names import is_identifier, is_name
from net.transport.adapter import Transport
from net.version import VERSION, is_version

ASK, NOTICE = 22, 23
RANDOM = 16
LENGTH = 336
"""Bytes of a question; no answer is longer than that."""
PROTOCOL = 3
AGAIN = 0.25


class Notice(NamedTuple):
    """Unsigned description of a room, sent by its responder."""

    room: bytes
    game: str
    rules: bytes
    name: str
    """Name of the member that opened the room."""
    seats: int
    taken: int
    closed: bool
    """True if a player needs an invite code to enter."""
    match: bytes
    """Id of the match if it has begun, otherwise empty."""
    version: str = VERSION
    """Tether version of the responder.

    It is not signed, because the hash of the rules already proves that the rules are the same.
    """

    @property
    def has_begun(self) -> bool:
        """True if the match has begun."""
        return bool(self.match)

    @property
    def is_valid(self) -> bool:
        """True if all values are in the range that is valid for a room."""
        return (
            len(self.room) == len(self.rules) == 32
            and len(self.match) in (0, 32)
            and is_name(self.name)
            and len(self.game) <= 32
            and is_identifier(self.game)
            and 0 < self.taken <= self.seats <= MAX_SEATS
            and is_version(self.version)
        )


NOTICE_TYPES = (bytes, str, bytes, str, int, int, bool, bytes, str)


def make_question(random: bytes) -> bytes:
    """Return the datagram that asks a responder for the notice of its room."""
    return (bytes([ASK]) + random).ljust(LENGTH, b"\x00")


def make_answer(random: bytes, notice: Notice) -> bytes:
    """Return the datagram that answers a question with a notice."""
    return bytes([NOTICE]) + random + enc([PROTOCOL, *notice])


def read_answer(datagram: bytes, random: bytes) -> Notice | None:
    """Return the notice in the answer to a question, or None if the datagram is no such answer."""
    if len(datagram) > LENGTH or datagram[: 1 + RANDOM] != bytes([NOTICE]) + random:
        return None
    try:
        said = dec(datagram[1 + RANDOM :])
    except BadEncodingError:
        return None
    types = [int, *NOTICE_TYPES]
    if type(said) is not list or [type(part) for part in said] != types or said[0] != PROTOCOL:
        return None
    notice = Notice(*said[1:])
    return notice if notice.is_valid else None


def find_other_version(datagram: bytes, random: bytes) -> str:
    """Return "older" or "newer" if the datagram is an answer of such a version, otherwise ""."""
    if len(datagram) > LENGTH or datagram[: 1 + RANDOM] != bytes([NOTICE]) + random:
        return ""
    try:
        said = dec(datagram[1 + RANDOM :])
    except BadEncodingError:
        return ""
    if type(said) is not list or not said or type(said[0]) is not int or said[0] == PROTOCOL:
        return ""
    return "older" if said[0] < PROTOCOL else "newer"


class Question(NamedTuple):
    """Kind of question from strangers: its length, and a function that may answer its random bytes."""

    length: int
    answer: Callable[[bytes], bytes | None]


class AnsweringTransport:
    """Transport that also answers questions from strangers.

    It recognises a question by its first byte and its length. A question contains 16 random bytes. No answer is three
    times as long as its question, and the number of answers to each host is limited.
    """

    def __init__(self, transport: Transport, questions: Mapping[int, Question]) -> None:
        self._transport = transport
        self._questions = questions
        self._quotas = SourceQuotas(rate=20.0, most=60.0, all_rate=200.0, all_most=200.0)
        self._answers: list[tuple[Address, bytes]] = []

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Answer a question from a stranger; pass any other datagram on."""
        question = self._questions.get(datagram[0]) if datagram else None
        if question is None:
            self._transport.receive(datagram, address, now)
        elif len(datagram) == question.length and self._quotas.take(source_of_address(address), now):
            answer = question.answer(datagram[1 : 1 + RANDOM])
            if answer is not None:
                self._answers.append((address, answer))

    def tick(self, now: float) -> None:
        """Advance the time to `now`."""
        self._transport.tick(now)

    def process(self, now: float) -> None:
        """Let the wrapped transport process what it has received."""
        self._transport.process(now)

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the datagrams to send."""
        answers, self._answers = self._answers, []
        return answers + self._transport.take_datagrams()


class Responder(AnsweringTransport):
    """Transport that answers strangers with the notice of the room, if there is one.

    It also proves with the key of `signer` that the room is here, and sends the room's `ruleset`, if it has one. `tick`
    is called with the time.
    """

    def __init__(
        self,
        transport: Transport,
        notice: Callable[[], Notice | None],
        tick: Callable[[float], object] = lambda now: None,
        signer: Signer | None = None,
        ruleset: Callable[[], bytes] = bytes,
    ) -> None:
        def noticed(random: bytes) -> bytes | None:
            told = notice()
            return make_answer(random, told) if told is not None else None

        def room() -> bytes | None:
            told = notice()
            return told.room if told is not None else None

        questions = {ASK: Question(LENGTH, noticed)}
        if signer is not None:
            questions[reachability.ASK] = Question(reachability.QUESTION, reachability.make_answerer(signer, room))
        questions[ruleset_transfer.ASK] = Question(ruleset_transfer.LENGTH, ruleset_transfer.make_answerer(ruleset))
        super().__init__(transport, questions)
        self._tick = tick

    def tick(self, now: float) -> None:
        """Advance to the time `now`."""
        super().tick(now)
        self._tick(now)


class Query:
    """Transport of a peer that asks the program at an address for the notice of its room."""

    def __init__(self, address: Address, random: bytes) -> None:
        self.address = address
        self.notice: Notice | None = None
        self.other_version = ""
        """"older" or "newer" if the program there has another version, otherwise "".

        The answers of another version cannot be read.
        """
        self._random = random
        self._due = 0.0
        self._out: list[tuple[Address, bytes]] = []

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram, which counts only if it comes from the queried address."""
        if address == self.address and self.notice is None:
            self.notice = read_answer(datagram, self._random)
            self.other_version = self.other_version or find_other_version(datagram, self._random)

    def tick(self, now: float) -> None:
        """Send the question, and repeat it until an answer arrives."""
        if now >= self._due and self.notice is None:
            self._due = now + AGAIN
            self._out.append((self.address, make_question(self._random)))

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the datagrams to send."""
        out, self._out = self._out, []
        return out


class Queries:
    """Transport of several queries, each to its own address."""

    def __init__(self, queries: Sequence[Query]) -> None:
        self._queries = queries

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Pass a datagram to the queries."""
        for query in self._queries:
            query.receive(datagram, address, now)

    def tick(self, now: float) -> None:
        """Send each question, and repeat it until an answer arrives."""
        for query in self._queries:
            query.tick(now)

    def process(self, now: float) -> None:
        """Do nothing, because an answer causes no further datagrams."""

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the datagrams to send."""
        return [datagram for query in self._queries for datagram in query.take_datagrams()]
