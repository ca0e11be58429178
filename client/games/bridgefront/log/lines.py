"""Log lines of Bridgefront's events."""

from __future__ import annotations

from client.table import log
from core.engine.game import Event
from core.games.bridgefront import events as e

HEADS = (e.RoundBegan, e.AgeBegan, e.MatchEnded)
CHAPTERS = (e.PhaseBegan, e.ActionStepBegan)
BATTLE_EVENTS = (e.BattleBegan, e.BattleEnded)
INDENTED = (e.CombatRolled, e.HitLanded, e.ForcesDied, e.ChampionHurt, e.ChampionDied, e.DamagePaidOff)
OF_CARDS = (e.CardShown, e.CardDiscarded, e.CardBurnt, e.CardLaidOnTop, e.CardsSorted, e.RowLaid, e.OfferTurnedUp,
            e.CardGained, e.CardRefused, e.BidsShown, e.TieDice, e.HandThrownAway, e.CardsDrawnOpenly,
            e.CardsInTheOpen)  # fmt: skip
QUIET = (e.AuditPassed, e.AuditOwed, e.PileLaid, e.CardsDrawn, e.CardsLookedAt)
LOG_FILTERS: tuple[tuple[str, str], ...] = (
    ("", "All"),
    ("action", "Actions"),
    ("battle", "Battles"),
    ("card", "Cards"),
    ("chat", "Chat"),
)
"""Filters of the log; each is a tag of lines and a label."""


def format_line(event: Event, told: str) -> tuple[str, set[str], float]:
    """Return the markup, the tags and the indent of an event's line in the log.

    Lines on rounds and phases pass every filter of events.
    """
    kind = type(event)
    every = {"action", "battle", "card"}
    if kind in HEADS:
        return f"{{accent}}*{told}*{{/}}", every, 0.0
    if kind in CHAPTERS:
        return f"{{accent}}{told}{{/}}", every, 0.0
    if kind in BATTLE_EVENTS:
        return f"{{bad}}{told}{{/}}", {"battle"}, 0.0
    if kind in INDENTED:
        return told, {"battle"}, 10.0
    one_of_hand = isinstance(event, e.CardDiscarded) and event.why == "cleanup"  # a line above names the whole hand
    if kind in OF_CARDS and not one_of_hand:
        return told, {"card"}, 0.0
    if kind in QUIET or one_of_hand:
        return f"{{muted}}{told}{{/}}", {"card", log.ON_REQUEST} if one_of_hand else {"card"}, 0.0
    return f"{{warn}}{told}{{/}}" if kind is e.Fizzled else told, {"action"}, 0.0


LOG = log.LogSpec(filters=LOG_FILTERS, write=format_line)
