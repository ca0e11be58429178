"""Opinions on walks, lifts, Bridges, links and Mines."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.bridgefront_advice import Advice, Opinion, advises
from core.bots.bridgefront_combat import healed
from core.bots.bridgefront_moves import best_bridges, best_walk, shielding_bridges, walk_gain
from core.bots.bridgefront_view import View
from core.bots.bridgefront_worth import CARD
from core.bridgefront import effects
from core.bridgefront.choices import Choice, Choosing
from core.bridgefront.decisions import Walk


@advises(effects.Move)
def _move(a: Advice, e: effects.Move, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view, first, built = a.view, None, -1
    if e.second:
        first = c.before[-1] if c.before and isinstance(c.before[-1], Walk) else None
        if first is None:
            return 0, (None,)
    gain, walk = best_walk(view, e.gait, first, built)
    if e.optional or e.second or walk is not None:
        return gain, (walk,)
    return 0, ()


def build_and_move(a: Advice, build: effects.Build, move: effects.Move, c: Choosing) -> Opinion:
    """A Bridge and a step that may go over it."""
    gain, edges = best_bridges(a.view, build.most, not build.anywhere)
    step, walk = best_walk(a.view, move.gait)
    best: Opinion = (0, ())
    if edges:
        best = gain + step, (edges, walk)
    for edge in _edges_here(a.view):
        over, way = best_walk(a.view, move.gait, built=edge)
        if way is not None and over + CARD // 2 > best[0]:
            best = over + CARD // 2, ((edge,), way)
    return best


def _edges_here(view: View) -> list[int]:
    """Free edges at own stacks over which the way to some goal leads."""
    found = []
    for x in view.mine:
        for y, edge in view.grid.steps[x]:
            if not view.bridges[edge] and any(goal.ways[y] < goal.ways[x] for goal in view.goals[:6]):
                found.append(edge)
    return found


@advises(effects.Build)
def _build(a: Advice, e: effects.Build, choices: Sequence[Choice], c: Choosing) -> Opinion:
    gain, edges = best_bridges(a.view, e.most, not e.anywhere)
    if edges:
        return gain, (edges,)
    return 0, ()


@advises(effects.Destroy)
def _destroy(a: Advice, e: effects.Destroy, choices: Sequence[Choice], c: Choosing) -> Opinion:
    gain, edges = shielding_bridges(a.view, e.most, not e.anywhere)
    return (gain, (edges,)) if edges else (0, ())


@advises(effects.OnBridge)
def _on_bridge(a: Advice, e: effects.OnBridge, choices: Sequence[Choice], c: Choosing) -> Opinion:
    gain, edges = shielding_bridges(a.view, 1, True)
    if not edges:
        return 0, ()
    return (min(gain, a.view.force_worth) if e.kind == "trap" else gain * 2 // 3), (edges,)


@advises(effects.PivotBridge)
def _pivot(a: Advice, e: effects.PivotBridge, choices: Sequence[Choice], c: Choosing) -> Opinion:
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
                    return gain + CARD, (hex_, (gone, edge))
    return 0, ()


@advises(effects.LinkHome)
def _link_home(a: Advice, e: effects.LinkHome, choices: Sequence[Choice], c: Choosing) -> Opinion:
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


@advises(effects.Link)
def _no_link(a: Advice, e: effects.Link, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return 0, ()


@advises(effects.RaiseMine)
def _raise_mine(a: Advice, e: effects.RaiseMine, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view = a.view
    best, chosen = 0, None
    for hex_ in choices[0].legal(c):
        richer = min(view.left + 1, 4) * view.gold_worth * 2 // 3 if c.state.mines[hex_] < 7 else 0
        worth = richer + (view.reinforcing(e.forces, hex_) if e.forces else 0)
        if chosen is None or worth > best:
            best, chosen = worth, hex_
    return best, (chosen,)


@advises(effects.Lift)
def _lift(a: Advice, e: effects.Lift, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view = a.view
    best: Opinion = (0, ())
    for copy in choices[0].legal(c):
        for hex_ in choices[1].legal(c):
            gain = healed(view, copy, e.heal) + lift_gain(view, copy, hex_)
            if not best[1] or gain > best[0]:
                best = gain, (copy, hex_)
    return best if best[1] else (0, (None, next(iter(choices[1].legal(c)), None)))


def lift_gain(view: View, copy: int, hex_: int) -> int:
    """What it brings that the Champion stands there and no longer where it is."""
    start = view.state.champions[copy].hex
    if start == hex_:
        return 0
    if len(view.state.enemies_at(hex_, view.seat)) > 1:
        return -1
    return walk_gain(view, Walk(start, 0, (copy,), (hex_,)))


@advises(effects.LiftHome)
def _lift_home(a: Advice, e: effects.LiftHome, choices: Sequence[Choice], c: Choosing) -> Opinion:
    best, chosen = 0, None
    for copy in choices[0].legal(c):
        gain = healed(a.view, copy, e.heal) + lift_gain(a.view, copy, a.view.home)
        if chosen is None or gain > best:
            best, chosen = gain, copy
    return best, (chosen,)
