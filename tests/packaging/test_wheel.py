"""Wheel and source distribution: nothing from earlier builds, and the same bytes for every builder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WHEN = 1_700_000_000
SDIST = "import sys; sys.path.insert(0, 'scripts/build'); import backend; backend.build_sdist(sys.argv[1])"
EPOCH = "import sys; sys.path.insert(0, 'scripts/build'); import backend; print(backend.epoch())"
FILES = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "MANIFEST.in",
    "scripts/build/backend.py",
    "docs/LICENSE-Unicode.txt",
)


def copy(target: Path) -> Path:
    """Copy all that a build needs."""
    for package in ("core", "net", "lab", "lobby", "client"):
        shutil.copytree(ROOT / package, target / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


def leave_behind(home: Path) -> None:
    """Leave files as of earlier builds and another machine: old modules, an old file list, other times and modes."""
    (home / "build" / "lib" / "core").mkdir(parents=True)
    (home / "build" / "lib" / "core" / "stale.py").write_text("old = True\n")
    (home / "core" / "notes.txt").write_text("not part of Tether\n")
    (home / "tether.egg-info").mkdir()
    (home / "tether.egg-info" / "SOURCES.txt").write_text("core/notes.txt\n")
    for path in home.rglob("*"):
        if path.is_file():
            path.chmod(0o600)
            os.utime(path, (WHEN + 10**6, WHEN + 10**6))


def build(home: Path, out: Path) -> tuple[Path, Path]:
    """Build the wheel as pip does, and the source distribution; return the paths of both."""
    out.mkdir()
    around = {**os.environ, "SOURCE_DATE_EPOCH": str(WHEN)}
    wheel = ["-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(out), "."]
    for words in (wheel, ["-c", SDIST, str(out)]):
        subprocess.run([sys.executable, *words], cwd=home, env=around, check=True, capture_output=True)
    return next(out.glob("*.whl")), next(out.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Path]]:
    """Return wheel and source distribution, once built after earlier builds and once from nothing."""
    work = tmp_path_factory.mktemp("builds")
    leave_behind(copy(work / "used"))
    copy(work / "new")
    return [build(work / name, work / f"{name}-out") for name in ("used", "new")]


def test_a_build_contains_nothing_of_an_earlier_build(builds: list[tuple[Path, Path]]) -> None:
    wheel, sources = builds[0]
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert "core/engine/codec.py" in names and "client/assets/fonts/icons.ttf" in names
    assert not {"core/stale.py", "core/notes.txt"} & set(names)
    with tarfile.open(sources) as packed_sources:
        held = packed_sources.getnames()
    assert any(name.endswith("/core/engine/codec.py") for name in held)
    assert not [name for name in held if "stale" in name or "notes" in name]


def test_two_builds_have_the_same_bytes(builds: list[tuple[Path, Path]]) -> None:
    for one, other in zip(*builds, strict=True):
        assert one.name == other.name and one.read_bytes() == other.read_bytes()


def test_the_files_of_a_build_have_no_owner_and_the_same_time(builds: list[tuple[Path, Path]]) -> None:
    wheel, sources = builds[0]
    with zipfile.ZipFile(wheel) as packed:
        infos = packed.infolist()
    assert {(info.date_time, info.external_attr >> 16) for info in infos} == {((2023, 11, 14, 22, 13, 20), 0o100644)}
    assert infos[-1].filename.endswith(".dist-info/RECORD")
    with tarfile.open(sources) as packed_sources:
        members = packed_sources.getmembers()
    assert {(one.mtime, one.uid, one.gid, one.uname, one.gname) for one in members} == {(WHEN, 0, 0, "", "")}
    assert [one.name for one in members] == sorted(one.name for one in members)


def test_the_time_in_a_build_is_that_of_the_commit(tmp_path: Path) -> None:
    (tmp_path / "scripts" / "build").mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "build" / "backend.py", tmp_path / "scripts" / "build")
    (tmp_path / ".git").mkdir()
    (tmp_path / "bin").mkdir()
    git = tmp_path / "bin" / "git"
    git.write_text(f'#!/bin/sh\n[ "$*" = "-C {tmp_path} log -1 --format=%ct" ] && echo {WHEN}\n')
    git.chmod(0o755)

    def epoch(**around: str) -> int:
        command = [sys.executable, "-c", EPOCH]
        done = subprocess.run(command, cwd=tmp_path, env=around, check=True, capture_output=True, text=True)
        return int(done.stdout)

    assert epoch(PATH=str(tmp_path / "bin")) == WHEN
    assert epoch(PATH=str(tmp_path / "bin"), SOURCE_DATE_EPOCH=str(WHEN + 5)) == WHEN + 5
    assert epoch(PATH="") == 315_532_800


def test_the_credits_name_the_licence_expression_of_the_project() -> None:
    credits = (ROOT / "docs" / "internals" / "credits.md").read_text("utf-8")
    assert f"`{PROJECT['project']['license']}`" in credits


def test_builds_use_a_pinned_backend_of_the_project() -> None:
    assert PROJECT["build-system"]["build-backend"] == "backend"
    assert (ROOT / PROJECT["build-system"]["backend-path"][0] / "backend.py").is_file()
