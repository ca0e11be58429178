#!/usr/bin/env python3
"""Random games with every check on, for as long as one likes; a JSON summary at the end, exit code 1 if a check failed.

    python3 scripts/soak.py --games 5000
    python3 scripts/soak.py --minutes 30 --seed tonight --game bridgefront
    python3 scripts/soak.py --kills 50      one match between processes that are killed and started again

Each game has its own seat count, options, scheme and kind of players, drawn from the seed; a failure names them all.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import environment

if not environment.has("msgpack"):
    python = environment.python_for()
    if Path(sys.prefix).resolve() != environment.HOME.resolve():
        sys.exit(environment.run([str(python), __file__, *sys.argv[1:]]))
sys.path.insert(0, str(environment.ROOT))

from core.bots.random_bot import Dice
from core.games import GAMES
from core.kernel.codec import H
from tests.core.trial import Case, Failure, Trial, random_options

KINDS = ("random", "bold", "bold", "mixed")


def case(seed: str, number: int, names: list[str]) -> Case:
    """The game number so and so of a soak."""
    dice = Dice(H("tether.bot", ["soak", seed, number]))
    name = names[number % len(names)]
    game = GAMES[name]
    seats = game.seat_counts[dice.uniform(len(game.seat_counts))]
    options = random_options(game, dice) if dice.uniform(4) else ()
    sealed, stirred, kind = bool(dice.uniform(2)), bool(dice.uniform(2)), KINDS[dice.uniform(len(KINDS))]
    lost = dice.uniform(4) == 0
    return Case(name, seats, f"{seed} {number}", options, sealed, kind, stirred, sample=3, lost=lost)


def soak(seed: str, games: int, minutes: float, names: list[str]) -> dict[str, Any]:
    """Plays until so many games or minutes are over."""
    started = time.monotonic()
    totals: Counter[str] = Counter()
    by_seats: Counter[str] = Counter()
    failures: list[str] = []
    number = 0
    while number < games and time.monotonic() - started < 60 * minutes:
        played = case(seed, number, names)
        number += 1
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


def killed(seed: str, kills: int) -> int:
    """One match of four processes, any one of which is killed at any moment, so many times."""
    from tests.net.killing import Failed, play

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


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=None, help="how many games (1000 unless --minutes is given)")
    parser.add_argument("--minutes", type=float, default=None, help="stop after so many minutes")
    parser.add_argument("--seed", default="soak", help="any text; the same seed plays the same games")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this game (may be repeated)")
    parser.add_argument("--kills", type=int, default=None, help="kill so many processes of one match between four")
    chosen = parser.parse_args()
    if chosen.kills:
        return killed(chosen.seed, chosen.kills)
    games = chosen.games or (10**9 if chosen.minutes else 1000)
    summary = soak(chosen.seed, games, chosen.minutes or 10**9, chosen.game or list(GAMES))
    print(json.dumps(summary, indent=2))
    return 1 if summary["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
