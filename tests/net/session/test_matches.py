"""Whole matches in one process, over a bad network, and through partitions and crashes."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from core.engine.codec import dec
from core.engine.game import IllegalDecision
from net.crypto.match_keys import MatchKeys, open_seal, seat_seeds_from_text, unpack_opening
from net.crypto.primitives import Signer
from net.match.events import (
    Accusation,
    ChatMessage,
    DecisionRequest,
    EndOfMatch,
    MatchStarted,
    OwedEntry,
    PlayerNotice,
    StepResolved,
)
from net.match.genesis import BadCard, Terms, make_card
from net.records.record import pack, unpack
from net.records.verification import verify
from net.replication import messages
from net.replication.entries import Kind
from net.replication.entry_log import ChunkKind, MemoryEntryLog
from net.seat.driver import Driver
from net.seat.protocol import NotAsked
from net.session.runner import LocalFailure, play_local
from net.transport.simulated import BAD, GOOD, NetworkFaults, Partition, SimulatedNetwork
from tests.support.net.tables import (
    BRIDGEFRONT,
    BRIEF,
    CABINET,
    GAMES,
    MIDNIGHT,
    SMALL_TABLES,
    TABLES,
    TOYS,
    drivers,
    match_of,
    play,
    player_of,
    seat_at,
)
from tests.support.net.toys import POT, TRICKS, First, Lay, Take
from tests.support.tiers import quick_one_in, quick_one_in_each

by_name = pytest.mark.parametrize("game", TOYS, ids=lambda game: game.name)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def expect_all_equal(table: dict[Any, Driver]) -> bytes:
    """Check that all seats have the same result, signed by all, and accuse nobody."""
    assert all(driver.finished is not None and driver.verdict is None for driver in table.values())
    (digest,) = {driver.finished.digest for driver in table.values() if driver.finished}
    assert {driver.state.digest() for driver in table.values()} == {digest}
    return digest


@pytest.mark.parametrize(
    ("game", "seats"),
    quick_one_in_each(2, [table for table in TABLES if table not in SMALL_TABLES or table[0] in TOYS]),
    ids=lambda value: getattr(value, "name", value),
)
def test_all_peers_reach_the_same_end_at_every_seat_count(game: Any, seats: int) -> None:
    """Matches with each number of seats reach the same end on a bad network, with small tables.

    `test_one_process_and_separate_peers_play_the_same_match` tests tables with cards.
    """
    expect_all_equal(play(drivers(game, seats, text=BRIEF.get(game, "test"))).drivers)


@cache
def undisturbed(game: Any, seats: int) -> bytes:
    """Return the end of a match over a good network."""
    return expect_all_equal(play(drivers(game, seats)).drivers)


@by_name
@pytest.mark.parametrize("block", quick_one_in(2, range(10)))
def test_a_bad_network_does_not_change_the_result_of_a_match(game: Any, block: int) -> None:
    """The digests are those of a good network (invariant 21).

    30 % of the datagrams are lost, and 20 % are doubled or reordered.
    """
    for seed in range(block * 4, block * 4 + 4):
        seats = 2 + seed % 3
        net = play(drivers(game, seats), seed=seed, faults=BAD, until=120.0)
        assert expect_all_equal(net.drivers) == undisturbed(game, seats)


@by_name
@pytest.mark.parametrize("seed", range(6))
def test_a_match_with_garbled_datagrams_ends_with_equal_results(game: Any, seed: int) -> None:
    faults = NetworkFaults(loss=0.1, duplicated=0.1, garbled=0.1, delay=(0.001, 0.03))
    net = play(drivers(game, 3), seed=seed, faults=faults, until=120.0)
    expect_all_equal(net.drivers)


@by_name
@pytest.mark.parametrize("seed", range(6))
def test_a_healed_partition_only_delays_the_match(game: Any, seed: int) -> None:
    chance = random.Random(seed)
    start = chance.uniform(0.0, 0.2)
    forked = Partition(start, start + 3.0, frozenset({1, 1 + chance.randrange(1, 4)}))
    net = play(drivers(game, 4), seed=seed, partitions=[forked])
    expect_all_equal(net.drivers)


def test_a_match_pauses_while_no_half_has_a_majority() -> None:
    forked = Partition(0.12, 3.0, frozenset({1, 2}))
    net = SimulatedNetwork(drivers(POT, 4, goal=12), partitions=[forked])
    net.run(until=0.16)
    steps = [driver.state.t for driver in net.drivers.values()]
    net.run(until=2.9)
    assert not any(driver.stopped for driver in net.drivers.values())
    assert max(driver.state.t for driver in net.drivers.values()) <= min(steps) + 1
    net.run()
    expect_all_equal(net.drivers)


def test_entries_are_relayed_around_a_broken_link() -> None:
    """Entries are relayed around a broken link between seats 1 and 2."""

    class Broken(Partition):
        def separates(self, now: float, a: Any, b: Any) -> bool:
            return now >= self.start and {a, b} == {1, 2}

    net = play(drivers(POT, 3, goal=12), partitions=[Broken(0.1, 1e9, frozenset())])
    expect_all_equal(net.drivers)


def test_a_match_waits_for_a_late_seat_and_then_continues() -> None:
    late = Partition(0.0, 5.0, frozenset({3}))
    net = SimulatedNetwork(drivers(POT, 3), partitions=[late])
    net.run(until=4.0)
    assert {owed.seat for owed in net.drivers[1].attendance.owed()} >= {3}
    net.run()
    expect_all_equal(net.drivers)


def test_all_peers_have_all_entries_some_time_after_the_end() -> None:
    net = play(drivers(TRICKS, 4), seed=1, faults=BAD)
    assert net.run(is_done=net.all_settled, until=net.now + 60)


def test_two_runs_from_one_seed_are_byte_identical() -> None:
    runs = [play(drivers(POT, 4), seed=5, faults=BAD) for _ in range(2)]
    feeds = [[[e.stored for e in net.drivers[1].feeds.feed_of(seat)] for seat in range(1, 5)] for net in runs]
    assert feeds[0] == feeds[1]
    assert runs[0].sent == runs[1].sent


# -- one process --


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        *quick_one_in_each(3, [(game, seats, {}) for game, seats in SMALL_TABLES]),
        (MIDNIGHT, 3, {"escalations": "on", "pacts": "on"}),
    ],
    ids=lambda value: getattr(value, "name", value) if not isinstance(value, dict) else "modules" if value else "plain",
)
def test_one_process_and_separate_peers_play_the_same_match(game: Any, seats: int, options: dict[str, Any]) -> None:
    """One process and separate peers on a bad network play the same match (invariant 21)."""
    text = BRIEF.get(game, "a text")
    players = [player_of(game, seat) for seat in range(1, seats + 1)]
    played = play_local(game, seats, options, text, players, names=["Ada", "Ben", "Cleo", "Dan"])
    table = play(drivers(game, seats, text=text, **options), seed=3, faults=BAD, until=600.0).drivers
    assert played.digest == expect_all_equal(table)
    assert played.match == table[1].feeds.match
    assert played.standing == table[1].finished.standing  # type: ignore[union-attr]
    for seat in range(1, seats + 1):
        assert _commitments(table[1], seat) == _commitments(table[2], seat)
    report = verify(unpack(pack(played.record)), game)
    assert report.complete and report.same_rules and report.test
    assert (report.digest, report.steps, report.standing) == (played.digest, played.steps, played.standing)


def _commitments(driver: Driver, seat: int) -> list[bytes]:
    return [entry.body[1] for entry in driver.feeds.feed_of(seat) if entry.kind == Kind.COMMIT]


def test_a_seed_determines_the_match() -> None:
    first, again, other = (play_local(POT, 3, {}, text, [First()] * 3) for text in ("a", "a", "b"))
    assert first.record == again.record
    assert first.record.seed_text == "a"
    assert other.match != first.match


def test_matches_without_a_seed_text_differ() -> None:
    first, other = (play_local(TRICKS, 2, {}, None, [First()] * 2) for _ in range(2))
    assert first.match != other.match
    assert first.record.seed_text is None


def test_matches_with_different_options_have_different_identities() -> None:
    short, long = (play_local(TRICKS, 2, {"rounds": rounds}, "a", [First()] * 2) for rounds in (2, 5))
    assert (short.steps, long.steps) == (3, 6)
    assert short.match != long.match


def test_each_step_is_reported_with_the_state_after_it() -> None:
    told: list[tuple[int, bytes]] = []
    played = play_local(
        POT, 3, {}, "a", [First()] * 3, on_step=lambda step, state: told.append((step.t, state.digest()))
    )
    assert [t for t, _ in told] == list(range(1, played.steps + 1))
    assert told[-1][1] == played.digest


def test_a_player_that_decides_illegally_is_named() -> None:
    class Greedy(First):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            return Take(50)

    with pytest.raises(LocalFailure, match="seat 1: its own player made an illegal choice"):
        play_local(POT, 2, {}, "a", [Greedy(), First()])


# -- what a client is told and may do --


def test_a_decision_too_large_for_an_entry_is_not_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that is too large for an entry is reported in words and not signed (4.3).

    So no seat commits to a decision that it could never open.
    """
    monkeypatch.setattr("net.seat.signer.MAX_OPENING", 40)
    driver = play(drivers(TRICKS, 2), until=2.0).drivers[1]
    assert driver.verdict is not None and (driver.verdict.seat, driver.verdict.kind) == (1, "fault")
    assert "its decision takes" in driver.verdict.words
    assert [entry.kind for entry in driver.feeds.feed_of(1)] == [Kind.GENESIS]


