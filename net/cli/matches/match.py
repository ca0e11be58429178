"""`tether match`: a whole match on this computer, one process for each seat."""

from __future__ import annotations

import contextlib
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import click

from core.engine.fork import base_name
from core.engine.game import Game, State
from core.engine.hidden.audits import NONE, NOTHING, PASSED, AuditResult
from core.engine.options import Value
from core.engine.result import SOLO, kind_of, outcome
from core.engine.text.audits import result_text as audit_told
from core.engine.text.outcome import SOLO_CHANCE_WARNING
from core.engine.text.words import format_count, join_list
from core.games.registry import GAMES
from net.cli.arguments import options as setting
from net.cli.arguments import outfile
from net.cli.arguments.paths import STDOUT_PATH
from net.cli.declarations import HelpTable
from net.cli.games.rules import game_of_ruleset
from net.cli.matches.processes import Processes, ProcessMessage, ProcessPlan
from net.cli.matches.progress import Progress
from net.cli.results import (
    NOT_AUDITED,
    Result,
    Rows,
    describe_winners,
    ranking_rows,
    replay_record,
    standing_line,
    standing_table,
)
from net.match.events import StepResolved
from net.match.exclusions import Exclusion, describe_exclusions
from net.proofs.report_files import REPORT_SUFFIXES
from net.records import chunk_file, record
from net.records.fork import describe_origin
from net.records.record import BadRecord, MatchRecord
from net.session.runner import LocalFailure, play_local
from net.session.saved_match import write_origin
from net.system.safe_files import read_limited
from net.text.sanitizer import print_json, print_text, terminal_width, visible_line

IDLE = 2.0
"""Seconds without a message from the processes after which the awaited seat is named."""


class MatchRequest(NamedTuple):
    """Validated options of the command."""

    game: Game
    seats: int
    options: dict[str, Value]
    seed: str | None
    bots: list[str]
    factions: list[str]


class PlayedMatch(NamedTuple):
    """Finished match: its record, its duration and its traffic."""

    record: MatchRecord
    digest: str
    seconds: float
    datagrams: list[int]
    bytes: list[int]


def option_table() -> list[HelpTable]:
    """Return, for each game, a title and the options with their effects, for --help."""
    return [_options_of(game) for game in GAMES.values()]


def options_of(name: str) -> list[HelpTable]:
    """Return the options of the game with this name, or in this file; raise a usage error if there is none."""
    return [_options_of(setting.find_game(name))]


def _options_of(game: Game) -> HelpTable:
    options = game.options.table.values()
    rows = [(option.name, f"[{option.default}] {option.valid_values_text()}: {option.text}") for option in options]
    title = f"Options of {game.name} (default in brackets)"
    return title, rows or [("none", "This game has no options.")]


def match(
    game: str,
    seats: int,
    bots: str,
    faction: str,
    settings: tuple[str, ...],
    seed: str | None,
    out: Path | None,
    as_json: bool,
    local: bool,
    rules: Path | None = None,
) -> int:
    """Play a match between bots; return the exit code."""
    found = game_of_ruleset(rules, game)
    setting.check_seats(found, seats)
    asked = MatchRequest(
        found,
        seats,
        setting.read_options(found, settings),
        None if seed is None else setting.plain_text(seed),
        setting.read_bots(bots, seats),
        setting.read_factions(faction, seats),
    )
    return play_match(asked, local, out, as_json)


def play_match(request: MatchRequest, local: bool, out: Path | None, as_json: bool) -> int:
    """Play a match, print its result and return the exit code."""
    outfile.check_writable(out)
    with Progress(quiet=as_json) as progress:
        ended = _play_locally(request, progress) if local else _play_in_processes(request, progress, out)
    outfile.write_record(out, ended.record)
    result, standing, audit = _replay_result(request, ended)
    if as_json:
        print_json(result._asdict())
    else:
        print_text(_describe_result(request, result, standing, audit, out))
    return {PASSED: 0, NOTHING: 0, NONE: NOT_AUDITED}.get(result.audit, 1)


# One process ----------------------------------------------------------------------------------------------------------


