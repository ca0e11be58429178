"""The heuristic's rating of walks and Bridges.

It rates stacks, destinations, and Bridges that shorten the way.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.games.bridgefront import walks as walking
from core.games.bridgefront.bot.features import MAX_DISTANCE, View, hold_chance, remaining_share, win_odds
from core.games.bridgefront.decisions import Walk
from core.games.bridgefront.walks import Gait

RatedWalk = tuple[int, Walk | None]
"""A gain and its walk, which is None if staying is best."""

ON_FOOT = Gait(1)
FREE_STEP_GAIT = Gait(1, bridges=False)


# Available walks ------------------------------------------------------------------------------------------------------


def adjacent_by_road(view: View, hex_: int, free: bool) -> tuple[int, ...]:
    """Return the hexes one step away: over Bridges, or freely if the stack needs none."""
    key = hex_, free
    known = view.road_cache.get(key)
    if known is None:
        found = walking.next_steps(view.state, view.seat, FREE_STEP_GAIT if free else ON_FOOT, 1, (), hex_)
        known = view.road_cache[key] = tuple(sorted(found))
    return known


def movable_stacks(gait: Gait, forces: int, champions: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the stacks that are worth moving out of a hex.

    The candidates are all units, all except a garrison, half of them, the Champions alone, and the Forces alone.
    """
    if gait.one_force:
        return [(1, ())] if forces else []
    found = [(forces, champions)]
    if forces > 1:
        found += [(forces - 1, champions), (1, ())]
    if forces > 3:
        found.append((forces // 2, champions))
    if forces and champions:
        found += [(forces, ()), (0, champions)]
        if forces > 1:
            found.append((forces - 1, ()))
    if len(champions) > 1:
        found += [(0, (copy,)) for copy in champions]
    return list(dict.fromkeys(found))


def walk_ends(view: View, gait: Gait, start: int, reach: int, free: bool, built: int) -> dict[int, tuple[int, ...]]:
    """Return the possible ends of a walk from `start`, with the shortest path to each.

    `built` is an edge that counts as bridged.
    """
    found: dict[int, tuple[int, ...]] = {}
    ring: list[tuple[int, tuple[int, ...]]] = [(start, ())]
    for _ in range(reach):
        further = []
        for at, path in ring:
            if path and walking.must_stop(view.state, view.seat, gait, at):
                continue
            ahead = adjacent_by_road(view, at, free)
            if built >= 0 and at in view.grid.edges[built]:
                a, b = view.grid.edges[built]
                other = b if at == a else a
                if len(view.state.enemies_at(other, view.seat)) < 2:
                    ahead = (*ahead, other)
            for b in ahead:
                if b != start and b not in found:
                    found[b] = (*path, b)
                    further.append((b, found[b]))
        ring = further
    return found


def candidate_walks(view: View, gait: Gait, first: Walk | None = None, built: int = -1) -> Iterator[Walk]:
    """Yield the walks that are worth considering.

    If a walk `first` is given, the other walks leave out the units of its stack.
    """
    state, seat = view.state, view.seat
    for start, stack in view.own_stacks.items():
        forces, champions = stack.forces, stack.champions
        if first is not None and first.start == start:
            forces -= first.forces
            champions = tuple(copy for copy in champions if copy not in first.champions)
            if not forces and not champions:
                continue
        if built >= 0 and start not in view.grid.edges[built]:
            continue
        known: dict[tuple[int, bool], dict[int, tuple[int, ...]]] = {}
        for some, named in movable_stacks(gait, forces, champions):
            free = not gait.bridges or (bool(named) and walking.can_cross_freely(state, some, named))
            if not free and built < 0 and not adjacent_by_road(view, start, False):
                continue
            reach = walking.reach(state, seat, gait, some, named, first is None)
            if (reach, free) not in known:
                known[reach, free] = walk_ends(view, gait, start, reach, free, built)
            for path in known[reach, free].values():
                yield Walk(start, some, named, path)


# Values of walks ------------------------------------------------------------------------------------------------------


def best_walk(view: View, gait: Gait, first: Walk | None = None, built: int = -1) -> RatedWalk:
    """Return the walk with the highest gain; it is None if no walk gains anything."""
    key = gait, first, built
    known = view.walk_cache.get(key)
    if known is not None:
        return known
    best: RatedWalk = (0, None)
    for walk in candidate_walks(view, gait, first, built):
        gain = walk_gain(view, walk)
        if gain > best[0]:
            best = gain, walk
    view.walk_cache[key] = best
    return best


def other_walks(view: View, gait: Gait, best: Walk) -> list[Walk]:
    """Return the best walk with a gain for each other pair of start and end, the best walk first."""
    found: dict[tuple[int, int], tuple[int, Walk]] = {}
    for walk in candidate_walks(view, gait):
        ways, gain = (walk.start, walk.path[-1]), walk_gain(view, walk)
        if ways != (best.start, best.path[-1]) and gain > found.get(ways, (0, walk))[0]:
            found[ways] = gain, walk
    return [walk for _, walk in sorted(found.values(), key=lambda one: -one[0])]


def walk_gain(view: View, walk: Walk) -> int:
    """Return the gain of the walk.

    It compares the moved stack and the rest with the whole stack staying where it is.
    """
    key = walk.start, walk.forces, walk.champions, walk.path[-1]
    known = view.walk_gains.get(key)
    if known is None:
        known = view.walk_gains[key] = _gain(view, walk, walk.start, walk.path[-1])
    return known


def _gain(view: View, walk: Walk, a: int, b: int) -> int:
    all_ = view.own_stacks[a]
    moved = view.stack(view.seat, a, walk.forces, walk.champions)
    fire, life = all_.fire - moved.fire, all_.life - moved.life
    before = view.stack_worth(all_.fire, all_.life, a, a)
    if b in view.enemy_stacks:
        return attack_worth(view, moved.fire, moved.life, unit_worth(view, walk), b, (fire, life, a)) - before
    there = view.own_stacks.get(b)
    if there is not None:
        joined = view.stack_worth(moved.fire + there.fire, moved.life + there.life, b, b)
        return joined - view.stack_worth(there.fire, there.life, b, b) + view.stack_worth(fire, life, a, a) - before
    return view.split_worth((moved.fire, moved.life, b), (fire, life, a), a) - before


def unit_worth(view: View, walk: Walk) -> int:
    """Return the cost of losing the stack."""
    weights = view.weights
    return walk.forces * view.force_worth * weights.loss // 100 + sum(
        view.champion_value(copy) for copy in walk.champions
    )


def attack_worth(view: View, fire: int, life: int, units: int, hex_: int, rest: tuple[int, int, int]) -> int:
    """Return the worth of an attack on the enemies in the hex.

    `rest` is the part of the stack that stays behind. The odds give the chance of winning. After a win, the remaining
    stack is in the hex and the enemies are dead. After a loss, the stack and some of the enemies are dead.
    """
    weights = view.weights
    strength = view.attack_bonus(fire * life, hex_)
    against = view.defence_of_hex(hex_)
    chance = win_odds(strength, against)
    left = remaining_share(weights, strength, against)
    won = view.split_worth((fire * left // 100, life * left // 100, hex_), rest, rest[2])
    won += enemy_worth(view, hex_) - units * (100 - left) // 100
    lost = view.stack_worth(*rest, rest[2]) - units + enemy_worth(view, hex_) * min(strength, against) // (3 * against)
    return (chance * won + (100 - chance) * lost) // 100


def enemy_worth(view: View, hex_: int) -> int:
    """Return the worth of killing the enemies in the hex.

    It consists of the bounties and of the loss for a rival.
    """
    weights = view.weights
    enemy = view.enemy_stacks[hex_]
    worth = enemy.forces * view.force_worth * weights.slain // 100
    for copy in enemy.champions:
        stats = view.state.cards[view.state.card[copy]].stats
        assert stats is not None
        worth += stats.bounty * view.gold_worth + view.champion_value(copy) * weights.slain_champion // 100
    if view.is_near_end(enemy.seat):
        worth = worth * 3 // 2
    return worth


# Bridges --------------------------------------------------------------------------------------------------------------


def bridge_gain(view: View, edge: int) -> int:
    """Return the gain of a Bridge on the edge.

    It is the gain of the best stack at an end of the edge, from a shorter way to its goal.
    """
    x, y = view.grid.edges[edge]
    best = 0
    for a, b in ((x, y), (y, x)):
        stack = view.own_stacks.get(a)
        if stack is not None:
            best = max(best, _shortcut_gain(view, stack.fire, stack.life, a, b))
    return best


def _shortcut_gain(view: View, fire: int, life: int, a: int, b: int) -> int:
    """Return the gain of the stack in `a` if the step to `b` no longer needs a Bridge."""
    strength = fire * life
    before = view.best_prospects(fire, life, a, a)[0]
    best, nearness = 0, view.nearness
    for goal, worth, danger, against, ways in view.goals:
        near, via = ways[a], ways[b] + 1
        if via >= near or worth * nearness[via] // 100 <= before:
            continue
        hopes = worth * nearness[via] // 100
        claim = view.claims.get(goal)
        if claim is not None and claim[0] != a:
            hopes = hopes * (hold_chance(strength + claim[1], danger) - hold_chance(claim[1], danger)) // 100
        else:
            hopes = hopes * hold_chance(strength, danger) // 100
        if against:
            hopes = hopes * win_odds(strength, against) // 100
        best = max(best, hopes - before)
    return best


def next_missing_bridges(view: View) -> list[int]:
    """Return the next missing Bridge on the way of each stack to its goal, at any distance."""
    found = []
    by_hex = {goal.hex: goal for goal in view.goals}
    for a, stack in view.own_stacks.items():
        chosen = view.best_prospects(stack.fire, stack.life, a, a)[1]
        if chosen < 0 or chosen == a:
            continue
        ways, at = by_hex[chosen].distances, a
        while at != chosen and ways[at] < MAX_DISTANCE:
            b, edge = min(
                ((b, edge) for b, edge in view.grid.steps[at] if ways[b] < ways[at]),
                key=lambda step: (ways[step[0]] + 2 - view.bridges[step[1]], step[0]),
            )
            if not view.bridges[edge]:
                found.append(edge)
                break
            at = b
    return found


def best_bridges(view: View, max_count: int, here: bool) -> tuple[int, tuple[int, ...]]:
    """Return the gain of the best 1 to `max_count` edges to build on, and these edges.

    The edges are () if none of them gains anything.
    """
    weights = view.weights
    known = view.bridge_cache.get((max_count, here))
    if known is not None:
        return known
    bridges = view.bridges
    judged: dict[int, int] = {}
    for a in view.own_stacks:
        for edge in view.grid.edges_at[a]:
            if not bridges[edge] and edge not in judged:
                judged[edge] = bridge_gain(view, edge) * weights.bridge // 100
    if not here:
        for edge in next_missing_bridges(view):
            if edge not in judged:
                judged[edge] = weights.gap
    good = sorted((edge for edge, gain in judged.items() if gain > 0), key=lambda edge: (-judged[edge], edge))[
        :max_count
    ]
    view.bridge_cache[max_count, here] = found = sum(judged[edge] for edge in good), tuple(good)
    return found


def shielding_bridges(view: View, max_count: int, here: bool) -> tuple[int, tuple[int, ...]]:
    """Return the worth of removing Bridges that threaten the seat's own stacks, and these Bridges.

    The strongest enemies threaten the stacks over them.
    """
    judged: dict[int, int] = {}
    for a, stack in view.own_stacks.items():
        held = view.stack_worth(stack.fire, stack.life, a, a)
        for b, edge in view.grid.steps[a]:
            if view.bridges[edge] and b in view.enemy_stacks:
                loss = 100 - win_odds(view.defence_strength(stack), view.enemy_stacks[b].strength)
                judged[edge] = max(judged.get(edge, 0), held * loss // 250)
    good = sorted((edge for edge, gain in judged.items() if gain > 0), key=lambda edge: (-judged[edge], edge))[
        :max_count
    ]
    return sum(judged[edge] for edge in good), tuple(sorted(good))
