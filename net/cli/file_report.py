"""Descriptions of records, evidence files and desync reports, and their validity."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from core.engine.game import Game
from core.engine.hidden.audits import NONE
from core.engine.text import audits
from core.engine.text.outcome import SOLO_CHANCE_WARNING
from core.engine.text.words import capitalise, format_count
from net.cli.arguments.paths import display_name
from net.cli.matches.seat_folders import find_seat_directory
from net.cli.results import (
    NOT_AUDITED,
    add_version,
    describe_outcome,
    ranking_rows,
    replay_record,
    standing_table,
    winning_seats,
)
from net.match import early_end
from net.match.exclusions import describe_exclusions
from net.proofs import desync, evidence
from net.records import record
from net.records.chunk_file import BadFile, Form, read_beginning
from net.records.fork import describe_origin, game_of_record
from net.records.record import UNKNOWN_GAME, BadRecord, MatchRecord
from net.session.saved_match import BadSavedMatch, record_of
from net.text.sanitizer import UNLIMITED_LINE_WIDTH, visible_line

FORMS = (record.FORM, evidence.FORM, desync.FORM)


class FileReport(NamedTuple):
    """Report on a file: the findings of its check, one per line, and its fault, or "" if it has none."""

    words: str
    fault: str = ""
    code: int = 0
    """Exit code of `tether verify` for a file without a fault."""
    data: Mapping[str, object] = MappingProxyType({})
    """Findings as data for programs; `kind` is the name of the file's form."""

    @property
    def text(self) -> str:
        """Findings and fault as one text."""
        return "\n".join(filter(None, (self.words, self.fault)))


ProgressCallback = Callable[[int, int], object]
"""Function that is called with the amount done and the total."""
extra_checkers: dict[Form, Callable[[Path, ProgressCallback], FileReport]] = {}
"""Checks for further kinds of files, which modules of higher layers register."""


def ignore_progress(done: int, whole: int) -> None:
    """Do nothing; this is the callback where progress is not shown."""


def report_on_file(
    file: Path, width: int = UNLIMITED_LINE_WIDTH, on_progress: ProgressCallback = ignore_progress
) -> FileReport:
    """Check a file, or the directory of a seat's match, offline, and return the report.

    Every fault becomes part of the report; none is raised. Tables are at most `width` wide.
    """
    found = _report_on_file(file, width, on_progress)
    return found._replace(fault=visible_line(found.fault))


def _report_on_file(file: Path, width: int, on_progress: ProgressCallback) -> FileReport:
    try:
        if file.is_dir():
            kept, game = read_record(file)
            return report_on_record(kept, game, display_name(file), width, on_progress)
        head = read_beginning(file)
        for kind, explained in extra_checkers.items():
            if kind.matches_beginning(head):
                return explained(file, on_progress)
        form = form_of(file)
        if form is evidence.FORM:
            return _report_on_evidence(file)
        if form is desync.FORM:
            return _report_on_desync(file)
        kept, game = read_record(file)
        return report_on_record(kept, game, display_name(file), width, on_progress)
    except BadRecord as bad:
        return FileReport("", describe_fault(display_name(file), bad))
    except BadFile as bad:
        return FileReport("", f"{display_name(file)} is not valid: {bad}")


def describe_fault(name: str, error: BadRecord) -> str:
    """Return a sentence with the reason why a record is not valid and the seat to blame, if there is one."""
    if error.kind == UNKNOWN_GAME:
        return f"{name} cannot be checked here: {error}"
    who = f"; seat {error.seat} is to blame: it signed this" if error.seat else ""
    return f"{name} is not valid: {add_version(str(error))}{who}"


def form_of(file: Path) -> Form:
    """Return the form of this file; raise `BadRecord` if it has no known form."""
    try:
        head = read_beginning(file)
    except BadFile as bad:
        raise BadRecord(str(bad)) from None
    for form in FORMS:
        if form.matches_beginning(head):
            return form
    raise BadRecord("it is not a record, tournament, evidence file or desync report")


