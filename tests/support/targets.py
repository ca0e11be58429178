"""Fuzz targets, and mutations of their inputs as bytes or as encoded values.

Decoders mostly take canonical msgpack, and refuse most mutations of bytes at once. So half of the mutations change a
value inside and encode the input again.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from linecache import getline
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import msgpack

INTS = (0, 1, 2, 3, 5, 6, 7, 8, 16, 32, 33, 47, 63, 64, 127, 128, 255, 256, 1023, 4096, 65535, 65536, 2**31, 2**32,
        2**53 - 1, 2**53, 2**63 - 1, 2**64 - 1, -1, -32, -33, -(2**31), -(2**63))  # fmt: skip
TEXTS = ("", " ", "a", "Ada", "Ada ", "Аda", "Ａda", "e\u0301", "é", "\x1b[31m", "[/x]", "\u202eda", "a\u200bb",
         "\u115f", "=1+1", "x" * 24, "x" * 25, "ß" * 24, "pot", "bridgefront", "close", "start", "swiss")  # fmt: skip
SIZES = (0, 1, 4, 8, 12, 15, 16, 18, 31, 32, 33, 63, 64, 65, 100, 401, 901, 999, 1000, 1001)
REMEMBERED = 512
STEPS = 3


class Target(NamedTuple):
    """A fuzz target: a function that takes any bytes and raises nothing.

    `reads` are the functions and classes whose every line must be reached. `head` and `tail` are the numbers of bytes
    before and after the values of an input.
    """

    run: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    longest: int = 4096
    reads: tuple[Any, ...] = ()
    head: int = 0
    tail: int = 0
    never: Mapping[str, str] = {}
    """Lines that no input can reach, with the reason."""
    remembers: bool = False
    """True if the effect of an input depends on those before it."""


# -- changing values ---------------------------------------------------------------------------------------------------


class Mutator:
    """A mutator of inputs, which reuses parts of earlier inputs."""

    def __init__(self, target: Target, chance: Random) -> None:
        self.target, self.chance = target, chance
        self._seen: deque[Any] = deque(maxlen=REMEMBERED)
        for data in target.seeds():
            self.note(data)

    def _apart(self, data: bytes) -> tuple[bytes, bytes, bytes]:
        end = max(self.target.head, len(data) - self.target.tail)
        return data[: self.target.head], data[self.target.head : end], data[end:]

    def note(self, data: bytes) -> None:
        """Remember the parts of an input."""
        value = opened(self._apart(data)[1])
        for _ in range(4):
            self._seen.append(value)
            if type(value) is not list or not value:
                break
            value = self.chance.choice(value)

    def mutated(self, data: bytes, longest: int) -> bytes | None:
        """Return the input with a change in its values.

        Return None if it has no values, or if the change makes it too long.
        """
        head, body, tail = self._apart(data)
        value = opened(body)
        if value is _NONE:
            if not self._seen:
                return None
            value = self.chance.choice(self._seen)
        if self.chance.random() < 0.02:
            self.note(data)
        for _ in range(1 + self.chance.randrange(STEPS)):
            value = self._changed(value, 0)
        try:
            made = head + msgpack.packb(value, use_bin_type=True) + tail
        except (ValueError, OverflowError, TypeError, RecursionError, UnicodeError):
            return None
        return made if len(made) <= longest else None

    def _changed(self, value: Any, depth: int) -> Any:
        chance = self.chance
        if type(value) is list and value and depth < 16 and chance.random() < 0.8:
            i = chance.randrange(len(value))
            return [*value[:i], self._changed(value[i], depth + 1), *value[i + 1 :]]
        if type(value) is list and chance.random() < 0.8:
            return self._of_list(list(value))
        if type(value) is bytes and value and chance.random() < 0.5:
            inside = opened(value)
            if type(inside) is list:
                with contextlib.suppress(ValueError, OverflowError, TypeError):
                    return bytes(msgpack.packb(self._changed(inside, depth + 1), use_bin_type=True))
        return self._leaf(value)

    def _of_list(self, items: list[Any]) -> list[Any]:
        chance, kind = self.chance, self.chance.randrange(6)
        i = chance.randrange(len(items) + 1)
        if kind == 0:
            del items[i : i + 1 + chance.randrange(3)]
        elif kind == 1:
            items[i:i] = [self._other(None)]
        elif kind == 2 and items:
            items[i:i] = [items[min(i, len(items) - 1)]] * (1 + chance.randrange(70))
        elif kind == 3:
            chance.shuffle(items)
        elif kind == 4:
            return [items]
        elif items:
            items[-1:] = []
        return items

    def _leaf(self, value: Any) -> Any:
        chance = self.chance
        if chance.random() < 0.2:
            return self._other(value)
        if type(value) is bool:
            return not value
        if type(value) is int:
            small = value + chance.choice((-2, -1, 1, 2))
            return chance.choice((chance.choice(INTS), small, -value, value * 2, chance.getrandbits(8)))
        if type(value) is str:
            i = chance.randrange(len(value) + 1)
            letter = chance.choice((chr(chance.randrange(32, 127)), chr(chance.randrange(128, 0x3000)), " ", "\u0301"))
            return chance.choice((chance.choice(TEXTS), value[:i] + letter + value[i:], value[:i] + value[i + 1 :]))
        if type(value) is bytes:
            size = chance.choice(SIZES)
            i = chance.randrange(len(value) + 1)
            return chance.choice((value.ljust(size, b"\x00")[:size], value[:i] + chance.randbytes(1) + value[i + 1 :]))
        return self._other(value)

    def _other(self, value: Any) -> Any:
        """Return any value, mostly one seen before."""
        chance = self.chance
        if self._seen and chance.random() < 0.6:
            return chance.choice(self._seen)
        made: list[Any] = [None, True, False, [], b"", chance.choice(INTS), chance.choice(TEXTS), 0.5]
        made.insert(7, bytes(chance.choice(SIZES)))
        return chance.choice(made)


_NONE = object()


def opened(data: bytes) -> Any:
    """Return the value that bytes encode, in canonical form or not, or `_NONE` if they encode none."""
    try:
        return msgpack.unpackb(data, raw=False, use_list=True, strict_map_key=False)
    except Exception:  # whatever the bytes are, they are changed as bytes then
        return _NONE


# -- lines -------------------------------------------------------------------------------------------------------------

Line = tuple[str, int]
"""File and line number."""


def codes(reads: tuple[Any, ...]) -> set[CodeType]:
    """Return the code objects of these functions and classes, and of everything nested in them."""
    result: set[CodeType] = set()
    todo: list[Any] = list(reads)
    while todo:
        one = todo.pop()
        if isinstance(one, CodeType):
            if one not in result:
                result.add(one)
                todo += [const for const in one.co_consts if isinstance(const, CodeType)]
        elif isinstance(one, type):
            todo += [part for part in vars(one).values() if isinstance(part, _HOLDING)]
        elif isinstance(one, property):
            todo += [one.fget]
        elif isinstance(one, (classmethod, staticmethod)) or hasattr(one, "__wrapped__"):
            todo += [one.__wrapped__]
        elif isinstance(one, FunctionType) and not getattr(one, "__isabstractmethod__", False):
            todo.append(one.__code__)
    return result


_HOLDING = (FunctionType, property, classmethod, staticmethod)


def lines(target: Target) -> set[Line]:
    """Return all executable lines of the functions that a target reads, except those that no input reaches."""
    result = {(code.co_filename, number) for code in codes(target.reads) for _, _, number in code.co_lines() if number}
    return {line for line in result if getline(*line).strip() not in target.never}


class Reached:
    """A record of the lines that run while `follow` is active."""

    def __init__(self, reads: tuple[Any, ...]) -> None:
        self.lines: set[Line] = set()
        self._codes = codes(reads)

    def __call__(self, frame: Any, event: str, argument: Any) -> Any:
        """Trace function for `sys.settrace`."""
        if frame.f_code not in self._codes:
            return None
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self


def pieces(data: bytes, most: int) -> Iterator[bytes]:
    """Yield the parts of an input; two bytes before each part give its length."""
    at = 0
    for _ in range(most):
        if at + 2 > len(data):
            return
        length = int.from_bytes(data[at : at + 2], "big")
        yield data[at + 2 : at + 2 + length]
        at += 2 + length


def joined(parts: list[bytes]) -> bytes:
    """Return an input that consists of these parts."""
    return b"".join(len(part).to_bytes(2, "big") + part for part in parts)
