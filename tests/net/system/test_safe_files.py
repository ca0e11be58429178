"""Folders made by someone else: no file is written through a link, and no file of any size is read whole."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest
from click.testing import CliRunner

from net.cli.app import cli
from net.replication.entry_log import GROWTH, MAX_CHUNK, ChunkKind, FileEntryLog, lock_identity, read_chunks
from net.session import saved_match
from net.session.runner import open_seat
from net.session.saved_match import BadSavedMatch, Progress
from net.system import safe_files
from net.system.safe_files import UnsafeFile, open_unshared, read_limited
from tests.net.session.test_saved_match import begun

PRECIOUS = b"Dear diary, " * 1000


def planted(folder: Path, how: str) -> tuple[Path, Path]:
    """Return a path in the folder that leads to a file elsewhere, and that file."""
    target, path = folder / "diary", folder / "match" / "log"
    path.parent.mkdir(parents=True)
    target.write_bytes(PRECIOUS)
    if how == "symlink":
        path.symlink_to(target)
    elif how == "hard link":
        path.hardlink_to(target)
    else:
        target.replace(path)
        target = path
    return path, target


@pytest.mark.parametrize(
    "how, words", [("symlink", "is a link"), ("hard link", "second name"), ("no log", "no log of Tether")]
)
def test_a_foreign_file_at_the_log_path_is_left_unchanged(tmp_path: Path, how: str, words: str) -> None:
    path, target = planted(tmp_path, how)
    with pytest.raises(OSError, match=words):
        FileEntryLog(path)
    assert target.read_bytes() == PRECIOUS


@pytest.mark.parametrize("kind", ["directory", "pipe", "dangling"])
def test_a_log_path_that_is_no_regular_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "log"
    if kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "nothing")
    with pytest.raises(UnsafeFile):
        FileEntryLog(path)
    assert not (tmp_path / "nothing").exists()


def test_a_link_at_a_log_path_is_refused_on_systems_without_o_nofollow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no O_NOFOLLOW."""
    path, target = planted(tmp_path, "symlink")
    monkeypatch.setattr(safe_files, "_OPEN", os.O_RDWR)
    with pytest.raises(UnsafeFile, match="is a link"):
        open_unshared(path)
    honest = Path.lstat
    seen: list[Path] = []

    def late(self: Path) -> os.stat_result:
        """Return the status of a file that a link then replaces."""
        if self == path and not seen:
            seen.append(self)
            return honest(tmp_path / "own")
        return honest(self)

    (tmp_path / "own").write_bytes(b"")
    monkeypatch.setattr(Path, "lstat", late)
    with pytest.raises(UnsafeFile, match="replaced while"):
        open_unshared(path)
    assert target.read_bytes() == PRECIOUS


@pytest.mark.parametrize(
    "torn", [b"\0", b"\0\0\0\x09\x01", b"\0\0\0\x09\x01abc", bytes(GROWTH), b"\0\0\0\x09\x02abc" + bytes(GROWTH)]
)
def test_a_log_with_a_torn_first_chunk_can_be_used(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(torn)
    entry_log = FileEntryLog(path)
    entry_log.append(ChunkKind.ENTRY, b"first")
    entry_log.close()
    with path.open("rb") as file:
        assert list(read_chunks(file)) == [(ChunkKind.ENTRY, b"first")]


def test_a_huge_log_is_not_read_into_memory(tmp_path: Path) -> None:
    """A valid chunk is followed by 40 GB of zeros, which cost no memory and are cut off."""
    path = tmp_path / "log"
    entry_log = FileEntryLog(path)
    entry_log.append(ChunkKind.ENTRY, b"first")
    entry_log.close()
    with path.open("r+b") as file:
        file.truncate(40 * 10**9)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    entry_log = FileEntryLog(path)
    assert list(entry_log.chunks()) == [(ChunkKind.ENTRY, b"first")]
    entry_log.close()
    assert path.stat().st_size < 100
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
    with path.open("r+b") as file:
        file.truncate(0)
        file.truncate(40 * 10**9)
    with pytest.raises(UnsafeFile, match="no log of Tether"):
        FileEntryLog(path)
    assert path.stat().st_size == 40 * 10**9


def test_a_log_with_too_many_valid_chunks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.replication.entry_log.MAX_LOG", 10 * MAX_CHUNK)
    entry_log = FileEntryLog(tmp_path / "log")
    for _ in range(10):
        entry_log.append(ChunkKind.ENTRY, bytes(MAX_CHUNK))
    entry_log.close()
    with pytest.raises(UnsafeFile, match="the log holds more than"):
        FileEntryLog(tmp_path / "log")


def test_chunks_may_be_added_while_a_log_is_read(tmp_path: Path) -> None:
    entry_log = FileEntryLog(tmp_path / "log")
    for number in range(40):
        entry_log.append(ChunkKind.ENTRY, bytes([number]) * 20_000)
    entry_log.sync()
    read = []
    for _, data in entry_log.chunks():
        read.append(data[0])
        if len(read) == 5:
            entry_log.append(ChunkKind.ENTRY, b"\xff")
            entry_log.sync()
    assert read == [*range(40), 255]
    entry_log.close()


@pytest.mark.parametrize("name", [saved_match.MATCH, "seeds"])
def test_oversized_files_beside_a_log_are_refused(tmp_path: Path, name: str) -> None:
    """Each file is grown to 40 GB, and the match is refused with an explanation."""
    config, home = begun(tmp_path)
    with (home / name).open("ab") as file:
        file.truncate(40 * 10**9)
    with pytest.raises((OSError, BadSavedMatch), match="bytes"):
        saved_match.read(home).make_config(home)
        open_seat(config)


@pytest.mark.parametrize("how", ["symlink", "hard link"])
def test_progress_and_locks_are_not_written_through_links(tmp_path: Path, how: str) -> None:
    path, target = planted(tmp_path, how)
    path.replace(path.with_name(saved_match.PROGRESS))
    saved_match.write_progress(path.parent, Progress(("one",), 1, "round 1", False))
    assert target.read_bytes() == PRECIOUS
    lock_identity(bytes(32), tmp_path / "locks").close()
    (name,) = (tmp_path / "locks").iterdir()
    name.unlink()
    path.with_name(saved_match.PROGRESS).replace(name)
    with pytest.raises(UnsafeFile):
        lock_identity(bytes(32), tmp_path / "locks")
    assert target.read_bytes() == PRECIOUS


def test_resume_refuses_a_linked_log_and_changes_nothing(tmp_path: Path) -> None:
    _, home = begun(tmp_path)
    log = home / saved_match.LOG
    log.unlink()
    (tmp_path / "diary").write_bytes(PRECIOUS)
    log.symlink_to(tmp_path / "diary")
    done = CliRunner().invoke(cli, ["resume", str(home)])
    assert done.exit_code != 0 and "Traceback" not in done.output
    assert (tmp_path / "diary").read_bytes() == PRECIOUS


def test_a_file_over_its_size_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(UnsafeFile, match="at most 4 are read"):
        read_limited(path, 4)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnsafeFile, match="not a regular file"):
        read_limited(tmp_path / "pipe", 5)
