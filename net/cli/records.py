"""`tether verify` and `tether show`: what a record, an evidence file or a desync report says, and whether it holds."""

from __future__ import annotations

from pathlib import Path

import click

from core.kernel.game import Game
from core.kernel.telling import audits
from core.kernel.telling.outcome import FORESEEN
from core.kernel.telling.words import count
from net import desync, ending, evidence, record, twin
from net.chunkfile import BadFile, Form
from net.cli import setting
from net.cli.explain import Explained, blame, explain, form_of, read
from net.cli.progress import Going
from net.cli.results import winning, won
from net.forked import plays_on
from net.leftout import news
from net.outlet import say, say_all, say_data, width
from net.record import BadRecord
from net.table import Table
from net.verify import Replay

FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
FILE_OR_HOME = click.argument("file", type=click.Path(exists=True, path_type=Path))
MOST_SHOWN = 40


class DoesNotHold(click.ClickException):
    """A file that does not hold, or proves nothing; exit code 1."""


def tell(file: Path, found: Explained, as_json: bool = False) -> int:
    """Says what a file says; the exit code. Raises `DoesNotHold`."""
    if as_json:
        code = 1 if found.fault else found.code
        said = {"file": str(file), "kind": "", "holds": not found.fault, "fault": found.fault, "code": code}
        say_data(said | {"words": found.words.split("\n") if found.words else []} | dict(found.data))
        return code
    if found.words:
        say_all(found.words)
    if found.fault:
        raise DoesNotHold(found.fault)
    return found.code


@click.command(
    epilog="\b\nExamples:\n  tether match --out match.tether\n  tether verify match.tether\n"
    "  tether verify 3fa29c01-step-7-seat-3-fork.evidence\n"
)
@FILE_OR_HOME
@setting.json_option
def verify(file: Path, as_json: bool) -> int:
    """Checks a record, a tournament, an evidence file or a desync report offline.

    FILE may also be the directory in which a seat has kept its match.

    \b
    A record is checked from the first signature to the last audit: every signature, link, commitment,
    opening, digest and decision, by running the match again. What is wrong is told with its feed, entry
    and step, and who is to blame. What was audited is told too: a match that is over has had all its
    closed cards opened and accounted for, but for those of seats that were not there.
    A tournament is checked whole: every member's feed, every majority, every pairing, and all its
    records.
    Evidence is judged from the file alone: which seat broke which rule, or why it proves nothing.
    A desync report tells where two states differ, and which of them the log gives when it is run again.

    \b
    Exit codes:
      0  a record that holds to its end, with every closed card accounted for, or with none in its
         game; evidence that proves a fault; a desync report whose log gives one of the two states
      1  anything else that the file says, and a file that cannot be read, was altered or cut short;
         a match that has not come to its end, though all that is there holds
      2  a command that cannot be understood
      3  no audit: a record that holds to its end, but closed cards of one seat or more were never
         opened and accounted for
    """
    with twin.beside(file), Going("Checking", "step", as_json) as going:
        found = explain(file, width(), going)
    return tell(file, found, as_json)


@click.command(epilog="\b\nExamples:\n  tether show match.tether\n  tether show match.tether --step 40\n")
@FILE_OR_HOME
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="The state after step N instead; 0 is the start.")
@setting.json_option
def show(file: Path, step: int | None, as_json: bool) -> int:
    """Tells a match in words, one line an event; with --step it prints the state. FILE may also be the directory in
    which a seat has kept its match.

    Of a desync report it prints every difference, and the state that the log gives when it is run again.
    """
    try:
        form = record.FORM if file.is_dir() else form_of(file)
        if form is not record.FORM:
            if step is not None:
                raise click.UsageError(f"--step is for records; this is a {form.name}")
            return _show_found(file, form, as_json)
        kept, game = read(file)
        replay = Replay(kept, game)
        if step is not None:
            _state(replay, game, step, as_json)
        elif as_json:
            _data(replay, game)
        else:
            _story(replay, game)
    except BadRecord as bad:
        raise DoesNotHold(blame(str(file), bad)) from None
    except BadFile as bad:
        raise DoesNotHold(f"{file} does not hold: {bad}; no seat is to blame for that") from None
    return 0


def _show_found(file: Path, form: Form, as_json: bool) -> int:
    if form is evidence.FORM or as_json:
        return tell(file, explain(file), as_json)
    report = desync.read(file)
    found = desync.check(report)
    say(*desync.in_words(report, found))
    more = found.differences[MOST_SHOWN:]
    say("", "Differences:", *(f"  {words}" for words in found.differences[:MOST_SHOWN]))
    if more:
        say(f"  and {len(more)} more")
    if found.rerun is not None:
        described = found.game.describe(found.rerun)
        say("", f"The state that the log gives, digest {found.rerun.digest().hex()}", "")
        say_all(described)
    return 0


def _story(replay: Replay, game: Game) -> None:
    seats = replay.genesis.seats
    alone = [FORESEEN] if seats == 1 else []
    say(f"{game.title}, {count(seats, 'seat')}", *plays_on(game), *alone)
    for shown in replay.steps():
        for event in shown.events:
            say(f"{shown.t:4}  {game.tell(replay.table.state, event)}")
        for words in _news(replay.table, shown.t):
            say(f"{shown.t:4}  {words}")
    report = replay.report()
    audited = report.audited
    if report.complete:
        say(won(game, replay.table.state, report))
    say(f"Audit: {audits.told(audited) if report.complete else audits.so_far(audited)}")


def _data(replay: Replay, game: Game) -> None:
    """One object a step, and one of the whole."""
    for shown in replay.steps():
        events = [game.tell(replay.table.state, event) for event in shown.events]
        say_data({"t": shown.t, "digest": shown.digest.hex(), "events": events,
                  "news": _news(replay.table, shown.t)})  # fmt: skip
    report = replay.report()
    say_data({
        "game": game.name, "seats": replay.genesis.seats, "names": list(report.names), "steps": report.steps,
        "complete": report.complete, "ended": report.ended, "conceded": list(report.conceded),
        "audit": report.audited.verdict,
        "winners": list(winning(game, report)),
    })  # fmt: skip


def _news(table: Table, t: int) -> list[str]:
    """Who is left out from step t on, or is there again, who has conceded in it, and whether it is the end."""
    gone = [seat for seat, since in table.conceded.items() if since == t]
    return [*news(table.left_out, t), *ending.told(table.ended if t == table.last else "", gone)]


def _state(replay: Replay, game: Game, step: int, as_json: bool) -> None:
    steps = 0
    if step:
        for shown in replay.steps():
            steps = shown.t
            if steps == step:
                break
    if steps < step:
        raise click.UsageError(f"--step {step}: the record has {steps} steps")
    state = replay.table.state
    digest, described = state.digest().hex(), game.describe(state)
    if as_json:
        say_data({"t": step, "digest": digest, "state": described.split("\n")})
        return
    say(f"After step {step}, digest {digest}", "")
    say_all(described)
