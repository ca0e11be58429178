"""Good fights among the ideas of a bot: battles that its action starts and that it is likely to win."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.bots.base import DecisionPosition
from core.engine.game import Decision
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.foresight import UpcomingBattle, count_upcoming_odds, upcoming_battles
from core.games.bridgefront.odds import Odds, run_to_end, simulate
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront

GOOD_CHANCE = Fraction(4, 5)
"""Chance of winning from which a fight is good."""
MAX_PIECES = 12
"""Pieces of work, of a few milliseconds each, in which the odds of a battle are counted."""
SAMPLES = 40
"""Number of simulated battles that replace odds whose count takes longer."""


def winning_chance(state: Bridgefront, seat: int, action: Action) -> Fraction:
    """Return the best chance of winning among the battles that an action surely starts; 0 if it starts none.

    The chances of large battles are estimates.
    """
    fights = [fight for fight in upcoming_battles(state, seat, action) if fight.attacker == seat and fight.chance == 1]
    return max(map(_chance_of, fights), default=Fraction(0))


def _chance_of(fight: UpcomingBattle) -> Fraction:
    """Return the attacker's chance of winning a battle."""
    work = count_upcoming_odds(fight)
    try:
        for _ in range(MAX_PIECES):
            next(work)
    except StopIteration as done:
        odds: Odds = done.value
        return odds.win_chance(fight.attacker)
    state, sides = fight.state, (fight.hex, fight.attacker, fight.defender, fight.siege)
    ends = run_to_end(simulate(lambda beacon: Battle(Step(state.clone(), beacon), *sides), SAMPLES))
    won = [chance for (ours, theirs), chance in ends.items() if ours.unit_count and not theirs.unit_count]
    return sum(won, Fraction(0))


def good_fight(position: DecisionPosition[Bridgefront], ideas: Sequence[Decision]) -> Decision | None:
    """Return the first idea that starts a battle which the seat wins in at least four of five cases, or None."""
    for idea in ideas:
        if (
            isinstance(idea, Action)
            and idea.kind != "done"
            and winning_chance(position.state, position.seat, idea) >= GOOD_CHANCE
        ):
            return idea
    return None
