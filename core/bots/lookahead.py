"""A bot that searches: it plays its best candidates to the end of the round in sampled worlds.

The seat cannot tell these worlds from the real one. The bot chooses the candidate with the best results.

The candidates are the top of the heuristic's own ranking. Each is tried in the same worlds, with the same answers of
the other seats and the same luck, so only the candidate differs. The search drops half of the candidates after each
heat (sequential halving). The remaining ones share the rollouts of the next heat, and the heuristic's favourite is
always among them. A rollout continues by rules of thumb to the end of the round. The game's `value` then rates the
seat's result. The budget counts rollouts, not time, so the same seed gives the same decision on every computer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from core.bots.base import DecisionPosition, PlanOf
from core.bots.random_bot import Dice
from core.engine.agenda import AgendaGame
from core.engine.chance.beacon import next_beacon
from core.engine.game import Decision
from core.engine.hidden.determinization import World
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion

ACCEPT_MARGIN, DROP_MARGIN = 1, 2
"""Differences from the favourite, in standard errors: to accept a better candidate, and to drop a worse one."""
MAX_ROLLOUT_STEPS = 400
"""Maximum number of steps in a rollout; no round takes as many."""

S = TypeVar("S", bound=AgendaState)
"""Type of the states of the game."""
D = TypeVar("D", bound=Decision)
"""Type of the decisions that the search compares."""


class Budget(NamedTuple):
    """Limits of one search."""

    rollouts: int
    """Total number of rollouts for one decision."""
    ideas: int
    """Maximum number of candidates that the search examines."""


class SearchConfig(NamedTuple, Generic[S, D]):
    """Functions that a search needs from a game."""

    plan: PlanOf[S]
    """Plan by which all seats answer in a rollout."""
    ideas: Mapping[AnyQuestion, Callable[[DecisionPosition[S], int], Sequence[D]]]
    """Functions that return at most the given number of legal candidates, the best first, by question.

    The first candidate is the heuristic's own decision.
    """
    within: Callable[[S, int, Secrets, D], D]
    """Function that adapts a candidate to a sampled world.

    It receives the state and the seat's secrets in that world, and fills the slots that the candidate fills.
    """
    reached: Callable[[S, S], bool]
    """Test of whether a rollout has ended, given the state where it began and the state now."""
    value: Callable[[S, int], int]
    """Function that returns a seat's expected result at the end of a rollout, in 1/65536 of a victory."""
    budget: Callable[[S], Budget]
    """Function that returns the master bot's budget for one decision.

    It allows fewer rollouts in positions where each takes longer.
    """


AnySearchConfig: TypeAlias = SearchConfig[AgendaState, Decision]
"""Search config of a game whose state type is not known."""


class SampledWorld(NamedTuple, Generic[S]):
    """A sampled world, the other seats' answers in it, and the key of its random numbers."""

    world: World[S]
    others: dict[int, Decision]
    luck: bytes


