"""`tether part`: plays a match on that stands still, as a new one (PROTOCOL 14.10)."""

from __future__ import annotations

from pathlib import Path

import click

from net.cli import setting
from net.cli.match import Asked, play


@click.command(
    epilog="\b\nExamples:\n"
    "  tether part broken-off.tether --out played-on.tether\n"
    "  tether part kept --bots heuristic,random      the match that `tether peer --keep kept` has begun\n"
)
@click.argument("file", metavar="RECORD", type=click.Path(exists=True, path_type=Path))
@setting.bots_option
@click.option("--seed", metavar="TEXT", help="Plays a test match that can be repeated; any text.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps the record in this file.")
@setting.json_option
def part(file: Path, bots: str, seed: str | None, out: Path | None, as_json: bool) -> int:
    """Plays on a match that is not over, as a new match, in one process.

    It begins where the match of RECORD stands, with its seats and options; all hidden cards are dealt anew in the
    open. The old match stays as it is: the new one does not replace its result. RECORD may also be the directory in
    which a seat has kept its match. Seats that play on over the network name the record with `tether peer --from`.
    """
    game = setting.played_on(file)
    (seats,) = game.seat_counts
    players = setting.read_bots(bots, seats)
    asked = Asked(game, seats, {}, None if seed is None else setting.plain_text(seed), players, [""] * seats)
    return play(asked, True, out, as_json)
