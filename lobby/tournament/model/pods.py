"""Pods: a round's players at tables of nearly equal size, with as few repeated meetings as possible.

Every peer computes the same pods: all numbers are integers, and one stream of the tournament's beacon breaks every tie.
The effort is limited in steps, not in seconds.

The best pods have the fewest pairs that have met before. Next counts the number of meetings of those pairs, and then
the difference of scores at a table; both should be small. For tables of two, the best pods are a matching of minimum
weight, which is found exactly. For larger tables, a search by exchanges finds them. If a repeated meeting remains, all
partitions are examined, up to `BUDGET` steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, permutations
from operator import sub

from core.engine.chance.beacon import Stream
from core.engine.text.words import format_count
from lobby.tournament.model.results import Past, ordered_pair

BUDGET = 20_000
"""Number of steps after which the exact search gives up."""
KICKS = 40
"""Number of restarts of the local search for sixteen players; there are fewer for more players."""
LARGE, NEIGHBOURS = 64, 16
"""Number of players above which the matching is limited, and the limit on the distance of two players.

The distance is measured in places of the standings. The limit is relaxed if it leaves no matching without repeats. It
exists because the time for a matching grows with both numbers.
"""
TIE_BITS = 48

Pods = list[list[int]]


class NoTables(ValueError):
    """Error for a number of players that cannot be seated at tables."""


def pod_sizes(players: int, usual: int, least: int, most: int) -> tuple[int, ...]:
    """Return the table sizes for a round, the larger ones first; they differ by at most one.

    The sizes have the fewest byes. Among those, they are as near as possible to `usual`, and at a tie larger. Players
    at no table have a bye. Raises `NoTables` unless 1 < least <= usual <= most.

    >>> pod_sizes(14, 4, 2, 6), pod_sizes(7, 2, 2, 2), pod_sizes(7, 2, 2, 6)
    ((4, 4, 3, 3), (2, 2, 2), (3, 2, 2))
    """
    if not 1 < least <= usual <= most:
        raise NoTables(f"tables of {least} to {most}, usually {usual}, cannot be formed")
    for byes in range(players):
        seated = players - byes
        fits = [p for p in range(1, seated + 1) if least <= seated // p and -(-seated // p) <= most]
        if fits:
            tables = min(fits, key=lambda p: (abs(Fraction(seated, p) - usual), p))
            low, more = divmod(seated, tables)
            return (low + 1,) * more + (low,) * (tables - more)
    return ()


def choose_byes(order: Sequence[int], count: int, before: Past) -> list[int]:
    """Return the players that get a bye: those with the fewest byes so far, and of these the last in `order`.

    `order` has the best player first.
    """
    if not count:
        return []
    places = {player: place for place, player in enumerate(order)}
    return sorted(order, key=lambda p: (before.byes[p], -places[p]))[:count]


def make_pods(players: Sequence[int], sizes: Sequence[int], before: Past, chance: Stream) -> Pods:
    """Return the tables of these sizes for the players, who are given best first.

    Each table is in seat order, and the best table comes first.
    """
    if sum(sizes) != len(players):
        raise NoTables(f"{format_count(len(players), 'player')} for {format_count(sum(sizes), 'seat')}")
    field = _MeetingCosts(players, before)
    pods = _match_pairs(field, chance) if set(sizes) == {2} else _Search(field, sizes, chance).find_best()
    named = [[players[i] for i in sorted(pod)] for pod in sorted(pods, key=sorted)]
    return [order_seats(pod, before, chance) for pod in named]


def count_repeats(pods: Pods, before: Past) -> int:
    """Return the number of pairs at these tables that have already met."""
    return sum(before.met[ordered_pair(a, b)] > 0 for pod in pods for a, b in combinations(pod, 2))


def order_seats(pod: Sequence[int], before: Past, chance: Stream) -> list[int]:
    """Return the players of a table in seat order.

    Each player gets the seat in which it has sat least often. Chance decides ties.
    """
    mixed = chance.shuffle(sorted(pod))
    counts = [[before.seats[player, at] for at in range(len(mixed))] for player in mixed]
    best = min(
        permutations(range(len(mixed))),
        key=lambda seats: sum(counts[i][at] ** 2 + counts[i][at] for i, at in enumerate(seats)),
    )
    return [player for _, player in sorted(zip(best, mixed))]


class _MeetingCosts:
    """Costs of all meetings of two players: `weights[i][j]` for the i-th and the j-th player.

    A pair that has met before costs at least `repeat`, more than everything else together. Less important are the
    number of its meetings, and then the difference of the scores.
    """

    def __init__(self, players: Sequence[int], before: Past) -> None:
        unlike = [[(before.scores[a] - before.scores[b]) ** 2 for b in players] for a in players]
        met = [[before.met[ordered_pair(a, b)] if a != b else 0 for b in players] for a in players]
        often = 1 + sum(map(sum, unlike))
        self.repeat = 1 + often * (1 + sum(times**2 for row in met for times in row))
        self.weights = [
            [self.repeat * (times > 0) + often * times**2 + apart for times, apart in zip(*rows)]
            for rows in zip(met, unlike)
        ]

    def __len__(self) -> int:
        return len(self.weights)

    def cost(self, pods: Iterable[Sequence[int]]) -> int:
        """Return the total cost of the meetings at these tables."""
        return sum(map(self.weight, pods))

    def weight(self, pod: Sequence[int]) -> int:
        """Return the total cost of the meetings at one table."""
        total = 0
        for at, i in enumerate(pod):
            row = self.weights[i]
            for j in pod[at + 1 :]:
                total += row[j]
        return total


def _match_pairs(field: _MeetingCosts, chance: Stream) -> Pods:
    """Return the matching of minimum cost, made unique by random low bits.

    If pairs of neighbours cost nothing, as in a first round, no matching is better. They are then returned, because
    their order is already random.
    """
    in_order = [[i, i + 1] for i in range(0, len(field), 2)]
    if not field.cost(in_order):
        return in_order
    reach = NEIGHBOURS if len(field) > LARGE else LARGE
    while True:
        import networkx  # slow import, needed only to pair

        graph = networkx.Graph()
        graph.add_nodes_from(range(len(field)))
        for i, j in combinations(range(len(field)), 2):
            if j - i <= reach:
                tie = chance.uniform(1 << 24) << 24 | chance.uniform(1 << 24)
                graph.add_edge(i, j, weight=-((field.weights[i][j] << TIE_BITS) + tie))
        pods = [sorted(edge) for edge in networkx.max_weight_matching(graph, maxcardinality=True)]
        if reach >= len(field) or (2 * len(pods) == len(field) and field.cost(pods) < field.repeat):
            return pods
        reach *= 2


class _Search:
    """Search for the best tables of any size, within a budget of steps."""

    def __init__(self, field: _MeetingCosts, sizes: Sequence[int], chance: Stream) -> None:
        self.field = field
        self.sizes = sizes
        self.chance = chance
        self.tried_in = chance.shuffle(range(len(field)))
        """Random order in which players are tried, which breaks ties."""
        self.steps = BUDGET

    def find_best(self) -> Pods:
        """Return the tables of minimum cost that the search has found."""
        cost, pods = self._improve_pods(self._initial_pods())
        kicks = KICKS * 16 // max(16, len(self.field)) if len(self.sizes) > 1 else 0
        while kicks and cost >= self.field.repeat:
            cost, pods = min((cost, pods), self._improve_pods(self._kick_pods(pods)), key=lambda found: found[0])
            kicks -= 1
        return self._search_exactly(cost, pods) if cost >= self.field.repeat else pods

    def _initial_pods(self) -> Pods:
        """Return tables of neighbours in the standings."""
        ends = list(accumulate(self.sizes))
        return [list(range(end - size, end)) for end, size in zip(ends, self.sizes)]

    def _kick_pods(self, pods: Pods) -> Pods:
        """Return the tables after exchanging a few players at random."""
        pods = [list(pod) for pod in pods]
        for _ in range(2 + self.chance.uniform(4)):
            a, b = self.chance.sample(range(len(pods)), 2)
            i, j = self.chance.uniform(len(pods[a])), self.chance.uniform(len(pods[b]))
            pods[a][i], pods[b][j] = pods[b][j], pods[a][i]
        return pods

    def _improve_pods(self, pods: Pods) -> tuple[int, Pods]:
        """Exchange players between tables while that lowers the cost; return the final cost and tables."""
        weights = self.field.weights
        home = {player: number for number, pod in enumerate(pods) for player in pod}
        with_pod = [[sum(column) for column in zip(*(weights[p] for p in pod))] for pod in pods]

        def best_for(x: int) -> tuple[int, int]:
            """Return the gain of a player's best exchange and its partner; of equal ones, the first tried."""
            at, row = home[x], weights[x]
            mates = with_pod[at]
            most, best = 0, x
            for y in self.tried_in:
                there = home[y]
                if there != at:
                    others = with_pod[there]
                    gain = mates[x] + others[y] - mates[y] - others[x] - 2 * row[y]
                    if gain > most:
                        most, best = gain, y
            return most, best

        better = True
        while better:
            better = False
            for x in self.tried_in:
                gain, y = best_for(x)
                if gain:
                    a, b = home[x], home[y]
                    pods[a][pods[a].index(x)], pods[b][pods[b].index(y)] = y, x
                    home[x], home[y] = b, a
                    for p, change in enumerate(map(sub, weights[y], weights[x])):
                        with_pod[a][p] += change
                        with_pod[b][p] -= change
                    better = True
        return self.field.cost(pods), pods

    def _search_exactly(self, cost: int, pods: Pods) -> Pods:
        """Return the best of all partitions, searched within the step budget.

        If the budget ends the search, the best tables found so far are returned: at worst, the given ones.
        """
        best = cost, pods
        weight = self.field.weight

        def place(left: tuple[int, ...], sizes: tuple[int, ...], spent: int, made: Pods) -> None:
            nonlocal best
            if not left:
                best = spent, [list(pod) for pod in made]
                return
            first, rest = left[0], left[1:]
            for size in sorted(set(sizes)):
                other_sizes = list(sizes)
                other_sizes.remove(size)
                for mates in combinations(rest, size - 1):
                    self.steps -= 1
                    if self.steps < 0:
                        return
                    pod = (first, *mates)
                    now = spent + weight(pod)
                    if now < best[0]:
                        others = tuple(p for p in rest if p not in mates)
                        place(others, tuple(other_sizes), now, [*made, list(pod)])

        place(tuple(range(len(self.field))), tuple(self.sizes), 0, [])
        return best[1]
