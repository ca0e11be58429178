"""Desync reports: two public states that differ, and the log from which both follow (PROTOCOL 4.5).

report = desync.unpack(data)
found = desync.check(report)

The report is a file of chunks (`net.records.chunk_file`). First come [version, own seat, other seat, step, number of
seats] and each seat card. Then come, for each seat, the length of its feed and its entries, as far as they were read.
Then come, for our seat and after it for the other one, [running versions, the first 8 bytes of each sub-digest] and the
state. A state is a number, and that number of pieces of `enc` of its serialised fields. Parts that the other seat has
not sent are empty. For a match that continues another one, that match's record comes last (`net.records.record`).

Only the cards and entries in it are signed. A report accuses nobody; it is for the people who fix the error.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from core.engine.codec import BadBytes, H, Plain, dec, enc
from core.engine.game import Game, State
from core.engine.state import serialized_differences
from core.games.registry import GAMES
from net.match.genesis import MAX_SEATS, BadCard, Genesis, SignedCard, genesis_of
from net.records.chunk_file import Chunks, Form, bounded_int, pieces
from net.records.fork import describe_origin, game_named
from net.records.record import (
    BadRecord,
    MatchRecord,
    check_version,
    origin_chunks,
    read_origin,
    read_signed,
    version_of,
)
from net.records.verification import Replay
from net.replication.messages import MAX_PARTS, PART
from net.version import VERSION

FORM = Form(b"TETHER desync 1\n", b"tether.desync", "desync report", newest=2)
SHORT = 8
MOST = 100
"""Maximum number of sub-digests in one message."""

MAX_STATE = MAX_PARTS * PART
MAX_RUNS = 200


def installed(package: str) -> str:
    """Return the installed version of a library, or text that says that it is unknown."""
    from importlib import metadata  # slow import, needed only on request

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "of an unknown version"


@cache
def running_versions() -> str:
    """Return the versions of the running program, of Python, of the codec and of the system."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return f"tether {VERSION}, {python}, msgpack {installed('msgpack')}, {system}"


class StateSide(NamedTuple):
    """State of one seat: its versions, the short sub-digests and the serialised fields.

    The serialised fields are None if they are unknown.
    """

    runs: str = ""
    fields: tuple[bytes, ...] = ()
    state: list[Plain] | None = None

    def told(self) -> bytes:
        """Return the side as bytes for a peer: `enc` of [versions, serialised fields]."""
        return enc([self.runs, self.state])


def short_digests(state: State) -> tuple[bytes, ...]:
    """Return the short sub-digest of each top-level field of a state, as a message carries them."""
    return tuple(digest[:SHORT] for digest in state.sub_digests()[:MOST])


def side_of(state: State) -> StateSide:
    """Return our seat's side: its state, or only the sub-digests if the state is too large to send."""
    try:
        lowered = dec(enc(state.lower()), MAX_STATE - MAX_RUNS * 2)
    except BadBytes:
        lowered = None
    assert lowered is None or type(lowered) is list
    return StateSide(running_versions(), short_digests(state), lowered)


def read_side(data: bytes) -> tuple[str, list[Plain]]:
    """Read a peer's versions and state from its bytes; raise `BadBytes`."""
    told = dec(data, MAX_STATE)
    if type(told) is not list or [type(part) for part in told] != [str, list] or len(told[0]) > MAX_RUNS:
        raise BadBytes("not a state")
    return told[0], told[1]


