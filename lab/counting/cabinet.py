"""What is counted of a match of Cabinet."""

from __future__ import annotations

from typing import Any, ClassVar

from core.cabinet import events as e
from core.kernel.game import Event, Game
from lab.counting.count import PLAYED, Count


class CabinetCount(Count):
    """Ministries, Milestones and Challenges that the team had."""

    counted: ClassVar[dict[type, str]] = {
        e.MinistryPlayed: "ministries played",
        e.MilestoneAchieved: "milestones",
        e.CardShared: "cards shared",
    }

    def one(self, game: Game, state: Any, event: Event) -> None:
        """Ministries by name; Challenges, which belong to nobody, for the first seat."""
        kind = type(event)
        if kind is e.MinistryPlayed:
            self.card(event.seat, game.card(state, event.copy), PLAYED)
        elif kind is e.ChallengePaid:
            self.counts[1]["challenges paid"] += 1
        elif kind is e.ChallengeStays:
            self.counts[1]["challenges that stay"] += 1
