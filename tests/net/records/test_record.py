"""Records: valid ones are read and replayed, all others are rejected."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bots.random_bot import RandomBot
from core.engine.codec import enc
from core.games.registry import GAMES
from net.cli.file_report import report_on_record
from net.records import chunk_file, record
from net.records.record import BadRecord, MatchRecord, pack, unpack
from net.records.verification import Replay, verify
from net.seat.driver import Driver
from net.session.runner import match_record, play_local
from net.transport.simulated import GOOD
from net.version import VERSION
from tests.net.proofs.test_cheats import CAUGHT, STAYS
from tests.support.games.rock_paper_scissors.game import GAME as HANDS
from tests.support.net import cheats
from tests.support.net.tables import AMBITION, SMALL_TABLES, drivers, play, player_of
from tests.support.net.toys import POT, TRICKS, First
from tests.support.tiers import LONG, quick_one_in_each


@cache
def played(game: Any = TRICKS, seats: int = 3, text: str | None = "record") -> MatchRecord:
    """Return the record of a match that was played to its end."""
    return play_local(game, seats, {}, text, [First()] * seats).record


@pytest.mark.parametrize(
    ("game", "seats"),
    quick_one_in_each(3, [table for table in SMALL_TABLES if LONG or table[0] is not AMBITION]),
    ids=lambda value: getattr(value, "name", value),
)
def test_a_record_verifies_and_gives_the_standing(game: Any, seats: int) -> None:
    """A record verifies and gives the standing.

    `test_one_process_and_separate_peers_play_the_same_match` covers a long one, of Ambition.
    """
    end = play_local(game, seats, {}, "record", [player_of(game, seat) for seat in range(1, seats + 1)])
    report = verify(unpack(pack(end.record)), game)
    assert report.standing == end.standing
    assert (report.digest, report.steps, report.match) == (end.digest, end.steps, end.match)
    assert report.complete and report.same_rules and report.test
    assert report.names == tuple(f"Seat {seat}" for seat in range(1, seats + 1))


def test_a_record_without_a_seed_text_is_not_marked_as_a_test_match() -> None:
    assert not verify(played(text=None), TRICKS).test


def test_a_record_with_a_false_seed_text_is_refused() -> None:
    for made in (played(), played(text=None)):
        with pytest.raises(BadRecord, match="seed text"):
            verify(made._replace(seed_text="another"), TRICKS)


def test_replay_shows_every_step_with_the_digest_after_it() -> None:
    verifying = Replay(played(), TRICKS)
    shown = []
    for step in verifying.steps():
        assert verifying.table.state.digest() == step.digest
        shown.append(step)
    assert [step.t for step in shown] == [1, 2, 3, 4]
    assert shown[1].events


def test_a_record_file_reads_back_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "match.tether"
    record.write(path, played())
    assert record.read(path) == played()
    assert [p.name for p in path.parent.iterdir()] == ["match.tether"]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_record_with_any_changed_byte_is_refused(data: st.DataObject) -> None:
    spoilt = bytearray(pack(played()))
    at = data.draw(st.integers(0, len(spoilt) - 1))
    spoilt[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BadRecord) as refused:
        unpack(bytes(spoilt))
    assert refused.value.seat == 0


def test_a_record_cut_short_anywhere_is_refused() -> None:
    whole = pack(played())
    for cut in range(0, len(whole), 7):
        with pytest.raises(BadRecord) as refused:
            unpack(whole[:cut])
        assert refused.value.seat == 0
        if cut >= 4:
            assert "cut short" in refused.value.words
    with pytest.raises(BadRecord):
        unpack(whole + b"\x00")


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_refused_as_a_record(data: bytes) -> None:
    for made in (data, record.FORM.magic + data, _checked(record.FORM.magic + data)):
        with pytest.raises(BadRecord):
            unpack(made)


def _checked(body: bytes) -> bytes:
    return body + record.FORM.hash(body)


def test_missing_or_oversized_record_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        record.read(tmp_path / "none")
    with pytest.raises(BadRecord, match="cannot be read"):
        record.read(tmp_path)
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(chunk_file.MAX_FILE + 1)
    with pytest.raises(BadRecord, match="at most"):
        record.read(huge)
    (tmp_path / "text").write_text("This is a letter, not a match.")
    with pytest.raises(BadRecord, match="no record of a match"):
        record.read(tmp_path / "text")


# -- records that were altered with care: the check at the end is right, what is inside is not --


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_changed_byte_of_an_entry_or_seat_card_is_detected(data: st.DataObject) -> None:
    made = played()
    if data.draw(st.booleans()):
        feeds = [list(feed) for feed in made.feeds]
        feed = data.draw(st.sampled_from(feeds))
        seq = data.draw(st.integers(0, len(feed) - 1))
        feed[seq] = _spoil(data, feed[seq])
        made = made._replace(feeds=tuple(tuple(feed) for feed in feeds))
    else:
        cards = [list(card) for card in made.cards]
        card = data.draw(st.sampled_from(cards))
        part = data.draw(st.integers(0, 1))
        card[part] = _spoil(data, card[part])
        made = made._replace(cards=tuple((card[0], card[1]) for card in cards))
    with pytest.raises(BadRecord) as refused:
        verify(made, TRICKS)
    assert refused.value.seat == 0, "nobody signed this, so nobody is to blame"


def _spoil(data: st.DataObject, stored: bytes) -> bytes:
    spoilt = bytearray(stored)
    at = data.draw(st.integers(0, len(spoilt) - 1))
    spoilt[at] ^= data.draw(st.integers(1, 255))
    return bytes(spoilt)


def test_missing_swapped_or_foreign_entries_of_a_record_are_detected() -> None:
    made, other = played(), played(text="other")
    first, second, third = made.feeds
    for feeds in (
        (first[:2] + first[3:], second, third),
        (second, first, third),
        (first, second, other.feeds[2]),
        (first, second, (third[1], third[0], *third[2:])),
    ):
        with pytest.raises(BadRecord) as refused:
            verify(made._replace(feeds=feeds), TRICKS)
        assert refused.value.seat == 0
    with pytest.raises(BadRecord):
        verify(made._replace(cards=other.cards), TRICKS)
    with pytest.raises(BadRecord):
        verify(made._replace(cards=made.cards[::-1]), TRICKS)


def test_the_record_of_an_unfinished_match_is_valid_but_incomplete() -> None:
    made = played()
    ends = [3 * steps + 1 for steps in range(5)]
    for end in ends:
        report = verify(made._replace(feeds=tuple(feed[:end] for feed in made.feeds)), TRICKS)
        assert not report.complete
        assert report.steps == (end - 1) // 3


def test_a_record_reports_a_feed_that_is_cut_short() -> None:
    made = played()
    first, *others = made.feeds
    report = verify(made._replace(feeds=(first[:4], *others)), TRICKS)
    assert not report.complete
    assert report.steps == 1
    assert any("more of seat 1's entries" in words for words in report.lacking)
    assert not verify(made, TRICKS).lacking


def test_a_record_of_another_game_or_other_rules_is_refused() -> None:
    with pytest.raises(BadRecord, match="not of pot"):
        verify(played(), POT)
    table = drivers(TRICKS, 2)
    for seat, driver in table.items():
        at = driver.at._replace(rules=bytes(32))
        table[seat] = Driver(at, driver._entry_log, driver.sync.peers, First())
    play(table)
    report = verify(match_record(table[1]), TRICKS)
    assert report.complete and not report.same_rules


# By whose rules -------------------------------------------------------------------------------------------------------


def by_other_rules(played_by: str = "") -> MatchRecord:
    """Return a match whose seats have signed other rules; the file names the version of these rules."""
    table = drivers(HANDS, 2)
    for seat, driver in table.items():
        player = RandomBot("rules", seat)
        table[seat] = Driver(driver.at._replace(rules=bytes(32)), driver._entry_log, driver.sync.peers, player)
    play(table)
    made = match_record(table[1])
    assert not made.played_by, "nobody here knows whose rules they were"
    return made._replace(played_by=played_by)


def test_a_record_names_the_version_that_played_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file names the Tether version of its match if this program has the signed rules.

    The version is not signed, and older files have none.
    """
    monkeypatch.setitem(GAMES, HANDS.name, HANDS)
    made = play_local(HANDS, 2, {}, "version", [RandomBot("version", seat) for seat in (1, 2)]).record
    assert made.played_by == VERSION and unpack(pack(made)) == made
    older = made._replace(played_by="")
    assert unpack(pack(older)) == older and len(pack(older)) < len(pack(made))
    assert verify(older, HANDS) == verify(made, HANDS)
    assert by_other_rules() == unpack(pack(by_other_rules()))


