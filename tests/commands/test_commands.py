"""Every command in all bad circumstances: one sentence, the right exit code, no leftovers, no traceback.

Checks common to all commands run in this process, on streams that fail as a disk or a pipe does. Checks that need a
separate program are in `tests/commands/test_endings.py`.
"""

from __future__ import annotations

import errno
import inspect
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest

from client.app import shot, startup
from client.app.commands import ALL as WINDOW_COMMANDS
from client.ui import NoWindow
from core.games.registry import GAMES
from lobby.cli import doctor, room
from lobby.cli import tournament as tournament_cli
from lobby.cli.identity import PASSPHRASE
from lobby.discovery import listing
from lobby.players import transfer
from lobby.tournament.app import finder
from lobby.tournament.protocol import file as tournament_file
from net.cli import app
from net.cli.app import run
from net.cli.arguments.value_types import Duration
from net.cli.games import check
from net.cli.matches import seat_match, watch
from net.records import record
from net.session.runner import play_local
from net.system import durable_files
from tests.lobby.tournament.test_files import TOYS, played
from tests.support.games.rock_paper_scissors.game import GAME
from tests.support.lobby.tournament.hall import judge as stand_in_judge
from tests.support.net.tables import player_of

WITHOUT_JSON = {
    "shot": "it writes a picture",
    "replay": "it shows a window, and says nothing",
    "version": "it is one line",
    "completion": "it is for shells",
    "new game": "it writes a file",
    "rules new": "it prints a file",
    "rules diff": "it prints lines for people",
    "rules list": "it prints lines for people",
    "help": "it is for people",
}
"""Commands without --json, and the reason."""
LAB = [f"--game={GAME.name}", "--seats=2", "--bots=random", "--engine=serial", "--budget=4", "--into=stored"]
"""Arguments of a small run of the lab."""
LIVE = ("host", "join", "peer", "watch", "resume", "tournament open", "tournament join", "tournament run")
"""Commands that use the network at once; here the network fails."""


