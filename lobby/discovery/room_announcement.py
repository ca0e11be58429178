"""Announcement of a room on the network (`lobby.discovery.discovery`).

It is a datagram of type 24. In addition to the parts of every announcement (`lobby.discovery.announcement`) it contains
port, room id, game, rules hash, name, seats, taken, closed, match id, Tether version, names and prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.engine.codec import Plain
from lobby.discovery import announcement
from lobby.discovery.announcement import Announcement
from lobby.discovery.responder import NOTICE_TYPES, Notice
from lobby.players.identity import PRINT_BYTES
from net.crypto.primitives import Signer
from net.text.names import is_name
from net.version import VERSION

ANNOUNCEMENT = 24
LENGTH = 1150
"""Maximum number of bytes of a room's announcement."""


class RoomAnnouncement(NamedTuple):
    """Content of a room's announcement; `port` is the port of the room's responder at the announcer's host."""

    port: int
    notice: Notice
    names: tuple[str, ...]
    """Names of the seated players."""
    prints: tuple[bytes, ...] = ()
    """Prints of the players' keys (`lobby.players.identity.key_print`), in the order of `names`; may be empty."""

    @property
    def key(self) -> bytes:
        """Id of the room."""
        return self.notice.room

    @property
    def name(self) -> str:
        """Name of the room."""
        return self.notice.name

    @property
    def is_open(self) -> bool:
        """True if a seat is free."""
        return not self.notice.has_begun and self.notice.taken < self.notice.seats

    @property
    def comparable(self) -> RoomAnnouncement:
        """Content without the announcer, the port and the Tether version, for comparison with other announcements."""
        return self._replace(port=0, notice=self.notice._replace(version=VERSION))

    def pack(self, signer: Signer, counter: int, fellows: Sequence[bytes] = ()) -> bytes:
        """Return the signed datagram of this announcement."""
        parts: list[Plain] = [self.port, *self.notice, list(self.names), list(self.prints)]
        return announcement.pack_announcement(ANNOUNCEMENT, parts, signer, counter, fellows)


def read_announcement(datagram: bytes) -> Announcement[RoomAnnouncement] | None:
    """Return the room announcement in a datagram, or None if there is none."""
    return announcement.read(datagram, ANNOUNCEMENT, LENGTH, [int, *NOTICE_TYPES, list, list], _parse_parts)


def _parse_parts(parts: list[Any]) -> RoomAnnouncement | None:
    port, notice, names, prints = parts[0], Notice(*parts[1:10]), *parts[10:]
    fits = _is_valid(port, notice, names) and _are_prints(prints, len(names))
    return RoomAnnouncement(port, notice, tuple(names), tuple(prints)) if fits else None


def _is_valid(port: int, notice: Notice, names: list[Plain]) -> bool:
    return (
        0 < port < 1 << 16
        and notice.is_valid
        and len(names) == notice.taken
        and all(type(name) is str and is_name(name) for name in names)
    )


def _are_prints(prints: list[Plain], count: int) -> bool:
    return len(prints) in (0, count) and all(type(one) is bytes and len(one) == PRINT_BYTES for one in prints)
