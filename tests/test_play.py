"""scripts/play.py: a window where there can be one, else the terminal, and what is said."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
PYTHON = Path("python")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    spec = importlib.util.spec_from_file_location("play", SCRIPTS / "play.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module.environment, "python_for", lambda extra="": PYTHON)
    return module


@pytest.fixture
def ran(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    commands: list[list[str]] = []

    def run(command: list[str]) -> int:
        commands.append(command[1:])
        return 0

    monkeypatch.setattr(play.environment, "run", run)
    return commands


def test_only_words_without_options_open_the_window(play: ModuleType) -> None:
    assert play.wants_window([]) and play.wants_window(["--window"])
    assert not any(play.wants_window(words) for words in (["--terminal"], ["--seats", "2"], ["--help"]))


def test_options_play_in_the_terminal(play: ModuleType, ran: list[list[str]]) -> None:
    assert play.main(["--seats", "2"]) == 0
    assert ran == [["-P", "-m", "net.cli", "match", "--seats", "2"]]


@pytest.mark.parametrize("words", [["host", "--seats", "3"], ["join", "192.168.1.11"]])
def test_rooms_are_handed_on(play: ModuleType, ran: list[list[str]], words: list[str]) -> None:
    assert play.main(words) == 0
    assert ran == [["-P", "-m", "client", *words]]


def test_terminal_is_not_handed_on(play: ModuleType, ran: list[list[str]]) -> None:
    play.main(["--terminal", "--seed", "7"])
    assert ran == [["-P", "-m", "net.cli", "match", "--seed", "7"]]


def test_the_window_opens_where_there_can_be_one(
    play: ModuleType, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "why_no_window", lambda _python: "")
    with pytest.raises(SystemExit) as end:
        play.main([])
    assert end.value.code == 0 and ran == [["-P", "-m", "client"]]


def test_without_a_display_it_says_so_and_plays(
    play: ModuleType, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "why_no_window", lambda _python: "There is no display: none.")
    assert play.main([]) == 0
    assert capsys.readouterr().out == "There is no display: none. So here is a match in the terminal.\n"
    assert ran == [["-P", "-m", "net.cli", "match"]]


def test_without_the_libraries_of_the_window_too(
    play: ModuleType, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def python_for(extra: str = "") -> Path:
        if extra:
            sys.exit("There is no network.\nIt is needed once.")
        return PYTHON

    monkeypatch.setattr(play.environment, "python_for", python_for)
    assert play.main([]) == 0
    assert capsys.readouterr().out == "There is no network. So here is a match in the terminal.\n"


def test_the_reason_is_asked_of_the_environments_python(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(SCRIPTS.parent))
    why = play.why_no_window(Path(sys.executable))
    assert why and "\n" not in why


def test_offline_wants_a_folder_with_wheels(play: ModuleType, tmp_path: Path) -> None:
    for words in (["--offline"], ["--offline", str(tmp_path)], ["--offline", str(tmp_path / "missing")]):
        with pytest.raises(SystemExit, match="wants a folder with the wheels"):
            play.main(words)


def test_offline_installs_from_the_folder_alone(
    play: ModuleType, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[str, ...]] = []

    def pip(_python: Path, *words: str) -> subprocess.CompletedProcess[str]:
        asked.append(words)
        return subprocess.CompletedProcess(words, 0, "", "")

    (tmp_path / "click.whl").touch()
    monkeypatch.setattr(play.environment, "pip", pip)
    monkeypatch.setattr(play.environment, "offline", None)
    assert play.main(["--offline", str(tmp_path), "--seats", "2"]) == 0
    assert ran == [["-P", "-m", "net.cli", "match", "--seats", "2"]]
    play.environment._install(PYTHON, "")
    assert asked[0][:3] == ("--no-index", "--find-links", str(tmp_path))


def test_a_lock_names_every_library_that_the_project_names() -> None:
    root = SCRIPTS.parent
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    listed = [project["dependencies"], *project["optional-dependencies"].values()]
    named = {re.split(r"[\[=>]", line)[0].lower() for lines in listed for line in lines} - {"tether"}
    locked = {line.partition("==")[0].lower() for line in (root / "constraints.txt").read_text().splitlines()[1:]}
    assert named <= locked


BARE = """
import runpy, sys
sys.modules["pytest"] = None
sys.path.insert(0, sys.argv[1].rpartition("/")[0])
import environment
environment.enter = lambda extra="": sys.exit(f"installs {extra}")
sys.argv[:2] = [sys.argv[1], "--help"]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("script", sorted(path.stem for path in SCRIPTS.glob("*.py")))
def test_every_script_finds_what_it_imports(script: str) -> None:
    """Also those that another one calls only for what takes long."""
    words = [sys.executable, "-c", f"import {script}"]
    around = {**os.environ, "PYTHONPATH": f"{SCRIPTS}{os.pathsep}{SCRIPTS.parent}"}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=around)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("script", ["soak", "fuzz", "golden", "bench", "screenshots"])
def test_a_script_that_uses_the_tests_installs_what_they_need(script: str) -> None:
    """`python3 scripts/soak.py` makes its own environment; without pytest in it, it would end in a traceback."""
    path = (SCRIPTS / f"{script}.py").as_posix()
    done = subprocess.run([sys.executable, "-c", BARE, path], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "installs test"
