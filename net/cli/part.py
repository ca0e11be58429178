"""`tether part`: continues a stalled match as a new one (PROTOCOL 14.10)."""

from __future__ import annotations

from pathlib import Path

from net.cli import options
from net.cli.match import MatchRequest, play


def part(file: Path, bots: str, seed: str | None, out: Path | None, as_json: bool) -> int:
    """Play a match on as a new one; return the exit code."""
    game = options.played_on(file)
    (seats,) = game.seat_counts
    players = options.read_bots(bots, seats)
    asked = MatchRequest(game, seats, {}, None if seed is None else options.plain_text(seed), players, [""] * seats)
    return play(asked, True, out, as_json)
