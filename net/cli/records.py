"""`tether verify` and `tether show`: content and validity of records, evidence and desync reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from core.engine.game import Game
from core.engine.text import audits
from core.engine.text.outcome import SOLO_CHANCE_WARNING
from core.engine.text.words import format_count
from net.cli.arguments.paths import display_name, is_stdin
from net.cli.file_report import FileReport, describe_fault, form_of, read_record, report_on_file
from net.cli.matches.progress import ProgressLine
from net.cli.results import describe_outcome, winning_seats
from net.match import early_end
from net.match.exclusions import exclusion_news
from net.match.state_machine import StateMachine
from net.proofs import desync, evidence
from net.records import record, verification_worker
from net.records.chunk_file import BadFile, Form
from net.records.fork import describe_origin
from net.records.record import BadRecord
from net.records.verification import Replay
from net.text.sanitizer import print_json, print_lines, print_text, terminal_width

MOST_SHOWN = 40
BROKEN = 1
"""Exit code if a file is not valid."""


class NotValid(click.ClickException):
    """Error for a file that is not valid or proves nothing; its exit code is 1."""


def print_report(file: Path, report: FileReport, as_json: bool = False) -> int:
    """Print the report on a file and return the exit code; raise `NotValid` if the file has a fault.

    With `as_json` no error is raised.
    """
    code = _print_report(file, report, as_json)
    if report.fault and not as_json:
        raise NotValid(report.fault)
    return code


def _print_report(file: Path, found: FileReport, as_json: bool) -> int:
    """Print the report on a file and return the exit code; a fault is printed only in JSON."""
    code = 1 if found.fault else found.code
    if as_json:
        name = "-" if is_stdin(file) else str(file)
        said = {"file": name, "kind": "", "holds": not found.fault, "fault": found.fault, "code": code}
        print_json(said | {"words": found.words.split("\n") if found.words else []} | dict(found.data))
    elif found.words:
        print_text(found.words)
    return code


def verify(files: Sequence[Path], as_json: bool) -> int:
    """Check files, print the reports and return the exit code."""
    if len(files) == 1:
        return print_report(files[0], _check(files[0], as_json), as_json)
    codes: list[int] = []
    for file in files:
        if not as_json:
            print_lines(*([""] if codes else []), f"{display_name(file)}:")
        found = _check(file, as_json)
        codes.append(_print_report(file, found, as_json))
        if found.fault and not as_json:
            print_lines(found.fault)
    wrong = sum(code == BROKEN for code in codes)
    if wrong and not as_json:
        raise NotValid(f"{wrong} of {len(codes)} files are not valid")
    return BROKEN if wrong else max(codes)


def _check(file: Path, quiet: bool) -> FileReport:
    with verification_worker.running_twin(file), ProgressLine("Checking", "step", quiet) as going:
        return report_on_file(file, terminal_width(), going)


def show(file: Path, step: int | None, as_json: bool) -> int:
    """Print a match, or its state after one step, and return the exit code."""
    try:
        form = record.FORM if file.is_dir() else form_of(file)
        if form is not record.FORM:
            if step is not None:
                raise click.UsageError(f"--step is for records, and this is a {form.name}")
            return _show_report(file, form, as_json)
        kept, game = read_record(file)
        replay = Replay(kept, game)
        if step is not None:
            _print_state(replay, game, step, as_json)
        elif as_json:
            _print_data(replay, game)
        else:
            _print_story(replay, game)
    except BadRecord as bad:
        raise NotValid(describe_fault(display_name(file), bad)) from None
    except BadFile as bad:
        raise NotValid(f"{display_name(file)} is not valid: {bad}") from None
    return 0


def _show_report(file: Path, form: Form, as_json: bool) -> int:
    if form is evidence.FORM or as_json:
        return print_report(file, report_on_file(file), as_json)
    report = desync.read(file)
    found = desync.check(report)
    print_lines(*desync.describe(report, found))
    more = found.differences[MOST_SHOWN:]
    print_lines("", "Differences:", *(f"  {words}" for words in found.differences[:MOST_SHOWN]))
    if more:
        print_lines(f"  and {len(more)} more")
    if found.replayed is not None:
        described = found.game.describe(found.replayed)
        print_lines("", f"The state that the log gives, digest {found.replayed.digest().hex()}", "")
        print_text(described)
    return 0


def _print_story(replay: Replay, game: Game) -> None:
    seats = replay.genesis.seats
    alone = [SOLO_CHANCE_WARNING] if seats == 1 else []
    print_lines(f"{game.title}, {format_count(seats, 'seat')}", *describe_origin(game), *alone)
    for shown in replay.steps():
        for event in shown.events:
            print_lines(f"{shown.t:4}  {game.narrate(replay.table.state, event)}")
        for words in _step_news(replay.table, shown.t):
            print_lines(f"{shown.t:4}  {words}")
    report = replay.report()
    audited = report.audited
    if report.complete:
        print_lines(describe_outcome(game, replay.table.state, report))
    print_lines(f"Audit: {audits.result_text(audited) if report.complete else audits.interim_text(audited)}")


def _print_data(replay: Replay, game: Game) -> None:
    """Print one JSON object for each step, and one for the whole match."""
    for shown in replay.steps():
        events = [game.narrate(replay.table.state, event) for event in shown.events]
        print_json({"t": shown.t, "digest": shown.digest.hex(), "events": events,
                  "news": _step_news(replay.table, shown.t)})  # fmt: skip
    report = replay.report()
    print_json({
        "game": game.name, "seats": replay.genesis.seats, "names": list(report.names), "steps": report.steps,
        "complete": report.complete, "ended": report.ended, "conceded": list(report.conceded),
        "broke_rules": sorted(report.broke_rules), "audit": report.audited.verdict,
        "winners": list(winning_seats(game, report)),
    })  # fmt: skip


def _step_news(table: StateMachine, t: int) -> list[str]:
    """Return sentences on what happened to seats in step t, apart from the game's events.

    They cover seats that are left out from then on or are back, concessions, broken rules, and the end of the match.
    """
    gone, broke = (
        [seat for seat, since in found.items() if since == t] for found in (table.conceded, table.rule_breaks)
    )
    return [
        *exclusion_news(table.left_out, t),
        *early_end.describe_early_end(table.ended if t == table.last else "", gone, broke),
    ]


def _print_state(replay: Replay, game: Game, step: int, as_json: bool) -> None:
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
        print_json({"t": step, "digest": digest, "state": described.split("\n")})
        return
    print_lines(f"After step {step}, digest {digest}", "")
    print_text(described)
