"""Command `tether tournament`: open, join, show, export and verify a tournament."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

import click

from core.games.registry import GAMES
from lobby.cli.identity import named
from lobby.players.identity import Identity, folder, fresh_identity, own_identity
from lobby.players.profile import login_name, passing_name, read_profile
from lobby.tournament.app import export, finder
from lobby.tournament.app.finder import TournamentTrouble
from lobby.tournament.app.runner import Participation, Runner, read_part
from lobby.tournament.app.text import TournamentReporter, as_data, checked, explained
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
from net.cli.games.rules import game_by
from net.cli.matches.peer import check_open, end_with_parent, invite_code
from net.cli.matches.progress import ProgressLine as Shown
from net.cli.records import tell
from net.crypto.invite import format_code, new_code
from net.records.chunk_file import BadFile
from net.replication.entry_log import EntryLogInUse
from net.system.safe_files import MOST_SMALL, read_limited
from net.text.errors import reason, reason_with_file
from net.text.names import A_NAME, is_name
from net.text.sanitizer import print_json, print_lines, print_table
from net.transport.udp import PortBusy
from net.transport.udp import run as run_loop


class _TakingPart(TypedDict):
    """Options of every command that takes part in a tournament."""

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
    **rest: Unpack[_TakingPart],
) -> int:
    """Open a tournament."""
    found = game_by(rules, game)
    check_open(is_open, rest["code"])
    code = "" if is_open else invite_code(rest["code"]) or new_code()
    part = _part(rest, code, port)
    part.start_with = start_with or 0
    runner = _runner(part, rest["bot"], rest["out"], rest["as_json"])
    if not is_name(title):
        raise click.UsageError(f"--title {title[:60]!r}: {A_NAME}")
    try:
        usual, least, most = _sizes(tables)
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
        told.say("opened", f"{opening.title}: {opening.words()}", code=format_code(code) if code else "")
        for words in opening.changes(GAMES):
            told.say("rules", words)
        words = f" --code {format_code(code)}" if code else ""
        for address in runner.addresses:
            told.say("address", f"Others take part with: tether tournament join {address}{words}", address=address)
        if not start_with and not rest["told"]:
            told.say("waits", "Press Enter to begin the first round.")
            threading.Thread(target=_start_on_enter, args=(runner,), daemon=True).start()

    runner.on_open = opened
    return _take_part(runner, opening, (), rest["out"], rest["as_json"], rest["told"])


def join(addresses: tuple[str, ...], port: int, **rest: Unpack[_TakingPart]) -> int:
    """Take part in a tournament."""
    part = _part(rest, invite_code(rest["code"]), port)
    runner = _runner(part, rest["bot"], rest["out"], rest["as_json"])
    found = _found(addresses, part.host)

    def joined() -> None:
        assert runner.member is not None
        told = TournamentReporter(runner, rest["as_json"])
        for words in runner.member.opening.changes(GAMES):
            told.say("rules", words)

    runner.on_open = joined
    return _take_part(runner, None, found, rest["out"], rest["as_json"], rest["told"])


def run(kept: Path, addresses: tuple[str, ...], bot: str, code: str, out: Path | None, as_json: bool) -> int:
    """Continue a saved tournament."""
    try:
        opening = read_opening(read_limited(kept / "opening", MOST_SMALL), GAMES)
        part, closed = read_part(kept)
    except (OSError, ValueError) as bad:
        raise click.UsageError(f"{kept} is not a saved tournament: {reason(bad)}") from None
    part.keep = kept
    part.code = invite_code(code) or (finder.kept_code(kept) if closed else "")
    if closed and not part.code:
        raise click.UsageError("the tournament needs its invite code: use --code CODE")
    contacts = [*_parse_addresses(addresses), *finder.remembered(kept)]
    needs_own, runner = not part.throw_away, _runner(part, bot, out, as_json)
    if needs_own and runner.identity.file is None:
        raise click.ClickException("another Tether on this computer is using your identity: close it first")
    return _take_part(runner, opening, contacts, out, as_json)


def show(tournament: Path, as_json: bool) -> int:
    """Print the standings and the tables of a tournament."""
    checked = _read(tournament, as_json)
    course = checked.course
    if as_json:
        print_json(as_data(course) | {"refused": list(checked.refused)})
        return 0
    print_lines(f"{course.opening.title}: {course.opening.words()}", *course.opening.changes(GAMES))
    _print(export.STANDINGS_COLUMNS, export.standings_rows(course))
    _print(export.TABLES[:-1], [row[:-1] for row in export.table_rows(course)])
    nothing = (f"Not counted: {words}" for words in checked.refused)
    for words in (*export.left_out_words(course), *export.ended_words(course), *nothing):
        print_lines(words)
    return 0


def export_command(tournament: Path, into: Path, as_json: bool) -> int:
    """Write the tables of a tournament and a page about it."""
    try:
        written = export.write(_read(tournament, as_json).course, into)
    except OSError as wrong:
        raise click.ClickException(f"cannot write to {into}: {wrong.strerror}") from None
    if as_json:
        print_json({"written": [str(path) for path in written]})
        return 0
    for path in written:
        print_lines(path)
    return 0


def verify_command(tournament: Path, as_json: bool) -> int:
    """Verify a tournament and print the result."""
    with Shown("Checking", "match", as_json) as going:
        found = explained(tournament, going)
    return tell(tournament, found, as_json)


def _read(path: Path, quiet: bool = False) -> CheckedTournament:
    try:
        with Shown("Checking", "match", quiet) as going:
            return checked(path, going)
    except (BadTournament, BadFile) as bad:
        raise click.ClickException(f"{paths.named(path)} is not valid: {bad}") from None


def _print(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print_table(head, rows)
    print_lines("")


def _part(rest: _TakingPart, code: str, port: int) -> Participation:
    name, secret = named(rest["name"]), rest["throw_away"]
    name = name or (passing_name() if secret else read_profile(folder()).name or login_name())
    plays = not rest["helper"]
    secret = secret or rest["told"]
    return Participation(name, code, rest["listen"], port, plays=plays, keep=rest["keep"], throw_away=secret)


def _sizes(text: str) -> tuple[int, int, int]:
    """Return the usual, the smallest and the largest number of seats at a table."""
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


def _found(words: Sequence[str], listen: str) -> list[tuple[str, int]]:
    """Return the addresses to contact.

    Given addresses are used as they are. For a given title, the address is the one announced on the network.
    """
    try:
        return finder.find_addresses(words, listen)
    except BadAddress as bad:
        raise click.UsageError(str(bad)) from None
    except finder.TournamentTrouble as trouble:
        raise click.ClickException(str(trouble)) from None


def _runner(part: Participation, bot: str, out: Path | None, as_json: bool) -> Runner:
    outfile.check(out)
    (bot,) = options.read_bots(bot, 1)
    try:
        runner = Runner(part, _identity(part), lambda: options.make_player(bot, "", None, 1))
    except (OSError, ValueError) as wrong:
        raise click.ClickException(reason_with_file(wrong)) from None
    told = TournamentReporter(runner, as_json)
    runner.tell, runner.on_look = told, told.look
    return runner


def _identity(part: Participation) -> Identity:
    """Return this user's identity, or a new one for this tournament.

    A new one is used if the user asks for it, or while another program uses the user's identity.
    """
    identity = fresh_identity() if part.throw_away else own_identity(folder())
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
        raise click.ClickException(reason_with_file(wrong)) from None
    if out is not None:
        try:
            file.write(out, file.kept_of(member))
        except OSError as wrong:
            raise click.ClickException(f"cannot write {out}: {reason(wrong)}") from None
    if as_json:
        print_json({"kind": "over", **as_data(member.course)})
    else:
        _print(export.STANDINGS_COLUMNS, export.standings_rows(member.course))
        print_lines(f"Digest  {member.course.digest.hex()}")
    return 0 if member.course.over else 1
