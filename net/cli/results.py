"""How a match stands and how it ended: as data for --json and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.bridgefront.factions import CODES, FACTIONS
from core.bridgefront.state import Bridgefront
from core.bridgefront.telling.words import listed, table
from core.kernel.game import Standing
from net.record import MatchRecord
from net.verify import Replay, Report

PASSED = "passed"
Rows = list[dict[str, Any]]


class Result(NamedTuple):
    """A match that was played to its end; the fields are the keys of --json."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str | None
    rounds: int
    steps: int
    ranking: Rows
    digest: str
    audit: str
    seconds: float
    datagrams: list[int]
    bytes: list[int]


class Checked(NamedTuple):
    """A record that was run again from its first entry to its last: what it says, and the state at its end."""

    report: Report
    state: Any


def check(record: MatchRecord, game: Any) -> Checked:
    """Replays the whole record with everything checked; raises `BadRecord`."""
    replay = Replay(record, game)
    for _ in replay.steps():
        pass
    return Checked(replay.report(), replay.table.state)


def ranking(state: Any, standing: Sequence[Standing]) -> Rows:
    """The seats from first to last, as data."""
    return [
        {
            "rank": place.rank,
            "seat": place.seat,
            "faction": CODES[state.faction[place.seat]] if isinstance(state, Bridgefront) else "",
            **{name: value for name, value in place.score if name != "vp"},
        }
        for place in standing
    ]


def in_short(standing: Sequence[Standing]) -> str:
    """The standing on one line: each seat with its first score."""
    return ", ".join(f"Seat {place.seat}: {place.score[0][1]}" for place in standing)


def in_full(rows: Rows, gold_word: str = "Gold") -> str:
    """The standing as a table."""
    head = ("", "Seat", "Faction", "Permanence", "lasting", "held", gold_word)
    return table([head, *(_cells(row) for row in rows)])


def _cells(row: dict[str, Any]) -> list[str]:
    lasting, held = row["permanent"], row["control"]
    return [
        f"{row['rank']}.",
        *(str(x) for x in (row["seat"], _faction(row), lasting + held, lasting, held, row["gold"])),
    ]


def _faction(row: dict[str, Any]) -> str:
    return FACTIONS[CODES.index(row["faction"])].name if row["faction"] else "-"


def winners(rows: Rows) -> str:
    """Who has won, in words."""
    first = [f"Seat {row['seat']} ({_faction(row).removeprefix('The ')})" for row in rows if row["rank"] == 1]
    return f"{listed(first)} {'wins' if len(first) == 1 else 'share the victory'}"
