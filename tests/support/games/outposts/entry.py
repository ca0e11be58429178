"""Entry of Outposts in the tests."""

from tests.support.games.entry import GameTests, Playthrough, of

ENTRY = GameTests(
    playthroughs=(
        Playthrough("outposts_1_hard", "outposts", 1, "alone", players="heuristic", options=(("level", "hard"),)),
        Playthrough("outposts_1_grim", "outposts", 1, "alone and grim", options=(("warden", "grim"),)),
        Playthrough("outposts_2", "outposts", 2, "two leagues"),
        Playthrough(
            "outposts_3_brisk", "outposts", 3, "three leagues", players="heuristic", options=(("brisk", "on"),)
        ),
        Playthrough("outposts_4", "outposts", 4, "the whole shelf", players="mixed"),
    ),
    option_words={
        "warden": of(mild="the card's distance plus 1 reaches", grim="the card's distance plus 2 reaches"),
        "level": of(normal="Connections for 2 vp each", hard="Connections for 3 vp each"),
        "brisk": of(off="You take one action a turn.", on="You take one or two actions a turn"),
    },
)
