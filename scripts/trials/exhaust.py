#!/usr/bin/env python3
"""Explore every order of arrival in a small match, with every choice of one Byzantine seat.

The figures are printed as JSON, one line for each scope. The exit code is 1 if an invariant does not hold.

    python3 scripts/trials/exhaust.py                       all scopes that take seconds
    python3 scripts/trials/exhaust.py --seats 3 --steps 2   two steps of three honest seats
    python3 scripts/trials/exhaust.py --seats 3 --cheat "two commits" --jumps 2

`--jumps` lets the clock jump by that number of times, at every moment, so that the others go on without a silent seat.
`tests/support/net/exploration.py` says what is explored, and why merging states is sound.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from tests.support.net.exploration import CHEATS, HONEST, QUICK, Scope, Unsound, explore


def main() -> int:
    """Explore the chosen scopes; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--seats", type=int, default=0, choices=(2, 3), help="number of seats; all quick scopes if missing"
    )
    parser.add_argument("--steps", type=int, default=1, help="number of steps")
    parser.add_argument("--cheat", default=HONEST.name, choices=[cheat.name for cheat in (HONEST, *CHEATS)])
    parser.add_argument("--jumps", type=int, default=0, help="number of times that the clock may jump")
    chosen = parser.parse_args()
    if chosen.steps < 1 or chosen.jumps < 0:
        parser.error("--steps is 1 or more; --jumps is 0 or more")
    scopes = [Scope(chosen.seats, chosen.steps, chosen.cheat, chosen.jumps)] if chosen.seats else list(QUICK)
    for scope in scopes:
        try:
            print(json.dumps({**scope._asdict(), **explore(scope)._asdict()}), flush=True)
        except Unsound as broken:
            print(json.dumps({**scope._asdict(), "broken": str(broken)}), flush=True)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
