"""Directory of the discovered rooms and tournaments; a key is listed once its address has answered.

Nobody can announce for another key, and nobody can prove to a stranger that their key belongs to a room. So an entry is
the pair of a room and a key. Two keys are shown as one room only if each names the other. The claims of an entry count
for that entry alone. Strangers cost little: signatures, questions and places in the list are bounded for each host.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from lobby.discovery import reachability as here
from lobby.discovery.announcement import SHORT, Announcement
from lobby.discovery.room_announcement import RoomAnnouncement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from net.channels.addresses import Address
from net.channels.rate_limit import SourceQuotas, TokenBucket, source_of

Network = Hashable
"""Identifier of a network on which datagrams reach everybody; for sockets it is an interface."""
MOST = 1024
MOST_OF_ONE = 32
"""Maximum number of entries from one host."""
RETRY_DELAYS = (0.3, 0.7)
"""Seconds after each of which a silent address is asked again."""
LATE_RETRY = 5.0
"""Seconds after which a silent address is asked once more, if it still announces."""
UNANSWERED_AFTER = 1.5
"""Seconds after which an announcer that has not answered is reported."""


class DiscoveredRoom(NamedTuple):
    """Discovered room: its responder's address, its last announcement's time, and the announcing key."""

    host: str
    announcement: RoomAnnouncement
    at: float
    key: bytes = b""


class DiscoveredTournament(NamedTuple):
    """Discovered tournament: a participant's address, its last announcement's time, and its key."""

    host: str
    announcement: TournamentAnnouncement
    at: float
    key: bytes = b""


Announced = RoomAnnouncement | TournamentAnnouncement
"""Content of an announcement of either kind."""
T = TypeVar("T", RoomAnnouncement, TournamentAnnouncement)


@dataclass(slots=True)
class _Entry:
    """Entry of the directory: the latest announcement of one key on one network."""

    said: Announcement[Announced]
    since: float
    at: float
    here: Address | None = None
    """Address that has answered."""
    trial: Address | None = None
    """Address of its latest announcement, which has not yet answered."""
    random: bytes = b""
    asked: int = 0
    cost: int = 0
    """Number of questions sent since the last answer, to any address.

    So an announcer that changes its port gains no priority.
    """
    due: float = 0.0


class Directory:
    """Discovered rooms and tournaments, by key and network."""

    def __init__(self, counters: Counter[str], random: Callable[[int], bytes]) -> None:
        self.counters, self._random = counters, random
        self._entries: dict[tuple[bytes, bytes, Network], _Entry] = {}
        self._asked: dict[bytes, _Entry] = {}
        self._known = TokenBucket(200.0, 200.0)
        """Limit on the signatures that are checked for keys whose address has answered."""
        self.checks = SourceQuotas(rate=5.0, most=32.0, all_rate=200.0, all_most=200.0)
        """Limit on the signatures that are checked for strangers."""
        self._questions = SourceQuotas(rate=4.0, most=16.0, all_rate=50.0, all_most=64.0)

    # -- listings --

    def rooms(self, since: Mapping[Network, float]) -> list[DiscoveredRoom]:
        """Return the rooms that have answered and have been announced since a time, by name.

        `since` gives this time for each network.
        """
        return [DiscoveredRoom(*found) for found in self._shown(RoomAnnouncement, since)]

    def tournaments(self, since: Mapping[Network, float]) -> list[DiscoveredTournament]:
        """Return the tournaments that have answered and have been announced since a time, by title.

        `since` gives this time for each network.
        """
        return [DiscoveredTournament(*found) for found in self._shown(TournamentAnnouncement, since)]

    def unanswered(self, now: float) -> list[str]:
        """Return the hosts that announce something and do not answer."""
        silent = {
            e.trial[0] for e in self._entries.values() if e.trial is not None and now - e.since >= UNANSWERED_AFTER
        }
        return sorted(silent - {e.here[0] for e in self._entries.values() if e.here is not None})

    def _shown(self, kind: type[T], since: Mapping[Network, float]) -> Iterable[tuple[str, T, float, bytes]]:
        """Yield each room or tournament once for all keys that name each other.

        The announcement of a seated player takes precedence, and then the newest one.
        """
        of: dict[bytes, list[_Entry]] = {}
        for (key, _, network), entry in self._entries.items():
            there = entry.here is not None and entry.at > since.get(network, math.inf)
            if there and type(entry.said.announcement) is kind:
                of.setdefault(key, []).append(entry)
        best = [max(same, key=_announcement_sort_key) for entries in of.values() for same in _alike(entries)]
        best.sort(key=lambda e: (e.said.announcement.name, e.said.announcement.key, e.said.key))
        for entry in best:
            shown = entry.said.announcement
            assert entry.here is not None and isinstance(shown, kind)
            yield entry.here[0], shown._replace(port=entry.here[1]), entry.at, entry.said.key

    # -- received messages --

    def hear(self, said: Announcement[Announced], host: str, network: Network, now: float) -> None:
        """Process an announcement from a host."""
        key = (said.announcement.key, said.key, network)
        entry = self._entries.get(key)
        if entry is not None and said.counter <= entry.said.counter:
            self.counters["heard before"] += 1
            return
        known = entry is not None and entry.here is not None and entry.here[0] == host
        if not (self._known.take(now) if known else self.checks.take(source_of(host), now)):
            self.counters["too much to check"] += 1
            return
        if not said.holds:
            self.counters["forged"] += 1
            return
        if entry is None:
            if not self._room(host):
                self.counters["too many rooms"] += 1
                return
            entry = self._entries[key] = _Entry(said, now, now)
        entry.said, entry.at = said, now
        self._put_address_on_trial(entry, (host, said.announcement.port), now)

    def answer(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram that may answer a question."""
        random = datagram[1 : 1 + here.RANDOM]
        entry = self._asked.get(random)
        if entry is None or entry.trial != address:
            self.counters["unasked"] += 1
            return
        del self._asked[random]
        if here.holds(datagram, random, entry.said.announcement.key, entry.said.key):
            entry.here, entry.trial, entry.cost = address, None, 0
        else:
            self.counters["forged"] += 1

    def tick(
        self, since: Mapping[Network, float], now: float, may: Mapping[Network, int]
    ) -> list[tuple[Network, Address, bytes]]:
        """Drop old entries, and return the questions that are due.

        An entry is old if it was not announced since the time that `since` gives for its network. At most `may`
        questions are due on each network. Hosts that were asked least come first, and of these the newest.
        """
        for key in [key for key, entry in self._entries.items() if entry.at <= since.get(key[2], math.inf)]:
            self._drop(key)
        asked, due = Counter[str](), list[tuple[Network, _Entry, Address]]()
        for (_, _, network), entry in self._entries.items():
            asked[source_of(_host(entry))] += entry.cost
            if entry.trial is not None and entry.due <= now:
                due.append((network, entry, entry.trial))
        out, left = list[tuple[Network, Address, bytes]](), Counter(may)
        for network, entry, address in self._in_turn(due, asked):
            if left[network] > 0 and self._questions.take(source_of(address[0]), now):
                left[network] -= 1
                out.append((network, address, self._make_question(entry, now)))
        return out

    @staticmethod
    def _in_turn(
        due: list[tuple[Network, _Entry, Address]], asked: Counter[str]
    ) -> list[tuple[Network, _Entry, Address]]:
        """Return the entries to ask: those of the least-asked hosts first, and of these the newest."""
        ranks = list[int]()
        for _, _, address in due:
            ranks.append(asked[source_of(address[0])])
            asked[source_of(address[0])] += 1
        return [one for _, one in sorted(zip(ranks[::-1], due[::-1]), key=lambda ranked: ranked[0])]

    def _put_address_on_trial(self, entry: _Entry, address: Address, now: float) -> None:
        """Put the announcing address on trial, unless it is the address that has already answered."""
        if address == entry.here:
            entry.trial = None
        elif address != entry.trial:
            entry.trial, entry.asked, entry.due = address, 0, now

    def _make_question(self, entry: _Entry, now: float) -> bytes:
        self._asked.pop(entry.random, None)
        entry.random = self._random(here.RANDOM)
        self._asked[entry.random] = entry
        entry.due = now + (RETRY_DELAYS[entry.asked] if entry.asked < len(RETRY_DELAYS) else LATE_RETRY)
        entry.asked += 1
        entry.cost += 1
        return here.question(entry.random)

    # -- storage limits --

    def _room(self, host: str) -> bool:
        """Return True if the directory has a place for one more entry of a host.

        If the directory is full, an entry that was asked in vain is dropped first. Otherwise the latest entry of the
        host with the most entries is dropped. An entry that has answered is dropped only if all entries have answered.
        """
        source = source_of(host)
        whose = {key: source_of(_host(entry)) for key, entry in self._entries.items()}
        if sum(one == source for one in whose.values()) >= MOST_OF_ONE:
            return False
        if len(self._entries) < MOST:
            return True
        vain = next((key for key, e in self._entries.items() if e.here is None and e.asked > len(RETRY_DELAYS)), None)
        if vain is not None:
            self._drop(vain)
            return True
        idle = [key for key, entry in self._entries.items() if entry.here is None] or list(self._entries)
        crowd = Counter(whose[key] for key in idle)
        fullest = max(crowd.values())
        if crowd[source] + 1 >= fullest:
            return False
        self._drop(next(key for key in reversed(idle) if crowd[whose[key]] == fullest))
        return True

    def _drop(self, key: tuple[bytes, bytes, Network]) -> None:
        self._asked.pop(self._entries.pop(key).random, None)


