"""Counts of a match of Cabinet."""

from __future__ import annotations

from typing import Any, ClassVar

from core.engine.game import Game
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

    def one(self, game: Game, state: Any, event: Any) -> None:
        """Count cards by name, drawn or taken, then played, paid or achieved, for the team as one.

        Challenges, which belong to nobody, count for the first seat.
        """
        kind = type(event)
        what = DONE.get(kind)
        if what is not None:
            copies = (event.copy,) if hasattr(event, "copy") else event.copies
            for copy in copies:
                self.card(event.seat, cards.name(copy), what)
        elif kind is e.ChallengeRemoved:
            for copy in event.paid:
                self.card(event.seat, cards.name(copy), PLAYED)
        elif kind is e.ChallengePaid:
            self.counts[1]["challenges paid"] += 1
        elif kind is e.ChallengeStays:
            self.counts[1]["challenges that stay"] += 1


DONE: dict[type, int] = {
    **dict.fromkeys((e.CardDrawn, e.CardsTaken, e.MilestonesDrawn), GAINED),
    **dict.fromkeys((e.MinistryPlayed, e.MinistryPlaced, e.AssistUsed, e.CardsPaid, e.MilestoneAchieved), PLAYED),
}
"""Use of the cards that an event names: gained or played."""
