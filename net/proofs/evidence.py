"""Evidence: one file of signed entries that anyone can judge offline (PROTOCOL part 16).

data = evidence.fork_evidence(cards, fork).pack()
judgement = judge(data)

The file is a file of chunks (`net.records.chunk_file`): [version, kind, seat, number of seats], each seat card, a
number and that number of entries. Then come, for each seat, the length of its feed and its entries. The entries of the
proof are the two versions of a fork, or the seat's entry 0 and a linked run of its feed. The feeds are the log up to
the fault; for the kinds that need no log they are empty. With the log of a match that continues another one, that
match's record comes last (`net.records.record`).

Evidence shows which entry is invalid, but not why the seat signed it. It names a key that signed; nothing else in the
file is trusted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from core.engine.codec import BadEncodingError, Plain
from core.engine.game import Game
from core.games.registry import GAMES
from net.crypto import primitives
from net.match.feed_reader import ProtocolFault, step_of
from net.match.genesis import MAX_SEATS, BadCard, Genesis, SignedCard, genesis_from_cards, rules_hash
from net.match.state_machine import StateMachine
from net.proofs import wellformed
from net.records import chunk_file
from net.records.chunk_file import Chunks, Form, check_int
from net.records.fork import describe_origin, game_named, origin_of
from net.records.record import BadRecord, check_version, origin_chunks, read_origin, read_signed, version_of
from net.replication.entries import Entry, malformed_entry
from net.replication.entries import read as read_entry
from net.replication.feeds import MAX_UNREAD_ENTRIES, AddResult, Feeds, Fork

FORM = Form(b"TETHER evidence 1\n", b"tether.evidence", "evidence file", newest=2)
FORK, OWN = ("fork",), ("form", "seal", "vote")
REPLAYABLE_FAULTS = (
    "form",
    "seal",
    "vote",
    "digest",
    "decision",
    "duty",
    "slot",
    "claim",
    "audit",
    "pass",
    "share",
    "copy",
)
"""Kinds of faults that a replay may find.

The first three need a replay only if the seat's own entries do not prove them.
"""

MAX_ENTRIES = wellformed.LONGEST_RUN + 1
RULES = {
    "fork": "one entry for each number (PROTOCOL 11.4)",
    "form": "entries are well-formed, linked and in their order (PROTOCOL 4, 11)",
    "seal": "the proven key opens the seal (PROTOCOL 4.1)",
    "vote": "one vote and one cut for a round, and nothing of an earlier round after it (PROTOCOL 14.2)",
    "digest": "all seats sign the state that the log gives (PROTOCOL 4.5)",
    "decision": "a decision is one that the game's rules allow (PROTOCOL 4.3)",
    "duty": "what is owed is answered (PROTOCOL 4.3)",
    "slot": "an opened card fits its slot and is held (PROTOCOL 6.4)",
    "claim": "claims hold (PROTOCOL 6.5)",
    "audit": "what was laid is what was held (PROTOCOL 8.2)",
    "pass": "a pass shuffles the list and changes nothing else (PROTOCOL part 10)",
    "share": "a share of a card is made with the key of its seat (PROTOCOL part 10)",
    "copy": "a copy is the card that it is made of (PROTOCOL part 10)",
}


NO_ENTRY_TEXT = "it has signed what begins as an entry of this match and is none"


class Evidence(NamedTuple):
    """Content of an evidence file: the kind of fault, the accused seat, and the proof."""

    kind: str
    seat: int
    cards: tuple[SignedCard, ...]
    entries: tuple[bytes, ...] = ()
    feeds: tuple[tuple[bytes, ...], ...] = ()
    origin: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes of the file."""
        return FORM.pack(self._contents())

    def _contents(self) -> Iterator[Plain]:
        yield [version_of(self.origin), self.kind, self.seat, len(self.cards)]
        yield from self.cards
        yield len(self.entries)
        yield from self.entries
        for feed in self.feeds or [()] * len(self.cards):
            yield len(feed)
            yield from feed
        yield from origin_chunks(self.origin)


