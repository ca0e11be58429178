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
from core.engine.text.words import capitalised, count
from net.cli.arguments.paths import named
from net.cli.matches.seat_folders import home_of
from net.cli.results import NOT_AUDITED, check, in_full, ranking, winning, with_version, won
from net.match import early_end
from net.match.exclusions import describe_exclusions
from net.proofs import desync, evidence
from net.records import record
from net.records.chunk_file import BadFile, Form, beginning
from net.records.fork import describe_origin, game_of
from net.records.record import BadRecord, MatchRecord
from net.session.saved_match import BadSavedMatch, record_of
from net.text.sanitizer import UNLIMITED_LINE_WIDTH, plain

FORMS = (record.FORM, evidence.FORM, desync.FORM)


class FileReport(NamedTuple):
    """Report on a file: the findings of its check, and its fault, or "" if it has none.

    The findings have one line each.
    """

    words: str
    fault: str = ""
    code: int = 0
    """Exit code of `tether verify` if the file has no fault."""
    data: Mapping[str, object] = MappingProxyType({})
    """The findings as data for programs; `kind` is the name of the file's form."""

    @property
    def told(self) -> str:
        """The findings and the fault, as one text."""
        return "\n".join(filter(None, (self.words, self.fault)))


ProgressCallback = Callable[[int, int], object]
"""Callback for the progress of long work, which receives the amount done and the total."""
extra_checkers: dict[Form, Callable[[Path, ProgressCallback], FileReport]] = {}
"""Checks for further kinds of files, which programs above this one register."""


def ignore_progress(done: int, whole: int) -> None:
    """Do nothing; this is the callback if nobody wants to see the progress."""


def explain(file: Path, width: int = UNLIMITED_LINE_WIDTH, going: ProgressCallback = ignore_progress) -> FileReport:
    """Check a file, or the directory of a seat's match, without a network; return the report.

    Every fault is part of the report and is not raised. Tables are at most `width` wide.
    """
    found = _explain_file(file, width, going)
    return found._replace(fault=plain(found.fault))


def _explain_file(file: Path, width: int, going: ProgressCallback) -> FileReport:
    try:
        if file.is_dir():
            kept, game = read(file)
            return of_record(kept, game, named(file), width, going)
        head = beginning(file)
        for kind, explained in extra_checkers.items():
            if kind.begins(head):
                return explained(file, going)
        form = form_of(file)
        if form is evidence.FORM:
            return _judge(file)
        if form is desync.FORM:
            return _compare(file)
        kept, game = read(file)
        return of_record(kept, game, named(file), width, going)
    except BadRecord as bad:
        return FileReport("", blame(named(file), bad))
    except BadFile as bad:
        return FileReport("", f"{named(file)} is not valid: {bad}")


def blame(name: str, bad: BadRecord) -> str:
    """Return a sentence with the reason why a record is not valid, and with the seat to blame, if any."""
    who = f"; seat {bad.seat} is to blame: it signed this" if bad.seat else ""
    return f"{name} is not valid: {with_version(str(bad))}{who}"


def form_of(file: Path) -> Form:
    """Return the form of this file; raise `BadRecord` if it has none."""
    try:
        head = beginning(file)
    except BadFile as bad:
        raise BadRecord(str(bad)) from None
    for form in FORMS:
        if form.begins(head):
            return form
    raise BadRecord("it is not a record, tournament, evidence file or desync report")


def read(file: Path) -> tuple[MatchRecord, Game]:
    """Return a record and its game, from a file or from the directory of a seat's match.

    Raises `BadRecord`.
    """
    try:
        found = record_of(_home(file)) if file.is_dir() else record.read(file)
    except BadSavedMatch as bad:
        raise BadRecord(str(bad)) from None
    return found, game_of(found)


def _home(directory: Path) -> Path:
    try:
        return home_of(directory)
    except BadSavedMatch as bad:
        raise BadRecord(f"it {bad}") from None


def of_record(
    kept: MatchRecord,
    game: Game,
    name: str,
    width: int = UNLIMITED_LINE_WIDTH,
    going: ProgressCallback = ignore_progress,
) -> FileReport:
    """Check a record from its first signature to its last audit, and return the report.

    The report calls the record `name`. Raises `BadRecord`.
    """
    report, state = check(kept, game, going)
    lines = [f"{game.title}, {count(len(report.names), 'seat')}: {', '.join(map(plain, report.names))}"]
    lines += ["Test match: anyone who knows its seed knows every secret."] if report.test else []
    lines += [f"{capitalised(report.by_others)}. It is still valid."] if report.by_others else []
    lines += describe_origin(game)
    lines += [SOLO_CHANCE_WARNING] if len(report.names) == 1 else []
    lines += ["", in_full(game, state, report.standing, width, report.names), ""]
    if report.complete:
        lines.append(won(game, state, report))
    named = dict(enumerate(map(plain, report.names), 1))
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
        "winners": list(winning(game, report)),
        "ranking": ranking(game, state, report.standing),
        "audit": report.audited.verdict,
        "unaudited": list(report.audited.owing),
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


def _judge(file: Path) -> FileReport:
    judgement = evidence.judge(evidence.FORM.read(file))
    if not judgement.proves:
        return FileReport("", f"{named(file)} proves nothing, and no seat is to blame: {judgement.words}")
    data = {"kind": evidence.FORM.name, "seat": judgement.seat, "about": list(judgement.about)}
    return FileReport("\n".join(map(plain, [judgement, *judgement.about])), data=data)


def _compare(file: Path) -> FileReport:
    report = desync.read(file)
    found = desync.check(report)
    words = "\n".join(map(plain, desync.in_words(report, found)))
    data = {"kind": desync.FORM.name, "differences": [plain(one) for one in found.differences]}
    if found.agrees:
        return FileReport(words, data=data)
    why = f"{named(file)} does not say which side is right: {found.why or 'the log gives neither state'}"
    return FileReport(words, why, 1, data)