def leaves(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its words."""
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from leaves(inner, f"{path} {name}".strip())
    else:
        yield path, command


ALL = dict(leaves(app.cli)) | {each.name: each for each in WINDOW_COMMANDS}


class Files(NamedTuple):
    """Files that commands may be given: a rated record, a torn one, a tournament's file, and a ruleset."""

    record: Path
    torn: Path
    cup: Path
    rules: Path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Return the files, which are made once and must not be changed."""
    home = tmp_path_factory.mktemp("files")
    made = Files(home / "a.tether", home / "torn.tether", home / "a.tournament", home / "rules.toml")
    made.rules.write_text('game = "bridgefront"\n[numbers]\nstart_gold = 5\n')
    whole = play_local(GAME, 2, {}, None, [player_of(GAME, seat) for seat in (1, 2)], names=("Ada", "Zoë")).record
    record.write(made.record, whole)
    record.write(made.torn, whole._replace(feeds=tuple(feed[:4] for feed in whole.feeds)))
    tournament_file.write(made.cup, tournament_file.saved_tournament_of(played().members[0]))
    return made


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder to work in, with a separate home folder and no network."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home" / name))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv(PASSPHRASE, "correct horse")
    scrypt = transfer.hashlib.scrypt
    monkeypatch.setattr(transfer.hashlib, "scrypt", lambda *said, **how: scrypt(*said, **how | {"n": 2}))

    monkeypatch.setitem(GAMES, GAME.name, GAME)
    verify = tournament_file.verify
    judging = lambda data, terms, game: stand_in_judge(data)  # noqa: E731
    monkeypatch.setattr(tournament_file, "verify", lambda kept, games, **how: verify(kept, TOYS, judging, **how))

    def fails(*given: Any, **_: Any) -> Any:
        for one in given:
            if hasattr(one, "close"):
                one.close()
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    for module in (room, tournament_cli):
        monkeypatch.setattr(module, "run_loop", fails)
    monkeypatch.setattr(seat_match, "run_peer", fails)
    monkeypatch.setattr(watch, "SpectatorRunner", fails)
    monkeypatch.setattr(watch, "find_room", lambda *_: (bytes(32), bytes(32), {}))
    monkeypatch.setattr(listing, "listen_for", lambda *_: ([], []))
    monkeypatch.setattr(finder, "find_addresses", lambda *_: [])
    monkeypatch.setattr(room, "window", None)
    monkeypatch.setattr(startup, "open_app", lambda: (_ for _ in ()).throw(NoWindow("There is no display.")))
    monkeypatch.setattr(shot, "why_no_window", lambda: "There is no display.")
    monkeypatch.setattr(doctor, "_check_ports", lambda: iter(()))
    monkeypatch.setattr(doctor, "_check_loopback", lambda: doctor.Finding("Datagrams", "come through"))
    for each in WINDOW_COMMANDS:
        monkeypatch.setitem(app.cli.commands, each.name, each)
    return work


@pytest.fixture(autouse=True)
def one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `tether check` run its quickest check only; another process would not know the sample."""
    monkeypatch.setattr(check, "CHECKS", {"Random matches": lambda game, report: "none"})


def words_of(path: str, files: Files) -> list[str]:
    """Return a command with all arguments that it needs."""
    given = {
        "match": [f"--game={GAME.name}", "--seats=2", "--seed=all", "--bots=random", "--local", "--out=new.tether"],
        "peer": ["--seats=2", "--seat=1", "--room=x", "--peer=127.0.0.1:9", "--port=0"],
        "resume": ["."],
        "part": [str(files.torn), "--bots=random", "--out=new.tether"],
        "watch": ["127.0.0.1:9"],
        "code": ["--words", "--qr"],
        "completion": ["fish"],
        "check": [GAME.name],
        "shot": [GAME.name, "--out=table.png"],
        "rules check": [str(files.rules)],
        "rules diff": [str(files.rules), str(files.rules)],
        "new game": ["A name"],
        "verify": [str(files.record)],
        "show": [str(files.record)],
        "replay": [str(files.record)],
        "print": ["midnight", "--ink-saving", "--no-cards", "--no-rules"],
        "host": ["--terminal", "--seats=2"],
        "hand-out": ["--for=amiga-py312"],
        "join": ["127.0.0.1:9", "--terminal"],
        "tournament join": ["127.0.0.1:9"],
        "tournament run": ["."],
        "tournament show": [str(files.cup)],
        "tournament export": [str(files.cup), "--into=out"],
        "tournament verify": [str(files.cup)],
        "ratings": [str(files.record), str(files.cup)],
        "identity set": ["--name=Ada"],
        "identity export": ["me.tether-identity"],
        "identity import": ["none.tether-identity"],
        "identity forget": ["Ada"],
        "lab play": LAB,
        "lab ask": LAB,
        "lab compare": ["usual", "rounds=3", *LAB],
        "lab cards": LAB,
        "lab ladder": [*(word for word in LAB if word != "--bots=random"), "--rungs=random,easy"],
        "lab tune": LAB,
        "lab mend": ["red", *LAB],
        "lab quality": [GAME.name, "--seats=2", "--engine=serial", "--budget=1"],
        "lab report": ["."],
        "lab show": [".", "1.0.0.0"],
    }
    return [*path.split(), *given.get(path, [])]


GOOD = {
    "match": 0, "part": 0, "code": 0, "verify": 0, "show": 0, "games": 0, "cards": 0, "replay": 1, "rooms": 1,
    "ratings": 0, "doctor": 0, "tournament show": 0, "tournament export": 0, "tournament verify": 0, "identity show": 0,
    "identity set": 0, "identity export": 0, "identity import": 2, "identity known": 1, "identity forget": 1,
    "peer": 2, "resume": 2, "watch": 2, "hand-out": 2, "host": 1, "join": 1, "tournament open": 1, "tournament join": 1,
    "tournament run": 2, "lab play": 0, "lab ask": 0, "lab compare": 0, "lab cards": 2, "lab ladder": 0,
    "lab tune": 2, "lab mend": 2, "lab quality": 0, "lab report": 1, "lab show": 1, "version": 0, "help": 0,
    "completion": 0, "print": 0, "check": 0, "shot": 1, "new game": 2,
    "rules new": 0, "rules check": 0, "rules diff": 0, "rules list": 0,
}  # fmt: skip
"""Exit code of each command where nothing else is wrong.

A command that needs the network, or a missing object, fails.
"""


class Said(NamedTuple):
    """Result of a command."""

    code: int
    out: str
    err: str


Tether = Callable[..., Said]


@pytest.fixture
def tether(capfd: pytest.CaptureFixture[str]) -> Tether:
    """Return a runner of commands in this process, as the program runs them."""

    def command(*words: str) -> Said:
        capfd.readouterr()
        return Said(run(list(words)), *capfd.readouterr())

    return command


def decent(said: Said, path: str) -> None:
    """Check that there is no traceback, and that the error is a single final sentence."""
    assert "Traceback" not in said.out + said.err and "Errno" not in said.out + said.err, (path, said)
    assert sum(line.startswith("tether: ") for line in said.err.splitlines()) <= 1, (path, said.err)
    if said.code and not said.out:
        assert said.err.splitlines()[-1].startswith("tether: "), (path, said)


def left(work: Path) -> set[str]:
    """Return the names in a folder, including partial files."""
    return {path.name for path in work.rglob("*")}


# What each of them does -----------------------------------------------------------------------------------------------


def test_the_tested_list_covers_every_command() -> None:
    assert set(GOOD) == set(ALL)
    assert {path for path, command in ALL.items() if "as_json" not in {p.name for p in command.params}} == set(
        WITHOUT_JSON
    )


@pytest.mark.parametrize("path", ALL)
def test_each_command_exits_with_the_expected_code(path: str, around: Path, files: Files, tether: Tether) -> None:
    said = tether(*words_of(path, files))
    decent(said, path)
    assert said.code == GOOD[path], said
    assert not [name for name in left(around) if name.endswith(".part")]


@pytest.mark.parametrize("path", sorted(set(ALL) - set(WITHOUT_JSON)))
def test_each_command_prints_only_json_with_the_json_option(
    path: str, around: Path, files: Files, tether: Tether
) -> None:
    said = tether(*words_of(path, files), "--json")
    decent(said._replace(out=""), path) if said.code and not said.out else decent(said, path)
    lines = said.out.splitlines()
    assert lines or said.code, said
    for line in lines:
        assert isinstance(json.loads(line), (dict, list)), line
    assert said.out.isascii()


# Files ----------------------------------------------------------------------------------------------------------------

TAKES_A_FILE = [
    (path, parameter)
    for path, command in ALL.items()
    for parameter in command.params
    if isinstance(parameter, click.Argument) and isinstance(parameter.type, click.Path) and path != "identity export"
]


@pytest.mark.parametrize(("path", "parameter"), TAKES_A_FILE, ids=[path for path, _ in TAKES_A_FILE])
@pytest.mark.parametrize("kind", ["missing", "folder", "binary", "empty", "in a file", "zeros", "long"])
def test_each_command_refuses_an_invalid_file(
    path: str, parameter: click.Argument, kind: str, around: Path, tether: Tether
) -> None:
    given = around / "given"
    if kind == "folder":
        given.mkdir()
    elif kind in ("binary", "in a file"):
        given.write_bytes(Path(sys.executable).read_bytes()[:5000])
    elif kind == "empty":
        given.write_bytes(b"")
    elif kind == "zeros":
        given.write_bytes(b"TETHER" + bytes(100))
    name = {"in a file": str(given / "x"), "long": "x" * 5000}.get(kind, str(given))
    said = tether(*path.split(), name)
    decent(said, path)
    assert said.code in (1, 2), said
    assert left(around) <= {"given"}


@pytest.mark.parametrize(
    "words",
    [
        "match --game={game} --local --seats=2 --bots=random --out={}",
        "tournament export {cup} --into={}",
        "identity export {}",
    ],
    ids=["match", "tournament export", "identity export"],
)
@pytest.mark.parametrize("kind", ["full", "read-only", "a file", "no folder"])
def test_an_unwritable_output_path_is_reported(
    words: str, kind: str, around: Path, files: Files, tether: Tether, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = around / "there" / "new"
    if kind != "no folder" and kind != "a file":
        where.parent.mkdir()
    if kind == "a file":
        where.parent.write_bytes(b"")

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def read_only(path: object, flags: int, *more: Any, **named: Any) -> int:
        if str(path).startswith(str(where)) and flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, "Read-only file system")
        return real(path, flags, *more, **named)  # type: ignore[arg-type]

    real = os.open
    tether("identity", "show")
    if kind == "full":
        monkeypatch.setattr(durable_files, "make_durable", full)
    elif kind == "read-only":
        monkeypatch.setattr(os, "open", read_only)
    said = tether(*(word.format(where, cup=files.cup, game=GAME.name) for word in words.split()))
    if kind == "no folder" and not words.startswith("match"):
        assert said.code == 0
        return
    decent(said, words)
    assert said.code in (1, 2) and said.err, said
    assert left(around) <= {"there", "new"} and not [path for path in around.rglob("*") if path.suffix == ".part"]
    assert not where.is_file()


# Streams --------------------------------------------------------------------------------------------------------------


class Failing(io.RawIOBase):
    """A file to which nothing can be written."""

    def __init__(self, number: int) -> None:
        self.number = number

    def writable(self) -> bool:
        return True

    def write(self, _: Any) -> int:
        raise OSError(self.number, os.strerror(self.number))


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE], ids=["full", "closed pipe"])
def test_each_command_survives_a_failing_standard_output(
    path: str,
    number: int,
    around: Path,
    files: Files,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Each command reports a failed standard output; then standard error fails as well."""
    for words in (words_of(path, files), [*path.split(), "--help"]):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(Failing(number)), "utf-8"))
        code = run(words)
        said = capfd.readouterr()
        told = [line for line in said.err.splitlines() if line.startswith("tether: ")]
        assert said.out == "" and len(told) <= 1 and "Traceback" not in said.err
        wanted = GOOD[path] if "--help" not in words else 0
        assert code == (wanted or 1), said
        assert wanted or bool(told) == (number == errno.ENOSPC), "a reader that has gone needs no words"
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BufferedWriter(Failing(number)), "utf-8"))
    for name in ("new.tether", "me.tether-identity"):
        (around / name).unlink(missing_ok=True)
    assert run(words_of(path, files)) == GOOD[path]


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_each_command_works_in_a_limited_encoding(
    path: str, encoding: str, around: Path, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    for words in (words_of(path, files), [*path.split(), "--help"]):
        out, err = io.BytesIO(), io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding, write_through=True))
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding, write_through=True))
        code = run(words)
        said = Said(code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))
        decent(said, path)
        assert said.code == (GOOD[path] if "--help" not in words else 0), said
        assert "\\u258" not in said.out and "\\u2592" not in said.out, "a picture is made of signs that are there"


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("columns", [20, 40])
def test_each_command_fits_a_narrow_terminal(
    path: str, columns: int, around: Path, files: Files, tether: Tether, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = tether(*words_of(path, files))
    for name in ("new.tether", "me.tether-identity"):
        (around / name).unlink(missing_ok=True)
    monkeypatch.setenv("COLUMNS", str(columns))
    said = tether(*words_of(path, files))
    decent(said, path)
    assert said.code == wide.code
    if path in ("tournament show", "ratings"):
        letters = [line for line in said.out.splitlines() if len(line.strip()) == 1]
        assert len(letters) < 3, "no column is a ladder of single letters"
        assert "Player: " in said.out and all(name in said.out for name in ("Player", "Key"))


# Homes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL)
def test_each_command_works_or_fails_cleanly_with_an_unwritable_home_folder(
    path: str, around: Path, files: Files, tether: Tether, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The home folder is a file, which stops even root."""
    nowhere = around / "no folder"
    nowhere.write_bytes(b"")
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(nowhere / name))
    said = tether(*words_of(path, files))
    decent(said, path)
    assert said.code == GOOD[path] or (said.code == 1 and path.partition(" ")[0] in HOMELY), said