def read_record(file: Path) -> tuple[MatchRecord, Game]:
    """Return the record and its game in a file or in the directory of a seat's match.

    Raises `BadRecord` if the record is malformed or its game unknown.
    """
    try:
        found = record_of(_seat_directory(file)) if file.is_dir() else record.read(file)
    except BadSavedMatch as bad:
        raise BadRecord(str(bad)) from None
    return found, game_of_record(found)


def _seat_directory(directory: Path) -> Path:
    try:
        return find_seat_directory(directory)
    except BadSavedMatch as bad:
        raise BadRecord(f"it {bad}") from None


def report_on_record(
    match_record: MatchRecord,
    game: Game,
    name: str,
    width: int = UNLIMITED_LINE_WIDTH,
    on_progress: ProgressCallback = ignore_progress,
) -> FileReport:
    """Check a record from its first signature to its last audit, and return the report.

    `name` is the name of the record in the report. Raises `BadRecord` if the record is not valid.
    """
    report, state = replay_record(match_record, game, on_progress)
    lines = [f"{game.title}, {format_count(len(report.names), 'seat')}: {', '.join(map(visible_line, report.names))}"]
    lines += ["Test match: anyone who knows its seed knows every secret."] if report.test else []
    lines += [f"{capitalise(report.by_others)}. It is still valid."] if report.by_others else []
    lines += describe_origin(game)
    lines += [SOLO_CHANCE_WARNING] if len(report.names) == 1 else []
    lines += ["", standing_table(game, state, report.standing, width, report.names), ""]
    if report.complete:
        lines.append(describe_outcome(game, state, report))
    named = dict(enumerate(map(visible_line, report.names), 1))
    lines += [
        *early_end.describe_early_end(report.ended, report.conceded, report.broke_rules),
        *describe_exclusions(report.left_out, names=named),
    ]
    lines += [f"Match   {report.match.hex()}", f"Digest  {report.digest.hex()}"]
    audit = audits.result_text(report.audited) if report.complete else audits.interim_text(report.audited)
    lines.append(f"Audit   {audit}")
    data = {
        "kind": record.FORM.name,
        "game": game.name,
        "match": report.match.hex(),
        "digest": report.digest.hex(),
        "names": list(report.names),
        "options": report.options,
        "steps": report.steps,
        "complete": report.complete,
        "test": report.test,
        "same_rules": report.same_rules,
        "winners": list(winning_seats(game, report)),
        "ranking": ranking_rows(game, state, report.standing),
        "audit": report.audited.verdict,
        "unaudited": list(report.audited.unaudited_seats),
        "left_out": [left._asdict() for left in report.left_out],
        "ended": report.ended,
        "conceded": list(report.conceded),
        "broke_rules": sorted(report.broke_rules),
        "accused": list(report.accused),
        "lacking": list(report.lacking),
    }
    if report.complete:
        code = NOT_AUDITED if report.audited.verdict == NONE and not report.ended else 0
        return FileReport("\n".join([*lines, "The record is valid."]), "", code, data)
    seen = "; ".join(["", *report.lacking])
    words = (
        f"{name} ends after step {report.steps}, before its match does: the match broke off, or the file is cut short"
    )
    return FileReport("\n".join(lines), f"{words}{seen}. Everything in it is valid; no seat is to blame", 1, data)


def _report_on_evidence(file: Path) -> FileReport:
    judgement = evidence.judge(evidence.FORM.read(file))
    if not judgement.proves:
        return FileReport("", f"{display_name(file)} proves nothing, and no seat is to blame: {judgement.words}")
    data = {"kind": evidence.FORM.name, "seat": judgement.seat, "about": list(judgement.about)}
    return FileReport("\n".join(map(visible_line, [judgement, *judgement.about])), data=data)


def _report_on_desync(file: Path) -> FileReport:
    report = desync.read(file)
    found = desync.check(report)
    words = "\n".join(map(visible_line, desync.describe(report, found)))
    data = {"kind": desync.FORM.name, "differences": [visible_line(one) for one in found.differences]}
    if found.agreeing_seats:
        return FileReport(words, data=data)
    why = found.why_not_replayed or "the log gives neither state"
    return FileReport(words, f"{display_name(file)} does not say which side is right: {why}", 1, data)
