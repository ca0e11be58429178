"""Log texts of Cabinet's events, and the seats that the events concern."""

from __future__ import annotations

from client.table import log
from core.engine.game import Event
from core.games.cabinet import events as e

HEADS = (e.MilestoneAchieved, e.MatchEnded)
CHAPTERS = (e.TurnBegan, e.FirstPlayer)
CRISES = (
    e.ChallengeFlipped,
    e.ChallengeStays,
    e.ChallengeLaid,
    e.ChallengeAverted,
    e.TimePassed,
    e.UpkeepDue,
    e.ChallengePasses,
)
GOOD = (e.ChallengePaid, e.ChallengeRemoved, e.UpkeepSkipped)
QUIET = (e.DeckShuffled, e.MilestonePutUnder, e.CardsPutBack, e.DrawLost, e.CardsForeseen)


PAYMENT_EVENTS = (e.CardsPledged, e.CardsPaid, e.PaymentShort, e.AssistUsed, e.CardsOffered)
BOTH = ("crisis", "payment")


def seats_of(event: Event) -> tuple[int, ...]:
    """Return the seats that an event concerns."""
    return log.concerned_seats(event, "seat", "to")


LOG = log.LogSpec(
    filters=(("", "All"), ("crisis", "Crises"), ("payment", "Payments"), ("chat", "Talk")),
    formats=log.line_formats(
        (HEADS, "accent *", BOTH, 0.0),
        (CHAPTERS, "accent", BOTH, 0.0),
        (CRISES, "bad", ("crisis",), 0.0),
        (GOOD, "good", BOTH, 0.0),
        (PAYMENT_EVENTS, "", ("payment",), 8.0),
        (QUIET, "muted", ("crisis",), 0.0),
    ),
    usual=log.LineFormat(tags=("payment",)),
    seats_of=seats_of,
)