def test_reports_cover_the_whole_match_in_order() -> None:
    net = play(drivers(TRICKS, 3))
    reports = net.reports[2]
    assert isinstance(reports[0], MatchStarted)
    assert reports[0].names == ("Ada", "Ben", "Cleo")
    assert [r.t for r in reports if isinstance(r, StepResolved)] == [1, 2, 3, 4]
    assert isinstance(reports[-1], EndOfMatch)


def human(*seats: int, persons: tuple[int, ...] = ()) -> dict[Any, Driver]:
    """Return a table of three at which the decisions of these seats come from outside."""
    table = drivers(TRICKS, 3)
    return {
        s: Driver(d.at, MemoryEntryLog(), d.sync.peers, None if s in seats else d.setup.player, persons)
        for s, d in table.items()
    }


def test_a_person_may_decide_any_time_after_being_asked() -> None:
    net = SimulatedNetwork(human(2))
    net.run(until=3.0)
    driver = net.drivers[2]
    assert driver.question is not None and driver.question.kind == "play"
    assert DecisionRequest(2, driver.question) in net.reports[2]
    assert list(net.drivers[1].attendance.owed()) == list(driver.attendance.owed()) != []
    with pytest.raises(IllegalDecision):
        driver.decide(Lay(b""))
    while not driver.stopped:
        if driver.question:
            driver.decide(TRICKS.default_decision(driver.state, 2, driver.secrets))  # type: ignore[arg-type]
            with pytest.raises(NotAsked):
                driver.decide(TRICKS.default_decision(driver.state, 2, driver.secrets))  # type: ignore[arg-type]
        net.run(until=net.now + 0.5)
    assert match_of(net).finished


