"""A tournament as it is cried on the network, as rooms are (`lobby.discovery`).

A datagram of type 28: [1, port, tournament's id, title, game, rules hash, kind, players, round, closed]. Nothing of it
is signed: whoever goes there asks for the opening, whose hash must be the id, and the links prove the rest.
"""

from __future__ import annotations

from typing import NamedTuple

from lobby.cries import cry_of, parts_of
from lobby.tournament.opening import ID, KINDS, MOST_PLAYERS, MOST_ROUNDS
from net.genesis import is_name
from net.names import is_identifier

CRY = 28
LENGTH = 400
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

    @property
    def key(self) -> bytes:
        """What tells it from all others."""
        return self.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self.title

    @property
    def sent(self) -> bytes:
        """The cry as it is sent."""
        return cry_of(CRY, self)

    @property
    def state(self) -> str:
        """How far it is, in words."""
        return f"round {self.round}" if self.round else "enrolling"


def read_cry(datagram: bytes) -> TournamentCry | None:
    """The tournament's cry that a datagram is; None if it is none."""
    said = parts_of(datagram, CRY, LENGTH, [int, bytes, str, str, bytes, str, int, int, bool])
    if said is None:
        return None
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
    )
