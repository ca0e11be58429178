"""Audits of a match, derived from its events."""

from __future__ import annotations

from typing import TypeVar

from client.table.view_model import Audit
from core.engine.events import AuditOwed, AuditPassed
from core.engine.game import Event, GameOf, State

S = TypeVar("S", bound=State)


def audit_of(game: GameOf[S], state: S, event: Event) -> Audit | None:
    """Return the audit that an event contains, with the round from the state, or None."""
    if isinstance(event, AuditPassed):
        return Audit(game.rounds(state), event.seat, event.slots, "waits" if event.waits else "passed")
    return Audit(game.rounds(state), event.seat, event.slots, "owed") if isinstance(event, AuditOwed) else None
