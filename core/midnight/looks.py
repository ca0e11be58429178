"""Intelligence: what a seat has laid towards another one is shown to that one alone (PROTOCOL 9.1)."""

from __future__ import annotations

from core.kernel.cards import closed
from core.midnight import events
from core.midnight.hands import LOOKS
from core.midnight.rules import Step, agenda


@agenda("look")
def look(step: Step, owner: int, looker: int) -> None:
    """Intelligence by Discard: every card that the owner has facing the looker."""
    entries = step.state.border(owner, looker)
    step.say(events.Looked(looker, owner, len(entries)))
    LOOKS.show_to(step, owner, looker, closed(entries))
