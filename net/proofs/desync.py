"""Desync reports: two public states where there should be one, and the log that both came from (PROTOCOL 4.5).

    report = desync.unpack(data)
    found = desync.check(report)

A file of chunks (`net.records.chunk_file`): [version, own seat, other seat, step, number of seats]; each seat card; for
each seat the length of its feed and its entries, as far as they were read; then for the own seat and for the other one:
[what runs there, the first 8 bytes of each sub-digest], and the state as a number and so many pieces of `enc` of its
lowered fields. What the other one has not told is empty. Of a match that plays on another one, that one's record comes
last (`net.records.record`).

Nothing in it but cards and entries is signed: a report accuses nobody, it is for whoever mends the error.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from core.engine.codec import BadBytes, H, Plain, dec, enc
from core.engine.game import Game, State
from core.engine.state import serialized_differences
from core.games.registry import GAMES
from net.match.genesis import MAX_SEATS, BadCard, Genesis, Signed, genesis_of
from net.records.chunk_file import Chunks, Form, pieces, whole
from net.records.fork import game_named, plays_on
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
"""So many sub-digests fit into one message."""

MAX_STATE = MAX_PARTS * PART
MAX_RUNS = 200


def installed(package: str) -> str:
    """The version of a library, or that it does not say one."""
    from importlib import metadata  # takes long to load, and only who asks needs it

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "of an unknown version"


@cache
def what_runs() -> str:
    """The versions that this seat runs: of the program, of Python, of the codec, and on what."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return f"tether {VERSION}, {python}, msgpack {installed('msgpack')}, {system}"


class Side(NamedTuple):
    """One seat's state: what runs there, the short sub-digests, and the lowered fields, None if they are not known."""

    runs: str = ""
    fields: tuple[bytes, ...] = ()
    state: list[Plain] | None = None

    def told(self) -> bytes:
        """The side as bytes, to be told to a peer: `enc` of [what runs, lowered fields]."""
        return enc([self.runs, self.state])


def short_digests(state: State) -> tuple[bytes, ...]:
    """What a message tells of each top-level field."""
    return tuple(digest[:SHORT] for digest in state.sub_digests()[:MOST])


def side_of(state: State) -> Side:
    """The own side: the state as this seat has it, or its sub-digests alone if it is too large to be told."""
    try:
        lowered = dec(enc(state.lower()), MAX_STATE - MAX_RUNS * 2)
    except BadBytes:
        lowered = None
    return Side(what_runs(), short_digests(state), lowered)


def side_told(data: bytes) -> tuple[str, list[Plain]]:
    """What a peer's bytes tell of what it runs and of its state; raises `BadBytes`."""
    told = dec(data, MAX_STATE)
    if type(told) is not list or [type(part) for part in told] != [str, list] or len(told[0]) > MAX_RUNS:
        raise BadBytes("not a state")
    return told[0], told[1]


class Report(NamedTuple):
    """What a report holds: the sides `own` and `other` of two seats before step `t`, and the log up to there."""

    seat: int
    other_seat: int
    t: int
    cards: tuple[Signed, ...]
    feeds: tuple[tuple[bytes, ...], ...]
    own: Side
    other: Side
    origin: bytes = b""

    def pack(self) -> bytes:
        """The bytes of the file."""
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


def unpack(data: bytes) -> Report:
    """The report in these bytes; raises `BadFile`. Nothing in it is checked yet."""
    return FORM.unpack(data, _parse)


def read(path: Path) -> Report:
    """Reads a report; raises `BadFile`, also for a file that cannot be one."""
    return unpack(FORM.read(path))


def _parse(chunks: Chunks) -> Report:
    version, seat, other, t, seats = chunks.listed(5)
    check_version(version)
    whole(seats, 1, MAX_SEATS)
    for number in (seat, other):
        whole(number, 1, seats)
    whole(t, 1, 2**32)
    cards = tuple(read_signed(chunks) for _ in range(seats))
    feeds = tuple(chunks.blobs() for _ in range(seats))
    own_side, other_side = _side(chunks), _side(chunks)
    return Report(seat, other, t, cards, feeds, own_side, other_side, read_origin(chunks, version))


