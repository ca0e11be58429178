"""Announcement of a room on the network (`lobby.discovery.discovery`).

It is a datagram of type 24. It contains port, room id, game, rules hash, name, seats, taken, closed, match id, Tether
version, names and prints. These are in addition to the parts that all announcements have
(`lobby.discovery.announcement`).
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
"""Bytes of the longest possible announcement of a room."""


class RoomAnnouncement(NamedTuple):
    """The announcement of a room; the room's responder uses `port` of the announcing host."""

    port: int
    notice: Notice
    names: tuple[str, ...]
    """Names of the seated players."""
    prints: tuple[bytes, ...] = ()
    """Prints of the players' keys (`lobby.players.identity.print_of`), in the order of `names`, or empty."""

    @property
    def key(self) -> bytes:
        """Id of the room."""
        return self.notice.room

    @property
    def name(self) -> str:
        """Name of the room."""
        return self.notice.name

    @property
    def free(self) -> bool:
        """True if a seat is free."""
        return not self.notice.begun and self.notice.taken < self.notice.seats

    @property
    def thing(self) -> RoomAnnouncement:
        """The announcement without its announcer, port and Tether version, for comparison."""
        return self._replace(port=0, notice=self.notice._replace(by=VERSION))

    def announced(self, signer: Signer, counter: int, fellows: Sequence[bytes] = ()) -> bytes:
        """Return the signed datagram of this announcement."""
        parts: list[Plain] = [self.port, *self.notice, list(self.names), list(self.prints)]
        return announcement.announced(ANNOUNCEMENT, parts, signer, counter, fellows)


def read_announcement(datagram: bytes) -> Announcement[RoomAnnouncement] | None:
    """Return the room announcement in a datagram, or None if it contains none."""
    return announcement.read(datagram, ANNOUNCEMENT, LENGTH, [int, *NOTICE_TYPES, list, list], _made)


def _made(said: list[Any]) -> RoomAnnouncement | None:
    port, notice, names, prints = said[0], Notice(*said[1:10]), *said[10:]
    fits = _fits(port, notice, names) and _are_prints(prints, len(names))
    return RoomAnnouncement(port, notice, tuple(names), tuple(prints)) if fits else None


def _fits(port: int, notice: Notice, names: list[Plain]) -> bool:
    return (
        0 < port < 1 << 16
        and notice.sound
        and len(names) == notice.taken
        and all(type(name) is str and is_name(name) for name in names)
    )


def _are_prints(prints: list[Plain], count: int) -> bool:
    return len(prints) in (0, count) and all(type(one) is bytes and len(one) == PRINT_BYTES for one in prints)