class Judgement(NamedTuple):
    """Result of judging a piece of evidence.

    If `proves` is False, the evidence proves nothing; `words` is then the reason, and no seat is accused.
    """

    proves: bool
    words: str
    kind: str = ""
    seat: int = 0
    t: int = 0
    seq: int = -1
    name: str = ""
    fingerprint: str = ""
    about: tuple[str, ...] = ()
    """Sentences about the earlier match, if the match continues another one."""

    def __str__(self) -> str:
        if not self.proves:
            return f"It proves nothing: {self.words}."
        step = f"step {self.t}, " if self.t else ""
        who = f"Seat {self.seat}, {self.name} (key {self.fingerprint})"
        entry = f"entry {self.seq}" if self.seq >= 0 else "no entry"
        return f"{who}, {step}{entry}: {self.words}. Rule broken: {RULES[self.kind]}."


class _NoProof(Exception):
    """Error for evidence that proves nothing; the message is the reason."""


# Creation by the peer that finds a fault ------------------------------------------------------------------------------


def fork_evidence(cards: Sequence[SignedCard], fork: Fork) -> Evidence:
    """Return evidence of a fork: two versions of one entry, both signed by its seat."""
    return Evidence("fork", fork.seat, tuple(cards), (fork.first.stored, fork.second.stored))


def unlinked_evidence(
    cards: Sequence[SignedCard], genesis: Genesis, feed: Sequence[Entry], entry: Entry
) -> Evidence | None:
    """Return evidence that an entry contradicts its seat's signed predecessor, or None if it does not."""
    if entry.seq == 0:
        return entry_evidence(cards, genesis, [entry], 0)
    before = feed[entry.seq - 1 : entry.seq]
    return Evidence("form", entry.seat, tuple(cards), (before[0].stored, entry.stored)) if before else None


def broken_evidence(cards: Sequence[SignedCard], seat: int, stored: bytes) -> Evidence:
    """Return evidence of invalid bytes that begin like an entry and that a seat has signed."""
    return Evidence("form", seat, tuple(cards), (stored,))


def entry_evidence(cards: Sequence[SignedCard], genesis: Genesis, feed: Sequence[Entry], seq: int) -> Evidence | None:
    """Return evidence of a fault in entry `seq` from the seat's own entries, or None if they prove none."""
    run = wellformed.shortest_run(genesis, feed, seq)
    found = wellformed.find_fault(genesis, feed[0], run) if run else None
    if found is None:
        return None
    first = [] if run[0].seq == 0 else feed[:1]
    return Evidence(found.kind, feed[seq].seat, tuple(cards), tuple(entry.stored for entry in [*first, *run]))


def fault_evidence(
    cards: Sequence[SignedCard], feeds: Feeds, table: StateMachine, fault: ProtocolFault
) -> Evidence | None:
    """Return evidence of a fault that a state machine has found, or None if nothing can prove it."""
    if not fault.seat or fault.kind not in REPLAYABLE_FAULTS:
        return None
    feed = feeds.feed_of(fault.seat)
    in_step = [entry.seq for entry in feed[-wellformed.LONGEST_RUN :] if step_of(entry) == fault.t]
    for seq in [fault.seq] if fault.seq >= 0 else in_step if fault.kind in OWN else []:
        own = entry_evidence(cards, table.genesis, feed, seq)
        if own is not None and own.kind == fault.kind:
            return own
    lengths = [table.readings[seat].entries for seat in table.seats]
    lengths[fault.seat - 1] = max(lengths[fault.seat - 1], fault.seq + 1)
    log = (tuple(entry.stored for entry in feeds.feed_of(seat)[: lengths[seat - 1]]) for seat in table.seats)
    return Evidence(fault.kind, fault.seat, tuple(cards), (), tuple(log), origin_of(table.game))


def digest_evidence(
    cards: Sequence[SignedCard], feeds: Feeds, table: StateMachine, proven: Collection[int] = ()
) -> Iterator[Evidence]:
    """Yield evidence against each seat that signs another state before the current step; `proven` are left out.

    Only seats that must know that state are accused (`StateMachine.took_part`), and only by the first state that a seat
    signs in the step: a second commit is void.
    """
    for seat in sorted(table.took_part - {table.own_seat, *proven}):
        for entry in feeds.feed_of(seat)[max(0, table.readings[seat].entries - MAX_UNREAD_ENTRIES) :]:
            signed = wellformed.signed_state(table.genesis, entry)
            if signed is None or signed[0] != table.step.t:
                continue
            if signed[1] != table.step.digest:
                found = fault_evidence(cards, feeds, table, ProtocolFault(seat, table.step.t, "digest", "", entry.seq))
                if found is not None:
                    yield found
            break


