"""Statistics counted in a match of Cabinet."""

from __future__ import annotations

from typing import ClassVar

from core.engine.game import Event, Game, State
from core.games.cabinet import cards
from core.games.cabinet import events as e
from lab.games.common_counts import GAINED, PLAYED, Count


class CabinetCount(Count):
    """Counts of the team's Ministries, Milestones and Challenges."""

    counted: ClassVar[dict[type, str]] = {
        e.MinistryPlayed: "ministries played",
        e.MilestoneAchieved: "milestones",
        e.CardShared: "cards shared",
    }

    def count_event(self, game: Game, state: State, event: Event) -> None:
        """Count one event, with cards by name for the whole team.

        Challenges belong to no seat, so they are counted for seat 1.
        """
        if isinstance(event, e.CardDrawn):
            self.card(event.seat, cards.name_of(event.copy), GAINED)
        elif isinstance(event, (e.CardsTaken, e.MilestonesDrawn)):
            for copy in event.copies:
                self.card(event.seat, cards.name_of(copy), GAINED)
        elif isinstance(event, (e.MinistryPlayed, e.MinistryPlaced, e.AssistUsed, e.MilestoneAchieved)):
            self.card(event.seat, cards.name_of(event.copy), PLAYED)
        elif isinstance(event, e.CardsPaid):
            for copy in event.copies:
                self.card(event.seat, cards.name_of(copy), PLAYED)
        elif isinstance(event, e.ChallengeRemoved):
            for copy in event.paid:
                self.card(event.seat, cards.name_of(copy), PLAYED)
        elif isinstance(event, e.ChallengePaid):
            self.counts[1]["challenges paid"] += 1
        elif isinstance(event, e.ChallengeStays):
            self.counts[1]["challenges that stay"] += 1