class DesyncReport(NamedTuple):
    """Report on the sides `own` and `other` of two seats before step `t`, with the log up to there."""

    seat: int
    other_seat: int
    t: int
    cards: tuple[SignedCard, ...]
    feeds: tuple[tuple[bytes, ...], ...]
    own: StateSide
    other: StateSide
    origin: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes of the file."""
        return FORM.pack(self._contents())

    def _contents(self) -> Iterator[Plain]:
        yield [version_of(self.origin), self.seat, self.other_seat, self.t, len(self.cards)]
        yield from self.cards
        for feed in self.feeds:
            yield len(feed)
            yield from feed
        for side in (self.own, self.other):
            yield [side.runs, side.fields]
            yield from pieces(b"" if side.state is None else enc(side.state), PART)
        yield from origin_chunks(self.origin)


def unpack(data: bytes) -> DesyncReport:
    """Return the report in these bytes; raise `BadFile`. Its contents are not yet checked."""
    return FORM.unpack(data, _parse)


def read(path: Path) -> DesyncReport:
    """Read a report; raise `BadFile`, also for a file of another kind."""
    return unpack(FORM.read(path))


def _parse(chunks: Chunks) -> DesyncReport:
    version, seat, other, t, seats = chunks.listed(5)
    check_version(version)
    seats = bounded_int(seats, 1, MAX_SEATS)
    seat, other = bounded_int(seat, 1, seats), bounded_int(other, 1, seats)
    t = bounded_int(t, 1, 2**32)
    cards = tuple(read_signed(chunks) for _ in range(seats))
    feeds = tuple(chunks.blobs() for _ in range(seats))
    own_side, other_side = _side(chunks), _side(chunks)
    return DesyncReport(seat, other, t, cards, feeds, own_side, other_side, read_origin(chunks, version))


def _side(chunks: Chunks) -> StateSide:
    runs, fields = chunks.listed(2)
    if type(runs) is not str or len(runs) > MAX_RUNS or type(fields) is not list or len(fields) > MOST:
        raise BadBytes("not a side")
    if not all(type(short) is bytes and len(short) == SHORT for short in fields):
        raise BadBytes("not a sub-digest")
    data = chunks.joined(MAX_PARTS)
    state = dec(data, MAX_STATE) if data else None
    if not (state is None or type(state) is list):
        raise BadBytes("not a state")
    return StateSide(runs, tuple(fields), state)


class DesyncFindings(NamedTuple):
    """Findings of the check of a report.

    `differences` lists the differences between the two sides, in order. `agrees` contains the seats whose state equals
    the one that the log gives when it is replayed. `rerun` is None if the log cannot be replayed to that step, and
    `why` is the reason.
    """

    genesis: Genesis
    differences: list[str]
    agrees: tuple[int, ...]
    rerun: State | None
    why: str
    game: Game


def check(report: DesyncReport, games: Mapping[str, Game] = GAMES) -> DesyncFindings:
    """Compare the two sides and replay the log; raise `BadRecord` if the cards or the log do not verify."""
    try:
        genesis = genesis_of(report.cards)
    except BadCard as bad:
        raise BadRecord(f"the seat cards do not hold: {bad}") from None
    game = game_named(genesis.terms.game, report.origin, games)
    replay = Replay(MatchRecord(None, report.cards, report.feeds), game)
    names = replay.table.state.field_names
    if not replay.same_rules:
        why = "the match was played with rule files that differ from those here"
        return DesyncFindings(genesis, _side_differences(names, report.own, report.other), (), None, why, game)
    why = _run_to(replay, report.t)
    rerun = None if why else replay.table.state
    agrees = () if rerun is None else _agreeing(report, rerun)
    return DesyncFindings(genesis, _side_differences(names, report.own, report.other), agrees, rerun, why, game)


def in_words(report: DesyncReport, found: DesyncFindings) -> list[str]:
    """Describe a report in plain words, one line for each finding."""
    names = found.genesis.names
    seats = (report.seat, report.other_seat)
    who = [f"seat {seat}, {names[seat - 1]}" for seat in seats]
    lines = [f"Before step {report.t} {who[0]}, and {who[1]}, have different states. Seat {report.seat} reports:"]
    for seat, side in zip(seats, (report.own, report.other)):
        told = "" if side.state is not None else ("; it sent only a hash of each part" if side.fields else "")
        lines.append(f"  Seat {seat} runs {side.runs or 'we do not know what'}{told}")
    if found.differences:
        lines.append(f"First difference (seat {seats[0]} and seat {seats[1]}): {found.differences[0]}")
        lines += [f"{len(found.differences)} differences in all"] if len(found.differences) > 1 else []
    else:
        lines.append("It is not known which part differs")
    lines.append(f"Rules hash  {found.genesis.terms.rules.hex()}")
    if found.why:
        lines.append(f"The log was not run again: {found.why}.")
    elif len(found.agrees) == 1:
        wrong = next(seat for seat in seats if seat not in found.agrees)
        lines.append(f"Running the log again gives the state of seat {found.agrees[0]}; that of seat {wrong} is wrong.")
    else:
        lines.append("Running the log again gives neither state.")
    lines += describe_origin(found.game)
    lines.append("A report is not signed. It shows where to look, and accuses no seat.")
    return lines


def _run_to(replay: Replay, t: int) -> str:
    """Replay the log to the state before step t; return "", or the reason why that is impossible."""
    try:
        for _ in replay.steps():
            if replay.table.step.t >= t:
                break
    except BadRecord as bad:
        if replay.table.step.t < t:
            return f"the log stops before that step: {bad}"
    return "" if replay.table.step.t == t else f"the log ends before step {replay.table.step.t}, not before step {t}"


def _agreeing(report: DesyncReport, rerun: State) -> tuple[int, ...]:
    digest, fields = rerun.digest(), short_digests(rerun)

    def agrees(side: StateSide) -> bool:
        if side.state is not None:
            return bool(H("tether.state", side.state) == digest)
        return side.fields == fields

    sides = ((report.seat, report.own), (report.other_seat, report.other))
    return tuple(seat for seat, side in sides if agrees(side))


def _side_differences(names: tuple[str, ...], own: StateSide, other: StateSide) -> list[str]:
    if own.state is not None and other.state is not None and len(own.state) == len(other.state) == len(names):
        return serialized_differences(names, own.state, other.state)
    return [str(name) for name, mine, theirs in zip(names, own.fields, other.fields) if mine != theirs]
