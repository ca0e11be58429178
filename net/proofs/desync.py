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

from core.engine.codec import BadEncodingError, H, Plain, dec, enc
from core.engine.game import Game, State
from core.engine.state import serialized_differences
from core.games.registry import GAMES
from net.match.genesis import MAX_SEATS, BadCard, Genesis, SignedCard, genesis_from_cards
from net.records.chunk_file import Chunks, Form, check_int, cut_into_pieces
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


def installed_version(package: str) -> str:
    """Return the version of an installed library, or a text that says that it is unknown."""
    from importlib import metadata  # slow import, needed only on request

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "of an unknown version"


@cache
def running_versions() -> str:
    """Return, as text, the versions of this program, of Python, of the codec and of the system."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return f"tether {VERSION}, {python}, msgpack {installed_version('msgpack')}, {system}"


class StateSide(NamedTuple):
    """State of one seat in a report: its versions, short sub-digests and serialised fields.

    `state` is None if it is unknown or too large.
    """

    versions: str = ""
    fields: tuple[bytes, ...] = ()
    state: list[Plain] | None = None

    def to_bytes(self) -> bytes:
        """Return the bytes of this side that are sent to a peer: `enc` of [versions, serialised fields]."""
        return enc([self.versions, self.state])


def short_digests(state: State) -> tuple[bytes, ...]:
    """Return the first bytes of the sub-digest of each top-level field, as a message contains them."""
    return tuple(digest[:SHORT] for digest in state.sub_digests()[:MOST])


def own_side(state: State) -> StateSide:
    """Return our seat's side, without the serialised state if that is too large to send."""
    try:
        lowered = dec(enc(state.lower()), MAX_STATE - MAX_RUNS * 2)
    except BadEncodingError:
        lowered = None
    assert lowered is None or type(lowered) is list
    return StateSide(running_versions(), short_digests(state), lowered)


def read_side(data: bytes) -> tuple[str, list[Plain]]:
    """Return the versions and the state in a peer's bytes; raise `BadEncodingError` if they are malformed."""
    told = dec(data, MAX_STATE)
    if type(told) is not list or [type(part) for part in told] != [str, list] or len(told[0]) > MAX_RUNS:
        raise BadEncodingError("not a state")
    return told[0], told[1]


class DesyncReport(NamedTuple):
    """Report on the states of two seats that differ before step `t`, with the log up to that step."""

    seat: int
    other_seat: int
    t: int
    cards: tuple[SignedCard, ...]
    feeds: tuple[tuple[bytes, ...], ...]
    own_side: StateSide
    other_side: StateSide
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
        for side in (self.own_side, self.other_side):
            yield [side.versions, side.fields]
            yield from cut_into_pieces(b"" if side.state is None else enc(side.state), PART)
        yield from origin_chunks(self.origin)


def unpack(data: bytes) -> DesyncReport:
    """Return the report in these bytes; raise `BadFile` if they are malformed. Its contents are not yet checked."""
    return FORM.unpack(data, _parse)


def read(path: Path) -> DesyncReport:
    """Return the report in a file; raise `BadFile` if the file is malformed or of another kind."""
    return unpack(FORM.read(path))


def _parse(chunks: Chunks) -> DesyncReport:
    version, seat, other, t, seats = chunks.read_list(5)
    check_version(version)
    seats = check_int(seats, 1, MAX_SEATS)
    seat, other = check_int(seat, 1, seats), check_int(other, 1, seats)
    t = check_int(t, 1, 2**32)
    cards = tuple(read_signed(chunks) for _ in range(seats))
    feeds = tuple(chunks.read_blobs() for _ in range(seats))
    own_side, other_side = _read_side(chunks), _read_side(chunks)
    return DesyncReport(seat, other, t, cards, feeds, own_side, other_side, read_origin(chunks, version))


def _read_side(chunks: Chunks) -> StateSide:
    runs, fields = chunks.read_list(2)
    if type(runs) is not str or len(runs) > MAX_RUNS or type(fields) is not list or len(fields) > MOST:
        raise BadEncodingError("not a side")
    if not all(type(short) is bytes and len(short) == SHORT for short in fields):
        raise BadEncodingError("not a sub-digest")
    data = chunks.read_pieces(MAX_PARTS)
    state = dec(data, MAX_STATE) if data else None
    if not (state is None or type(state) is list):
        raise BadEncodingError("not a state")
    return StateSide(runs, tuple(fields), state)


