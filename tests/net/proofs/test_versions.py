"""Versions of forked feeds: a seat follows the one that the others play with, and a flood of them ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from net.crypto.match_keys import MatchKeys, seat_seeds_from_text
from net.crypto.primitives import Signer
from net.match.feed_reader import step_of
from net.match.genesis import make_shares
from net.match.state_machine import StateMachine
from net.records.record import BadRecord, pack, unpack
from net.records.verification import Replay, verify
from net.replication import entries, messages
from net.replication.entries import Entry, Kind, Place
from net.replication.entry_log import MemoryEntryLog
from net.replication.feeds import MAX_SIDE_ENTRIES, MAX_VERSIONS, Feeds
from net.replication.messages import Heads, Message, Part
from net.replication.peer_state import PeerKey
from net.seat import protocol
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import Partition, SimulatedNetwork
from tests.net.proofs.test_undoing import another, other_commit, other_first_entry, play_of, step
from tests.support.net.adversaries import Tampering, WithholdsItsReveal
from tests.support.net.tables import drivers, player_of
from tests.support.net.toys import POT
from tests.support.verifier_records import found

LATE = 26
"""Step whose entries are more than a peer keeps of other versions."""


def own_commit(driver: Driver, t: int) -> Entry:
    """Return the driver's commit of step t."""
    own = driver.feeds.feed_of(driver.seat)
    return next(entry for entry in own if entry.kind == Kind.COMMIT and step_of(entry) == t)


class ShowsAnotherCommitFirst(Tampering):
    """A client that shows one seat another version of its first commit, and nothing later."""

    victim = 0

    def tampered(self, to: PeerKey, said: list[Message]) -> list[Message]:
        if to != self.victim:
            return said
        begin = own_commit(self, 1).seq
        return [m for m in said if not (isinstance(m, Part) and m.seat == self.seat and m.seq >= begin)]

    def more(self, to: PeerKey) -> list[Message]:
        return other_commit(self, 1) if to == self.victim else []


def restarted(net: SimulatedNetwork, seat: int, log: MemoryEntryLog) -> Driver:
    """Restart a seat over this log, and return its driver."""
    old = net.drivers[seat]
    others = [other for other in net.drivers if other != seat]
    net.restart(seat, Driver(old.at, log, others, player_of(POT, seat), policy=PatientPolicy(0.5)))
    return net.drivers[seat]


def without_log(seats: int) -> SimulatedNetwork:
    """Return a match in which seat 2 has lost its log and the last seat shows it another commit first."""
    table = drivers(POT, seats, cheats={seats: ShowsAnotherCommitFirst}, patience=0.5, goal=300)
    net = SimulatedNetwork(table)

    def is_there() -> bool:
        return step(net.drivers[1]) >= LATE and net.drivers[2].feeds.feed_of(2)[-1].kind == Kind.REVEAL

    assert net.run(until=60, is_done=is_there)
    cheat = net.drivers[seats]
    assert isinstance(cheat, ShowsAnotherCommitFirst)
    cheat.victim = 2
    net.partitions = (Partition(net.now, net.now + 0.3, frozenset([2, seats])),)
    restarted(net, 2, MemoryEntryLog())
    return net


@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_without_its_log_follows_the_version_that_the_others_play_with(seats: int) -> None:
    net = without_log(seats)
    honest = [net.drivers[seat] for seat in range(1, seats)]
    assert net.run(until=net.now + 10, is_done=lambda: all(step(driver) >= LATE + 10 for driver in honest))
    driver = net.drivers[2]
    assert seats in driver.feeds.forks and not driver.verdict
    assert all(entry.id == net.drivers[1].feeds.feed_of(seats)[entry.seq].id for entry in driver.feeds.feed_of(seats))
    data = pack(match_record(driver))
    assert found(data) == found(pack(match_record(net.drivers[1])))
    # its log has both versions in the order of their arrival
    again = restarted(net, 2, driver._entry_log)  # type: ignore[arg-type]
    t = step(net.drivers[1])
    assert net.run(until=net.now + 10, is_done=lambda: step(again) >= t + 5)


