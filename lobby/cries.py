"""Cries: datagrams by which what is there on the network makes itself known, of a room or of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.kernel.codec import BadBytes, Plain, dec, enc

VERSION = 1


def cry_of(kind: int, parts: Sequence[Plain]) -> bytes:
    """A cry as it is sent: its kind, then the version and its parts."""
    return bytes([kind]) + enc([VERSION, *parts])


def parts_of(datagram: bytes, kind: int, longest: int, types: Sequence[type]) -> list[Any] | None:
    """The parts of a cry of this kind, each of its type; None if it is none or longer than `longest` bytes."""
    if len(datagram) > longest or datagram[:1] != bytes([kind]):
        return None
    try:
        said = dec(datagram[1:])
    except BadBytes:
        return None
    if type(said) is not list or [type(part) for part in said] != [int, *types] or said[0] != VERSION:
        return None
    return said[1:]
