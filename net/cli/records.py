"""`tether verify` and `tether show`: what a record, an evidence file or a desync report says, and whether it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.kernel.telling import audits
from core.kernel.telling.outcome import FORESEEN
from core.kernel.telling.words import count
from net import desync, evidence, record
from net.chunkfile import BadFile, Form
from net.cli.explain import Explained, blame, explain, form_of, read
from net.cli.results import winners
from net.leftout import news
from net.outlet import say, say_all
from net.parted import plays_on
from net.record import BadRecord
from net.verify import Replay

FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
MOST_SHOWN = 40


class DoesNotHold(click.ClickException):
    """A file that does not hold, or proves nothing; exit code 1."""


def _told(found: Explained) -> int:
    """Says what a file says; the exit code. Raises `DoesNotHold`."""
    if found.words:
        say_all(found.words)
    if found.fault:
        raise DoesNotHold(found.fault)
    return found.code


@click.command(
    epilog="\b\nExamples:\n  tether match --out match.tether\n  tether verify match.tether\n"
    "  tether verify 3fa29c01-step-7-seat-3-fork.evidence\n"
)
@FILE
def verify(file: Path) -> int:
    """Checks a record, a tournament, an evidence file or a desync report offline.

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
    return _told(explain(file))


@click.command(epilog="\b\nExamples:\n  tether show match.tether\n  tether show match.tether --step 40\n")
@FILE
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="The state after step N instead; 0 is the start.")
def show(file: Path, step: int | None) -> None:
    """Tells a match in words, one line an event; with --step it prints the state.

    Of a desync report it prints every difference, and the state that the log gives when it is run again.
    """
    try:
        form = form_of(file)
        if form is not record.FORM:
            if step is not None:
                raise click.UsageError(f"--step is for records; this is a {form.name}")
            _show_found(file, form)
            return
        kept, game = read(file)
        replay = Replay(kept, game)
        if step is None:
            _story(replay, game)
        else:
            _state(replay, game, step)
    except BadRecord as bad:
        raise DoesNotHold(blame(str(file), bad)) from None
    except BadFile as bad:
        raise DoesNotHold(f"{file} does not hold: {bad}; no seat is to blame for that") from None


def _show_found(file: Path, form: Form) -> None:
    if form is evidence.FORM:
        _told(explain(file))
        return
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


def _story(replay: Replay, game: Any) -> None:
    seats = replay.genesis.seats
    alone = [FORESEEN] if seats == 1 else []
    say(f"{game.title}, {count(seats, 'seat')}", *plays_on(game), *alone)
    for shown in replay.steps():
        for event in shown.events:
            say(f"{shown.t:4}  {game.tell(replay.table.state, event)}")
        for words in news(replay.table.left_out, shown.t):
            say(f"{shown.t:4}  {words}")
    report = replay.report()
    audited = report.audited
    if report.complete:
        say(f"{winners(game, replay.table.state, report.standing)}.")
    say(f"Audit: {audits.told(audited) if report.complete else audits.so_far(audited)}")


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
    say(f"After step {step}, digest {state.digest().hex()}", "")
    say_all(game.describe(state))
