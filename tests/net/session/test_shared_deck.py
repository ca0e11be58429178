"""Shared-deck matches between seats, on good and bad networks, with lost seats and cheats."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.bots.random_bot import RandomBot
from core.engine.codec import BadEncodingError, Plain, enc
from core.engine.hidden.audits import PASSED, AuditResult
from core.engine.hidden.points import scalar_from_int
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.duties import Pass
from core.engine.hidden.shared_deck.events import DeckShuffled, SeatOut
from net.crypto.match_keys import room_id_from_text
from net.match.events import Accusation, FoundEvidence
from net.match.genesis import Genesis, read_shares
from net.proofs.evidence import RULES, judge
from net.records.fork import fork_from_record
from net.records.record import BadRecord, pack, unpack
from net.records.verification import verify
from net.seat.driver import Driver
from net.seat.signer import SeatSigner
from net.session.runner import match_record, play_local
from net.transport.simulated import BAD, GOOD, NetworkFaults, Partition, SimulatedNetwork
from tests.net.records.test_fork import broken_off
from tests.net.session.test_matches import expect_all_equal
from tests.net.session.test_spectator import Watched
from tests.support.games.magpies.game import GAME, ROUNDS, Nest
from tests.support.net.adversaries import Shameless
from tests.support.net.cables import linked_table
from tests.support.net.deckcheats import (
    CAUGHT,
    CancelsOthers,
    CheatsTheDeck,
    GivesFalsely,
    LowOrderKey,
    NoDeckKeys,
    PassesTooLittle,
    UnwantedDeckKeys,
    WrongDeckShares,
)
from tests.support.net.deckreplays import REPLAYS
from tests.support.net.decksoak import SMALL
from tests.support.net.tables import NAMES, drivers, play, player_of
from tests.support.net.toys import POT
from tests.support.net.vanishing import MOMENTS, one_end, run_on, steps, vanishing
from tests.support.tiers import LONG, pairs, quick_one_in

CHEATS = (*CAUGHT, *REPLAYS)
HERE = {GAME.name: GAME, POT.name: POT}
SEATS = (3, 4, 5, 6)
CHEAT = 2


@pytest.mark.parametrize("seats", SEATS)
def test_one_process_and_separate_peers_play_the_same_match(seats: int) -> None:
    """Every pass, share, copy and opening in the record of the match is verified again."""
    players = [player_of(GAME, seat) for seat in range(1, seats + 1)]
    played = play_local(GAME, seats, {"rounds": 1}, "test", players, names=NAMES[:seats])
    assert expect_all_equal(play(drivers(GAME, seats, rounds=1)).drivers) == played.digest
    report = verify(unpack(pack(played.record)), GAME)
    assert report.complete and not report.accused and report.digest == played.digest


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bad_network_does_not_change_the_result_of_a_shared_deck_match(seats: int) -> None:
    good = expect_all_equal(play(drivers(GAME, seats, rounds=1)).drivers)
    split = [Partition(1.0, 3.0, frozenset({1}))]
    net = play(drivers(GAME, seats, rounds=1), seed=seats, faults=BAD, partitions=split, until=400.0)
    assert expect_all_equal(net.drivers) == good


def test_a_match_with_two_reshuffles_verifies() -> None:
    net = play(drivers(GAME, 3, rounds=ROUNDS))
    expect_all_equal(net.drivers)
    report = verify(match_record(net.drivers[1]), GAME)
    assert report.complete and net.drivers[1].state.again == 2
    assert report.audited == AuditResult(has_proofs=True) and report.audited.verdict == PASSED


def test_a_spectator_checks_every_proof_of_a_shared_deck() -> None:
    table, links = linked_table(GAME, 3, rounds=1)
    for seat, driver in table.items():
        driver.setup.player = RandomBot("test", seat)
    net = Watched(table, links=links)
    net.run(0.3)
    spectator = net.watch(room_id_from_text("test"), (2,), HERE)
    assert net.run(120.0)
    assert spectator.finished is not None and expect_all_equal(table) == spectator.state.digest()


@pytest.mark.parametrize("seed", range(3))
def test_a_restarted_seat_recovers_its_cards(seed: int) -> None:
    """A restarted seat recovers its keys, its shares and the faces of its hand.

    They follow from its seed and the feeds.
    """
    dice = random.Random(seed)
    net = SimulatedNetwork(drivers(GAME, 3, rounds=1), seed=seed)
    for _ in range(4):
        net.run(until=net.now + dice.uniform(0.05, 0.3))
        seat = dice.randint(1, 3)
        old = net.drivers[seat]
        others = [other for other in (1, 2, 3) if other != seat]
        net.restart(seat, Driver(old.at, old._entry_log, others, player_of(GAME, seat)))
    assert net.run(until=net.now + 120.0)
    assert expect_all_equal(net.drivers) == expect_all_equal(play(drivers(GAME, 3, rounds=1)).drivers)
    known = [net.drivers[seat].protocol.own.secrets for seat in (1, 2, 3)]  # type: ignore[union-attr]
    assert all(own.deck_keys.received_values.keys() == {1, 2, 3} - {own.seat} for own in known)


# -- lost seats --------------------------------------------------------------------------------------------------------


LOST_AT = [(3, 2), (3, 4), (3, 9), (4, 3), (4, 6), (5, 5), (6, 3)]


@pytest.mark.parametrize(("place", "moment"), quick_one_in(3, pairs(LOST_AT, MOMENTS)))
def test_the_other_seats_continue_without_a_lost_seat(place: tuple[int, int], moment: str) -> None:
    """In a shuffle, a deal or a copy a lost seat's cards become open, and no seat is accused."""
    seats, at = place
    cheats = {CHEAT: vanishing(MOMENTS[moment], at)}
    net = SimulatedNetwork(drivers(GAME, seats, cheats=cheats, patience=1.0, rounds=1))
    left = [seat for seat in range(1, seats + 1) if seat != CHEAT]
    run_on(net, left, until=400.0)
    one_end(net, left)
    state = net.drivers[1].state
    assert not state.shared.hands[CHEAT] and not state.shared.out
    assert not [report for seat in left for report in net.reports[seat] if isinstance(report, Accusation)]
    report = verify(match_record(net.drivers[1]), GAME)
    assert report.complete and not report.accused


