"""False sizes of blobs: no member can keep a content from others by naming its hash with another size."""

from __future__ import annotations

from lobby.tournament.model.entries import Propose, ResultReport, UnfinishedReport
from lobby.tournament.protocol.blobs import blob_hash
from lobby.tournament.protocol.node import Node
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import at_round, enrolled, sign
from tests.support.lobby.tournament.hall import PACE, Hall, judge, opening, shared_work, stand_in

__all__ = ["shared_work"]


class WithLoser(Hall):
    """A hall in which seat 1 of each table wins, and the loser at `table` reports its match with a false size."""

    loser: Node | None = None

    def play(self, member: Node) -> None:
        if member is not self.loser:
            super().play(member)
            return
        for hash, data in member.take_unjudged():
            member.store_verdict(hash, judge(data))


def test_a_loser_cannot_hide_a_result_behind_a_false_size(shared_work: None) -> None:
    hall = WithLoser(opening(rounds=1), 6, GOOD, lambda *_: (1, 2), pace=PACE._replace(minute=1.0))
    assert enrolled(hall, 6)
    hall.of(0).start()
    assert at_round(hall, 1)
    running = hall.of(0).course.running_round
    assert running is not None
    table = next(at for at, seats in enumerate(running.tables) if 1 not in seats)
    winner, loser = hall.of(0).course.identities_at(running, table)
    hall.loser = hall.member(loser)
    record = stand_in(hall.of(0).course.room_id(running, table), (winner, loser), (1, 2))
    sign(hall, hall.strength[loser], ResultReport(0, table, blob_hash(record), len(record) + 1))
    assert hall.run(lambda: hall.of(0).view.seconds_left <= 0, 20.0)
    sign(hall, hall.strength[loser], UnfinishedReport(0, table))
    assert hall.run(hall.over)
    (result,) = [one for one in hall.of(0).course.results[0] if one.players == running.tables[table]]
    assert result.ranks == (1, 2)


def test_a_guest_cannot_hide_a_decision_behind_a_false_size(shared_work: None) -> None:
    """A member without a vote names the decided content with another size; a returning member still receives it."""
    hall = Hall(opening(rounds=1), 5, GOOD, lambda *_: None, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 5)
    away = hall.vanish(hall.of(4).identity)
    hall.of(0).start()
    assert hall.run(lambda: all(member.course.decided for member in hall.members))
    decided = hall.of(0).view.decisions[0]
    sign(hall, 3, Propose(1, 9, decided, 1, bytes(1)))
    assert hall.run(lambda: hall.agree(), 10.0)
    hall.join(4, entry_log=away.entry_log, blobs=away.blobs)
    assert hall.run(lambda: hall.of(4).course.decided > 0, 20.0)


def test_a_proposal_with_a_false_size_gets_no_votes(shared_work: None) -> None:
    """Otherwise a content could be decided that members without it could not fetch."""
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    opener = hall.of(0)
    electors = opener.view.electors()
    assert electors is not None
    content = opener.voting._make_content()
    data = opener.course.pack_content(content, opener.entry_store)
    for member in hall.members:
        member.blobs.put(data)
    sign(hall, 0, Propose(1, 0, blob_hash(data), len(data) + 1))
    hall.run(lambda: False, 1.5)
    assert not any(opener.entry_store.ballots[1].backs.values())
    assert any("another size" in refusal.words for refusal in hall.of(1).entry_store.refusals)
