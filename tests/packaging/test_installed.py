"""The program installed without the window: every terminal command works with the base requirements."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from lobby.cli.commands import app
from net.version import VERSION

pytestmark = pytest.mark.waits

ROOT = Path(__file__).resolve().parents[2]


def needed(requirements: list[str], found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the distributions that these requirements need, recursively and without extras."""
    for line in requirements:
        requirement = Requirement(line)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if not wanted or requirement.name in found:
            continue
        try:
            found[requirement.name] = distribution(requirement.name)
        except PackageNotFoundError:
            continue  # an installer that did not need it here has left it out too
        needed(found[requirement.name].requires or [], found)
    return found


@pytest.fixture(scope="module")
def tether(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command in a separate environment with only the built wheel and its requirements."""
    work = tmp_path_factory.mktemp("installed")
    source = work / "source"
    for package in ("core", "net", "lab", "lobby", "client"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "scripts/build/backend.py", "docs/LICENSE-Unicode.txt"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    how = ["-q", "--no-deps", "--no-build-isolation", "-w", str(work)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *how, str(source)], check=True)
    (built,) = work.glob("*.whl")

    venv.create(work / "env", with_pip=False, symlinks=True)
    (site,) = (work / "env").rglob("site-packages")
    into = [sys.executable, "-m", "pip", "--python", str(work / "env"), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*into, str(built)], check=True)
    for found in needed(distribution("tether").requires or [], {}).values():
        tops = {
            file.parts[0] for file in found.files or () if ".." not in file.parts and file.parts[0] != "__pycache__"
        }
        for top in tops:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(found.locate_file(top))))
    return work / "env" / "bin" / "tether"


def run(tether: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run one command without a display, in an empty home folder; `more` is added to its environment."""
    home = str(tether.parents[1])
    around = {"PATH": os.environ["PATH"], "HOME": home, "PYTHONPYCACHEPREFIX": home + "/compiled", **more}
    return subprocess.run([str(tether), *words], env=around, cwd=home, capture_output=True, text=True, check=False)


def test_a_base_installation_has_no_window_library(tether: Path) -> None:
    probe = "import importlib.util as u; print([m for m in ('arcade', 'pyglet', 'PIL', 'pytest') if u.find_spec(m)])"
    python = tether.with_name("python")
    assert subprocess.run([str(python), "-c", probe], capture_output=True, text=True, check=True).stdout == "[]\n"


EACH = """
import contextlib, io, json, sys
from client.app.startup import main

for command in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
        code = main([command, "--help"])
    print(json.dumps([command, code, errors.getvalue(), f"Usage: tether {command} " in out.getvalue()]))
"""
"""Program that asks for the help of several commands: a program for each would load the same a dozen times."""


def test_an_installed_tether_has_every_command(tether: Path) -> None:
    done = run(tether, "--help")
    assert (done.returncode, done.stderr) == (0, "") and "Usage:" in done.stdout
    commands = sorted(app.cli.commands)
    told = run(tether.with_name("python"), "-c", EACH, *commands)
    assert [json.loads(line) for line in told.stdout.splitlines()] == [[name, 0, "", True] for name in commands]
    assert told.stderr == ""


def test_an_installed_tether_prints_its_version(tether: Path) -> None:
    assert run(tether, "--version").stdout == f"tether {VERSION}\n"


def test_an_installed_tether_contains_the_desktop_files(tether: Path) -> None:
    share = tether.parents[1] / "share"
    assert {path.name for path in share.rglob("*") if path.is_file()} == {"tether.desktop", "tether.xml", "tether.svg"}


def test_an_installed_tether_contains_its_licences(tether: Path) -> None:
    (info,) = tether.parents[1].rglob("tether-*.dist-info")
    assert "License-Expression: MIT AND OFL-1.1 AND Apache-2.0 AND Unicode-DFS-2016" in (info / "METADATA").read_text()
    texts = {"LICENSE", "LICENSE-Cinzel-OFL.txt", "LICENSE-Inter-OFL.txt", "LICENSE-MaterialDesignIcons-Apache-2.0.txt"}
    assert {path.name for path in (info / "licenses").rglob("LICENSE*")} == {*texts, "LICENSE-Unicode.txt"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_an_installed_tether_prints_the_completion_of_each_shell(tether: Path, shell: str) -> None:
    done = run(tether, _TETHER_COMPLETE=f"{shell}_source")
    assert "_TETHER_COMPLETE" in done.stdout and (done.returncode, done.stderr) == (0, "")


def test_an_installed_tether_completes_a_command(tether: Path) -> None:
    done = run(tether, _TETHER_COMPLETE="bash_complete", COMP_WORDS="tether veri", COMP_CWORD="1")
    assert done.stdout == "plain,verify\n"


def test_an_installed_tether_plays_verifies_and_shows_a_match(tether: Path, tmp_path: Path) -> None:
    record = str(tmp_path / "match.tether")
    played = run(tether, "match", "--seats", "2", "--seed", "installed", "--option", "vp_to_win=6", "--out", record)
    assert played.returncode == 0, played.stderr
    assert "The record is valid" in run(tether, "verify", record).stdout
    assert run(tether, "show", record).returncode == 0


def test_replay_without_the_window_names_the_missing_extra(tether: Path, tmp_path: Path) -> None:
    done = run(tether, "replay", str(ROOT / "pyproject.toml"))
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "-m pip install '.[client]' (in Tether's folder)" in done.stderr and "tether show" in done.stderr


def test_the_lab_without_its_libraries_names_the_missing_extra(tether: Path) -> None:
    done = run(tether, "lab", "play")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "-m pip install '.[lab]' (in Tether's folder)" in done.stderr
