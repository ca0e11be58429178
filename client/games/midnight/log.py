"""Log of Midnight: texts of its events, and the seats that they concern."""

from __future__ import annotations

from client.table import log
from core.engine.game import Event
from core.games.midnight import events as e

HEADS = (e.ClockTicked, e.MidnightCame, e.MatchEnded)
CHAPTERS = (e.TurnBegan, e.LastActions, e.SunRose, e.EscalationRevealed)
WAR_EVENTS = (e.GlobalConflict, e.DisputeBegan, e.Fell, e.Eliminated, e.PactBroken)
INDENTED = (e.CardCancelled, e.Attacked)
QUIET = (e.AuditPassed, e.AuditOwed, e.PileLaid, e.CardsDrawn)
BOTH = ("action", "war")
_SEATS = ("seat", "other", "attacker", "defender", "looker", "owner", "captor", "victim", "winner")


def seats_of(event: Event) -> tuple[int, ...]:
    """Return the seats that an event concerns, including the conqueror of a fallen nation."""
    return log.concerned_seats(event, *_SEATS, *(("by",) if isinstance(event, e.Fell) else ()))


LOG = log.LogSpec(
    filters=(("", "All"), ("action", "Actions"), ("war", "Disputes"), ("chat", "Chat")),
    formats=log.line_formats(
        (HEADS, "accent *", BOTH, 0.0),
        (CHAPTERS, "accent", BOTH, 0.0),
        (WAR_EVENTS, "bad", ("war",), 0.0),
        (INDENTED, "", ("war",), 10.0),
        (QUIET, "muted", ("action",), 0.0),
    ),
    seats_of=seats_of,
)
