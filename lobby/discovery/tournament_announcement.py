"""Announcement of a tournament on the network, like that of a room (`lobby.discovery.discovery`).

It is a datagram of type 28. In addition to the parts of every announcement (`lobby.discovery.announcement`) it contains
port, tournament id, title, game, rules hash, kind, players, round, closed and Tether version. A peer that connects to
the tournament asks for the opening, whose hash must be the id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lobby.discovery import announcement as announcing
from lobby.discovery.announcement import Announcement
from lobby.tournament.model.opening import ID, KINDS, MOST_PLAYERS, MOST_ROUNDS
from net.crypto.primitives import Signer
from net.match.genesis import is_name
from net.text.names import is_identifier
from net.version import VERSION, is_version

ANNOUNCEMENT = 28
LENGTH = 640
"""Maximum number of bytes of a tournament's announcement."""


class TournamentAnnouncement(NamedTuple):
    """Content of a tournament's announcement; the announcer takes part in the tournament at `port`."""

    port: int
    id: bytes
    title: str
    game: str
    rules: bytes
    kind: str
    players: int
    """Number of enrolled players."""
    round: int
    """Number of the current or next round, from 1; 0 before the first round has begun."""
    closed: bool
    """True if a player needs an invite code to take part."""
    version: str = VERSION
    """Tether version of the announcer."""

    @property
    def key(self) -> bytes:
        """Id of the tournament."""
        return self.id

    @property
    def name(self) -> str:
        """Title of the tournament."""
        return self.title

    @property
    def is_open(self) -> bool:
        """True if a player may take part, according to the announcement."""
        return True

    @property
    def comparable(self) -> TournamentAnnouncement:
        """Content without the announcer, the port and the Tether version, for comparison with other announcements."""
        return self._replace(port=0, version=VERSION)

    def pack(self, signer: Signer, counter: int, fellows: Sequence[bytes] = ()) -> bytes:
        """Return the signed datagram of this announcement."""
        return announcing.pack_announcement(ANNOUNCEMENT, self, signer, counter, fellows)

    @property
    def progress(self) -> str:
        """Progress of the tournament as text."""
        return f"round {self.round}" if self.round else "enrolling"


def read_announcement(datagram: bytes) -> Announcement[TournamentAnnouncement] | None:
    """Return the tournament announcement in a datagram, or None if there is none."""
    return announcing.read(
        datagram, ANNOUNCEMENT, LENGTH, [int, bytes, str, str, bytes, str, int, int, bool, str], _parse_parts
    )


def _parse_parts(parts: list[Any]) -> TournamentAnnouncement | None:
    announcement = TournamentAnnouncement(*parts)
    return announcement if _is_valid(announcement) else None


def _is_valid(announcement: TournamentAnnouncement) -> bool:
    return (
        0 < announcement.port < 1 << 16
        and len(announcement.id) == len(announcement.rules) == ID
        and is_name(announcement.title)
        and len(announcement.game) <= 32
        and is_identifier(announcement.game)
        and announcement.kind in KINDS
        and 0 <= announcement.players <= MOST_PLAYERS
        and 0 <= announcement.round <= MOST_ROUNDS
        and is_version(announcement.version)
    )
