"""Entries that a seat signs, and their ids (PROTOCOL part 11.1 and 11.2)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from core.engine.codec import MAX_ENTRY, BadEncodingError, H, Plain, dec, enc
from net.crypto import primitives
from net.crypto.primitives import Signer

VERSION = 1
MAX_STORED = MAX_ENTRY + 128
ID_SHORT = 16
"""Number of bytes of a commit's id that a seal contains."""


class Kind(IntEnum):
    """Kind of an entry; an entry of any other kind is rejected."""

    GENESIS = 0
    COMMIT = 1
    SEAL = 2
    REVEAL = 3
    CHAT = 4
    VOTE = 5
    CUT = 6
    RETURN = 7
    ADJOURN = 8
    RESULT = 9
    END = 10
    PRIVATE = 11


class Entry(NamedTuple):
    """Entry of a seat's feed: its fields, its signed bytes (`raw`) and its signature."""

    match: bytes
    seat: int
    seq: int
    prev: bytes
    kind: int
    seen: tuple[int, ...]
    body: Plain
    raw: bytes
    signature: bytes
    id: bytes

    @property
    def stored(self) -> bytes:
        """Bytes of the entry with its signature, as they are stored and sent."""
        return _pack_stored(self.raw, self.signature)

    def signed_by(self, identity: bytes) -> bool:
        """Return True if this identity signed the entry."""
        return primitives.signature_holds(identity, primitives.ENTRY, self.raw, self.signature)


@lru_cache(maxsize=1024)
def _pack_stored(raw: bytes, signature: bytes) -> bytes:
    return enc([raw, signature])


class Place(NamedTuple):
    """Position at which an entry is signed: its feed, its number, and the id of the entry before it."""

    match: bytes
    seat: int
    seq: int
    prev: bytes


def make(signer: Signer, place: Place, kind: int, seen: tuple[int, ...], body: Plain) -> Entry:
    """Sign and return a new entry of a feed."""
    raw = enc([VERSION, *place, int(kind), seen, body])
    if len(raw) > MAX_ENTRY:
        raise BadEncodingError(f"an entry of {len(raw)} bytes, at most {MAX_ENTRY} are allowed")
    signature = signer.sign(primitives.ENTRY, raw)
    return Entry(*place, int(kind), seen, _read_body(raw), raw, signature, H("tether.entry", [raw]))


def read(stored: bytes) -> Entry:
    """Return the entry in these bytes; raise `BadEncodingError` if they are malformed. The signature is not checked."""
    raw, signature = signed_part(stored)
    fields = dec(raw)
    if not (type(fields) is list and len(fields) == 8 and fields[0] == VERSION and fields[0] is not True):
        raise BadEncodingError("not an entry")
    _, match, seat, seq, prev, kind, seen, body = fields
    if not (_is_id(match) and _is_id(prev) and _is_count(seat) and _is_count(seq) and _is_count(kind)):
        raise BadEncodingError("an entry with a malformed field")
    if not (type(seen) is list and len(seen) <= 6 and all(_is_count(held) for held in seen)):
        raise BadEncodingError("an entry with malformed heads")
    if len(signature) != primitives.SIGNATURE_BYTES:
        raise BadEncodingError("a signature of the wrong length")
    return Entry(match, seat, seq, prev, kind, tuple(seen), body, raw, signature, H("tether.entry", [raw]))


def _read_body(raw: bytes) -> Plain:
    """Return the body of an entry with lists in place of tuples, as its readers expect."""
    fields = dec(raw)
    assert isinstance(fields, list)
    body: Plain = fields[7]
    return body


@lru_cache(maxsize=64)
def signed_part(stored: bytes) -> tuple[bytes, bytes]:
    """Return the signed bytes and the signature of a stored entry; raise `BadEncodingError` if they are malformed.

    The signature is not checked.
    """
    outer = dec(stored, MAX_STORED)
    if not (type(outer) is list and len(outer) == 2 and all(type(part) is bytes for part in outer)):
        raise BadEncodingError("not an entry with its signature")
    return outer[0], outer[1]


def malformed_entry(stored: bytes, match: bytes, seat: int) -> tuple[bytes, bytes] | None:
    """Return the signed bytes of an invalid entry, with their signature.

    The bytes must begin like an entry of this match and seat and yet be invalid; otherwise the result is None.
    """
    try:
        raw, signature = signed_part(stored)
    except BadEncodingError:
        return None
    if not raw.startswith(bytes([0x98]) + enc(VERSION) + enc(match) + enc(seat)):
        return None
    try:
        read(stored)
    except BadEncodingError:
        return raw, signature
    return None


def _is_id(value: Plain) -> bool:
    return type(value) is bytes and len(value) == 32


def _is_count(value: Plain) -> bool:
    return type(value) is int and 0 <= value < 2**32
