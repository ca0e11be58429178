"""`tether watch`: a match over the network, followed without a seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import click

from core.games import GAMES
from net.cli import outfile, setting
from net.cli.peer import address, in_words, invite_code, reporter, to_person
from net.cli.results import in_full, ranking
from net.keys import seeded_room
from net.match import match_record, named_room
from net.peer import PortBusy
from net.reports import Report, Seated
from net.spectator import Spectator
from net.watching import WatchConfig, Watching


@click.command(
    epilog="\b\nExamples:\n"
    "  tether watch 192.168.1.11:47801 --room friday\n"
    "  tether watch 192.168.1.11:47801 --room friday --code K7Q2M-9XTR4 --out friday.tether\n"
)
@click.argument("hosts", nargs=-1, required=True, metavar="HOST:PORT...")
@click.option("--room", metavar="WORD", help="The word that the seats of the match have named.")
@click.option("--seed", metavar="TEXT", help="The text of a test match, instead of a room.")
@click.option("--code", default="", metavar="CODE", help="The room's invite code.")
@click.option("--port", default=0, metavar="N", help="The UDP port of this computer; any free one if it is not given.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps the record in this file.")
def watch(hosts: tuple[str, ...], room: str | None, seed: str | None, code: str, port: int, out: Path | None) -> int:
    """Watches a match from any moment on: all that is public, and no more. One address of a seat is enough."""
    if (room is None) == (seed is None):
        raise click.UsageError("name the match with --room WORD, or a test match with --seed TEXT")
    if not 0 <= port <= 65535:
        raise click.UsageError(f"--port {port}: ports are 1 to 65535")
    outfile.check(out)
    where = named_room(setting.plain_text(room)) if room is not None else seeded_room(setting.plain_text(seed or ""))
    config = WatchConfig(GAMES, where, [address(text) for text in hosts], invite_code(code), port)
    spectator = _watch(config)
    outfile.keep(out, match_record(spectator, None if seed is None else setting.plain_text(seed)))
    if spectator.verdict is not None:
        raise click.ClickException(f"the match stopped: {spectator.verdict}")
    if spectator.finished is not None:
        click.echo(in_full(ranking(spectator.state, spectator.finished.standing)))
        click.echo(f"Digest  {spectator.finished.digest.hex()}")
    return 0


def _watch(config: WatchConfig) -> Spectator:
    told = reporter(None, to_person)

    def report(said: Report, state: Any) -> None:
        nonlocal told
        table = watching.spectator.table
        if isinstance(said, Seated) and table is not None:
            told = reporter(table.game, to_person)
        told(said, state)

    config.report = report
    try:
        watching = Watching(config)
        return asyncio.run(watching.watch())
    except (PortBusy, OSError, ValueError) as wrong:
        raise click.UsageError(in_words(wrong)) from None
