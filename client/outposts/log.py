"""How the log writes the events of Outposts, and whom they concern."""

from __future__ import annotations

from client.table import log
from core.kernel.game import Event
from core.outposts import events as e

HEADS = (e.RoundBegan, e.MatchEnded)
MAP = (e.OutpostBuilt, e.OutpostUpgraded, e.OutpostActivated, e.OutpostTakenAway, e.WallsPlaced)
RAZED = (e.LocationRazed, e.OutpostRazed, e.HandCardRazed, e.WardenRazed, e.WardenFailed, e.WardenFlipped, e.WallLost)
INDENTED = (e.Gained, e.Paid, e.RuinsGained)
QUIET = (e.RowDiscarded, e.DeckRenewed, e.CardsBuried, e.MarksKept, e.RoundEnded)


def seats_of(event: Event) -> tuple[int, ...]:
    """Whom an event concerns."""
    found = (getattr(event, name, 0) for name in ("seat", "owner", "to"))
    return tuple(dict.fromkeys(seat for seat in found if isinstance(seat, int) and 0 < seat < 9))


class Story(log.Story):
    """The log and the chat of a match of Outposts."""

    filters = (("", "All"), ("action", "Actions"), ("map", "Map"), ("chat", "Chat"))

    def line_of(self, event: Event, told: str) -> tuple[str, set[str], float]:
        """How the sentence of an event is written."""
        kind = type(event)
        if kind in HEADS:
            return f"{{accent}}*{told}*{{/}}", {"action", "map"}, 0.0
        if kind in RAZED:
            return f"{{bad}}{told}{{/}}", {"action", "map"}, 0.0
        if kind in MAP:
            return told, {"action", "map"}, 0.0
        if kind is e.Passed:
            return f"{{info}}{told}{{/}}", {"action"}, 0.0
        if kind in INDENTED:
            return f"{{good}}{told}{{/}}" if kind is e.Gained else f"{{muted}}{told}{{/}}", {"action"}, 10.0
        if kind in QUIET:
            return f"{{muted}}{told}{{/}}", {"action"}, 0.0
        return told, {"action"}, 0.0
