"""Undo of steps: the log of every seat is cut before a step, and the match resumes from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.engine.codec import enc
from net.match.feed_reader import step_of
from net.replication.entries import read
from net.replication.entry_log import ChunkKind, read_chunks
from net.session import saved_match
from net.session.rewind import before_step, rewind
from net.session.saved_match import BadSavedMatch
from tests.client.screens.test_matches import kept_match


def chunks_of(home: Path) -> list[tuple[ChunkKind, bytes]]:
    """Return the chunks of a seat's log."""
    with (home / saved_match.LOG).open("rb") as file:
        return list(read_chunks(file))


def test_log_before_a_step_has_no_trace_of_it(tmp_path: Path) -> None:
    chunks = chunks_of(kept_match(tmp_path))
    steps = {step_of(read(data)) for kind, data in chunks if kind is ChunkKind.ENTRY}
    t = sorted(steps)[len(steps) // 2]
    sealed = (ChunkKind.SEALED, enc([t, b"E" * 32]))
    kept = before_step([*chunks, sealed], t)
    entries = [read(data) for kind, data in kept if kind is ChunkKind.ENTRY]
    assert entries and max(step_of(entry) for entry in entries) == t - 1
    assert sealed not in kept
    assert [data for kind, data in kept if kind is ChunkKind.CARD] == [
        data for kind, data in chunks if kind is ChunkKind.CARD
    ]
    lengths = {seat: sum(entry.seat == seat for entry in entries) for seat in {entry.seat for entry in entries}}
    for entry in entries:
        for seat, seen in enumerate(entry.seen, 1):
            assert seat == entry.seat or seen <= lengths[seat], "nothing that remains has seen what is gone"
    assert before_step(kept, t) == kept


def test_match_with_other_people_is_never_rewound(tmp_path: Path) -> None:
    home = kept_match(tmp_path)
    before = (home / saved_match.LOG).read_bytes()
    with pytest.raises(BadSavedMatch, match="other people"):
        rewind(home, 3)
    assert (home / saved_match.LOG).read_bytes() == before
