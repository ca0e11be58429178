"""Conversion of plain data into typed decisions.

Every field's type is checked, and nothing else passes.

>>> class Bid(NamedTuple):
...     kind: str
...     amount: int
>>> read(Bid, ["buy", 3])
Bid(kind='buy', amount=3)
>>> read(Bid, ["buy", True])
Traceback (most recent call last):
...
core.engine.decoder.WrongShape: Bid.amount: a whole number is due, not True
"""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Union, get_args, get_origin

from core.engine.codec import Plain

__all__ = ["NamedTuple", "WrongShape", "field_types", "frozen", "read"]


class WrongShape(ValueError):
    """An error: plain data that does not match the field's type."""


_WORDS = {int: "a whole number", str: "a text", bytes: "a byte string", bool: "yes or no"}


def read(kind: Any, plain: Plain, where: str = "") -> Any:
    """Return `plain` as a value of the type.

    Types are int, str, bytes, bool, None, unions, tuples, NamedTuples of these, or Plain.
    """
    if kind in _WORDS:
        if type(plain) is not kind:
            raise WrongShape(f"{where}: {_WORDS[kind]} is due, not {_short(plain)}")
        return plain
    if kind in (Any, Plain):
        return frozen(plain)
    if kind is type(None):
        if plain is not None:
            raise WrongShape(f"{where}: nothing is due, not {_short(plain)}")
        return None
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_union(get_args(kind), plain, where)
    if origin is not tuple and not hasattr(kind, "_fields"):
        raise TypeError(f"{where}: a decision cannot hold {kind}")
    if not isinstance(plain, (list, tuple)):
        raise WrongShape(f"{where}: a list is due, not {_short(plain)}")
    if origin is tuple:
        return _read_tuple(get_args(kind), plain, where)
    fields = field_types(kind)
    if len(plain) != len(fields):
        raise WrongShape(f"{where or kind.__name__}: {len(fields)} fields are due, not {len(plain)}")
    return kind(*(read(hint, x, f"{kind.__name__}.{name}") for (name, hint), x in zip(fields, plain)))


def _read_union(kinds: tuple[Any, ...], plain: Plain, where: str) -> Any:
    for kind in kinds:
        try:
            return read(kind, plain, where)
        except WrongShape:
            continue
    raise WrongShape(f"{where}: {_short(plain)} does not fit")


def _read_tuple(kinds: tuple[Any, ...], plain: Sequence[Plain], where: str) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(read(kinds[0], x, where) for x in plain)
    if len(plain) != len(kinds):
        raise WrongShape(f"{where}: {len(kinds)} items are due, not {len(plain)}")
    return tuple(read(kind, x, where) for kind, x in zip(kinds, plain))


@lru_cache(maxsize=256)
def field_types(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a record type with their types."""
    return tuple(typing.get_type_hints(kind).items())


def frozen(plain: Plain) -> Any:
    """Return plain data with tuples in place of lists: immutable and hashable."""
    if isinstance(plain, (list, tuple)):
        return tuple(frozen(x) for x in plain)
    return plain


def _short(plain: Plain) -> str:
    text = repr(plain)
    return text if len(text) <= 40 else text[:37] + "..."
