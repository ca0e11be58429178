"""What a player of Outposts is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.outposts import action, cleanup, lookout_phase, production, setup

PUT: Mapping[AnyQuestion, Put] = {
    setup.LEAGUE: Put("A league", "You must choose the league that you lead."),
    setup.BURY: Put("The first cards", "You keep four cards: choose which two go under your satchel."),
    lookout_phase.SELECT: Put("Lookout", "You must take a card, or skip to build an Outpost."),
    production.FAVOUR: Put("Crossroads Fair", "You must choose a Central direction for each Crossroads Fair."),
    action.ACT: Put("Your action", "You must choose one action, or pass."),
    cleanup.TIDY: Put("Cleanup", "You keep three marks and ten cards: choose which."),
}
"""Everything that is asked."""
