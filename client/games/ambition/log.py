"""Log texts of Ambition's events, and the seats that the events concern."""

from __future__ import annotations

from client.table import log
from core.engine import events as k
from core.engine.game import Event
from core.engine.hidden.contracts import PaperLapsed, PaperOpened
from core.engine.hidden.shared_deck import events as s
from core.games.ambition import events as e

BOTH = ("claim", "strike")
CHAPTERS = (e.TurnBegan,)
CLAIM_EVENTS = (
    e.Claimed,
    e.ClaimChallenged,
    e.ClaimJudged,
    e.ClaimHeld,
    e.Declared,
    e.Doubted,
    e.ClaimCleared,
    e.DuelFought,
)
BAD = (e.ClaimCaught, e.Convicted, e.AllianceBroken, e.AllianceUncovered, e.AllianceVoid)
STRIKE_EVENTS = (e.Launched, e.Struck, e.TokenTaken, e.TokenLost)
STOPPED = (e.Deflected, e.Sheltered)
PACTS = (e.Forged, e.ForgedInSecret, e.AllianceCompleted, e.AllianceEnded, PaperOpened, PaperLapsed)
QUIET = (s.DeckPassed, s.DeckShuffled, k.HandMixed, e.NothingProposed, e.LetPass, s.CardLaidUnder, s.CardLaidDown,
         e.NothingDrawn, e.NoEffect)  # fmt: skip


def seats_of(event: Event) -> tuple[int, ...]:
    """Return the seats that an event concerns."""
    named = log.concerned_seats(event, "seat", "partner", "a", "b", "other", "attacker", "target", "to",
                                "giver", "taker", "looker", "proposer")  # fmt: skip
    return tuple(dict.fromkeys((*named, *getattr(event, "challengers", ()))))


LOG = log.LogSpec(
    filters=(("", "All"), ("claim", "Claims"), ("strike", "Strikes"), ("chat", "Chat")),
    formats=log.line_formats(
        ((e.MatchEnded,), "accent *", BOTH, 0.0),
        (CHAPTERS, "accent", BOTH, 0.0),
        (CLAIM_EVENTS, "", ("claim",), 0.0),
        (BAD, "bad", ("claim",), 0.0),
        (STRIKE_EVENTS, "warn", ("strike",), 0.0),
        (STOPPED, "good", ("strike",), 0.0),
        (PACTS, "info", ("other",), 0.0),
        ((e.InfluenceGained,), "good", ("claim",), 10.0),
        ((e.InfluenceLost,), "bad", ("claim",), 10.0),
        (QUIET, "muted", ("other",), 0.0),
    ),
    usual=log.LineFormat(tags=("other",)),
    seats_of=seats_of,
)
