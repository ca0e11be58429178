"""Opinions on walks, lifts, Bridges, links and Mines."""

from __future__ import annotations

from core.games.bridgefront.bot.effect_scores import (
    BOARD_ONLY,
    EFFECT_ADVISERS,
    Advice,
    Choices,
    Opinion,
    advised,
    best_opinion,
)
from core.games.bridgefront.bot.effect_scores_combat import healed
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.moves import best_bridges, best_walk, shielding_bridges, walk_gain
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.decisions import Walk
from core.games.bridgefront.effects import bridges, movement


def _move(a: Advice, e: movement.Move, choices: Choices, c: ChoiceContext) -> Opinion:
    view, first = a.view, None
    if e.second:
        first = c.before[-1] if c.before and isinstance(c.before[-1], Walk) else None
        if first is None:
            return 0, (None,)
    gain, walk = best_walk(view, e.gait, first)
    if e.optional or e.second or walk is not None:
        return gain, (walk,)
    return 0, ()


def build_and_move(a: Advice, build: bridges.Build, move: movement.Move, c: ChoiceContext) -> Opinion:
    """Return the opinion on building a Bridge and then taking a step that may cross it."""
    weights = a.weights
    gain, edges = best_bridges(a.view, build.most, not build.anywhere)
    step, walk = best_walk(a.view, move.gait)
    found: Opinion = (0, ())
    if edges:
        found = gain + step, (edges, walk)
    for edge in _edges_here(a.view):
        over, way = best_walk(a.view, move.gait, built=edge)
        if way is not None and over + weights.card // 2 > found[0]:
            found = over + weights.card // 2, ((edge,), way)
    return found


def _edges_here(view: View) -> list[int]:
    """Return the free edges at the seat's own stacks that are on the way to some goal."""
    found = []
    for x in view.mine:
        for y, edge in view.grid.steps[x]:
            if not view.bridges[edge] and any(goal.ways[y] < goal.ways[x] for goal in view.goals[:6]):
                found.append(edge)
    return found


def _build(a: Advice, e: bridges.Build, choices: Choices, c: ChoiceContext) -> Opinion:
    gain, edges = best_bridges(a.view, e.most, not e.anywhere)
    return (gain, (edges,)) if edges else (0, ())


def _rate_destroy(a: Advice, e: bridges.Destroy, choices: Choices, c: ChoiceContext) -> Opinion:
    gain, edges = shielding_bridges(a.view, e.most, not e.anywhere)
    return (gain, (edges,)) if edges else (0, ())


def _on_bridge(a: Advice, e: bridges.OnBridge, choices: Choices, c: ChoiceContext) -> Opinion:
    gain, edges = shielding_bridges(a.view, 1, True)
    if not edges:
        return 0, ()
    return (min(gain, a.view.force_worth) if e.kind == "trap" else gain * 2 // 3), (edges,)


def _rate_pivot(a: Advice, e: bridges.PivotBridge, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    view = a.view
    gain, built = best_bridges(view, 1, True)
    _, threats = shielding_bridges(view, 9, True)
    for edge in built:
        for hex_ in view.grid.edges[edge]:
            old = [b for b in view.grid.edges_at[hex_] if view.bridges[b]]
            if not old:
                return gain, (hex_, (None, edge))
            for gone in old:
                if gone in threats:
                    return gain + weights.card, (hex_, (gone, edge))
    return 0, ()


def _link_home(a: Advice, e: bridges.LinkHome, choices: Choices, c: ChoiceContext) -> Opinion:
    view = a.view
    stack = view.mine.get(view.home)
    if stack is None or view.mana < 2:
        return 0, ()
    center = view.grid.center
    near = next(goal for goal in view.goals if goal.hex == center).ways[view.home]
    if near < 3:
        return 0, ()
    if center in view.enemies:
        chance = view.against(center) < stack.strength
        return (20 if chance else 0), ()
    return 4 * near + 10, ()


def _raise_mine(a: Advice, e: bridges.RaiseMine, choices: Choices, c: ChoiceContext) -> Opinion:
    view = a.view

    def worth(hex_: int) -> int:
        richer = min(view.left + 1, 4) * view.gold_worth * 2 // 3 if c.state.mines[hex_] < 7 else 0
        return richer + (view.reinforcing(e.forces, hex_) if e.forces else 0)

    return best_opinion(choices[0].legal(c), worth)


def _rate_lift(a: Advice, e: movement.Lift, choices: Choices, c: ChoiceContext) -> Opinion:
    hexes = list(choices[1].legal(c)) if e.place is not None else [a.view.home]
    lifts = [(copy, hex_) for copy in choices[0].legal(c) for hex_ in hexes]
    if not lifts:
        return 0, (None, next(iter(hexes), None))[: len(choices)]
    gain, (chosen,) = best_opinion(lifts, lambda lift: healed(a.view, lift[0], e.heal) + lift_gain(a.view, *lift))
    return gain, chosen[: len(choices)]


def lift_gain(view: View, copy: int, hex_: int) -> int:
    """Return the gain of moving the Champion to the hex."""
    start = view.state.champions[copy].hex
    if start == hex_:
        return 0
    if len(view.state.enemies_at(hex_, view.seat)) > 1:
        return -1
    return walk_gain(view, Walk(start, 0, (copy,), (hex_,)))


BOARD_ONLY.update(
    {
        movement.Move,
        bridges.Build,
        bridges.Destroy,
        bridges.OnBridge,
        bridges.PivotBridge,
        bridges.LinkHome,
        bridges.Link,
        bridges.RaiseMine,
        movement.Lift,
    }
)
EFFECT_ADVISERS.update(
    [
        advised(movement.Move, _move),
        advised(bridges.Build, _build),
        advised(bridges.Destroy, _rate_destroy),
        advised(bridges.OnBridge, _on_bridge),
        advised(bridges.PivotBridge, _rate_pivot),
        advised(bridges.LinkHome, _link_home),
        advised(bridges.Link, lambda a, e, choices, c: (0, ())),
        advised(bridges.RaiseMine, _raise_mine),
        advised(movement.Lift, _rate_lift),
    ]
)
