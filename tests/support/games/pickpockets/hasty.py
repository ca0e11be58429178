"""Variants of Pickpockets that wrongly score hands before the final audit has opened them."""

from __future__ import annotations

import copy
from collections.abc import Callable

from core.engine.agenda import GameRules
from tests.support.games.pickpockets.game import DECK, POCKETS, RULES, Pickpockets, Round


def scored(step: Round) -> None:
    """Score the face-up cards of each hand, of which there are none before the audit."""
    step.state.points = [sum((copy - 1) % DECK + 1 for copy in hand) for hand in step.state.piles.shown]


def forgets(step: Round) -> None:
    """Score the hands, and leave the final audit to the engine."""
    scored(step)
    step.state.over = True


def audits_late(step: Round) -> None:
    """Score the hands, then ask for the final audit."""
    scored(step)
    step.schedule(("over",))
    POCKETS.final_audit(step)


def reads_slots(step: Round) -> None:
    """Score slot numbers as if they were card numbers."""
    hands = step.state.piles.hand
    step.state.points = [sum((slot - 1) % DECK + 1 for slot in hand) for hand in hands]
    step.state.over = True


def hasty(title: str, end: Callable[[Round], None]) -> Pickpockets:
    """Return the game with another ending."""
    rules: GameRules = copy.copy(RULES)
    rules.agendas = {**RULES.agendas, "end": end}

    class HastyRound(Round):
        __slots__ = ()
        game_rules = rules

    class Hasty(Pickpockets):
        name = title
        step_class = HastyRound

    return Hasty()


FORGETS = hasty("forgets", forgets)
AUDITS_LATE = hasty("audits late", audits_late)
READS_SLOTS = hasty("reads slots", reads_slots)
