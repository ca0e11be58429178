"""The part of `bench.py` on the shared deck: single operations, a shuffle by six seats, and a whole match.

The operations are passes, shares and copies in one process.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from core.bots.random_bot import RandomBot
from core.engine.game import any_game
from core.engine.hidden.points import valid_point
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.events import DeckShuffled
from core.engine.hidden.shared_deck.keys import ShareRequest
from core.engine.hidden.shared_deck.passes import Turn
from net.cli.matches.processes import HOST, free_ports
from net.match.events import Report, StepResolved
from net.records.verification import verify
from net.session.peer_config import PeerConfig
from net.session.runner import play_local, run_peer
from tests.support.core.shared_seats import MATCH, joint, listed, seated
from tests.support.games.magpies.game import GAME, ROUNDS

SEATS, CARDS = 6, 42
RULES = any_game(GAME)
OPTIONS = {"rounds": 1, "kinds": 14}
"""Options of a deck of 42 cards."""
SEED = "deck"


def clear_caches() -> None:
    """Clear the caches, so that everything is checked again."""
    passes.find_fault.cache_clear()
    keys.is_proof_valid.cache_clear()  # type: ignore[attr-defined]
    valid_point.cache_clear()


def median_milliseconds(work: Callable[[], object], times: int = 5) -> float:
    """Return the processor time of some work in milliseconds, as the median of several runs."""
    took = []
    for _ in range(times):
        clear_caches()
        began = time.process_time()
        work()
        took.append((time.process_time() - began) * 1e3)
    return statistics.median(took)


def measure_one_process(cards: int) -> dict[str, float]:
    """Measure the operations of one process on a list of `cards` cards."""
    seats = seated(SEATS)
    K = joint(seats)
    before, turn = listed(K, range(cards)), Turn(MATCH, 1, 1, 0, K)
    answer = seats[1].shuffle(1, 0, before, K)
    return {
        "bytes": len(answer),
        "make_milliseconds": median_milliseconds(lambda: seats[1].shuffle(1, 0, before, K)),
        "check_milliseconds": median_milliseconds(lambda: passes.find_fault(turn, before, answer)),
    }


def measure_one_card() -> dict[str, float]:
    """Measure a share and a copy of one card."""
    seats = seated(SEATS)
    K = joint(seats)
    card = listed(K, [7])
    share, copy = seats[1].make_share(1, 1, card, 1), seats[1].copy_card(1, 1, card, K)
    many, slots = 50, count(2)

    def give() -> None:
        for _ in range(many):
            seats[1].make_share(1, next(slots), card, 1)

    def check() -> None:
        for _ in range(many):
            ShareRequest(MATCH, 1, 1, 1, card, 1).is_valid_share(seats[1].points, share)
            clear_caches()

    def make() -> None:
        for slot in range(many):
            seats[1].copy_card(1, slot, card, K)

    def compare() -> None:
        for _ in range(many):
            keys.is_copy_valid(MATCH, 1, 1, 1, card, K, copy)
            clear_caches()

    return {
        "share_milliseconds": median_milliseconds(give) / many,
        "share_check_milliseconds": median_milliseconds(check) / many,
        "copy_milliseconds": median_milliseconds(make) / many,
        "copy_check_milliseconds": median_milliseconds(compare) / many,
    }


def play_seat(seat: int, ports: list[int]) -> None:
    """Play a seat in this process; print the seconds of the shuffle, and the duration of each later deal."""
    began = shuffled = 0.0

    def report(said: Report, state: Any) -> None:
        nonlocal began, shuffled
        if isinstance(said, StepResolved):
            if said.t == 1:
                began = time.perf_counter()
            if any(isinstance(event, DeckShuffled) for event in said.events) and not shuffled:
                shuffled = time.perf_counter()

    others = [(HOST, port) for port in ports if port != ports[seat - 1]]
    config = PeerConfig(
        RULES,
        SEATS,
        seat,
        OPTIONS,
        RandomBot(SEED, seat),
        ports[seat - 1],
        others,
        SEED,
        host=HOST,
        on_report=report,
    )
    outcome = asyncio.run(run_peer(config))
    print(json.dumps({"shuffle": shuffled - began, "finished": outcome.finished, "step": outcome.step_seconds}))


def shuffle_seconds() -> float:
    """Return the seconds in which six processes shuffle 42 cards.

    The time runs from the first step to the finished deck.
    """
    ports = free_ports(SEATS)
    command = [sys.executable, str(Path(__file__).resolve())]
    running = [
        subprocess.Popen([*command, str(seat), *map(str, ports)], stdout=subprocess.PIPE, text=True)
        for seat in range(1, SEATS + 1)
    ]
    lines = [json.loads(process.communicate(timeout=120)[0]) for process in running]
    if not all(item["finished"] for item in lines):
        sys.exit("the match did not come to its end")
    return max(float(item["shuffle"]) for item in lines)


def measure_whole_match() -> dict[str, float]:
    """Measure the offline verification of a match with two reshuffles by six seats."""
    played = play_local(RULES, SEATS, {"rounds": ROUNDS}, SEED, [RandomBot(SEED, seat) for seat in range(1, SEATS + 1)])
    clear_caches()
    started = time.perf_counter()
    verify(played.record, RULES)
    return {"steps": played.steps, "verify_seconds": time.perf_counter() - started}


def measure_deck(runs: int) -> dict[str, Any]:
    """Return all figures of the shared deck."""
    return {
        **{f"pass_of_{cards}": measure_one_process(cards) for cards in (6, CARDS, 130)},
        "one_card": measure_one_card(),
        "shuffle_of_42_by_6_processes_seconds": statistics.median(shuffle_seconds() for _ in range(runs)),
        "whole_match": measure_whole_match(),
    }


if __name__ == "__main__":
    play_seat(int(sys.argv[1]), list(map(int, sys.argv[2:])))
