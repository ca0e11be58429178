#!/usr/bin/env python3
"""Measure the speed of Tether, and print the figures as JSON.

    python3 scripts/bench.py [--runs 5] [--only local,late,lossy]
    python3 scripts/bench.py --client [--only start,memory,frames] [--matches 10]
    python3 scripts/bench.py --against DIR [--runs 5]      compare the engines of two checkouts in turn
    python3 scripts/bench.py --peers                       compare with other game engines in Python

Every figure is the median of several runs. They are explained in docs/internals/performance.md and listed in
docs/data/performance.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import environment

if not environment.can_import("msgpack", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from benchmarks.engine import compare_with, late_game, local_games, new_match, rollouts

from core.bots.registry import BOTS
from net.cli.matches.processes import Processes, ProcessPlan

NET = ("log", "rejoin", "idle", "flood")
PARTS, CLIENT = ("local", "late", "search", "loopback", "lossy", "deck", *NET), ("start", "memory", "frames", "tables")


def median_of(runs: int, measure: Callable[[int], dict[str, float]]) -> dict[str, float]:
    """Measure several times, and return the median of each figure."""
    results = [measure(run) for run in range(runs)]
    return {name: round(statistics.median(item[name] for item in results), 6) for name in results[0]}


# Processes on loopback ------------------------------------------------------------------------------------------------


def loopback_measurement(seats: int) -> Callable[[int], dict[str, float]]:
    """Return a measurement of a match between random bots in separate processes.

    The overhead of a step is its duration minus that of the same step in one process under the null scheme.
    """

    def measure(run: int) -> dict[str, float]:
        seed = f"loopback {run}"
        over, peak = play_match(seats, seed)
        steps = over[1]["steps"]
        step = statistics.median(item["step_seconds"] for item in over.values())
        return {
            "steps_per_second": steps / max(item["seconds"] for item in over.values()),
            "datagrams_per_step": sum(item["sent"] for item in over.values()) / steps,
            "bytes_per_step": sum(item["bytes"] for item in over.values()) / steps,
            "median_step_milliseconds": step * 1e3,
            "median_step_overhead_milliseconds": (step - local_step(seats, seed)) * 1e3,
            "peak_memory_of_a_peer_megabytes": peak,
        }

    return measure


def play_match(seats: int, seed: str) -> tuple[dict[int, dict[str, Any]], float]:
    """Return the final reports of a match's processes by seat, and the peak memory of the largest process."""
    over: dict[int, dict[str, Any]] = {}
    peak = 0.0
    with tempfile.TemporaryDirectory() as home:
        plan = ProcessPlan("bridgefront", seats, {}, seed, ["random"] * seats, [""] * seats, Path(home) / "record")
        with Processes(plan) as processes:
            for told in processes.messages(60.0):
                if told is None or told.kind in ("failed", "verdict"):
                    sys.exit(f"the match did not come to its end: {told}")
                if told.kind == "over":
                    over[told.seat] = told.fields
                    peak = max(peak, peak_memory(processes.pids[told.seat]))
    return over, peak


def peak_memory(pid: int) -> float:
    """Return the peak memory of a process in megabytes, or 0 if the system does not report it."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def local_step(seats: int, seed: str) -> float:
    """Return the median duration of a step in one process, including the choice of a decision."""
    played = new_match("random", seats, seed, False)
    times = []
    while not played.state.over:
        started = time.perf_counter()
        played.step()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


# All benchmarks -------------------------------------------------------------------------------------------------------


def measure_all(runs: int, only: set[str]) -> dict[str, Any]:
    """Return all requested figures by name."""
    result: dict[str, Any] = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "runs": runs,
    }
    if "local" in only:
        result["local_4_seats"] = {
            bot: {
                "real_commitments": median_of(runs, local_games(bot, True)),
                "null_scheme": median_of(runs, local_games(bot, False)),
            }
            for bot in BOTS
        }
    if "late" in only:
        result["late_game_6_seats_wide"] = median_of(runs, late_game)
    if "search" in only:
        result["search"] = {f"{seats}_seats": median_of(runs, rollouts(seats)) for seats in (2, 4, 6)}
    if "loopback" in only:
        result["loopback"] = {f"{seats}_processes": median_of(runs, loopback_measurement(seats)) for seats in (4, 6)}
    if "lossy" in only:
        from benchmarks import lossy_network as bench_lossy

        result["lossy"] = bench_lossy.measure_conditions()
    if "deck" in only:
        from benchmarks import shared_deck as bench_deck

        result["deck"] = bench_deck.measure_deck(runs)
    if only & set(NET):
        from benchmarks import network as bench_net

        result |= bench_net.measure_parts(only, runs)
    return result


def main() -> None:
    """Measure the requested figures, and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="how often each figure is measured")
    parser.add_argument("--only", default="", help="which parts, by comma; all if none is named")
    parser.add_argument("--flood", action="store_true", help="measure only a match that a stranger floods")
    parser.add_argument("--client", action="store_true", help="measure the client instead, in a window")
    parser.add_argument("--matches", type=int, default=3, help="whole matches after which memory is looked at")
    parser.add_argument("--peers", action="store_true", help="measure other engines in Python beside this one instead")
    parser.add_argument("--against", metavar="DIR", help="compare the engine with that of another checkout instead")
    chosen = parser.parse_args()
    known = CLIENT if chosen.client else PARTS
    parts = {"flood"} if chosen.flood else set(chosen.only.split(",")) if chosen.only else set(known)
    if chosen.runs < 1 or not parts <= set(known):
        parser.error(f"--runs is 1 or more; --only names {', '.join(known)}")
    if chosen.against:
        print(json.dumps(compare_with(Path(chosen.against).resolve(), chosen.runs), indent=2))
    elif chosen.peers:
        from benchmarks import other_engines as bench_peers

        print(json.dumps(bench_peers.measure_engines(chosen.runs), indent=2))
    elif chosen.client:
        from benchmarks import window as bench_client

        print(json.dumps(bench_client.measure_parts(parts, chosen.matches), indent=2))
    else:
        print(json.dumps(measure_all(chosen.runs, parts), indent=2))


if __name__ == "__main__":
    main()
