"""State classes: methods for copying, serialising and comparing states, generated from their field types.

A state class is a mutable `@dataclass(slots=True)` whose fields are of these types only:

- immutable: int, bool, str, bytes, None, and tuples or NamedTuples of immutable ones (shared by clones);
  `Plain` stands for such a value, on the author's word;
- `bytearray` (a column of small ints), `list` of immutable items, `dict` from int to immutable items;
- `list` of dicts from int to int (a sparse column for each seat);
- another state class.

A field of type `Static[...]` never changes: it may be of any type, clones share it, and it is no part of the digest.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, Union, get_args, get_origin

from core.engine.codec import H, Plain

C = TypeVar("C", bound="type[StateData]")
T = TypeVar("T")

STATIC_MARKER = "static"
Static: TypeAlias = Annotated[T, STATIC_MARKER]
"""Type of a field that follows from the setup of a match, so it is not part of the digest."""


class StateData:
    """Base of every state class; the decorator `state` adds the methods `clone` and `lower`."""

    __slots__ = ()
    field_names: ClassVar[tuple[str, ...]] = ()
    card_fields: ClassVar[frozenset[str]] = frozenset()
    """Names of the fields that contain copies or zone entries, which a plain table shows as card names."""
    seat_fields: ClassVar[frozenset[str]] = frozenset()
    """The fields that hold seats; a plain table shows them as names."""

    def clone(self) -> Self:
        """Return an independent copy, which shares only immutable parts."""
        raise TypeError(f"{type(self).__name__} lacks the decorator @state")

    def lower(self) -> list[Plain]:
        """Return the fields as plain values in the order of declaration."""
        raise TypeError(f"{type(self).__name__} lacks the decorator @state")

    def digest(self) -> bytes:
        """Return a digest of 32 bytes over all fields."""
        return H("tether.state", self.lower())

    def sub_digests(self) -> list[bytes]:
        """Return one digest for each top-level field, in the order of declaration."""
        return [H("tether.field", [name, low]) for name, low in zip(self.field_names, self.lower())]


def _is_immutable(kind: object) -> bool:
    if kind in (int, bool, str, bytes, type(None), Any, Plain):
        return True
    origin = get_origin(kind)
    if origin is tuple:
        return all(arg is Ellipsis or _is_immutable(arg) for arg in get_args(kind))
    if origin in (Union, types.UnionType):
        return all(_is_immutable(arg) for arg in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return all(_is_immutable(hint) for hint in typing.get_type_hints(kind).values())
    return False


def _field_expressions(cls: type, name: str, kind: object) -> tuple[str, str]:
    """Return the source code of the expressions that copy and serialise the field of a state `s`."""
    value = f"s.{name}"
    if _is_immutable(kind):
        return value, value
    if kind is bytearray:
        return f"{value}.copy()", value
    origin, args = get_origin(kind), get_args(kind)
    if origin is list and _is_immutable(args[0]):
        return f"{value}.copy()", value
    if origin is dict and args[0] is int and _is_immutable(args[1]):
        return f"{value}.copy()", f"sorted({value}.items())"
    if origin is list and get_origin(args[0]) is dict and get_args(args[0]) == (int, int):
        return f"[d.copy() for d in {value}]", f"[sorted(d.items()) for d in {value}]"
    if isinstance(kind, type) and issubclass(kind, StateData):
        return f"{value}.clone()", f"{value}.lower()"
    raise TypeError(f"{cls.__name__}.{name}: a state cannot hold {kind}")


def state(cls: C) -> C:
    """Add the methods `clone()` and `lower()` to a state dataclass."""
    hints, plain = typing.get_type_hints(cls, include_extras=True), typing.get_type_hints(cls)
    copies, lowered, names = [], [], []
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]
        if STATIC_MARKER in getattr(hints[field.name], "__metadata__", ()):
            copies.append(f"c.{field.name} = s.{field.name}")
            continue
        copy, low = _field_expressions(cls, field.name, plain[field.name])
        copies.append(f"c.{field.name} = {copy}")
        lowered.append(low)
        names.append(field.name)
    source = (
        f"def clone(s):\n c = new(cls)\n {'; '.join(copies)}\n return c\n"
        f"def lower(s):\n return [{', '.join(lowered)}]\n"
    )
    space: dict[str, object] = {"cls": cls, "new": cls.__new__}
    exec(source, space)  # our own source, generated from the class as dataclasses does
    for method in ("clone", "lower"):
        setattr(cls, method, space[method])
    cls.field_names = tuple(names)
    return cls


def differences(a: StateData, b: StateData) -> list[str]:
    """Return the differences between two states of one class, as dotted paths with both values.

    The list is empty if the states are equal. Paths are in the order of declaration.
    """
    return serialized_differences(a.field_names, a.lower(), b.lower())


def serialized_differences(names: tuple[str, ...], a: list[Plain], b: list[Plain]) -> list[str]:
    """Return the differences between two serialised states, as `differences` does."""
    results: list[str] = []
    for name, x, y in zip(names, a, b, strict=True):
        _find_differences(name, x, y, results)
    return results


def _find_differences(path: str, x: Plain, y: Plain, found: list[str]) -> None:
    if x == y:
        return
    if isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)) and len(x) == len(y):
        for i, (p, q) in enumerate(zip(x, y)):
            _find_differences(f"{path}[{i}]", p, q, found)
    else:
        found.append(f"{path}: {_show(x)} and {_show(y)}")


def _show(value: Plain) -> str:
    text = value.hex() if isinstance(value, (bytes, bytearray)) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
