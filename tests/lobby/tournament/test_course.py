"""Tournaments on the simulated network: common decisions while members come, go, lie or vanish."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from core.engine.codec import enc
from lobby.tournament.model.contents import Close, InvalidContent, Start, pack_content
from lobby.tournament.model.entries import (
    KIND_OF,
    Back,
    Enrol,
    Move,
    Propose,
    ResultReport,
    Reveal,
    derive_nonces,
    feed_id,
    fits_anchor,
)
from lobby.tournament.model.opening import MOST_ROUNDS
from lobby.tournament.model.pods import count_repeats
from lobby.tournament.model.results import count_past
from lobby.tournament.model.state import TournamentState, compute_tables
from lobby.tournament.model.synod import Electors
from lobby.tournament.protocol.node import ClockReport, Node
from net.crypto.primitives import Signer
from net.replication.entries import Place, make
from net.replication.entry_log import MemoryEntryLog
from net.transport.simulated import GOOD
from tests.support.lobby.tournament.guest import HEADS, Guest, say
from tests.support.lobby.tournament.hall import PACE, Hall, judge, opening, seed, shared_work, stand_in
from tests.support.tiers import LONG

__all__ = ["shared_work"]
pytestmark = pytest.mark.usefixtures("shared_work")


def enrolled(hall: Hall, players: int) -> bool:
    """Let all members enrol."""
    return hall.run(lambda: all(len(member.entry_store.enrolled) == players for member in hall.members), 20)


def at_round(hall: Hall, number: int) -> bool:
    """Let time pass until every member plays this round, counting from 1."""
    return hall.run(lambda: all(len(member.course.rounds) >= number for member in hall.members))


def check_rounds(course: TournamentState) -> None:
    """Check that repeats are avoided where possible, sizes differ by at most one, and seats are unique."""
    for at, played in enumerate(course.rounds):
        sizes = [len(table) for table in played.tables if len(table) > 1]
        assert max(sizes) - min(sizes) <= 1
        seated = [number for table in played.tables for number in table]
        assert len(set(seated)) == len(seated)
        before = count_past(result for tables in course.results[:at] for result in tables)
        assert count_repeats([list(table) for table in played.tables], before) == 0


def test_many_players_finish_seven_rounds_with_loss_late_entries_and_drop_outs() -> None:
    """A long run has sixty-four players."""
    at_first = 60 if LONG else 24
    middle = at_first // 2
    held = False

    def later(hall: Hall, room: bytes, identities: tuple[bytes, ...]) -> tuple[int, ...] | None:
        return None if held else hall.strongest(hall, room, identities)

    def come(*late: int) -> None:
        """Enrol players during a round.

        The round does not end until all members have known of them for some time.
        """
        nonlocal held
        held, new = True, [hall.join(i).identity for i in late]
        assert hall.run(
            lambda: all(i in m.entry_store.enrolled and i in m.entry_store.guests for i in new for m in hall.members)
        )
        hall.run(lambda: False, 2 * PACE.slack)
        held = False

    hall = Hall(opening(rounds=7), at_first, playing=later, pace=PACE._replace(minute=3.0))
    assert enrolled(hall, at_first)
    hall.of(0).start()
    assert at_round(hall, 2)
    come(at_first, at_first + 1)
    hall.of(5).leave()
    hall.vanish(hall.of(0).identity)
    assert at_round(hall, 4)
    come(at_first + 2, at_first + 3)
    hall.of(17).leave()
    hall.vanish(hall.of(middle).identity)
    assert hall.run(hall.over, 300)
    assert hall.agree(), "the same pairings and standings at all"
    course = hall.members[0].course
    assert len(course.players) == at_first + 4 and len(course.rounds) == 7
    check_rounds(course)
    sat = [{number for table in played.tables for number in table} for played in course.rounds]
    names = {player.name: player.number for player in course.players}
    assert names["P5"] not in sat[3] and names["P17"] not in sat[5], "who has dropped out is not paired"
    assert names[f"P{at_first}"] in sat[3] and names[f"P{at_first + 3}"] in sat[5], (
        "who comes late plays from the next round on"
    )
    assert names["P0"] not in sat[-1], "the opener vanished, and the others went on"
    assert all(not member.entry_store.refusals for member in hall.members)
    played = course.rounds[1]
    here = sorted(number for table in played.tables for number in table)
    assert compute_tables(course.opening, here, course.results[:1], played.beacon) == [list(t) for t in played.tables]


@pytest.mark.parametrize(("kind", "players", "rounds"), [("round robin", 5, 5), ("knock-out", 6, 3)])
def test_round_robin_and_knock_out_tournaments_end_after_the_expected_rounds(
    kind: str, players: int, rounds: int
) -> None:
    hall = Hall(opening(kind=kind), players)
    assert enrolled(hall, players)
    hall.of(0).start()
    assert hall.run(hall.over) and hall.agree()
    course = hall.members[0].course
    assert len(course.rounds) == rounds
    if kind == "knock-out":
        assert len(course.rounds[-1].tables) == 1
        return
    for a, b in combinations(range(1, players + 1), 2):
        assert sum({a, b} <= set(table) for played in course.rounds for table in played.tables) == 1


def test_seven_players_fill_tables_of_four_and_three_and_a_helper_is_not_paired() -> None:
    hall = Hall(opening(rounds=2, sizes=(4, 2, 6)), 7)
    helper = hall.join(7, plays=False)
    assert enrolled(hall, 8)
    hall.of(0).start()
    assert hall.run(hall.over) and hall.agree()
    assert helper.course.rounds[0].tables and helper.course.player_of(helper.identity) is None
    assert [len(table) for table in helper.course.rounds[0].tables] == [4, 3]


def test_another_member_starts_the_tournament_if_the_opener_vanishes() -> None:
    hall = Hall(opening(), 4, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 4)
    hall.vanish(hall.of(0).identity)
    hall.of(2).start()
    assert hall.run(hall.over) and hall.agree()
    course = hall.members[0].course
    assert len(course.rounds) == 3 and len(course.players) == 4
    assert all(course.player_numbered(table[0]).name != "P0" for played in course.rounds[1:] for table in played.tables)


def test_a_member_that_crashed_returns_without_signing_any_entry_twice() -> None:
    hall = Hall(opening(rounds=3), 6)
    assert enrolled(hall, 6)
    hall.of(0).start()
    assert at_round(hall, 2)
    gone = hall.vanish(hall.of(3).identity)
    assert isinstance(gone.entry_log, MemoryEntryLog)
    gone.entry_log.crash()
    assert at_round(hall, 3)
    hall.join(3, entry_log=gone.entry_log, blobs=gone.blobs)
    assert hall.run(hall.over) and hall.agree()
    back = hall.of(3)
    assert not back.entry_store.forked and all(not member.entry_store.refusals for member in hall.members)
    assert len(back.entry_store.feeds[back.identity].feed_of(1)) >= len(
        gone.entry_store.feeds[gone.identity].feed_of(1)
    )


def test_a_member_restores_its_signed_entries_from_its_log() -> None:
    """A member's signed entries, its enrolment included, are restored from its own log alone.

    The enrolment is logged before any member admits it; otherwise the whole feed after it would be dropped.
    """
    hall = Hall(opening(rounds=2), 3)
    assert enrolled(hall, 3)
    gone = hall.vanish(hall.of(2).identity)
    signed = [entry.id for entry in gone.entry_store.feeds[gone.identity].feed_of(1)]
    back = Node(hall.opening, seed(2), "Ben", gone.entry_log, gone.blobs, now=gone.now)
    assert [entry.id for entry in back.entry_store.feeds[back.identity].feed_of(1)] == signed and back.is_enrolled


def test_a_member_without_its_log_fetches_its_own_feed_before_signing() -> None:
    hall = Hall(opening(rounds=2), 4)
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    hall.vanish(hall.of(2).identity)
    hall.join(2)
    assert hall.run(hall.over) and hall.agree()
    assert not any(member.entry_store.forked for member in hall.members)


def test_a_member_returning_without_data_gets_everything_again() -> None:
    """A member that returns without data over the same link receives all entries again.

    Before, peers assumed that it still had its entries and sent none, and it signed a second version of its feed.
    """
    hall = Hall(opening(rounds=1), 4, GOOD, lambda *_: None, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    hall.link = lambda: None  # type: ignore[method-assign]
    gone = hall.of(2)
    back = hall.join(2)
    for neighbour in gone.gossip.neighbours:
        back.add_peer(neighbour)
    liar = Guest(hall.opening, 0)
    back.add_peer(liar.identity)
    say(back, liar, enc([HEADS, hall.of(0).identity[:8] + b"\0\0\0\1tail"]))
    hall.run(lambda: False, 0.2)
    back.leave()
    assert not back.has_left, "one neighbour has told something, which is not enough to sign on"
    assert hall.run(lambda: back.course.digest == hall.of(0).course.digest, 30)
    assert hall.run(lambda: back.identity in back.entry_store.enrolled, 10)
    hall.run(lambda: False, 5)
    assert not any(back.identity in member.entry_store.forked for member in hall.members)


def test_a_round_closes_when_its_time_is_over_and_the_present_player_wins() -> None:
    def never(hall: Hall, room: bytes, identities: tuple[bytes, ...]) -> tuple[int, ...] | None:
        return None if Signer(seed(1)).identity in identities else hall.strongest(hall, room, identities)

    hall = Hall(opening(rounds=1, minutes=1), 4, GOOD, never, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    running = hall.of(0).course.running_round
    assert running is not None
    seated = hall.of(0).course.identities_at(running, hall.of(1).course.table_of(hall.of(1).identity) or 0)
    there = next(identity for identity in seated if identity != hall.of(1).identity)
    silent = hall.vanish(hall.of(1).identity)
    assert not hall.run(hall.over, 40), "nobody is dropped before the time is over"
    assert hall.run(hall.over, 60) and hall.agree()
    course = hall.member(there).course
    present, absent = course.player_of(there), course.player_of(silent.identity)
    assert present is not None and absent is not None
    (result,) = [r for r in course.results[0] if present.number in r.players]
    assert dict(zip(result.players, result.ranks)) == {present.number: 1, absent.number: 2}
    reports: list[Any] = list(hall.net.reports[there])
    warned = [report.minutes for report in reports if isinstance(report, ClockReport)]
    assert warned == [0]


# -- those who cheat --


def sign(hall: Hall, i: int, said: Any, seq: int | None = None, prev: bytes | None = None) -> None:
    """Sign an entry that an honest player would not sign, and send it to every member."""
    member = hall.of(i)
    feed = member.entry_store.feed_of(member.identity)
    at = feed.lengths()[0] if seq is None else seq
    tip = feed.last_id(1) if seq is None else (prev or feed.feed_of(1)[at - 1].id)
    entry = make(Signer(seed(i)), Place(feed.match, 1, at, tip), KIND_OF[type(said)], (), list(said))
    for other in hall.members:
        if seq is None or other is not member:
            other.entry_store.add(member.identity, entry.stored, other.now)
            other.gossip.changed(member.identity)


def refused(hall: Hall, i: int) -> set[str]:
    """Return the reasons for which honest members ignore a player's entries."""
    liar = Signer(seed(i)).identity
    return {refusal.words for m in hall.members for refusal in m.entry_store.refusals if refusal.identity == liar}


