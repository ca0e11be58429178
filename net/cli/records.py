"""`tether verify` and `tether show`: what a record says, and whether it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.games import GAMES
from net import record
from net.cli.results import check, in_full, ranking, winners
from net.record import BadRecord, MatchRecord
from net.verify import Replay, record_genesis

FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


class DoesNotHold(click.ClickException):
    """A record that does not hold; exit code 1."""


def _refuse(file: Path, bad: BadRecord) -> DoesNotHold:
    blame = f"seat {bad.seat} is to blame: it signed this" if bad.seat else "no seat is to blame for that"
    return DoesNotHold(f"{file} does not hold: {bad}; {blame}")


def _read(file: Path) -> tuple[MatchRecord, Any]:
    """The record in the file and its game; raises `BadRecord`."""
    kept = record.read(file)
    name = record_genesis(kept).terms.game
    if name not in GAMES:
        raise BadRecord(f"a match of {name!r}; the games here are: {', '.join(GAMES)}")
    return kept, GAMES[name]


@click.command(epilog="\b\nExamples:\n  tether match --out match.tether\n  tether verify match.tether\n")
@FILE
def verify(file: Path) -> None:
    """Checks a record offline, from the first signature to the last audit.

    Every signature, link, commitment, opening, digest and decision is checked by running the match again. Exit code 0
    and the standing, or 1 and what is wrong: in which feed, at which entry and step, and who is to blame. A match that
    has not come to its end has no final standing: exit code 1, though all that is there holds.
    """
    try:
        kept, game = _read(file)
        report, state = check(kept, game)
    except BadRecord as bad:
        raise _refuse(file, bad) from None
    rows = ranking(state, report.standing)
    lines = [f"{game.title}, {len(report.names)} seats: {', '.join(report.names)}"]
    lines += ["A test match: all its secrets follow from its seed."] if report.test else []
    lines += [] if report.same_rules else ["It was played by other rule files than these, and still holds."]
    lines += ["", in_full(rows, str(report.options.get("gold_word", "Gold"))), ""]
    if report.complete:
        lines.append(f"{winners(rows)} after {report.steps} steps.")
    lines += [f"Match   {report.match.hex()}", f"Digest  {report.digest.hex()}"]
    click.echo("\n".join([*lines, *(["The record holds."] if report.complete else [])]))
    if not report.complete:
        seen = "; ".join(["", *report.lacking])
        words = f"{file} ends after step {report.steps}, the match does not: broken off, or cut short"
        raise DoesNotHold(f"{words}{seen}. All that is there holds; no seat is to blame")


@click.command(epilog="\b\nExamples:\n  tether show match.tether\n  tether show match.tether --step 40\n")
@FILE
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="The state after step N instead; 0 is the start.")
def show(file: Path, step: int | None) -> None:
    """Tells a match in words, one line an event; with --step it prints the state."""
    try:
        kept, game = _read(file)
        replay = Replay(kept, game)
        if step is None:
            _story(replay, game)
        else:
            _state(replay, game, step)
    except BadRecord as bad:
        raise _refuse(file, bad) from None


def _story(replay: Replay, game: Any) -> None:
    click.echo(f"{game.title}, {replay.genesis.seats} seats")
    for shown in replay.steps():
        for event in shown.events:
            click.echo(f"{shown.t:4}  {game.tell(replay.table.state, event)}")


def _state(replay: Replay, game: Any, step: int) -> None:
    steps = 0
    if step:
        for shown in replay.steps():
            steps = shown.t
            if steps == step:
                break
    if steps < step:
        raise click.UsageError(f"--step {step}: the record has {steps} steps")
    state = replay.table.state
    click.echo(f"After step {step}, digest {state.digest().hex()}\n\n{game.describe(state)}")
