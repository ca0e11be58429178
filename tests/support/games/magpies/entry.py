"""Entry of Magpies in the tests."""

from tests.support.games.entry import GameTests, Playthrough

ENTRY = GameTests(
    playthroughs=(Playthrough("magpies_3", "magpies", 3, "three nests", options=(("rounds", 2),)),),
)
