"""Review of a finished match: each seat's chance of winning over time, and the decisions that cost most.

A decision is compared with what the bots would have done: both are tried in the same sampled worlds, which the seat
could not tell from the real one at that moment. The functions are generators that yield after each piece of work, so
the caller can stop them at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from core.bots.base import position
from core.bots.levels import HardBot
from core.bots.lookahead import AnySearchConfig, Search
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.games.registry import record_of

SEED = "review"
WORLDS = 8
"""Number of sampled worlds in which a decision is tried."""
IDEAS = 4
"""Maximum number of the bot's ideas with which a decision is compared."""


class Chances(NamedTuple):
    """The chances of winning of all seats after this number of steps, in 1/65536 and in the order of the seats."""

    step: int
    by_seat: tuple[int, ...]


class Costly(NamedTuple):
    """A decision that cost a seat much of its chance of winning, with a better decision.

    Steps count from 0. `chance` and `lost` are in 1/65536.
    """

    step: int
    seat: int
    decision: Decision
    better: Decision
    chance: int
    lost: int


class PlayedMatch(NamedTuple):
    """A match as it was played: the state after each number of steps, and the decisions of each step."""

    game: Game
    states: Sequence[State]
    decisions: Sequence[Mapping[int, Decision]]


def config_of(game: Game) -> AnySearchConfig | None:
    """Return the search config with which matches of a game are reviewed, or None if there is none."""
    record = record_of(game.name)
    return record.reviewer if record is not None else None


def chances(match: PlayedMatch) -> Iterator[Chances]:
    """Yield the chances of winning at the beginning, at each point where the bots evaluate, and at the end."""
    config = config_of(match.game)
    if config is None or not match.states:
        return
    seats = [standing.seat for standing in sorted(match.game.standing(match.states[0]), key=lambda each: each.seat)]
    last = None
    for step, state in enumerate(match.states):
        begins = last is None and len(match.game.pending_asks(state)) > 0
        if begins or step == len(match.states) - 1 or (last is not None and config.reached(last, state)):  # type: ignore[arg-type]
            yield Chances(step, tuple(config.value(state, seat) for seat in seats))  # type: ignore[arg-type]
            last = state


def costs(
    match: PlayedMatch, seat: int, secrets: Callable[[int], Secrets | None], found: Sequence[Chances] = (),
    worlds: int = WORLDS,
) -> Iterator[Costly | None]:  # fmt: skip
    """Yield, for each decision of the seat that can be compared, the cost, or None if it cost nothing.

    `secrets` returns a copy of what the seat knew before a step, or None. The decisions after which the seat's chance
    fell most come first; `found` has the chances over time.
    """
    config = config_of(match.game)
    if config is None:
        return
    for step in sorted(_steps_of(match, seat), key=lambda step: (_drop(found, seat, step), step)):
        own = secrets(step)
        if own is not None:
            try:
                yield _cost(match, config, step, seat, own, worlds)
            except Exception:  # a card that was never opened, or a position that the search cannot imagine
                yield None


def _steps_of(match: PlayedMatch, seat: int) -> list[int]:
    return [step for step, decisions in enumerate(match.decisions) if seat in decisions]


def _drop(found: Sequence[Chances], seat: int, step: int) -> int:
    """Return the change in the seat's chance around a step, which is negative if the chance fell."""
    for before, after in pairwise(found):
        if before.step <= step < after.step:
            return after.by_seat[seat - 1] - before.by_seat[seat - 1]
    return 0


def _cost(
    match: PlayedMatch, config: AnySearchConfig, step: int, seat: int, own: Secrets, worlds: int
) -> Costly | None:
    state, decision = match.states[step].clone(), match.decisions[step][seat]
    bot = HardBot(SEED, seat)
    question, asked = position(match.game, state, seat, own, bot.dice)
    if question not in config.ideas:
        return None
    ranked = config.ideas[question](asked, IDEAS)
    ideas = [idea for idea in ranked if idea != decision]
    if not ideas or ranked[0] == decision:
        return None
    search = Search(config, asked)
    results = {at: [search.rollout(n, idea) for n in range(worlds)] for at, idea in enumerate([decision, *ideas[:2]])}
    best = max(range(1, len(results)), key=lambda at: sum(results[at]))
    differences = [a - b for a, b in zip(results[best], results[0], strict=True)]
    gained = sum(differences)
    if gained <= 0 or gained * gained <= sum(each * each for each in differences):  # within the scatter of chance
        return None
    return Costly(step, seat, decision, ideas[best - 1], sum(results[0]) // worlds, gained // worlds)
