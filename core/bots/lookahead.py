"""A player that looks ahead: it plays its best ideas to the end of the round in worlds that it cannot tell from the
real one, and does what turns out best.

The ideas are the heuristic's own ranking, cut short. Each is tried in the same imagined worlds, against the same
answers of the others and with the same luck, so that what differs is the idea. Half of the ideas are dropped after
each heat (sequential halving); those that are left share the rollouts of the next, the heuristic's favourite among
them. A rollout goes on by rules of thumb to the end of the round; what has become of the seat is the game's `value`.
The budget counts rollouts, not time, so that the same seed decides the same on every computer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from core.bots.base import Asked, Plan
from core.bots.random_bot import Dice
from core.engine.agenda import Agenda
from core.engine.chance.beacon import next_beacon
from core.engine.game import Decision
from core.engine.hidden.determinization import World
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion

CLEARLY, GIVEN_UP = 1, 2
"""By so many times the scatter an idea must beat the favourite to be taken; or be behind it to be dropped."""
LONGEST = 400
"""A rollout is cut after so many steps: no round takes as many."""

Played: TypeAlias = Any
"""The state of whatever game is searched."""


class Budget(NamedTuple):
    """How long a search may think."""

    rollouts: int
    """In all, for one decision."""
    ideas: int
    """So many of the best ideas are looked at."""


class Foresight(NamedTuple):
    """What a search needs from a game."""

    plan: Plan
    """What everybody answers in a rollout."""
    ideas: Mapping[AnyQuestion, Callable[[Asked[Played], int], Sequence[Decision]]]
    """For each question that is searched: so many legal decisions at most, the heuristic's best first."""
    within: Callable[[Played, int, Secrets, Any], Decision]
    """(state of a world, seat, its secrets there, idea): the idea as it is said there; what it lays is laid there."""
    reached: Callable[[Played, Played], bool]
    """(state before, state now): whether a rollout is at its end."""
    value: Callable[[Played, int], int]
    """What the seat may expect of a position at the end of a rollout, in 1/65536 of a victory."""
    budget: Callable[[Played], Budget]
    """What a master spends on one decision in a position: fewer rollouts where each takes longer."""


class Tried(NamedTuple):
    """An imagined world, what the others answer in it now, and where its luck comes from."""

    world: World[Played]
    others: dict[int, Decision]
    luck: bytes


class Search:
    """One decision's search."""

    def __init__(self, foresight: Foresight, asked: Asked[Played]) -> None:
        self.foresight = foresight
        self.game: Agenda[Played] = asked.game
        self.state = asked.state
        self.seat = asked.seat
        self.secrets = asked.secrets
        self.dice = asked.dice
        self.spent = 0
        """Rollouts so far."""
        self._worlds: list[Tried] = []

    def best(self, ideas: Sequence[Decision], rollouts: int) -> Decision:
        """The idea that does best in so many rollouts; the heuristic's favourite unless another is clearly better.

        The favourite stays in every heat. What beats it must do so by more than the scatter of their differences; once
        all others are far behind it, no more rollouts are spent.
        """
        worth: list[list[int]] = [[] for _ in ideas]
        left = list(range(len(ideas)))
        heats = max(1, (len(ideas) - 1).bit_length())
        for _ in range(heats):
            tried = len(worth[0])
            for number in range(tried, tried + max(1, rollouts // (heats * len(left)))):
                for i in left:
                    worth[i].append(self.rollout(number, ideas[i]))
            others = sorted(left[1:], key=lambda i: (-sum(worth[i]), i))[: len(left) // 2]
            left = [0, *(i for i in others if not _more(worth[0], worth[i], GIVEN_UP))]
            if len(left) == 1:
                return ideas[0]
        challenger = left[1] if len(left) > 1 else 0
        return ideas[challenger if _more(worth[challenger], worth[0], CLEARLY) else 0]

    def tried(self, number: int) -> Tried:
        """The imagined world of this number, the same for every idea."""
        while number >= len(self._worlds):
            world = self.game.imagine(self.state, self.seat, self.secrets, self.dice)
            luck = b"".join(self.dice.uniform(256).to_bytes(1, "little") for _ in range(32))
            others = {
                seat: answer(self.game, self.foresight.plan, world.state, seat, world.secrets[seat], self.dice)
                for seat, _, _ in world.state.asking
                if seat != self.seat
            }
            self._worlds.append(Tried(world, others, luck))
        return self._worlds[number]

    def rollout(self, number: int, idea: Decision) -> int:
        """What becomes of the seat in one world if it decides so now."""
        world, others, luck = self.tried(number)
        self.spent += 1
        game, plan, reached = self.game, self.foresight.plan, self.foresight.reached
        state = world.state.clone()
        secrets = {seat: _again(own) for seat, own in world.secrets.items()}
        dice = Dice(luck)
        mine = self.foresight.within(state, self.seat, secrets[self.seat], idea)
        game.resolve(state, {**others, self.seat: mine}, next_beacon(luck, state.t, b"", ()))
        for _ in range(LONGEST):
            if state.over or reached(self.state, state):
                break
            decisions = {seat: answer(game, plan, state, seat, secrets[seat], dice) for seat, _, _ in state.asking}
            game.resolve(state, decisions, next_beacon(luck, state.t, b"", ()))
        return self.foresight.value(state, self.seat)


def _more(ones: Sequence[int], others: Sequence[int], scatters: int) -> bool:
    """Whether the sum of the differences, pair by pair, is more than so many times what it would scatter by if nothing
    were behind it.

    >>> _more([5, 6, 7], [4, 5, 5], 1), _more([5, 6, 7], [4, 5, 5], 2), _more([9, 1], [1, 8], 1), _more([3], [3], 1)
    (True, False, False, False)
    """
    differences = [one - other for one, other in zip(ones, others)]
    gained = sum(differences)
    return gained > 0 and gained * gained > scatters * scatters * sum(each * each for each in differences)


def _again(own: Secrets) -> Secrets:
    """The secrets of a world, to be written on in one rollout."""
    twin = Secrets.__new__(Secrets)
    twin.__dict__.update(own.__dict__)
    twin.faces = dict(own.faces)
    twin.seen = dict(own.seen)
    twin.drafts = {}
    return twin


def answer(game: Agenda[Played], plan: Plan, state: Played, seat: int, own: Secrets, dice: Dice) -> Decision:
    """What the seat answers by the plan; by itself or by chance where the plan has nothing to say."""
    game.learn(state, seat, own)
    question, detail = game.asked(state, seat)
    forced: Decision | None = question.forced(state, seat, own, *detail)
    if forced is not None:
        return forced
    if question in plan:
        return plan[question](Asked(game, state, seat, own, detail, dice))
    sampled: Decision = question.sample(state, seat, own, dice, *detail)
    return sampled