class CommitsBesideItsFeed(Tampering):
    """A client whose commit of a late step is another version of its first commit; it shows no other one."""

    def tampered(self, to: PeerKey, said: list[Message]) -> list[Message]:
        end = self._end()
        return [m for m in said if not (isinstance(m, Part) and m.seat == self.seat and m.seq >= end)]

    def _end(self) -> int:
        own = self.feeds.feed_of(self.seat) if self.protocol else []
        return next((e.seq for e in own if e.kind == Kind.COMMIT and step_of(e) == LATE), len(own))

    def more(self, to: PeerKey) -> list[Message]:
        own = self.feeds.feed_of(self.seat) if self.protocol else []
        return another(self, own_commit(self, 1), own[self._end()].body) if self._end() < len(own) else []


@pytest.mark.parametrize("seats", [3, 4])
def test_no_peer_leaves_the_version_by_which_steps_were_resolved(seats: int) -> None:
    """The commit counts and all name it, but records need the entries of the followed version."""
    net = SimulatedNetwork(drivers(POT, seats, cheats={seats: CommitsBesideItsFeed}, patience=0.5, goal=150))
    honest = [net.drivers[seat] for seat in range(1, seats)]
    assert net.run(until=20.0, is_done=lambda: all(step(driver) > LATE + 3 for driver in honest))
    for driver in honest:
        assert seats in driver.feeds.forks
        last = 0
        with pytest.raises(BadRecord, match="two versions"):  # the match has not ended
            for done in Replay(unpack(pack(match_record(driver))), POT).steps():
                last = done.t
        assert last >= LATE


class Slow(MatchProtocol):
    """A client that takes its time over its commits."""

    waits = False

    def _commit(self, forced: bool = False) -> bool:
        return not self.waits and super()._commit(forced)


class Narrow(Tampering):
    """A client that shows seat 1 a few entries of each feed only, and then another version of an early commit."""

    protocol_class = Slow
    shown: tuple[int, ...] = ()
    forks = False

    def wait(self, waits: bool) -> None:
        assert isinstance(self.protocol, Slow)
        self.protocol.waits = waits

    def tampered(self, to: PeerKey, said: list[Message]) -> list[Message]:
        return list(self._narrowed(said)) if to == 1 and self.shown else said

    def _narrowed(self, said: list[Message]) -> Iterator[Message]:
        for message in said:
            if isinstance(message, Part) and message.seq >= self.shown[message.seat - 1]:
                continue
            if isinstance(message, Heads):
                lengths = enumerate(zip(self.shown, message.heads), 1)
                heads = [(n, self.feeds.feed_of(x)[n - 1].id[:8]) if n < head[0] else head for x, (n, head) in lengths]
                message = message._replace(heads=tuple(heads))
            yield message

    def more(self, to: PeerKey) -> list[Message]:
        return other_commit(self, 1) if to == 1 and self.forks else []


def test_a_seat_that_learns_of_a_fork_while_it_catches_up_does_not_stop_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is at a step without seat 2, where too few seem to be left without the forked seat."""
    monkeypatch.setattr(protocol, "MAX_MISSING_TO_RETURN", 1)
    table = drivers(POT, 3, cheats={3: Narrow}, patience=0.5, goal=300)
    net = SimulatedNetwork(table, partitions=[Partition(0.08, 99, frozenset([2]))])
    cheat = net.drivers[3]
    assert isinstance(cheat, Narrow)
    assert net.run(until=10, is_done=lambda: step(net.drivers[1]) > 14)
    within = net.drivers[1].feeds.lengths()
    assert net.run(until=10, is_done=lambda: step(net.drivers[1]) > 20)
    cheat.wait(True)
    net.partitions = ()
    assert net.run(until=20, is_done=lambda: bool(play_of(net.drivers[1]).table.returned))
    cheat.wait(False)
    t = step(net.drivers[1])
    assert net.run(
        until=20, is_done=lambda: step(net.drivers[1]) > t and net.drivers[1].feeds.feed_of(1)[-1].kind == Kind.REVEAL
    )
    cheat.shown = within
    driver = restarted(net, 1, MemoryEntryLog())
    assert net.run(until=net.now + 2, is_done=lambda: driver.protocol is not None)
    net.partitions = (Partition(net.now, net.now + 3, frozenset([2])),)
    net.run(until=net.now + 2, is_done=lambda: step(driver) > 14)
    assert 10 < step(driver) <= 15
    cheat.forks = True
    assert net.run(until=net.now + 2, is_done=lambda: driver.stopped)
    assert play_of(driver).faults.blocked_by == 3
    cheat.shown = ()
    assert net.run(until=net.now + 20, is_done=lambda: step(driver) > t + 5)


def versions(driver: Driver, count: int) -> list[Message]:
    """Return messages with this number of versions of the driver's first commit."""
    old = own_commit(driver, 1)
    return [part for n in range(count) for part in another(driver, old, [1, n.to_bytes(32, "big"), bytes(32), []])]


