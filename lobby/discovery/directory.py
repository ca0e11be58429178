"""Directory of discovered rooms and tournaments, each listed once its address has answered.

Nobody can announce for another key, and nobody can prove to a stranger that a key belongs to a room. So an entry is the
pair of a room and a key. Two keys are shown as one room only if each names the other. The claims of an entry count for
that entry alone. Strangers cost little: signatures, questions and places in the list are bounded for each host.
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
"""Identifier of a network on which a datagram reaches everybody; for sockets it is an interface."""
MOST = 1024
MOST_OF_ONE = 32
"""Maximum number of entries from one host."""
RETRY_DELAYS = (0.3, 0.7)
"""Seconds before each repetition of a question to an address that has not answered."""
LATE_RETRY = 5.0
"""Seconds after which an address that has not answered is asked once more, if it still announces."""
UNANSWERED_AFTER = 1.5
"""Seconds after which an announcer that has not answered is reported."""


class DiscoveredRoom(NamedTuple):
    """A discovered room: the host, the last announcement, its time, and the announcer's key."""

    host: str
    announcement: RoomAnnouncement
    at: float
    key: bytes = b""


class DiscoveredTournament(NamedTuple):
    """A discovered tournament: the host, the last announcement, its time, and the announcer's key."""

    host: str
    announcement: TournamentAnnouncement
    at: float
    key: bytes = b""


Content = RoomAnnouncement | TournamentAnnouncement
"""Content of an announcement of either kind."""
T = TypeVar("T", RoomAnnouncement, TournamentAnnouncement)


