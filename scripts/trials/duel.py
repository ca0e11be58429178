#!/usr/bin/env python3
"""Test whether a bot beats another.

    python3 scripts/trials/duel.py --game bridgefront --one master --others hard --seats 2

One bot sits alone among others at a table of `--seats` seats. A block is one seed with this bot in each seat in turn,
so no seat favours it; a shared victory counts as a part of a win. The script prints the share of matches that the bot
won with its 95 % interval over blocks, the fair share, and the thinking time of a searched decision.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

sys.path.insert(0, str(environment.ROOT))

from typing import Any

from core.bots.registry import PLAYERS
from core.engine.local_match import LocalMatch
from core.games.registry import GAMES

THOUGHT = 0.005
"""Seconds of processor time from which a decision counts as thought about."""


class Timed:
    """A player with a record of its thinking times."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.took: list[float] = []

    def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
        """Return the player's decision, and record how long it took."""
        began = time.process_time()
        decision = self.player.decide(game, state, seat, secrets)
        elapsed = time.process_time() - began
        if elapsed > THOUGHT:
            self.took.append(elapsed)
        return decision


def play_block(game: Any, one: str, others: str, seats: int, seed: str) -> tuple[float, list[float]]:
    """Return the share of one seed's matches that the lone bot won, and its thinking times."""
    won, took = 0.0, []
    for place in range(1, seats + 1):
        players: dict[int, Any] = {s: PLAYERS[others](seed, s) for s in range(1, seats + 1)}
        players[place] = alone = Timed(PLAYERS[one](seed, place))
        table = LocalMatch(game, players, seed)
        table.play()
        first = [standing.seat for standing in game.standing(table.state) if standing.rank == 1]
        won += (place in first) / len(first)
        took += alone.took
    return won / seats, took


def half_interval(shares: list[float]) -> float:
    """Return half the width of the 95 % interval of the mean."""
    mean = sum(shares) / len(shares)
    return 1.96 * math.sqrt(sum((s - mean) ** 2 for s in shares) / max(1, len(shares) - 1) / len(shares))


def main() -> None:
    """Play blocks and print the figures; after each block print the current ones on standard error."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="bridgefront", choices=sorted(GAMES))
    parser.add_argument("--one", default="master", choices=list(PLAYERS))
    parser.add_argument("--others", default="hard", choices=list(PLAYERS))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--blocks", type=int, default=30, help="seeds; each is played once for each seat")
    parser.add_argument("--seed", default="proof")
    chosen = parser.parse_args()
    shares: list[float] = []
    took: list[float] = []
    for number in range(chosen.blocks):
        share, thoughts = play_block(
            GAMES[chosen.game], chosen.one, chosen.others, chosen.seats, f"{chosen.seed} {number}"
        )
        shares.append(share)
        took += thoughts
        sys.stderr.write(f"{number + 1}: {sum(shares) / len(shares):.3f}\n")
    print(
        json.dumps(
            {
                **vars(chosen),
                "matches": chosen.blocks * chosen.seats,
                "won_percent": round(100 * sum(shares) / len(shares), 1),
                "interval": round(100 * half_interval(shares), 1),
                "fair_percent": round(100 / chosen.seats, 1),
                "thought_seconds": round(sum(took) / len(took), 3) if took else 0,
                "longest_thought_seconds": round(max(took, default=0), 2),
            }
        )
    )


if __name__ == "__main__":
    main()
