"""Base of hostile guests: random or given choices, keys, and the conversion of a fuzzer's inputs into actions.

    guest = KINDS["guest-room"]()
    guest.deed(Given(data))            # the next datagram that the input describes

Each guest has its own keys and real links, and signs anything.
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
"""Maximum number of actions in one input."""
STEP = 0.01
"""Seconds between two actions of an input."""
GUESTS = 6
KEYS = 2048
RENEWED = 64
TRAILS = "TETHER_FUZZ_TRAILS"
"""Environment variable for the directory that stores sequences of inputs with findings."""


class Choices(ABC):
    """Source of choices among possibilities."""

    @abstractmethod
    def below(self, many: int) -> int:
        """Return a number from 0 to `many` - 1; raise `Ended` if the input is used up."""

    def of(self, some: list[T] | tuple[T, ...]) -> T:
        """Return one of these items."""
        return some[self.below(len(some))]

    def chance(self, of: int) -> bool:
        """Return True with a probability of 1 / `of`."""
        return self.below(of) == 0


class Ended(Exception):
    """Raised at the end of an input."""


class Given(Choices):
    """Choices determined by the bytes of an input."""

    def __init__(self, data: bytes) -> None:
        self._left = data

    def below(self, many: int) -> int:
        """Return a choice made from one or two bytes."""
        size = 1 if many <= 256 else 2
        if len(self._left) < size:
            raise Ended
        said, self._left = self._left[:size], self._left[size:]
        return int.from_bytes(said, "big") % many


class Diced(Choices):
    """Choices made at random."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def below(self, many: int) -> int:
        """Return a random choice."""
        return self._dice.randrange(many)


@lru_cache(maxsize=KEYS)
def signer(number: int) -> Signer:
    """Return the keys of a member by number; the first ones belong to the guest."""
    return Signer(number.to_bytes(32, "big"))


HONEST = Signer(b"h" * 32), Signer(b"i" * 32)
ID = bytes(32)
NUMBERS = (0, 1, 2, 3, 255, 10**6, 2**53 - 1, 2**63)
NAMES = ("Eve", "Ada", "[/x]", "\x1b[31m", "x" * 24, "E\u0301ve")


class Guest(ABC, Generic[T]):
    """A member under attack, and a guest that sends arbitrary datagrams to the member from several places."""

    reads: tuple[Any, ...] = ()
    narrow: ClassVar[tuple[tuple[Any, str, Any], ...]] = ()
    """Limits lowered so that a few actions reach them, as (module or class, name, value)."""
    places = GUESTS

    def __init__(self) -> None:
        self.now = 0.0
        self.sent = self.heard = self.answered = self.passed = 0
        """Counts of the guest's datagrams and bytes, and of bytes sent to the guest and to others."""
        self.mutator = Mutator(Target(lambda data: None, list), random.Random(1))
        self.last = b""

    @abstractmethod
    def make(self, choices: Choices) -> bytes:
        """Return a datagram of the guest."""

    @abstractmethod
    def give(self, place: int, datagram: bytes) -> None:
        """Deliver a datagram to the member."""

    @abstractmethod
    def tick(self, now: float) -> None:
        """Advance the member and its honest peers."""

    @abstractmethod
    def take(self) -> tuple[int, int]:
        """Remove the member's outgoing datagrams, and return the bytes for the guest and for others."""

    def check(self) -> None:
        """Check the invariants, which must hold after any input."""

    def act(self, choices: Choices) -> None:
        """Perform an action of the member's player, or remove or add a link."""

    def deed(self, choices: Choices) -> tuple[int, bytes]:
        """Return the place from which the guest sends next, and the datagram."""
        place, kind = choices.below(self.places), choices.below(8)
        if kind == 7 and self.last:
            changed = self.mutator.mutated(self.last, 1300)
            return place, self.last if changed is None else changed
        self.last = self.make(choices)
        return place, self.last


@contextmanager
def narrowed(bounds: tuple[tuple[Any, str, Any], ...]) -> Iterator[None]:
    """Lower these limits inside the context."""
    held = [getattr(where, name) for where, name, _ in bounds]
    for where, name, value in bounds:
        setattr(where, name, value)
    try:
        yield
    finally:
        for (where, name, _), value in zip(bounds, held):
            setattr(where, name, value)


class Fuzz:
    """A fuzz target that applies inputs to a member which has received up to `RENEWED` earlier inputs.

    The first byte selects the kind of member. After a failure, all these inputs are stored, and `again` repeats them.
    """

    def __init__(self, *kinds: type[Guest[Any]]) -> None:
        self._kinds = kinds
        self._trails: dict[int, list[bytes]] = {}
        self._guests: dict[int, Guest[Any]] = {}

    def __call__(self, data: bytes) -> None:
        """Apply an input."""
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
        """Apply an input to a new member."""
        self._guests.clear()
        self(data)

    def again(self, trail: bytes) -> None:
        """Apply a sequence of inputs."""
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