HOMELY = ("identity", "tournament", "host", "join", "doctor")
"""Commands that keep something in the user's folders and report where that fails."""


@pytest.mark.parametrize("path", ALL)
def test_each_command_works_or_fails_cleanly_without_a_home_folder(
    path: str, around: Path, files: Files, tether: Tether, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    said = tether(*words_of(path, files))
    decent(said, path)
    assert said.code == GOOD[path] or (said.code == 1 and path.partition(" ")[0] in (*HOMELY, "rooms")), said
    assert not any(name.startswith("~") for name in left(around))


# Numbers --------------------------------------------------------------------------------------------------------------

NUMBERS = [
    (path, parameter.opts[0])
    for path, command in ALL.items()
    for parameter in command.params
    if isinstance(parameter, click.Option)
    and isinstance(parameter.type, (click.types.IntParamType, click.types.FloatParamType, Duration))
]


@pytest.mark.parametrize(("path", "option"), NUMBERS, ids=[" ".join(one) for one in NUMBERS])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "1e308", "9" * 30, "9" * 5000, "", "0x10"])
def test_invalid_numbers_are_refused_by_each_option(
    path: str, option: str, value: str, around: Path, files: Files, tether: Tether
) -> None:
    if value == "9" * 5000:
        sys.set_int_max_str_digits(4300)
    said = tether(*words_of(path, files), f"{option}={value}")
    decent(said, path)
    assert said.code == 2 and said.err.startswith("tether: ") and len(said.err) < 6000, said


