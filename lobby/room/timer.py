"""Turn timer of a table: the seconds for a choice, and the window's action after that time.

The timer is no rule of the game. It is in no state and in no digest, and nobody is ever dropped because of it. The
window shows that the table waits. If the table has agreed on it, the window also confirms the default answer to the
question (`Game.default`), as the player could do. In a room's settings the timer is one number: its seconds, negative
if the window plays.
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
    value_texts=(
        (0, "none", "the window never warns"),
        *((n, f"{n} seconds", "") for n in (30, 60, 90)),
        *((n, f"{n // 60} minutes", "") for n in (120, 180, 300)),
    ),
)

PLAY = "play"
TIMEOUT_OPTION = Option(
    "timeout",
    ("warn", PLAY),
    "warn",
    "table",
    "what the window of a late player does when the time is up",
    value_texts=(
        ("warn", "a word", "it only shows a warning"),
        (
            PLAY,
            "it plays",
            "it plays the default move; after three in a row it plays at once until the player returns",
        ),
    ),
)
TABLE_OPTIONS = (TIMER, TIMEOUT_OPTION)
"""Options of a table that do not belong to the rules of its game."""


def is_timer(timer: int) -> bool:
    """Return True if this number is a valid timer in a room's settings."""
    return abs(timer) in TIMER.values


def split_timer(chosen: Mapping[str, Value]) -> tuple[dict[str, Value], int]:
    """Return a table's chosen options without the timer, and the timer as one number.

    >>> split_timer({"vp_to_win": 6, "turn_timer": 90, "timeout": "play"})
    ({'vp_to_win': 6}, -90)
    """
    own = {option.name for option in TABLE_OPTIONS}
    options = {name: value for name, value in chosen.items() if name not in own}
    seconds = int(chosen.get(TIMER.name, TIMER.default))
    return options, -seconds if chosen.get(TIMEOUT_OPTION.name) == PLAY else seconds


def merge_timer(options: Mapping[str, Value], timer: int) -> dict[str, Value]:
    """Return the options with those of the timer, unless the timer has its default values.

    >>> merge_timer({}, -60), merge_timer({"vp_to_win": 6}, 90)
    ({'timeout': 'play'}, {'vp_to_win': 6, 'turn_timer': 90})
    """
    seconds = {TIMER.name: abs(timer)} if abs(timer) != TIMER.default else {}
    return {**options, **seconds, **({TIMEOUT_OPTION.name: PLAY} if timer < 0 else {})}
