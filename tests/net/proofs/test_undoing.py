"""Attempts to undo a match, to accuse an honest seat, or to cost the others much, by forks and false states."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.codec import Plain
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.state import VerifiedMatch
from net.match.events import Accusation, EndOfMatch, FoundDesync, FoundEvidence
from net.match.feed_reader import step_of
from net.match.readiness import Ready
from net.proofs.evidence import Evidence
from net.records.record import pack, unpack
from net.records.verification import record_genesis
from net.replication import entries, messages
from net.replication.entries import Entry, Kind, Place
from net.replication.messages import Fields, Heads, Message, Part, StatePart
from net.replication.peer_state import MAX_FORK_SHOWS, PeerKey
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.seat.misbehaviour import MAX_EVIDENCE
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import Partition, SimulatedNetwork
from tests.support.all_games import GAMES
from tests.support.lobby.tournament.hall import opening
from tests.support.net.adversaries import Tampering
from tests.support.net.tables import drivers, player_of
from tests.support.net.toys import POT, TRICKS

NOWHERE = bytes(32)


def judged(driver: Driver, game: Any) -> VerifiedMatch | str:
    """Return the result of a driver's record in a tournament of this game."""
    data = pack(match_record(driver))
    terms = record_genesis(unpack(data)).terms
    return judge_record(data, opening()._replace(game=terms.game, rules=terms.rules, options=terms.options), game)


