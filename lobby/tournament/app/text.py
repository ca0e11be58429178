"""Terminal output about a tournament: about its file and about its events."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

from core.engine.text.words import are_left, count, listed
from core.games.registry import GAMES
from lobby.players.identity import fingerprint
from lobby.tournament.app import export
from lobby.tournament.app.news import Watcher
from lobby.tournament.app.runner import Runner
from lobby.tournament.model.entry_store import Refusal
from lobby.tournament.model.state import TournamentState
from lobby.tournament.protocol import file
from lobby.tournament.protocol.file import BadTournament, CheckedTournament
from lobby.tournament.protocol.node import ClockReport, DecisionReport, Node, Report
from net.cli import file_report
from net.cli.arguments.paths import named
from net.cli.file_report import FileReport, ProgressCallback, ignore_progress
from net.crypto.invite import format_code
from net.records import record
from net.records.chunk_file import BadFile
from net.text.sanitizer import Json, plain, print_json, print_lines


def explained(path: Path, going: ProgressCallback = ignore_progress) -> FileReport:
    """Return a report on the content and the validity of a tournament's file."""
    try:
        found = checked(path, going)
    except (BadTournament, BadFile) as bad:
        return FileReport("", f"{named(path)} is not valid: {bad}")
    course = found.course
    rows = export.standings_rows(course)
    lines = [plain(f"{course.opening.title}: {course.opening.words()}")]
    lines += [plain(f"{rank:>4}  {name}  ({key})  {score}") for rank, name, key, score, *_ in rows]
    lines += [plain(words) for words in (*export.left_out_words(course), *export.ended_words(course))]
    lines += [plain(f"Not counted: {words}") for words in found.refused]
    lines += [f"Tournament  {course.opening.id.hex()}", f"Digest      {course.digest.hex()}"]
    rounds, records = count(len(course.rounds), "round"), count(len(found.records), "record")
    data = {"kind": file.FORM.name, "complete": found.complete, **as_data(course), "refused": list(found.refused)}
    if not found.complete:
        return FileReport(
            "\n".join(lines), f"{named(path)} ends after {rounds}: everything up to there is valid", 1, data
        )
    lines.append(f"The tournament is valid: {count(len(course.players), 'player')}, {rounds}, {records}.")
    return FileReport("\n".join(lines), data=data)


def checked(path: Path, going: ProgressCallback) -> CheckedTournament:
    """Return a tournament's file, completely verified; raise `BadTournament` and `BadFile`."""
    kept = file.read(path)
    matches, done = sum(record.FORM.begins(blob[:64]) for blob in kept.blobs), itertools.count(1)
    return file.verify(kept, GAMES, on_record=lambda: going(next(done), matches))


def as_data(course: TournamentState) -> Json:
    """Return a tournament as data for other programs."""
    opening = course.opening
    return {
        "tournament": opening.id.hex(),
        "title": opening.title,
        "game": opening.game,
        "changes": opening.changes(GAMES),
        "tournament_kind": opening.kind,
        "digest": course.digest.hex(),
        "rounds": len(course.rounds),
        "over": course.over,
        "standings": export.standings_data(course),
        "tables": export.tables_data(course),
        "left_out": export.left_out_words(course),
        "ended": export.ended_words(course),
    }


file_report.extra_checkers[file.FORM] = explained


def leading(names: Sequence[str], score: str) -> str:
    """Return a sentence that names the players with the most points.

    >>> leading(["Cleo", "Ben"], "1"), leading(["Ada"], "2.5")
    ('Cleo and Ben lead with 1 point each.', 'Ada leads with 2.5 points.')
    """
    points = f"{score} point{'' if score == '1' else 's'}"
    return f"{listed(names)} lead with {points} each." if len(names) > 1 else f"{names[0]} leads with {points}."


class TournamentReporter:
    """A reporter that prints a tournament's events, as text or as JSON with one event per line.

    Each event in JSON has its kind.
    """

    def __init__(self, runner: Runner, as_json: bool = False) -> None:
        self.runner, self._as_json = runner, as_json
        self._watcher = Watcher(runner.part.start_with)
        self._code = format_code(runner.part.code) if runner.part.code else ""

    def say(self, kind: str, *lines: str, **fields: object) -> None:
        """Print an event, as a sentence or as JSON with fields for a program."""
        if self._as_json:
            print_json({"kind": kind, "words": list(lines), **fields})
        else:
            print_lines(*lines)

    def look(self, member: Node) -> None:
        """Print the changes since the last look."""
        now = time.monotonic()
        news = self._watcher.look(member, now)
        news += self._watcher.addresses(self.runner.addresses, self._code)
        while self.runner.told:
            self.say("noted", self.runner.told.pop(0))
        for kind, words in news:
            self.say(kind, words)

    def __call__(self, report: Report) -> None:
        """Print one report of the tournament."""
        while self.runner.told:
            self.say("noted", self.runner.told.pop(0))
        if isinstance(report, DecisionReport):
            self._say_course(report.course)
        elif isinstance(report, ClockReport):
            words = are_left(report.minutes, "minute") if report.minutes else "time is up"
            self.say("clock", f"Round {report.round + 1}: {words}.", round=report.round + 1, minutes=report.minutes)
        elif isinstance(report, Refusal):
            member = self.runner.member
            player = member.course.of(report.identity) if member is not None else None
            who = player.name if player is not None else fingerprint(report.identity)
            self.say("refused", f"Not counted: {who}: {report.words}", key=fingerprint(report.identity))

    def _say_course(self, course: TournamentState) -> None:
        running = course.running
        if running is not None:
            tables = [[course.player(who).name for who in table] for table in running.tables]
            lines = [f"Round {running.number + 1}"]
            for number, names in enumerate(tables, 1):
                seats = ", ".join(names)
                lines.append(f"  Bye: {seats}" if len(names) == 1 else f"  Table {number}: {seats}")
            self.say("round", *lines, round=running.number + 1, tables=tables)
        elif course.rounds:
            first, *others = course.standings()
            leaders = [first, *(place for place in others if place.score == first.score)]
            names = [course.player(place.player).name for place in leaders]
            number = len(course.rounds)
            words = leading(names, export.score_words(first.score))
            self.say("closed", f"Round {number} is closed: {words}", round=number, leader=names[0], leaders=names)
