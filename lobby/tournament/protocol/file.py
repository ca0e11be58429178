"""File that contains a whole tournament, and its offline verification.

It is a file of chunks (`net.records.chunk_file`). It starts with [version], the opening and the number of members. Then
come, for each member, its identity and its feed. If a member has signed two versions of its feed, the entries of the
second version come next, each with its identity. Then come the number of blobs and, for each blob, the number of its
pieces and the pieces. At the end are the hashes of the decided contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.engine.codec import BadEncodingError, Plain
from core.engine.game import Game
from lobby.tournament.model.contents import Content, InvalidContent, read_content
from lobby.tournament.model.entries import MOST_DECISIONS
from lobby.tournament.model.entry_store import MOST_ENTRIES, MOST_MEMBERS, EntryStore
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.opening import FIRST_VERSION, BadOpening, Opening, read_opening
from lobby.tournament.model.state import MissingFact, TournamentState, VerifiedMatch
from lobby.tournament.model.synod import Electors
from lobby.tournament.protocol.blobs import MemoryBlobs, blob_hash
from lobby.tournament.protocol.node import Node
from net.records import chunk_file
from net.records.chunk_file import BadFile, Chunks, Form, check_int
from net.replication.feeds import AddResult

FORM = Form(b"TETHER tournament 1\n", b"tether.tcup", "file of a tournament")
VERSION = 1
PIECE = 32 * 1024
MOST_PIECES = 256
MOST_BLOBS = 20_000


class BadTournament(ValueError):
    """Error for the invalid file of a tournament; the message is the place and the reason."""


class SavedTournament(NamedTuple):
    """Content of a tournament's file, not yet verified."""

    opening: bytes
    feeds: tuple[tuple[bytes, tuple[bytes, ...]], ...]
    sides: tuple[tuple[bytes, bytes], ...]
    blobs: tuple[bytes, ...]
    decisions: tuple[bytes, ...]


@dataclass(slots=True)
class CheckedTournament:
    """A verified tournament; `refused` describes signed statements that do not count."""

    course: TournamentState
    refused: tuple[str, ...]
    records: dict[bytes, VerifiedMatch]

    @property
    def complete(self) -> bool:
        """True if the tournament is over."""
        return self.course.is_over


def saved_tournament_of(member: Node) -> SavedTournament:
    """Return all data that a member has of its tournament, to be written to a file."""
    feeds = tuple(
        (identity, tuple(entry.stored for entry in feed.feed_of(1)))
        for identity, feed in sorted(member.entry_store.feeds.items())
    )
    sides = tuple(
        (identity, entry.stored)
        for identity, feed in sorted(member.entry_store.feeds.items())
        for entry in feed.side_entries()
    )
    needed = {*member.view.decisions, *(hash for played in member.course.rounds for hash in played.records if hash)}
    blobs = tuple(data for data in map(member.blobs.get, sorted(needed)) if data is not None)
    return SavedTournament(member.opening.packed, feeds, sides, blobs, tuple(member.view.decisions))


def pack(saved: SavedTournament) -> bytes:
    """Return the bytes of a tournament's file."""
    return FORM.pack(_contents(saved))


def write(path: Path, saved: SavedTournament) -> None:
    """Write a tournament's file completely, or leave the old file as it was."""
    chunk_file.write(path, pack(saved))


def unpack(data: bytes) -> SavedTournament:
    """Return the tournament in the bytes of a file; raise `BadFile` if they are malformed."""
    return FORM.unpack(data, _read_saved)


def read(path: Path) -> SavedTournament:
    """Return the tournament in a file; raise `BadFile` if the file is malformed or of another kind."""
    return unpack(FORM.read(path))


Judge = Callable[[bytes, Opening, Game], VerifiedMatch | str]
"""Function that returns the result of a match record, or the reason why it does not count."""


def verify(
    saved: SavedTournament,
    games: Mapping[str, Game],
    judge: Judge = judge_record,
    on_record: Callable[[], object] = lambda: None,
) -> CheckedTournament:
    """Return a saved tournament after verifying it completely; raise `BadTournament` if it is invalid.

    The verification covers each signature and link, each majority, and each nonce, pairing and standing. It also
    replays every match. `on_record` is called after each record.
    """
    try:
        opening = read_opening(saved.opening, games, FIRST_VERSION)
    except BadOpening as bad:
        raise BadTournament(str(bad)) from None
    entry_store = _restore_entry_store(opening, saved)
    blobs = MemoryBlobs()
    for blob in saved.blobs:
        blobs.put(blob)
    course, records = TournamentState(opening), dict[bytes, VerifiedMatch]()
    for number, hash in enumerate(saved.decisions, 1):
        where = f"decision {number}"
        data = blobs.get(hash)
        if data is None:
            raise BadTournament(f"{where}: what was decided is not in the file")
        try:
            content, _ = read_content(data)
            _check_majority(course, content, hash, entry_store, where)
            for _, record, _ in getattr(content, "results", ()):
                _judge_record(record, blobs, entry_store, judge, opening, opening.game_of(games))
                on_record()
            course = course.apply(data, entry_store)
        except InvalidContent as wrong:
            raise BadTournament(f"{where}: {wrong}") from None
        except MissingFact as lacking:
            raise BadTournament(f"{where}: {lacking} that it rests on is not in the file") from None
    for played in course.rounds:
        records |= {hash: entry_store.verified_match(hash) for hash in played.records if hash}
    return CheckedTournament(
        course, tuple(_describe_refusal(course, *refusal) for refusal in entry_store.refusals), records
    )


