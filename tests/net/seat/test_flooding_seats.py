"""Floods of well-formed signed entries: they stop no match and make no record that is too large to verify."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.codec import Plain
from net.match import feed_reader
from net.match.events import Accusation, FoundEvidence
from net.match.state_machine import StateMachine
from net.proofs import evidence, wellformed
from net.records import record
from net.replication import feeds
from net.replication.entries import Kind
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import GOOD, SimulatedNetwork
from tests.support.net import cheats
from tests.support.net.tables import drivers, play
from tests.support.net.toys import POT
from tests.support.verifier_records import Finding, found

CHEAT, SEATS, LIMIT = 3, 4, 25_000


class FloodsWithVotes(SeatSigner):
    """A client that votes for one round after another after its commit, each time with as many made-up seals as fit."""

    at, votes = 2, 40

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        super().publish_commit(table, decision)
        if table.step.t >= self.at:
            for number in range(1, self.votes):
                held = [(number * 64 + i).to_bytes(32, "big") for i in range(64)]
                self.publish(Kind.VOTE, [table.step.t, number, [1, 2, CHEAT], held, None])


class FloodsWithVoids(FloodsWithVotes):
    """A client that signs invalid entries of four kilobytes each."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        super(FloodsWithVotes, self).publish_commit(table, decision)
        for number in range(190 if table.step.t >= self.at else 0):
            self.publish(Kind.END, [number.to_bytes(4, "big") * 1000])


def flooded(kind: Any) -> SimulatedNetwork:
    return play(drivers(POT, SEATS, cheats={CHEAT: cheats.signing(kind)}, patience=1.0), seed=7, faults=GOOD)