@dataclass(slots=True)
class _Entry:
    """Entry of the directory: the latest announcement of one key on one network."""

    announcement: Announcement[Content]
    since: float
    at: float
    answered_address: Address | None = None
    """Address that has answered, or None."""
    unanswered_address: Address | None = None
    """Address of the latest announcement while it has not answered, or None."""
    random: bytes = b""
    asked: int = 0
    cost: int = 0
    """Number of questions, to any address, since the last answer.

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
        """Return the rooms that have answered and that have been announced recently, ordered by name.

        `since` contains, for each network, the time since which they must have been announced.
        """
        return [DiscoveredRoom(*found) for found in self._merge_entries(RoomAnnouncement, since)]

    def tournaments(self, since: Mapping[Network, float]) -> list[DiscoveredTournament]:
        """Return the tournaments that have answered and that have been announced recently, ordered by title.

        `since` contains, for each network, the time since which they must have been announced.
        """
        return [DiscoveredTournament(*found) for found in self._merge_entries(TournamentAnnouncement, since)]

    def unanswered_hosts(self, now: float) -> list[str]:
        """Return the hosts that announce something but do not answer."""
        silent = {
            e.unanswered_address[0]
            for e in self._entries.values()
            if e.unanswered_address is not None and now - e.since >= UNANSWERED_AFTER
        }
        return sorted(
            silent - {e.answered_address[0] for e in self._entries.values() if e.answered_address is not None}
        )

    def _merge_entries(self, kind: type[T], since: Mapping[Network, float]) -> Iterable[tuple[str, T, float, bytes]]:
        """Yield each room or tournament once, even if several keys that name each other announce it.

        The announcement of a seated player takes precedence, then the newest one.
        """
        of: dict[bytes, list[_Entry]] = {}
        for (key, _, network), entry in self._entries.items():
            there = entry.answered_address is not None and entry.at > since.get(network, math.inf)
            if there and type(entry.announcement.content) is kind:
                of.setdefault(key, []).append(entry)
        best = [max(same, key=_announcement_sort_key) for entries in of.values() for same in _group_fellows(entries)]
        best.sort(key=lambda e: (e.announcement.content.name, e.announcement.content.key, e.announcement.key))
        for entry in best:
            shown = entry.announcement.content
            assert entry.answered_address is not None and isinstance(shown, kind)
            yield (
                entry.answered_address[0],
                shown._replace(port=entry.answered_address[1]),
                entry.at,
                entry.announcement.key,
            )

    # -- received messages --

    def add_announcement(self, announcement: Announcement[Content], host: str, network: Network, now: float) -> None:
        """Process an announcement from a host."""
        key = (announcement.content.key, announcement.key, network)
        entry = self._entries.get(key)
        if entry is not None and announcement.counter <= entry.announcement.counter:
            self.counters["heard before"] += 1
            return
        known = entry is not None and entry.answered_address is not None and entry.answered_address[0] == host
        if not (self._known.take(now) if known else self.checks.take(source_of(host), now)):
            self.counters["too much to check"] += 1
            return
        if not announcement.is_signed:
            self.counters["forged"] += 1
            return
        if entry is None:
            if not self._make_room(host):
                self.counters["too many rooms"] += 1
                return
            entry = self._entries[key] = _Entry(announcement, now, now)
        entry.announcement, entry.at = announcement, now
        self._put_address_on_trial(entry, (host, announcement.content.port), now)

    def process_answer(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram that may be the answer to a question."""
        random = datagram[1 : 1 + here.RANDOM]
        entry = self._asked.get(random)
        if entry is None or entry.unanswered_address != address:
            self.counters["unasked"] += 1
            return
        del self._asked[random]
        if here.is_valid_answer(datagram, random, entry.announcement.content.key, entry.announcement.key):
            entry.answered_address, entry.unanswered_address, entry.cost = address, None, 0
        else:
            self.counters["forged"] += 1

    def tick(
        self, since: Mapping[Network, float], now: float, max_questions: Mapping[Network, int]
    ) -> list[tuple[Network, Address, bytes]]:
        """Drop old entries, and return the questions that are due.

        An entry is old if it was not announced since the time in `since` for its network. On each network at most
        `max_questions` are returned. Hosts that were asked least come first, and of these the newest.
        """
        for key in [key for key, entry in self._entries.items() if entry.at <= since.get(key[2], math.inf)]:
            self._drop(key)
        asked, due = Counter[str](), list[tuple[Network, _Entry, Address]]()
        for (_, _, network), entry in self._entries.items():
            asked[source_of(_charged_host(entry))] += entry.cost
            if entry.unanswered_address is not None and entry.due <= now:
                due.append((network, entry, entry.unanswered_address))
        out, left = list[tuple[Network, Address, bytes]](), Counter(max_questions)
        for network, entry, address in self._order_by_cost(due, asked):
            if left[network] > 0 and self._questions.take(source_of(address[0]), now):
                left[network] -= 1
                out.append((network, address, self._make_question(entry, now)))
        return out

    @staticmethod
    def _order_by_cost(
        due: list[tuple[Network, _Entry, Address]], asked: Counter[str]
    ) -> list[tuple[Network, _Entry, Address]]:
        """Return the entries in the order in which to ask them: least-asked hosts first, and of these the newest."""
        ranks = list[int]()
        for _, _, address in due:
            ranks.append(asked[source_of(address[0])])
            asked[source_of(address[0])] += 1
        return [one for _, one in sorted(zip(ranks[::-1], due[::-1]), key=lambda ranked: ranked[0])]

    def _put_address_on_trial(self, entry: _Entry, address: Address, now: float) -> None:
        """Ask the announced address, unless it has already answered."""
        if address == entry.answered_address:
            entry.unanswered_address = None
        elif address != entry.unanswered_address:
            entry.unanswered_address, entry.asked, entry.due = address, 0, now

    def _make_question(self, entry: _Entry, now: float) -> bytes:
        self._asked.pop(entry.random, None)
        entry.random = self._random(here.RANDOM)
        self._asked[entry.random] = entry
        entry.due = now + (RETRY_DELAYS[entry.asked] if entry.asked < len(RETRY_DELAYS) else LATE_RETRY)
        entry.asked += 1
        entry.cost += 1
        return here.make_question(entry.random)

    # -- storage limits --

    def _make_room(self, host: str) -> bool:
        """Return True if there is a place for one more entry of a host, after dropping one if necessary.

        The entry that is dropped is one that was asked in vain, or else the latest entry of the host with the most
        entries. An entry that has answered is dropped only if all entries have answered.
        """
        source = source_of(host)
        whose = {key: source_of(_charged_host(entry)) for key, entry in self._entries.items()}
        if sum(one == source for one in whose.values()) >= MOST_OF_ONE:
            return False
        if len(self._entries) < MOST:
            return True
        vain = next(
            (key for key, e in self._entries.items() if e.answered_address is None and e.asked > len(RETRY_DELAYS)),
            None,
        )
        if vain is not None:
            self._drop(vain)
            return True
        idle = [key for key, entry in self._entries.items() if entry.answered_address is None] or list(self._entries)
        crowd = Counter(whose[key] for key in idle)
        fullest = max(crowd.values())
        if crowd[source] + 1 >= fullest:
            return False
        self._drop(next(key for key in reversed(idle) if crowd[whose[key]] == fullest))
        return True

    def _drop(self, key: tuple[bytes, bytes, Network]) -> None:
        self._asked.pop(self._entries.pop(key).random, None)


def _charged_host(entry: _Entry) -> str:
    """Return the host that is charged for the place of an entry."""
    where = entry.answered_address or entry.unanswered_address
    assert where is not None
    return where[0]


def _announcement_sort_key(entry: _Entry) -> tuple[bool, bool, float, int]:
    """Return the key that decides which of a room's announcements is shown: the one with the highest key.

    An announcement with a free seat comes before one without. An IPv6 address that is valid on one link only comes
    after other addresses. Then the latest announcement comes first.
    """
    return entry.announcement.content.is_open, "%" not in _charged_host(entry), entry.at, entry.announcement.counter


def _group_fellows(entries: list[_Entry]) -> Iterable[list[_Entry]]:
    """Yield the entries of one room or tournament in groups whose keys are the same or name each other."""
    of: dict[bytes, list[_Entry]] = {}
    for entry in entries:
        of.setdefault(entry.announcement.key[:SHORT], []).append(entry)
    while of:
        group, fresh = list[_Entry](), of.popitem()[1]
        while fresh:
            group += fresh
            named = {fellow for one in fresh for fellow in one.announcement.fellows if fellow in of}
            near = [short for short in named if any(_are_fellows(one, other) for one in fresh for other in of[short])]
            fresh = [other for short in near for other in of.pop(short)]
        yield group


def _are_fellows(one: _Entry, other: _Entry) -> bool:
    """Return True if the keys of two entries name each other."""
    first, second = one.announcement, other.announcement
    return first.names_fellow(second.key) and second.names_fellow(first.key)