@cache
def reshuffles(seats: int) -> list[tuple[int, int]]:
    """Return (step, seat) for each pass of the first reshuffle with a small deck."""
    net = play(drivers(GAME, seats, rounds=SMALL[seats][1], kinds=SMALL[seats][0]))
    told = steps(net, 1)
    laid = [t for t, step in told.items() if any(isinstance(event, DeckShuffled) for event in step.events)]
    found = []
    for t in range(laid[1], laid[0], -1):
        made = {seat for seat, decision in told[t].decisions.items() if isinstance(decision, Pass)}
        if not made:
            break
        found.append((t, *made))
    assert len(found) == seats // 2 + 1
    return found[::-1]


@pytest.mark.parametrize(("seats", "moment"), quick_one_in(4, pairs(SEATS, MOMENTS)))
def test_a_reshuffle_continues_without_a_seat_lost_during_its_pass(seats: int, moment: str) -> None:
    """The second seat of the passing majority is lost at each moment, and the others continue."""
    t, lost = reshuffles(seats)[1]
    kinds, rounds = SMALL[seats]
    cheats = {lost: vanishing(MOMENTS[moment], t)}
    table = drivers(GAME, seats, cheats=cheats, patience=1.0, rounds=rounds, kinds=kinds)
    net = SimulatedNetwork(table, faults=NetworkFaults(loss=0.1, duplicated=0.05, delay=(0.002, 0.02)))
    left = [seat for seat in table if seat != lost]
    run_on(net, left, until=600.0)
    one_end(net, left)
    told = steps(net, left[0])
    assert lost in told[t].lost or lost in told[t + 1].lost
    assert not net.drivers[left[0]].state.shared.out and not net.drivers[left[0]].state.shared.hands[lost]
    assert not [report for seat in left for report in net.reports[seat] if isinstance(report, Accusation)]
    assert verify(match_record(net.drivers[left[0]]), GAME).complete


