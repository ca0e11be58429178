"""The walks: hex by hex along a declared path (rules 8.6).

A walk leads over Bridges unless the card or the units need none.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.games.bridgefront import events, units
from core.games.bridgefront.decisions import Walk
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Mark

Copies = tuple[int, ...]
Edges = tuple[int, ...]

WALK_DIED = -1
"""The end of a walk in which all units died."""
WALK_BLOCKED = -2
"""The end of a walk that could not take its first step."""


@dataclass(frozen=True, slots=True)
class Gait:
    """The rules of a walk for a card or action, with at most `steps` hexes.

    If `bridges` is False, the walk needs no Bridges. With `one_force`, exactly one Force moves. With `column`, the walk
    halts in the first hex with any unit.
    """

    steps: int
    bridges: bool = True
    one_force: bool = False
    column: bool = False


# Possible steps -------------------------------------------------------------------------------------------------------


def can_cross_freely(state: Bridgefront, forces: int, champions: Copies) -> bool:
    """Return True if every unit of the stack may step without a Bridge (Flight, Pathfinder) (A24)."""
    if forces or not champions:
        return False
    for copy in champions:
        ability = state.cards[state.card[copy]].ability
        if ability is None or not ability.crosses_without_bridge:
            return False
    return True


def free_steps(state: Bridgefront, seat: int, hex_: int) -> dict[int, str]:
    """Return the hexes that are one step away by a link or by Deep Tunnels, with the kind of step.

    They are available to a stack in the given hex.
    """
    found: dict[int, str] = {}
    for m in state.marks:
        open_to_seat = m.kind == "link" and (m.seat == seat or state.option("link_users") == "everyone")
        if open_to_seat and hex_ in (m.what, m.more):
            found[m.more if hex_ == m.what else m.what] = "link"
    if hex_ in state.mines and passive_bonus(state, seat, "tunnels"):
        mine = state.occupied_hexes(seat)
        for other in sorted(state.mines):
            if other != hex_ and other in mine:
                found.setdefault(other, "tunnel")
    return found


def next_steps(
    state: Bridgefront, seat: int, gait: Gait, forces: int, champions: Copies, start: int, built: Edges = ()
) -> dict[int, str]:
    """Return every hex one step from `start`, with the kind of step: "free", "bridge", "link" or "tunnel".

    `built` contains the edges that count as bridged. A card may count on a Bridge that it will build itself.
    """
    free = not gait.bridges or (bool(champions) and can_cross_freely(state, forces, champions))
    found = free_steps(state, seat, start) if state.marks or start in state.mines else {}
    if free:
        for b, _ in state.grid.steps[start]:
            found[b] = "free"
    else:
        bridges = state.bridges
        shut = {m.what for m in state.marks if m.kind == "closed"} if state.marks else ()
        for b, edge in state.grid.steps[start]:
            if (bridges[edge] or edge in built) and edge not in shut and b not in found:
                found[b] = "bridge"
    if len(state.gold) > 3:  # only a Capital can hold two other players when a walk begins (A14)
        for b in state.capital:
            if b in found and len(state.enemies_at(b, seat)) > 1:
                del found[b]
    return found


def reach(state: Bridgefront, seat: int, gait: Gait, forces: int, champions: Copies, first: bool) -> int:
    """Return the number of hexes that the stack may walk; `first` marks the first stack of the choice."""
    steps = gait.steps
    if first and not state.marks_of_kind("walked", seat):
        steps += passive_bonus(state, seat, "first_walk_bonus")
    if not forces and len(champions) == 1:
        ability = state.cards[state.card[champions[0]]].ability
        if ability is not None:
            steps += ability.walks_further_alone
    return steps


def must_stop(state: Bridgefront, seat: int, gait: Gait, hex_: int) -> bool:
    """Return True if a walk that enters the hex ends there (A12).

    Enemy units end a walk. A column is also ended by any other units.
    """
    there = state.players_at(hex_)
    return bool(there) and (gait.column or there != [seat])


def illegal_reason(state: Bridgefront, seat: int, gait: Gait, walk: Walk, first: bool = True, built: Edges = ()) -> str:
    """Return the reason why the walk is illegal in the present position, or "" if it is legal."""
    if not 0 <= walk.start < len(state.grid.hexes):
        return f"there is no hex {walk.start}"
    if walk.forces < 0 or walk.forces > state.forces[seat].get(walk.start, 0):
        return f"there are not {walk.forces} Forces of yours in hex {walk.start}"
    if len(set(walk.champions)) != len(walk.champions):
        return "a Champion is named twice"
    for copy in walk.champions:
        c = state.champions.get(copy)
        if c is None or c.owner != seat or c.hex != walk.start:
            return f"Champion {copy} is not yours or not in hex {walk.start}"
    if not walk.forces and not walk.champions:
        return "the stack is empty"
    if gait.one_force and (walk.forces != 1 or walk.champions):
        return "exactly one Force walks"
    if not walk.path or len(walk.path) > reach(state, seat, gait, walk.forces, walk.champions, first):
        return f"a path of {len(walk.path)} hexes"
    at = walk.start
    for i, b in enumerate(walk.path):
        if b not in next_steps(state, seat, gait, walk.forces, walk.champions, at, built):
            return f"no way from hex {at} to hex {b}"
        if i + 1 < len(walk.path) and must_stop(state, seat, gait, b):
            return f"the walk ends in hex {b}"
        at = b
    return ""


# Walks ----------------------------------------------------------------------------------------------------------------


def remaining_stack(state: Bridgefront, seat: int, walk: Walk) -> tuple[int, tuple[int, ...]]:
    """Return the named units of the stack that are still in its starting hex (part 5, Stack).

    They are given as the number of Forces and the Champions.
    """
    forces = min(walk.forces, state.forces[seat].get(walk.start, 0))
    champions = tuple(
        copy
        for copy in walk.champions
        if (c := state.champions.get(copy)) is not None and c.owner == seat and c.hex == walk.start
    )
    return forces, champions


def can_start(state: Bridgefront, seat: int, gait: Gait, walk: Walk, built: Edges = ()) -> bool:
    """Return True if the walk is possible at the time when it resolves (A8).

    Only its first step has to be possible. With blocked_path = fizzle, all steps have to be possible.
    """
    forces, champions = remaining_stack(state, seat, walk)
    if not forces and not champions:
        return False
    if state.option("blocked_path") == "stop_short":
        return walk.path[0] in next_steps(state, seat, gait, forces, champions, walk.start, built)
    at = walk.start
    for b in walk.path:
        if b not in next_steps(state, seat, gait, forces, champions, at, built):
            return False
        if must_stop(state, seat, gait, b):
            break
        at = b
    return True


def walk_stack(step: Step, seat: int, gait: Gait, walk: Walk) -> int:
    """Walk the stack as far as it can; return the hex where it ended.

    Return `WALK_DIED` if no unit is left, or `WALK_BLOCKED` if the first step was impossible.
    """
    state = step.state
    if not can_start(state, seat, gait, walk):
        return WALK_BLOCKED
    forces, champions = remaining_stack(state, seat, walk)
    at = walk.start
    for b in walk.path:
        way = next_steps(state, seat, gait, forces, champions, at).get(b)
        if way is None:
            step.emit(events.WalkStopped(seat, at))
            break
        if way == "bridge":
            forces -= _spring_trap(step, seat, at, b, forces)
            if not forces and not champions:
                return WALK_DIED
        before = state.forces[seat].get(b, 0)
        stop = must_stop(state, seat, gait, b)
        if at == walk.start and not state.marks_of_kind("walked", seat):
            state.marks.append(Mark("walked", seat))
        units.move_stack(step, seat, at, b, forces, champions, events.StackMoved(seat, at, b, forces, champions, way))
        forces = state.forces[seat].get(b, 0) - before
        at = b
        if not forces and not champions:
            return WALK_DIED
        if stop:
            break
    return at


def _spring_trap(step: Step, seat: int, a: int, b: int, forces: int) -> int:
    """Spring the traps when an enemy stack first crosses the Bridge; return the number of Forces lost.

    Each trap kills 1 Force.
    """
    state = step.state
    edge = state.grid.edge_between[a, b]
    lost = 0
    for mark in state.marks_of_kind("trap", what=edge):
        if mark.seat != seat:
            state.marks.remove(mark)
            dead = units.kill_forces(step, seat, a, min(1, forces - lost))
            step.emit(events.TrapSprung(seat, edge, mark.seat, dead))
            lost += dead
    return lost
