"""Entry of Cabinet in the tests."""

from tests.support.games.entry import GameTests, Playthrough, of

ENTRY = GameTests(
    playthroughs=(
        Playthrough("cabinet_2_storm", "cabinet", 2, "two ministers", options=(("target", "storm"), ("clock", "seed"))),
        Playthrough("cabinet_3", "cabinet", 3, "three ministers", players="heuristic"),
        Playthrough("cabinet_5", "cabinet", 5, "the whole cabinet", players="mixed", options=(("target", "calm"),)),
    ),
    option_words={
        "target": of(calm="10 with 2, 19 with 3", normal="12 with 2, 21 with 3", storm="14 with 2, 23 with 3"),
        "clock": of(
            passes="2 leave the deck unseen",
            seed="Lost: a Challenge is due, and the deck is empty. The deck is your clock. hourglass Lost: 60",
            literal="Lost: the last Challenge leaves the deck",
        ),
        "pace": of(brisk="the player in office decides", full="secretly pledge cards"),
        "courtesy": of(off="All hands are open", on="hands are shown face down"),
    },
    rare_questions={
        "swap": "the ruleset classic asks it",
        "accept": "the ruleset classic asks it",
        "attempt": "only if the Cabinet Office attempts after its first action turned the open Milestones over",
    },
    stale_words={
        "clock": {
            "passes": "stands still|to come",
            "seed": r"leave the deck unseen each turn|at most \d+ turns? left",
            "literal": r"leave the deck unseen each turn|at most \d+ turns? left",
        }
    },
)