def test_the_deck_is_never_shuffled_by_one_seat_alone() -> None:
    """The links of the first two seats fail one after the other, each in its own turn to pass the reshuffle.

    Otherwise a seat that can cut links would shuffle alone and know the order of the deck.
    """
    kinds, rounds = SMALL[3]
    table = drivers(GAME, 3, patience=0.5, rounds=rounds, kinds=kinds)
    net = SimulatedNetwork(table, faults=NetworkFaults(delay=(0.01, 0.02)))
    first = reshuffles(3)[0][0]
    for seat, turn in ((1, first), (2, first + 2)):  # in the step between them the hand of seat 1 is opened
        net.run(until=60.0, is_done=lambda seat=seat, turn=turn: has_revealed(table[seat], turn - 1))
        net.partitions = (Partition(net.now, 1e9, frozenset({seat})),)
        net.run(until=60.0, is_done=lambda turn=turn: table[3].protocol.table.step.t > turn)
        net.partitions = ()
    assert net.run(60.0)
    told = steps(net, 3)
    assert 1 in told[first].lost and 2 in told[first + 2].lost
    laid = min(t for t in told if t > first and any(isinstance(event, DeckShuffled) for event in told[t].events))
    passed = [
        seat for t in range(first, laid + 1) for seat, said in told[t].decisions.items() if isinstance(said, Pass)
    ]
    assert passed == [3, 1]
    one_end(net, [1, 2, 3])
    assert verify(match_record(net.drivers[1]), GAME).complete


def has_revealed(driver: Driver, t: int) -> bool:
    """Return True if the seat of this driver has revealed in step t or is in a later step."""
    if driver.protocol is None:
        return False
    table = driver.protocol.table
    return table.step.t > t or (table.step.t == t and table.readings[driver.seat].for_step(t).revealed >= 0)


def test_a_seat_that_returned_draws_closed_cards_again() -> None:
    split = [Partition(1.0, 3.0, frozenset({CHEAT}))]
    net = SimulatedNetwork(
        drivers(GAME, 3, patience=0.5, rounds=ROUNDS), faults=NetworkFaults(delay=(0.01, 0.02)), partitions=split
    )
    assert net.run(400.0)
    one_end(net, [1, 3])
    told = steps(net, 1)
    away = [t for t, step in told.items() if CHEAT in step.lost]
    assert away and max(away) < max(told)
    drawn = [event for t, step in told.items() if t > max(away) for event in step.events]
    assert any(getattr(event, "slots", ()) and event.seat == CHEAT for event in drawn)


# -- cheats ------------------------------------------------------------------------------------------------------------


def shameless(kind: type[SeatSigner]) -> type[Driver]:
    """Return a client that ignores its own rules."""
    return type(f"Driver{kind.__name__}", (Driver,), {"signer_class": kind, "protocol_class": Shameless})


@cache
def caught(number: int, faults: NetworkFaults = GOOD) -> SimulatedNetwork:
    """Return a match with the cheat of this number in seat 2, which the others play to the end."""
    kind: Any = CHEATS[number][0]
    others = {seat: vanishing(MOMENTS["before its commit"], at) for seat, at in kind.lost.items()}
    cheats = {CHEAT: shameless(kind), **others}
    net = SimulatedNetwork(
        drivers(GAME, kind.seats, cheats=cheats, patience=1.0, **kind.options), seed=7, faults=faults
    )
    run_on(net, left_by(kind), until=600.0)
    return net


def left_by(kind: Any) -> list[int]:
    """Return the honest seats that remain."""
    return [seat for seat in range(1, kind.seats + 1) if seat != CHEAT and seat not in kind.lost]


@pytest.mark.parametrize("number", range(len(CHEATS)), ids=[kind.__name__ for kind, _, _ in CHEATS])
def test_a_shared_deck_cheat_is_named_proven_and_left_out(number: int) -> None:
    """A cheat is named by seat, step and slot, proven and excluded.

    All seats judge the file alike, and the others continue with the cheat's cards open.
    """
    kind, word, words = CHEATS[number]
    net, judged, left = caught(number), set(), left_by(kind)
    own = net.drivers[CHEAT].protocol.own  # type: ignore[union-attr]
    t, slot = own.told  # type: ignore[attr-defined]
    assert t > 0
    for seat in left:
        accused = [report for report in net.reports[seat] if isinstance(report, Accusation)]
        assert (accused[0].seat, accused[0].t, accused[0].kind) == (CHEAT, t, word) and words in accused[0].words
        assert word == "decision" or f"step {t}" in accused[0].words
        named = (f"slot {slot}", f"card {slot}", "owes")
        assert word not in ("share", "copy", "slot") or any(text in accused[0].words for text in named)
        proof = next(report for report in net.reports[seat] if isinstance(report, FoundEvidence) and report.t == t)
        judged.add(judge(proof.data, HERE))
        assert any(isinstance(event, SeatOut) and event.seat == CHEAT for event in steps(net, seat)[t].events)
    (judgement,) = judged
    assert judgement.proves and (judgement.seat, judgement.t, judgement.kind) == (CHEAT, t, word)
    assert RULES[word] in str(judgement) and words in str(judgement)
    digest = one_end(net, left)
    state = net.drivers[1].state
    assert state.shared.out == (CHEAT,) and not state.shared.hands[CHEAT] and digest
    report = verify(match_record(net.drivers[1]), GAME)
    assert report.broke_rules == {CHEAT}


