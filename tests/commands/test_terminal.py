"""Messages in the terminal, and files that a program leaves on disk."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import stat
import sys
import types
from pathlib import Path
from typing import Any

import click
import pytest

from client.app import launch as opening
from client.screens.settings import profile as you
from client.ui.controls import pictures
from core.games.registry import GAMES
from lobby.cli import doctor, room
from lobby.players import transfer
from lobby.players.ratings import _empty_list_text
from lobby.tournament.app import finder
from lobby.tournament.app.finder import TournamentTrouble
from lobby.tournament.app.runner import Runner
from lobby.tournament.model.opening import make_opening
from net.cli.app import run
from net.cli.matches.peer import report_result
from net.cli.matches.progress import ProgressLine
from net.cli.results import add_version
from net.match.events import Verdict
from net.records import verification
from net.system import durable_files, paths
from net.text.filenames import to_filename
from net.text.sanitizer import format_table, print_table
from net.version import VERSION
from tests.net.transport.test_sockets import configs, play_all
from tests.support.games.magpies.game import GAME as MAGPIES
from tests.support.games.rock_paper_scissors.game import GAME

# Directories ----------------------------------------------------------------------------------------------------------


def test_a_match_directory_is_verified_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    seats = configs(GAME, 2, seed_text="directory", linger=0.5)
    seats[0].directory = tmp_path / "kept"
    asyncio.run(play_all(seats))
    (home,) = (tmp_path / "kept").iterdir()
    for directory in (tmp_path / "kept", home):
        assert run(["verify", str(directory), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["complete"] and told["holds"] and told["game"] == GAME.name
        assert run(["show", str(directory)]) == 0
        assert "Audit: " in capsys.readouterr().out
    assert run(["verify", str(tmp_path)]) == 1
    assert "is not a saved match" in capsys.readouterr().err


# Tournaments ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["open", "--port=0"], ["join", "127.0.0.1:9"]], ids=["opened", "joined"])
def test_a_tournament_resumes_from_its_folder(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, parts = tmp_path / "cup", []
    made = make_opening(bytes(32), "Cup", "swiss", GAMES["bridgefront"], {}, bytes(32))

    async def begins(self: Runner, opening: Any = None, contacts: Any = ()) -> Any:
        parts.append(self.part)
        with contextlib.ExitStack() as cleanup:
            self._open_store(made, True, cleanup)
        raise TournamentTrouble("a power cut")

    monkeypatch.setattr(Runner, "run", begins)
    said = ["--code=K7Q2M-9XTR4", f"--keep={folder}", "--name=Ada", "--throw-away", "--listen=127.0.0.1"]
    assert room.run(["tournament", *words, *said]) == 1
    assert stat.S_IMODE((folder / "code").stat().st_mode) == 0o600
    assert room.run(["tournament", "run", str(folder)]) == 1
    assert "a power cut" in capsys.readouterr().err, "it has gone as far as that"
    assert [part.code for part in parts] == ["K7Q2M9XTR4"] * 2
    (folder / "code").write_bytes(b"\xff")
    assert room.run(["tournament", "run", str(folder)]) == 2
    assert "needs its invite code" in capsys.readouterr().err
    assert finder.read_code(folder) == ""


# Ratings --------------------------------------------------------------------------------------------------------------


def test_ratings_explain_why_a_record_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    file = tmp_path / "seeded.tether"
    words = ["match", "--local", f"--game={GAME.name}", "--seats=2", "--seed=s", "--bots=random", "--json"]
    assert run([*words, f"--out={file}"]) == 0
    capsys.readouterr()
    assert room.run(["ratings", str(file)]) == 1
    said = "".join(capsys.readouterr())
    assert "seeded.tether does not count: a test match" in said and "come to its end" not in said
    assert said.endswith("No rated matches found.\n")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "empty"))
    assert "There are no records in " in _empty_list_text(0, 0)


def test_the_games_command_lists_players_and_deck_risks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list says which seats can read a shared deck, by number of players, and which games are team games."""
    monkeypatch.setitem(GAMES, MAGPIES.name, MAGPIES)
    assert run(["games"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "magpies Magpies 3 to 6" in said and "Cabinet, 2 to 5 players: One team" in said
    for players, majority in (("3", 2), ("4 to 5", 3), ("6", 4)):
        words = f"{majority} of the other players, working together, can read the deck."
        assert f"Magpies, {players} players: {words}" in said
    assert run(["games", "--json"]) == 0
    told = {game["game"]: game for game in json.loads(capsys.readouterr().out)}
    assert told["magpies"]["seats"] == [3, 4, 5, 6] and told["bridgefront"]["before"] == {}
    assert told["magpies"]["before"]["6"].startswith("4 of the other players, working together")


def test_verify_names_the_local_version_when_rules_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    file = tmp_path / "a.tether"
    words = ["match", "--local", f"--game={GAME.name}", "--seats=2", "--seed=s", "--bots=random", "--json"]
    assert run([*words, f"--out={file}"]) == 0
    monkeypatch.setattr(verification, "rules_hash", lambda game: bytes(32))
    capsys.readouterr()
    assert run(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    told = f"with other rules than these: those of another build of Tether {VERSION}, its file says. It is still valid."
    assert told in " ".join(said.split())
    assert add_version("it was late") == "it was late"
    stopped = Verdict(2, 0, "card", "it has other rules than seat 1")
    with pytest.raises(click.ClickException, match=f"other rules than seat 1; this is Tether {VERSION}"):
        report_result(GAME, types.SimpleNamespace(verdict=stopped), lambda kind, **fields: None, False)  # type: ignore[arg-type]


# Files and folders ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Ada/Bob", "..", "../../etc/passwd", "CON", "con.txt", "nul ", "Ada.", "a:b", "COM1", "a\\b", "", "\u4e2d" * 99],
)
def test_the_suggested_file_name_is_valid_on_any_system(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    where = transfer.suggested_path(name)
    assert where.parent == tmp_path and where.name.endswith(transfer.SUFFIX) and len(where.name.encode()) < 255
    where.write_bytes(b"")
    stem = where.name.removesuffix(transfer.SUFFIX)
    assert stem and not set(stem) & set('<>:"/\\|?*') and stem == stem.rstrip(" .")
    assert where.name.partition(".")[0].lower() not in ("con", "nul", "com1")
    assert to_filename(stem) == stem


def test_the_window_suggests_a_valid_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    asked: list[Path] = []

    class Dialog:
        phrase = file = None

        def __init__(self, ui: Any, title: str, words: str, file: Path, *more: Any) -> None:
            asked.append(file)

    monkeypatch.setattr(you, "IdentityFileDialog", Dialog)
    ui: Any = types.SimpleNamespace(open=lambda dialog: None, focus_on=lambda widget: None)
    person: Any = None
    you.ask_export(ui, person, "Ada/Bob")
    you.ask_import(ui, person, "../x", lambda profile: None)
    assert [file.parent for file in asked] == [tmp_path] * 2


def test_drawn_pictures_are_stored_in_the_cache_folder_and_not_in_the_settings_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    old = paths.settings_folder() / "pictures" / "ab"
    old.mkdir(parents=True)
    (old / "ab12.png").write_bytes(b"x")
    (paths.settings_folder() / "client.json").write_text("{}")
    threads: list[Any] = []
    monkeypatch.setattr(
        opening.threading, "Thread", lambda target, **_: threads.append(target) or types.SimpleNamespace(start=target)
    )
    assert opening.picture_folder(paths.settings_folder()) == tmp_path / "CACHE" / "tether" / "pictures"
    assert [path.name for path in paths.settings_folder().iterdir()] == ["client.json"] and threads


def test_unused_pictures_in_the_cache_are_deleted(tmp_path: Path) -> None:
    now = 1_000_000_000.0
    ages = {"new.png": 1, "used.png": 29, "old.png": 31, "half.123.tmp": 2, "halving.124.tmp": 0}
    for name, days in ages.items():
        path = tmp_path / name[:2] / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(bytes(100))
        os.utime(path, (now - days * pictures.DAY_SECONDS,) * 2)
    assert pictures.prune(tmp_path, now) == 2
    assert {path.name for path in tmp_path.rglob("*.*")} == {"new.png", "used.png", "halving.124.tmp"}
    assert pictures.prune(tmp_path, now, max_bytes=250) == 1
    assert not (tmp_path / "us" / "used.png").exists(), "the oldest go first"
    kept = tmp_path / "ne" / "new.png"
    os.utime(kept, (1.0, 1.0))
    pictures.mark_used(kept)
    assert kept.stat().st_mtime > now


@pytest.mark.parametrize("supported", [True, False])
def test_files_are_flushed_to_the_disk_itself_on_macos(supported: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def control(fd: int, command: int) -> int:
        asked.append(("fcntl", command))
        if not supported:
            raise OSError(45, "Operation not supported")
        return 0

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "fcntl", types.SimpleNamespace(fcntl=control, F_FULLFSYNC=51))
    monkeypatch.setattr(durable_files.os, "fsync", lambda fd: asked.append(("fsync", fd)))
    durable_files.make_durable(7)
    assert asked == [("fcntl", 51)] if supported else [("fcntl", 51), ("fsync", 7)]


# Terminals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_only_on_a_terminal(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with ProgressLine("Checking", "step") as going:
        going(3, 12)
    assert ("Checking: step 3 of 12 (25 %)" in screen.getvalue()) == terminal
    assert terminal or screen.getvalue() == ""


def test_verify_reports_its_progress_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    words = ["match", "--local", f"--game={GAME.name}", "--seats=2", "--seed=s", "--bots=random", "--json"]
    assert run([*words, f"--out={tmp_path / 'a.tether'}"]) == 0
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(ProgressLine, "__call__", lambda self, done, whole: told.append((done, whole)))
    assert run(["verify", str(tmp_path / "a.tether")]) == 0
    assert len(told) > 3 and [done for done, _ in told] == list(range(1, len(told) + 1))
    assert all(done <= whole for done, whole in told)


def test_tables_on_a_narrow_terminal_are_printed_as_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("1", "Ada", "KC57-KCC0", "0.5"), ("2", "Zoë", "DEH9-QT0K", "")]
    heads = ("Rank", "Player", "Key", "Score")
    monkeypatch.setenv("COLUMNS", "20")
    print_table(heads, rows)
    assert capsys.readouterr().out.splitlines() == [
        "Rank: 1", "Player: Ada", "Key: KC57-KCC0", "Score: 0.5", "",
        "Rank: 2", "Player: Zoë", "Key: DEH9-QT0K",
    ]  # fmt: skip
    monkeypatch.setenv("COLUMNS", "60")
    print_table(heads, rows)
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert format_table(heads, rows, 60).count("\n") == 2


# The doctor -----------------------------------------------------------------------------------------------------------


def test_doctor_names_the_obstacles_to_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "_check_ports", lambda: iter(()))
    monkeypatch.setattr(doctor, "window", doctor._check_no_window)
    names = ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    for name in names:
        monkeypatch.setenv(name, str(tmp_path / name))
    assert room.run(["doctor", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = {one["name"]: one for one in told["findings"]}
    assert told["playable"] and {"Python", "Libraries", "Window", "Addresses", "Datagrams", "Firewall", "Data"} <= set(
        found
    )
    assert str(tmp_path) in found["Data"]["words"] and list(tmp_path.iterdir()) == [], "nothing is made"
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file" / "x"))
    assert room.run(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "! Data: " in said and said.endswith("This computer is not ready to play: see the lines marked !.\n")


def test_doctor_accepts_link_local_addresses_as_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """IPv6 without a router counted as no network before (LAN review, F9)."""
    monkeypatch.setattr(doctor, "own_hosts", list)
    monkeypatch.setattr(doctor, "link_local_hosts", lambda: ["fe80::7%2"])
    (told,) = [one for one in doctor._check_network() if one.name == "Addresses"]
    assert told.state == doctor.GOOD and told.words == "others on the same link find this computer at fe80::7"
    monkeypatch.setattr(doctor, "link_local_hosts", list)
    (told,) = [one for one in doctor._check_network() if one.name == "Addresses"]
    assert told.words == "this computer is on no network"


def test_doctor_reports_a_busy_port() -> None:
    from lobby.discovery import broadcast
    from net.channels.addresses import PORT
    from net.transport.udp import PortBusy, bind

    try:
        held = bind(PORT, broadcast.ALL)
    except PortBusy:  # another program has it already: that is as good
        held = None
    told = {one.words: one for one in doctor._check_ports()}
    if held is not None:
        held.close()
    (taken,) = [one for words, one in told.items() if f"UDP {PORT}," in words]
    assert "already in use" in taken.words and taken.state == doctor.HINT and "--port 0" in taken.helps


def test_doctor_reports_a_busy_port_for_handing_out() -> None:
    from contextlib import suppress

    from lobby.discovery import broadcast
    from lobby.hand_out.server import listening_socket
    from net.channels.addresses import PORT

    with suppress(OSError), listening_socket(broadcast.ALL, PORT):  # or another program has it already
        (told,) = [one for one in doctor._check_ports() if f"TCP {PORT}," in one.words]
    assert "is already in use" in told.words and told.state == doctor.GOOD and "another free port" in told.helps
