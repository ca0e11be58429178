"""What a player of Midnight is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.midnight import action, elimination, setup, turn, upgrades

PUT: Mapping[AnyQuestion, Put] = {
    setup.NATION: Put("Your nation", "You must choose the nation that you lead."),
    action.ACT: Put(
        "Your action",
        "You must choose an action: a card of your hand, a card on a border, or the end of your turn.",
    ),
    turn.TRIM: Put("Over the limit", "Your hand is over the limit: you must choose what to discard."),
    turn.DEPLOY: Put("Tensions rise", "Tensions rise: you may lay cards on borders."),
    upgrades.UPGRADES: Put("Upgrade", "You must choose the dial to turn up."),
    elimination.DOWNGRADE: Put("Ruin", "You have fallen into Ruin: you must turn one dial down."),
    elimination.CAPTURE: Put("Captor", "You must take one card of the hand of the nation that has fallen."),
}
"""Everything but what clients answer by themselves."""
