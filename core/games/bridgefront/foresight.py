"""What an action comes to if nobody else did anything: the battles and sieges that it would cause, with their odds.

The action is resolved by the engine itself on a copy of the state, up to each battle. What others choose in the same
step is not known and not guessed. Where chance is in it, each way that it may take is followed, or many are.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from core.engine.chance.beacon import Chance
from core.engine.chance.exact import Picks, TooManyWays, every_way
from core.engine.codec import H
from core.games.bridgefront import battle_start, siege
from core.games.bridgefront.action_phase import ACTION
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.odds import Counting, Odds, counting, fresh_battle
from core.games.bridgefront.rules import CHAPTERS, Step
from core.games.bridgefront.state import Bridgefront

MOST_WAYS = 48
"""An action that chance can take further apart is tried out so many times instead."""


class Ahead(NamedTuple):
    """A battle or siege to come: the state in which it would begin, and the chance that it comes to that."""

    hex: int
    attacker: int
    defender: int
    siege: bool
    state: Bridgefront
    chance: Fraction


def foresee(state: Bridgefront, seat: int, action: Action) -> list[Ahead]:
    """The battles that the action alone would cause, in order, then the sieges that it touches.

    The action has to be legal. Empty where nothing is fought.
    """
    known: dict[Hashable, Ahead] = {}

    def run(chance: Picks | Chance) -> tuple[Hashable, ...]:
        fights = _resolve(state.clone(), seat, action, chance)
        keys = []
        for fight in fights:
            now = fight.state
            there = tuple(now.champions_at(fight.hex, fight.attacker) + now.champions_at(fight.hex, fight.defender))
            forces = tuple(now.forces[s].get(fight.hex, 0) for s in (fight.attacker, fight.defender))
            keys.append((fight.hex, fight.attacker, fight.defender, fight.siege, forces, there, tuple(now.marks)))
            known.setdefault(keys[-1], fight)
        return tuple(keys)

    try:
        found = every_way(run, MOST_WAYS)
    except TooManyWays:
        found = {}
        for n in range(MOST_WAYS):
            keys = run(Chance(H("tether.foresight", [n])))
            found[keys] = found.get(keys, Fraction()) + Fraction(1, MOST_WAYS)
    chances: dict[Hashable, Fraction] = {}
    for fights, p in found.items():
        for key in fights:
            chances[key] = chances.get(key, Fraction()) + p
    return [known[key]._replace(chance=p) for key, p in chances.items()]


def odds_ahead(ahead: Ahead) -> Counting[Odds]:
    """The odds of a battle to come, counted in pieces."""
    return counting(ahead.state, ahead.hex, ahead.attacker, ahead.defender, ahead.siege)


def _resolve(state: Bridgefront, seat: int, action: Action, chance: Picks | Chance) -> list[Ahead]:
    """Resolves the action alone; what is fought is noted and not fought."""
    detail = next(detail for asked, _, detail in state.asking if asked == seat)
    before = [_there(state, capital) for capital in state.capital]
    state.asking, state.agenda = (), []
    step = Step(state, bytes(32))
    step.chance = chance  # type: ignore[assignment]
    ACTION.answer_all(step, {seat: action}, {seat: detail})
    fights: list[Ahead] = []
    agenda = state.agenda
    while agenda and not state.asking and agenda[-1][0] != "step end":
        name, *values = agenda.pop()
        if name == "battles":
            _due(step, fights)
        else:
            CHAPTERS.agendas[name](step, *values)
    for owner in state.seats:
        capital = state.capital[owner]
        sides = siege.sides(state, owner)
        touched = sides is not None and seat in sides and _there(state, capital) != before[owner]
        if sides is not None and touched and not battle_start.would_skirmish(state, capital, *sides):
            fights.append(Ahead(capital, *sides, True, state.clone(), Fraction(1)))
    return fights


def _due(step: Step, fights: list[Ahead]) -> None:
    """The battles that are due; what each uses up is gone for the next, its units stay."""
    state = step.state
    while state.pending:
        (hex_, attacker), *rest = state.pending
        state.pending = tuple(rest)
        defender = next((other for other in state.players_at(hex_) if other != attacker), 0)
        if not defender or battle_start.skirmish(step, hex_, attacker, defender):
            continue
        fights.append(Ahead(hex_, attacker, defender, False, state.clone(), Fraction(1)))
        battle_start.attach(fresh_battle(step, hex_, attacker, defender))


def _there(state: Bridgefront, hex_: int) -> tuple[Any, ...]:
    """Everybody who stands in a hex."""
    return tuple(
        (seat, state.forces[seat].get(hex_, 0), tuple(state.champions_at(hex_, seat)))
        for seat in state.players_at(hex_)
    )