def test_no_decision_is_accepted_before_the_match_begins() -> None:
    driver = drivers(POT, 2)[1]
    with pytest.raises(NotAsked):
        driver.decide(Take(1))
    with pytest.raises(NotAsked):
        driver.chat("hello?")
    assert not driver.withdraw_decision()
    assert driver.state is None


@pytest.mark.parametrize("faults", [GOOD, BAD], ids=["good", "bad"])
def test_a_person_can_take_back_a_decision_until_all_have_locked_in(faults: NetworkFaults) -> None:
    table = human(2, 3, persons=(2, 3))
    net = SimulatedNetwork(table, seed=4, faults=faults)
    net.run(
        until=net.now + 5.0, is_done=lambda: bool(table[2].question and table[3].question and table[1].state.t == 2)
    )
    table[3].decide(TRICKS.default_decision(table[3].state, 3, table[3].secrets))  # type: ignore[arg-type]
    net.run(until=net.now + 3.0, is_done=lambda: table[1].attendance.ready == {3: True})
    assert not any(d.protocol.table.step.commits for d in table.values() if d.protocol)
    first = TRICKS.default_decision(table[2].state, 2, table[2].secrets)  # type: ignore[arg-type]
    assert table[3].protocol.locked_in
    assert table[3].withdraw_decision()
    net.run(until=net.now + 3.0, is_done=lambda: table[2].attendance.ready == {3: False})
    table[2].decide(first)
    net.run(until=net.now + 3.0, is_done=lambda: table[1].attendance.ready == {2: True, 3: False})
    assert table[2].withdraw_decision()
    net.run(
        until=net.now + 3.0,
        is_done=lambda: table[3].attendance.ready == table[1].attendance.ready == {2: False, 3: False},
    )
    assert table[1].attendance.ready == {2: False, 3: False}
    # seat 1 may have seen both ready for a moment, where seat 3's withdrawal was late: that binds seat 1 alone
    assert not any({2, 3} & set(d.protocol.table.step.commits) for d in table.values() if d.protocol)