def _side(chunks: Chunks) -> Side:
    runs, fields = chunks.listed(2)
    if type(runs) is not str or len(runs) > MAX_RUNS or type(fields) is not list or len(fields) > MOST:
        raise BadBytes("not a side")
    if not all(type(short) is bytes and len(short) == SHORT for short in fields):
        raise BadBytes("not a sub-digest")
    data = chunks.joined(MAX_PARTS)
    state = dec(data, MAX_STATE) if data else None
    if not (state is None or type(state) is list):
        raise BadBytes("not a state")
    return Side(runs, tuple(fields), state)


class Found(NamedTuple):
    """What a report shows: `differences` are those of the two sides, the first one first, `agrees` the seats whose
    state is that of the log when it is run again. `rerun` is None where it cannot be run to that step, and `why` says
    why.
    """

    genesis: Genesis
    differences: list[str]
    agrees: tuple[int, ...]
    rerun: Any
    why: str
    game: Game


def check(report: Report, games: Mapping[str, Any] = GAMES) -> Found:
    """Compares the two sides and runs the log again; raises `BadRecord` if cards or log do not hold."""
    try:
        genesis = genesis_of(report.cards)
    except BadCard as bad:
        raise BadRecord(f"the seat cards do not hold: {bad}") from None
    game = game_named(genesis.terms.game, report.origin, games)
    replay = Replay(MatchRecord(None, report.cards, report.feeds), game)
    names = type(replay.table.state).field_names
    if not replay.same_rules:
        why = "the match was played by other rule files than those here"
        return Found(genesis, _differences(names, report.own, report.other), (), None, why, game)
    why = _run_to(replay, report.t)
    rerun = None if why else replay.table.state
    agrees = () if rerun is None else _agreeing(report, rerun)
    return Found(genesis, _differences(names, report.own, report.other), agrees, rerun, why, game)


def in_words(report: Report, found: Found) -> list[str]:
    """A report in plain words, one line for each thing."""
    names = found.genesis.names
    seats = (report.seat, report.other_seat)
    who = [f"seat {seat}, {names[seat - 1]}" for seat in seats]
    lines = [f"Before step {report.t} {who[0]}, and {who[1]}, have different states. Seat {report.seat} reports:"]
    for seat, side in zip(seats, (report.own, report.other)):
        told = "" if side.state is not None else ("; it told no more than a hash of each part" if side.fields else "")
        lines.append(f"  Seat {seat} runs {side.runs or 'we do not know what'}{told}")
    if found.differences:
        lines.append(f"First difference (seat {seats[0]} and seat {seats[1]}): {found.differences[0]}")
        lines += [f"{len(found.differences)} differences in all"] if len(found.differences) > 1 else []
    else:
        lines.append("Which part differs is not known")
    lines.append(f"Rules hash  {found.genesis.terms.rules.hex()}")
    if found.why:
        lines.append(f"The log was not run again: {found.why}.")
    elif len(found.agrees) == 1:
        wrong = next(seat for seat in seats if seat not in found.agrees)
        lines.append(f"Running the log again gives the state of seat {found.agrees[0]}; that of seat {wrong} is wrong.")
    else:
        lines.append("Running the log again gives neither state.")
    lines += plays_on(found.game)
    lines.append("A report is signed by nobody: it shows where to look, and accuses no seat.")
    return lines


def _run_to(replay: Replay, t: int) -> str:
    """Runs the log to the state before step t; why it cannot, or the empty text."""
    try:
        for _ in replay.steps():
            if replay.table.step.t >= t:
                break
    except BadRecord as bad:
        if replay.table.step.t < t:
            return f"the log stops before that step: {bad}"
    return "" if replay.table.step.t == t else f"the log ends before step {replay.table.step.t}, not before step {t}"


def _agreeing(report: Report, rerun: Any) -> tuple[int, ...]:
    digest, fields = rerun.digest(), short_digests(rerun)

    def agrees(side: Side) -> bool:
        if side.state is not None:
            return bool(H("tether.state", side.state) == digest)
        return side.fields == fields

    sides = ((report.seat, report.own), (report.other_seat, report.other))
    return tuple(seat for seat, side in sides if agrees(side))


def _differences(names: tuple[str, ...], own: Side, other: Side) -> list[str]:
    if own.state is not None and other.state is not None and len(own.state) == len(other.state) == len(names):
        return serialized_differences(names, own.state, other.state)
    return [str(name) for name, mine, theirs in zip(names, own.fields, other.fields) if mine != theirs]
