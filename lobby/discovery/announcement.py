"""Announcements: signed datagrams that make a room or a tournament known on a network.

The datagram has a byte for the kind, then [2, key, counter, fellows, ...announced content], then the signature of all
that by the key. A later announcement has a higher counter. Fellows are prefixes of keys that, as far as the announcer
knows, belong to the same room. Two keys that name each other announce one room. The kind, the version and the length
distinguish an announcement from all other datagrams.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from core.engine.codec import BadEncodingError, Plain, dec, enc
from net.crypto.primitives import KEY, SIGNATURE_BYTES, Signer, signature_holds, valid_point

VERSION = 3
SHORT = 8
"""Number of bytes by which an announcement names a fellow's key."""
MOST_NAMED = 12
PURPOSE = "tether.cry"
T = TypeVar("T", covariant=True)


class Announcement(NamedTuple, Generic[T]):
    """Announcement that has been read and whose signature is not checked yet."""

    key: bytes
    counter: int
    fellows: tuple[bytes, ...]
    content: T
    datagram: bytes

    @property
    def is_signed(self) -> bool:
        """True if the announcement bears a valid signature of its key."""
        said, signature = self.datagram[:-SIGNATURE_BYTES], self.datagram[-SIGNATURE_BYTES:]
        return valid_point(self.key) and signature_holds(self.key, PURPOSE, said, signature)

    def names_fellow(self, key: bytes) -> bool:
        """Return True if the announcement names this key as a fellow."""
        return key[:SHORT] in self.fellows


def pack_announcement(
    kind: int, parts: Sequence[Plain], signer: Signer, counter: int, fellows: Sequence[bytes] = ()
) -> bytes:
    """Return the signed datagram of an announcement.

    `fellows` are keys, of which the announcement names the first few.
    """
    named: list[Plain] = [key[:SHORT] for key in fellows[:MOST_NAMED]]
    said = bytes([kind]) + enc([VERSION, signer.identity, counter, named, *parts])
    return said + signer.sign(PURPOSE, said)


def read(
    datagram: bytes, kind: int, longest: int, types: Sequence[type], make: Callable[[list[Any]], T | None]
) -> Announcement[T] | None:
    """Return the announcement of this kind in a datagram, or None if there is none.

    `make` makes its content from the parts, which already have these types. A datagram of more than `longest` bytes is
    rejected.
    """
    if not 1 + SIGNATURE_BYTES < len(datagram) <= longest or datagram[0] != kind:
        return None
    try:
        said = dec(datagram[1:-SIGNATURE_BYTES])
    except BadEncodingError:
        return None
    wanted = [int, bytes, int, list, *types]
    if type(said) is not list or [type(part) for part in said] != wanted or said[0] != VERSION:
        return None
    key, counter, fellows = said[1:4]
    if len(key) != KEY or not 0 <= counter < 1 << 53 or len(fellows) > MOST_NAMED:
        return None
    if not all(type(one) is bytes and len(one) == SHORT for one in fellows):
        return None
    announcement = make(said[4:])
    return Announcement(key, counter, tuple(fellows), announcement, datagram) if announcement is not None else None


def is_other_version(datagram: bytes) -> bool:
    """Return True if the datagram looks like an announcement by a program of another version."""
    head = datagram[1:2]
    at = 2 if b"\x90" <= head <= b"\x9f" else 4 if head == b"\xdc" else len(datagram)
    version = datagram[at : at + 1]
    return version not in (b"", bytes([VERSION])) and version < b"\x80"