def _check_majority(
    course: TournamentState, content: Content, hash: bytes, entry_store: EntryStore, where: str
) -> None:
    """Raise `BadTournament` unless a content was decided by the rule that members follow."""
    ballots = entry_store.ballots[course.next_decision]
    if not course.opening.uses_synod:
        old = set(course.electors(content))
        enough = course.decided or any(map(entry_store.may_begin_first_round, ballots.backing_majorities(hash, old)))
        if not enough or not any(ballots.backing_majorities(hash, old)):
            raise BadTournament(f"{where}: no majority of the {len(old)} who decide has signed it")
        return
    electors = Electors(course.electorate) if course.decided else entry_store.first_electors()
    if electors is None:
        raise BadTournament(f"{where}: no majority, for the opener's feed does not say yet who decides")
    first = next((named for _, named in ballots.decided_contents(electors)), None)
    if first is None:
        raise BadTournament(f"{where}: no majority of the {len(electors.members)} who decide has signed it")
    if first != hash:
        raise BadTournament(f"{where}: another content was decided before it")


def _describe_refusal(course: TournamentState, identity: bytes, words: str) -> str:
    player = course.player_of(identity)
    return f"{player.name if player is not None else 'somebody'}: {words}"


def _judge_record(
    hash: bytes,
    blobs: MemoryBlobs,
    entry_store: EntryStore,
    judging: Judge,
    opening: Opening,
    game: Game,
) -> None:
    data = blobs.get(hash)
    if data is not None and hash not in entry_store.records:
        entry_store.records[hash] = judging(data, opening, game)


def _restore_entry_store(opening: Opening, kept: SavedTournament) -> EntryStore:
    entry_store = EntryStore(opening)
    for identity, entries in kept.feeds:
        for seq, stored in enumerate(entries):
            added = entry_store.add(identity, stored, 0.0)
            if added is not AddResult.NEW:
                who = f"the feed of {identity.hex()[:8]}, entry {seq}"
                raise BadTournament(f"{who}: {added.value}; it was altered, and nobody is to blame")
    for identity, stored in kept.sides:
        entry_store.add(identity, stored, 0.0)
    return entry_store


def _contents(kept: SavedTournament) -> Iterator[Plain]:
    yield [VERSION]
    yield kept.opening
    yield len(kept.feeds)
    for identity, feed in kept.feeds:
        yield identity
        yield len(feed)
        yield from feed
    yield len(kept.sides)
    for side in kept.sides:
        yield from side
    yield len(kept.blobs)
    for blob in kept.blobs:
        pieces = [blob[at : at + PIECE] for at in range(0, len(blob), PIECE)]
        yield len(pieces)
        yield from pieces
    yield len(kept.decisions)
    yield from kept.decisions


def _read_saved(chunks: Chunks) -> SavedTournament:
    (version,) = chunks.read_list(1)
    check_int(version, VERSION, VERSION)
    opening = _read_bytes(chunks.read_next())
    members = chunks.read_count(MOST_MEMBERS)
    feeds = tuple((_read_bytes(chunks.read_next()), chunks.read_blobs(most=MOST_ENTRIES)) for _ in range(members))
    beside = chunks.read_blobs(2)
    sides = tuple(zip(beside[::2], beside[1::2]))
    blobs = tuple(b"".join(chunks.read_blobs(most=MOST_PIECES)) for _ in range(chunks.read_count(MOST_BLOBS)))
    return SavedTournament(opening, feeds, sides, blobs, chunks.read_blobs(most=MOST_DECISIONS))


def _read_bytes(value: Plain) -> bytes:
    if type(value) is not bytes:
        raise BadEncodingError("not bytes")
    return value


__all__ = [
    "FORM",
    "BadFile",
    "BadTournament",
    "CheckedTournament",
    "SavedTournament",
    "blob_hash",
    "pack",
    "read",
    "saved_tournament_of",
    "verify",
]
