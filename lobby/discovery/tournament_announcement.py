"""Announcement of a tournament on the network, like that of a room (`lobby.discovery.discovery`).

A datagram of type 28: port, tournament's id, title, game, rules hash, kind, players, round, closed, which Tether,
within what all announcements have (`lobby.discovery.announcement`). A peer that goes there asks for the opening, whose
hash must be the id.
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
"""Bytes of the longest such announcement."""


class TournamentAnnouncement(NamedTuple):
    """Announced tournament; the announcing peer takes part at `port`."""

    port: int
    id: bytes
    title: str
    game: str
    rules: bytes
    kind: str
    players: int
    """Number of enrolled players."""
    round: int
    """Round that is played or comes next, from 1; 0 before the first has begun."""
    closed: bool
    """True if an invite code is needed."""
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
        """The announcement without announcer, port and Tether version, for comparison."""
        return self._replace(port=0, by=VERSION)

    def announced(self, signer: Signer, counter: int, fellows: Sequence[bytes] = ()) -> bytes:
        """Return the datagram of the announcement."""
        return announcing.announced(ANNOUNCEMENT, self, signer, counter, fellows)

    @property
    def state(self) -> str:
        """Progress of the tournament in words."""
        return f"round {self.round}" if self.round else "enrolling"


def read_announcement(datagram: bytes) -> Announcement[TournamentAnnouncement] | None:
    """Return the tournament's announcement in a datagram; None if it is none."""
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
