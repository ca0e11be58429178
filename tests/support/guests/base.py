"""What all hostile guests have in common: choices, keys, and how inputs of a fuzzer become deeds.

    guest = KINDS["guest-room"]()
    guest.deed(Given(data))            # what an input says, one datagram after the other

Each guest has keys of its own, real links, and signs whatever it likes.
"""

from __future__ import annotations

import os
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from net.crypto.primitives import Signer
from tests.support.targets import Mutator, Target, joined, pieces

T = TypeVar("T")
DEEDS = 40
"""So many deeds an input has at most."""
STEP = 0.01
"""Seconds from one deed of an input to the next one."""
GUESTS = 6
KEYS = 2048
RENEWED = 64
TRAILS = "TETHER_FUZZ_TRAILS"
"""Where rows of inputs are left that have found something."""


class Choices(ABC):
    """What is chosen among possibilities."""

    @abstractmethod
    def below(self, many: int) -> int:
        """A number from 0 on; raises `Ended`."""

    def of(self, some: list[T] | tuple[T, ...]) -> T:
        """One of some."""
        return some[self.below(len(some))]

    def chance(self, of: int) -> bool:
        """Once in so many times."""
        return self.below(of) == 0


class Ended(Exception):
    """An input says no more."""


class Given(Choices):
    """Chosen by an input, byte by byte."""

    def __init__(self, data: bytes) -> None:
        self._left = data

    def below(self, many: int) -> int:
        """By one byte or two."""
        size = 1 if many <= 256 else 2
        if len(self._left) < size:
            raise Ended
        said, self._left = self._left[:size], self._left[size:]
        return int.from_bytes(said, "big") % many


class Diced(Choices):
    """Chosen by chance."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def below(self, many: int) -> int:
        """Any."""
        return self._dice.randrange(many)


@lru_cache(maxsize=KEYS)
def signer(number: int) -> Signer:
    """The keys of those who are here or invented: the first are the guest's own."""
    return Signer(number.to_bytes(32, "big"))


HONEST = Signer(b"h" * 32), Signer(b"i" * 32)
ID = bytes(32)
NUMBERS = (0, 1, 2, 3, 255, 10**6, 2**53 - 1, 2**63)
NAMES = ("Eve", "Ada", "[/x]", "\x1b[31m", "x" * 24, "E\u0301ve")


class Guest(ABC, Generic[T]):
    """A member, whom a guest tells what it likes from some of its own places."""

    reads: tuple[Any, ...] = ()
    narrow: ClassVar[tuple[tuple[Any, str, Any], ...]] = ()
    """Where bounds are lower than they are, so that a few deeds reach the end of each: module or class, name, value."""
    places = GUESTS

    def __init__(self) -> None:
        self.now = 0.0
        self.sent = self.heard = self.answered = self.passed = 0
        """Datagrams and bytes of the guest, bytes that went to it, and to anybody else."""
        self.mutator = Mutator(Target(lambda data: None, list), random.Random(1))
        self.last = b""

    @abstractmethod
    def make(self, choices: Choices) -> bytes:
        """A datagram that the guest says."""

    @abstractmethod
    def give(self, place: int, datagram: bytes) -> None:
        """It comes to the member."""

    @abstractmethod
    def tick(self, now: float) -> None:
        """The member and its honest fellows go on."""

    @abstractmethod
    def take(self) -> tuple[int, int]:
        """Takes what the member has to send: bytes to the guest, bytes to others."""

    def check(self) -> None:
        """What must hold whatever was said."""

    def act(self, choices: Choices) -> None:
        """The member's own player does something, or a link goes or comes."""

    def deed(self, choices: Choices) -> tuple[int, bytes]:
        """From where the guest says what."""
        place, kind = choices.below(self.places), choices.below(8)
        if kind == 7 and self.last:
            changed = self.mutator.mutated(self.last, 1300)
            return place, self.last if changed is None else changed
        self.last = self.make(choices)
        return place, self.last


@contextmanager
def narrowed(bounds: tuple[tuple[Any, str, Any], ...]) -> Iterator[None]:
    """Lower bounds for a while."""
    held = [getattr(where, name) for where, name, _ in bounds]
    for where, name, value in bounds:
        setattr(where, name, value)
    try:
        yield
    finally:
        for (where, name, _), value in zip(bounds, held):
            setattr(where, name, value)


class Fuzz:
    """A target: what an input says is done to a member that has heard the inputs before, up to `RENEWED` of them. The
    first byte says to which kind of member.

    Where something is wrong all of these are left beside the finding: `again` does the same once more.
    """

    def __init__(self, *kinds: type[Guest[Any]]) -> None:
        self._kinds = kinds
        self._trails: dict[int, list[bytes]] = {}
        self._guests: dict[int, Guest[Any]] = {}

    def __call__(self, data: bytes) -> None:
        """Does what an input says."""
        which = data[0] % len(self._kinds) if data else 0
        kind = self._kinds[which]
        with narrowed(kind.narrow):
            if which not in self._guests or len(self._trails[which]) >= RENEWED:
                self._guests[which], self._trails[which] = kind(), []
            self._trails[which].append(data)
            try:
                self._do(self._guests[which], data[1:])
            except BaseException:
                home = os.environ.get(TRAILS)
                if home:
                    trail = joined(self._trails[which])
                    (Path(home) / f"{kind.__name__}-trail-{time.time_ns()}").write_bytes(trail)
                del self._guests[which]
                raise

    def alone(self, data: bytes) -> None:
        """Does what an input says to a member that has heard nothing before."""
        self._guests.clear()
        self(data)

    def again(self, trail: bytes) -> None:
        """Does what a row of inputs says."""
        self._guests.clear()
        for data in pieces(trail, RENEWED):
            self(data)

    @staticmethod
    def _do(guest: Guest[Any], data: bytes) -> None:
        choices = Given(data)
        guest.mutator.chance.seed(len(data))
        try:
            for _ in range(DEEDS):
                if choices.chance(6):
                    guest.act(choices)
                guest.give(*guest.deed(choices))
                guest.tick(guest.now + STEP * (1 + 50 * choices.chance(8)))
                guest.take()
        except Ended:
            pass
        guest.tick(guest.now + 0.5)
        guest.take()
        guest.check()
