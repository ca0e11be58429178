"""Configuration and outcome of one seat that plays over the network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.engine.game import Game, Player, Standing, State
from core.engine.options import Value
from net.match.events import Report, Verdict
from net.records.record import MatchRecord
from net.seat.absence import Policy
from net.session.peer_search import ListenerFactory
from net.transport.udp import UdpPeer


@dataclass(slots=True)
class PeerConfig:
    """Configuration of one seat that plays over the network.

    `peers` are the (host, port) pairs of all other seats, in any order. `room` may be None with a seed text, from which
    it is then derived.

    `identity` is the seed of this seat's key. Without it a new key is drawn, and kept in `directory` if there is one.
    `directory` stores the log, the seeds and everything else that is needed to resume the match after a crash
    (`net.session.saved_match`); without it they are kept in memory only. `locks` is the folder for the locks of
    identities, by default the folder for the user's running programs. Evidence and desync reports go to the seat's own
    folder in `directory`, or else to `findings`.

    `code` is the invite code of a closed room, the same at every seat. Without one, any peer that reaches the port may
    connect. `linked=False` omits the channels, for tests. `identities` assigns the seats, in seat order, if that is
    agreed on. `meeting` is the id under which the channels are made, if it is not the room's.

    `bot` is the name of the player that decides, or "" for a person. `timer` is the number of seconds for a person's
    choice before a reminder that the other seats wait; 0 means no reminder. `colours` contains the colour of each seat,
    from 1, or is empty if the colours follow from the seats' numbers. `stay` is the number of seconds for which the
    seat stays after the result while another seat has not received it.

    `on_report` is called with every report of the driver and the public state after it, `on_tick` repeatedly, and
    `on_outcome` once with the outcome. `open_listener` opens the sockets on which missing seats are sought on the
    networks. Without it, seats are sought at their addresses alone.
    """

    game: Game
    seats: int
    seat: int
    options: Mapping[str, Value]
    player: Player | None
    port: int
    peers: Sequence[tuple[str, int]]
    seed_text: str | None = None
    room: bytes | None = None
    name: str = ""
    identity: bytes | None = field(default=None, repr=False)
    directory: Path | None = None
    locks: Path | None = None
    findings: Path | None = None
    host: str = "0.0.0.0"
    persons: Sequence[int] = ()
    policy: Policy | None = None
    on_report: Callable[[Report, State | None], None] | None = None
    on_tick: Callable[[UdpPeer], object] | None = None
    linger: float = 3.0
    stay: float = 0.0
    code: str = field(default="", repr=False)
    linked: bool = True
    open_listener: ListenerFactory | None = None
    identities: Sequence[bytes] = ()
    meeting: bytes | None = None
    bot: str = ""
    timer: int = 0
    colours: Sequence[int] = ()
    on_outcome: Callable[[PeerOutcome], None] | None = None


@dataclass(slots=True)
class PeerOutcome:
    """Outcome of a match for one seat.

    `step_seconds` contains, for each step, the seconds since the previous step.
    """

    match: bytes
    digest: bytes
    steps: int
    standing: tuple[Standing, ...]
    verdict: Verdict | None
    record: MatchRecord
    state: State | None
    sent: int
    sent_bytes: int
    received: int
    received_bytes: int
    step_seconds: list[float] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    lacking: tuple[int, ...] = ()
    """Seats that may not have received the end of the match."""
    gone: frozenset[int] = frozenset()
    """Seats whose programs had announced their end."""
    silent: frozenset[int] = frozenset()
    """Seats that had been silent for a while."""
    ended: str = ""
    conceded: tuple[int, ...] = ()
    """Seats that conceded; `ended` is the kind of early end (`net.match.early_end`)."""
    broke: tuple[int, ...] = ()
    """Seats that have broken a rule, so that they cannot win."""

    @property
    def finished(self) -> bool:
        """True if the match reached its end, which all seats have signed."""
        return self.verdict is None and bool(self.standing)


def seat_directory(config: PeerConfig, room: bytes) -> Path | None:
    """Return the directory for a seat in a room, or None if the match is not saved."""
    return None if config.directory is None else config.directory / f"{room.hex()[:16]}-{config.seat}"
