#!/usr/bin/env python3
"""Random games or whole matches with every check enabled, for any length of time.

The summary is JSON, and the exit code is 1 on failure.

    python3 scripts/trials/soak.py --games 5000
    python3 scripts/trials/soak.py --minutes 30 --seed tonight --game bridgefront
    python3 scripts/trials/soak.py --kills 50      one match between processes that are killed and started again
    python3 scripts/trials/soak.py --matches 20000 --seed tonight
    python3 scripts/trials/soak.py --matches 20000 --seed tonight --first 8000 --minutes 60
    python3 scripts/trials/soak.py --rooms 2000 --seed tonight
    python3 scripts/trials/soak.py --decks 2000 --seed tonight

Games are played by the engine alone, each with a separate number of seats, options, scheme and kind of players. Matches
are played on all cores, over a simulated network that loses, duplicates and reorders datagrams, with partitions,
crashes and Byzantine peers (`tests/support/net/soaking.py`). The match with a number is always the same, so `--first`
resumes an interrupted run. `--rooms` plays rooms, tournaments, links and discovery with guests who invent identities,
vote, echo and move (`tests/support/lobby/soaking.py`). `--decks` plays matches with a shared deck, lost seats and
cheats (`tests/support/net/decksoak.py`). A report of a failure contains all that is needed to reproduce it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.games.registry import GAMES
from net.cli.matches.progress import ProgressLine
from tests.support.core.trial import Case, Failure, Trial, random_options
from tests.support.lobby import soaking as rooms_soaking
from tests.support.net import decksoak, soaking
from tests.support.net.soaking import Broken, Outcome

KINDS = ("random", "bold", "bold", "mixed")


UNBOUNDED = 10**9


def numbered_game(seed: str, number: int, names: list[str]) -> Case:
    """Return the game with this number in a soak."""
    dice = Dice(H("tether.bot", ["soak", seed, number]))
    name = names[number % len(names)]
    game = GAMES[name]
    seats = game.seat_counts[dice.uniform(len(game.seat_counts))]
    options = random_options(game, dice) if dice.uniform(4) else ()
    sealed, stirred, kind = bool(dice.uniform(2)), bool(dice.uniform(2)), KINDS[dice.uniform(len(KINDS))]
    lost = dice.uniform(4) == 0
    return Case(name, seats, f"{seed} {number}", options, sealed, kind, stirred, sample=3, lost=lost)


def play_games(seed: str, games: int, minutes: float, names: list[str]) -> dict[str, Any]:
    """Play until the number of games or of minutes is reached, and return the summary."""
    started = time.monotonic()
    totals: Counter[str] = Counter()
    by_seats: Counter[str] = Counter()
    failures: list[str] = []
    number = 0
    with ProgressLine("Soaking", "game") as going:
        while number < games and time.monotonic() - started < 60 * minutes:
            played = numbered_game(seed, number, names)
            number += 1
            going(number, games if games < UNBOUNDED else 0)
            by_seats[f"{played.game} {played.seats}"] += 1
            try:
                done = Trial(played).play()
            except Failure as failure:
                failures.append(str(failure))
                print(failure, file=sys.stderr, flush=True)
                continue
            totals.update(steps=done.steps, decisions=done.decisions, refused=done.refused, mutants_taken=done.accepted)
            totals["longest"] = max(totals["longest"], done.steps)
    return {
        "seed": seed,
        "games": number,
        "failed": len(failures),
        "seconds": round(time.monotonic() - started, 1),
        **totals,
        "by_seats": dict(sorted(by_seats.items())),
        "failures": failures,
    }


def play_with_kills(seed: str, kills: int) -> int:
    """Play one match of four processes, of which a random one is killed at a random time, `kills` times."""
    from tests.support.net.killing import Failed, play

    try:
        survived = play(seed, 4, kills, max(2, 600 // kills))
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    report = survived.report
    good = report.complete and survived.digests == {report.digest.hex()}
    winners = [place.seat for place in report.standing if place.rank == 1]
    told = survived._asdict() | {"digests": sorted(survived.digests), "report": None, "winners": winners}
    print(json.dumps({name: value for name, value in told.items() if value is not None} | {"audit": good}, indent=2))
    return 0 if good and survived.kills == kills else 1


# -- matches --

Played = tuple[int, Outcome | str]
"""Number of a match, and its outcome or its error."""


def play_match(seed: str, number: int) -> Played:
    """Play the match with this number."""
    played = soaking.case(seed, number)
    try:
        return number, soaking.play(played)
    except Broken as broken:
        return number, str(broken)
    except Exception as error:
        return number, f"{played}: {type(error).__name__}: {error}"


def play_matches(seed: str, first: int, count: int, minutes: float) -> dict[str, Any]:
    """Play matches from the number `first` on, until their count or the minutes are reached; return the summary."""
    started = time.monotonic()
    ends: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    failures: list[str] = []
    after = first
    with ProgressLine("Soaking", "match") as going:
        for number, outcome in _in_parallel(play_match, seed, first, count, started + 60 * minutes):
            after = max(after, number + 1)
            going(after - first, count)
            played = soaking.case(seed, number)
            totals[f"{played.game} {played.seats}"] += 1
            totals["with a cheat"] += bool(played.cheats)
            if isinstance(outcome, str):
                failures.append(outcome)
                print(outcome, file=sys.stderr, flush=True)
                continue
            ends[outcome.word] += 1
            totals.update(steps=outcome.steps, datagrams=outcome.sent, accusations=len(outcome.accused))
    return {
        "seed": seed,
        "first": first,
        "matches": after - first,
        "next": after,
        "failed": len(failures),
        "seconds": round(time.monotonic() - started, 1),
        "processes": os.cpu_count(),
        "ends": dict(sorted(ends.items())),
        **dict(sorted(totals.items())),
        "failures": failures,
    }


T = TypeVar("T")


def _in_parallel(one: Callable[[str, int], T], seed: str, first: int, count: int, deadline: float) -> Iterator[T]:
    """Yield the results of matches or rooms in the order of their numbers, played on all available cores.

    These are the cores that this process may use.
    """
    numbers = iter(range(first, first + count))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        waiting = [pool.submit(one, seed, number) for number in islice(numbers, 4 * cores)]
        while waiting:
            yield waiting.pop(0).result()
            if time.monotonic() < deadline:
                waiting += [pool.submit(one, seed, number) for number in islice(numbers, 1)]


# -- rooms --


def play_room(seed: str, number: int) -> tuple[int, float | str]:
    """Play the room, tournament or other case with this number; return its virtual seconds, or its error."""
    played = rooms_soaking.case(seed, number)
    try:
        return number, rooms_soaking.play(played)
    except rooms_soaking.Broken as broken:
        return number, str(broken)
    except Exception as error:
        return number, f"{played}: {type(error).__name__}: {error}"


def play_rooms(seed: str, first: int, count: int, minutes: float) -> dict[str, Any]:
    """Play rooms from the number `first` on, until their count or the minutes are reached; return the summary."""
    started = time.monotonic()
    kinds: Counter[str] = Counter()
    failures: list[str] = []
    after, virtual = first, 0.0
    with ProgressLine("Soaking", "room") as going:
        for number, outcome in _in_parallel(play_room, seed, first, count, started + 60 * minutes):
            after = max(after, number + 1)
            going(after - first, count)
            kinds[rooms_soaking.case(seed, number).kind] += 1
            if isinstance(outcome, str):
                failures.append(outcome)
                print(outcome, file=sys.stderr, flush=True)
            else:
                virtual += outcome
    return {
        "seed": seed,
        "first": first,
        "rooms": after - first,
        "next": after,
        "failed": len(failures),
        "seconds": round(time.monotonic() - started, 1),
        "virtual_seconds": round(virtual),
        **dict(sorted(kinds.items())),
        "failures": failures,
    }


# -- shared decks --


def play_deck(seed: str, number: int) -> tuple[int, decksoak.Played | str]:
    """Play the match with a shared deck of this number; return its outcome, or its error."""
    played = decksoak.case(seed, number)
    try:
        return number, decksoak.play(played)
    except Exception as error:
        return number, f"{played}: {type(error).__name__}: {error}"


def play_decks(seed: str, first: int, count: int, minutes: float) -> dict[str, Any]:
    """Play decks from the number `first` on, until their count or the minutes are reached; return the summary."""
    started = time.monotonic()
    failures: list[str] = []
    after, steps, lost = first, 0, Counter[str]()
    mixture: Counter[str] = Counter()
    with ProgressLine("Soaking", "match") as going:
        for number, outcome in _in_parallel(play_deck, seed, first, count, started + 60 * minutes):
            after = max(after, number + 1)
            going(after - first, count)
            if isinstance(outcome, str):
                failures.append(outcome)
                print(outcome, file=sys.stderr, flush=True)
                continue
            steps += outcome.steps
            lost.update(outcome.lost)
            played = decksoak.case(seed, number)
            mixture["with a seat lost"] += bool(outcome.lost)
            mixture["with a cheat"] += bool(played.cheat)
            mixture["with a seat cut off"] += bool(played.cut)
    seconds = round(time.monotonic() - started, 1)
    told = {"seed": seed, "first": first, "matches": after - first, "next": after, "failed": len(failures)}
    result = {"lost_in": dict(sorted(lost.items())), "failures": failures}
    return {**told, "seconds": seconds, "steps": steps, **mixture, **result}


def main() -> int:
    """Run the requested soak, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=None, help="how many games (1000 unless --minutes is given)")
    parser.add_argument("--matches", type=int, default=None, help="whole matches over a simulated network instead")
    parser.add_argument("--rooms", type=int, default=None, help="rooms and tournaments with hostile guests instead")
    parser.add_argument("--decks", type=int, default=None, help="matches with a shared deck instead")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--minutes", type=float, default=None, help="stop after so many minutes")
    parser.add_argument("--seed", default="soak", help="any text; the same seed plays the same games")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this game (may be repeated)")
    parser.add_argument("--kills", type=int, default=None, help="kill so many processes of one match between four")
    chosen = parser.parse_args()
    if chosen.kills:
        return play_with_kills(chosen.seed, chosen.kills)

    if chosen.matches is not None:
        summary = play_matches(chosen.seed, chosen.first, chosen.matches, chosen.minutes or UNBOUNDED)
        print(json.dumps(summary, indent=2))
        return 1 if summary["failed"] else 0
    if chosen.rooms is not None:
        summary = play_rooms(chosen.seed, chosen.first, chosen.rooms, chosen.minutes or UNBOUNDED)
        print(json.dumps(summary, indent=2))
        return 1 if summary["failed"] else 0
    if chosen.decks is not None:
        summary = play_decks(chosen.seed, chosen.first, chosen.decks, chosen.minutes or UNBOUNDED)
        print(json.dumps(summary, indent=2))
        return 1 if summary["failed"] else 0
    games = chosen.games or (UNBOUNDED if chosen.minutes else 1000)
    summary = play_games(chosen.seed, games, chosen.minutes or 10**9, chosen.game or list(GAMES))
    print(json.dumps(summary, indent=2))
    return 1 if summary["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
