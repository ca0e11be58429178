"""Rooms and tournaments that are heard of on the network, without a typed address (PROTOCOL part 22); without clock,
socket or task.

An announcement (`lobby.discovery.announcement`, `lobby.discovery.room_announcement`,
`lobby.discovery.tournament_announcement`) goes to everybody on a network, and again every 0.7 seconds; where many
announce each does so more seldom, and waits while enough is said, so that all together stay below 50 datagrams a second
(`lobby.discovery.announce_rate`). One member announces for all: who hears the same from a member that it is linked
with, at the address of that link, waits, and steps in when that one falls silent; nobody else can silence it. A
datagram of type 25, [2], asks all rooms to announce soon, and to everybody, so a call with a forged address floods
nobody.

What is heard is listed once its address has answered (`lobby.discovery.reachability`, `lobby.discovery.directory`).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from core.engine.codec import enc
from lobby.discovery import reachability
from lobby.discovery import tournament_announcement as tournaments
from lobby.discovery.announce_rate import CALLED, ENOUGH, EVERY, FEW, MOST, Crowd, Lately
from lobby.discovery.announcement import MOST_NAMED, VERSION, Announcement, other_version
from lobby.discovery.directory import Found, Heard, HeardTournament, Network
from lobby.discovery.room_announcement import RoomAnnouncement, read_announcement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from net.channels.addresses import Address
from net.channels.rate_limit import Shares, source_of
from net.crypto.primitives import KEY, Signer

__all__ = ["CALL_BYTES", "Discovery", "Heard", "HeardTournament", "Network", "RoomAnnouncement"]

CALL = 25
CALL_BYTES = bytes([CALL]) + enc([VERSION])
SOON = 0.35
"""Seconds between two announcements of a room on a network with few of them, if it is called or changes."""
STEP_IN = 0.5
"""Seconds after which, at the latest, somebody steps in for a member that should have announced."""
GONE = 4.4
"""Seconds of silence after which a room is no longer there, on a network with few of them."""
MISSED = 5.0
"""So many own turns of silence are as much, on a network with many."""
CALLS = (0.0, 0.3, 1.0)
"""When a newcomer calls, in seconds from its start; once where there are many."""
LOOKING = 60.0
"""For so many seconds after a call somebody is taken to look around."""
AGAIN = 0.1
"""Seconds after which a new room tries again to announce, at the latest, while many announce; others within `OTHERS`
turns."""
OTHERS = 0.25
LATEST = 2.0
"""Seconds after which it announces whatever others do; others a turn after theirs: nobody silences anybody."""
ALONE = 10.0
"""Seconds after which one announces even if others do: who announces and does not answer hides nobody for longer."""
MOST_FELLOWS = 16
FELLOWS_OF_ONE = 4
MOST_OTHERS = 16


@dataclass(slots=True)
class _Turn:
    """When the own room is to be announced next on a network."""

    due: float
    crowd: Crowd
    heard: float = -GONE
    """When it was announced last, by whom ever."""
    announced_at: float = -GONE
    """When by oneself."""
    held: float | None = None
    """Since when it was to be announced, and enough others did."""
    announcements: Lately = field(default_factory=Lately)
    questions: Lately = field(default_factory=Lately)
    callers: Lately = field(default_factory=lambda: Lately(LOOKING))
    """Others who look around."""

    @property
    def stretch(self) -> float:
        """How much longer everything takes than among few."""
        return self.crowd.every / EVERY

    def hasten(self, now: float, patience: float) -> None:
        """It is to be announced soon, not at the same time as all others."""
        all_called = (self.crowd.size - 1.0) / CALLED
        self.due = min(self.due, max(now + patience * all_called, self.heard + max(SOON * self.stretch, all_called)))

    def waits(self, now: float, chance: float) -> bool:
        """Whether others have said enough within the last second; then the turn comes later. `chance` is below 1.0."""
        new = self.announced_at < 0.0
        held = now if self.held is None else self.held
        if self.announcements.count(now) < (MOST if new else ENOUGH) or now - held >= (
            LATEST if new else self.crowd.every
        ):
            return False
        self.held, self.due = held, now + (AGAIN if new else OTHERS * self.crowd.every) * chance
        return True

    def said(self, now: float) -> None:
        """It was announced."""
        self.due, self.heard, self.announced_at, self.held = now + self.crowd.wait(now), now, now, None
        self.announcements.note("", now)

    def may_ask(self, now: float) -> int:
        """How many questions more may be asked."""
        return self.crowd.questions(now, self.callers.count(now) > 0) - self.questions.count(now)


class _Fellow(NamedTuple):
    """Somebody who announces the same."""

    address: Address
    counter: int
    at: float


class Discovery:
    """Hears rooms and tournaments, and announcements the own one under the key of `signer`, or one for this once.

    `patience`, 0.0 to 1.0, tells members of a room apart, so that not all step in at once. `number` is higher than at
    any earlier start with the same key: the time in milliseconds, for instance. Without `lists` nobody is called, asked
    or listed: for who only announcements.
    """

    def __init__(
        self,
        networks: Iterable[Network],
        patience: float,
        now: float,
        signer: Signer | None = None,
        number: int = 0,
        lists: bool = True,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.counters: Counter[str] = Counter()
        self._signer = signer or Signer(random(KEY))
        self._number = number
        self._patience, self._random = patience, random
        self._own: RoomAnnouncement | TournamentAnnouncement | None = None
        self._linked: Mapping[bytes, object] = {}
        self._members: Collection[bytes] = ()
        self._turns = {network: _Turn(now, Crowd(now)) for network in networks}
        self._found = Found(self.counters, random)
        self._checks = Shares(rate=5.0, most=32.0, all_rate=100.0, all_most=100.0)
        self._lists = lists
        self._fellows: dict[bytes, _Fellow] = {}
        self._numbers: dict[bytes, int] = {}
        self._others: dict[str, float] = {}
        self._calls = [now + wait for wait in reversed(CALLS)] if lists else []
        self._out: list[tuple[Network, bytes]] = []
        self._questions: list[tuple[Network, Address, bytes]] = []

    @property
    def identity(self) -> bytes:
        """The key under which the own room is announced."""
        return self._signer.identity

    def set_networks(self, networks: Iterable[Network], now: float) -> None:
        """The networks that this computer is on; on new ones the own room is announced and rooms are called at once."""
        before, wanted = self._turns, list(networks)
        self._turns = {network: before.get(network) or _Turn(now, Crowd(now)) for network in wanted}
        if self._lists:
            self._out += [(network, CALL_BYTES) for network in wanted if network not in before]

    def open(
        self,
        announcement: RoomAnnouncement | TournamentAnnouncement | None,
        now: float,
        linked: Mapping[bytes, object] | None = None,
        members: Collection[bytes] | None = None,
    ) -> None:
        """The own room or tournament, or what has changed in it; None when it is left. `linked` are the members with
        whom one is linked, and where: for them alone one is silent. `members` are those of whom one tells that they
        belong to it, the first few and whoever announces; the linked ones, if nothing is said.
        """
        if announcement != self._own and announcement is not None:
            for turn in self._turns.values():
                turn.hasten(now, 0.0)
                if not self._is_own(announcement):
                    turn.announced_at = -GONE
        self._own = announcement
        self._linked = linked or {}
        self._members = self._linked if members is None else members

    # -- what is there --

    def rooms(self, now: float) -> list[Heard]:
        """The rooms that are there and answer, the own one left out, by name; each once."""
        return [heard for heard in self._found.rooms(self._since(now)) if not self._is_own(heard.announcement)]

    def tournaments(self, now: float) -> list[HeardTournament]:
        """The tournaments that are there and answer, the own one left out, by title; each once."""
        return [heard for heard in self._found.tournaments(self._since(now)) if not self._is_own(heard.announcement)]

    def unanswered(self, now: float) -> list[str]:
        """The hosts that announce something and do not answer there."""
        return self._found.unanswered(now)

    def others(self, now: float) -> list[str]:
        """The hosts from which programs of another version announcement."""
        return sorted(host for host, at in self._others.items() if now - at < GONE)

    def fellows(self, now: float) -> list[Address]:
        """Where others have just announced what one announces oneself; nobody has answered there yet."""
        return [fellow.address for fellow in self._fellows.values() if now - fellow.at < GONE]

    def _is_own(self, announcement: RoomAnnouncement | TournamentAnnouncement) -> bool:
        return self._own is not None and announcement.key == self._own.key

    # -- bytes and time --

    def receive(self, datagram: bytes, host: str, network: Network, now: float, port: int = 0) -> None:
        """Takes a datagram in that came over a network. Whatever bytes may come."""
        turn = self._turns.get(network)
        if turn is None:
            return
        if datagram == CALL_BYTES:
            turn.hasten(now, self._patience)
            turn.callers.note(host, now)
        elif datagram[:1] == bytes([reachability.HERE]):
            self._found.answer(datagram, (host, port), now)
        else:
            said = read_announcement(datagram) or tournaments.read_announcement(datagram)
            if said is not None:
                self._hear(said, host, network, now)
            elif datagram[:1] in (b"\x18", b"\x1c") and other_version(datagram):
                self._hear_other(host, now)
            else:
                self.counters["malformed"] += 1

    def tick(self, now: float) -> None:
        """The time is `now`, in seconds from anywhere; to be called every 50 ms or so."""
        while self._calls and self._calls[-1] <= now:
            first = len(self._calls) == len(CALLS)
            self._calls.pop()
            self._out += [(network, CALL_BYTES) for network, t in self._turns.items() if first or t.crowd.size <= FEW]
        for network, turn in self._turns.items():
            if self._own is not None and turn.due <= now and not turn.waits(now, self._random(1)[0] / 256):
                self._out.append((network, self._announced(self._own, now)))
                turn.said(now)
        asked = self._found.tick(self._since(now), now, {net: turn.may_ask(now) for net, turn in self._turns.items()})
        for network, _, question in asked:
            self._turns[network].questions.note(question, now)
        self._questions += asked
        for key in [key for key, fellow in self._fellows.items() if now - fellow.at >= GONE]:
            del self._fellows[key]

    def take_datagrams(self) -> list[tuple[Network, bytes]]:
        """What is to be said to everybody, and over which network."""
        out, self._out = self._out, []
        return out

    def take_questions(self) -> list[tuple[Network, Address, bytes]]:
        """What is to be asked at addresses, and over which network."""
        out, self._questions = self._questions, []
        return out

    def _announced(self, own: RoomAnnouncement | TournamentAnnouncement, now: float) -> bytes:
        self._number += 1
        heard = [key for key, fellow in self._fellows.items() if key in self._members and now - fellow.at < GONE]
        named = dict.fromkeys((*reversed(heard), *self._linked, *islice(self._members, MOST_NAMED)))
        named.pop(self.identity, None)
        return own.announced(self._signer, self._number, list(named))

    def _since(self, now: float) -> dict[Network, float]:
        """Since when what is there must have been heard, by network."""
        return {network: now - max(GONE, MISSED * turn.crowd.every) for network, turn in self._turns.items()}

    def _hear(self, said: Announcement[Any], host: str, network: Network, now: float) -> None:
        if said.key == self.identity:  # an echo
            return
        self._turns[network].crowd.note(host, now)
        self._turns[network].announcements.note(host, now)
        if self._own is not None and self._is_own(said.announcement):
            self._hear_fellow(said, (host, said.announcement.port), self._turns[network], now)
        elif self._lists:
            self._found.hear(said, host, network, now)

    def _hear_other(self, host: str, now: float) -> None:
        self._others.pop(host, None)
        self._others[host] = now
        if len(self._others) > MOST_OTHERS:
            del self._others[next(iter(self._others))]

    # -- who announces the same --

    def _hear_fellow(self, said: Announcement[Any], address: Address, turn: _Turn, now: float) -> None:
        assert self._own is not None
        linked = self._linked.get(said.key) == address
        if said.counter <= self._numbers.get(said.key, -1):
            return
        if not linked and not self._checks.take(source_of(address[0]), now):
            self.counters["too much to check"] += 1
            return
        if not said.holds:
            self.counters["forged"] += 1
            return
        self._note_fellow(said, address, now)
        same = said.announcement.thing == self._own.thing  # an older one says too little
        if linked and same and now - turn.announced_at < ALONE * turn.stretch:
            turn.due = now + turn.crowd.every + STEP_IN * turn.stretch * (0.2 + 0.8 * self._patience)
            turn.heard = now

    def _note_fellow(self, said: Announcement[Any], address: Address, now: float) -> None:
        """The newest few, of one host two; of how far a key has counted the linked ones are remembered for longest."""
        self._fellows.pop(said.key, None)
        same = [key for key, fellow in self._fellows.items() if fellow.address[0] == address[0]]
        if len(same) >= FELLOWS_OF_ONE and said.key not in self._linked:
            return
        self._fellows[said.key] = _Fellow(address, said.counter, now)
        if len(self._fellows) > MOST_FELLOWS:
            del self._fellows[
                next((key for key in self._fellows if key not in self._linked), next(iter(self._fellows)))
            ]
        self._numbers.pop(said.key, None)
        self._numbers[said.key] = said.counter
        if len(self._numbers) > 4 * MOST_FELLOWS:
            del self._numbers[
                next((key for key in self._numbers if key not in self._linked), next(iter(self._numbers)))
            ]
