"""`tether tournament`: opens one, takes part with a bot, shows, exports and verifies what came of it."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from core.games import GAMES
from lobby.broadcast import ALL
from lobby.identity import Identity, folder, fresh_identity, own_identity
from lobby.identity_cli import named
from lobby.profile import login_name, passing_name, read_profile
from lobby.tournament import export, file, finding
from lobby.tournament.file import BadTournament, Checked
from lobby.tournament.finding import TournamentTrouble
from lobby.tournament.opening import (
    KINDS,
    MOST_MINUTES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    BadOpening,
    Opening,
    make_opening,
    read_opening,
)
from lobby.tournament.runner import Part, Runner
from lobby.tournament.telling import Told, as_data, checked, explained
from net.addresses import BadAddress, parsed
from net.chunkfile import BadFile
from net.cli import outfile, setting
from net.cli.peer import end_with_parent, invite_code
from net.cli.progress import Going as Shown
from net.cli.records import tell
from net.entry_log import EntryLogInUse
from net.invite import CODE_VARIABLE, new_code, shown
from net.names import A_NAME, is_name
from net.outlet import Json, say, say_data, say_table
from net.peer import PortBusy
from net.peer import run as run_loop
from net.reasons import reason

FILE = click.argument("tournament", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.group()
def tournament() -> None:
    """Tournaments: anyone opens one, and every member can carry it on.

    \b
    tether tournament open --start-with 8          opens one here, and takes part with a bot
    tether tournament join Friday                  takes part with a bot
    tether tournament show cup.tournament          standings and tables
    """


def _taking_part(command: Any) -> Any:
    for option in reversed(
        (
            click.option("--name", default="", metavar="NAME", help="What you are called; else as in tether identity."),
            click.option("--throw-away", is_flag=True, help="Under another name and another key, for this tournament."),
            click.option("--bot", default=setting.DEFAULT_BOT, show_default=True, metavar="NAME", help="Who plays."),
            click.option("--helper", is_flag=True, help="Plays no match, but carries the tournament on."),
            click.option("--code", default="", envvar=CODE_VARIABLE, metavar="CODE", help="The invite code."),
            click.option("--listen", default=ALL, metavar="ADDRESS", help="The own address to listen on; usually all."),
            click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keeps everything there."),
            click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps the tournament's file."),
            setting.json_option,
            click.option("--told", is_flag=True, hidden=True, help="Ends with the process that started it."),
        )
    ):
        command = option(command)
    return command


@tournament.command(
    "open",
    epilog="\b\nExamples:\n"
    "  tether tournament open --name Ada --start-with 8 --rounds 3\n"
    "  tether tournament open --throw-away            nobody knows by name or key that it is you\n"
    "  tether tournament open --name Hall --helper --kind knock-out --tables 2,2,2 --start-with 16\n",
)
@setting.game_option
@setting.option_option
@click.option("--title", default="Tournament", show_default=True, metavar="TEXT", help="What it is called.")
@click.option("--kind", type=click.Choice(KINDS), default=KINDS[0], show_default=True, help="Who meets whom.")
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    default=3,
    show_default=True,
    metavar="N",
    help="Rounds of a Swiss tournament.",
)
@click.option("--tables", default="4,2,6", show_default=True, metavar="U,L,M", help="Seats: usual, least, most.")
@click.option(
    "--minutes",
    type=click.IntRange(1, MOST_MINUTES),
    default=60,
    show_default=True,
    metavar="N",
    help="The clock of a round.",
)
@click.option(
    "--start-with",
    type=click.IntRange(2, MOST_PLAYERS),
    metavar="N",
    help="Begins once so many are enrolled; else when Enter is pressed.",
)
@click.option(
    "--port",
    type=setting.PORT_NUMBER,
    default=finding.PORT,
    show_default=True,
    metavar="PORT",
    help="The UDP port of the tournament.",
)
@click.option("--open", "is_open", is_flag=True, help="No invite code: whoever reaches the port may take part.")
@_taking_part
def open_command(
    game: str,
    settings: tuple[str, ...],
    title: str,
    kind: str,
    rounds: int,
    tables: str,
    minutes: int,
    start_with: int | None,
    port: int,
    is_open: bool,
    **rest: Any,
) -> int:
    """Opens a tournament here; the first round begins with --start-with players, or when Enter is pressed."""
    found = setting.find_game(game)
    code = "" if is_open else invite_code(rest["code"]) or new_code()
    part = _part(rest, code, port)
    part.start_with = start_with or 0
    runner = _runner(part, rest)
    if not is_name(title):
        raise click.UsageError(f"--title {title[:60]!r}: {A_NAME}")
    try:
        usual, least, most = _sizes(tables)
        opening = make_opening(
            runner.identity.key,
            title,
            kind,
            found,
            setting.read_options(found, settings),
            os.urandom(32),
            rounds=rounds,
            sizes=(usual, least, most),
            minutes=minutes,
        )
    except BadOpening as bad:
        raise click.UsageError(str(bad)) from None
    if part.keep is not None and (part.keep / "opening").exists():
        raise click.UsageError(f"--keep {part.keep} holds a tournament; `tether tournament run` goes on with it")

    def opened() -> None:
        told = Told(runner, rest["as_json"])
        told.say("opened", f"{opening.title}: {opening.words()}", code=shown(code) if code else "")
        words = f" --code {shown(code)}" if code else ""
        for address in runner.addresses:
            told.say("address", f"Others take part with: tether tournament join {address}{words}", address=address)
        if not start_with and not rest["told"]:
            told.say("waits", "Enter begins the first round.")
            threading.Thread(target=_start_on_enter, args=(runner,), daemon=True).start()

    runner.on_open = opened
    return _take_part(runner, opening, (), rest)


@tournament.command(
    epilog="\b\nExamples:\n"
    "  tether tournament join --name Ilse            the only one that is heard of here\n"
    "  tether tournament join Friday --name Ilse --code K7Q2M-9XTR4\n"
    "  tether tournament join 192.168.1.11:47820 --name Ilse\n"
    "  tether tournament join 192.168.1.11:47820 192.168.1.12:47820 --name Ilse   the first that answers\n"
)
@click.argument("addresses", nargs=-1, metavar="[TITLE|ADDRESS]...")
@click.option(
    "--port", type=setting.PORT_NUMBER, default=0, metavar="PORT", help="The own UDP port; usually any that is free."
)
@_taking_part
def join(addresses: tuple[str, ...], port: int, **rest: Any) -> int:
    """Takes part in a tournament that is heard of on the network by its TITLE (`tether rooms` lists them), or is at one
    of these ADDRESSES; any member's will do. With --keep it can come back.
    """
    part = _part(rest, invite_code(rest["code"]), port)
    return _take_part(_runner(part, rest), None, _found(addresses, part.host), rest)


@tournament.command(epilog="\b\nExamples:\n  tether tournament run cup\n")
@click.argument("kept", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("addresses", nargs=-1)
@click.option("--bot", default=setting.DEFAULT_BOT, show_default=True, metavar="NAME", help="Who plays.")
@click.option(
    "--code", default="", envvar=CODE_VARIABLE, metavar="CODE", help="The invite code, if FOLDER does not hold it."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps the tournament's file.")
@setting.json_option
def run(kept: Path, addresses: tuple[str, ...], **rest: Any) -> int:
    """Goes on with the tournament kept in FOLDER, after a stop. The others are looked for where they were, and where
    they are heard of; ADDRESSES are further ones. FOLDER holds the invite code too, readable by you alone.
    """
    try:
        opening = read_opening((kept / "opening").read_bytes(), GAMES)
        terms = json.loads((kept / "part.json").read_text("utf-8"))
        closed = terms.pop("closed", False)
        terms.setdefault("throw_away", (kept / "identity").exists())
        part = Part(
            **{**terms, "keep": kept, "code": invite_code(rest["code"]) or (finding.kept_code(kept) if closed else "")}
        )
    except (OSError, ValueError, TypeError) as bad:
        raise click.UsageError(f"{kept} holds no tournament: {reason(bad)}") from None
    if closed and not part.code:
        raise click.UsageError("the tournament is closed: it needs its invite code (--code)")
    rest |= {"helper": not part.plays, "told": False}
    contacts = [*_doors(addresses), *finding.remembered(kept)]
    needs_own, runner = not part.throw_away, _runner(part, rest)
    if needs_own and runner.identity.file is None:
        raise click.ClickException("another program uses your identity, under which you take part: end it first")
    return _take_part(runner, opening, contacts, rest)


@tournament.command()
@FILE
@setting.json_option
def show(tournament: Path, as_json: bool) -> int:
    """Shows the standings and the tables of every round; checks the file first."""
    checked = _read(tournament, as_json)
    course = checked.course
    if as_json:
        say_data(as_data(course) | {"refused": list(checked.refused)})
        return 0
    say(f"{course.opening.title}: {course.opening.words()}")
    _print(export.STANDINGS, export.standings_rows(course))
    _print(export.TABLES[:-1], [row[:-1] for row in export.table_rows(course)])
    nothing = (f"Counts for nothing: {words}" for words in checked.refused)
    for words in (*export.left_out_words(course), *export.ended_words(course), *nothing):
        say(words)
    return 0


@tournament.command("export")
@FILE
@click.option("--to", "folder", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="Where to.")
@setting.json_option
def export_command(tournament: Path, folder: Path, as_json: bool) -> int:
    """Writes standings.csv, tables.csv (a knock-out's bracket) and tournament.html, a page to print."""
    try:
        written = export.write(_read(tournament, as_json).course, folder)
    except OSError as wrong:
        raise click.ClickException(f"cannot write to {folder}: {wrong.strerror}") from None
    if as_json:
        say_data({"written": [str(path) for path in written]})
        return 0
    for path in written:
        say(path)
    return 0


@tournament.command("verify")
@FILE
@setting.json_option
def verify_command(tournament: Path, as_json: bool) -> int:
    """Checks a whole tournament offline, as `tether verify` does."""
    with Shown("Checking", "match", as_json) as going:
        found = explained(tournament, going)
    return tell(tournament, found, as_json)


def _read(path: Path, quiet: bool = False) -> Checked:
    try:
        with Shown("Checking", "match", quiet) as going:
            return checked(path, going)
    except (BadTournament, BadFile) as bad:
        raise click.ClickException(f"{path} does not hold: {bad}") from None


def _print(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    say_table(head, rows)
    say("")


def _part(rest: Json, code: str, port: int) -> Part:
    name, secret = named(rest["name"]), rest["throw_away"]
    name = name or (passing_name() if secret else read_profile(folder()).name or login_name())
    plays = not rest["helper"]
    secret = secret or rest["told"]
    return Part(name, code, rest["listen"], port, plays=plays, keep=rest["keep"], throw_away=secret)


def _sizes(text: str) -> tuple[int, int, int]:
    """Usual, least and most seats of a table."""
    try:
        usual, least, most = (int(size) for size in text.split(","))
        if not all(0 < size <= MOST_PLAYERS for size in (usual, least, most)):
            raise ValueError("too many")
    except ValueError:
        raise click.UsageError(f"--tables {text[:60]}: three numbers, for instance 4,2,6") from None
    return usual, least, most


def _doors(addresses: Sequence[str]) -> list[tuple[str, int]]:
    try:
        return [parsed(address, finding.PORT) for address in addresses]
    except BadAddress as bad:
        raise click.UsageError(str(bad)) from None


def _found(words: Sequence[str], listen: str) -> list[tuple[str, int]]:
    """Where to go: addresses as they are, titles as they are heard of."""
    try:
        return finding.heard(words, listen)
    except BadAddress as bad:
        raise click.UsageError(str(bad)) from None
    except finding.TournamentTrouble as trouble:
        raise click.ClickException(str(trouble)) from None


def _runner(part: Part, rest: Json) -> Runner:
    outfile.check(rest["out"])
    (bot,) = setting.read_bots(rest["bot"], 1)
    make: Callable[[], Any] = lambda: setting.make_player(bot, "", None, 1)  # noqa: E731
    try:
        runner = Runner(part, _identity(part), make)
    except (OSError, ValueError) as wrong:
        raise click.ClickException(reason(wrong)) from None
    runner.tell = Told(runner, rest["as_json"])
    return runner


def _identity(part: Part) -> Identity:
    """The own key; one for this tournament alone where that is wanted, or another program uses the own one."""
    identity = fresh_identity() if part.throw_away else own_identity(folder())
    part.throw_away = identity.file is None
    return identity


def _start_on_enter(runner: Runner) -> None:
    with contextlib.suppress(EOFError, OSError):
        input()
        if runner.member is not None:
            runner.member.start()


def _take_part(runner: Runner, opening: Opening | None, contacts: Sequence[tuple[str, int]], rest: Json) -> int:
    if rest["told"]:
        threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        member = run_loop(runner.run(opening, contacts))
    except TournamentTrouble as trouble:
        raise click.ClickException(f"{trouble}{' (--code)' if trouble.code else ''}") from None
    except (PortBusy, EntryLogInUse, OSError) as wrong:
        raise click.ClickException(reason(wrong)) from None
    if rest["out"] is not None:
        try:
            file.write(rest["out"], file.kept_of(member))
        except OSError as wrong:
            raise click.ClickException(f"cannot write {rest['out']}: {wrong.strerror}") from None
    if rest["as_json"]:
        say_data({"kind": "over", **as_data(member.course)})
    else:
        _print(export.STANDINGS, export.standings_rows(member.course))
        say(f"Digest  {member.course.digest.hex()}")
    return 0 if member.course.over else 1