SHAPES: dict[str, Callable[[bytes], Plain]] = {
    "text": lambda right: ["x" * 9],
    "a huge number": lambda right: [2**63],
    "a list of lists": lambda right: [[right]],
    "bytes alone": lambda right: right,
    "no bytes": lambda right: [b""],
    "a byte more": lambda right: [right + b"\0"],
}


DUTIES = ("deck_pass", "deck_share", "deck_copy")


@pytest.mark.parametrize(("duty", "shape"), quick_one_in(2, pairs(DUTIES, SHAPES)))
def test_a_malformed_answer_to_a_duty_is_refused_and_the_others_continue(duty: str, shape: str) -> None:
    class OfAnotherShape(CheatsTheDeck):
        kind = duty

        def instead(self, state: Nest, detail: Any, right: bytes) -> Plain:
            return SHAPES[shape](right)

    cheats = {CHEAT: shameless(OfAnotherShape)}
    net = SimulatedNetwork(drivers(GAME, 3, cheats=cheats, patience=1.0, rounds=1, kinds=5), seed=7)
    run_on(net, [1, 3], until=200.0)
    told = net.drivers[CHEAT].protocol.own.told[0]  # type: ignore[union-attr]
    for seat in (1, 3):
        accused = [report for report in net.reports[seat] if isinstance(report, Accusation)]
        assert [(said.seat, said.t) for said in accused] == [(CHEAT, told)]
    one_end(net, [1, 3])
    assert verify(match_record(net.drivers[1]), GAME).broke_rules == {CHEAT}


def test_a_match_with_too_few_honest_seats_stops_with_a_verdict() -> None:
    cheats = {2: shameless(PassesTooLittle), 1: shameless(GivesFalsely)}
    net = SimulatedNetwork(drivers(GAME, 3, cheats=cheats, patience=1.0, rounds=1))
    run_on(net, [3], until=60.0)
    verdict = net.drivers[3].verdict
    assert verdict is not None and (verdict.seat, verdict.kind) == (1, "share")
    with pytest.raises(BadRecord):
        verify(match_record(net.drivers[3]), GAME)


@pytest.mark.parametrize(
    ("kind", "game", "words"),
    [
        (NoDeckKeys, GAME, "has no place in this game"),
        (UnwantedDeckKeys, POT, "has no place in this game"),
        (CancelsOthers, GAME, "without a right proof"),
        (LowOrderKey, GAME, "without a right proof"),
    ],
)
def test_false_deck_keys_stop_the_match_before_its_start(kind: type[SeatSigner], game: Any, words: str) -> None:
    net = play(drivers(game, 3, cheats={CHEAT: shameless(kind)}), until=10.0)
    for seat in (1, 3):
        verdict = net.drivers[seat].verdict
        assert verdict is not None and (verdict.seat, verdict.kind) == (CHEAT, "form") and words in verdict.words
        assert net.drivers[seat].protocol.table.last == 0  # type: ignore[union-attr]
        proof = next(report for report in net.reports[seat] if isinstance(report, FoundEvidence))
        judgement = judge(proof.data, HERE)
        assert judgement.proves and judgement.seat == CHEAT and words in judgement.words


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.binary(max_size=64) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


@cache
def first_entry() -> tuple[Genesis, list[Any]]:
    """Return the genesis of a match and the body of an entry 0 with deck keys."""
    driver = play(drivers(GAME, 3, rounds=1), until=0.2).drivers[1]
    assert driver.protocol is not None
    return driver.protocol.table.genesis, driver.feeds.feed_of(2)[0].body


@given(st.lists(st.integers(0, 3), max_size=3), PLAIN)
def test_an_altered_first_entry_is_either_read_or_refused(path: list[int], instead: Any) -> None:
    """Any part of the keys may be replaced."""
    genesis, body = first_entry()
    right: Any = read_shares(genesis, 2, body)
    changed = deepcopy(body)
    at, last = changed, 3
    for step in path:
        if isinstance(at[last], list) and step < len(at[last]):
            at, last = at[last], step
    at[last] = instead
    try:
        read: Any = read_shares(genesis, 2, changed)
    except BadEncodingError:
        return
    assert [*read.deck.announced_keys] == [*right.deck.announced_keys], (
        "only what is in a box may differ, which its receiver checks"
    )