@pytest.mark.parametrize("words", ["tournament open --start-with=0", "tournament open --start-with=1",
                                   "tournament open --rounds=0", "tournament open --minutes=0",
                                   "tournament open --tables=0,0,0", "rooms --for=nan", "rooms --for=0",
                                   "peer --patience=nan", "peer --patience=inf", "match --seats=0"])  # fmt: skip
def test_meaningless_numbers_are_refused(words: str, around: Path, tether: Tether) -> None:
    said = tether(*words.split())
    assert said.code == 2 and said.err.startswith("tether: ") and said.err.count("\n") == 1


# Ctrl-C ---------------------------------------------------------------------------------------------------------------

QUICK = ["verify", "show", "cards", "code", "ratings", "identity show", "identity export", "tournament export", "match"]


def heeds(frame: Any) -> bool:
    """Return True if an exception passes through this frame.

    A generator that is closed swallows it. `net.system.shutdown` raises Ctrl-C again in that case, which a separate
    program tests.
    """
    return not frame.f_code.co_flags & inspect.CO_GENERATOR


def calls_of(words: list[str]) -> int:
    """Return the number of functions that a command calls."""
    count = 0

    def note(frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event == "call" and heeds(frame)

    sys.setprofile(note)
    try:
        run(words)
    finally:
        sys.setprofile(None)
    return count


def stopped_at(words: list[str], number: int) -> tuple[int, bool]:
    """Return the exit code of a command that Ctrl-C interrupts at its call of this number.

    Also return whether the command came to that call.
    """
    count, met = 0, False

    def note(frame: Any, event: str, _arg: Any) -> None:
        nonlocal count, met
        count += event == "call" and heeds(frame)
        if count == number and not met:
            met = True
            sys.setprofile(None)
            signal.raise_signal(signal.SIGINT)

    sys.setprofile(note)
    try:
        return run(words), met
    except KeyboardInterrupt:  # outside of any command: `net.system.shutdown` says so then
        return 130, met
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("path", QUICK)
def test_each_command_stops_on_ctrl_c_at_any_moment(
    path: str, around: Path, files: Files, capfd: pytest.CaptureFixture[str]
) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    words = words_of(path, files)
    try:
        run(words)  # values that are computed once and kept are no part of the moments
        whole = calls_of(words)
        moments = sorted({1 + whole * part // 12 for part in range(12)} | {whole - 2, 5, 50, 200})
        for moment in moments:
            for name in ("new.tether", "me.tether-identity"):
                (around / name).unlink(missing_ok=True)
            capfd.readouterr()
            code, met = stopped_at(words, moment)
            said = Said(code, *capfd.readouterr())
            decent(said._replace(out="-"), path)
            assert code == (130 if met else GOOD[path]), (moment, whole, said)
            assert met or moment > whole // 2
            assert not [name for name in left(around) if name.endswith(".part")], (moment, whole)
    finally:
        signal.signal(signal.SIGINT, before)