def test_a_match_with_persons_continues_once_all_are_ready() -> None:
    table = human(2, persons=(1, 2, 3))
    net = SimulatedNetwork(table, seed=9, faults=BAD)
    while not net.all_stopped() and net.now < 100:
        net.run(until=net.now + 0.2)
        if table[2].question and not table[2].protocol.locked_in:
            table[2].decide(TRICKS.default_decision(table[2].state, 2, table[2].secrets))  # type: ignore[arg-type]
    assert expect_all_equal(table) == expect_all_equal(play(drivers(TRICKS, 3)).drivers)


def test_chat_reaches_all_seats_and_never_the_engine() -> None:
    table = drivers(POT, 3)
    net = SimulatedNetwork(table, seed=2, faults=BAD)
    net.run(is_done=lambda: all(d.state is not None and d.feeds.feed_of(1) for d in table.values()))
    for line in range(20):
        table[1].chat(f"line {line}")
    net.run()
    net.run(is_done=net.all_settled, until=net.now + 60)
    assert expect_all_equal(table) == expect_all_equal(play(drivers(POT, 3)).drivers)
    said = [r for r in net.reports[3] if isinstance(r, ChatMessage)]
    assert said == [ChatMessage(1, f"line {line}") for line in range(20)]
    with pytest.raises(ValueError):
        table[1].chat("x" * 501)


def test_the_number_of_chat_lines_in_a_step_is_limited() -> None:
    table = human(2)
    net = SimulatedNetwork(table)
    net.run(until=5.0, is_done=lambda: table[2].question is not None)
    for line in range(200):
        table[2].chat(f"line {line}")
    with pytest.raises(ValueError, match="enough"):
        table[2].chat("one more")
    net.run(until=net.now + 5.0)
    assert len([r for r in net.reports[1] if isinstance(r, ChatMessage)]) == 200
    assert not any(driver.stopped for driver in table.values())


# -- sitting down --


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("rules", bytes(32), "other rules"), ("options", (5,), "other options"), ("name", "Bea", "")],
)
def test_a_match_of_peers_with_different_terms_never_starts(field: str, value: Any, words: str) -> None:
    table = drivers(TRICKS, 3)
    at = table[2].at._replace(**{field: value})
    table[2] = Driver(at, MemoryEntryLog(), [1, 3], First())
    net = play(table, until=10.0)
    if not words:
        expect_all_equal(net.drivers)
        return
    verdicts = [driver.verdict for driver in net.drivers.values()]
    assert all(v is not None and v.kind == "card" and words in v.words for v in verdicts)
    assert not any(driver.feeds.match for driver in table.values())


def test_a_card_signed_by_a_stranger_is_ignored() -> None:
    table = drivers(POT, 3)
    net = SimulatedNetwork(table, partitions=[Partition(0.0, 1.0, frozenset({3}))])
    net.run(until=0.5)
    stranger = Signer(bytes(32))
    at = table[2].at
    own = [table[seat].setup.signer.identity for seat in (1, 2, 3)]
    terms = Terms(at.room, at.game.name, at.signed_rules(), at.options, (own[0], stranger.identity, own[2]))
    forged = make_card(terms, 2, "Ben", at.seeds, stranger)
    net.run(until=60.0, is_done=lambda: 3 in table[1].setup.handshake.identities)
    (datagram,) = messages.pack_datagrams([messages.pack_message(messages.Card(*forged))])
    table[1].receive(datagram, 3)
    net.run()
    expect_all_equal(net.drivers)


def test_datagrams_of_another_room_are_ignored() -> None:
    table = drivers(POT, 2)
    table[2] = Driver(table[2].at._replace(room=bytes(32)), MemoryEntryLog(), [1], First())
    net = play(table, until=2.0)
    assert not net.all_stopped()
    assert table[1].counters["of another room"] > 0


def test_two_players_for_one_seat_are_reported() -> None:
    table: dict[Any, Driver] = {}
    for address, seat, text in ((1, 1, "test"), (2, 2, "test"), (3, 2, "other")):
        at = seat_at(POT, 3, seat, text)._replace(room=bytes(32))
        table[address] = Driver(at, MemoryEntryLog(), {1, 2, 3} - {address}, First())
    net = play(table, until=2.0)
    assert PlayerNotice("two players want seat 2") in net.reports[1]