class Search(Generic[S, D]):
    """A search for the best decision in one position."""

    def __init__(self, foresight: SearchConfig[S, D], asked: DecisionPosition[S]) -> None:
        self.foresight = foresight
        self.game = asked.game
        self.state = asked.state
        self.seat = asked.seat
        self.secrets = asked.secrets
        self.dice = asked.dice
        self.spent = 0
        """Number of rollouts so far."""
        self._worlds: list[SampledWorld[S]] = []

    def best(self, ideas: Sequence[D], rollouts: int) -> D:
        """Return the candidate that does best in `rollouts` rollouts.

        The heuristic's favourite is in every heat. Another candidate must beat it by more than the standard error of
        their differences. The search stops early if all other candidates are far behind.
        """
        worth: list[list[int]] = [[] for _ in ideas]
        remaining = list(range(len(ideas)))
        heats = max(1, (len(ideas) - 1).bit_length())
        for _ in range(heats):
            tried = len(worth[0])
            for number in range(tried, tried + max(1, rollouts // (heats * len(remaining)))):
                for i in remaining:
                    worth[i].append(self.rollout(number, ideas[i]))
            others = sorted(remaining[1:], key=lambda i: (-sum(worth[i]), i))[: len(remaining) // 2]
            remaining = [0, *(i for i in others if not _clearly_greater(worth[0], worth[i], DROP_MARGIN))]
            if len(remaining) == 1:
                return ideas[0]
        challenger = remaining[1] if len(remaining) > 1 else 0
        return ideas[challenger if _clearly_greater(worth[challenger], worth[0], ACCEPT_MARGIN) else 0]

    def tried(self, number: int) -> SampledWorld[S]:
        """Return the sampled world with this number, which is the same for every candidate."""
        while number >= len(self._worlds):
            world = self.game.sample_world(self.state, self.seat, self.secrets, self.dice)
            luck = b"".join(self.dice.uniform(256).to_bytes(1, "little") for _ in range(32))
            others = {
                seat: answer(self.game, self.foresight.plan, world.state, seat, world.secrets[seat], self.dice)
                for seat, _, _ in world.state.asking
                if seat != self.seat
            }
            self._worlds.append(SampledWorld(world, others, luck))
        return self._worlds[number]

    def rollout(self, number: int, idea: D) -> int:
        """Return the seat's result in one sampled world if it makes the decision `idea` now."""
        world, others, luck = self.tried(number)
        self.spent += 1
        game, plan, reached = self.game, self.foresight.plan, self.foresight.reached
        state = world.state.clone()
        secrets = {seat: _copy_secrets(own) for seat, own in world.secrets.items()}
        dice = Dice(luck)
        mine = self.foresight.within(state, self.seat, secrets[self.seat], idea)
        game.resolve(state, {**others, self.seat: mine}, next_beacon(luck, state.t, b"", ()))
        for _ in range(MAX_ROLLOUT_STEPS):
            if state.over or reached(self.state, state):
                break
            decisions = {seat: answer(game, plan, state, seat, secrets[seat], dice) for seat, _, _ in state.asking}
            game.resolve(state, decisions, next_beacon(luck, state.t, b"", ()))
        return self.foresight.value(state, self.seat)


def _clearly_greater(ones: Sequence[int], others: Sequence[int], scatters: int) -> bool:
    """Return True if the sum of the pairwise differences exceeds `scatters` standard errors.

    The standard error is that of a sum without any true difference.

    >>> _clearly_greater([5, 6, 7], [4, 5, 5], 1), _clearly_greater([5, 6, 7], [4, 5, 5], 2)
    (True, False)
    >>> _clearly_greater([9, 1], [1, 8], 1), _clearly_greater([3], [3], 1)
    (False, False)
    """
    differences = [item - other for item, other in zip(ones, others)]
    gained = sum(differences)
    return gained > 0 and gained * gained > scatters * scatters * sum(element * element for element in differences)


def _copy_secrets(own: Secrets) -> Secrets:
    """Return a copy of secrets in a sampled world, which one rollout may change."""
    twin = Secrets.__new__(Secrets)
    twin.__dict__.update(own.__dict__)
    twin.faces = dict(own.faces)
    twin.foreign_openings = dict(own.foreign_openings)
    twin.drafts = {}
    return twin


def answer(game: AgendaGame[S], plan: PlanOf[S], state: S, seat: int, own: Secrets, dice: Dice) -> Decision:
    """Return the seat's answer by the plan.

    If the plan has none, return the forced answer, or a random one if no answer is forced.
    """
    game.learn(state, seat, own)
    question, detail = game.pending_question(state, seat)
    forced: Decision | None = question.forced_answer(state, seat, own, *detail)
    if forced is not None:
        return forced
    if question in plan:
        return plan[question](DecisionPosition(game, state, seat, own, detail, dice))
    sampled: Decision = question.sample(state, seat, own, dice, *detail)
    return sampled
