"""How a match stands and how it ended: as data for --json and in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.bridgefront.factions import CODES
from core.bridgefront.state import Bridgefront
from core.bridgefront.words import Words, table
from core.kernel.game import Standing

PASSED = "passed"


class Result(NamedTuple):
    """A match that was played to its end. The names of the fields are those of --json."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str | None
    rounds: int
    steps: int
    ranking: list[dict[str, Any]]
    digest: str
    audit: str
    seconds: float
    datagrams: list[int]
    bytes: list[int]


def ranking(state: Any, standing: tuple[Standing, ...]) -> list[dict[str, Any]]:
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


def in_short(standing: tuple[Standing, ...] | list[Standing]) -> str:
    """The standing on one line: each seat with its first score."""
    return ", ".join(f"Seat {place.seat}: {place.score[0][1]}" for place in standing)


def in_full(state: Any, standing: tuple[Standing, ...]) -> str:
    """The standing as a table."""
    head = ["", "Seat", "Faction", "Permanence", "lasting", "held", "Gold"]
    if isinstance(state, Bridgefront):
        head[-1] = Words(state).gold_word
    rows = [[str(row.pop("rank")), *_cells(row)] for row in ranking(state, standing)]
    return table([head, *rows])


def _cells(row: dict[str, Any]) -> list[str]:
    from core.bridgefront.factions import FACTIONS

    faction = FACTIONS[CODES.index(row["faction"])].name if row["faction"] else "-"
    lasting, held = row["permanent"], row["control"]
    return [str(row["seat"]), faction, *(str(n) for n in (lasting + held, lasting, held, row["gold"]))]
