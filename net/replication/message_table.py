"""Tables of messages: each kind is declared once; reading, writing, limits and handlers follow (PROTOCOL part 12).

    TABLE = MessageTable(1200)

    @TABLE.kind(3)
    class Want(NamedTuple):
        match: Annotated[bytes, octets(32)]
        seat: Annotated[int, number(1, 7)]

On the wire a message is an array: its kind, then its fields in this order. A message of any other form is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct, error
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from core.engine.codec import BadBytes, Plain, dec, enc

MAX_LIST = 1171
"""Maximum number of message bytes in a datagram of a channel."""
MOST_MESSAGES = 15
"""Maximum number of messages in a datagram."""

Message = tuple[object, ...]
"""A message of any table; each kind is a named tuple."""
M = TypeVar("M", bound=Message)
P = TypeVar("P")


class Field(NamedTuple):
    """Form of a field: a function that returns its value or raises `BadBytes`, and one that gives its plain value."""

    read: Callable[[Plain], object]
    write: Callable[[Any], Plain] | None = None


def _refused() -> BadBytes:
    return BadBytes("a malformed message")


def octets(*lengths: int) -> Field:
    """Return the form of bytes with one of these lengths."""

    def read(part: Plain) -> bytes:
        if type(part) is not bytes or len(part) not in lengths:
            raise _refused()
        return part

    return Field(read)


def octets_up_to(most: int) -> Field:
    """Return the form of at most this many bytes."""

    def read(part: Plain) -> bytes:
        if type(part) is not bytes or len(part) > most:
            raise _refused()
        return part

    return Field(read)


def number(least: int, end: int) -> Field:
    """Return the form of a whole number from `least` to `end` - 1."""

    def read(part: Plain) -> int:
        if type(part) is not int or not least <= part < end:
            raise _refused()
        return part

    return Field(read)


def text(most: int, letters: frozenset[str] | None = None) -> Field:
    """Return the form of a text of at most this many characters, if only of these letters."""

    def read(part: Plain) -> str:
        if type(part) is not str or len(part) > most or (letters is not None and not set(part) <= letters):
            raise _refused()
        return part

    return Field(read)


def each(item: Field, least: int, most: int) -> Field:
    """Return the form of a list of `least` to `most` items, which becomes a tuple."""

    def read(part: Plain) -> tuple[object, ...]:
        if type(part) is not list or not least <= len(part) <= most:
            raise _refused()
        return tuple([item.read(one) for one in part])

    return Field(read)


def rows(shape: Struct) -> Field:
    """Return the form of bytes that hold any number of rows of this shape, which become a tuple."""

    def read(part: Plain) -> tuple[object, ...]:
        if type(part) is not bytes:
            raise _refused()
        try:
            return tuple(shape.iter_unpack(part))
        except error:
            raise _refused() from None

    return Field(read, lambda table: b"".join([shape.pack(*row) for row in table]))


class _Kind(NamedTuple):
    """Declaration of a kind of message."""

    number: int
    make: Callable[..., Message]
    forms: tuple[Field, ...]
    plain: bool
    """True if all fields are written as they are."""
    fits: Callable[[Any], bool] | None
    weight: Callable[[Any], int] | None


class MessageTable:
    """Kinds of messages that a datagram of a protocol may contain."""

    def __init__(self, most: int) -> None:
        """Set up an empty table for lists of at most `most` bytes."""
        self._most = most
        self._kinds: dict[int, _Kind] = {}
        self._of: dict[type, _Kind] = {}

    @property
    def kinds(self) -> dict[int, type]:
        """Declared messages by the number of their kind."""
        return {kind.number: declared for declared, kind in self._of.items()}

    def kind(self, number: int) -> Callable[[type[M]], type[M]]:
        """Return a decorator that declares a named tuple as a kind of message.

        Each of its fields is annotated with its form. A method `fits` may refuse fields that do not fit together. A
        method `weight` may give the work that the message causes, as a number of single items; otherwise it is 1.
        """

        def declare(declared: type[M]) -> type[M]:
            if number in self._kinds:
                raise ValueError(f"kind {number} is declared twice")
            hints = get_type_hints(declared, include_extras=True).values()
            forms = tuple([form for hint in hints if get_origin(hint) is Annotated for form in get_args(hint)[1:]])
            if len(forms) != len(hints):
                raise ValueError(f"a field of {declared.__name__} has no form")
            plain = all(form.write is None for form in forms)
            fits, weight = getattr(declared, "fits", None), getattr(declared, "weight", None)
            self._kinds[number] = self._of[declared] = _Kind(number, declared, forms, plain, fits, weight)
            return declared

        return declare

    def write(self, said: Message) -> bytes:
        """Return the bytes of a message."""
        kind = self._of[type(said)]
        if kind.plain:
            return enc([kind.number, *said])  # type: ignore[list-item]
        fields = [form.write(value) if form.write else value for form, value in zip(kind.forms, said)]
        return enc([kind.number, *fields])  # type: ignore[list-item]

    def read(self, data: bytes) -> list[Message]:
        """Return the messages in the list that `data` encodes, without checking signatures; raise `BadBytes`."""
        listed = dec(data, self._most)
        if type(listed) is not list or len(listed) > MOST_MESSAGES:
            raise BadBytes("not a list of messages")
        return [self._read(said) for said in listed]

    def _read(self, said: Plain) -> Message:
        kind = self._kinds.get(said[0]) if type(said) is list and said and type(said[0]) is int else None
        if kind is None or type(said) is not list or len(said) != len(kind.forms) + 1:
            raise BadBytes("not a message")
        made = kind.make(*[form.read(part) for form, part in zip(kind.forms, said[1:])])
        if kind.fits is not None and not kind.fits(made):
            raise _refused()
        return made

    def weight(self, said: Message) -> int:
        """Return the work that a message causes, as a number of single items."""
        weight = self._of[type(said)].weight
        return 1 if weight is None else weight(said)


class Handlers(Generic[P]):
    """Functions by which one party processes each kind of message of a peer; other kinds are ignored."""

    def __init__(self) -> None:
        self._of: dict[type, Callable[[P, Any], object]] = {}

    def on(self, kind: type[M], handle: Callable[[P, M], object]) -> None:
        """Process messages of a kind with this function; a true result says that the message brought news."""
        self._of[kind] = handle

    @property
    def kinds(self) -> frozenset[type]:
        """Kinds of messages that are processed."""
        return frozenset(self._of)

    def process(self, peer: P, said: Message) -> bool:
        """Process a peer's message; return True if it brought news."""
        handle = self._of.get(type(said))
        return handle is not None and bool(handle(peer, said))


def lists(messages: Iterable[bytes]) -> Iterator[bytes]:
    """Pack messages into as few lists as possible, in this order; each list fits into a datagram."""
    batch: list[bytes] = []
    size = 0
    for said in messages:
        if batch and (size + len(said) + 1 > MAX_LIST or len(batch) == MOST_MESSAGES):
            yield _listed(batch)
            batch, size = [], 0
        batch.append(said)
        size += len(said)
    if batch:
        yield _listed(batch)


def _listed(batch: list[bytes]) -> bytes:
    return bytes([0x90 | len(batch)]) + b"".join(batch)