@pytest.mark.parametrize("kind", [FloodsWithVotes, FloodsWithVoids])
def test_a_flooding_seat_is_named_and_no_other_seat_is_stopped(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are a twentieth of the real ones, so that the test takes no minutes."""
    monkeypatch.setattr(feed_reader, "MAX_STEP_BYTES", LIMIT)
    net = flooded(kind)
    for seat in (1, 2, 4):
        driver = net.drivers[seat]
        assert driver.finished and driver.protocol.table.readings[CHEAT].dead
        said = [one for one in net.reports[seat] if isinstance(one, Accusation)]
        assert {(one.seat, one.kind) for one in said} == {(CHEAT, "form")}
        assert kind is FloodsWithVoids or "more bytes than a seat" in said[0].words
        size = sum(len(entry.stored) for entry in driver.feeds.feed_of(CHEAT))
        assert size < LIMIT + feeds.UNREAD_BYTES
    made = match_record(net.drivers[1])
    data = record.pack(made)
    assert len(data) < 3_000_000
    assert found(data) == Finding(True, 0, "", ((CHEAT, "form"),))


def flooded_for_real(votes: int) -> SimulatedNetwork:
    """Return a match with the real limits, in which a seat casts this number of votes in each step."""
    kind = type("Floods", (FloodsWithVotes,), {"votes": votes})
    net = SimulatedNetwork(drivers(POT, SEATS, cheats={CHEAT: cheats.signing(kind)}, patience=1.0), seed=7, faults=GOOD)
    honest = [net.drivers[seat] for seat in (1, 2, 4)]
    assert net.run(until=60.0, is_done=lambda: all(driver.finished for driver in honest))
    return net


@pytest.mark.parametrize("votes", [230, 1000])
def test_the_others_continue_without_a_seat_that_exceeds_the_real_limits(votes: int) -> None:
    """The seat continues its flood, so it is never silent; its last vote names two other seats that owe nothing."""
    net = flooded_for_real(votes)
    assert all(net.drivers[seat].protocol.table.readings[CHEAT].dead for seat in (1, 2, 4))


def test_a_vote_in_a_feed_over_the_limit_puts_no_other_seat_under_a_duty() -> None:
    """Only the flooding seat is awaited, not the two seats that its last vote names."""
    kind = type("Floods", (FloodsWithVotes,), {"votes": 1000})
    net = SimulatedNetwork(drivers(POT, SEATS, cheats={CHEAT: cheats.signing(kind)}, patience=1.0), seed=7, faults=GOOD)
    driver = net.drivers[1]
    assert net.run(
        until=60.0, is_done=lambda: driver.protocol is not None and driver.protocol.table.readings[CHEAT].dead
    )
    assert driver.protocol.owed() == [(CHEAT, "cut")]


def test_evidence_of_a_long_flood_is_found_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The feed shows the fault only if read from entry 0.

    An earlier version read half a million entries, every shorter run first.
    """
    monkeypatch.setattr(feed_reader, "FEED_BYTES", 800_000)
    monkeypatch.setattr(feed_reader, "FEED_BYTES_A_STEP", 0)
    kind = type("Floods", (FloodsWithVotes,), {"at": 1, "votes": 60})
    calls, most = 0, 0
    read_next, shortest = wellformed.read_next, wellformed.shortest_run

    def counted(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        return read_next(*given)

    def measured(*given: Any) -> Any:
        nonlocal calls, most
        calls = 0
        found = shortest(*given)
        most = max(most, calls)
        return found

    monkeypatch.setattr(wellformed, "read_next", counted)
    monkeypatch.setattr(wellformed, "shortest_run", measured)
    net = flooded(kind)
    proofs = [one for one in net.reports[1] if isinstance(one, FoundEvidence)]
    assert proofs and {evidence.judge(one.data, {POT.name: POT}).seat for one in proofs} == {CHEAT}
    assert 5_000 < most <= wellformed.MOST_READS + 2 * wellformed.LONGEST_RUN


def test_every_peer_judges_the_evidence_of_a_flood_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_reader, "MAX_STEP_BYTES", LIMIT)
    net = flooded(FloodsWithVotes)
    (said,) = {
        one.words: one for one in net.reports[1] if isinstance(one, Accusation) if "more bytes" in one.words
    }.values()
    assert said.kind == "form" and said.seat == CHEAT
    proofs = [one for one in net.reports[1] if isinstance(one, FoundEvidence)]
    assert proofs
    for one in proofs:
        assert evidence.judge(one.data, {POT.name: POT}).seat == CHEAT


def test_a_flood_below_the_limit_of_each_step_exceeds_the_limit_of_the_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every step the seat signs as much as a step allows."""
    monkeypatch.setattr(feed_reader, "FEED_BYTES", 20_000)
    monkeypatch.setattr(feed_reader, "FEED_BYTES_A_STEP", 2_000)

    class EachStep(FloodsWithVotes):
        at, votes = 1, 5

    net = flooded(EachStep)
    for seat in (1, 2, 4):
        driver = net.drivers[seat]
        assert driver.finished and driver.protocol.table.readings[CHEAT].dead
        assert driver.protocol.table.readings[CHEAT].size < 20_000 + 2_000 * driver.protocol.table.step.t + 3_000
    assert found(record.pack(match_record(net.drivers[1]))) == Finding(True, 0, "", ((CHEAT, "form"),))


def test_chat_cannot_make_an_honest_seat_exceed_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat's own program refuses chat lines while there is still room for seals and votes."""
    monkeypatch.setattr(feed_reader, "MAX_STEP_BYTES", 8_000)
    table = drivers(POT, SEATS, patience=1.0)
    net = SimulatedNetwork(table, seed=7, faults=GOOD)
    net.run(
        until=600.0, is_done=lambda: net.drivers[1].protocol is not None and net.drivers[1].protocol.table.step.t >= 2
    )
    driver = net.drivers[1]
    with pytest.raises(ValueError, match="enough talk"):
        for _ in range(150):
            driver.chat("a" * 100)
    assert driver.protocol is not None and driver.protocol.table.readings[1].has_room()
