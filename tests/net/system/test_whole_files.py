"""Files that are written as a whole: planted links are never followed, and devices are never replaced."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from net.records import chunk_file
from net.system import durable_files
from tests.support.alarms import at_once
from tests.support.sources import modules, nodes

WRITERS = {
    "records, evidence, tournaments": chunk_file.write,
    "exports and the page of the lab": durable_files.write_atomically,
    "keys": durable_files.write_private,
}
UNSHARED = {
    "net/cli/arguments/paths.py": "standard input, kept in a temporary folder of this program alone",
    "client/app/ui_trace.py": "a debugging aid, only on demand",
    "lobby/hand_out/bootstrap.py": "a new temporary folder, on the computer of a guest who has no other module",
}
"""Modules that write a file in another way, and why that is safe."""


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_writing_a_whole_file_does_not_follow_a_planted_link(write: object, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    shared = tmp_path / "shared"
    shared.mkdir()
    for name in ("out", f"out.{os.getpid()}.part", "out.part"):
        (shared / name).symlink_to(victim)
    write(shared / "out", b"record")  # type: ignore[operator]
    assert victim.read_bytes() == b"precious"
    assert (shared / "out").read_bytes() == b"record" and not (shared / "out").is_symlink()


def test_the_name_of_a_partial_file_is_unpredictable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []
    real = os.open

    def seen(path: object, flags: int, *more: int) -> int:
        made.append((str(path), flags))
        return real(path, flags, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", seen)
    for _ in range(2):
        durable_files.write_atomically(tmp_path / "out", b"x")
    parts = [(path, flags) for path, flags in made if path.endswith(".part")]
    assert len({path for path, _ in parts}) == 2
    assert all(flags & os.O_EXCL and flags & getattr(os, "O_NOFOLLOW", 0) for _, flags in parts if os.name == "posix")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        durable_files.write_atomically(pipe, b"record")
        assert os.read(reader, 100) == b"record" and pipe.is_fifo()
    finally:
        os.close(reader)


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_writing_to_a_pipe_that_no_program_reads_is_refused(write: object, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with at_once(), pytest.raises(OSError, match="no program reads it"):
        write(tmp_path / "pipe", b"record")  # type: ignore[operator]


def test_secret_files_are_readable_only_by_their_owner(tmp_path: Path) -> None:
    durable_files.write_private(tmp_path / "key", b"x")
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


def test_files_are_written_only_by_the_known_writers() -> None:
    """Files that others may have planted are written by `write_atomically`.

    `write_bytes` and `write_text` would follow links.
    """
    found = {
        path
        for path in modules("core", "net", "lab", "lobby", "client")
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr in ("write_bytes", "write_text")
    }
    assert found == set(UNSHARED)
