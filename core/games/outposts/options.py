"""Options of a match, agreed before the start and shown to all before the first decision."""

from __future__ import annotations

from core.engine.options import Option, Options

MILD, GRIM, NORMAL, HARD = "mild", "grim", "normal", "hard"
OPTIONS = Options(
    [
        Option(
            "warden",
            (MILD, GRIM),
            MILD,
            "open",
            "solo: strength of the Warden's attacks on Outposts",
            "C27",
            ((MILD, "mild", "distance + 1"), (GRIM, "grim", "distance + 2")),
        ),
        Option(
            "level",
            (NORMAL, HARD),
            NORMAL,
            "open",
            "solo: VP that the Warden gets for each Connection",
            value_texts=((NORMAL, "normal", "1 VP"), (HARD, "hard", "2 VP")),
        ),
        Option(
            "brisk",
            ("off", "on"),
            "off",
            "open",
            "up to two actions a turn (never in solo)",
            "C29",
        ),
    ]
)