def _host(entry: _Entry) -> str:
    """Return the host to which the place of an entry is charged."""
    where = entry.here or entry.trial
    assert where is not None
    return where[0]


def _announcement_sort_key(entry: _Entry) -> tuple[bool, bool, float, int]:
    """Return the sort key by which one of a room's announcements is shown; the highest is shown.

    An announcement with a free seat comes before one without. An IPv6 address that is valid on one link only comes
    after other addresses. Then the latest announcement comes first.
    """
    return entry.said.announcement.free, "%" not in _host(entry), entry.at, entry.said.counter


def _alike(entries: list[_Entry]) -> Iterable[list[_Entry]]:
    """Yield the groups of a room's entries whose keys are the same or name each other."""
    of: dict[bytes, list[_Entry]] = {}
    for entry in entries:
        of.setdefault(entry.said.key[:SHORT], []).append(entry)
    while of:
        group, fresh = list[_Entry](), of.popitem()[1]
        while fresh:
            group += fresh
            named = {fellow for one in fresh for fellow in one.said.fellows if fellow in of}
            near = [short for short in named if any(one.said.names(other.said.key) and other.said.names(one.said.key)
                                                    for one in fresh for other in of[short])]  # fmt: skip
            fresh = [other for short in near for other in of.pop(short)]
        yield group
