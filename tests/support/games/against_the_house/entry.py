"""Entry of Against the house in the tests."""

from tests.support.games.entry import GameTests, Playthrough

ENTRY = GameTests(
    playthroughs=(
        Playthrough("against_the_house_1", "against_the_house", 1, "alone"),
        Playthrough("against_the_house_3", "against_the_house", 3, "three of a team, together"),
    ),
)
