"""Entries, feeds, forks and their recovery from disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codec import BadEncodingError, H, Plain, enc
from net.crypto import primitives
from net.crypto.primitives import Signer
from net.replication import entries
from net.replication.entries import Entry, Kind, Place
from net.replication.entry_log import ChunkKind, EntryLogInUse, FileEntryLog, MemoryEntryLog
from net.replication.feeds import AddResult, Feeds

MATCH = b"\x22" * 32
SIGNERS = [Signer(bytes([seat]) * 32) for seat in (1, 2)]


def feeds() -> Feeds:
    return Feeds(MATCH, [signer.identity for signer in SIGNERS])


def entry(held: Feeds, seat: int, body: Plain, kind: Kind = Kind.CHAT) -> Entry:
    place = Place(MATCH, seat, len(held.feed_of(seat)), held.last_id(seat))
    return entries.make(SIGNERS[seat - 1], place, kind, held.lengths(), body)


def row(held: Feeds, seat: int, texts: list[str]) -> list[Entry]:
    made = []
    for text in texts:
        made.append(entry(held, seat, [text]))
        assert held.add(made[-1]) is AddResult.NEW
    return made


def test_an_entry_reads_back_unchanged() -> None:
    made = row(feeds(), 1, ["one", "two"])[1]
    assert entries.read(made.stored) == made
    assert made.signed_by(SIGNERS[0].identity)
    assert not made.signed_by(SIGNERS[1].identity)


@given(st.integers(min_value=0))
def test_an_entry_with_any_bit_changed_is_refused(place: int) -> None:
    held = feeds()
    row(held, 1, ["one"])
    stored = bytearray(entry(held, 1, ["two"]).stored)
    place %= len(stored) * 8
    stored[place // 8] ^= 1 << place % 8
    try:
        changed = entries.read(bytes(stored))
    except BadEncodingError:
        return
    assert held.add(changed) in (AddResult.REFUSED, AddResult.EARLY)


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_refused_as_an_entry(data: bytes) -> None:
    with pytest.raises(BadEncodingError):
        entries.read(data)


def test_an_entry_id_does_not_depend_on_the_signature() -> None:
    """A second signature on the same entry makes no second entry (invariant 17)."""
    made = row(held := feeds(), 1, ["one"])[0]
    again = entries.read(enc([made.raw, bytes(64)]))
    assert again.id == made.id
    assert held.add(again) is AddResult.HELD
    assert not held.forks


def test_an_entry_id_that_depends_on_the_signature_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    real = entries.read

    def read(stored: bytes) -> Entry:
        made = real(stored)
        return made._replace(id=H("tether.entry", [made.raw, made.signature]))

    monkeypatch.setattr(entries, "read", read)
    with pytest.raises(AssertionError):
        test_an_entry_id_does_not_depend_on_the_signature()


def test_a_feed_accepts_each_entry_once_and_in_order() -> None:
    first, second, third = row(feeds(), 1, ["one", "two", "three"])
    held = feeds()
    assert held.add(second) is AddResult.EARLY
    assert [held.add(e) for e in (first, first, second, third)] == [
        AddResult.NEW,
        AddResult.HELD,
        AddResult.NEW,
        AddResult.NEW,
    ]
    assert held.heads() == ((3, third.id[:8]), (0, b""))


def test_a_fork_is_found_from_any_later_entry() -> None:
    ours, theirs = feeds(), feeds()
    row(ours, 1, ["one", "two", "three"])
    others = row(theirs, 1, ["one", "TWO", "THREE"])
    assert ours.add(others[2]) is AddResult.FORK
    fork = ours.forks[1]
    assert {fork.first.seq, fork.second.seq} == {2}
    assert fork.first.id != fork.second.id


def test_a_fork_is_found_whichever_of_two_unlinked_versions_comes_first() -> None:
    """An entry with a false predecessor, and the right one with its number, are a fork in either order."""
    held, other = feeds(), feeds()
    first, right = row(feeds(), 1, ["a", "b"])
    place = Place(right.match, 1, right.seq, bytes(32))
    false = entries.make(SIGNERS[0], place, Kind.CHAT, right.seen, ["c"])
    assert [held.add(e) for e in (first, right, false)] == [AddResult.NEW, AddResult.NEW, AddResult.FORK]
    assert [other.add(e) for e in (first, false, right)] == [AddResult.NEW, AddResult.UNLINKED, AddResult.NEW]
    for each in (held, other):
        fork = each.forks[1]
        assert (fork.first.id, fork.second.id) == (right.id, false.id)
        assert [e.id for e in each.side_entries()] == [false.id]


def test_an_entry_of_another_branch_is_not_linked_to_the_feed() -> None:
    ours, theirs = feeds(), feeds()
    row(ours, 1, ["one"])
    others = row(theirs, 1, ["ONE", "TWO"])
    assert ours.add(others[1]) is AddResult.UNLINKED


def test_entries_of_other_matches_or_seats_are_refused() -> None:
    held = feeds()
    stranger = entries.make(SIGNERS[0], Place(bytes(32), 1, 0, bytes(32)), Kind.CHAT, (0, 0), ["x"])
    nobody = entries.make(SIGNERS[0], Place(MATCH, 3, 0, MATCH), Kind.CHAT, (0, 0), ["x"])
    forged = entries.make(SIGNERS[0], Place(MATCH, 2, 0, MATCH), Kind.CHAT, (0, 0), ["x"])
    assert {held.add(e) for e in (stranger, nobody, forged)} == {AddResult.REFUSED}


def test_an_entry_over_32_kib_is_refused() -> None:
    with pytest.raises(BadEncodingError):
        entry(feeds(), 1, [bytes(33_000)])
    assert len(entry(feeds(), 1, [bytes(32_000)]).stored) < entries.MAX_STORED


def test_the_signature_of_an_entry_is_invalid_for_a_seat_card() -> None:
    made = row(feeds(), 1, ["one"])[0]
    assert not primitives.signature_holds(SIGNERS[0].identity, primitives.CARD, made.raw, made.signature)


# -- on disk --

CHUNKS = [
    (ChunkKind.CARD, b"card"),
    (ChunkKind.SEALED, bytes(70)),
    (ChunkKind.ENTRY, b"x" * 90),
    (ChunkKind.ENTRY, b""),
]


def written(path: Path) -> bytes:
    entry_log = FileEntryLog(path)
    for chunk in CHUNKS:
        entry_log.append(*chunk)
        entry_log.sync()
    entry_log.close()
    return path.read_bytes()


def test_a_reopened_log_has_all_chunks_and_takes_more(tmp_path: Path) -> None:
    written(tmp_path / "log")
    entry_log = FileEntryLog(tmp_path / "log")
    assert list(entry_log.chunks()) == CHUNKS
    entry_log.append(ChunkKind.ENTRY, b"more")
    entry_log.sync()
    assert list(entry_log.chunks()) == [*CHUNKS, (ChunkKind.ENTRY, b"more")]
    entry_log.close()


def test_a_log_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    written(tmp_path / "log")
    assert (tmp_path / "log").stat().st_mode & 0o077 == 0


def test_a_log_torn_at_any_byte_keeps_its_whole_chunks(tmp_path: Path) -> None:
    whole = written(tmp_path / "log")
    ends = [0]
    for _, data in CHUNKS:
        ends.append(ends[-1] + 5 + len(data) + 8)
    assert ends[-1] == len(whole)
    for cut in range(len(whole)):
        path = tmp_path / "torn"
        path.write_bytes(whole[:cut])
        entry_log = FileEntryLog(path)
        kept = sum(end <= cut for end in ends[1:])
        assert list(entry_log.chunks()) == CHUNKS[:kept]
        entry_log.append(ChunkKind.ENTRY, b"after")
        entry_log.close()
        again = FileEntryLog(path)
        assert list(again.chunks()) == [*CHUNKS[:kept], (ChunkKind.ENTRY, b"after")]
        again.close()


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_log_ends_before_the_damaged_chunk(data: st.DataObject) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "log"
        spoilt = bytearray(written(path))
        at = data.draw(st.integers(0, len(spoilt) - 1))
        spoilt[at] ^= data.draw(st.integers(1, 255))
        path.write_bytes(spoilt)
        in_first = at < 5 + len(CHUNKS[0][1]) + 8
        try:
            entry_log = FileEntryLog(path)
        except OSError as wrong:
            assert in_first and "no log of Tether" in str(wrong) and path.read_bytes() == spoilt
            return
        assert not in_first or at < 4, "only a wrong length looks like a chunk that a power cut has torn"
        left = list(entry_log.chunks())
        entry_log.close()
        assert len(left) < len(CHUNKS)
        assert left == CHUNKS[: len(left)]


def test_two_processes_cannot_open_the_same_log(tmp_path: Path) -> None:
    entry_log = FileEntryLog(tmp_path / "log")
    with pytest.raises(EntryLogInUse):
        FileEntryLog(tmp_path / "log")
    entry_log.close()
    FileEntryLog(tmp_path / "log").close()


def test_a_crash_of_the_in_memory_log_loses_unsynced_chunks() -> None:
    entry_log = MemoryEntryLog()
    entry_log.append(*CHUNKS[0])
    entry_log.sync()
    for chunk in CHUNKS[1:]:
        entry_log.append(*chunk)
    entry_log.crash(kept=1)
    assert list(entry_log.chunks()) == CHUNKS[:2]
