"""Opinions on walks, lifts, Bridges, links and Mines."""

from __future__ import annotations

from core.games.bridgefront.bot.effect_scores import (
    BOARD_ONLY,
    EFFECT_ADVISERS,
    Advice,
    Choices,
    Opinion,
    best_opinion,
    register_adviser,
)
from core.games.bridgefront.bot.effect_scores_combat import heal_value
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.moves import best_bridges, best_walk, shielding_bridges, walk_gain
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.decisions import Walk
from core.games.bridgefront.effects import bridges, movement


def _rate_move(advice: Advice, effect: movement.Move, choices: Choices, context: ChoiceContext) -> Opinion:
    view, first = advice.view, None
    if effect.second:
        first = context.before[-1] if context.before and isinstance(context.before[-1], Walk) else None
        if first is None:
            return 0, (None,)
    gain, walk = best_walk(view, effect.gait, first)
    if effect.optional or effect.second or walk is not None:
        return gain, (walk,)
    return 0, ()


def rate_build_and_move(advice: Advice, build: bridges.Build, move: movement.Move, context: ChoiceContext) -> Opinion:
    """Return the opinion on building a Bridge and then taking a step that may cross it."""
    weights = advice.weights
    gain, edges = best_bridges(advice.view, build.most, not build.anywhere)
    step, walk = best_walk(advice.view, move.gait)
    found: Opinion = (0, ())
    if edges:
        found = gain + step, (edges, walk)
    for edge in _edges_here(advice.view):
        over, way = best_walk(advice.view, move.gait, built=edge)
        if way is not None and over + weights.card // 2 > found[0]:
            found = over + weights.card // 2, ((edge,), way)
    return found


def _edges_here(view: View) -> list[int]:
    """Return the free edges at the seat's own stacks that are on the way to some goal."""
    found = []
    for x in view.own_stacks:
        for y, edge in view.grid.steps[x]:
            if not view.bridges[edge] and any(goal.distances[y] < goal.distances[x] for goal in view.goals[:6]):
                found.append(edge)
    return found


def _rate_build(advice: Advice, effect: bridges.Build, choices: Choices, context: ChoiceContext) -> Opinion:
    gain, edges = best_bridges(advice.view, effect.most, not effect.anywhere)
    return (gain, (edges,)) if edges else (0, ())


def _rate_destroy(advice: Advice, effect: bridges.Destroy, choices: Choices, context: ChoiceContext) -> Opinion:
    gain, edges = shielding_bridges(advice.view, effect.most, not effect.anywhere)
    return (gain, (edges,)) if edges else (0, ())


def _rate_on_bridge(advice: Advice, effect: bridges.BridgeEffect, choices: Choices, context: ChoiceContext) -> Opinion:
    gain, edges = shielding_bridges(advice.view, 1, True)
    if not edges:
        return 0, ()
    return (min(gain, advice.view.force_worth) if effect.kind == "trap" else gain * 2 // 3), (edges,)


def _rate_pivot(advice: Advice, effect: bridges.PivotBridge, choices: Choices, context: ChoiceContext) -> Opinion:
    weights = advice.weights
    view = advice.view
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


def _rate_link_home(advice: Advice, effect: bridges.LinkHome, choices: Choices, context: ChoiceContext) -> Opinion:
    view = advice.view
    stack = view.own_stacks.get(view.home)
    if stack is None or view.mana < 2:
        return 0, ()
    center = view.grid.center
    near = next(goal for goal in view.goals if goal.hex == center).distances[view.home]
    if near < 3:
        return 0, ()
    if center in view.enemy_stacks:
        chance = view.defence_of_hex(center) < stack.strength
        return (20 if chance else 0), ()
    return 4 * near + 10, ()


def _rate_raise_mine(advice: Advice, effect: bridges.RaiseMine, choices: Choices, context: ChoiceContext) -> Opinion:
    view = advice.view

    def worth(hex_: int) -> int:
        richer = min(view.rounds_left + 1, 4) * view.gold_worth * 2 // 3 if context.state.mines[hex_] < 7 else 0
        return richer + (view.reinforcement_worth(effect.forces, hex_) if effect.forces else 0)

    return best_opinion(choices[0].legal_values(context), worth)


def _rate_lift(advice: Advice, effect: movement.Lift, choices: Choices, context: ChoiceContext) -> Opinion:
    hexes = list(choices[1].legal_values(context)) if effect.place is not None else [advice.view.home]
    lifts = [(copy, hex_) for copy in choices[0].legal_values(context) for hex_ in hexes]
    if not lifts:
        return 0, (None, next(iter(hexes), None))[: len(choices)]
    gain, (chosen,) = best_opinion(
        lifts, lambda lift: heal_value(advice.view, lift[0], effect.heal) + lift_gain(advice.view, *lift)
    )
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
        bridges.BridgeEffect,
        bridges.PivotBridge,
        bridges.LinkHome,
        bridges.Link,
        bridges.RaiseMine,
        movement.Lift,
    }
)
EFFECT_ADVISERS.update(
    [
        register_adviser(movement.Move, _rate_move),
        register_adviser(bridges.Build, _rate_build),
        register_adviser(bridges.Destroy, _rate_destroy),
        register_adviser(bridges.BridgeEffect, _rate_on_bridge),
        register_adviser(bridges.PivotBridge, _rate_pivot),
        register_adviser(bridges.LinkHome, _rate_link_home),
        register_adviser(bridges.Link, lambda a, e, choices, c: (0, ())),
        register_adviser(bridges.RaiseMine, _rate_raise_mine),
        register_adviser(movement.Lift, _rate_lift),
    ]
)
