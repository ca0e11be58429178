"""Canonical bytes and hashes (protocol part 1).

>>> enc([1, -1, True, None, bytes([0, 255]), "é", [300]]).hex()
'9701ffc3c0c40200ffa2c3a991cd012c'
>>> dec(enc([1, [b"x", "y"]]))
[1, [b'x', 'y']]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeAlias, TypeVar, overload

import msgpack

if TYPE_CHECKING:
    Plain: TypeAlias = bool | int | str | bytes | Sequence["Plain"] | None
else:
    Plain = object  # in a hint that is read at run time
"""A plain value: nil, bool, int (-2^63..2^64-1), bytes, str, and lists or tuples of these.

A str is any valid UTF-8. Two versions of Python need not agree on which characters are letters.
"""

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")

MAX_ENTRY = 32 * 1024
MAX_DEPTH = 12
MAX_ELEMENTS = 4096
MAX_STR = 1024
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
"""L, the order of the prime-order group of edwards25519."""

_pack: Callable[[Plain], bytes] = msgpack.Packer(use_bin_type=True, autoreset=True).pack


class BadEncodingError(ValueError):
    """Raised for bytes that are not a canonical encoding; the message names the defect."""


def enc(value: Plain) -> bytes:
    """Return the canonical encoding of a plain value, which is msgpack with each item in its shortest form.

    Named tuples become arrays. Raise `BadEncodingError` for every value that `dec` would refuse, so that no peer signs
    or stores unreadable bytes. The length is not limited here.
    """
    try:
        _check(value, MAX_DEPTH)
        return pack(value)
    except (UnicodeError, OverflowError) as error:
        raise BadEncodingError(f"no plain value ({type(error).__name__})") from None


def dec(data: bytes, limit: int = MAX_ENTRY) -> Plain:
    """Return the plain value that `data` encodes.

    Raise `BadEncodingError` if `data` is longer than `limit` bytes, or is not the canonical encoding of its value.
    """
    if len(data) > limit:
        raise BadEncodingError(f"{len(data)} bytes, at most {limit} are allowed")
    try:
        value: Plain = msgpack.unpackb(
            data,
            raw=False,
            use_list=True,
            strict_map_key=True,
            max_str_len=MAX_STR,
            max_bin_len=limit,
            max_array_len=MAX_ELEMENTS,
            max_map_len=0,
            max_ext_len=0,
        )
        again = enc(value)
    except BadEncodingError:
        raise
    except RecursionError:
        raise BadEncodingError(f"nested deeper than {MAX_DEPTH}") from None
    except (ValueError, TypeError, OverflowError, UnicodeError, msgpack.UnpackException) as error:
        raise BadEncodingError(f"not in canonical form ({type(error).__name__})") from None
    if again != data:
        raise BadEncodingError("not in its shortest form")
    return value


_LEAF_TYPES = frozenset({int, bytes, bool, type(None)})


def _check(value: Plain, depth: int) -> None:
    """Raise `BadEncodingError` if the value is not plain.

    Callers check bools, numbers and bytes themselves, because most values are of these types.
    """
    if type(value) in _LEAF_TYPES:
        return
    if type(value) is str:
        if len(value.encode()) > MAX_STR:
            raise BadEncodingError("a text that is too long")
        return
    if not isinstance(value, (list, tuple)):
        if isinstance(value, (int, bytearray)):  # enum members and columns of a state
            return
        raise BadEncodingError(f"a {type(value).__name__} has no place here")
    if depth == 0:
        raise BadEncodingError(f"nested deeper than {MAX_DEPTH}")
    if len(value) > MAX_ELEMENTS:
        raise BadEncodingError(f"a list of more than {MAX_ELEMENTS}")
    for item in value:
        if type(item) not in _LEAF_TYPES:
            _check(item, depth - 1)


def pack(value: Plain) -> bytes:
    """Return the encoding of a value as `enc` does, without any check; the caller guarantees valid types.

    Use it for values that are hashed often and never read again.
    """
    return _pack(value)


@overload
def fields(value: Plain, a: type[A], /) -> tuple[A]: ...
@overload
def fields(value: Plain, a: type[A], b: type[B], /) -> tuple[A, B]: ...
@overload
def fields(value: Plain, a: type[A], b: type[B], c: type[C], /) -> tuple[A, B, C]: ...
@overload
def fields(value: Plain, a: type[A], b: type[B], c: type[C], d: type[D], /) -> tuple[A, B, C, D]: ...
@overload
def fields(value: Plain, a: type[A], b: type[B], c: type[C], d: type[D], e: type[E], /) -> tuple[A, B, C, D, E]: ...
def fields(value: Plain, *kinds: type) -> tuple[object, ...]:
    """Return the items of a list after checking the type of each one; `object` accepts any type.

    Raise `BadEncodingError` if the value is not a list of exactly these types.

    >>> fields([3, b"x"], int, bytes)
    (3, b'x')
    >>> fields([True], int)
    Traceback (most recent call last):
    ...
    core.engine.codec.BadEncodingError: an item of the wrong type
    """
    if type(value) is not list or len(value) != len(kinds):
        raise BadEncodingError("not a list of the right length")
    if not all(kind is object or type(item) is kind for item, kind in zip(value, kinds)):
        raise BadEncodingError("an item of the wrong type")
    return tuple(value)


def H(person: str, value: Plain) -> bytes:
    """Return the BLAKE2b-256 hash of a value, with a different person string for each purpose.

    Types are not checked, because whole states are hashed in every step. The caller guarantees that they are valid.

    >>> H("tether.match", [b"abc", 7]).hex()
    '202c4da298a44fddc92bac1f63c2aabb8634104a0755a0b98191328007cfea2f'
    """
    return blake2b(_pack(value), digest_size=32, person=person.encode()).digest()


def KDF(key: bytes, person: str, value: Plain) -> bytes:
    """Return a 32-byte secret derived from another secret, a purpose and a value.

    >>> KDF(bytes(range(32)), "tether.salt", [5, 2]).hex()
    '3360e09a05a249896ce4b04f5182c720e52ba948a37711d455a160c5b73c1ff1'
    """
    return blake2b(_pack(value), digest_size=32, key=key, person=person.encode()).digest()
