"""Texts of the questions to a player of Outposts."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import QuestionText
from core.games.outposts import action, cleanup, lookout_phase, production, setup

PROMPTS: Mapping[AnyQuestion, QuestionText] = {
    setup.LEAGUE: QuestionText("A league", "Choose your league."),
    setup.BURY: QuestionText("First cards", "Choose the cards to put under your satchel."),
    lookout_phase.SELECT: QuestionText("Lookout", "Take a card, or skip and build an Outpost."),
    production.FAVOUR: QuestionText("Crossroads Fair", "Choose a Central direction for each Crossroads Fair."),
    action.ACT: QuestionText("Your action", "Choose an action, or pass."),
    cleanup.TIDY: QuestionText("Cleanup", "Keep marks and cards up to the limits."),
}
"""Text of every question."""
