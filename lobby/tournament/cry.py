"""A tournament as it is cried on the network, as rooms are (`lobby.discovery`).

A datagram of type 28: port, tournament's id, title, game, rules hash, kind, players, round, closed, which Tether,
within what all cries have (`lobby.cries`). Whoever goes there asks for the opening, whose hash must be the id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lobby import cries
from lobby.cries import Announcement
from lobby.tournament.opening import ID, KINDS, MOST_PLAYERS, MOST_ROUNDS
from net.crypto import Signer
from net.genesis import is_name
from net.names import is_identifier
from net.version import VERSION, is_version

CRY = 28
LENGTH = 640
"""No such cry is longer."""


class TournamentCry(NamedTuple):
    """A tournament as it is cried: whoever cries it takes part at `port`."""

    port: int
    id: bytes
    title: str
    game: str
    rules: bytes
    kind: str
    players: int
    """How many are enrolled."""
    round: int
    """The round that is played or comes next, from 1; 0 before the first has begun."""
    closed: bool
    """Whether an invite code is needed."""
    by: str = VERSION
    """Which version of Tether cries it."""

    @property
    def key(self) -> bytes:
        """What tells it from all others."""
        return self.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self.title

    @property
    def free(self) -> bool:
        """Whether one may take part, as far as the cry tells."""
        return True

    @property
    def thing(self) -> TournamentCry:
        """The same whoever cries it, from which port and by which Tether."""
        return self._replace(port=0, by=VERSION)

    def announced(self, signer: Signer, counter: int, fellows: Sequence[bytes] = ()) -> bytes:
        """The cry as it is sent."""
        return cries.announced(CRY, self, signer, counter, fellows)

    @property
    def state(self) -> str:
        """How far it is, in words."""
        return f"round {self.round}" if self.round else "enrolling"


def read_cry(datagram: bytes) -> Announcement[TournamentCry] | None:
    """The tournament's cry that a datagram is; None if it is none."""
    return cries.read(datagram, CRY, LENGTH, [int, bytes, str, str, bytes, str, int, int, bool, str], _made)


def _made(said: list[Any]) -> TournamentCry | None:
    cry = TournamentCry(*said)
    return cry if _fits(cry) else None


def _fits(cry: TournamentCry) -> bool:
    return (
        0 < cry.port < 1 << 16
        and len(cry.id) == len(cry.rules) == ID
        and is_name(cry.title)
        and len(cry.game) <= 32
        and is_identifier(cry.game)
        and cry.kind in KINDS
        and 0 <= cry.players <= MOST_PLAYERS
        and 0 <= cry.round <= MOST_ROUNDS
        and is_version(cry.by)
    )