class DesyncFindings(NamedTuple):
    """Result of the check of a report.

    `differences` describes the differences between the two sides, in order. `agreeing_seats` are the seats whose state
    equals that of a replay of the log. `replayed` is the state of the replay, or None if the log cannot be replayed to
    that step; `why_not_replayed` is the reason.
    """

    genesis: Genesis
    differences: list[str]
    agreeing_seats: tuple[int, ...]
    replayed: State | None
    why_not_replayed: str
    game: Game


def check(report: DesyncReport, games: Mapping[str, Game] = GAMES) -> DesyncFindings:
    """Compare the two sides and replay the log; raise `BadRecord` if the cards or the log are invalid."""
    try:
        genesis = genesis_from_cards(report.cards)
    except BadCard as bad:
        raise BadRecord(f"the seat cards do not hold: {bad}") from None
    game = game_named(genesis.terms.game, report.origin, games)
    replay = Replay(MatchRecord(None, report.cards, report.feeds), game)
    names = replay.table.state.field_names
    if not replay.same_rules:
        why = "the match was played with rule files that differ from those here"
        return DesyncFindings(
            genesis, _side_differences(names, report.own_side, report.other_side), (), None, why, game
        )
    why = _replay_to(replay, report.t)
    rerun = None if why else replay.table.state
    agrees = () if rerun is None else _agreeing_seats(report, rerun)
    return DesyncFindings(
        genesis, _side_differences(names, report.own_side, report.other_side), agrees, rerun, why, game
    )


def describe(report: DesyncReport, findings: DesyncFindings) -> list[str]:
    """Return sentences about a report and the findings, one per line."""
    names = findings.genesis.names
    seats = (report.seat, report.other_seat)
    who = [f"seat {seat}, {names[seat - 1]}" for seat in seats]
    lines = [f"Before step {report.t} {who[0]}, and {who[1]}, have different states. Seat {report.seat} reports:"]
    for seat, side in zip(seats, (report.own_side, report.other_side)):
        told = "" if side.state is not None else ("; it sent only a hash of each part" if side.fields else "")
        lines.append(f"  Seat {seat} runs {side.versions or 'we do not know what'}{told}")
    if findings.differences:
        lines.append(f"First difference (seat {seats[0]} and seat {seats[1]}): {findings.differences[0]}")
        lines += [f"{len(findings.differences)} differences in all"] if len(findings.differences) > 1 else []
    else:
        lines.append("It is not known which part differs")
    lines.append(f"Rules hash  {findings.genesis.terms.rules.hex()}")
    if findings.why_not_replayed:
        lines.append(f"The log was not run again: {findings.why_not_replayed}.")
    elif len(findings.agreeing_seats) == 1:
        wrong = next(seat for seat in seats if seat not in findings.agreeing_seats)
        lines.append(
            f"Running the log again gives the state of seat {findings.agreeing_seats[0]}; "
            f"that of seat {wrong} is wrong."
        )
    else:
        lines.append("Running the log again gives neither state.")
    lines += describe_origin(findings.game)
    lines.append("A report is not signed. It shows where to look, and accuses no seat.")
    return lines


def _replay_to(replay: Replay, t: int) -> str:
    """Replay the log to the state before step t; return "", or the reason why that is impossible."""
    try:
        for _ in replay.steps():
            if replay.table.step.t >= t:
                break
    except BadRecord as bad:
        if replay.table.step.t < t:
            return f"the log stops before that step: {bad}"
    return "" if replay.table.step.t == t else f"the log ends before step {replay.table.step.t}, not before step {t}"


def _agreeing_seats(report: DesyncReport, rerun: State) -> tuple[int, ...]:
    digest, fields = rerun.digest(), short_digests(rerun)

    def agrees(side: StateSide) -> bool:
        if side.state is not None:
            return bool(H("tether.state", side.state) == digest)
        return side.fields == fields

    sides = ((report.seat, report.own_side), (report.other_seat, report.other_side))
    return tuple(seat for seat, side in sides if agrees(side))


def _side_differences(names: tuple[str, ...], own: StateSide, other: StateSide) -> list[str]:
    if own.state is not None and other.state is not None and len(own.state) == len(other.state) == len(names):
        return serialized_differences(names, own.state, other.state)
    return [str(name) for name, mine, theirs in zip(names, own.fields, other.fields) if mine != theirs]