def another(driver: Driver, old: Entry, body: Plain) -> list[Message]:
    """Return the messages with another version of an entry, signed by the driver's seat."""
    place = Place(old.match, driver.seat, old.seq, old.prev)
    stored = entries.make(driver.setup.signer, place, Kind(old.kind), old.seen, body).stored
    count = -(-len(stored) // messages.PART)
    pieces = (stored[k * messages.PART : (k + 1) * messages.PART] for k in range(count))
    return [Part(old.match, old.seat, old.seq, k, count, piece) for k, piece in enumerate(pieces)]


def other_commit(driver: Driver, t: int) -> list[Message]:
    """Return the messages with another version of the driver's commit of step t."""
    feed = driver.feeds.feed_of(driver.seat)
    old = next(entry for entry in feed if entry.kind == Kind.COMMIT and step_of(entry) == t)
    assert isinstance(old.body, list)
    return another(driver, old, [old.body[0], NOWHERE, *old.body[2:]])


def play_of(driver: Driver) -> MatchProtocol:
    assert driver.protocol is not None
    return driver.protocol


def step(driver: Driver) -> int:
    """Return the step of a driver's match, or 0 before the match."""
    return driver.protocol.table.step.t if driver.protocol is not None else 0


class Quiet(Tampering):
    """A client that never tells its state."""

    def tampered(self, to: PeerKey, said: list[Message]) -> list[Message]:
        return [message for message in said if not isinstance(message, (Fields, StatePart))]


class ForksItsFirstEntry(Tampering):
    """A client that signs a second first entry in the middle of a match."""

    def more(self, to: PeerKey) -> list[Message]:
        return other_first_entry(self) if step(self) >= 5 and not play_of(self).table.over else []


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize(("game", "options"), [(POT, {"goal": 6}), (TRICKS, {"rounds": 5})], ids=["pot", "tricks"])
def test_a_second_first_entry_in_a_late_step_does_not_stop_the_others(game: Any, options: Any, seats: int) -> None:
    """In the first step it does: the shares may differ, and nothing is lost by joining again."""
    net = SimulatedNetwork(drivers(game, seats, cheats={seats: ForksItsFirstEntry}, patience=0.5, **options))
    honest = [net.drivers[seat] for seat in range(1, seats)]
    assert net.run(until=60.0, is_done=lambda: all(driver.stopped for driver in honest))
    assert all(driver.finished and not driver.verdict for driver in honest)
    said = judged(honest[0], game)
    assert isinstance(said, VerifiedMatch) and said.ranks[-1] == seats and said.broke_rules == {seats}


def other_first_entry(driver: Driver) -> list[Message]:
    """Return the messages with another version of the driver's first entry."""
    old = driver.feeds.feed_of(driver.seat)[0]
    assert isinstance(old.body, list)
    data, points, boxes, *rest = old.body
    assert isinstance(boxes, list)
    return another(driver, old, [data, points, boxes[::-1], *rest])


@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_that_restarts_after_a_second_first_entry_plays_on(seats: int) -> None:
    """It finds the fork before it has read its log again, and must not stop."""
    table = drivers(POT, seats, cheats={seats: ForksItsFirstEntry}, patience=0.5, goal=12)
    net = SimulatedNetwork(table)
    assert net.run(until=30, is_done=lambda: step(net.drivers[1]) >= 9)
    old = net.drivers[2]
    others = [seat for seat in range(1, seats + 1) if seat != 2]
    net.restart(2, Driver(old.at, old._entry_log, others, player_of(POT, 2), policy=PatientPolicy(0.5)))
    honest = range(1, seats)
    assert net.run(until=net.now + 30, is_done=lambda: all(net.drivers[seat].finished for seat in honest))


class ForksAtTheFirstReveal(Tampering):
    """A client that reveals the first step to seat 1 only, and shows the others a second first entry."""

    shown = 0

    def _first_reveal(self) -> int:
        own = self.feeds.feed_of(self.seat) if self.protocol is not None else []
        return next((entry.seq for entry in own if entry.kind == Kind.REVEAL and step_of(entry) == 1), -1)

    def tampered(self, to: PeerKey, said: list[Message]) -> list[Message]:
        end = self._first_reveal()
        if end < 0 or to == 1:
            return said
        kept = [m for m in said if not (isinstance(m, Part) and m.seat == self.seat and m.seq >= end)]
        return [self._cut(m, end) if isinstance(m, Heads) else m for m in kept]

    def _cut(self, message: Heads, end: int) -> Heads:
        heads = list(message.heads)
        if heads[self.seat - 1][0] > end:
            heads[self.seat - 1] = (end, self.feeds.feed_of(self.seat)[end - 1].id[:8])
        return message._replace(heads=tuple(heads))

    def more(self, to: PeerKey) -> list[Message]:
        if self._first_reveal() < 0 or to == 1 or self.shown > 150:
            return []
        self.shown += 1
        return other_first_entry(self)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_second_first_entry_at_the_first_reveal_does_not_split_the_others(seats: int) -> None:
    net = SimulatedNetwork(drivers(POT, seats, cheats={seats: ForksAtTheFirstReveal}, patience=0.5, goal=6), seed=seats)
    honest = [net.drivers[seat] for seat in range(1, seats)]
    assert net.run(until=60.0, is_done=lambda: all(driver.stopped for driver in honest))
    ends = {bool(driver.finished) for driver in honest}
    assert len(ends) == 1, "all stop to join again, or all play on"


class OfflineInStep1(Tampering):
    def _is_off(self) -> bool:
        play = self.protocol
        return play is not None and len(play.table.shares) == self.at.seats and self.sync.now < 2.5

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        if not self._is_off():
            super().receive(datagram, peer)

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        sent = super().take_datagrams()
        return [] if self._is_off() else sent


class ForksForOneThatReturns(Tampering):
    def more(self, to: PeerKey) -> list[Message]:
        return other_first_entry(self) if self.protocol and to == 2 and 2.5 < self.sync.now < 3.5 else []


def test_a_seat_that_returns_to_a_second_first_entry_takes_part_again() -> None:
    cheats: dict[int, type[Driver]] = {2: OfflineInStep1, 4: ForksForOneThatReturns}
    net = SimulatedNetwork(drivers(POT, 4, cheats=cheats, patience=0.5, goal=150))
    assert net.run(until=30.0, is_done=lambda: all(net.drivers[seat].finished for seat in (1, 2, 3)))


class GivesItsKeysToOne(Quiet):
    """A client that shows its first entry to seat 1 only at first, and tells seat 1 of another state."""

    told = 0

    def tampered(self, to: PeerKey, said: list[Message]) -> list[Message]:
        said = super().tampered(to, said)
        if to == 1 or self.sync.now >= 0.3:
            return said
        kept = [message for message in said if not (isinstance(message, Part) and message.seat == self.seat)]
        return [self._without_own(message) if isinstance(message, Heads) else message for message in kept]

    def _without_own(self, message: Heads) -> Heads:
        heads = list(message.heads)
        heads[self.seat - 1] = (0, b"")
        return message._replace(heads=tuple(heads))

    def more(self, to: PeerKey) -> list[Message]:
        if to != 1 or self.told >= 3 or step(self) != 1 or not self.feeds.feed_of(self.seat):
            return []
        self.told += 1
        table = play_of(self).table
        return [Fields(table.match, 1, (bytes(8),) * len(table.state.field_names))]


@pytest.mark.parametrize("seed", range(3))
def test_seats_that_lack_a_first_entry_dispute_no_state(seed: int) -> None:
    """The first state of a shared deck is complete only with the first entries of all seats."""
    cheats: dict[int, type[Driver]] = {3: GivesItsKeysToOne}
    net = SimulatedNetwork(drivers(GAMES["magpies"], 3, cheats=cheats, patience=20.0, kinds=5, rounds=1), seed=seed)
    honest = [net.drivers[1], net.drivers[2]]
    net.run(until=30.0, is_done=lambda: all(step(driver) > 3 or driver.stopped for driver in honest))
    for driver in honest:
        assert step(driver) > 3 and play_of(driver).faults.convicted <= {3}
        assert not driver.attendance.left_out


def test_a_ready_opens_no_dispute_before_all_first_entries_are_read() -> None:
    net = SimulatedNetwork(drivers(GAMES["magpies"], 3, kinds=5, rounds=1))
    assert net.run(is_done=lambda: net.drivers[1].protocol is not None)
    play = play_of(net.drivers[1])
    assert len(play.table.shares) < 3
    play.ready.latest[2] = Ready(1, 1, True, NOWHERE)
    assert not play.disputes.begin_if_states_differ() and not play.disputes.is_open


class TellsWhileOneIsAway(Quiet):
    """A client that tells of another state while too few others are there to continue without it."""

    def more(self, to: PeerKey) -> list[Message]:
        if step(self) < 3 or play_of(self).table.over or len(play_of(self).table.present) == self.at.seats:
            return []
        table = play_of(self).table
        return [Fields(table.match, table.step.t, (bytes(8),) * len(table.state.field_names))]


class SignsWhileOneIsAway(SeatSigner):
    """A signer that signs another state while a seat is away."""

    def publish_commit(self, table: Any, decision: Plain) -> None:
        if len(table.present) == len(table.seats) or table.step.t <= 3:
            super().publish_commit(table, decision)
            return
        self.sealed = {table.step.t: bytes(64)}
        self.publish(Kind.COMMIT, [table.step.t, NOWHERE, NOWHERE, table.returned])


SIGNS = type("Signs", (Quiet,), {"signer_class": SignsWhileOneIsAway})


@pytest.mark.parametrize(
    ("seats", "kind"), [(3, TellsWhileOneIsAway), (4, TellsWhileOneIsAway), (3, SIGNS)], ids=["3", "4", "signed"]
)
def test_a_match_that_stopped_at_another_state_goes_on_once_a_seat_is_back(seats: int, kind: type[Driver]) -> None:
    table = drivers(POT, seats, cheats={seats: kind}, patience=0.5, goal=12)
    net = SimulatedNetwork(table, partitions=[Partition(0.08, 6.0, frozenset([2]))])
    net.run(until=40.0, is_done=lambda: bool(net.drivers[1].finished and net.drivers[2].finished))
    for seat in (1, 2):
        assert net.drivers[seat].finished and not net.drivers[seat].verdict, seat
        assert sum(isinstance(report, FoundDesync) for report in net.reports[seat]) <= 1
        assert any(isinstance(report, EndOfMatch) for report in net.reports[seat])
    assert isinstance(judged(net.drivers[1], POT), VerifiedMatch)


class TellsOneSeat(Quiet):
    """A client that tells seat 1 alone, in step 3, of another state."""

    def more(self, to: PeerKey) -> list[Message]:
        if to != 1 or step(self) != 3:
            return []
        table = play_of(self).table
        return [Fields(table.match, table.step.t, (bytes(8),) * len(table.state.field_names))]


class GoneFromStep5(Tampering):
    def _is_gone(self) -> bool:
        return step(self) >= 5

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        if not self._is_gone():
            super().receive(datagram, peer)

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        sent = super().take_datagrams()
        return [] if self._is_gone() else sent


def test_what_one_seat_alone_was_told_does_not_split_the_motions_of_bots() -> None:
    cheats: dict[int, type[Driver]] = {4: TellsOneSeat, 5: GoneFromStep5}
    net = SimulatedNetwork(drivers(POT, 5, cheats=cheats, patience=5.0, goal=12))
    assert net.run(until=40.0, is_done=lambda: all(net.drivers[seat].finished for seat in (1, 2, 3)))


class ForksAndTellsWhileOneIsAway(Quiet):
    """A client that forks an old commit and tells of another state while seat 3 is away."""

    def more(self, to: PeerKey) -> list[Message]:
        if step(self) < 3 or play_of(self).table.over or 3 in play_of(self).table.present:
            return []
        table = play_of(self).table
        told = Fields(table.match, table.step.t, (bytes(8),) * len(table.state.field_names))
        return [*other_commit(self, 1), told]


def test_a_match_that_stopped_at_a_fork_goes_on_once_a_seat_is_back() -> None:
    table = drivers(POT, 4, cheats={4: ForksAndTellsWhileOneIsAway}, patience=0.5, goal=12)
    net = SimulatedNetwork(table, partitions=[Partition(0.08, 7.0, frozenset([3]))])
    assert net.run(until=40.0, is_done=lambda: all(net.drivers[seat].finished for seat in (1, 2, 3)))


class VotesInAnotherState(MatchProtocol):
    """A client that waits for the others' motion, and then commits to another state and votes with them."""

    def _commit(self, forced: bool = False) -> bool:
        if self.table.step.t == 4 and not self.motions.motion_of(1):
            return False
        return super()._commit(forced)


class SignsFalselyInStep4(SeatSigner):
    def publish_commit(self, table: Any, decision: Plain) -> None:
        if table.step.t != 4:
            super().publish_commit(table, decision)
            return
        self.sealed = {4: bytes(64)}
        self.publish(Kind.COMMIT, [4, NOWHERE, NOWHERE, table.returned])


HANGS = type("Hangs", (Quiet,), {"signer_class": SignsFalselyInStep4, "protocol_class": VotesInAnotherState})


class GoneFor(Tampering):
    """A client whose computer sleeps in step 4 for some seconds."""

    def _sleeps(self) -> bool:
        return step(self) >= 4 and self.sync.now < 6.0

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        if not self._sleeps():
            super().receive(datagram, peer)

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        sent = super().take_datagrams()
        return [] if self._sleeps() else sent


@pytest.mark.parametrize("seats", [4, 5])
def test_a_seat_in_another_state_cannot_vote_the_match_to_a_standstill(seats: int) -> None:
    table = drivers(POT, seats, cheats={seats: HANGS, 3: GoneFor}, patience=0.5, goal=6)
    net = SimulatedNetwork(table)
    honest = [net.drivers[seat] for seat in range(1, seats)]
    assert net.run(until=40.0, is_done=lambda: all(driver.finished for driver in honest))


def test_three_of_five_bots_go_on_without_two_that_sign_another_state() -> None:
    kind = type("Both", (Quiet,), {"signer_class": SignsFalselyInStep4})
    net = SimulatedNetwork(drivers(POT, 5, cheats={4: kind, 5: kind}, patience=0.5, goal=6))
    assert net.run(until=40.0, is_done=lambda: all(net.drivers[seat].finished for seat in (1, 2, 3)))


# Costs and hidden proofs ----------------------------------------------------------------------------------------------


class ForksLate(Tampering):
    """A client that signs an early commit again, after many steps."""

    early, late = 1, 20

    def more(self, to: PeerKey) -> list[Message]:
        return other_commit(self, self.early) if step(self) >= self.late else []


def test_heads_of_a_cheat_do_not_make_the_others_send_its_versions_again_and_again() -> None:
    net = SimulatedNetwork(drivers(POT, 3, cheats={3: ForksLate}, goal=150))
    driver = net.drivers[1]
    assert net.run(until=6.0, is_done=lambda: bool(driver.protocol and driver.feeds.forks and step(driver) > 22))
    driver.process(net.now)
    driver.take_datagrams()
    sent = 0
    versions = sum(len(entry.stored) + 100 for entry in driver.feeds.forked_versions(3))
    for _ in range(200):
        (data,) = messages.pack_datagrams([messages.pack_message(Heads(driver.feeds.match, driver.feeds.heads()))])
        driver.receive(data, 3)
        driver.process(net.now)
        sent += sum(len(datagram) for to, datagram in driver.take_datagrams() if to == 3)
    assert 0 < sent <= (MAX_FORK_SHOWS + 1) * versions


def test_harmless_faults_do_not_hide_the_evidence_of_a_worse_one() -> None:
    net = SimulatedNetwork(drivers(POT, 3))
    assert net.run(is_done=lambda: step(net.drivers[1]) == 2)
    faults, reports = play_of(net.drivers[1]).faults, play_of(net.drivers[1]).reports
    for t in range(1, 10 * MAX_EVIDENCE):
        faults.report_evidence(t, Evidence("form", 3, (), (b"entry",), ()))
    faults.report_evidence(1, Evidence("fork", 3, (), (b"one", b"other"), ()))
    kinds = [report.kind for report in reports if isinstance(report, FoundEvidence)]
    assert kinds.count("form") == MAX_EVIDENCE and kinds.count("fork") == 1


class CommitsTwice(SeatSigner):
    """A signer whose second, void commit in step 3 names another state."""

    def publish_commit(self, table: Any, decision: Plain) -> None:
        super().publish_commit(table, decision)
        if table.step.t == 3:
            self.publish(Kind.COMMIT, [3, NOWHERE, NOWHERE, []])


class TellsInStep3(Quiet):
    signer_class = CommitsTwice

    def more(self, to: PeerKey) -> list[Message]:
        if step(self) != 3:
            return []
        table = play_of(self).table
        return [Fields(table.match, 3, (bytes(8),) * len(table.state.field_names))]


def test_a_void_second_commit_is_no_evidence_of_another_state() -> None:
    net = SimulatedNetwork(drivers(POT, 3, cheats={3: TellsInStep3}, patience=0.5, goal=12))
    net.run(until=20.0, is_done=lambda: bool(net.drivers[1].stopped and net.drivers[2].stopped))
    kinds = {report.kind for report in net.reports[1] if isinstance(report, (FoundEvidence, Accusation))}
    assert "form" in kinds and "digest" not in kinds


def test_evidence_is_looked_for_only_when_something_has_arrived() -> None:
    """A stopped match of two keeps its dispute; to build the evidence again at every tick would fill a core."""
    kind = type("Both", (Quiet,), {"signer_class": SignsFalselyInStep4})
    net = SimulatedNetwork(drivers(POT, 2, cheats={2: kind}))
    assert net.run(until=20.0, is_done=lambda: net.drivers[1].stopped)
    play = play_of(net.drivers[1])
    assert play.disputes.is_open
    before = len(play.reports)
    examined = play.disputes._examined
    net.run(until=net.now + 1)
    assert play.disputes._examined is examined and len(play.reports) == before