def test_wrong_deck_key_shares_stop_the_match_and_blame_no_seat() -> None:
    net = play(drivers(GAME, 3, cheats={CHEAT: shameless(WrongDeckShares)}), until=10.0)
    for seat in (1, 3):
        verdict = net.drivers[seat].verdict
        assert verdict is not None and verdict.seat == 0 and "join again" in verdict.words
        assert net.drivers[seat].protocol.table.last == 0  # type: ignore[union-attr]


def test_no_step_is_read_before_all_keys_have_arrived() -> None:
    """A fast seat commits in step 1 while others lack an entry 0; no entry is read before the keys have arrived.

    The state contains keys that these seats do not have yet.
    """
    for seed in range(3 if LONG else 1):
        net = play(
            drivers(GAME, 4, rounds=1), seed=seed, faults=NetworkFaults(loss=0.4, delay=(0.0005, 0.3)), until=600.0
        )
        expect_all_equal(net.drivers)


def test_no_entry_contains_the_face_of_a_closed_card() -> None:
    """All feeds together, without a key, do not reveal the point of a closed card's face."""
    net = SimulatedNetwork(drivers(GAME, 3, rounds=3))
    while not net.all_stopped():
        net.run(net.now + 0.2, is_done=lambda: False)
        shared, match = net.drivers[1].state.shared, net.drivers[1].feeds.match
        if shared.K:
            plain = {shared.encrypted_entry(match, copy)[32:] for copy in shared.copies(0)}
            assert not plain & {card[32:] for card in shared.cards.values()}


@pytest.mark.parametrize("steps", [2, 5, 13, 24])
def test_a_continued_shared_deck_match_uses_new_keys(steps: int) -> None:
    """A match is continued with new keys after a shuffle, a deal or a turn.

    All closed cards are shuffled again, and the record contains the old match.
    """
    net = SimulatedNetwork(drivers(GAME, 3, "old", rounds=1))
    first = net.drivers[1]
    net.run(is_done=lambda: first.settled or (first.state is not None and first.state.t > steps + 1))
    game = fork_from_record(broken_off(match_record(first), steps), HERE)
    played = play_local(game, 3, {}, "new", [player_of(GAME, seat) for seat in (1, 2, 3)])
    report = verify(unpack(pack(played.record)), game)
    assert report.complete and not report.accused and report.digest == played.digest
    assert len(played.state.shared.points) == 4 and played.state.shared.K != first.state.shared.K


def test_no_entry_contains_a_deck_key_or_share() -> None:
    """No entry contains a key, a share or the secrets of a pass.

    With all seals open, the feeds have only proofs and boxes for their receivers.
    """
    net = play(drivers(GAME, 3, rounds=1))
    said = b"".join(entry.stored for seat in (1, 2, 3) for entry in net.drivers[1].feeds.feed_of(seat))
    said += b"".join(enc(decision) for step in steps(net, 1).values() for decision in step.decisions.values())
    kept = [net.drivers[seat].protocol.own.secrets for seat in (1, 2, 3)]  # type: ignore[union-attr]
    for own in kept:
        deck = own.deck_keys
        for secret in (own.seed, *deck._secrets, *deck.received_values.values(), *map(deck.share_for, (1, 2, 3))):
            assert secret not in said
        assert all(point in said for point in deck.points)
    made = [one for drawn in _drawn(net, said) for one in (*drawn.r, *drawn.e, *drawn.d)]
    assert made and not any(scalar_from_int(one) in said for one in made)


def _drawn(net: SimulatedNetwork, said: bytes) -> list[passes.Draws]:
    """Return the secrets of the seats for the passes of the first shuffle."""
    shared, found = net.drivers[1].state.shared, []
    match = net.drivers[1].feeds.match
    cards = b"".join(shared.encrypted_entry(match, copy) for copy in shared.copies(0))
    for t, seat in ((2, 1), (3, 2)):
        own = net.drivers[seat].protocol.own.secrets  # type: ignore[union-attr]
        drawn = passes.derive_draws(
            passes.shuffle_secret(own.seed, match, t, 0, shared.K, cards), len(cards) // passes.CARD_BYTES
        )
        answer = own.deck_keys.shuffle(t, 0, cards, shared.K)
        assert answer in said
        found.append(drawn)
        cards = answer[: len(cards)]
    return found
