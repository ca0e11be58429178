"""Options of a match, agreed before the start and shown to all before the first decision."""

from __future__ import annotations

from core.engine.options import Option, Options
from core.games.cabinet.cards import LEVELS, MAX_TURNS, TARGETS

PASSES, SEED, LITERAL = "passes", "seed", "literal"
USUAL = ", ".join(f"{TARGETS[seats][LEVELS.index('normal')]} points with {seats} players" for seats in TARGETS)
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
                ("normal", "normal", USUAL),
                ("storm", "storm", "two points more"),
            ),
        ),
        Option(
            "clock",
            (PASSES, SEED, LITERAL),
            PASSES,
            "open",
            "what the Challenge deck does while the limit is reached, and when it is empty",
            "B3",
            (
                (PASSES, "time passes", "two Challenges leave the deck unseen"),
                (SEED, "stands still", f"none leaves at the limit; after {MAX_TURNS} turns the match is lost"),
                (
                    LITERAL,
                    "last card",
                    "as before, and the match is lost once the last Challenge has left the deck",
                ),
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
