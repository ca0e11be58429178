"""The turn timer of a table: for how long one may choose before the window says that the table waits.

It is no rule of the game: it stands in no state and in no digest, it only warns, and nobody is ever dropped for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.kernel.options import Option, Value

USUAL = 60
TIMER = Option(
    "turn_timer",
    (0, 30, 60, 90, 120, 180, 300),
    USUAL,
    "table",
    "seconds that a player has for a choice before the window says that the table waits. It drops nobody",
    said=(
        (0, "none", "the window never says that the table waits"),
        *((n, f"{n} seconds", "") for n in (30, 60, 90)),
        *((n, f"{n // 60} minutes", "") for n in (120, 180, 300)),
    ),
)


def apart(chosen: Mapping[str, Value]) -> tuple[dict[str, Value], int]:
    """What was chosen for a table: the options of its game, and the seconds of its timer.

    >>> apart({"vp_to_win": 6, "turn_timer": 90})
    ({'vp_to_win': 6}, 90)
    """
    options = {name: value for name, value in chosen.items() if name != TIMER.name}
    return options, int(chosen.get(TIMER.name, TIMER.default))


def together(options: Mapping[str, Value], timer: int) -> dict[str, Value]:
    """The other way round: what differs from the usual, in one."""
    return {**options, **({TIMER.name: timer} if timer != TIMER.default else {})}