def _play_locally(request: MatchRequest, progress: Progress) -> PlayedMatch:
    game = request.game

    def on_step(_: StepResolved, state: State) -> None:
        progress.set_position(game.progress(state), standing_line(game, game.standing(state)))

    seats = range(1, request.seats + 1)
    players = [setting.make_player(request.bots[s - 1], request.factions[s - 1], request.seed, s) for s in seats]
    try:
        played = play_local(game, request.seats, request.options, request.seed, players, on_step)
    except LocalFailure as failure:
        raise click.ClickException(f"the match stopped: {failure}") from None
    nothing = [0] * request.seats
    return PlayedMatch(played.record, played.digest.hex(), played.seconds, nothing, nothing)


# Separate processes ---------------------------------------------------------------------------------------------------


def _play_in_processes(request: MatchRequest, progress: Progress, out: Path | None) -> PlayedMatch:
    with tempfile.TemporaryDirectory(prefix="tether-") as home:
        kept = Path(home) / "match.tether"
        plan = ProcessPlan(
            base_name(request.game.name), request.seats, request.options, request.seed, request.bots, request.factions,
            kept, origin=write_origin(Path(home), request.game),
        )  # fmt: skip
        with Processes(plan) as processes:
            table = ProcessMonitor(request.seats, progress)
            for told in processes.messages(IDLE):
                table.process(told)
                if table.trouble and not table.verdict:
                    break
        if table.trouble:
            saved = _save_broken(kept, out) + _save_findings(kept.parent, out)
            raise click.ClickException(f"the match stopped: {table.trouble}{saved}")
        return table.played_match(record.read(kept))


def _save_broken(kept: Path, out: Path | None) -> str:
    """Save the record of a match that broke off, if seat 1 has left one; return a note about it, or ""."""
    if out is None or not kept.exists():
        return ""
    with contextlib.suppress(BadRecord):
        outfile.write_record(out, record.read(kept))
        return f" (the record up to there is in {out})"
    return ""


def _save_findings(home: Path, out: Path | None) -> str:
    """Save seat 1's evidence next to the record; return a note about it, or ""."""
    if out is None or out == STDOUT_PATH:
        return ""
    found = [path for path in sorted(home.iterdir()) if path.suffix in REPORT_SUFFIXES]
    for path in found:
        chunk_file.write(out.absolute().parent / path.name, read_limited(path, chunk_file.MAX_FILE))
    return f" (found: {', '.join(path.name for path in found)})" if found else ""


class _SeatEnd(NamedTuple):
    """End of the match in one process: the digest, the datagrams and bytes sent, and the time."""

    digest: str
    sent: int
    bytes: int
    ended_at: float


class ProcessMonitor:
    """Monitor of the processes of a match, which processes their messages.

    `trouble` is the reason why the match stopped, or "".
    """

    def __init__(self, seats: int, progress: Progress) -> None:
        self.seats = range(1, seats + 1)
        self.trouble = ""
        self.verdict = False
        self._progress = progress
        self._over: dict[int, _SeatEnd] = {}
        self._at = 0
        self._asked: list[int] = []
        self._chosen: dict[int, int] = {}
        self._seen: dict[int, int] = {}
        self._began = time.monotonic()

    def process(self, message: ProcessMessage | None) -> None:
        """Process a message, or None if none has arrived for a while."""
        if message is None:
            self._progress.set_awaited(self._describe_awaited())
            return
        hear = getattr(self, f"_on_{message.kind}", None)
        if hear is not None:
            hear(message.seat, **message.fields)

    def played_match(self, match_record: MatchRecord) -> PlayedMatch:
        """Return the played match, once all processes have ended without trouble."""
        seconds = max(over.ended_at for over in self._over.values()) - self._began
        digests = {over.digest for over in self._over.values()}
        if len(digests) > 1:
            raise click.ClickException("the match stopped: the seats ended with different digests")
        sent = [self._over[seat].sent for seat in self.seats]
        return PlayedMatch(match_record, digests.pop(), seconds, sent, [self._over[seat].bytes for seat in self.seats])

    def _describe_awaited(self) -> str:
        if not self._at:
            return "Waiting for the other processes..."
        undecided = [seat for seat in self._asked if self._chosen.get(seat, 0) < self._at]
        behind = [seat for seat in self.seats if self._seen.get(seat, 1) < self._at]
        late = [f"Seat {seat}" for seat in undecided or behind]
        return (
            f"Waiting for {join_list(late)} in step {self._at}"
            if late
            else f"Waiting for the opening of step {self._at}"
        )

    def _on_seated(self, seat: int, match: str) -> None:
        if not self._at:
            self._at, self._began = 1, time.monotonic()
            self._asked = list(self.seats)

    def _on_chosen(self, seat: int, t: int) -> None:
        self._chosen[seat] = t

    def _on_stepped(self, seat: int, t: int, where: str, standing: str, asked: list[int]) -> None:
        self._seen[seat] = t + 1
        if t >= self._at:
            self._at, self._asked = t + 1, asked
            self._progress.set_awaited("")
            self._progress.set_position(where, standing)

    def _on_verdict(self, seat: int, words: str) -> None:
        if not self.trouble:
            self.trouble = f"{words} (found by Seat {seat})"
            self.verdict = True

    def _on_failed(self, seat: int, words: str) -> None:
        self.trouble = self.trouble or f"Seat {seat}: {words}"

    def _on_over(self, seat: int, digest: str, sent: int, bytes: int, **others: object) -> None:
        self._over[seat] = _SeatEnd(digest, sent, bytes, time.monotonic())

    def _on_ended(self, seat: int, code: int, last: str) -> None:
        if seat not in self._over and not self.trouble:
            why = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            self.trouble = f"the process of Seat {seat} ended {why} before the match was over"
            self.trouble += f": {last.removeprefix('tether: ')}" if last else ""


