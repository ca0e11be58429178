"""Same inputs, same bytes: with other hash seeds, both forms of msgpack and every Python at hand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest

from core.engine.codec import enc
from tests.support.core.fingerprint import fingerprints
from tests.support.tiers import quick_one_in

ROOT = Path(__file__).resolve().parents[3]
OLDEST = (3, 11)
ASK_VERSION = "import sys; print(sys.implementation.name, *sys.version_info[:3])"


@pytest.fixture(scope="module")
def here() -> str:
    """Return the fingerprint of the matches in this process."""
    return fingerprints()


@pytest.fixture(scope="module")
def pure_msgpack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with only msgpack in pure Python."""
    there = tmp_path_factory.mktemp("pure")
    package = Path(msgpack.__file__).parent
    (there / "msgpack").mkdir()
    for module in package.glob("*.py"):
        shutil.copy(module, there / "msgpack")
    return there


FINGERPRINT = ("-m", "tests.support.core.fingerprint")
PLANTED = (
    "-c",
    "from core.engine.chance.beacon import Chance\n"
    "begin = Chance.__init__\n"
    "Chance.__init__ = lambda chance, beacon: begin(chance, beacon[1:] + bytes([hash('die') % 256]))\n"
    "from tests.support.core.fingerprint import fingerprints\n"
    "print(fingerprints())\n",
)
"""The same command with dice that depend on the hash of a text."""


def elsewhere(
    python: str,
    msgpack_home: Path,
    *,
    hash_seed: str = "random",
    pure: bool = False,
    what: tuple[str, ...] = FINGERPRINT,
) -> str:
    """Return the fingerprint of the matches in a process of that Python.

    The process can import core, the tests and msgpack, but no other package.
    """
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "SYSTEMROOT": os.environ.get("SYSTEMROOT", ""),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(msgpack_home)]),
        "PYTHONHASHSEED": hash_seed,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }
    if pure:
        environment["MSGPACK_PUREPYTHON"] = "1"
    ran = subprocess.run(
        [python, "-S", *what],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def other_pythons() -> Iterator[tuple[str, str]]:
    """Yield (version, path) of each other Python from 3.11 on, found on the path and beside the running one."""
    found = [shutil.which(f"python{OLDEST[0]}.{minor}") for minor in range(OLDEST[1], OLDEST[1] + 10)]
    found += [shutil.which("python3"), shutil.which("pypy3")]
    for home in (Path(sys.base_prefix).parent, Path.home() / ".pyenv" / "versions", Path("/opt/python")):
        found += sorted(map(str, home.glob("*/bin/python3"))) + sorted(map(str, home.glob("*/python.exe")))
    known = {f"{sys.implementation.name} {sys.version_info[0]} {sys.version_info[1]}"}
    for path in filter(None, found):
        asked = subprocess.run([path, "-S", "-c", ASK_VERSION], capture_output=True, text=True, check=False)
        words = asked.stdout.split()
        if asked.returncode or (int(words[1]), int(words[2])) < OLDEST or " ".join(words[:3]) in known:
            continue
        known.add(" ".join(words[:3]))
        yield " ".join(words), path


def test_matches_are_identical_twice_in_one_process(here: str) -> None:
    assert fingerprints() == here


@pytest.mark.parametrize("hash_seed", quick_one_in(2, ["0", "1"]))
def test_matches_are_identical_under_another_hash_seed(here: str, hash_seed: str) -> None:
    assert elsewhere(sys.executable, Path(msgpack.__file__).parents[1], hash_seed=hash_seed) == here


def test_matches_are_identical_with_pure_python_msgpack(here: str, pure_msgpack: Path) -> None:
    assert elsewhere(sys.executable, pure_msgpack, pure=True) == here


def test_matches_are_identical_on_every_installed_python(here: str, pure_msgpack: Path) -> None:
    there = {version: elsewhere(path, pure_msgpack, pure=True) for version, path in other_pythons()}
    assert there == dict.fromkeys(there, here)


def test_a_match_that_depends_on_hash_seeds_is_detected(here: str) -> None:
    """The match is played with two hash seeds."""
    home = Path(msgpack.__file__).parents[1]
    first, second = (elsewhere(sys.executable, home, hash_seed=seed, what=PLANTED) for seed in ("0", "1"))
    assert first != second and here not in (first, second)


def test_pure_and_compiled_msgpack_are_distinct_and_pack_alike(pure_msgpack: Path) -> None:
    """The pure form of msgpack runs without the compiled packer, and packs to the same bytes."""
    source = (
        "import msgpack; from core.engine.codec import enc\n"
        "print(msgpack.Packer.__module__, enc([1, -1, True, None, b'\\0\\xff', '\\xe9', [300, 2**64 - 1]]).hex())"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(pure_msgpack)]),
        "MSGPACK_PUREPYTHON": "1",
    }
    ran = subprocess.run(
        [sys.executable, "-S", "-c", source], env=environment, capture_output=True, text=True, check=True
    )
    module, bytes_ = ran.stdout.split()
    assert module == "msgpack.fallback"
    assert bytes_ == enc([1, -1, True, None, b"\0\xff", "\xe9", [300, 2**64 - 1]]).hex()
