"""Texts of the questions to a player of Midnight."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import QuestionText
from core.games.midnight import action, elimination, setup, turn, upgrades

PROMPTS: Mapping[AnyQuestion, QuestionText] = {
    setup.NATION: QuestionText("Your nation", "Choose your nation."),
    action.ACT: QuestionText(
        "Your action",
        "Choose an action: play a card from your hand, move a card on a border, or end your turn.",
    ),
    turn.TRIM: QuestionText("Over the limit", "Your hand is over the limit: choose what to discard."),
    turn.DEPLOY: QuestionText("Tensions rise", "Tensions rise: you may lay cards on borders."),
    upgrades.UPGRADES: QuestionText("Upgrade", "Choose the dial to turn up."),
    elimination.DOWNGRADE: QuestionText("Ruin", "You have fallen into Ruin: turn one dial down."),
    elimination.CAPTURE: QuestionText("Captor", "Take one card from the hand of the fallen nation."),
}
"""Text of every question except those that clients answer automatically."""
