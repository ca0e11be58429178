"""Entry of Rock paper scissors in the tests."""

from tests.support.games.entry import GameTests, Playthrough

ENTRY = GameTests(
    playthroughs=(Playthrough("rock_paper_scissors_3", "rock_paper_scissors", 3, "three hands"),),
)