@pytest.mark.parametrize("version", ["one", "0.1.0 ", "0.1.0\n", "1", "0.1.0.0.0", "99999.0", "٠.١", 1, b"0.1.0", None])
def test_an_invalid_version_in_a_record_header_is_refused(version: Any) -> None:
    made = pack(played()._replace(played_by="0.1.0"))
    header = enc([1, "record", 3, "0.1.0"])
    spoilt = enc([1, "record", 3, version])
    assert header in made
    body = made[:-32].replace(len(header).to_bytes(4, "big") + header, len(spoilt).to_bytes(4, "big") + spoilt)
    with pytest.raises(BadRecord, match="altered"):
        unpack(_checked(body))


WHOSE = [
    ("", "than these"),
    (VERSION, "another build"),
    ("0.0.9", "0.0.9, which is older"),
    ("12.0", "12.0, which is newer"),
]


@pytest.mark.parametrize(("played_by", "words"), WHOSE, ids=lambda value: value.replace(" ", "_") or "unknown")
def test_a_record_by_other_rules_names_their_version(
    played_by: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = unpack(pack(by_other_rules(played_by)))
    report = verify(made, HANDS)
    assert not report.same_rules and words in report.by_others
    assert words in report_on_record(made, HANDS, "a file").text
    step = type(HANDS).step

    def otherwise(self: Any, state: Any, *args: Any) -> Any:
        events = step(self, state, *args)
        state.points[1] += 1
        return events

    monkeypatch.setattr(type(HANDS), "step", otherwise)
    with pytest.raises(BadRecord, match=words) as refused:
        verify(made, HANDS)
    assert refused.value.seat == 0, "nobody is to blame"


@pytest.mark.parametrize(("kind", "game", "word", "words"), CAUGHT, ids=lambda x: getattr(x, "__name__", ""))
def test_a_record_names_the_cheating_seat(kind: Any, game: Any, word: str, words: str) -> None:
    table = drivers(game, 4, cheats={3: cheats.signing(kind)})
    net = play(table, seed=7, faults=GOOD, until=15.0)
    net.run(is_done=net.all_settled, until=net.now + 10)
    made = unpack(pack(match_record(table[1])))
    if word in STAYS:  # the match went on to its end without what was opened
        report = verify(made, game)
        assert report.complete
        (accused,) = report.accused
        assert accused.startswith(f"seat 3, step {cheats.AT}: ") and words in accused
        return
    with pytest.raises(BadRecord) as refused:
        verify(made, game)
    bad = refused.value
    assert (bad.seat, bad.step, bad.kind) == (3, cheats.AT, word)
    assert words in bad.words
    assert "seat 3" in str(bad)


def test_a_record_refuses_a_false_fork_entry() -> None:
    made, other = played(), played(text="other")
    honest = made.feeds[0][3]
    altered = honest[:-1] + bytes([honest[-1] ^ 1])
    for side in (honest, other.feeds[0][3], altered):
        with pytest.raises(BadRecord) as refused:
            verify(made._replace(side_entries=(side,)), TRICKS)
        assert refused.value.seat == 0


def test_replaying_a_record_blames_a_seat_that_signed_a_wrong_state() -> None:
    table = drivers(POT, 3, cheats={2: cheats.Richer})
    net = play(table, until=8.0)
    net.run(is_done=net.all_settled, until=net.now + 10)
    with pytest.raises(BadRecord) as refused:
        verify(match_record(table[2]), POT)
    assert (refused.value.seat, refused.value.step, refused.value.kind) == (2, cheats.AT, "digest")
