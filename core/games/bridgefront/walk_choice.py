"""The locked choice of a walk: a stack and its path (rules 8.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from core.engine.game import Chooser
from core.games.bridgefront import walks
from core.games.bridgefront.choices import Choice, ChoiceContext
from core.games.bridgefront.decisions import Walk
from core.games.bridgefront.walks import Copies, Gait

Path = tuple[int, ...]


class WalkChoice(Choice[Walk]):
    """A choice of a walk: a stack and its path.

    With `second`, the stack must be separate from the first one that was named. With `after_build`, the edges chosen
    before count as bridged.
    """

    gait: Gait
    optional: bool = False
    second: bool = False
    after_build: bool = False
    shape = Walk

    def built(self, c: ChoiceContext) -> tuple[int, ...]:
        """Return the edges that were chosen before and count as bridged."""
        return c.before[-1] if self.after_build and c.before else ()

    def allows(self, c: ChoiceContext, value: Walk) -> bool:
        if walks.illegal_reason(c.state, c.seat, self.gait, value, not self.second, self.built(c)):
            return False
        return not self.second or self._apart(c, value)

    def _apart(self, c: ChoiceContext, value: Walk) -> bool:
        """Return True if the two stacks have no unit in common."""
        first = c.before[-1]
        if first is None:
            return False
        if first.start != value.start:
            return True
        enough = first.forces + value.forces <= c.state.forces[c.seat].get(value.start, 0)
        return enough and not set(first.champions) & set(value.champions)

    def legal(self, c: ChoiceContext) -> Iterator[Walk]:
        for start in sorted(c.state.occupied(c.seat)):
            for forces, champions in self._stacks(c, start):
                reach = walks.reach(c.state, c.seat, self.gait, forces, champions, not self.second)
                for path in self._extend_paths(c, forces, champions, (start,), reach):
                    walk = Walk(start, forces, champions, path)
                    if not self.second or self._apart(c, walk):
                        yield walk

    def _stacks(self, c: ChoiceContext, start: int) -> Iterator[tuple[int, Copies]]:
        there = c.state.forces[c.seat].get(start, 0)
        if self.gait.one_force:
            if there:
                yield 1, ()
            return
        champions = [x.copy for x in c.state.champions_at(start, c.seat)]
        for forces in range(there, -1, -1):
            for n in range(len(champions), -1, -1):
                for named in combinations(champions, n):
                    if forces or named:
                        yield forces, named

    def _extend_paths(
        self, c: ChoiceContext, forces: int, champions: Copies, so_far: Path, left: int
    ) -> Iterator[Path]:
        if not left:
            return
        found = walks.next_steps(c.state, c.seat, self.gait, forces, champions, so_far[-1], self.built(c))
        for b in sorted(found):
            path = (*so_far, b)
            yield path[1:]
            if not walks.ends_walk(c.state, c.seat, self.gait, b):
                yield from self._extend_paths(c, forces, champions, path, left - 1)

    def sample(self, c: ChoiceContext, chance: Chooser) -> Walk | None:
        """Return a random stack on a random path, or None.

        If few hexes have a way out, it returns None more often than a full search would.
        """
        if self.optional and chance.uniform(4) == 0:
            return None
        state, seat = c.state, c.seat
        starts = list(state.forces[seat]) if self.gait.one_force else list(state.occupied(seat))
        starts.sort()
        while starts:
            start = starts.pop(chance.uniform(len(starts)))
            stack = self._sample_stack(c, start, chance)
            if stack is None:
                continue
            walk = self._sample_path(c, start, *stack, chance)
            if walk is not None and (not self.second or self._apart(c, walk)):
                return walk
        if self.optional:
            return None
        return next(self.legal(c), None)

    def _sample_stack(self, c: ChoiceContext, start: int, chance: Chooser) -> tuple[int, Copies] | None:
        there = c.state.forces[c.seat].get(start, 0)
        if self.gait.one_force:
            return 1, ()
        champions = [x.copy for x in c.state.champions_at(start, c.seat)] if c.state.champions else []
        first = c.before[-1] if self.second and c.before else None
        if first is not None and first.start == start:
            there -= first.forces
            champions = [copy for copy in champions if copy not in first.champions]
        forces = there if not there or chance.uniform(2) else 1 + chance.uniform(there)
        named = tuple(copy for copy in champions if chance.uniform(2)) if champions else ()
        if not forces and not named:
            if not champions:
                return None
            named = (champions[chance.uniform(len(champions))],)
        return forces, named

    def _sample_path(
        self, c: ChoiceContext, start: int, forces: int, champions: Copies, chance: Chooser
    ) -> Walk | None:
        reach = walks.reach(c.state, c.seat, self.gait, forces, champions, not self.second)
        path: list[int] = []
        at = start
        for _ in range(1 + chance.uniform(reach)):
            found = walks.next_steps(c.state, c.seat, self.gait, forces, champions, at, self.built(c))
            if not found:
                break
            at = sorted(found)[chance.uniform(len(found))]
            path.append(at)
            if walks.ends_walk(c.state, c.seat, self.gait, at):
                break
        return Walk(start, forces, champions, tuple(path)) if path else None
