"""How the log writes the events of Midnight, and whom they concern."""

from __future__ import annotations

from client.table import log
from core.kernel.game import Event
from core.midnight import events as e

HEADS = (e.ClockTicked, e.MidnightCame, e.MatchEnded)
CHAPTERS = (e.TurnBegan, e.LastActions, e.SunRose, e.EscalationRevealed)
WAR = (e.GlobalConflict, e.DisputeBegan, e.Fell, e.Eliminated, e.PactBroken)
INDENTED = (e.CardCancelled, e.Attacked)
QUIET = (e.AuditPassed, e.AuditOwed, e.PileLaid, e.CardsDrawn)
_SEATS = ("seat", "other", "attacker", "defender", "looker", "owner", "captor", "victim", "winner", "by")


def seats_of(event: Event) -> tuple[int, ...]:
    """Whom an event concerns."""
    found = (getattr(event, name, 0) for name in _SEATS if not (name == "by" and not isinstance(event, e.Fell)))
    return tuple(dict.fromkeys(seat for seat in found if isinstance(seat, int) and seat > 0))


class Story(log.Story):
    """The log and the chat of a match of Midnight."""

    filters = (("", "All"), ("action", "Actions"), ("war", "Disputes"), ("chat", "Chat"))

    def line_of(self, event: Event, told: str) -> tuple[str, set[str], float]:
        """How the sentence of an event is written."""
        kind = type(event)
        if kind in HEADS:
            return f"{{accent}}*{told}*{{/}}", {"action", "war"}, 0.0
        if kind in CHAPTERS:
            return f"{{accent}}{told}{{/}}", {"action", "war"}, 0.0
        if kind in WAR:
            return f"{{bad}}{told}{{/}}", {"war"}, 0.0
        if kind in INDENTED:
            return told, {"war"}, 10.0
        if kind in QUIET:
            return f"{{muted}}{told}{{/}}", {"action"}, 0.0
        return told, {"action"}, 0.0
