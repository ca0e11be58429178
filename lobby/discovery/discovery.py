"""Discovery of rooms and tournaments on the network, without a typed address (PROTOCOL part 22).

This module uses no clock, socket or task. The announcements are defined in `lobby.discovery.announcement`,
`lobby.discovery.room_announcement` and `lobby.discovery.tournament_announcement`.

An announcement goes to everybody on a network and is repeated every 0.7 seconds. On a network with many announcers,
each of them announces less often, and waits while the others announce enough. All announcers together stay below 50
datagrams a second (`lobby.discovery.announce_rate`).

One member announces for all members of a room. A member waits while it receives the same announcement from a linked
member, at the address of that link. It takes over when that member falls silent. Nobody else can silence it. A datagram
of type 25, [2], asks all rooms to announce soon. The rooms then announce to everybody, so a call with a forged address
floods nobody.

A room is listed once its address has answered (`lobby.discovery.reachability`, `lobby.discovery.directory`).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from core.engine.codec import enc
from lobby.discovery import reachability
from lobby.discovery import tournament_announcement as tournaments
from lobby.discovery.announce_rate import (
    ANNOUNCE_INTERVAL,
    ENOUGH_ANNOUNCED,
    FEW_ANNOUNCERS,
    MAX_ANNOUNCED,
    TOTAL_RATE_CALLED,
    AnnouncerEstimate,
    RecentEvents,
)
from lobby.discovery.announcement import MOST_NAMED, VERSION, Announcement, is_other_version
from lobby.discovery.directory import Content, Directory, DiscoveredRoom, DiscoveredTournament, Network
from lobby.discovery.room_announcement import RoomAnnouncement, read_announcement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from net.channels.addresses import Address
from net.channels.rate_limit import SourceQuotas, source_of
from net.crypto.primitives import KEY, Signer

__all__ = ["CALL_BYTES", "DiscoveredRoom", "DiscoveredTournament", "Discovery", "Network", "RoomAnnouncement"]

CALL_TAG = 25
CALL_BYTES = bytes([CALL_TAG]) + enc([VERSION])
CALLED_INTERVAL = 0.35
"""Seconds between two announcements of a room that was called or has changed.

This holds on a network with few rooms.
"""
TAKEOVER_DELAY = 0.5
"""Maximum seconds before a member announces in place of another one that has failed to."""
EXPIRY_SECONDS = 4.4
"""Seconds of silence after which a room counts as gone, on a network with few rooms."""
EXPIRY_INTERVALS = 5.0
"""Announcement intervals of silence after which a room counts as gone, on a network with many rooms."""
CALLS = (0.0, 0.3, 1.0)
"""Seconds after its start at which a newcomer calls.

On a network with many rooms, the newcomer makes only the first of these calls.
"""
CALLER_LIFETIME = 60.0
"""Seconds for which a peer that has called counts as searching."""
AGAIN = 0.1
"""Maximum seconds before a new room retries an announcement that it postponed for others.

Rooms that are not new retry within `KNOWN_ROOM_RETRY_INTERVALS` intervals.
"""
KNOWN_ROOM_RETRY_INTERVALS = 0.25
LATEST = 2.0
"""Seconds after which a new room announces even if many others announce.

A known room announces at the latest one interval after its announcement was due. Therefore nobody can silence anybody.
"""
ALONE = 10.0
"""Seconds after which a member announces even if other members of its room do.

