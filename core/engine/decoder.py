"""Conversion of plain data from peers into typed decisions.

The type of every field is checked, and all other data is refused.

>>> class Bid(NamedTuple):
...     kind: str
...     amount: int
>>> read(Bid, ["buy", 3])
Bid(kind='buy', amount=3)
>>> read(Bid, ["buy", True])
Traceback (most recent call last):
...
core.engine.decoder.WrongShapeError: Bid.amount: a whole number is due, not True
"""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from core.engine.codec import Plain

__all__ = ["NamedTuple", "WrongShapeError", "field_types", "freeze", "read", "read_hint"]


T = TypeVar("T")


class WrongShapeError(ValueError):
    """Raised when plain data does not have the required type."""


_KIND_WORDS = {int: "a whole number", str: "a text", bytes: "a byte string", bool: "yes or no"}


def read(kind: type[T], plain: Plain) -> T:
    """Return `plain` as a value of the type `kind`; raise `WrongShapeError` if it does not match the type."""
    return cast(T, read_hint(kind, plain, ""))  # each part has been compared with the type that it has in `T`


def read_hint(kind: object, plain: Plain, where: str = "") -> Plain:
    """Return `plain` as a value of the type `kind`; raise `WrongShapeError` if it does not match.

    The type is int, str, bytes, bool, None, a union, a tuple, a NamedTuple of these, or Plain.
    """
    if isinstance(kind, type) and kind in _KIND_WORDS:
        if type(plain) is not kind:
            raise WrongShapeError(f"{where}: {_KIND_WORDS[kind]} is due, not {_short(plain)}")
        return plain
    if kind in (Any, Plain):
        return freeze(plain)
    if kind is type(None):
        if plain is not None:
            raise WrongShapeError(f"{where}: nothing is due, not {_short(plain)}")
        return None
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_union(get_args(kind), plain, where)
    record = kind if isinstance(kind, type) and hasattr(kind, "_fields") else None
    if origin is not tuple and record is None:
        raise TypeError(f"{where}: a decision cannot hold {kind}")
    if not isinstance(plain, (list, tuple)):
        raise WrongShapeError(f"{where}: a list is due, not {_short(plain)}")
    if record is None:
        return _read_tuple(get_args(kind), plain, where)
    fields = field_types(record)
    if len(plain) != len(fields):
        raise WrongShapeError(f"{where or record.__name__}: {len(fields)} fields are due, not {len(plain)}")
    made: Plain = record(*(read_hint(hint, x, f"{record.__name__}.{name}") for (name, hint), x in zip(fields, plain)))
    return made


def _read_union(kinds: tuple[object, ...], plain: Plain, where: str) -> Plain:
    for kind in kinds:
        try:
            return read_hint(kind, plain, where)
        except WrongShapeError:
            continue
    raise WrongShapeError(f"{where}: {_short(plain)} does not fit")


def _read_tuple(kinds: tuple[object, ...], plain: Sequence[Plain], where: str) -> tuple[Plain, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(read_hint(kinds[0], x, where) for x in plain)
    if len(plain) != len(kinds):
        raise WrongShapeError(f"{where}: {len(kinds)} items are due, not {len(plain)}")
    return tuple(read_hint(kind, x, where) for kind, x in zip(kinds, plain))


@lru_cache(maxsize=256)
def field_types(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the field names of a named tuple class with their types, in order."""
    return tuple(typing.get_type_hints(kind).items())


def freeze(plain: Plain) -> Plain:
    """Return plain data with tuples in place of lists, so that it is immutable and hashable."""
    if isinstance(plain, (list, tuple)):
        return tuple(freeze(x) for x in plain)
    return plain


def _short(plain: Plain) -> str:
    text = repr(plain)
    return text if len(text) <= 40 else text[:37] + "..."
