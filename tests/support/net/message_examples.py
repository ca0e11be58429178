"""Examples of messages, made from the forms of their fields, so that a new kind is tested without one by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Annotated, get_args, get_origin, get_type_hints

from core.engine.codec import BadEncodingError, Plain, enc
from net.replication.message_table import Field, Message, MessageTable

VALUES: tuple[Plain, ...] = (
    1, 2, 0, "Ada", b"abc", *(bytes([length]) * length for length in (4, 6, 8, 16, 32, 64)),
    [1], [bytes(8)], [bytes(32)], [[1, bytes(8)]], [[bytes(8), 0]], [[bytes(8), 1, bytes(4)]], [],
)  # fmt: skip
"""Plain values that are tried for each field."""


def examples(table: MessageTable, besides: Iterable[Message] = ()) -> list[Message]:
    """Return `besides`, and an example of each other kind of the table; raise `ValueError` if none of `VALUES` fit."""
    given = list(besides)
    present = {type(message) for message in given}
    return given + [
        _example(table, number, declared) for number, declared in table.kinds.items() if declared not in present
    ]


def _example(table: MessageTable, number: int, declared: type) -> Message:
    hints = get_type_hints(declared, include_extras=True).values()
    fields = [list(_fitting(form)) for hint in hints if get_origin(hint) is Annotated for form in get_args(hint)[1:]]
    for values in product(*fields):
        try:
            (message,) = table.read(enc([[number, *values]]))
        except BadEncodingError:
            continue
        return message
    raise ValueError(f"tests/support/net/message_examples.py: VALUES has none for {declared.__name__}")


def _fitting(form: Field) -> Iterator[Plain]:
    for value in VALUES:
        try:
            form.read(value)
        except BadEncodingError:
            continue
        yield value
