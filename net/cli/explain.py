"""What a record, an evidence file or a desync report says of itself, in words, and whether it holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from core.kernel.audits import NONE
from core.kernel.telling import audits
from core.kernel.telling.outcome import FORESEEN
from core.kernel.telling.words import capitalised, count
from net import desync, evidence, record
from net.chunkfile import BadFile, Form, beginning
from net.cli.results import NOT_AUDITED, check, in_full, winners
from net.leftout import told
from net.outlet import plain
from net.parted import game_of, plays_on
from net.record import BadRecord, MatchRecord

FORMS = (record.FORM, evidence.FORM, desync.FORM)


class Explained(NamedTuple):
    """What was found, line by line, and why the file does not hold or proves nothing; "" if it does."""

    words: str
    fault: str = ""
    code: int = 0
    """The exit code of `tether verify` where there is no fault."""

    @property
    def told(self) -> str:
        """Both."""
        return "\n".join(filter(None, (self.words, self.fault)))


more: dict[Form, Callable[[Path], Explained]] = {}
"""How files of other kinds explain themselves, which programs above this one know."""


def explain(file: Path) -> Explained:
    """Checks a file offline, from the file alone; whatever is wrong with it is told, not raised."""
    found = _explained(file)
    return found._replace(fault=plain(found.fault))


def _explained(file: Path) -> Explained:
    try:
        head = beginning(file)
        for kind, explained in more.items():
            if kind.begins(head):
                return explained(file)
        form = form_of(file)
        if form is evidence.FORM:
            return _judge(file)
        if form is desync.FORM:
            return _compare(file)
        kept, game = read(file)
        return of_record(kept, game, str(file))
    except BadRecord as bad:
        return Explained("", blame(str(file), bad))
    except BadFile as bad:
        return Explained("", f"{file} does not hold: {bad}; no seat is to blame for that")


def blame(name: str, bad: BadRecord) -> str:
    """Why a record does not hold, and who is to blame."""
    who = f"seat {bad.seat} is to blame: it signed this" if bad.seat else "no seat is to blame for that"
    return f"{name} does not hold: {bad}; {who}"


def form_of(file: Path) -> Form:
    """What kind of file this is; raises `BadRecord`."""
    try:
        head = beginning(file)
    except BadFile as bad:
        raise BadRecord(str(bad)) from None
    for form in FORMS:
        if form.begins(head):
            return form
    raise BadRecord("this is no record of a match, no evidence file and no desync report")


def read(file: Path) -> tuple[MatchRecord, Any]:
    """The record in the file and its game; raises `BadRecord`."""
    kept = record.read(file)
    return kept, game_of(kept)


def of_record(kept: MatchRecord, game: Any, name: str) -> Explained:
    """A record checked from its first signature to its last audit; `name` is what it is called. Raises `BadRecord`."""
    report, state = check(kept, game)
    lines = [f"{game.title}, {count(len(report.names), 'seat')}: {', '.join(map(plain, report.names))}"]
    lines += ["A test match: all its secrets follow from its seed."] if report.test else []
    lines += [f"{capitalised(report.by_others)}. It still holds."] if report.by_others else []
    lines += plays_on(game)
    lines += [FORESEEN] if len(report.names) == 1 else []
    lines += ["", in_full(game, state, report.standing), ""]
    if report.complete:
        lines.append(f"{winners(game, state, report.standing)} after {report.steps} steps.")
    lines += told(report.left_out)
    lines += [f"Match   {report.match.hex()}", f"Digest  {report.digest.hex()}"]
    audit = audits.told(report.audited) if report.complete else audits.so_far(report.audited)
    lines.append(f"Audit   {audit}")
    if report.complete:
        code = NOT_AUDITED if report.audited.verdict == NONE else 0
        return Explained("\n".join([*lines, "The record holds."]), code=code)
    seen = "; ".join(["", *report.lacking])
    words = f"{name} ends after step {report.steps}, the match does not: broken off, or cut short"
    return Explained("\n".join(lines), f"{words}{seen}. All that is there holds; no seat is to blame")


def _judge(file: Path) -> Explained:
    judgement = evidence.judge(evidence.FORM.read(file))
    if not judgement.proves:
        return Explained("", f"{file} proves nothing: {judgement.words}; no seat is to blame")
    return Explained("\n".join(map(plain, [judgement, *judgement.about])))


def _compare(file: Path) -> Explained:
    report = desync.read(file)
    found = desync.check(report)
    words = "\n".join(map(plain, desync.in_words(report, found)))
    if found.agrees:
        return Explained(words)
    return Explained(words, f"{file} does not say which side is right: {found.why or 'the log gives neither state'}")
