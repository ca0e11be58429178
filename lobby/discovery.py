"""Rooms and tournaments that are heard of on the network, without a typed address (DESIGN part 4); without clock,
socket or task.

A datagram of type 24 cries a room: [1, port, room id, game, rules hash, name, seats, taken, closed, match id, names,
prints].
It goes to everybody on a network, and again every `EVERY` seconds. One member cries for all: who hears another one cry
the own room waits, and steps in when that one falls silent. A datagram of type 25, [1], asks all rooms to cry now; each
does so at most every `SOON` seconds and to everybody, so a call with a forged address floods nobody. Tournaments are
cried and called in the same way (`lobby.tournament.cry`).

Nothing of it is signed: it says where to knock, and the door and the links prove the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from core.kernel.codec import Plain, enc
from lobby.alike import is_plain
from lobby.cries import cry_of, parts_of
from lobby.door import NOTICE_TYPES, Notice
from lobby.identity import PRINT
from lobby.tournament import cry as tournaments
from lobby.tournament.cry import TournamentCry
from net.addresses import Address

CRY, CALL = 24, 25
VERSION = 1
LENGTH = 900
"""No cry is longer."""
EVERY = 0.7
"""Seconds between two cries of a room on one network."""
SOON = 0.35
STEP_IN = 0.5
"""Seconds after which, at the latest, somebody steps in for a member that should have cried."""
GONE = 4.4
"""Seconds of silence after which a room is no longer there."""
CALLS = (0.0, 0.3, 1.0)
"""When a newcomer calls, in seconds from its start."""
MOST_ROOMS = 500
MOST_OF_ONE = 32
"""Rooms that are listed from one host."""
MOST_FELLOWS = 16

Network = Hashable
"""What carries datagrams to everybody on it: for sockets, an interface."""


class Cry(NamedTuple):
    """A room as it is cried: its door is at `port` of whoever cries."""

    port: int
    notice: Notice
    names: tuple[str, ...]
    """Of who sits there."""
    prints: tuple[bytes, ...] = ()
    """Of their keys (`lobby.identity.print_of`), in the same order; or none."""

    @property
    def key(self) -> bytes:
        """What tells it from all others."""
        return self.notice.room

    @property
    def name(self) -> str:
        """What it is called."""
        return self.notice.name

    @property
    def sent(self) -> bytes:
        """The cry as it is sent."""
        return cry_bytes(self)


class Heard(NamedTuple):
    """A room that is there: where its door is, and when it was heard last."""

    host: str
    cry: Cry
    at: float


class HeardTournament(NamedTuple):
    """A tournament that is there: where one of those who take part is, and when it was heard last."""

    host: str
    cry: TournamentCry
    at: float


def cry_bytes(cry: Cry) -> bytes:
    """A cry as it is sent."""
    return cry_of(CRY, [cry.port, *cry.notice, list(cry.names), list(cry.prints)])


def read_cry(datagram: bytes) -> Cry | None:
    """The cry that a datagram is; None if it is none."""
    said = parts_of(datagram, CRY, LENGTH, [int, *NOTICE_TYPES, list, list])
    if said is None:
        return None
    port, notice, names, prints = said[0], Notice(*said[1:9]), *said[9:]
    fits = _fits(port, notice, names) and _are_prints(prints, len(names))
    return Cry(port, notice, tuple(names), tuple(prints)) if fits else None


def _fits(port: int, notice: Notice, names: list[Plain]) -> bool:
    return (
        0 < port < 1 << 16
        and notice.sound
        and len(names) == notice.taken
        and all(type(name) is str and is_plain(name) for name in names)
    )


def _are_prints(prints: list[Plain], count: int) -> bool:
    return len(prints) in (0, count) and all(type(one) is bytes and len(one) == PRINT for one in prints)


CALL_BYTES = bytes([CALL]) + enc([VERSION])


@dataclass(slots=True)
class _Turn:
    """When the own room is to be cried next on a network."""

    due: float
    cried: float = -GONE


class Discovery:
    """Hears rooms and tournaments, and cries the own one.

    `patience`, 0.0 to 1.0, tells members of a room apart, so that not all step in at once.
    """

    def __init__(self, networks: Iterable[Network], patience: float, now: float) -> None:
        self.counters: Counter[str] = Counter()
        self._patience = patience
        self._own: Cry | TournamentCry | None = None
        self._turns = {network: _Turn(now) for network in networks}
        self._heard: dict[tuple[bytes, Network], Heard | HeardTournament] = {}
        self._fellows: dict[Address, float] = {}
        self._calls = [now + wait for wait in reversed(CALLS)]
        self._out: list[tuple[Network, bytes]] = []

    def set_networks(self, networks: Iterable[Network], now: float) -> None:
        """The networks that this computer is on; on new ones the own room is cried and rooms are called at once."""
        before, wanted = self._turns, list(networks)
        self._turns = {network: before.get(network) or _Turn(now) for network in wanted}
        self._out += [(network, CALL_BYTES) for network in wanted if network not in before]

    def open(self, cry: Cry | TournamentCry | None, now: float) -> None:
        """The own room or tournament, or what has changed in it; None when it is left."""
        if cry != self._own and cry is not None:
            for turn in self._turns.values():
                turn.due = min(turn.due, max(now, turn.cried + SOON))
        self._own = cry

    def rooms(self, now: float) -> list[Heard]:
        """The rooms that are there, the own one left out, by name; each once."""
        return [heard for heard in self._there(now) if isinstance(heard, Heard)]

    def tournaments(self, now: float) -> list[HeardTournament]:
        """The tournaments that are there, the own one left out, by title; each once."""
        return [heard for heard in self._there(now) if isinstance(heard, HeardTournament)]

    def fellows(self, now: float) -> list[Address]:
        """Where others have just cried what one cries oneself."""
        return [address for address, at in self._fellows.items() if now - at < GONE]

    def _there(self, now: float) -> list[Heard | HeardTournament]:
        own = self._own.key if self._own is not None else b""
        best: dict[bytes, Heard | HeardTournament] = {}
        for (key, _), heard in self._heard.items():
            if key != own and now - heard.at < GONE and (key not in best or heard.at > best[key].at):
                best[key] = heard
        return sorted(best.values(), key=lambda heard: (heard.cry.name, heard.cry.key))

    def receive(self, datagram: bytes, host: str, network: Network, now: float) -> None:
        """Takes a datagram in that came over a network. Any bytes may come."""
        turn = self._turns.get(network)
        if turn is None:
            return
        if datagram == CALL_BYTES:
            turn.due = min(turn.due, max(now, turn.cried + SOON))
            return
        cry = read_cry(datagram) or tournaments.read_cry(datagram)
        if cry is None:
            self.counters["malformed"] += 1
        elif self._own is not None and cry.key == self._own.key:
            self._note_fellow((host, cry.port), now)
            if cry == self._own._replace(port=cry.port):  # an older one says too little
                turn.due = now + EVERY + STEP_IN * (0.2 + 0.8 * self._patience)
                turn.cried = now
        else:
            self._keep(cry, host, network, now)

    def tick(self, now: float) -> None:
        """The time is `now`, in seconds from anywhere; to be called every 50 ms or so."""
        while self._calls and self._calls[-1] <= now:
            self._calls.pop()
            self._out += [(network, CALL_BYTES) for network in self._turns]
        for network, turn in self._turns.items():
            if self._own is not None and turn.due <= now:
                self._out.append((network, self._own.sent))
                turn.due, turn.cried = now + EVERY, now
        for key in [key for key, heard in self._heard.items() if now - heard.at >= GONE]:
            del self._heard[key]

    def take_datagrams(self) -> list[tuple[Network, bytes]]:
        """What is to be sent, and over which network."""
        out, self._out = self._out, []
        return out

    def _note_fellow(self, address: Address, now: float) -> None:
        self._fellows.pop(address, None)
        self._fellows[address] = now
        if len(self._fellows) > MOST_FELLOWS:
            del self._fellows[next(iter(self._fellows))]

    def _keep(self, cry: Cry | TournamentCry, host: str, network: Network, now: float) -> None:
        key = (cry.key, network)
        if key not in self._heard:
            crowd = sum(heard.host == host for heard in self._heard.values())
            if crowd >= MOST_OF_ONE or len(self._heard) >= MOST_ROOMS:
                self.counters["too many rooms"] += 1
                return
        self._heard[key] = Heard(host, cry, now) if isinstance(cry, Cry) else HeardTournament(host, cry, now)
