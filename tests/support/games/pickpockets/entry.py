"""Entry of Pickpockets in the tests."""

from tests.support.games.entry import GameTests, Playthrough

ENTRY = GameTests(
    playthroughs=(Playthrough("pickpockets_3", "pickpockets", 3, "three pockets"),),
)
