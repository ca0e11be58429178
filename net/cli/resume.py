"""`tether resume`: takes one seat of a kept match up again, from its directory alone."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from core.games import GAMES
from core.kernel.forked import base_name
from net import saved_match
from net.absence import Patience
from net.cli import outfile, setting
from net.cli.peer import Telling, address, end_with_parent, finish, play, reporter, to_parent, to_person


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
    """Resume a saved match; return the exit code."""
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
