"""`tether part`: continues a match that cannot go on as a new match (PROTOCOL 14.10)."""

from __future__ import annotations

from pathlib import Path

from net.cli.arguments import options
from net.cli.matches.match import MatchRequest, play_match


def part(file: Path, bots: str, seed: str | None, out: Path | None, as_json: bool) -> int:
    """Continue a match as a new one, play it, and return the exit code."""
    game = options.continued_game(file)
    (seats,) = game.seat_counts
    players = options.read_bots(bots, seats)
    asked = MatchRequest(game, seats, {}, None if seed is None else options.plain_text(seed), players, [""] * seats)
    return play_match(asked, True, out, as_json)
