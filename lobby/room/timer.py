"""The turn timer of a table: for how long one may choose, and what the own window does when that time is over.

It is no rule of the game: it stands in no state and in no digest, and nobody is ever dropped for it. The window says
that the table waits; or, where the table has agreed on that, it locks the default of the question in (`Game.default`),
as the player could. In a room's settings the timer is one number: its seconds, negative where the window plays.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.options import Option, Value

USUAL = 60
TIMER = Option(
    "turn_timer",
    (0, 30, 60, 90, 120, 180, 300),
    USUAL,
    "table",
    "seconds for a choice before the window warns the player. Nobody is dropped",
    said=(
        (0, "none", "the window never warns"),
        *((n, f"{n} seconds", "") for n in (30, 60, 90)),
        *((n, f"{n // 60} minutes", "") for n in (120, 180, 300)),
    ),
)

PLAY = "play"
TIMEOUT = Option(
    "timeout",
    ("warn", PLAY),
    "warn",
    "table",
    "what the window of a late player does when the time is up",
    said=(
        ("warn", "a word", "it only shows a warning"),
        (
            PLAY,
            "it plays",
            "it plays the default move; after three in a row it plays at once until the player returns",
        ),
    ),
)
ON_TABLE = (TIMER, TIMEOUT)
"""The options of a table that are no rules of its game."""


def is_timer(timer: int) -> bool:
    """Whether this is one, as it stands in a room's settings."""
    return abs(timer) in TIMER.values


def apart(chosen: Mapping[str, Value]) -> tuple[dict[str, Value], int]:
    """What was chosen for a table: the options of its game, and its timer.

    >>> apart({"vp_to_win": 6, "turn_timer": 90, "timeout": "play"})
    ({'vp_to_win': 6}, -90)
    """
    own = {option.name for option in ON_TABLE}
    options = {name: value for name, value in chosen.items() if name not in own}
    seconds = int(chosen.get(TIMER.name, TIMER.default))
    return options, -seconds if chosen.get(TIMEOUT.name) == PLAY else seconds


def together(options: Mapping[str, Value], timer: int) -> dict[str, Value]:
    """The other way round: what differs from the usual, in one.

    >>> together({}, -60), together({"vp_to_win": 6}, 90)
    ({'timeout': 'play'}, {'vp_to_win': 6, 'turn_timer': 90})
    """
    seconds = {TIMER.name: abs(timer)} if abs(timer) != TIMER.default else {}
    return {**options, **seconds, **({TIMEOUT.name: PLAY} if timer < 0 else {})}