# Judgement ------------------------------------------------------------------------------------------------------------


def unpack(data: bytes) -> Evidence:
    """Return the evidence in these bytes; raise `BadFile` if they are malformed.

    Its contents are not yet checked.
    """
    return FORM.unpack(data, _parse)


def read(path: Path) -> Evidence:
    """Return the evidence in a file; raise `BadFile` if the file is malformed or of another kind."""
    return unpack(FORM.read(path))


def write(path: Path, evidence: Evidence) -> None:
    """Write an evidence file completely, or leave the old file as it was."""
    chunk_file.write(path, evidence.pack())


def _parse(chunks: Chunks) -> Evidence:
    version, kind, seat, seats = chunks.read_list(4)
    check_version(version)
    seats = check_int(seats, 1, MAX_SEATS)
    seat = check_int(seat, 1, seats)
    if type(kind) is not str:
        raise BadEncodingError("not a kind")
    cards = tuple(read_signed(chunks) for _ in range(seats))
    entries = chunks.read_blobs(most=MAX_ENTRIES)
    feeds = tuple(chunks.read_blobs() for _ in range(seats))
    return Evidence(kind, seat, cards, entries, feeds if any(feeds) else (), read_origin(chunks, version))


def judge(data: bytes, games: Mapping[str, Game] = GAMES) -> Judgement:
    """Return the judgement on an evidence file, given as bytes; raise `BadFile` if they are malformed."""
    return judge_evidence(unpack(data), games)


def judge_evidence(evidence: Evidence, games: Mapping[str, Game] = GAMES) -> Judgement:
    """Return the judgement on evidence."""
    about: tuple[str, ...] = ()
    try:
        genesis = genesis_from_cards(evidence.cards)
        if evidence.kind in FORK:
            kind, t, seq, words = _judge_fork(evidence, genesis)
        elif evidence.kind in OWN and not evidence.feeds:
            kind, t, seq, words = _judge_own(evidence, genesis)
        elif evidence.kind in REPLAYABLE_FAULTS:
            game = _find_game(evidence, genesis, games)
            kind, t, seq, words = _judge_log(evidence, genesis, game)
            about = tuple(describe_origin(game))
        else:
            raise _NoProof(f"{evidence.kind!r} is no fault that a file can prove")
        if kind != evidence.kind:
            raise _NoProof(f"it claims a fault of the kind {evidence.kind}, but shows none")
    except BadCard as bad:
        return Judgement(False, f"its seat cards do not hold: {bad}")
    except _NoProof as nothing:
        return Judgement(False, str(nothing))
    seat, identity = evidence.seat, genesis.terms.identities[evidence.seat - 1]
    return Judgement(True, words, kind, seat, t, seq, genesis.names[seat - 1], primitives.fingerprint(identity), about)


_FoundFault = tuple[str, int, int, str]
"""Fault found in evidence: its kind, its step, the number of its entry, and an explanation."""


def _read_entries(evidence: Evidence, genesis: Genesis) -> list[Entry]:
    """Return the entries of the proof; each must belong to this match and be signed by the accused seat."""
    if evidence.feeds:
        raise _NoProof("it holds more than it needs")
    identity = genesis.terms.identities[evidence.seat - 1]
    found = [_read_entry(stored) for stored in evidence.entries]
    for entry in found:
        if entry.match != genesis.match or entry.seat != evidence.seat:
            raise _NoProof("an entry is of another match or seat")
        if not entry.signed_by(identity):
            raise _NoProof(f"entry {entry.seq} does not carry the signature of seat {entry.seat}")
    return found


def _read_entry(stored: bytes) -> Entry:
    try:
        return read_entry(stored)
    except BadEncodingError as error:
        raise _NoProof(f"what should be an entry is {error}") from None


def _judge_fork(evidence: Evidence, genesis: Genesis) -> _FoundFault:
    entries = _read_entries(evidence, genesis)
    if len(entries) != 2 or entries[0].seq != entries[1].seq or entries[0].id == entries[1].id:
        raise _NoProof("it does not hold two versions of one entry")
    words = f"two versions of its entry {entries[0].seq}, both signed (may be a restored copy)"
    steps = [step for step in map(step_of, entries) if step]
    return "fork", min(steps, default=0), entries[0].seq, words