Therefore an announcer that does not answer cannot hide a room for longer than that.
"""
MOST_FELLOWS = 16
FELLOWS_OF_ONE = 4
MOST_OTHERS = 16


@dataclass(slots=True)
class _Turn:
    """State of this peer's announcements on one network."""

    due: float
    estimate: AnnouncerEstimate
    received_at: float = -EXPIRY_SECONDS
    """Time of the last announcement of this room, by any member."""
    announced_at: float = -EXPIRY_SECONDS
    """Time of this peer's last announcement."""
    postponed_since: float | None = None
    """Time since which an announcement has been due but postponed for others, or None."""
    announcements: RecentEvents = field(default_factory=RecentEvents)
    questions: RecentEvents = field(default_factory=RecentEvents)
    callers: RecentEvents = field(default_factory=lambda: RecentEvents(CALLER_LIFETIME))
    """Peers that are searching for rooms, as their calls have shown."""

    @property
    def stretch(self) -> float:
        """Ratio of all intervals to the intervals on a network with few rooms."""
        return self.estimate.interval / ANNOUNCE_INTERVAL

    def hasten(self, now: float, patience: float) -> None:
        """Bring the next announcement forward, by different amounts for different peers.

        Therefore they do not all announce at the same time.
        """
        all_called = (self.estimate.size - 1.0) / TOTAL_RATE_CALLED
        self.due = min(
            self.due,
            max(now + patience * all_called, self.received_at + max(CALLED_INTERVAL * self.stretch, all_called)),
        )

    def must_wait(self, now: float, chance: float) -> bool:
        """Return True, and postpone the announcement, if enough others announced within the last second.

        `chance` is a random number below 1.0.
        """
        new = self.announced_at < 0.0
        held = now if self.postponed_since is None else self.postponed_since
        if self.announcements.count(now) < (MAX_ANNOUNCED if new else ENOUGH_ANNOUNCED) or now - held >= (
            LATEST if new else self.estimate.interval
        ):
            return False
        self.postponed_since, self.due = (
            held,
            now + (AGAIN if new else KNOWN_ROOM_RETRY_INTERVALS * self.estimate.interval) * chance,
        )
        return True

    def note_sent(self, now: float) -> None:
        """Note that an announcement was sent, and schedule the next one."""
        self.due, self.received_at, self.announced_at, self.postponed_since = (
            now + self.estimate.next_wait(now),
            now,
            now,
            None,
        )
        self.announcements.note("", now)

    def questions_left(self, now: float) -> int:
        """Return how many more questions may be sent now."""
        return self.estimate.max_questions(now, self.callers.count(now) > 0) - self.questions.count(now)


class _FellowAnnouncer(NamedTuple):
    """Another peer that announces the same room or tournament."""

    address: Address
    counter: int
    at: float