def test_an_invalid_player_name_is_refused() -> None:
    with pytest.raises(ValueError, match="is no name"):
        Driver(seat_at(POT, 2, 1)._replace(name=" x"), MemoryEntryLog(), [2])


# -- crashes --


CRASHES = [(game, seed) for game in TOYS for seed in range(8)]
CRASHES += [(game, seed) for game in (BRIDGEFRONT, CABINET) for seed in range(3)]


@pytest.mark.parametrize(("game", "seed"), quick_one_in(2, CRASHES), ids=lambda value: getattr(value, "name", value))
def test_a_crash_at_any_moment_never_makes_a_fork(game: Any, seed: int) -> None:
    """A crash at any moment makes no fork (invariant 2).

    Every entry is on disk before it is sent, and a restarted seat continues where its feed ends.
    """
    chance = random.Random(seed)
    table = drivers(game, 2 + seed % 3)
    net = SimulatedNetwork(table, seed=seed, faults=BAD if seed % 2 else GOOD)
    for _ in range(3):
        net.run(until=net.now + chance.uniform(0.0, 0.7 if seed % 2 else 0.06))
        seat = chance.choice(list(table))
        old = net.drivers[seat]
        entry_log = old._entry_log
        assert isinstance(entry_log, MemoryEntryLog)
        if chance.random() < 0.5:
            old.receive(b"", seat)  # what it has signed, but not yet sent, is lost with it
            entry_log.crash(kept=chance.randrange(3))
        others = [other for other in table if other != seat]
        net.restart(seat, Driver(old.at, entry_log, others, player_of(game, seat)))
    net.run(until=net.now + 300)
    expect_all_equal(net.drivers)
    assert not any(driver.feeds.forks for driver in net.drivers.values())


def test_a_restarted_seat_waits_for_its_head_before_it_signs() -> None:
    table = drivers(POT, 3, goal=150)
    net = play(table, until=0.3)
    old = net.drivers[1]
    chunks = list(old._entry_log.chunks())
    last = max(n for n, (keep, _) in enumerate(chunks) if keep is ChunkKind.SEALED)
    entry_log = MemoryEntryLog()
    for chunk in chunks[:last]:  # as it stood before its last commit: the next thing is to make it
        entry_log.append(*chunk)
    again = Driver(old.at, entry_log, [2, 3], First())
    before = len(again.feeds.feed_of(1))
    for now in range(100):
        again.tick(net.now + now / 100)
    assert len(again.feeds.feed_of(1)) == before
    assert OwedEntry(1, "commit") in again.attendance.owed()
    net.restart(1, again)
    net.run(until=net.now + 60, is_done=lambda: len(again.feeds.feed_of(1)) > before + 9)
    assert again.feeds.feed_of(1)[before].id == old.feeds.feed_of(1)[before].id


def test_a_restored_backup_is_detected_and_explained() -> None:
    """A seat that plays on from an old copy of its disk forks its feed, which is explained without blame.

    The seat plays on before it has received messages from the others.
    """
    table = drivers(POT, 3, goal=150)
    net = SimulatedNetwork(table)
    net.run(until=0.3)
    old = net.drivers[2]
    copy = MemoryEntryLog()
    chunks = list(old._entry_log.chunks())
    asked = [n for n, (keep, data) in enumerate(chunks) if keep is ChunkKind.SEALED and Take(2) in _decided(old, data)]
    for chunk in chunks[: asked[-1]]:
        copy.append(*chunk)
    net.run(until=0.4)

    class Wavering(First):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            return Take(1)

    restored = Driver(old.at, copy, [1, 3], Wavering())
    assert restored.protocol is not None
    restored.setup.head.awaited.clear()
    restored.tick(net.now)
    net.restart(2, restored)
    net.run(until=5.0)
    for seat in (1, 3):
        assert net.drivers[seat].verdict is None, "the others can go on without it"
        (accused,) = (report for report in net.reports[seat] if isinstance(report, Accusation))
        assert (accused.seat, accused.kind) == (2, "fork")
        assert "may be a restored copy" in accused.words
    verdict = net.drivers[2].verdict
    assert verdict is not None and (verdict.seat, verdict.kind) == (2, "fork")


