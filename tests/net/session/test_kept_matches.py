"""Kept matches: their bots, and their records, which are read piece by piece."""

from __future__ import annotations

import shutil
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from core.bots.registry import BOTS
from core.games.registry import GAMES
from net.records import chunk_file, record
from net.replication.entry_log import ChunkKind, FileEntryLog
from net.session import kept_matches, saved_match
from net.session.kept_matches import BOTS as BOTS_FOLDER
from net.session.peer_config import PeerConfig
from net.session.runner import LocalOutcome, play_local
from net.session.saved_match import BadSavedMatch, write_match
from tests.net.session.test_saved_match import ROOM, begun


def bot(config: PeerConfig, seat: int, **others: object) -> Path:
    """Write the directory of a bot of this match, and return the directory."""
    assert config.directory is not None
    home = config.directory / BOTS_FOLDER / f"{ROOM.hex()[:16]}-{seat}"
    home.mkdir(parents=True, exist_ok=True)
    write_match(home, replace(config, seat=seat, persons=(2,), **others), ROOM)  # type: ignore[arg-type]
    return home


def test_the_bots_of_a_match_are_found_by_seat(tmp_path: Path) -> None:
    config, home = begun(tmp_path)
    assert kept_matches.bot_directories(home) == []
    assert [bot(config, 3), bot(config, 1)] == kept_matches.bot_directories(home)[::-1]


def test_only_bots_of_other_seats_of_the_match_are_listed(tmp_path: Path) -> None:
    """A folder that someone else made may contain any number of directories that only look like bots."""
    config, home = begun(tmp_path)
    right = bot(config, 3)
    strange = bot(config, 1, meeting=bytes(32))
    write_match(strange, replace(config, seat=1), bytes(31) + b"\1")
    bot(config, 2)
    for copy in range(50):
        shutil.copytree(right, right.with_name(f"{right.name[:-2]}-{copy + 4}"))
        shutil.copytree(right, right.with_name(f"{right.name[:-2]}-x-{copy}"))
    assert kept_matches.bot_directories(home) == [right]
    (right / saved_match.MATCH).write_bytes(b"damaged")
    assert kept_matches.bot_directories(home) == []


def test_the_saved_seat_of_a_person_is_not_listed_as_a_bot(tmp_path: Path) -> None:
    config, home = begun(tmp_path)
    place = bot(config, 1)
    write_match(place, replace(config, seat=1, persons=(1, 2)), ROOM)
    assert kept_matches.bot_directories(home) == []


def test_removing_a_match_removes_all_directories_of_its_room(tmp_path: Path) -> None:
    config, home = begun(tmp_path)
    places = [bot(config, 1), bot(config, 2), home]
    kept_matches.remove(home)
    assert not any(place.exists() for place in places)


@pytest.fixture(scope="module")
def played() -> LocalOutcome:
    """Return a match of two seats that was played to its end."""
    bots = [BOTS["random"]("kept", seat) for seat in (1, 2, 3)]
    return play_local(GAMES["bridgefront"], 3, {"vp_to_win": 6, "max_action_steps": 8}, "kept", bots)


def kept_log(folder: Path, played: LocalOutcome, torn: int = 0, private: int = 0) -> Path:
    """Return a seat's directory with the log of this match, the log's last `torn` bytes cut off, and private bytes."""
    _, home = begun(folder)
    (home / saved_match.LOG).unlink()
    log = FileEntryLog(home / saved_match.LOG)
    for card in (*played.record.cards[:torn], *played.record.cards):
        log.append(ChunkKind.CARD, chunk_file.enc(list(card)))
    for feed in played.record.feeds:
        for entry in feed:
            log.append(ChunkKind.ENTRY, entry)
    for _ in range(private // 60_000):
        log.append(ChunkKind.SEALED, bytes(60_000))
    log.close()
    return home


def test_the_record_of_a_saved_match_equals_that_of_the_match(tmp_path: Path, played: LocalOutcome) -> None:
    found = saved_match.record_of(kept_log(tmp_path, played, torn=2))
    assert (found.cards, found.feeds) == (played.record.cards, played.record.feeds)


def test_a_saved_log_is_read_in_chunks(tmp_path: Path, played: LocalOutcome) -> None:
    home = kept_log(tmp_path, played, private=60_000_000)
    tracemalloc.start()
    saved_match.record_of(home)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * len(record.pack(played.record)) + 5_000_000


def test_a_saved_log_larger_than_the_largest_record_is_refused(
    tmp_path: Path, played: LocalOutcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = kept_log(tmp_path, played)
    monkeypatch.setattr(chunk_file, "MAX_FILE", sum(len(entry) for feed in played.record.feeds for entry in feed))
    saved_match.record_of(home)
    monkeypatch.setattr(chunk_file, "MAX_FILE", chunk_file.MAX_FILE - 1)
    with pytest.raises(BadSavedMatch, match="bytes of entries"):
        saved_match.record_of(home)


def test_matches_that_are_over_or_in_use_are_not_offered_for_resuming(tmp_path: Path) -> None:
    config, home = begun(tmp_path)
    assert config.directory is not None
    assert kept_matches.resumable_matches((None, config.directory)) == {ROOM: home}
    log = FileEntryLog(home / saved_match.LOG)
    assert kept_matches.resumable_matches((config.directory,)) == {}, "a program plays it"
    log.close()
    saved_match.write_progress(home, saved_match.Progress(("Ada",), 9, "round 2", True))
    assert kept_matches.resumable_matches((config.directory,)) == {}, "it is over"
