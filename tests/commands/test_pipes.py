"""Pipes at paths that a user or a folder names: refused with an explanation, never waited for."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import lab.cli  # noqa: F401 - adds its commands
import lobby.cli.commands  # noqa: F401 - adds its commands
from client.app import settings
from client.app.commands import ALL as WINDOW_COMMANDS
from lab.run.store import FILE, SQLITE_SUFFIXES, BadStore, Store
from lobby.players import identity, known_players, profile, transfer
from lobby.players.known_players import KnownPlayers
from lobby.tournament.protocol import blobs
from lobby.tournament.protocol import file as tournament_file
from lobby.tournament.protocol.blobs import FolderBlobs
from net.cli.app import cli
from net.proofs import desync, evidence
from net.records import chunk_file, record
from net.session import saved_match
from net.session.saved_match import BadSavedMatch
from net.system.safe_files import UnsafeFile, open_regular, read_limited
from tests.net.session.test_saved_match import begun
from tests.support.alarms import at_once
from tests.support.sources import ROOT, modules, nodes

READERS: dict[str, Callable[[Path], object]] = {
    "a record": record.read,
    "evidence": lambda path: evidence.FORM.read(path),
    "a desync report": desync.read,
    "a tournament": tournament_file.read,
    "the first bytes": chunk_file.read_beginning,
    "a small file": lambda path: read_limited(path, 100),
    "any file": open_regular,
    "an export of an identity": lambda path: transfer.read(path, "correct horse"),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_every_reader_of_files_refuses_a_pipe(read: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with at_once(), pytest.raises((UnsafeFile, ValueError), match="it is a pipe, not a regular file"):
        read(tmp_path / "pipe")


def test_a_link_to_a_file_is_read_and_a_link_to_a_pipe_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert read_limited(tmp_path / "link", 5) == b"12345"
    with open_regular(tmp_path / "link") as file:
        assert Path(file.name) == tmp_path / "link"
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "leads").symlink_to(tmp_path / "pipe")
    with at_once(), pytest.raises(UnsafeFile, match="a pipe"):
        open_regular(tmp_path / "leads")
    with pytest.raises(UnsafeFile, match="a device"):
        open_regular(Path(os.devnull))
    with pytest.raises(IsADirectoryError):
        open_regular(tmp_path)


@pytest.mark.parametrize("name", [saved_match.MATCH, saved_match.LOG, saved_match.ORIGIN])
def test_a_saved_match_with_a_pipe_is_refused(name: str, tmp_path: Path) -> None:
    _, home = begun(tmp_path)
    (home / name).unlink(missing_ok=True)
    os.mkfifo(home / name)
    with at_once(), pytest.raises(BadSavedMatch):
        saved_match.record_of(home)
    with at_once():
        for command in (["verify"], ["show"], ["resume"], ["part"]):
            done = CliRunner().invoke(cli, [*command, str(home)])
            assert done.exit_code in (1, 2) and "Traceback" not in done.output, command


@pytest.mark.parametrize("name", [saved_match.PROGRESS, saved_match.WHERE])
def test_a_pipe_in_place_of_an_optional_file_is_ignored(name: str, tmp_path: Path) -> None:
    _, home = begun(tmp_path)
    os.mkfifo(home / name)
    with at_once():
        assert saved_match.read_progress(home) is None
        assert saved_match.read_seat_addresses(home) == {}
        saved_match.write_progress(home, saved_match.Progress(("Ada",), 1, "round 1", False))
        saved_match.write_addresses(home, {1: ("127.0.0.1", 4711)})
    assert (home / name).is_fifo()


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "PIPE"],
        ["verify", "FILE", "PIPE"],
        ["show", "PIPE"],
        ["part", "PIPE"],
        ["peer", "--from", "PIPE"],
        ["tournament", "run", "PIPE"],
        ["ratings", "PIPE"],
        ["identity", "import", "PIPE"],
        ["tournament", "show", "PIPE"],
        ["tournament", "verify", "PIPE"],
        ["resume", "PIPE"],
        ["lab", "report", "PIPE"],
        ["replay", "PIPE"],
    ],
    ids=" ".join,
)
def test_every_command_refuses_a_pipe_with_a_message(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"no record")
    os.mkfifo(tmp_path / "pipe")
    where = {"PIPE": str(tmp_path / "pipe"), "FILE": str(tmp_path / "file")}
    for each in WINDOW_COMMANDS:
        if each.name not in cli.commands:
            cli.add_command(each)
    with at_once():
        done = CliRunner().invoke(cli, [where.get(word, word) for word in words])
    assert done.exit_code == 2
    assert "it is a pipe, not a regular file" in done.output or "is not a directory" in done.output


def test_a_lab_folder_with_a_pipe_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "good").close()
    for end in ("", *SQLITE_SUFFIXES):
        home = tmp_path / f"bad{end}"
        Store(home).close()
        (home / f"{FILE}{end}").unlink(missing_ok=True)
        os.mkfifo(home / f"{FILE}{end}")
        for write in (True, False):
            with at_once(), pytest.raises(BadStore, match="it is a pipe"):
                Store(home, write)


def test_pipes_in_our_settings_folder_are_reported(tmp_path: Path) -> None:
    for name in (identity.FILE, known_players.FILE, profile.FILE, "settings.json"):
        os.mkfifo(tmp_path / name)
    lines: list[str] = []
    with at_once():
        with pytest.raises(UnsafeFile, match="a pipe"):
            identity.load_own_identity(tmp_path)
        assert "a pipe" in KnownPlayers(tmp_path / known_players.FILE).trouble
        assert profile.read_profile(tmp_path) == profile.Profile()
        assert settings.load(tmp_path / "settings.json", lines.append) == settings.Settings()
    assert "it is not a file" in lines[0]


def test_a_pipe_as_a_tournament_blob_is_ignored(tmp_path: Path) -> None:
    kept = FolderBlobs(tmp_path)
    hash = kept.put(b"content")
    (tmp_path / hash.hex()).unlink()
    os.mkfifo(tmp_path / hash.hex())
    with at_once():
        assert kept.pieces(hash, [(0, 3)]) == []
        assert kept.get(hash) is None
    assert blobs.blob_hash(b"content") == hash


OPENS = {
    "lab/run/store.py": "modules of the program, for their hash",
    "net/match/genesis.py": "modules of the program, for their hash",
    "net/system/installation.py": "metadata of the installed program",
    "net/system/durable_files.py": "new files, folders, and devices that a user writes to",
    "net/system/safe_files.py": "the openers themselves",
    "net/text/sanitizer.py": "the null device",
    "lobby/cli/doctor.py": "settings of the system under /etc",
    "client/art/icons.py": "assets of the program",
    "client/art/sound/sounds.py": "assets of the program, where they are made",
    "client/app/ui_trace.py": "a debugging aid, only on demand",
    "lobby/hand_out/wheels.py": "modules of the program and its libraries",
    "lobby/hand_out/bundle.py": "modules of the program, and the pip of this Python",
    "lobby/hand_out/bootstrap.py": "the file that runs, on the computer of a guest who has no other module",
}
"""Modules that open files in another way than through `net.system.safe_files`, and why they may."""


def opens_a_file(node: ast.AST) -> bool:
    """Return True if a call opens a file: `open`, `os.open`, `path.open(mode)`, `read_bytes` or `read_text`."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Name):
        return called.id == "open"
    if not isinstance(called, ast.Attribute):
        return False
    modes = [one.value for one in node.args if isinstance(one, ast.Constant)]
    of_module = isinstance(called.value, ast.Name) and called.value.id in ("os", "wave")
    return called.attr in ("read_bytes", "read_text") or (
        called.attr == "open" and (of_module or any(mode in ("r", "rb", "r+b", "w", "wb", "a") for mode in modes))
    )


def may_open(source: str) -> bool:
    """Return True if a module may contain such calls and must be parsed."""
    return any(word in source for word in ("open(", "read_bytes(", "read_text("))


def test_files_are_opened_only_by_the_safe_functions() -> None:
    places = [path for path in modules("net", "lab", "lobby", "client") if may_open((ROOT / path).read_text("utf-8"))]
    assert {path for path in places if any(opens_a_file(node) for node in nodes(path))} == set(OPENS)