def _decided(driver: Driver, sealed: bytes) -> list[Any]:
    """Return the decision of a seat in its own sealed opening."""
    t, E = dec(sealed)
    own = driver.protocol.own  # type: ignore[union-attr]
    opened = open_seal(own.genesis.match, t, driver.seat, MatchKeys(*own_keys(driver)).step_key(t).Q, E)
    assert opened is not None
    decision = dec(unpack_opening(opened))
    return [Take(*decision)] if decision else []


def own_keys(driver: Driver) -> tuple[bytes, bytes, int, int]:
    """Return the inputs of a driver's seat keys."""
    return driver.at.seeds.seed, driver.feeds.match, driver.seat, driver.at.seats


def test_the_log_of_another_match_is_refused() -> None:
    table = drivers(POT, 2, goal=150)
    play(table, until=0.2)
    entry_log = table[1]._entry_log
    other_rules = table[1].at._replace(rules=bytes(32))
    with pytest.raises(BadCard, match="on disk has other rules"):
        Driver(other_rules, entry_log, [2], First())
    other_key = table[1].at._replace(seeds=seat_seeds_from_text("other", 1))
    with pytest.raises(BadCard, match="another identity"):
        Driver(other_key, entry_log, [2], First())


def test_a_log_without_its_sealed_opening_stops_with_a_message() -> None:
    table = drivers(POT, 3, goal=150)
    net = play(table, until=0.3)
    old = net.drivers[1]
    entry_log = MemoryEntryLog()
    for keep, data in old._entry_log.chunks():
        if keep is not ChunkKind.SEALED:
            entry_log.append(keep, data)
    net.restart(1, Driver(old.at, entry_log, [2, 3], First()))
    last = net.drivers[1].feeds.feed_of(1)[-1].kind
    net.run(until=net.now + 5)
    verdict = net.drivers[1].verdict
    if last == Kind.COMMIT:
        assert verdict is not None and verdict.kind == "keys"
    else:
        assert verdict is None


# -- secrets --


def test_the_repr_of_a_seat_hides_its_seeds() -> None:
    at = seat_at(POT, 2, 1)
    keys = MatchKeys(at.seeds.seed, bytes(32), 1, 2)
    for shown in (repr(at), str(at.seeds), f"{keys.step_key(1)}"):
        assert "\\x" not in shown.replace(repr(at.room), "")


def test_a_decision_sealed_before_a_crash_is_committed_unchanged() -> None:
    """A decision sealed before a crash is committed without asking the player again.

    The crash lost the commit but not the sealed opening.
    """

    class Changed(First):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            return Take(0) if state.t == sealed_at else super().decide(game, state, seat, secrets)

    table = drivers(POT, 3, goal=12)
    net = SimulatedNetwork(table)
    net.run(until=60.0, is_done=lambda: sum(table[1].feeds.lengths()) > 36)
    old = net.drivers[1]
    chunks = list(old._entry_log.chunks())
    last = max(
        n for n, (keep, data) in enumerate(chunks) if keep is ChunkKind.SEALED and Take(2) in _decided(old, data)
    )
    sealed_at = dec(chunks[last][1])[0]
    entry_log = MemoryEntryLog()
    for chunk in chunks[: last + 1]:
        entry_log.append(*chunk)
    net.restart(1, Driver(old.at, entry_log, [2, 3], Changed()))
    net.run()
    assert expect_all_equal(net.drivers) == expect_all_equal(play(drivers(POT, 3, goal=12)).drivers)
    assert not any(driver.feeds.forks for driver in net.drivers.values())


@every_game
def test_no_datagram_or_log_contains_a_seed_or_closed_face(game: Any) -> None:
    """No datagram and no log contains seeds, hand keys or values derived from them (invariant 23)."""
    table = drivers(game, 3, text=BRIEF.get(game, "test"))
    net = SimulatedNetwork(table)
    seen = bytearray()
    for driver in table.values():
        take = driver.take_datagrams

        def tapped(take: Any = take) -> Any:
            sent = take()
            for _, datagram in sent:
                seen.extend(datagram)
            return sent

        driver.take_datagrams = tapped  # type: ignore[method-assign]
    net.run()
    for driver in table.values():
        own = driver.protocol.own  # type: ignore[union-attr]
        assert len(seen) > 1000
        for secret in (*driver.at.seeds[:2], own.secrets._hand_key, *own.keys._escrow, own._b):
            assert secret not in seen
            assert all(secret not in data for _, data in driver._entry_log.chunks())