def test_a_flood_of_versions_costs_the_others_little() -> None:
    """The first versions prove the fork; without a limit all peers would send each other all of them."""
    net = SimulatedNetwork(drivers(POT, 3, patience=None, goal=150))
    assert net.run(is_done=lambda: step(net.drivers[1]) == 3)
    cheat = net.drivers[3]
    count = 10 * MAX_VERSIONS
    flood = messages.pack_datagrams(map(messages.pack_message, versions(cheat, count)))
    sent = {1: 0, 2: 0}
    for driver in (net.drivers[1], net.drivers[2]):
        driver.process(net.now)
        driver.take_datagrams()
    for data in flood:
        net.drivers[1].receive(data, 3)
        for seat, other in 3 * ((1, 2), (2, 1)):
            net.drivers[seat].process(net.now)
            for to, datagram in net.drivers[seat].take_datagrams():
                sent[seat] += len(datagram)
                if to == other:
                    net.drivers[other].receive(datagram, seat)
    size = len(versions(cheat, 1)[0].data)  # type: ignore[attr-defined]
    for seat in (1, 2):
        feeds = net.drivers[seat].feeds
        assert 3 in feeds.forks and len(feeds.side_entries(3)) <= MAX_SIDE_ENTRIES
        assert sent[seat] < 4 * MAX_SIDE_ENTRIES * (size + 200)
        assert len(play_of(net.drivers[seat]).table._sides_read) <= MAX_VERSIONS


class ForksTwiceAtOnce(Tampering):
    """A client that shows seat 1 a second version of its commit first, and both others a second first entry later."""

    def more(self, to: PeerKey) -> list[Message]:
        own = self.feeds.feed_of(self.seat) if self.protocol is not None else []
        if len(own) < 2 or self.sync.now > 3:
            return []
        commit = another(self, own[1], [1, bytes(32), bytes(32), []]) if to == 1 else []
        return [*commit, *(other_first_entry(self) if to == 2 or self.sync.now > 0.5 else [])]

    def tampered(self, to: PeerKey, said: list[Message]) -> list[Message]:
        return [m for m in said if not (isinstance(m, Part) and m.seat == self.seat and m.seq > 1)]


@pytest.mark.parametrize("seats", [3, 4])
def test_an_earlier_fork_does_not_hide_one_of_the_first_entry(seats: int) -> None:
    """All stop to join again, or all play on."""
    net = SimulatedNetwork(drivers(POT, seats, cheats={seats: ForksTwiceAtOnce}, patience=0.5, goal=6))
    honest = [net.drivers[seat] for seat in range(1, seats)]
    assert net.run(until=20.0, is_done=lambda: all(driver.stopped for driver in honest))
    assert len({bool(driver.finished) for driver in honest}) == 1


# -- shares of a seat with two first entries --


def rekeyed_feeds(driver: Driver, seat: int, lines: int) -> Feeds:
    """Return a driver's feeds as a peer has them that was shown a first entry of the seat with other keys.

    `lines` is the number of versions of the next entry that the peer was shown before the others' first entry.
    """
    genesis, other = play_of(driver).table.genesis, bytes(range(32))
    keys = MatchKeys(other, genesis.match, seat, genesis.seats)
    signer = Signer(seat_seeds_from_text("test", seat).identity)
    place = Place(genesis.match, seat, 0, genesis.match)
    first = entries.make(signer, place, Kind.GENESIS, (0,) * genesis.seats, make_shares(genesis, keys, other, None))
    feeds = Feeds(genesis.match, genesis.terms.identities)
    place, heads = Place(genesis.match, seat, 1, first.id), (1,) * genesis.seats
    said = [entries.make(signer, place, Kind.CHAT, heads, [f"line {n}"]) for n in range(lines)]
    for entry in [first, *said, *(entry for number in feeds.seats for entry in driver.feeds.feed_of(number))]:
        feeds.add(entry)
    return feeds


class Vanishes(WithholdsItsReveal):
    """A client that withholds its first reveal, so that the others rebuild its seal from their shares."""

    @property
    def limit(self) -> int:
        own = self.feeds.feed_of(self.seat) if self.protocol else []
        return next((entry.seq for entry in own if entry.kind == Kind.REVEAL), len(own))


