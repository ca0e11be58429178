"""Log of Outposts: texts of its events, and the seats that they concern."""

from __future__ import annotations

from client.table import log
from core.engine.game import Event
from core.games.outposts import events as e

HEADS = (e.RoundBegan, e.MatchEnded)
MAP = (e.OutpostBuilt, e.OutpostUpgraded, e.OutpostActivated, e.OutpostTakenAway, e.WallsPlaced)
RAZED = (e.LocationRazed, e.OutpostRazed, e.HandCardRazed, e.WardenRazed, e.WardenFailed, e.WardenFlipped, e.WallLost)
INDENTED = (e.Paid, e.RuinsGained)
BOTH = ("action", "map")
QUIET = (e.RowDiscarded, e.DeckRenewed, e.CardsBuried, e.MarksKept, e.RoundEnded)


def seats_of(event: Event) -> tuple[int, ...]:
    """Return the seats that an event concerns."""
    return log.concerned_seats(event, "seat", "owner", "to")


LOG = log.LogSpec(
    filters=(("", "All"), ("action", "Actions"), ("map", "Map"), ("chat", "Chat")),
    formats=log.line_formats(
        (HEADS, "accent *", BOTH, 0.0),
        (RAZED, "bad", BOTH, 0.0),
        (MAP, "", BOTH, 0.0),
        ((e.Passed,), "info", ("action",), 0.0),
        (INDENTED, "muted", ("action",), 10.0),
        ((e.Gained,), "good", ("action",), 10.0),
        (QUIET, "muted", ("action",), 0.0),
    ),
    seats_of=seats_of,
)
