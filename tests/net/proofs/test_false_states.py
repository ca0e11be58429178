"""False states as a weapon: a cheat that signs, shows or tells of another state undoes nothing and accuses nobody."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.hidden.shared_deck.keys import DeckKeys
from net.crypto.match_keys import seat_seeds_from_text
from net.match.events import FoundDesync, FoundEvidence
from net.proofs.evidence import Evidence
from net.records.record import BadRecord, unpack
from net.records.verification import Replay, verify
from net.replication.entries import Kind
from net.replication.messages import Fields, Message, Soft
from net.seat.misbehaviour import MAX_EVIDENCE, FaultMonitor
from net.seat.protocol import MatchProtocol
from net.seat.state_dispute_protocol import MAX_TOLD_DISPUTES
from net.transport.simulated import SimulatedNetwork
from tests.support.all_games import GAMES
from tests.support.net import adversaries
from tests.support.net.tables import drivers
from tests.support.net.toys import POT, TRICKS
from tests.support.verifier_records import TEXT, cut_at_commits, local, put, signed_anew, whole

NOWHERE = bytes(32)


@pytest.mark.parametrize("t", [1, 2])
def test_a_record_cut_at_a_false_state_names_the_seat_that_signed_it(t: int) -> None:
    forged = unpack(signed_anew(cut_at_commits(whole("pot", 3), t), 3, put(Kind.COMMIT, t, 2, NOWHERE)))
    with pytest.raises(BadRecord, match="another state") as caught:
        verify(forged, POT)
    assert (caught.value.seat, caught.value.kind) == (3, "digest")


def test_another_first_entry_of_a_cheat_puts_no_honest_seat_in_a_false_state() -> None:
    """The first state of a game with a shared deck follows from all first entries, of which a cheat can sign two."""
    game = GAMES["magpies"]
    made = cut_at_commits(unpack(local("magpies", 3, kinds=5, rounds=1)), 1)
    right = Replay(made, game)
    match, seed = right.genesis.match, seat_seeds_from_text(TEXT, 3).identity
    other = DeckKeys(match, 3, seed, 3).announced_keys()

    def with_other_keys(feed: list[Any]) -> list[Any]:
        body = feed[0][2]
        feed[0][2] = [*body[:3], [*other, body[3][-1]]]
        return feed

    forged = Replay(unpack(signed_anew(made, 3, with_other_keys)), game)
    for replay in (right, forged):
        assert not list(replay.steps())
    differing = [wrong.seat for wrong in forged.table.other_states()]
    assert differing == [1, 2, 3], "the digests of all seats are those of the other first entry"
    assert not forged.report().accused and not forged.report().complete


class ReadyAfterTheEnd(adversaries.Tampering):
    """A client that shows, from the first step on, another state after the last one."""

    steps = 0

    def more(self, to: Any) -> list[Message]:
        play = self.protocol
        if play is None:
            return []
        last = play.ready.latest.get(self.seat)
        if last is None or last.t != self.steps:
            play.ready.make_message(self.steps, True, NOWHERE)
        return [soft for soft in play.ready.current_messages(self.steps) if isinstance(soft, Soft)]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_state_told_before_the_end_does_not_undo_the_match(seats: int) -> None:
    """A ready for the step after the last one opens no dispute, and the others have signed their result."""
    honest = SimulatedNetwork(drivers(POT, seats))
    honest.run()
    ReadyAfterTheEnd.steps = honest.drivers[1].protocol.table.step.t  # type: ignore[union-attr]
    net = SimulatedNetwork(drivers(POT, seats, cheats={seats: ReadyAfterTheEnd}, patience=0.5))
    assert net.run(until=60.0, is_done=lambda: net.drivers[1].stopped)
    assert net.drivers[1].finished is not None and net.drivers[1].verdict is None
    assert not any(isinstance(report, FoundDesync) for report in net.reports[1])


class TellsAtTheEnd(adversaries.WithholdsItsResult):
    """A client that withholds its result, and tells only of another state after the last step."""

    def tampered(self, to: Any, said: list[Message]) -> list[Message]:
        return [message for message in super().tampered(to, said) if not isinstance(message, Fields)]

    def more(self, to: Any) -> list[Message]:
        table = self.protocol.table if self.protocol else None
        if table is None or not table.over:
            return []
        return [Fields(table.match, table.step.t, (bytes(8),) * len(table.state.field_names))]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_state_told_after_the_end_does_not_stop_the_match(seats: int) -> None:
    net = SimulatedNetwork(drivers(POT, seats, cheats={seats: TellsAtTheEnd}, patience=0.5))
    assert net.run(until=60.0, is_done=lambda: net.drivers[1].stopped)
    driver = net.drivers[1]
    assert driver.finished is not None and driver.verdict is None
    assert 1 in driver.protocol.table.results  # type: ignore[union-attr]


def begun(game: Any = TRICKS, seats: int = 4) -> tuple[SimulatedNetwork, MatchProtocol]:
    """Return a match in its third step, and the course of seat 1 through it."""
    net = SimulatedNetwork(drivers(game, seats))

    def is_there() -> bool:
        play = net.drivers[1].protocol
        return play is not None and play.table.step.t == 3

    assert net.run(is_done=is_there)
    play = net.drivers[1].protocol
    assert play is not None
    return net, play


def test_a_seat_that_only_tells_of_another_state_delays_the_others_a_few_times_at_most() -> None:
    net, play = begun()
    peer, right = net.drivers[1].sync.peers[4], play.disputes.own_fields()
    wrong = right._replace(digests=(bytes(8), *right.digests[1:]))
    disputes = 0
    for _ in range(5 * MAX_TOLD_DISPUTES):
        play.disputes.on_fields(peer, wrong)
        disputes += play.disputes.is_open
        play.disputes.on_fields(peer, right)
        assert not play.disputes.is_open or play.disputes.is_resolved()
        if play.disputes.is_open:
            play.disputes.close()
    assert disputes == MAX_TOLD_DISPUTES


def test_the_sub_digests_are_computed_once_for_each_step() -> None:
    net, play = begun()
    fields = play.disputes.own_fields()
    assert play.disputes.own_fields() is fields
    before = play.table.step.t
    net.run(is_done=lambda: play.table.step.t > before)
    assert play.disputes.own_fields().t == play.table.step.t != fields.t


def test_a_seat_is_proven_to_be_in_another_state_once_and_cannot_fill_a_disk() -> None:
    """A cheat could return in each step and sign another state, and each file would hold the whole log."""
    _, play = begun()
    monitor: FaultMonitor = play.faults
    before = len(play.reports)
    log: tuple[tuple[bytes, ...], ...] = ((b"log",),) * 4
    for t in range(1, 10):
        monitor.report_evidence(t, Evidence("digest", 4, (), (), log))
    assert len(play.reports) == before + 1
    for t in range(1, 10 * MAX_EVIDENCE):
        monitor.report_evidence(t, Evidence("form", 4, (), (b"entry",), ()))
    assert sum(isinstance(report, FoundEvidence) for report in play.reports[before:]) == MAX_EVIDENCE + 1
    monitor.report_evidence(1, Evidence("digest", 3, (), (), log))
    assert isinstance(play.reports[-1], FoundEvidence) and play.reports[-1].seat == 3
