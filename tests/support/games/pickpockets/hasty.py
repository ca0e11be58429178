"""Pickpockets by rules that score hands before the final audit has opened them: three ways to make that mistake."""

from __future__ import annotations

import copy
from collections.abc import Callable

from core.engine.agenda import GameRules
from tests.support.games.pickpockets.game import DECK, POCKETS, RULES, Pickpockets, Round


def scored(step: Round) -> None:
    """Score the open cards of each hand: before the audit there are none."""
    step.state.points = [sum((copy - 1) % DECK + 1 for copy in hand) for hand in step.state.piles.shown]


def forgets(step: Round) -> None:
    """Leave the final audit to the kernel."""
    scored(step)
    step.state.over = True


def audits_late(step: Round) -> None:
    """Ask for the final audit once all is scored."""
    scored(step)
    step.later(("over",))
    POCKETS.final_audit(step)


def reads_slots(step: Round) -> None:
    """Take the numbers of slots for those of cards."""
    hands = step.state.piles.hand
    step.state.points = [sum((slot - 1) % DECK + 1 for slot in hand) for hand in hands]
    step.state.over = True


def hasty(title: str, end: Callable[[Round], None]) -> Pickpockets:
    """Return the game with another end."""
    rules: GameRules = copy.copy(RULES)
    rules.agendas = {**RULES.agendas, "end": end}

    class HastyRound(Round):
        __slots__ = ()
        chapters = rules

    class Hasty(Pickpockets):
        name = title
        steps = HastyRound

    return Hasty()


FORGETS = hasty("forgets", forgets)
AUDITS_LATE = hasty("audits late", audits_late)
READS_SLOTS = hasty("reads slots", reads_slots)
