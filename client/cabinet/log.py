"""How the log writes the events of Cabinet, and whom they concern."""

from __future__ import annotations

from client.table import log
from core.cabinet import events as e
from core.kernel.game import Event

HEADS = (e.MilestoneAchieved, e.MatchEnded)
CHAPTERS = (e.TurnBegan, e.FirstPlayer)
CRISES = (e.ChallengeFlipped, e.ChallengeStays, e.ChallengeLaid, e.ChallengeAverted, e.TimePassed, e.UpkeepDue)
GOOD = (e.ChallengePaid, e.ChallengeRemoved, e.UpkeepSkipped)
QUIET = (e.DeckShuffled, e.MilestonePutUnder, e.CardsPutBack, e.DrawLost)


def seats_of(event: Event) -> tuple[int, ...]:
    """Whom an event concerns."""
    found = (getattr(event, name, 0) for name in ("seat", "to"))
    return tuple(dict.fromkeys(seat for seat in found if isinstance(seat, int) and seat > 0))


class Story(log.Story):
    """The log and the chat of a match of Cabinet."""

    filters = (("", "All"), ("crisis", "Crises"), ("payment", "Payments"), ("chat", "Talk"))

    def line_of(self, event: Event, told: str) -> tuple[str, set[str], float]:
        """How the sentence of an event is written."""
        kind = type(event)
        if kind in HEADS:
            return f"{{accent}}*{told}*{{/}}", {"crisis", "payment"}, 0.0
        if kind in CHAPTERS:
            return f"{{accent}}{told}{{/}}", {"crisis", "payment"}, 0.0
        if kind in CRISES:
            return f"{{bad}}{told}{{/}}", {"crisis"}, 0.0
        if kind in GOOD:
            return f"{{good}}{told}{{/}}", {"crisis", "payment"}, 0.0
        if kind in (e.CardsPledged, e.CardsPaid, e.PaymentShort, e.AssistUsed, e.CardsOffered):
            return told, {"payment"}, 8.0
        if kind in QUIET:
            return f"{{muted}}{told}{{/}}", {"crisis"}, 0.0
        return told, {"payment"}, 0.0
