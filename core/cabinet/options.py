"""Options of a match: agreed before the start and shown to all before the first decision."""

from __future__ import annotations

from core.cabinet.cards import LEVELS
from core.kernel.options import Option, Options

PASSES, SEED = "passes", "seed"
OPTIONS = Options(
    [
        Option(
            "target",
            LEVELS,
            "normal",
            "open",
            "how many points the team has to reach",
            said=(
                ("calm", "calm", "two points fewer"),
                ("normal", "normal", "15 points for two players, 24 for three, 28 for four, 25 for five"),
                ("storm", "storm", "two points more"),
            ),
        ),
        Option(
            "clock",
            (PASSES, SEED),
            PASSES,
            "open",
            "what happens in the Challenge phase while the limit is reached",
            "B3",
            (
                (PASSES, "time passes", "two Challenges leave the deck unseen"),
                (SEED, "stands still", "nothing; after 60 turns the match is lost"),
            ),
        ),
        Option(
            "courtesy",
            ("off", "on"),
            "off",
            "open",
            "whether windows show the hands of others as backs: a courtesy of the window, which hides nothing from a "
            "changed program",
        ),
    ]
)
