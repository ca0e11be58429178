"""The part of `bench.py` on the engine: whole games, and single operations late in a large game.

Everything runs in one process. Processor time is measured, so other programs hardly matter. To compare two checkouts,
`bench.py --against DIR` starts a process for each, and the two measure in turn. This file imports only the core, so it
can run with the core of either checkout.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

GAMES = 3
"""Number of whole games in one measurement."""
LATE = 8
"""Round from which a game counts as late."""
ROOT = Path(__file__).resolve().parents[2]


def new_match(bot: str, seats: int, seed: str, sealed: bool, options: Mapping[str, Any] | None = None) -> Any:
    """Return a local match before its first step."""
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.registry import find_game

    players = {seat: BOTS[bot](seed, seat) for seat in range(1, seats + 1)}
    return LocalMatch(find_game("bridgefront"), players, seed, options, sealed)


# Local games ----------------------------------------------------------------------------------------------------------


def local_games(bot: str, sealed: bool, games: int = GAMES) -> Callable[[int], dict[str, float]]:
    """Return a measurement of whole games with four seats in one process."""

    def measure(run: int) -> dict[str, float]:
        decided = steps = 0
        began = time.process_time()
        for i in range(games):
            played = new_match(bot, 4, f"bench {run} {i}", sealed)
            played.play()
            decided, steps = decided + played.decided, steps + played.state.t - 1
        elapsed = time.process_time() - began
        return {
            "games_per_second": games / elapsed,
            "decisions_per_second": decided / elapsed,
            "steps_per_game": steps / games,
        }

    return measure


# Rollouts -------------------------------------------------------------------------------------------------------------


def rollouts(seats: int, searches: int = 8) -> Callable[[int], dict[str, float]]:
    """Return a measurement of the search's rollouts, including the sampling of worlds.

    They begin with the actions of the first rounds, and end with the round.
    """
    from core.bots.base import DecisionPosition
    from core.bots.lookahead import Search
    from core.bots.random_bot import Dice
    from core.games.bridgefront.bot.search_config import SEARCH_CONFIG
    from core.games.bridgefront.phases.action_choice import ACTION

    def measure(run: int) -> dict[str, float]:
        played = new_match("heuristic", seats, f"ahead {run}", False)
        spent, took, done = 0, 0.0, 0
        while done < searches and not played.state.over:
            state = played.state
            for seat in ACTION.asked_seats(state)[:1]:
                detail = played.game.pending_question(state, seat)[1]
                asked = DecisionPosition(played.game, state, seat, played.secrets[seat].copy(), detail, Dice(bytes(8)))
                budget = SEARCH_CONFIG.budget(state)
                ideas = SEARCH_CONFIG.ideas[ACTION](asked, budget.ideas)
                search = Search(SEARCH_CONFIG, asked)
                began = time.process_time()
                search.best(ideas, budget.rollouts)
                took, spent, done = took + time.process_time() - began, spent + search.spent, done + 1
            played.step()
        return {"rollouts_per_second": spent / took, "decision_seconds": took / done}

    return measure


# Late positions of a large game ---------------------------------------------------------------------------------------


def late_game(run: int) -> dict[str, float]:
    """Measure a game of six seats on the wide board from round 8 on.

    It measures random play, and single operations on one position.
    """
    played = new_match("random", 6, f"late {run}", False, {"board_size": "wide", "vp_to_win": 0})
    while played.state.round < LATE or played.state.phase != "action":
        played.step()
    state = played.state.clone()
    step_us = one_step(played)
    before, began = played.decided, time.process_time()
    played.play()
    elapsed = time.process_time() - began
    return {
        "decisions_per_second": (played.decided - before) / elapsed,
        "clone_microseconds": microseconds(state.clone, 2000),
        "digest_microseconds": microseconds(state.digest, 1000),
        "step_microseconds": step_us,
    }


def microseconds(what: Callable[[], object], times: int) -> float:
    """Return the average duration of a call in microseconds."""
    began = time.process_time()
    for _ in range(times):
        what()
    return (time.process_time() - began) / times * 1e6


def one_step(played: Any, times: int = 200) -> float:
    """Return the median duration of `game.step` for an action step.

    It includes checks and resolution, but not the choice of decisions.
    """
    results = []
    for _ in range(20):
        before = played.state.clone()
        beacon = played.beacon()
        decisions, _ = played.step()
        states = [before.clone() for _ in range(times // 20)]
        began = time.process_time()
        for state in states:
            played.game.step(state, decisions, beacon)
        results.append((time.process_time() - began) / len(states) * 1e6)
    return statistics.median(results)


# Two checkouts --------------------------------------------------------------------------------------------------------


def measurements() -> dict[str, Callable[[int], dict[str, float]]]:
    """Return the measurements of a checkout by name.

    A larger figure is better, except for microseconds.
    """
    from core.bots.registry import BOTS

    result = {f"{bot}, {scheme}": local_games(bot, scheme == "real") for bot in BOTS for scheme in ("real", "null")}
    return result | {"late": late_game}


class Side:
    """A process that measures one checkout on request."""

    def __init__(self, checkout: Path) -> None:
        command = [sys.executable, __file__, str(checkout)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rows: list[str] = self._read()

    def measure(self, row: str, run: int) -> dict[str, float]:
        """Return the figures of one measurement."""
        assert self._process.stdin is not None
        print(json.dumps([row, run]), file=self._process.stdin, flush=True)
        result: dict[str, float] = self._read()
        return result

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("a checkout could not be measured")
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def compare_with(other: Path, pairs: int) -> dict[str, Any]:
    """Return the speed of this checkout relative to another one: every figure of each pair of runs, and its median."""
    here, there = Side(ROOT), Side(other)
    ratios: dict[str, list[float]] = {}
    for run in range(pairs):
        for row in here.rows:
            sides = (here, there) if run % 2 else (there, here)
            measured = {side: side.measure(row, run) for side in sides}
            for name, ratio in _ratios(measured[here], measured[there]):
                ratios.setdefault(f"{row}: {name}", []).append(ratio)
    here.close()
    there.close()
    return {
        name: {"pairs": [round(element, 3) for element in item], "median": round(statistics.median(item), 3)}
        for name, item in ratios.items()
    }


def _ratios(here: Mapping[str, float], there: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    for name in here:
        if name.endswith("_microseconds"):
            yield name.removesuffix("_microseconds"), there[name] / here[name]
        elif name == "decisions_per_second":
            yield "decisions", here[name] / there[name]


def _serve() -> None:
    """Run the measurements that standard input names, one on each line."""
    known = measurements()
    print(json.dumps(list(known)), flush=True)
    for line in sys.stdin:
        row, run = json.loads(line)
        print(json.dumps(known[row](run)), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    _serve()
