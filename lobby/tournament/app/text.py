"""Terminal output about a tournament: a report on its file, and its events."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

from core.engine.text.words import describe_left, format_count, join_list
from core.games.registry import GAMES
from lobby.players.identity import fingerprint
from lobby.tournament.app import export
from lobby.tournament.app.news import NewsWatcher
from lobby.tournament.app.runner import Runner
from lobby.tournament.model.entry_store import Refusal
from lobby.tournament.model.state import TournamentState
from lobby.tournament.protocol import file
from lobby.tournament.protocol.file import BadTournament, CheckedTournament
from lobby.tournament.protocol.node import ClockReport, DecisionReport, Node, Report
from net.cli import file_report
from net.cli.arguments.paths import display_name
from net.cli.file_report import FileReport, ProgressCallback, ignore_progress
from net.crypto.invite import format_code
from net.records import record
from net.records.chunk_file import BadFile
from net.text.sanitizer import Json, print_json, print_lines, visible_line


def report_on_tournament(path: Path, on_progress: ProgressCallback = ignore_progress) -> FileReport:
    """Return a report on the content and the validity of a tournament's file."""
    try:
        found = check_tournament(path, on_progress)
    except (BadTournament, BadFile) as bad:
        return FileReport("", f"{display_name(path)} is not valid: {bad}")
    course = found.course
    rows = export.standings_rows(course)
    lines = [visible_line(f"{course.opening.title}: {course.opening.describe()}")]
    lines += [visible_line(f"{rank:>4}  {name}  ({key})  {score}") for rank, name, key, score, *_ in rows]
    lines += [
        visible_line(words) for words in (*export.left_out_sentences(course), *export.early_end_sentences(course))
    ]
    lines += [visible_line(f"Not counted: {words}") for words in found.refused]
    lines += [f"Tournament  {course.opening.id.hex()}", f"Digest      {course.digest.hex()}"]
    rounds, records = format_count(len(course.rounds), "round"), format_count(len(found.records), "record")
    data = {
        "kind": file.FORM.name,
        "complete": found.complete,
        **tournament_data(course),
        "refused": list(found.refused),
    }
    if not found.complete:
        return FileReport(
            "\n".join(lines), f"{display_name(path)} ends after {rounds}: everything up to there is valid", 1, data
        )
    lines.append(f"The tournament is valid: {format_count(len(course.players), 'player')}, {rounds}, {records}.")
    return FileReport("\n".join(lines), data=data)


def check_tournament(path: Path, on_progress: ProgressCallback) -> CheckedTournament:
    """Return the tournament in a file after verifying it completely.

    Raises `BadFile` if the file is malformed, and `BadTournament` if its content is invalid.
    """
    kept = file.read(path)
    matches, done = sum(record.FORM.matches_beginning(blob[:64]) for blob in kept.blobs), itertools.count(1)
    return file.verify(kept, GAMES, on_record=lambda: on_progress(next(done), matches))


def tournament_data(course: TournamentState) -> Json:
    """Return a tournament as plain data for programs."""
    opening = course.opening
    return {
        "tournament": opening.id.hex(),
        "title": opening.title,
        "game": opening.game,
        "changes": opening.changes(GAMES),
        "tournament_kind": opening.kind,
        "digest": course.digest.hex(),
        "rounds": len(course.rounds),
        "over": course.is_over,
        "standings": export.standings_data(course),
        "tables": export.tables_data(course),
        "left_out": export.left_out_sentences(course),
        "ended": export.early_end_sentences(course),
    }


file_report.extra_checkers[file.FORM] = report_on_tournament


def leaders_text(names: Sequence[str], score: str) -> str:
    """Return a sentence that names the players with the most points.

    >>> leaders_text(["Cleo", "Ben"], "1"), leaders_text(["Ada"], "2.5")
    ('Cleo and Ben lead with 1 point each.', 'Ada leads with 2.5 points.')
    """
    points = f"{score} point{'' if score == '1' else 's'}"
    return f"{join_list(names)} lead with {points} each." if len(names) > 1 else f"{names[0]} leads with {points}."


class TournamentReporter:
    """Printer of a tournament's events, as text or as one line of JSON per event.

    Each event in JSON has its kind.
    """

    def __init__(self, runner: Runner, as_json: bool = False) -> None:
        self.runner, self._as_json = runner, as_json
        self._watcher = NewsWatcher(runner.part.start_with)
        self._code = format_code(runner.part.code) if runner.part.code else ""

    def print_event(self, kind: str, *lines: str, **fields: object) -> None:
        """Print an event: as sentences, or as JSON with fields for programs."""
        if self._as_json:
            print_json({"kind": kind, "words": list(lines), **fields})
        else:
            print_lines(*lines)

    def print_news(self, member: Node) -> None:
        """Print the changes since the last call."""
        now = time.monotonic()
        news = self._watcher.find_news(member, now)
        news += self._watcher.address_news(self.runner.addresses, self._code)
        while self.runner.notes:
            self.print_event("noted", self.runner.notes.pop(0))
        for kind, words in news:
            self.print_event(kind, words)

    def __call__(self, report: Report) -> None:
        """Print a report of the tournament."""
        while self.runner.notes:
            self.print_event("noted", self.runner.notes.pop(0))
        if isinstance(report, DecisionReport):
            self._print_course(report.course)
        elif isinstance(report, ClockReport):
            words = describe_left(report.minutes, "minute") if report.minutes else "time is up"
            self.print_event(
                "clock", f"Round {report.round + 1}: {words}.", round=report.round + 1, minutes=report.minutes
            )
        elif isinstance(report, Refusal):
            member = self.runner.member
            player = member.course.player_of(report.identity) if member is not None else None
            who = player.name if player is not None else fingerprint(report.identity)
            self.print_event("refused", f"Not counted: {who}: {report.words}", key=fingerprint(report.identity))

    def _print_course(self, course: TournamentState) -> None:
        running = course.running_round
        if running is not None:
            tables = [[course.player_numbered(who).name for who in table] for table in running.tables]
            lines = [f"Round {running.number + 1}"]
            for number, names in enumerate(tables, 1):
                seats = ", ".join(names)
                lines.append(f"  Bye: {seats}" if len(names) == 1 else f"  Table {number}: {seats}")
            self.print_event("round", *lines, round=running.number + 1, tables=tables)
        elif course.rounds:
            first, *others = course.standings()
            leaders = [first, *(place for place in others if place.score == first.score)]
            names = [course.player_numbered(place.player).name for place in leaders]
            number = len(course.rounds)
            words = leaders_text(names, export.score_text(first.score))
            self.print_event(
                "closed", f"Round {number} is closed: {words}", round=number, leader=names[0], leaders=names
            )
