"""Entry of Midnight in the tests."""

from tests.support.games.entry import GameTests, Playthrough, of

ENTRY = GameTests(
    playthroughs=(
        Playthrough("midnight_3", "midnight", 3, "three nations", players="heuristic"),
        Playthrough(
            "midnight_5_modules", "midnight", 5, "all modules", options=(("escalations", "on"), ("pacts", "on"))
        ),
    ),
    option_words={
        "escalations": of(off="No Escalations are turned up", on="At each sunrise an Escalation"),
        "last_sunset": of(conflict="even at the last sunset", none="but not at the last sunset"),
        "pacts": of(off="there are no Pacts", on="This option of the match is on"),
    },
    lesson_options={"pacts": "on"},
)
