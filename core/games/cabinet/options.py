"""Options of a match, agreed before the start and shown to all before the first decision."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.options import Option, Options, ValueTexts
from core.engine.text.words import format_count
from core.games.cabinet.cards import LEVELS, TARGETS
from core.games.cabinet.ruleset import Numbers

PASSES, SEED, LITERAL = "passes", "seed", "literal"
BRISK, FULL = "brisk", "full"


def goals_text(targets: Mapping[int, tuple[int, ...]], level: str) -> str:
    """Return the points to reach on a level, for each number of players."""
    return ", ".join(f"{targets[seats][LEVELS.index(level)]} points with {seats} players" for seats in targets)


def clock_words(passing: int, turns: int) -> ValueTexts:
    """Return the words for the values of the option "clock".

    `passing` is the number of Challenges that leave the deck as time passes, and `turns` the number of turns without
    time.
    """
    leave = f"{format_count(passing, 'Challenge')} {'leaves' if passing == 1 else 'leave'} the deck unseen each turn"
    return (
        (PASSES, "time passes", f"at the limit {leave}"),
        (SEED, "stands still", f"at the limit none leaves; after {format_count(turns, 'turn')} the match is lost"),
        (LITERAL, "last card", "as with time passes, and the match is lost once the last Challenge has left the deck"),
    )


OPTIONS = Options(
    [
        Option(
            "target",
            LEVELS,
            "normal",
            "open",
            "points the team has to reach",
            value_texts=(
                ("calm", "calm", "two points fewer"),
                ("normal", "normal", goals_text(TARGETS, "normal")),
                ("storm", "storm", "two points more"),
            ),
        ),
        Option(
            "clock",
            (PASSES, SEED, LITERAL),
            PASSES,
            "open",
            "what happens to the Challenge deck at the limit, and when it is empty",
            "B3",
            clock_words(Numbers().passing_challenges, Numbers().max_turns),
        ),
        Option(
            "pace",
            (BRISK, FULL),
            BRISK,
            "open",
            "who is asked about joint payments, joint discards and draws",
            "B38",
            (
                (BRISK, "brisk", "the player in office decides payments, the fullest hands discard, one choice draws"),
                (FULL, "full", "all pledge and offer cards in secret, and each draw is a choice of its own"),
            ),
        ),
        Option(
            "courtesy",
            ("off", "on"),
            "off",
            "open",
            "whether the window shows the hands of other players face down; a modified program can still see them",
        ),
    ]
)
