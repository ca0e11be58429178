"""What a player of Midnight is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.midnight import action, elimination, setup, turn, upgrades

PUT: Mapping[AnyQuestion, Put] = {
    setup.NATION: Put("Your nation", "Choose your nation."),
    action.ACT: Put(
        "Your action",
        "Choose an action: play a card from your hand, move a card on a border, or end your turn.",
    ),
    turn.TRIM: Put("Over the limit", "Your hand is over the limit: choose what to discard."),
    turn.DEPLOY: Put("Tensions rise", "Tensions rise: you may lay cards on borders."),
    upgrades.UPGRADES: Put("Upgrade", "Choose the dial to turn up."),
    elimination.DOWNGRADE: Put("Ruin", "You have fallen into Ruin: turn one dial down."),
    elimination.CAPTURE: Put("Captor", "Take one card from the hand of the fallen nation."),
}
"""Everything but what clients answer by themselves."""
