"""The locked choice of a walk: a stack and its path (rules 8.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from core.engine.game import RandomSource
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

    def built_edges(self, context: ChoiceContext) -> tuple[int, ...]:
        """Return the edges that were chosen before and count as bridged."""
        return context.before[-1] if self.after_build and context.before else ()

    def is_legal(self, context: ChoiceContext, value: Walk) -> bool:
        if walks.illegal_reason(
            context.state, context.seat, self.gait, value, not self.second, self.built_edges(context)
        ):
            return False
        return not self.second or self._is_separate(context, value)

    def _is_separate(self, context: ChoiceContext, value: Walk) -> bool:
        """Return True if the two stacks have no unit in common."""
        first = context.before[-1]
        if first is None:
            return False
        if first.start != value.start:
            return True
        enough = first.forces + value.forces <= context.state.forces[context.seat].get(value.start, 0)
        return enough and not set(first.champions) & set(value.champions)

    def legal_values(self, context: ChoiceContext) -> Iterator[Walk]:
        for start in sorted(context.state.occupied_hexes(context.seat)):
            for forces, champions in self._possible_stacks(context, start):
                reach = walks.reach(context.state, context.seat, self.gait, forces, champions, not self.second)
                for path in self._extend_paths(context, forces, champions, (start,), reach):
                    walk = Walk(start, forces, champions, path)
                    if not self.second or self._is_separate(context, walk):
                        yield walk

    def _possible_stacks(self, context: ChoiceContext, start: int) -> Iterator[tuple[int, Copies]]:
        there = context.state.forces[context.seat].get(start, 0)
        if self.gait.one_force:
            if there:
                yield 1, ()
            return
        champions = [x.copy for x in context.state.champions_at(start, context.seat)]
        for forces in range(there, -1, -1):
            for n in range(len(champions), -1, -1):
                for named in combinations(champions, n):
                    if forces or named:
                        yield forces, named

    def _extend_paths(
        self, context: ChoiceContext, forces: int, champions: Copies, so_far: Path, left: int
    ) -> Iterator[Path]:
        if not left:
            return
        found = walks.next_steps(
            context.state, context.seat, self.gait, forces, champions, so_far[-1], self.built_edges(context)
        )
        for b in sorted(found):
            path = (*so_far, b)
            yield path[1:]
            if not walks.must_stop(context.state, context.seat, self.gait, b):
                yield from self._extend_paths(context, forces, champions, path, left - 1)

    def sample(self, context: ChoiceContext, chance: RandomSource) -> Walk | None:
        """Return a random stack on a random path, or None.

        If few hexes have a way out, it returns None more often than a full search would.
        """
        if self.optional and chance.uniform(4) == 0:
            return None
        state, seat = context.state, context.seat
        starts = list(state.forces[seat]) if self.gait.one_force else list(state.occupied_hexes(seat))
        starts.sort()
        while starts:
            start = starts.pop(chance.uniform(len(starts)))
            stack = self._sample_stack(context, start, chance)
            if stack is None:
                continue
            walk = self._sample_path(context, start, *stack, chance)
            if walk is not None and (not self.second or self._is_separate(context, walk)):
                return walk
        if self.optional:
            return None
        return next(self.legal_values(context), None)

    def _sample_stack(self, context: ChoiceContext, start: int, chance: RandomSource) -> tuple[int, Copies] | None:
        there = context.state.forces[context.seat].get(start, 0)
        if self.gait.one_force:
            return 1, ()
        champions = [x.copy for x in context.state.champions_at(start, context.seat)] if context.state.champions else []
        first = context.before[-1] if self.second and context.before else None
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
        self, context: ChoiceContext, start: int, forces: int, champions: Copies, chance: RandomSource
    ) -> Walk | None:
        reach = walks.reach(context.state, context.seat, self.gait, forces, champions, not self.second)
        path: list[int] = []
        at = start
        for _ in range(1 + chance.uniform(reach)):
            found = walks.next_steps(
                context.state, context.seat, self.gait, forces, champions, at, self.built_edges(context)
            )
            if not found:
                break
            at = sorted(found)[chance.uniform(len(found))]
            path.append(at)
            if walks.must_stop(context.state, context.seat, self.gait, at):
                break
        return Walk(start, forces, champions, tuple(path)) if path else None
