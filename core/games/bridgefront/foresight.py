"""The forecast of a single action: the battles and sieges that it would cause, with their odds.

The engine itself resolves the action on a copy of the state, up to each battle. The choices of the other seats in the
same step are neither known nor guessed. If chance is involved, all its outcomes are followed, or a sample of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

from core.engine.chance.beacon import Chance
from core.engine.chance.exact import ScriptedChance, TooManyPathsError, exact_distribution
from core.engine.codec import H
from core.games.bridgefront.combat import siege, start
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.odds import Interruptible, Odds, count_odds, fresh_battle
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.rules import GAME_RULES, Step
from core.games.bridgefront.state import Bridgefront

MAX_PATHS = 48
"""Maximum number of chance outcomes that are followed for one action.

An action with more outcomes is sampled this number of times instead.
"""


class UpcomingBattle(NamedTuple):
    """A future battle or siege: the state in which it would begin, and its probability."""

    hex: int
    attacker: int
    defender: int
    siege: bool
    state: Bridgefront
    chance: Fraction


def upcoming_battles(state: Bridgefront, seat: int, action: Action) -> list[UpcomingBattle]:
    """Return the battles that the action alone would cause, in order, then the sieges that it affects.

    The action has to be legal. The list is empty if there would be no battle.
    """
    known: dict[Hashable, UpcomingBattle] = {}

    def run(chance: ScriptedChance | Chance) -> tuple[Hashable, ...]:
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
        found = exact_distribution(run, MAX_PATHS)
    except TooManyPathsError:
        found = {}
        for n in range(MAX_PATHS):
            keys = run(Chance(H("tether.foresight", [n])))
            found[keys] = found.get(keys, Fraction()) + Fraction(1, MAX_PATHS)
    chances: dict[Hashable, Fraction] = {}
    for fights, p in found.items():
        for key in fights:
            chances[key] = chances.get(key, Fraction()) + p
    return [known[key]._replace(chance=p) for key, p in chances.items()]


def count_upcoming_odds(ahead: UpcomingBattle) -> Interruptible[Odds]:
    """Return the odds of a future battle; they are counted in pieces."""
    return count_odds(ahead.state, ahead.hex, ahead.attacker, ahead.defender, ahead.siege)


def _resolve(state: Bridgefront, seat: int, action: Action, chance: ScriptedChance | Chance) -> list[UpcomingBattle]:
    """Resolve the action alone, and return the battles that it causes, without fighting them."""
    detail = next(detail for asked, _, detail in state.asking if asked == seat)
    before = [_units_in_hex(state, capital) for capital in state.capital]
    state.asking, state.agenda = (), []
    step = Step(state, bytes(32))
    step.chance = chance  # type: ignore[assignment]
    ACTION.apply_all(step, {seat: action}, {seat: detail})
    fights: list[UpcomingBattle] = []
    agenda = state.agenda
    while agenda and not state.asking and agenda[-1][0] != "step end":
        name, *values = agenda.pop()
        if name == "battles":
            _collect_fights(step, fights)
        else:
            GAME_RULES.agendas[name](step, *values)
    for owner in state.seats:
        capital = state.capital[owner]
        sides = siege.siege_sides(state, owner)
        touched = sides is not None and seat in sides and _units_in_hex(state, capital) != before[owner]
        if sides is not None and touched and not start.would_skirmish(state, capital, *sides):
            fights.append(UpcomingBattle(capital, *sides, True, state.clone(), Fraction(1)))
    return fights


def _collect_fights(step: Step, fights: list[UpcomingBattle]) -> None:
    """Add the battles that are due to `fights`, without fighting them.

    An effect that a battle uses up is gone for the next battle. The units of the battle stay.
    """
    state = step.state
    while state.pending:
        (hex_, attacker), *rest = state.pending
        state.pending = tuple(rest)
        defender = next((other for other in state.players_at(hex_) if other != attacker), 0)
        if not defender or start.skirmish(step, hex_, attacker, defender):
            continue
        fights.append(UpcomingBattle(hex_, attacker, defender, False, state.clone(), Fraction(1)))
        start.attach_effects(fresh_battle(step, hex_, attacker, defender))


def _units_in_hex(state: Bridgefront, hex_: int) -> tuple[object, ...]:
    """Return the seats with units in a hex, together with these units."""
    return tuple(
        (seat, state.forces[seat].get(hex_, 0), tuple(state.champions_at(hex_, seat)))
        for seat in state.players_at(hex_)
    )
