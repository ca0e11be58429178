"""Entry of Sealed auction in the tests."""

from tests.support.games.entry import GameTests, Playthrough

ENTRY = GameTests(
    playthroughs=(
        Playthrough("sealed_auction_4", "sealed_auction", 4, "four bidders"),
        Playthrough("common_purse_3", "common_purse", 3, "three satchels"),
    ),
)