class Discovery:
    """Discovery of rooms and tournaments, which also announces this peer's own room or tournament.

    It announces under the key of `signer`, or under a fresh key. `patience`, from 0.0 to 1.0, differs between the
    members of a room, so that not all of them take over at once. `number` must be higher than at any earlier start with
    the same key; it can be the time in milliseconds. With `lists=False`, a peer that only announces sends no calls and
    no questions and lists nothing.
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
        self._turns = {network: _Turn(now, AnnouncerEstimate(now)) for network in networks}
        self._directory = Directory(self.counters, random)
        self._checks = SourceQuotas(rate=5.0, most=32.0, all_rate=100.0, all_most=100.0)
        self._lists = lists
        self._fellows: dict[bytes, _FellowAnnouncer] = {}
        self._numbers: dict[bytes, int] = {}
        self._others: dict[str, float] = {}
        self._calls = [now + wait for wait in reversed(CALLS)] if lists else []
        self._out: list[tuple[Network, bytes]] = []
        self._questions: list[tuple[Network, Address, bytes]] = []

    @property
    def identity(self) -> bytes:
        """Key under which this peer announces."""
        return self._signer.identity

    def set_networks(self, networks: Iterable[Network], now: float) -> None:
        """Set the networks of this computer; announce and call at once on new ones."""
        before, wanted = self._turns, list(networks)
        self._turns = {network: before.get(network) or _Turn(now, AnnouncerEstimate(now)) for network in wanted}
        if self._lists:
            self._out += [(network, CALL_BYTES) for network in wanted if network not in before]

    def announce(
        self,
        announcement: RoomAnnouncement | TournamentAnnouncement | None,
        now: float,
        linked: Mapping[bytes, object] | None = None,
        members: Collection[bytes] | None = None,
    ) -> None:
        """Announce a room or tournament, or a change in it; None ends the announcements.

        `linked` contains the linked members with their addresses; only for these does this peer stay silent. An
        announcement names its announcer and the first few of `members`, by default the linked members.
        """
        if announcement != self._own and announcement is not None:
            for turn in self._turns.values():
                turn.hasten(now, 0.0)
                if not self._is_own(announcement):
                    turn.announced_at = -EXPIRY_SECONDS
        self._own = announcement
        self._linked = linked or {}
        self._members = self._linked if members is None else members

    # -- listings --

    def rooms(self, now: float) -> list[DiscoveredRoom]:
        """Return the rooms that answer, each once, ordered by name.

        This peer's own room is not among them.
        """
        return [
            heard for heard in self._directory.rooms(self._expiry_times(now)) if not self._is_own(heard.announcement)
        ]

    def tournaments(self, now: float) -> list[DiscoveredTournament]:
        """Return the tournaments that answer, each once, ordered by title.

        This peer's own tournament is not among them.
        """
        return [
            heard
            for heard in self._directory.tournaments(self._expiry_times(now))
            if not self._is_own(heard.announcement)
        ]

    def unanswered_hosts(self, now: float) -> list[str]:
        """Return the hosts that announce something but do not answer at the announced address."""
        return self._directory.unanswered_hosts(now)

    def hosts_of_other_versions(self, now: float) -> list[str]:
        """Return the hosts whose programs announce in the form of another version."""
        return sorted(host for host, at in self._others.items() if now - at < EXPIRY_SECONDS)

    def fellow_addresses(self, now: float) -> list[Address]:
        """Return the addresses of peers that recently announced this peer's own room or tournament.

        None of these addresses has answered yet.
        """
        return [fellow.address for fellow in self._fellows.values() if now - fellow.at < EXPIRY_SECONDS]

    def _is_own(self, announcement: RoomAnnouncement | TournamentAnnouncement) -> bool:
        return self._own is not None and announcement.key == self._own.key

    # -- datagrams and time --

    def receive(self, datagram: bytes, host: str, network: Network, now: float, port: int = 0) -> None:
        """Process a datagram from a network; its bytes may be anything."""
        turn = self._turns.get(network)
        if turn is None:
            return
        if datagram == CALL_BYTES:
            turn.hasten(now, self._patience)
            turn.callers.note(host, now)
        elif datagram[:1] == bytes([reachability.HERE]):
            self._directory.process_answer(datagram, (host, port), now)
        else:
            said = read_announcement(datagram) or tournaments.read_announcement(datagram)
            if said is not None:
                self._on_announcement(said, host, network, now)
            elif datagram[:1] in (b"\x18", b"\x1c") and is_other_version(datagram):
                self._on_other_version(host, now)
            else:
                self.counters["malformed"] += 1

    def tick(self, now: float) -> None:
        """Advance to the time `now`, in seconds from any origin; call this every 50 ms or so."""
        while self._calls and self._calls[-1] <= now:
            first = len(self._calls) == len(CALLS)
            self._calls.pop()
            self._out += [
                (network, CALL_BYTES)
                for network, t in self._turns.items()
                if first or t.estimate.size <= FEW_ANNOUNCERS
            ]
        for network, turn in self._turns.items():
            if self._own is not None and turn.due <= now and not turn.must_wait(now, self._random(1)[0] / 256):
                self._out.append((network, self._make_announcement(self._own, now)))
                turn.note_sent(now)
        asked = self._directory.tick(
            self._expiry_times(now), now, {net: turn.questions_left(now) for net, turn in self._turns.items()}
        )
        for network, _, question in asked:
            self._turns[network].questions.note(question, now)
        self._questions += asked
        for key in [key for key, fellow in self._fellows.items() if now - fellow.at >= EXPIRY_SECONDS]:
            del self._fellows[key]

    def take_datagrams(self) -> list[tuple[Network, bytes]]:
        """Return and clear the datagrams to broadcast, each with its network."""
        out, self._out = self._out, []
        return out

    def take_questions(self) -> list[tuple[Network, Address, bytes]]:
        """Return and clear the questions to send, each with its network and address."""
        out, self._questions = self._questions, []
        return out

    def _make_announcement(self, own: RoomAnnouncement | TournamentAnnouncement, now: float) -> bytes:
        self._number += 1
        heard = [
            key for key, fellow in self._fellows.items() if key in self._members and now - fellow.at < EXPIRY_SECONDS
        ]
        named = dict.fromkeys((*reversed(heard), *self._linked, *islice(self._members, MOST_NAMED)))
        named.pop(self.identity, None)
        return own.pack(self._signer, self._number, list(named))

    def _expiry_times(self, now: float) -> dict[Network, float]:
        """Return, for each network, the time before which announcements have expired."""
        return {
            network: now - max(EXPIRY_SECONDS, EXPIRY_INTERVALS * turn.estimate.interval)
            for network, turn in self._turns.items()
        }

    def _on_announcement(self, announcement: Announcement[Content], host: str, network: Network, now: float) -> None:
        if announcement.key == self.identity:  # our echo
            return
        self._turns[network].estimate.note(host, now)
        self._turns[network].announcements.note(host, now)
        if self._own is not None and self._is_own(announcement.content):
            self._on_fellow_announcement(announcement, (host, announcement.content.port), self._turns[network], now)
        elif self._lists:
            self._directory.add_announcement(announcement, host, network, now)

    def _on_other_version(self, host: str, now: float) -> None:
        self._others.pop(host, None)
        self._others[host] = now
        if len(self._others) > MOST_OTHERS:
            del self._others[next(iter(self._others))]

    # -- fellow announcers --

    def _on_fellow_announcement(
        self, announcement: Announcement[Content], address: Address, turn: _Turn, now: float
    ) -> None:
        assert self._own is not None
        linked = self._linked.get(announcement.key) == address
        if announcement.counter <= self._numbers.get(announcement.key, -1):
            return
        if not linked and not self._checks.take(source_of(address[0]), now):
            self.counters["too much to check"] += 1
            return
        if not announcement.is_signed:
            self.counters["forged"] += 1
            return
        self._note_fellow(announcement, address, now)
        same = announcement.content.comparable == self._own.comparable  # an older announcement says too little
        if linked and same and now - turn.announced_at < ALONE * turn.stretch:
            turn.due = now + turn.estimate.interval + TAKEOVER_DELAY * turn.stretch * (0.2 + 0.8 * self._patience)
            turn.received_at = now

    def _note_fellow(self, announcement: Announcement[Content], address: Address, now: float) -> None:
        """Remember another announcer of this peer's room or tournament.

        Only the newest few are kept, and at most `FELLOWS_OF_ONE` from one host. The counters of linked keys are kept
        longest.
        """
        self._fellows.pop(announcement.key, None)
        same = [key for key, fellow in self._fellows.items() if fellow.address[0] == address[0]]
        if len(same) >= FELLOWS_OF_ONE and announcement.key not in self._linked:
            return
        self._fellows[announcement.key] = _FellowAnnouncer(address, announcement.counter, now)
        if len(self._fellows) > MOST_FELLOWS:
            del self._fellows[
                next((key for key in self._fellows if key not in self._linked), next(iter(self._fellows)))
            ]
        self._numbers.pop(announcement.key, None)
        self._numbers[announcement.key] = announcement.counter
        if len(self._numbers) > 4 * MOST_FELLOWS:
            del self._numbers[
                next((key for key in self._numbers if key not in self._linked), next(iter(self._numbers)))
            ]