def _judge_own(evidence: Evidence, genesis: Genesis) -> _FoundFault:
    signed = malformed_entry(evidence.entries[0], genesis.match, evidence.seat) if len(evidence.entries) == 1 else None
    if signed is not None:
        if not primitives.signature_holds(genesis.terms.identities[evidence.seat - 1], primitives.ENTRY, *signed):
            raise _NoProof(f"it does not carry the signature of seat {evidence.seat}")
        return "form", 0, -1, NO_ENTRY_TEXT
    entries = _read_entries(evidence, genesis)
    if not entries:
        raise _NoProof("it holds no entry")
    first = entries[0] if entries[0].seq == 0 else None
    run = entries[1:] if first is not None and len(entries) > 1 and entries[1].seq != 1 else entries
    for before, after in pairwise(run):
        if after.seq != before.seq + 1:
            raise _NoProof("its entries are not in a row")
        if after.prev != before.id:
            if after is not run[-1]:
                raise _NoProof("its entries are not linked")
            words = f"it does not follow from its entry {before.seq}, which it has signed too (may be a restored copy)"
            return "form", step_of(after), after.seq, words
    found = wellformed.find_fault(genesis, first, run)
    if found is None:
        raise _NoProof(f"entry {run[-1].seq} is as it should be")
    return found.kind, found.t, run[-1].seq, found.words


def _find_game(evidence: Evidence, genesis: Genesis, games: Mapping[str, Game]) -> Game:
    try:
        return game_named(genesis.terms.game, evidence.origin, games)
    except BadRecord as bad:
        raise _NoProof(f"the match cannot be run again: {bad}") from None


def _judge_log(evidence: Evidence, genesis: Genesis, game: Game) -> _FoundFault:
    if evidence.entries or not evidence.feeds:
        raise _NoProof("it does not hold the log")
    if rules_hash(game) != genesis.terms.rules:
        raise _NoProof("the match was played with rule files that differ from those here; check it with the same")
    wrong = _find_fault_by_replay(_read_feeds(evidence, genesis), genesis, game, evidence.seat, evidence.kind)
    if wrong.seat != evidence.seat:
        raise _NoProof(f"running the log again finds nothing against seat {evidence.seat}")
    seq = wrong.seq if wrong.seq >= 0 else len(evidence.feeds[evidence.seat - 1]) - 1
    return wrong.kind, wrong.t, seq, wrong.words


def _read_feeds(evidence: Evidence, genesis: Genesis) -> Feeds:
    """Return the log in the evidence, with every signature and link checked."""
    feeds = Feeds(genesis.match, genesis.terms.identities)
    for seat, stored in enumerate(evidence.feeds, 1):
        for data in stored:
            entry = _read_entry(data)
            if entry.seat != seat or feeds.add(entry) is not AddResult.NEW:
                raise _NoProof(f"the log of seat {seat} does not hold together at its entry {len(feeds.feed_of(seat))}")
    return feeds


def _find_fault_by_replay(feeds: Feeds, genesis: Genesis, game: Game, seat: int, kind: str) -> ProtocolFault:
    """Return the first fault of this kind that a replay of the log finds in the seat's entries."""
    try:
        table = StateMachine(game, genesis)
    except BadCard as bad:
        raise _NoProof(str(bad)) from None
    found = _NoProof("running the log again finds no fault")
    while True:
        step, stuck = table.step, False
        try:
            moved = table.read_feeds(feeds)
            if seat in step.other_states:
                if seat in table.took_part:
                    return step.other_states[seat]
                found = _NoProof("the seat did not take part in the step before, and may have been shown another log")
            stuck = not moved and not table.is_ready()  # it may find a false share
            if not moved and not stuck:
                table.resolve()
        except ProtocolFault as wrong:
            return wrong
        for accused in table.accusations:
            if accused.seat == seat and accused.kind == kind:
                if kind not in OWN or step.shown.get(seat) == step.digest:
                    return accused
                found = _NoProof(f"seat {seat} has not signed the state that the log gives")
        if stuck:
            raise _explain_stuck_log(table) or found


def _explain_stuck_log(table: StateMachine) -> _NoProof | None:
    """Return the error for a log that lacks entries a seat has sealed, or None if it lacks none."""
    misnamed = table.find_misnaming()
    if not misnamed:
        return None
    return _NoProof(f"seat {misnamed[0]} saw another version of seat {misnamed[1]}'s entries than the log holds")