# Result ---------------------------------------------------------------------------------------------------------------


def _replay_result(request: MatchRequest, ended: PlayedMatch) -> tuple[Result, str, str]:
    """Replay the match from its record; return its result, its standing and its audit, the last two as text.

    The replay itself is the audit, and the standing is taken from it.
    """
    game = request.game
    rows: Rows = []
    absent: list[Exclusion] = []
    rounds = steps = 0
    words = ""
    audited = AuditResult()
    winning: tuple[int, ...] = ()
    try:
        report, state = replay_record(record.unpack(record.pack(ended.record)), game)
    except BadRecord as bad:
        word = str(bad)
    else:
        rows, rounds, steps = ranking_rows(game, state, report.standing), game.rounds(state), report.steps
        won = describe_winners(game, state, report.standing)
        table = standing_table(game, state, report.standing, terminal_width())
        words = f"{table}\n\n{won} after {rounds} rounds and {steps} steps."
        same = report.digest.hex() == ended.digest
        absent = list(report.left_out)
        words = "\n\n".join(filter(None, (words, "\n".join(describe_exclusions(absent)))))
        audited, winning = report.audited, outcome(game, report.standing).winners
        word = audited.verdict if report.complete and same else "the record does not end as the match did"
    result = Result(
        game=game.name,
        kind=kind_of(game, request.seats),
        seats=request.seats,
        options=game.options.values_by_name(game.options.complete_values(request.options)),
        seed=request.seed,
        rounds=rounds,
        steps=steps,
        winners=list(winning),
        ranking=rows,
        digest=ended.digest,
        audit=word,
        unaudited=list(audited.unaudited_seats),
        seconds=round(ended.seconds, 3),
        datagrams=ended.datagrams,
        bytes=ended.bytes,
        left_out=[left._asdict() for left in absent],
    )
    return result, words, audit_told(audited) if word == audited.verdict else word


def _describe_result(request: MatchRequest, result: Result, standing: str, audit: str, out: Path | None) -> str:
    lines = [f"{request.game.title}, {format_count(request.seats, 'seat')}"]
    lines += describe_origin(request.game)
    if request.seed is not None:
        lines.append(f"Test match (seed {request.seed!r}): anyone who knows the seed knows every secret.")
    lines += [SOLO_CHANCE_WARNING] if result.kind == SOLO else []
    if standing:
        lines += ["", standing]
    lines.append(f"Digest  {result.digest}")
    lines.append(f"Audit   {audit}")
    traffic = f", {sum(result.datagrams)} datagrams, {sum(result.bytes)} bytes sent" if any(result.bytes) else ""
    lines.append(f"Took    {result.seconds:.1f} s{traffic}")
    if out is not None and out != STDOUT_PATH:
        lines.append(visible_line(f"Record  {out}"))
    return "\n".join(lines)
