"""Hashes of short matches of every game, which are equal on all machines and Python versions.

Run this file with `python -m tests.support.core.fingerprint`. The matches are sealed, except those with shared decks,
whose keys need libsodium. Only core, the test players and msgpack are needed.
"""

from __future__ import annotations

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.game import Game
from core.engine.local_match import LocalMatch
from core.games.registry import GAMES
from tests.support.core.trial import players, random_options


def fingerprint(game: Game, seats: int, number: int, kind: str) -> str:
    """Return a hash of all digests, events and texts of one match."""
    options = random_options(game, Dice(H("tether.bot", ["fingerprint", number]))) if number else ()
    sealed = getattr(game, "shared", None) is None
    table = LocalMatch(game, players(game, seats, f"print {number}", kind), f"print {number}", dict(options), sealed)
    so_far = b""
    while not table.state.over:
        decisions, events = table.step()
        lines = [game.narrate(table.state, event) for event in events]
        words = [repr(sorted(decisions.items())), repr(events), *lines, game.describe(table.state)]
        so_far = H("tether.state", [so_far, table.state.digest(), *words])
    return f"{game.name} {seats} {number} {table.state.t} {table.state.digest().hex()} {so_far.hex()}"


def fingerprints() -> str:
    """Return the hashes of two matches of each game, one line each.

    One match has few seats and no option. The other has many seats, all kinds of bots and random options.
    """
    lines = []
    for game in GAMES.values():
        lines.append(fingerprint(game, game.seat_counts[0], 0, "bold"))
        lines.append(fingerprint(game, game.seat_counts[-1], 1, "mixed"))
    return "\n".join(lines)


if __name__ == "__main__":
    print(fingerprints())