def test_forged_results_are_refused_and_the_true_one_counts() -> None:
    def later(hall: Hall, room: bytes, identities: tuple[bytes, ...]) -> tuple[int, ...] | None:
        return hall.strongest(hall, room, identities) if hall.net.now > lied_at + 2 else None

    lied_at = 1e9
    hall = Hall(opening(rounds=1), 4, GOOD, later, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    liar = hall.of(1)
    at = liar.own_table
    assert at is not None
    room, seats = liar.course.room_id(*at), liar.course.identities_at(*at)
    mine = seats.index(liar.identity)
    strangers = (seats[mine], hall.of(0).identity if hall.of(0).identity not in seats else hall.of(2).identity)
    forged = [
        stand_in(b"\x01" * 32, seats, (1, 2)),
        stand_in(room, strangers, (1, 2)),
        stand_in(room, seats, (2, 2)),
    ]
    hashes = [liar.gossip.keep(data) for data in forged]
    sign(hall, 1, ResultReport(0, at[1], hashes[0], len(forged[0])))
    assert hall.run(lambda: bool(refused(hall, 1)), 10)
    assert any("does not belong to table" in words for words in refused(hall, 1))
    for data, words in zip(forged[1:], ("its players are not those", "nobody is first")):
        verdict = judge(data)
        with pytest.raises(InvalidContent, match=words):
            if isinstance(verdict, str):
                raise InvalidContent(verdict)
            liar.course._check_result(at[0], at[1], verdict, verdict.ranks)
    lied_at = hall.net.now
    assert hall.run(hall.over) and hall.agree()
    (result,) = [r for r in liar.course.results[0] if set(r.players) == set(at[0].tables[at[1]])]
    assert result.ranks == hall.strongest(hall, room, seats)


def test_a_member_that_forks_its_feed_is_removed_and_others_continue() -> None:
    hall = Hall(opening(rounds=3), 6, GOOD)
    assert enrolled(hall, 6)
    hall.of(0).start()
    assert at_round(hall, 1)
    sign(hall, 3, Move(77, 1), seq=1)
    assert hall.run(lambda: all(hall.of(3).identity in m.entry_store.forked for m in hall.members), 10)
    assert any("two versions" in words for words in refused(hall, 3))
    assert hall.run(hall.over) and hall.agree()
    course = hall.of(0).course
    liar = course.player_of(hall.of(3).identity)
    assert liar is not None and liar.left and len(course.rounds) == 3
    assert all(liar.number not in table for played in course.rounds[1:] for table in played.tables)


@pytest.mark.parametrize("lie", ["digest", "turn", "nobody", "result"])
def test_a_false_proposal_is_refused_with_a_reason(lie: str) -> None:
    def later(hall: Hall, room: bytes, identities: tuple[bytes, ...]) -> tuple[int, ...] | None:
        return hall.strongest(hall, room, identities) if hall.net.now > lied_at + 3 else None

    lied_at = 1e9
    hall = Hall(opening(rounds=2), 4, GOOD, later, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    course = hall.of(0).course
    electors = course.electorate
    proposer = next(i for i in range(4) if hall.of(i).identity == electors[1 if lie == "turn" else 0])
    honest = Close(1, (), (), (), ())
    false = {
        "digest": pack_content(honest, bytes(32)),
        "turn": pack_content(honest, course.apply_content(honest, hall.of(0).entry_store).digest),
        "nobody": pack_content(honest._replace(left=(9,)), bytes(32)),
        "result": pack_content(honest._replace(results=((7, bytes(32), (1, 2)),)), bytes(32)),
    }[lie]
    words = {"digest": "do not follow", "turn": "not its turn", "nobody": "does not exist", "result": "no table"}[lie]
    hash = hall.of(proposer).gossip.keep(false)
    sign(hall, proposer, Propose(course.next_decision, 0, hash, len(false)))
    assert hall.run(lambda: any(words in said for said in refused(hall, proposer)), 10)
    lied_at = hall.net.now
    assert hall.run(hall.over) and hall.agree()
    assert len(hall.of(0).course.rounds) == 2


def test_closing_a_round_early_or_without_a_known_result_is_unfair() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD, lambda *_: None, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    member = hall.of(0)
    empty = Close(1, (), (), (), ())
    assert member.voting.find_unfairness(empty, member.now) is None, "not yet"
    running = member.course.running_round
    assert running is not None
    room, seats = member.course.room_id(running, 0), member.course.identities_at(running, 0)
    record = stand_in(room, seats, (1, 2))
    hash = member.gossip.keep(record)
    reporter = next(i for i in range(4) if hall.of(i).identity == seats[0])
    sign(hall, reporter, ResultReport(0, 0, hash, len(record)))
    member.store_verdict(hash, judge(record))
    assert "leaves out the result" in (member.voting.find_unfairness(empty, member.now + 5) or "")
    member.view.now += 11 * 60.0
    done = Close(1, (), (), ((0, hash, (1, 2)),), ())
    assert member.voting.find_unfairness(done, member.now) == "", "its time is over"


def test_a_proposed_start_that_omits_a_member_is_unfair() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert hall.run(lambda: hall.of(1).course.decided == 1)
    member = hall.of(1)
    for i in range(4):
        sign(hall, i, Reveal(0, derive_nonces(seed(i), hall.opening.id)[1]))
    assert "leaves out player" in (member.voting.find_unfairness(Start(0, (1, 2)), member.now + 5) or "")
    assert member.voting.find_unfairness(Start(0, (1, 2, 3, 4)), member.now) == ""


def test_votes_that_contradict_earlier_votes_of_a_member_are_refused() -> None:
    hall = Hall(opening(), 3, GOOD)
    assert enrolled(hall, 3)
    for said in (Back(1, 0, b"a" * 32), Back(1, 0, b"b" * 32), Move(1, 2), Move(1, 1), Back(1, 1, b"a" * 32)):
        sign(hall, 2, said)
    words = " | ".join(refused(hall, 2))
    assert "two contents in ballot 0" in words and "back to ballot 1" in words and "after it had left it" in words
    ballots = hall.of(0).entry_store.ballots[1]
    assert hall.of(2).identity not in ballots.backs[0, b"b" * 32]
    one = hall.of(2).identity
    assert ballots.choice(2, {one}, Electors((one,))) == (True, b"a" * 32), "what may have won is proposed again"


def test_a_nonce_without_a_commitment_is_refused() -> None:
    chain = derive_nonces(seed(1), bytes(32))
    assert fits_anchor(chain[0], 0, chain[1]) and fits_anchor(chain[0], MOST_ROUNDS - 1, chain[MOST_ROUNDS])
    assert not fits_anchor(chain[0], 0, chain[2]) and not fits_anchor(chain[0], 1, chain[1])
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    sign(hall, 3, Reveal(0, b"x" * 32))
    hall.of(0).start()
    assert hall.run(lambda: hall.of(0).course.running_round is not None)
    course, liar = hall.of(0).course, hall.of(3)
    own = course.player_of(liar.identity)
    assert own is not None and own.number not in {n for table in course.rounds[0].tables for n in table}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x90",
        enc([[1, 2]]),
        enc([[3, b"x", b"y"]]),
        enc([[99]]),
        enc([[1, b"x" * 17]]),
        enc([[4, b"x"]]),
        enc([[1, bytes(16)]]),
    ],
)
def test_any_bytes_from_a_neighbour_are_counted_as_malformed(data: bytes) -> None:
    hall = Hall(opening(), 2, GOOD)
    member, other = hall.members
    member.receive(other.identity, data)
    assert member.gossip.counters["malformed"] == 1 or data == b"\x90"


def test_entries_that_no_member_signs_are_refused() -> None:
    terms = opening()
    member = Hall(terms, 1).members[0]
    stranger = Signer(seed(9))
    place = Place(feed_id(terms.id, stranger.identity), 1, 0, feed_id(terms.id, stranger.identity))
    for body in (["x", True], ["  ", False, True, bytes(32)], ["A", False, True, b"short"]):
        entry = make(stranger, place, KIND_OF[Enrol], (), body)
        fresh = Node(terms, seed(3), "P3", MemoryEntryLog(), member.blobs, now=0.0)
        fresh.entry_store.await_members(frozenset({stranger.identity}))
        fresh.entry_store.add(stranger.identity, entry.stored, 0.0)
        assert fresh.entry_store.refusals and not fresh.entry_store.enrolled
    forged = make(Signer(seed(8)), place, KIND_OF[Enrol], (), list(Enrol("A", False, True, bytes(32))))
    member.entry_store.await_members(frozenset({stranger.identity}))
    member.entry_store.add(stranger.identity, forged.stored, 0.0)
    assert stranger.identity not in member.entry_store.feeds
