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
from net.session.peer_search import OpenEars
from net.transport.udp import UdpPeer


@dataclass(slots=True)
class PeerConfig:
    """Configuration of one seat that plays over the network.

    `peers` are the (host, port) pairs of all other seats, in any order. `room` may be None with a seed text, from which
    it then follows. `identity` is the seed of this seat's key. Without it a new one is drawn, and kept in `directory`
    if there is one. `directory` keeps the log and the seeds, so that a match can be resumed after a crash. Without it
    they are in memory only. `locks` is the folder of the locks of identities. By default it is the folder where
    programs keep their state for a user. `report` is called with every report of the driver and the public state after
    it. `code` is the invite code of a closed room, the same at every seat. Without one, any peer that reaches the port
    may link. `linked=False` omits the links, for tests. Evidence and desync reports go to the seat's own folder in
    `directory`, or else to `findings`. `identities` assigns the seats, in seat order, if that is agreed on. `meeting`
    is the id under which the links are made, if it is not the room's. `bot` is the name of the player that decides, ""
    for a person. `timer` is the number of seconds that a person has for a choice before a reminder that the other seats
    wait; with 0 there is no reminder. `colours` is the colour of each seat, from 1, or empty if the colours follow from
    the seats' numbers. `directory` also keeps `meeting`, `bot`, `timer` and `colours`, so that the match can be resumed
    from there alone (`net.session.saved_match`). `stay` is the number of seconds that the seat stays after the result
    while another seat has not received it. `over` is called once with the outcome, before that. `open_ears` looks for
    missing seats on the networks. Without it they are searched for at their addresses alone.
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
    report: Callable[[Report, State | None], None] | None = None
    look: Callable[[UdpPeer], object] | None = None
    linger: float = 3.0
    stay: float = 0.0
    code: str = field(default="", repr=False)
    linked: bool = True
    open_ears: OpenEars | None = None
    identities: Sequence[bytes] = ()
    meeting: bytes | None = None
    bot: str = ""
    timer: int = 0
    colours: Sequence[int] = ()
    over: Callable[[PeerOutcome], None] | None = None


@dataclass(slots=True)
class PeerOutcome:
    """Outcome of a match for one seat.

    `step_seconds` contains, for each step, the seconds since the step before.
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
    """The seats not known to have received the end of the match."""
    gone: frozenset[int] = frozenset()
    """The seats whose programs had told the others that they end."""
    silent: frozenset[int] = frozenset()
    """The seats that had been silent for a while."""
    ended: str = ""
    conceded: tuple[int, ...] = ()
    """The seats that conceded; `ended` is the kind of early end (`net.match.early_end`)."""
    broke: tuple[int, ...] = ()
    """The seats that have broken a rule and so cannot win."""

    @property
    def finished(self) -> bool:
        """True if the match reached its end, which all seats have signed."""
        return self.verdict is None and bool(self.standing)


def seat_home(config: PeerConfig, room: bytes) -> Path | None:
    """Return the directory for one seat in one room, or None if the match is not kept."""
    return None if config.directory is None else config.directory / f"{room.hex()[:16]}-{config.seat}"