@pytest.mark.parametrize("lines", [0, 2])
def test_a_share_of_other_keys_of_a_forked_first_entry_accuses_nobody_honest(lines: int) -> None:
    """A cheat with two first entries could give each seat shares of other keys than those that the others know.

    It could also fork a later entry first, so that another fork is known.
    """
    net = SimulatedNetwork(drivers(POT, 4, cheats={4: Vanishes}, patience=0.5, goal=6))
    honest = [net.drivers[seat] for seat in (1, 2, 3)]
    assert net.run(until=20.0, is_done=lambda: all(driver.finished for driver in honest))
    table = play_of(honest[0]).table
    assert 4 in {exclusion.seat for exclusion in table.left_out}
    feeds = rekeyed_feeds(honest[0], 4, lines)
    assert 4 in feeds.rekeyed
    replay = StateMachine(POT, table.genesis)
    while True:
        if replay.read_feeds(feeds):
            continue
        if not replay.is_ready():
            break
        replay.resolve()
    book = replay.step.votes
    assert {wrong.seat for wrong in replay.accusations} <= {4}
    assert any(cut.round == 1 for cut in book.cuts.values()) and not replay.over, "the shares were looked at"


class WrongShareForSeat2(SeatSigner):
    """A client that gives seat 2 a share that does not match its points."""

    def publish_shares(self) -> None:
        wrong = MatchKeys(bytes(32), self.genesis.match, self.seat, self.genesis.seats)
        right: Any = make_shares(self.genesis, self.keys, self._seed, None)
        other: Any = make_shares(self.genesis, wrong, self._seed, None)
        self.publish(Kind.GENESIS, [*right[:2], [right[2][0], other[2][1], *right[2][2:]]])


@pytest.mark.parametrize("seats", [4, 5])
def test_a_false_share_does_not_exclude_the_seat_that_got_it(seats: int) -> None:
    """It stops to join again. Once the others have begun without it, it takes part without that share."""
    cheat = type("Cheat", (Driver,), {"signer_class": WrongShareForSeat2})
    net = SimulatedNetwork(drivers(POT, seats, cheats={seats: cheat}, patience=0.5, goal=150))
    assert net.run(until=20.0, is_done=lambda: step(net.drivers[1]) > 3)
    t = step(net.drivers[1])
    assert net.run(until=net.now + 5, is_done=lambda: step(net.drivers[2]) > t and not net.drivers[2].stopped)
    assert net.run(until=net.now + 5, is_done=lambda: 2 in play_of(net.drivers[1]).table.present)
    if seats == 5:  # the others have enough shares to rebuild its seal
        net.partitions = (Partition(net.now, 99, frozenset([seats])),)
    t = step(net.drivers[1])
    assert net.run(until=net.now + 20, is_done=lambda: all(step(net.drivers[x]) > t + 5 for x in range(1, seats)))


class ForksForLong(Tampering):
    """A client that forks its feed, and whose other version is longer than what a peer keeps beside a feed."""

    lines: tuple[Message, ...] = ()

    def more(self, to: PeerKey) -> list[Message]:
        if step(self) < 3 or play_of(self).table.over:
            return []
        if not self.lines:
            own, made = self.feeds.feed_of(self.seat), own_commit(self, 2)
            prev, heads = made.prev, made.seen
            lines = []
            for seq in range(made.seq, len(own) + MAX_SIDE_ENTRIES + 8):
                place = Place(made.match, self.seat, seq, prev)
                line = entries.make(self.setup.signer, place, Kind.CHAT, heads, [f"line {seq}"])
                lines.append(Part(made.match, self.seat, seq, 0, 1, line.stored))
                prev = line.id
            self.lines = tuple(lines)
        return list(self.lines)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_long_fork_makes_no_record_that_nobody_can_verify(seats: int) -> None:
    net = SimulatedNetwork(drivers(POT, seats, cheats={seats: ForksForLong}, patience=0.5, goal=6))
    honest = [net.drivers[seat] for seat in range(1, seats)]
    assert net.run(until=20.0, is_done=lambda: all(driver.finished for driver in honest))
    for driver in honest:
        report = verify(unpack(pack(match_record(driver))), POT)
        assert report.complete and report.broke_rules == {seats}
