"""The heuristic's view of a position: the seat's own stacks, enemy stacks, goals and distances.

A stack's *fire* is its expected score in a combat round, in sixths of a hit. Its *life* is the number of hits that it
can take. Its *strength* is the product of both, which indicates the winner. A Force has fire 2 and life 1, and n Forces
have strength 2 n². Every value is a whole number. Worth is in points, of which 100 are one victory point.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from core.games.bridgefront.bot.weights import USUAL, Weights, champion_worth, dice_sixths, gold_worth, nearness
from core.games.bridgefront.decisions import Action, Walk
from core.games.bridgefront.factions import defends_a_mine, defends_first, enters_a_capital, passive_bonus, passives_of
from core.games.bridgefront.geometry import grid
from core.games.bridgefront.phases.collection import mine_gold
from core.games.bridgefront.phases.scoring import total_vp
from core.games.bridgefront.state import Bridgefront, Locked
from core.games.bridgefront.units import capital_places, has_room

MAX_DISTANCE = 9
"""Action points from which a way is too long to consider."""


class Stack(NamedTuple):
    """The units of one seat in one hex."""

    seat: int
    hex: int
    forces: int
    champions: tuple[int, ...]
    fire: int
    life: int

    @property
    def strength(self) -> int:
        """The product of fire and life."""
        return self.fire * self.life


class Goal(NamedTuple):
    """A hex that is worth holding.

    The record contains its worth for the seat, the danger there and the strength of its enemy holders. It also contains
    the action points from every hex to it.
    """

    hex: int
    worth: int
    danger: int
    defending_strength: int
    distances: tuple[int, ...]


@lru_cache(maxsize=4096)
def distances_to(radius: int, bridges: bytes, goal: int) -> tuple[int, ...]:
    """Return the number of action points from every hex to the goal.

    A step over a Bridge takes 1 action point. A step takes 2 if the Bridge has to be built first.

    >>> from core.games.bridgefront.geometry import grid
    >>> center = grid(3).center
    >>> distances_to(3, bytes(len(grid(3).edges)), center)[0]
    6
    """
    steps = grid(radius).steps
    ways = [MAX_DISTANCE] * len(steps)
    ways[goal] = 0
    rings: list[list[int]] = [[] for _ in range(MAX_DISTANCE + 2)]
    rings[0].append(goal)
    for d in range(MAX_DISTANCE - 1):
        for a in rings[d]:
            if ways[a] == d:
                for b, edge in steps[a]:
                    there = d + 2 - bridges[edge]
                    if there < ways[b]:
                        ways[b] = there
                        rings[there].append(b)
    return tuple(ways)


def win_odds(attack: int, defence: int) -> int:
    """Return the chance that a side of strength `attack` beats one of strength `defence`, in hundredths.

    >>> win_odds(2, 2), win_odds(18, 8), win_odds(50, 8), win_odds(5, 0)
    (50, 83, 97, 100)
    """
    if defence <= 0:
        return 100
    a, d = attack * attack, defence * defence
    return 100 * a // (a + d)


def remaining_share(weights: Weights, attack: int, defence: int) -> int:
    """Return the approximate share of fire and life that the winning side keeps, in hundredths."""
    return 100 - weights.left_over * defence // attack if defence < attack else 100 - weights.left_over


def hold_chance(strength: int, danger: int) -> int:
    """Return the probability that a stack holds a hex that is in the given danger, in hundredths."""
    return 5 + 95 * strength // (strength + danger) if strength else 0


class View:
    """One seat's view of a position, for one decision."""

    def __init__(self, state: Bridgefront, seat: int, weights: Weights = USUAL) -> None:
        self.weights = weights
        self.state = state
        self.seat = seat
        self.grid = state.grid
        self.bridges = bytes(state.bridges)
        self.home = state.capital[seat]
        self.rounds_left = state.rules.numbers.rounds - state.round
        self.mana = state.mana[seat]
        self.gold = state.gold[seat]
        self.gold_worth = gold_worth(weights, self.gold, self.rounds_left)
        self.force_worth = weights.force if self.rounds_left > 1 else 7 if self.rounds_left else 3
        self.nearness = nearness(weights)
        self.own_stacks: dict[int, Stack] = {}
        self.enemy_stacks: dict[int, Stack] = {}
        self._find_stacks()
        self._defence_cache: dict[int, int] = {}
        self.target = int(state.option("vp_to_win"))
        self.unit_totals = [0] + [total_vp(state, other) for other in state.seats]
        self.danger = self._danger_by_hex()
        self.goals = self._ranked_goals()
        self._standings: dict[tuple[int, int, int, int], tuple[int, int, int]] = {}
        self.walk_gains: dict[tuple[int, int, tuple[int, ...], int], int] = {}
        """The gain of a stack by (start, Forces, Champions, end of its walk); moves.py fills it."""
        self.road_cache: dict[tuple[int, bool], tuple[int, ...]] = {}
        """The hexes one step away from a hex, over Bridges or freely; moves.py fills it."""
        self.walk_cache: dict[Hashable, tuple[int, Walk | None]] = {}
        self.bridge_cache: dict[Hashable, tuple[int, tuple[int, ...]]] = {}
        """The best Bridges for each task; moves.py fills it.

        The best walk for each gait is in `walk_cache`.
        """
        self.opinions: dict[Hashable, tuple[int, Locked]] | None = None
        """The cached opinions on cards and basic actions that depend only on the board.

        It is None if the view is not cached.
        """
        self.action_cache: dict[Hashable, Action] = {}
        """The actions chosen with each hand, if the view is cached."""
        self.board_sums: dict[str, tuple[int, ...]] = {}
        """The sums over the board, by evaluation; the evaluation fills it."""
        self.claims: dict[int, tuple[int, int]] = {}
        self._assign_goals()

    # Stacks -----------------------------------------------------------------------------------------------------------

    def stack(self, seat: int, hex_: int, forces: int, champions: tuple[int, ...]) -> Stack:
        """Return these units as a stack."""
        fire, life = 2 * forces, forces
        state = self.state
        for copy in champions:
            fire += dice_sixths(state.rules, state.card[copy])
            life += state.champions[copy].hp
        return Stack(seat, hex_, forces, champions, fire, life)

    def _find_stacks(self) -> None:
        state = self.state
        found: dict[tuple[int, int], tuple[int, ...]] = {}
        for seat in state.seats:
            for hex_ in state.forces[seat]:
                found[seat, hex_] = ()
        for c in sorted(state.champions.values()):
            found[c.owner, c.hex] = (*found.get((c.owner, c.hex), ()), c.copy)
        for (seat, hex_), champions in sorted(found.items()):
            stack = self.stack(seat, hex_, state.forces[seat].get(hex_, 0), champions)
            if seat == self.seat:
                self.own_stacks[hex_] = stack
            elif hex_ not in self.enemy_stacks or stack.strength > self.enemy_stacks[hex_].strength:
                self.enemy_stacks[hex_] = stack

    def defence_strength(self, stack: Stack) -> int:
        """Return the stack's strength when it defends."""
        strength = stack.strength
        for passive in passives_of(self.state, stack.seat):
            if passive.hits_when is defends_first:
                strength += strength // 4
            elif passive.hits_when is defends_a_mine and stack.hex in self.state.mines:
                strength += strength // 2
        if self.state.marks and self.state.marks_of_kind("hold the line", stack.seat, stack.hex):
            strength += strength // 3
        if self.state.capital[stack.seat] == stack.hex:
            strength += strength // 4 + 4
        return strength

    def defence_of_hex(self, hex_: int) -> int:
        """Return the strength of the enemies that defend a hex, or 0 if there are none."""
        known = self._defence_cache.get(hex_)
        if known is None:
            known = self._defence_cache[hex_] = (
                self.defence_strength(self.enemy_stacks[hex_]) if hex_ in self.enemy_stacks else 0
            )
        return known

    def _danger_by_hex(self) -> dict[int, int]:
        """Return the strength of the enemies that can soon reach each hex.

        All of their strength counts over a Bridge, and less of it from further away.
        """
        weights = self.weights
        danger: dict[int, int] = {}
        bridges, steps = self.bridges, self.grid.steps
        for a, stack in self.enemy_stacks.items():
            full, half, quarter = (stack.strength * part // 100 for part in weights.danger)
            for b, edge in steps[a]:
                if bridges[edge]:
                    if danger.get(b, 0) < full:
                        danger[b] = full
                    for c, further in steps[b]:
                        near = half if bridges[further] else 0
                        if danger.get(c, 0) < near:
                            danger[c] = near
                elif danger.get(b, 0) < quarter:
                    danger[b] = quarter
        return danger

    # Goals ------------------------------------------------------------------------------------------------------------

    def is_near_end(self, seat: int) -> bool:
        """Return True if the seat may win at the coming Scoring or at the one after it."""
        return not self.rounds_left or (self.target > 0 and self.unit_totals[seat] >= self.target - 2)

    def can_win_now(self, seat: int) -> bool:
        """Return True if the seat has the VP to win, unless an enemy is in its Capital at Scoring."""
        return 0 < self.target <= self.unit_totals[seat]

    def _ranked_goals(self) -> tuple[Goal, ...]:
        """Return the hexes that are worth holding, the best first."""
        weights = self.weights
        state, seat = self.state, self.seat
        later = min(self.rounds_left, 4)
        control = weights.zone_last if self.is_near_end(seat) else weights.zone + weights.zone_round * state.round
        center, forge, mine, foreign = weights.unknown_danger
        worth = {self.grid.center: (control + weights.center + weights.center_later * later, center)}
        for hex_ in state.forges:
            worth[hex_] = (control + weights.forge + weights.forge_age * state.age + weights.forge_later * later, forge)
        for hex_ in state.mines:
            worth[hex_] = (
                weights.mine_gold * mine_gold(state, seat, hex_) + weights.mine_later * later + weights.mine,
                mine,
            )
        spoils = 1 + passive_bonus(state, seat, "conquest_vp")
        for other in state.seats:
            if other != seat:
                capital = (
                    (control - 20) * spoils // 2
                    if self.is_near_end(seat)
                    else weights.capital_round * state.round * spoils // 2
                )
                if self.is_near_end(other) and self.rounds_left:
                    capital += weights.denying if self.can_win_now(other) else weights.stopping
                worth[state.capital[other]] = (capital, foreign)
        for hex_, stack in self.enemy_stacks.items():
            if hex_ in worth:
                points, danger = worth[hex_]
                lead = max(0, self.unit_totals[stack.seat] - self.unit_totals[seat])
                worth[hex_] = (points + weights.lead * lead + weights.ending * self.is_near_end(stack.seat), danger)
        home = self.danger.get(self.home, 0)
        if home or self.home in self.enemy_stacks:
            worth[self.home] = (self._home_worth() // 2, home)
        goals = [
            Goal(
                hex_,
                points,
                danger + self.danger.get(hex_, 0),
                self.defence_of_hex(hex_),
                distances_to(self.grid.radius, self.bridges, hex_),
            )
            for hex_, (points, danger) in worth.items()
        ]
        goals.sort(key=lambda goal: (-goal.worth, goal.hex))
        return tuple(goals)

    def _home_worth(self) -> int:
        """Return the worth of keeping enemies out of the seat's own Capital."""
        weights = self.weights
        worth = weights.home + weights.home_round * self.state.round
        if self.is_near_end(self.seat) and self.rounds_left:
            worth += weights.denying if self.can_win_now(self.seat) else weights.stopping
        return worth

    # Values of stacks -------------------------------------------------------------------------------------------------

    def _assign_goals(self) -> None:
        """Let each stack claim its best goal, the most valuable stack first.

        Other stacks then count for less there.
        """
        order = sorted(
            self.own_stacks.values(), key=lambda s: (-self.best_prospects(s.fire, s.life, s.hex, -1)[0], s.hex)
        )
        self._standings.clear()
        for stack in order:
            _, goal, _ = self.best_prospects(stack.fire, stack.life, stack.hex, stack.hex)
            self._standings.clear()
            if goal >= 0 and goal not in self.claims:
                self.claims[goal] = (stack.hex, stack.strength)

    def best_prospects(self, fire: int, life: int, hex_: int, origin: int) -> tuple[int, int, int]:
        """Return the worth of the best goal for a stack in the hex, that goal, and the second best worth.

        `origin` is the hex that the stack comes from. A claim by the stack in that hex counts as its own claim.
        """
        key = (fire, life, hex_, origin)
        known = self._standings.get(key)
        if known is not None:
            return known
        strength = fire * life
        best, second, chosen = 0, 0, -1
        if strength:
            claims, near = self.claims, self.nearness
            for goal, worth, danger, against, ways in self.goals:
                if worth <= second:
                    break
                hopes = worth * near[ways[hex_]] // 100
                if hopes <= second:
                    continue
                claim = claims.get(goal)
                if claim is not None and claim[0] != origin and goal != hex_:
                    held = claim[1]
                    hopes = hopes * (hold_chance(strength + held, danger) - hold_chance(held, danger)) // 100
                else:
                    hopes = hopes * (5 + 95 * strength // (strength + danger)) // 100  # `holding`, inlined for speed
                if against and goal != hex_:
                    hopes = hopes * win_odds(strength, against) // 100
                if hopes > best:
                    best, second, chosen = hopes, best, goal
                elif hopes > second:
                    second = hopes
        self._standings[key] = best, chosen, second
        return best, chosen, second

    def stack_worth(self, fire: int, life: int, hex_: int, origin: int) -> int:
        """Return the worth of the stack in the hex.

        It consists of its prospects and, at home, its part in the defence of the Capital.
        """
        worth = self.best_prospects(fire, life, hex_, origin)[0]
        return worth + self.defence_worth(fire * life, hex_) if hex_ == self.home else worth

    def defence_worth(self, strength: int, hex_: int) -> int:
        """Return the contribution of these units to the safety of the Capital, or 0 in any other hex."""
        if hex_ != self.home:
            return 0
        danger = self.danger.get(hex_, 0) + 1 + self.state.round // 2
        safe = 100 * (strength + 4) // (strength + 4 + danger)
        bare = 400 // (4 + danger)
        return self._home_worth() * (safe - bare) // 100

    def split_worth(self, a: tuple[int, int, int], b: tuple[int, int, int], origin: int) -> int:
        """Return the joint worth of two stacks that were split from one, with different goals.

        Each stack is given as (fire, life, hex).
        """
        best_a, goal_a, second_a = self.best_prospects(*a, origin)
        best_b, goal_b, second_b = self.best_prospects(*b, origin)
        both = best_a + best_b
        if goal_a == goal_b and goal_a >= 0:
            both = max(best_a + second_b, best_b + second_a)
        for fire, life, hex_ in (a, b):
            if hex_ == self.home:
                both += self.defence_worth(fire * life, hex_)
        return both

    def reinforcement_worth(self, forces: int, hex_: int) -> int:
        """Return the worth of `forces` additional Forces in a hex without enemies."""
        stack = self.own_stacks.get(hex_)
        fire, life = (stack.fire, stack.life) if stack is not None else (0, 0)
        gain = self.stack_worth(fire + 2 * forces, life + forces, hex_, hex_) - self.stack_worth(fire, life, hex_, hex_)
        return gain + self.reserve_worth(life, forces)

    def reserve_worth(self, there: int, forces: int) -> int:
        """Return the worth of additional Forces that have no part in a plan.

        It decreases with the number of units that are already in the hex.
        """
        weights = self.weights
        return (
            forces
            * self.force_worth
            * weights.reserve
            * weights.reserve_sated
            // (100 * (weights.reserve_sated + there + forces // 2))
        )

    # Homes ------------------------------------------------------------------------------------------------------------

    def best_capital_place(self, forces: int) -> tuple[int, int | None]:
        """Return the worth of Forces for the Capital, and the place to name for their deployment.

        The place is None for the Capital itself.
        """
        forces += passive_bonus(self.state, self.seat, "capital_bonus")
        room = has_room(self.state, self.seat, self.home)
        best, place = self.reinforcement_worth(forces, self.home) if room else 0, None
        for hex_ in capital_places(self.state, self.seat):
            worth = self.reinforcement_worth(forces, hex_)
            if worth > best:
                best, place = worth, hex_
        return best, place

    def champion_value(self, copy: int) -> int:
        """Return the worth of a Champion on the board, with its remaining HP."""
        weights = self.weights
        c = self.state.champions[copy]
        return champion_worth(weights, self.state.rules, self.state.card[copy]) * (c.hp + 1) // (c.max_hp + 1)

    def attack_bonus(self, strength: int, hex_: int) -> int:
        """Return the strength that an attack on the hex has, increased against a Capital by Breakers."""
        weights = self.weights
        if self.state.capital_owner(hex_) and any(
            passive.hits_when is enters_a_capital for passive in passives_of(self.state, self.seat)
        ):
            strength = strength * 4 // 3
        return strength * weights.attack // 100
