"""What a player of Outposts is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.outposts import action, cleanup, lookout_phase, production, setup

PUT: Mapping[AnyQuestion, Put] = {
    setup.LEAGUE: Put("A league", "Choose your league."),
    setup.BURY: Put("First cards", "Keep four cards: choose two to put under your satchel."),
    lookout_phase.SELECT: Put("Lookout", "Take a card, or skip and build an Outpost."),
    production.FAVOUR: Put("Crossroads Fair", "Choose a Central direction for each Crossroads Fair."),
    action.ACT: Put("Your action", "Choose an action, or pass."),
    cleanup.TIDY: Put("Cleanup", "Keep up to three marks and ten cards."),
}
"""Everything that is asked."""
