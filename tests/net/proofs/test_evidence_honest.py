"""No combination of evidence convicts an honest seat (invariant 18), and no file contains a secret."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from net.crypto import match_keys as keys
from net.crypto.match_keys import seat_seeds_from_text
from net.match.events import FoundDesync, FoundEvidence
from net.proofs import evidence
from net.proofs.evidence import RULES, Evidence, judge, judge_evidence
from net.records.chunk_file import BadFile
from net.replication.entries import Kind
from net.replication.entry_log import MemoryEntryLog
from net.replication.feeds import AddResult, Feeds
from net.seat.driver import Driver
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import BAD, Partition, SimulatedNetwork
from tests.net.proofs.test_evidence import CHEAT, GAMES_HERE, REAL, at_table, caught
from tests.support.net import cheats
from tests.support.net.tables import drivers, play
from tests.support.net.toys import POT, TRICKS

KINDS = [*RULES, "share", "silence", ""]
Feed = tuple[bytes, ...]


@cache
def tables() -> list[Driver]:
    """Return one driver of each match.

    Two matches are honest. In the others a cheat forks its feed or signs wrong entries.
    """
    made = [play(drivers(POT, 3)).drivers[1], play(drivers(TRICKS, 2)).drivers[2]]
    for game, seats, lost in ((POT, 3, {3}), (POT, 4, {1}), (TRICKS, 5, {2, 5}), (POT, 5, {1, 4})):
        forked = Partition(0.15, 3.0, frozenset(lost))
        net = play(drivers(game, seats, patience=1.0), seed=3, faults=BAD, partitions=[forked])
        net.run(is_done=net.all_settled, until=net.now + 30)
        made.append(next(driver for seat, driver in net.drivers.items() if seat not in lost))
    for kind in (cheats.TwoCommits, cheats.NamesAnother, cheats.FalseLink, cheats.SealsRubbish, cheats.CommitsTwice):
        table = drivers(TRICKS, 4, cheats={CHEAT: cheats.signing(kind)})
        made.append(play(table, until=8.0, seed=7).drivers[1])
    made.append(play(drivers(POT, 4, cheats={CHEAT: cheats.Richer}), until=8.0, seed=7).drivers[1])
    return made


WITHOUT_A_CHEAT = 6


def honest(number: int) -> list[int]:
    """Return the honest seats of a match."""
    seats = list(tables()[number].feeds.seats)
    return seats if number < WITHOUT_A_CHEAT else [seat for seat in seats if seat != CHEAT]


def test_the_matches_of_honest_seats_include_lost_seats_and_votes() -> None:
    kinds = {
        entry.kind for driver in tables()[2:6] for seat in driver.feeds.seats for entry in driver.feeds.feed_of(seat)
    }
    assert {Kind.VOTE, Kind.CUT, Kind.RETURN, Kind.RESULT} <= kinds


def versions(driver: Driver) -> list[list[Feed]]:
    """Return, for each seat, every version of its feed that can be shown."""
    shown = []
    for seat in driver.feeds.seats:
        feed = tuple(entry.stored for entry in driver.feeds.feed_of(seat))
        branches = [feed]
        fork = driver.feeds.forks.get(seat)
        branches += [(*feed[: e.seq], e.stored) for e in (fork.first, fork.second)] if fork else []
        unlinked = driver.feeds.unlinked.get(seat)
        branches += [(*feed[: unlinked.seq], unlinked.stored)] if unlinked else []
        shown.append(branches)
    return shown


@st.composite
def attempts(draw: st.DrawFn) -> tuple[int, Evidence]:
    """Draw evidence about an honest seat from the signed entries of its table."""
    number = draw(st.integers(0, len(tables()) - 1))
    driver = tables()[number]
    seat = draw(st.sampled_from(honest(number)))
    shown = versions(driver)
    cards = tuple(driver.cards)
    kind = draw(st.sampled_from(KINDS))
    if draw(st.booleans()):
        feeds = tuple(_cut(draw, draw(st.sampled_from(branches))) for branches in shown)
        return number, Evidence(kind, seat, cards, (), feeds)
    own = shown[seat - 1][0]
    if draw(st.booleans()):
        first = draw(st.integers(0, len(own) - 1))
        run = own[first : draw(st.integers(first, len(own)))]
        return number, Evidence(kind, seat, cards, (own[0], *run) if draw(st.booleans()) else run)
    everything = [stored for branches in shown for feed in branches for stored in feed]
    pool = st.sampled_from(own) | st.sampled_from(everything)
    return number, Evidence(kind, seat, cards, tuple(draw(st.lists(pool, max_size=6))))


def _cut(draw: st.DrawFn, feed: Feed) -> Feed:
    return feed if draw(st.booleans()) else feed[: draw(st.integers(0, len(feed)))]


@settings(max_examples=300)
@given(attempts())
def test_no_combination_of_honest_entries_proves_a_fault(made: tuple[int, Evidence]) -> None:
    number, attempt = made
    judgement = judge_evidence(attempt, GAMES_HERE)
    assert not judgement.proves, (number, str(judgement))
    assert str(judgement).startswith("It proves nothing: ")
    read = judge(attempt.pack(), GAMES_HERE)  # what a file cannot hold twice may be found wanting in other words
    assert not read.proves
    assert str(read).startswith("It proves nothing: ")


@pytest.mark.parametrize("number", range(12))
def test_forked_feeds_prove_nothing_against_honest_seats(number: int) -> None:
    driver = tables()[number]
    shown = versions(driver)
    for branch in range(max(map(len, shown))):
        feeds = tuple(branches[min(branch, len(branches) - 1)] for branches in shown)
        for seat in honest(number):
            for kind in ("digest", "form", "vote", "decision"):
                made = Evidence(kind, seat, tuple(driver.cards), (), feeds)
                assert not judge_evidence(made, GAMES_HERE).proves


def another_branch(driver: Driver, seat: int, t: int) -> Feed:
    """Return a feed of a seat that takes nothing in step t, from the commit to the reveal (Pot)."""
    assert driver.protocol is not None
    feeds = Feeds(driver.feeds.match, driver.feeds.identities)
    for entry in driver.feeds.feed_of(seat):
        if entry.kind == Kind.COMMIT and entry.body[0] == t:
            break
        assert feeds.add(entry) is AddResult.NEW
    at = driver.at._replace(seat=seat, seeds=seat_seeds_from_text("test", seat))
    own = SeatSigner(at, driver.protocol.table.genesis, feeds, MemoryEntryLog(), lambda entry: None)
    commit, seal, reveal = (e for e in driver.feeds.feed_of(seat) if e.kind in (1, 2, 3) and e.body[0] == t)
    E = own.keys.seal(t, own.make_opening(t, [0]))
    c = keys.commitment(driver.feeds.match, t, seat, commit.body[2], E)
    made = own.publish(Kind.COMMIT, [t, c, *commit.body[2:]])
    names = [made.id[:16] if x == seat else name for x, name in enumerate(seal.body[1], 1)]
    own.publish(Kind.SEAL, [t, names, E])
    own.publish(Kind.REVEAL, reveal.body)
    return tuple(entry.stored for entry in feeds.feed_of(seat))


def test_a_state_from_another_version_of_a_feed_convicts_no_seat() -> None:
    """A seat is not blamed for a state that follows from another version of a feed.

    The other seats sealed over one version of a decision. Shown with the other version, their digests differ although
    they are right.
    """
    driver = tables()[0]
    feeds = [versions(driver)[seat - 1][0] for seat in (1, 2, 3)]
    feeds[0] = another_branch(driver, 1, 1)
    for seat in (2, 3):
        for kind in RULES:
            judgement = judge_evidence(Evidence(kind, seat, tuple(driver.cards), (), tuple(feeds)), GAMES_HERE)
            assert not judgement.proves
    assert "another version of seat 1's entries" in judgement.words


PROVEN = sorted({kind: number for number, (_, _, kind, _) in enumerate(REAL)}.values())
"""One cheat per kind of evidence."""


@settings(max_examples=250)
@given(st.data())
def test_altered_evidence_never_accuses_another_seat(data: st.DataObject) -> None:
    proof = caught(data.draw(st.sampled_from(PROVEN)))[data.draw(st.sampled_from([1, 2, 4]))][0]
    made = evidence.unpack(proof.data)
    change = data.draw(st.sampled_from(["bytes", "seat", "kind", "entries", "feeds", "cards", "raw"]))
    if change == "raw":
        _expect_no_other(_spoilt(data, proof.data))
        return
    if change == "seat":
        made = made._replace(seat=data.draw(st.integers(1, 4)))
    elif change == "kind":
        made = made._replace(kind=data.draw(st.sampled_from(KINDS)))
    elif change == "cards":
        made = made._replace(cards=tuple(data.draw(st.permutations(made.cards))))
    elif change == "entries" and made.entries:
        made = made._replace(entries=tuple(data.draw(st.permutations(made.entries)))[: data.draw(st.integers(0, 6))])
    elif change == "feeds" and made.feeds:
        made = made._replace(feeds=tuple(_cut(data.draw, feed) for feed in made.feeds))
    elif made.entries:
        at = data.draw(st.integers(0, len(made.entries) - 1))
        entries = list(made.entries)
        entries[at] = _spoilt(data, entries[at])
        made = made._replace(entries=tuple(entries))
    else:
        feeds = [list(feed) for feed in made.feeds]
        feed = data.draw(st.sampled_from(feeds))
        at = data.draw(st.integers(0, len(feed) - 1))
        feed[at] = _spoilt(data, feed[at])
        made = made._replace(feeds=tuple(tuple(feed) for feed in feeds))
    _expect_no_other(made.pack())


def _spoilt(data: st.DataObject, stored: bytes) -> bytes:
    spoilt = bytearray(stored)
    at = data.draw(st.integers(0, len(spoilt) - 1))
    spoilt[at] ^= data.draw(st.integers(1, 255))
    return bytes(spoilt)


def _expect_no_other(data: bytes) -> None:
    try:
        judgement = judge(data, GAMES_HERE)
    except BadFile:
        return
    assert not judgement.proves or judgement.seat == CHEAT


def test_any_changed_byte_of_an_evidence_file_is_refused() -> None:
    data = caught(0)[1][0].data
    for at in range(len(data)):
        with pytest.raises(BadFile):
            judge(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], GAMES_HERE)


@given(st.binary(max_size=300))
@example(b"")
def test_arbitrary_bytes_are_refused_as_evidence(data: bytes) -> None:
    body = evidence.FORM.magic + data
    for made in (data, body, body + evidence.FORM.hash(body)):
        with pytest.raises(BadFile):
            judge(made)


def test_evidence_of_an_unknown_game_or_other_rules_proves_nothing() -> None:
    number = next(i for i, (_, game, kind, _) in enumerate(REAL) if kind == "slot")
    data = caught(number)[1][0].data
    assert "cannot be run again: it is a match of 'tricks'" in judge(data).words

    class Otherwise(type(TRICKS)):  # type: ignore[misc]
        pass

    judgement = judge(data, {"tricks": Otherwise()})
    assert not judgement.proves
    assert "rule files that differ" in judgement.words


# -- secrets (invariant 23) --


def secrets_of(driver: Driver) -> list[bytes]:
    """Return the secrets that must never leave this seat: seeds, hand key, escrow, nonces and salts.

    Nonces and salts are those of unresolved steps.
    """
    seeds = driver.at.seeds
    secrets, keys = driver.secrets, driver.protocol.own.keys if driver.protocol else None
    assert secrets is not None and keys is not None and driver.protocol is not None
    later = range(driver.protocol.table.step.t + 1, driver.protocol.table.step.t + 20)
    hidden = [seeds.identity, seeds.seed, *keys._escrow, *(secrets.nonce(t) for t in later)]
    return [*hidden, *(secrets.salt(slot) for slot in secrets.faces if slot in closed(driver))]


def closed(driver: Driver) -> set[int]:
    """Return the slots that this seat keeps closed (Tricks, Hoard)."""
    if hasattr(driver.state, "piles"):
        return set(driver.state.piles.closed_slots(driver.seat))
    return set(driver.state.slots[driver.seat]) if hasattr(driver.state, "slots") else set()


def files(net: SimulatedNetwork) -> list[bytes]:
    said = [report for reports in net.reports.values() for report in reports]
    return [report.data for report in said if isinstance(report, (FoundEvidence, FoundDesync))]


@pytest.mark.parametrize("number", range(len(REAL)))
def test_evidence_files_and_records_contain_no_secret(number: int) -> None:
    net = at_table(number)
    records = [evidence.FORM.pack(_contents(driver)) for driver in net.drivers.values()]
    hidden = {secret for driver in net.drivers.values() for secret in secrets_of(driver)}
    assert len(hidden) > 20
    assert all(secret not in data for data in [*files(net), *records] for secret in hidden)
    assert files(net)


def _contents(driver: Driver) -> list[Any]:
    record = match_record(driver)
    return [list(record.cards), [list(feed) for feed in record.feeds]]
