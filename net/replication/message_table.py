"""Tables of messages: each kind is declared once, with its fields, limits and cost (PROTOCOL part 12).

    TABLE = MessageTable(1200)

    @TABLE.kind(3)
    class Want(NamedTuple):
        match: Annotated[bytes, octets_field(32)]
        seat: Annotated[int, number_field(1, 7)]

On the wire a message is an array of its kind and then its fields, in this order. A message of any other form is
rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct, error
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from core.engine.codec import BadEncodingError, Plain, dec, enc

MAX_LIST = 1171
"""Maximum number of message bytes in a datagram of a channel."""
MOST_MESSAGES = 15
"""Maximum number of messages in a datagram."""

Message = tuple[object, ...]
"""A message of any table, which is a named tuple of its kind."""
M = TypeVar("M", bound=Message)
P = TypeVar("P")


class Field(NamedTuple):
    """Form of a field: a function that reads and checks its plain value, and one that writes it.

    `read` raises `BadEncodingError` for an invalid value. Without `write`, the value is written as it is.
    """

    read: Callable[[Plain], object]
    write: Callable[[Any], Plain] | None = None


def _bad_field() -> BadEncodingError:
    return BadEncodingError("a malformed message")


def octets_field(*lengths: int) -> Field:
    """Return the form of a byte string that has one of these lengths."""

    def read(part: Plain) -> bytes:
        if type(part) is not bytes or len(part) not in lengths:
            raise _bad_field()
        return part

    return Field(read)


def octets_field_up_to(most: int) -> Field:
    """Return the form of a byte string of at most `most` bytes."""

    def read(part: Plain) -> bytes:
        if type(part) is not bytes or len(part) > most:
            raise _bad_field()
        return part

    return Field(read)


def number_field(least: int, end: int) -> Field:
    """Return the form of an integer from `least` to `end` - 1."""

    def read(part: Plain) -> int:
        if type(part) is not int or not least <= part < end:
            raise _bad_field()
        return part

    return Field(read)


def text_field(most: int, letters: frozenset[str] | None = None) -> Field:
    """Return the form of a text of at most `most` characters, all of them in `letters` if that is given."""

    def read(part: Plain) -> str:
        if type(part) is not str or len(part) > most or (letters is not None and not set(part) <= letters):
            raise _bad_field()
        return part

    return Field(read)


def list_field(item: Field, least: int, most: int) -> Field:
    """Return the form of a list of `least` to `most` items, which is read as a tuple."""

    def read(part: Plain) -> tuple[object, ...]:
        if type(part) is not list or not least <= len(part) <= most:
            raise _bad_field()
        return tuple([item.read(one) for one in part])

    return Field(read)


def rows_field(shape: Struct) -> Field:
    """Return the form of a byte string that packs any number of rows of this struct, read as a tuple."""

    def read(part: Plain) -> tuple[object, ...]:
        if type(part) is not bytes:
            raise _bad_field()
        try:
            return tuple(shape.iter_unpack(part))
        except error:
            raise _bad_field() from None

    return Field(read, lambda table: b"".join([shape.pack(*row) for row in table]))


class _Kind(NamedTuple):
    """Declaration of one kind of message."""

    number: int
    make: Callable[..., Message]
    forms: tuple[Field, ...]
    plain: bool
    """True if all fields are written without conversion."""
    fits: Callable[[Any], bool] | None
    weight: Callable[[Any], int] | None


class MessageTable:
    """The kinds of messages that datagrams of one protocol may contain."""

    def __init__(self, most: int) -> None:
        """Set up a table without kinds, for lists of at most `most` bytes."""
        self._most = most
        self._kinds: dict[int, _Kind] = {}
        self._of: dict[type, _Kind] = {}

    @property
    def kinds(self) -> dict[int, type]:
        """Classes of the declared messages, by the number of their kind."""
        return {kind.number: declared for declared, kind in self._of.items()}

    def kind(self, number: int) -> Callable[[type[M]], type[M]]:
        """Return a decorator that declares a named tuple as a kind of message.

        Each field must be annotated with its form. An optional method `fits` rejects combinations of valid fields. An
        optional method `weight` returns the cost of processing the message, as a number of items; the default is 1.
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

    def write(self, message: Message) -> bytes:
        """Return the bytes of a message."""
        kind = self._of[type(message)]
        if kind.plain:
            return enc([kind.number, *message])  # type: ignore[list-item]
        fields = [form.write(value) if form.write else value for form, value in zip(kind.forms, message)]
        return enc([kind.number, *fields])  # type: ignore[list-item]

    def read(self, data: bytes) -> list[Message]:
        """Return the messages in an encoded list; raise `BadEncodingError` if one is malformed.

        No signature is checked.
        """
        listed = dec(data, self._most)
        if type(listed) is not list or len(listed) > MOST_MESSAGES:
            raise BadEncodingError("not a list of messages")
        return [self._read(said) for said in listed]

    def _read(self, values: Plain) -> Message:
        kind = self._kinds.get(values[0]) if type(values) is list and values and type(values[0]) is int else None
        if kind is None or type(values) is not list or len(values) != len(kind.forms) + 1:
            raise BadEncodingError("not a message")
        made = kind.make(*[form.read(part) for form, part in zip(kind.forms, values[1:])])
        if kind.fits is not None and not kind.fits(made):
            raise _bad_field()
        return made

    def weight(self, message: Message) -> int:
        """Return the cost of processing a message, as a number of items."""
        weight = self._of[type(message)].weight
        return 1 if weight is None else weight(message)


class Handlers(Generic[P]):
    """The functions that process messages from peers, by kind; messages of other kinds are ignored."""

    def __init__(self) -> None:
        self._of: dict[type, Callable[[P, Any], object]] = {}

    def on(self, kind: type[M], handle: Callable[[P, M], object]) -> None:
        """Register the function for messages of a kind; it returns True if a message contained news."""
        self._of[kind] = handle

    @property
    def kinds(self) -> frozenset[type]:
        """Kinds of messages that have a function."""
        return frozenset(self._of)

    def process(self, peer: P, message: Message) -> bool:
        """Process a peer's message; return True if it contained news."""
        handle = self._of.get(type(message))
        return handle is not None and bool(handle(peer, message))


def pack_lists(messages: Iterable[bytes]) -> Iterator[bytes]:
    """Pack messages, in order, into as few encoded lists as possible, each of which fits into a datagram."""
    batch: list[bytes] = []
    size = 0
    for said in messages:
        if batch and (size + len(said) + 1 > MAX_LIST or len(batch) == MOST_MESSAGES):
            yield _pack_list(batch)
            batch, size = [], 0
        batch.append(said)
        size += len(said)
    if batch:
        yield _pack_list(batch)


def _pack_list(batch: list[bytes]) -> bytes:
    return bytes([0x90 | len(batch)]) + b"".join(batch)
