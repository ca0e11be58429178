"""Command `tether tournament`: open, join, continue, show, export and verify a tournament."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

import click

from core.games.registry import GAMES
from lobby.cli.identity import parse_name
from lobby.players.identity import Identity, identity_folder, load_own_identity, new_identity
from lobby.players.profile import login_name, random_name, read_profile
from lobby.tournament.app import export, finder
from lobby.tournament.app.finder import TournamentTrouble
from lobby.tournament.app.runner import Participation, Runner, read_participation
from lobby.tournament.app.text import TournamentReporter, check_tournament, report_on_tournament, tournament_data
from lobby.tournament.model.opening import (
    MOST_PLAYERS,
    BadOpening,
    Opening,
    make_opening,
    read_opening,
)
from lobby.tournament.protocol import file
from lobby.tournament.protocol.file import BadTournament, CheckedTournament
from net.channels.addresses import BadAddress, parse_address
from net.cli.arguments import options, outfile, paths
from net.cli.arguments.value_types import MINUTE
from net.cli.games.rules import game_of_ruleset
from net.cli.matches.peer import check_open, end_with_parent, invite_code
from net.cli.matches.progress import ProgressLine as Shown
from net.cli.records import print_report
from net.crypto.invite import format_code, new_code
from net.records.chunk_file import BadFile
from net.replication.entry_log import EntryLogInUse
from net.system.safe_files import MOST_SMALL, read_limited
from net.text.errors import error_reason, error_reason_with_file
from net.text.names import NAME_RULE_TEXT, is_name
from net.text.sanitizer import print_json, print_lines, print_table
from net.transport.udp import PortBusy
from net.transport.udp import run as run_loop


class _ParticipationOptions(TypedDict):
    """Options of all commands that take part in a tournament."""

    name: str
    throw_away: bool
    bot: str
    helper: bool
    code: str
    listen: str
    keep: Path | None
    out: Path | None
    as_json: bool
    told: bool


def open_command(
    game: str,
    rules: Path | None,
    settings: tuple[str, ...],
    title: str,
    kind: str,
    rounds: int,
    tables: str,
    minutes: float,
    start_with: int | None,
    port: int,
    is_open: bool,
    **rest: Unpack[_ParticipationOptions],
) -> int:
    """Open a tournament and take part in it; return the exit code."""
    found = game_of_ruleset(rules, game)
    check_open(is_open, rest["code"])
    code = "" if is_open else invite_code(rest["code"]) or new_code()
    part = _make_participation(rest, code, port)
    part.start_with = start_with or 0
    runner = _make_runner(part, rest["bot"], rest["out"], rest["as_json"])
    if not is_name(title):
        raise click.UsageError(f"--title {title[:60]!r}: {NAME_RULE_TEXT}")
    try:
        usual, least, most = _parse_sizes(tables)
        opening = make_opening(
            runner.identity.key,
            title,
            kind.replace("round-robin", "round robin"),
            found,
            options.read_options(found, settings),
            os.urandom(32),
            rounds=rounds,
            sizes=(usual, least, most),
            minutes=round(minutes / MINUTE),
        )
    except BadOpening as bad:
        raise click.UsageError(str(bad)) from None
    if part.keep is not None and (part.keep / "opening").exists():
        raise click.UsageError(f"--keep {part.keep} contains a tournament; `tether tournament run` continues it")

    def opened() -> None:
        told = TournamentReporter(runner, rest["as_json"])
        told.print_event("opened", f"{opening.title}: {opening.describe()}", code=format_code(code) if code else "")
        for words in opening.changes(GAMES):
            told.print_event("rules", words)
        words = f" --code {format_code(code)}" if code else ""
        for address in runner.addresses:
            told.print_event(
                "address", f"Others take part with: tether tournament join {address}{words}", address=address
            )
        if not start_with and not rest["told"]:
            told.print_event("waits", "Press Enter to begin the first round.")
            threading.Thread(target=_start_on_enter, args=(runner,), daemon=True).start()

    runner.on_open = opened
    return _take_part(runner, opening, (), rest["out"], rest["as_json"], rest["told"])


def join(addresses: tuple[str, ...], port: int, **rest: Unpack[_ParticipationOptions]) -> int:
    """Take part in a tournament that is open elsewhere; return the exit code."""
    part = _make_participation(rest, invite_code(rest["code"]), port)
    runner = _make_runner(part, rest["bot"], rest["out"], rest["as_json"])
    found = _find_contacts(addresses, part.host)

    def joined() -> None:
        assert runner.member is not None
        told = TournamentReporter(runner, rest["as_json"])
        for words in runner.member.opening.changes(GAMES):
            told.print_event("rules", words)

    runner.on_open = joined
    return _take_part(runner, None, found, rest["out"], rest["as_json"], rest["told"])


def run(kept: Path, addresses: tuple[str, ...], bot: str, code: str, out: Path | None, as_json: bool) -> int:
    """Continue a saved tournament; return the exit code."""
    try:
        opening = read_opening(read_limited(kept / "opening", MOST_SMALL), GAMES)
        part, closed = read_participation(kept)
    except (OSError, ValueError) as bad:
        raise click.UsageError(f"{kept} is not a saved tournament: {error_reason(bad)}") from None
    part.keep = kept
    part.code = invite_code(code) or (finder.read_code(kept) if closed else "")
    if closed and not part.code:
        raise click.UsageError("the tournament needs its invite code: use --code CODE")
    contacts = [*_parse_addresses(addresses), *finder.read_addresses(kept)]
    needs_own, runner = not part.throw_away, _make_runner(part, bot, out, as_json)
    if needs_own and runner.identity.file is None:
        raise click.ClickException("another Tether on this computer is using your identity: close it first")
    return _take_part(runner, opening, contacts, out, as_json)


def show(tournament: Path, as_json: bool) -> int:
    """Print the standings and the tables of a tournament; return the exit code."""
    checked = _read_tournament(tournament, as_json)
    course = checked.course
    if as_json:
        print_json(tournament_data(course) | {"refused": list(checked.refused)})
        return 0
    print_lines(f"{course.opening.title}: {course.opening.describe()}", *course.opening.changes(GAMES))
    _print_table(export.STANDINGS_COLUMNS, export.standings_rows(course))
    _print_table(export.TABLES[:-1], [row[:-1] for row in export.table_rows(course)])
    nothing = (f"Not counted: {words}" for words in checked.refused)
    for words in (*export.left_out_sentences(course), *export.early_end_sentences(course), *nothing):
        print_lines(words)
    return 0


def export_command(tournament: Path, into: Path, as_json: bool) -> int:
    """Write the tables of a tournament as CSV, and a page about it; return the exit code."""
    try:
        written = export.write_exports(_read_tournament(tournament, as_json).course, into)
    except OSError as wrong:
        raise click.ClickException(f"cannot write to {into}: {wrong.strerror}") from None
    if as_json:
        print_json({"written": [str(path) for path in written]})
        return 0
    for path in written:
        print_lines(path)
    return 0


def verify_command(tournament: Path, as_json: bool) -> int:
    """Verify a tournament and print the result; return the exit code."""
    with Shown("Checking", "match", as_json) as going:
        found = report_on_tournament(tournament, going)
    return print_report(tournament, found, as_json)


def _read_tournament(path: Path, quiet: bool = False) -> CheckedTournament:
    try:
        with Shown("Checking", "match", quiet) as going:
            return check_tournament(path, going)
    except (BadTournament, BadFile) as bad:
        raise click.ClickException(f"{paths.display_name(path)} is not valid: {bad}") from None


def _print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print_table(head, rows)
    print_lines("")


def _make_participation(rest: _ParticipationOptions, code: str, port: int) -> Participation:
    name, secret = parse_name(rest["name"]), rest["throw_away"]
    name = name or (random_name() if secret else read_profile(identity_folder()).name or login_name())
    plays = not rest["helper"]
    secret = secret or rest["told"]
    return Participation(name, code, rest["listen"], port, plays=plays, keep=rest["keep"], throw_away=secret)


def _parse_sizes(text: str) -> tuple[int, int, int]:
    """Return the usual, the smallest and the largest number of seats at a table from their text."""
    try:
        usual, least, most = (int(size) for size in text.split(","))
        if not all(0 < size <= MOST_PLAYERS for size in (usual, least, most)):
            raise ValueError("too many")
    except ValueError:
        raise click.UsageError(f"--tables {text[:60]}: three numbers, for instance 4,2,6") from None
    return usual, least, most


def _parse_addresses(addresses: Sequence[str]) -> list[tuple[str, int]]:
    try:
        return [parse_address(address, finder.PORT) for address in addresses]
    except BadAddress as bad:
        raise click.UsageError(str(bad)) from None


def _find_contacts(words: Sequence[str], listen: str) -> list[tuple[str, int]]:
    """Return the addresses to contact.

    Typed addresses are returned as they are. For a typed title, the tournament's addresses are sought on the network.
    """
    try:
        return finder.find_addresses(words, listen)
    except BadAddress as bad:
        raise click.UsageError(str(bad)) from None
    except finder.TournamentTrouble as trouble:
        raise click.ClickException(str(trouble)) from None


def _make_runner(part: Participation, bot: str, out: Path | None, as_json: bool) -> Runner:
    outfile.check_writable(out)
    (bot,) = options.read_bots(bot, 1)
    try:
        runner = Runner(part, _choose_identity(part), lambda: options.make_player(bot, "", None, 1))
    except (OSError, ValueError) as wrong:
        raise click.ClickException(error_reason_with_file(wrong)) from None
    told = TournamentReporter(runner, as_json)
    runner.on_report, runner.on_tick = told, told.print_news
    return runner


def _choose_identity(part: Participation) -> Identity:
    """Return this user's identity, or a new one for this tournament.

    A new one is used if the user wants it, or while another program uses the user's identity.
    """
    identity = new_identity() if part.throw_away else load_own_identity(identity_folder())
    part.throw_away = identity.file is None
    return identity


def _start_on_enter(runner: Runner) -> None:
    with contextlib.suppress(EOFError, OSError):
        input()
        if runner.member is not None:
            runner.member.start()


def _take_part(
    runner: Runner,
    opening: Opening | None,
    contacts: Sequence[tuple[str, int]],
    out: Path | None,
    as_json: bool,
    told: bool = False,
) -> int:
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        member = run_loop(runner.run(opening, contacts))
    except TournamentTrouble as trouble:
        raise click.ClickException(f"{trouble}{' (--code)' if trouble.code else ''}") from None
    except (PortBusy, EntryLogInUse, OSError) as wrong:
        raise click.ClickException(error_reason_with_file(wrong)) from None
    if out is not None:
        try:
            file.write(out, file.saved_tournament_of(member))
        except OSError as wrong:
            raise click.ClickException(f"cannot write {out}: {error_reason(wrong)}") from None
    if as_json:
        print_json({"kind": "over", **tournament_data(member.course)})
    else:
        _print_table(export.STANDINGS_COLUMNS, export.standings_rows(member.course))
        print_lines(f"Digest  {member.course.digest.hex()}")
    return 0 if member.course.is_over else 1
