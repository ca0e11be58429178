"""Build backend of the project: setuptools, with the same bytes for the same commit.

Without it, setuptools packs all files that an earlier build left in `build/`, and includes the times, owners and modes
of the files on this machine. Here each build starts with an empty folder. Archives are then packed again: sorted,
without owners, and with one time, which is that of the commit or SOURCE_DATE_EPOCH (1980 without either).
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[2]
EARLIEST = 315532800
"""Seconds of 1 January 1980, the earliest time that a wheel can hold."""
Settings = Mapping[str, str | list[str] | None] | None


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Build a wheel into a folder, and return its file name."""
    with _empty_build_folder():
        name: str = build_meta.build_wheel(folder, settings, metadata)
    _repack_wheel(Path(folder) / name, epoch())
    return name


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build an archive of the sources into a folder, and return its file name."""
    with _empty_build_folder():
        name: str = build_meta.build_sdist(folder, settings)
    _repack_sdist(Path(folder) / name, epoch())
    return name


def epoch() -> int:
    """Return the time for all files in seconds, which is that of the environment or of the commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not given and (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        given = done.stdout.strip()
    return max(int(given or 0), EARLIEST)


@contextmanager
def _empty_build_folder() -> Iterator[None]:
    """Let setuptools build in an empty folder instead of `build/`."""
    before = os.environ.get("DIST_EXTRA_CONFIG")
    with tempfile.TemporaryDirectory() as work:
        config = Path(work) / "build.cfg"
        config.write_text(f"[build]\nbuild_base = {work}/build\n[egg_info]\negg_base = {work}\n", encoding="utf-8")
        os.environ["DIST_EXTRA_CONFIG"] = str(config)
        try:
            yield
        finally:
            del os.environ["DIST_EXTRA_CONFIG"]
            if before is not None:
                os.environ["DIST_EXTRA_CONFIG"] = before


def _mode(mode: int) -> int:
    """Return the mode of a file without additions by the umask or the file system of this machine."""
    return 0o755 if mode & 0o100 else 0o644


def _repack_wheel(path: Path, seconds: int) -> None:
    """Pack a wheel again; its record stays the last file, as the format requires."""
    stamp = time.gmtime(seconds)[:6]
    with zipfile.ZipFile(path) as old:
        files = [(info, old.read(info)) for info in old.infolist() if not info.is_dir()]
    files.sort(key=lambda file: (".dist-info/" in file[0].filename, "RECORD" in file[0].filename, file[0].filename))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for info, content in files:
            packed = zipfile.ZipInfo(info.filename, stamp)
            packed.compress_type, packed.create_system = zipfile.ZIP_DEFLATED, 3
            packed.external_attr = (0o100000 | _mode(info.external_attr >> 16)) << 16
            new.writestr(packed, content)


def _repack_sdist(path: Path, seconds: int) -> None:
    """Pack an archive of the sources again."""
    files: list[tuple[tarfile.TarInfo, bytes]] = []
    with tarfile.open(path) as old:
        for info in sorted(old.getmembers(), key=lambda info: info.name):
            file = old.extractfile(info) if info.isfile() else None
            if file is not None:
                files.append((info, file.read()))
    with (
        path.open("wb") as out,
        gzip.GzipFile("", "wb", fileobj=out, mtime=seconds) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for info, content in files:
            plain = tarfile.TarInfo(info.name)
            plain.size, plain.mtime, plain.mode = len(content), seconds, _mode(info.mode)
            new.addfile(plain, io.BytesIO(content))
