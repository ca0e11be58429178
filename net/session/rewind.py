"""Undo of steps in a match whose seats all belong to this computer.

The log of each seat loses everything that belongs to a step or to a later one. No trace of the old decisions remains,
so the seats may sign other ones. In a match with another person this would be two signed decisions for one step, which
is proof of cheating. Only a match of one person against the bots of this computer may be rewound.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.engine.codec import dec
from net.match.feed_reader import step_of
from net.replication.entries import Entry
from net.replication.entries import read as read_entry
from net.replication.entry_log import ChunkKind, read_chunks, stored_chunk
from net.session import saved_match
from net.session.kept_matches import bot_directories, check_free
from net.session.saved_match import BadSavedMatch
from net.system.durable_files import write_private
from net.system.safe_files import open_regular

Chunk = tuple[ChunkKind, bytes]


def rewind(home: Path, t: int) -> None:
    """Rewind the match of this directory, and its bots, to the question before step `t`.

    Raise `BadSavedMatch` if not all other seats are bots of this computer, `EntryLogInUse` while a program plays the
    match, and `OSError` on failure.
    """
    match, bots = saved_match.read(home), bot_directories(home)
    if len(bots) != match.seats - 1:
        raise BadSavedMatch("other people may hold the signed choices of this match")
    for each in (home, *bots):
        check_free(each)
    for each in (*bots, home):
        with open_regular(each / saved_match.LOG) as file:
            chunks = list(read_chunks(file))
        write_private(each / saved_match.LOG, b"".join(stored_chunk(*chunk) for chunk in before_step(chunks, t)))


def before_step(chunks: Iterable[Chunk], t: int) -> list[Chunk]:
    """Return the chunks of a log that do not depend on step `t` or on a later step."""
    chunks = list(chunks)
    entries = {index: read_entry(data) for index, (kind, data) in enumerate(chunks) if kind is ChunkKind.ENTRY}
    lengths = _kept_lengths(list(entries.values()), t)
    kept = []
    for index, (kind, data) in enumerate(chunks):
        entry = entries.get(index)
        if entry is not None:
            keep = entry.seq < lengths[entry.seat]
        else:
            keep = kind is ChunkKind.CARD or (kind is ChunkKind.SEALED and _step_of_sealed(data) < t)
        if keep:
            kept.append((kind, data))
    return kept


def _kept_lengths(entries: list[Entry], t: int) -> dict[int, int]:
    """Return the number of entries that remain in each feed.

    A feed ends before its first entry of step `t`, and before its first entry that has seen a removed one.
    """
    lengths: dict[int, int] = {}
    for entry in entries:
        lengths[entry.seat] = max(lengths.get(entry.seat, 0), entry.seq + 1)
    changed = True
    while changed:
        changed = False
        for entry in entries:
            if entry.seq < lengths[entry.seat] and (step_of(entry) >= t or _has_seen_more(entry, lengths)):
                lengths[entry.seat] = entry.seq
                changed = True
    return lengths


def _has_seen_more(entry: Entry, lengths: dict[int, int]) -> bool:
    return any(seen > lengths.get(seat, seen) for seat, seen in enumerate(entry.seen, 1) if seat != entry.seat)


def _step_of_sealed(data: bytes) -> int:
    fields = dec(data)
    step = fields[0] if type(fields) is list and fields else None
    return step if type(step) is int else 0
