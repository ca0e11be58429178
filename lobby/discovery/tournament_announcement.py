"""Announcement of a tournament on the network, like that of a room (`lobby.discovery.discovery`).

It is a datagram of type 28. It contains port, tournament id, title, game, rules hash, kind, players, round, closed and
Tether version. These are in addition to the parts that all announcements have (`lobby.discovery.announcement`). A peer
that connects to the tournament asks for the opening, whose hash must be the id.
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
"""Bytes of the longest possible announcement of a tournament."""


class TournamentAnnouncement(NamedTuple):
    """The announcement of a tournament; the announcing peer takes part in it at `port`."""

    port: int
    id: bytes
    title: str
    game: str
    rules: bytes
    kind: str
    players: int
    """Number of enrolled players."""
    round: int
    """Current or next round, from 1; 0 before the first round has begun."""
    closed: bool
    """True if a player needs an invite code to take part."""
    by: str = VERSION
    """Tether version of the announcing peer."""

    @property
    def key(self) -> bytes:
        """Id of the tournament."""
        return self.id

    @property
    def name(self) -> str:
        """Title of the tournament."""
        return self.title

    @property
    def free(self) -> bool:
        """True if a player may take part, as far as the announcement shows."""
        return True

    @property
    def thing(self) -> TournamentAnnouncement:
        """The announcement without its announcer, port and Tether version, for comparison."""
        return self._replace(port=0, by=VERSION)

    def announced(self, signer: Signer, counter: int, fellows: Sequence[bytes] = ()) -> bytes:
        """Return the signed datagram of this announcement."""
        return announcing.announced(ANNOUNCEMENT, self, signer, counter, fellows)

    @property
    def state(self) -> str:
        """Progress of the tournament in words."""
        return f"round {self.round}" if self.round else "enrolling"


def read_announcement(datagram: bytes) -> Announcement[TournamentAnnouncement] | None:
    """Return the tournament announcement in a datagram, or None if it contains none."""
    return announcing.read(
        datagram, ANNOUNCEMENT, LENGTH, [int, bytes, str, str, bytes, str, int, int, bool, str], _made
    )


def _made(said: list[Any]) -> TournamentAnnouncement | None:
    announcement = TournamentAnnouncement(*said)
    return announcement if _fits(announcement) else None


def _fits(announcement: TournamentAnnouncement) -> bool:
    return (
        0 < announcement.port < 1 << 16
        and len(announcement.id) == len(announcement.rules) == ID
        and is_name(announcement.title)
        and len(announcement.game) <= 32
        and is_identifier(announcement.game)
        and announcement.kind in KINDS
        and 0 <= announcement.players <= MOST_PLAYERS
        and 0 <= announcement.round <= MOST_ROUNDS
        and is_version(announcement.by)
    )
