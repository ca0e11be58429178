"""`tether resume`: takes one seat of a kept match up again, from its directory alone."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from core.games import GAMES
from core.kernel.forked import base_name
from net import saved_match
from net.absence import PATIENCE, Patience
from net.cli import outfile, setting
from net.cli.peer import Telling, address, end_with_parent, finish, play, reporter, to_parent, to_person


@click.command(
    epilog="\b\nExamples:\n"
    "  tether resume kept                        the seat that `tether peer --keep kept` has begun\n"
    "  tether resume kept --peer 192.168.1.20    one of the others is there now\n"
)
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--peer", "peers", multiple=True, metavar="HOST:PORT", help="Where another seat is now; may be repeated.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="PORT", help="Another UDP port than before.")
@click.option("--bot", default="", metavar="NAME", help="Who decides; usually the bot that did.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps the record in this file.")
@click.option(
    "--patience",
    type=setting.Seconds(),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="As of `tether peer`.",
)
@setting.json_option
@click.option("--told", is_flag=True, hidden=True, help="Tells the process that started this one, line by line.")
def resume(
    directory: Path,
    peers: tuple[str, ...],
    port: int | None,
    bot: str,
    out: Path | None,
    patience: float,
    as_json: bool,
    told: bool,
) -> int:
    """Goes on with a match that was kept in DIRECTORY; a bot plays, also where a person did.

    The other seats are looked for where they were last, on the networks of this computer, and where --peer says. One
    that is found is enough: it tells where the others are.
    """
    outfile.check(out)
    tell = to_parent if told or as_json else to_person
    home = setting.seat_of(directory.absolute())
    try:
        match = saved_match.read(home)
        (who,) = setting.read_bots(bot or match.bot or setting.DEFAULT_BOT, 1)
        config = match.config(
            home,
            player=Telling(setting.make_player(who, "", match.seed_text, match.seat), tell),
            port=match.port if port is None else port,
            peers=list(dict.fromkeys([*match.peers, *(address(text) for text in peers)])),
            report=reporter(GAMES[base_name(match.game)], tell),
            policy=Patience(patience),
            bot=who,
        )
    except saved_match.BadSavedMatch as bad:
        tell("failed", words=str(bad))
        raise click.UsageError(str(bad)) from None
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    outcome = play(config, tell)
    outfile.keep(out, outcome.record)
    return finish(config.game, outcome, tell, told or as_json)
