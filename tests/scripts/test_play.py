"""scripts/play.py: what a command needs, what is installed for it, and the messages to the player."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from net.version import VERSION
from tests.support.scripts import SCRIPTS, load

PYTHON = Path("python")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script as a module, on a computer with a display on which nothing is installed."""
    module = load(monkeypatch, "play_main")
    monkeypatch.setattr(module, "has_display", lambda: True)
    monkeypatch.setattr(module, "why_no_window", lambda _python: "")
    monkeypatch.setattr(module.environment, "offline", None)
    monkeypatch.setattr(module.environment, "untested", False)
    return module


@pytest.fixture
def installed(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of extras that the script has requested."""
    extras: list[str] = []

    def python_for(extra: str = "") -> Path:
        extras.append(extra)
        return PYTHON

    monkeypatch.setattr(play.environment, "python_for", python_for)
    return extras


@pytest.fixture
def ran(play: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    commands: list[list[str]] = []

    def run(command: list[str]) -> int:
        commands.append(command[1:])
        return 0

    monkeypatch.setattr(play.environment, "run", run)
    return commands


COMMANDS = [
    ([], "client", []),
    (["--window"], "client", []),
    (["--terminal"], "", ["match"]),
    (["--terminal", "--seed", "7"], "", ["match", "--seed", "7"]),
    (["--seats", "2"], "", ["match", "--seats", "2"]),
    (["host", "--seats", "3"], "client", ["host", "--seats", "3"]),
    (["host", "--help"], "", ["host", "--help"]),
    (["host", "--terminal"], "", ["host", "--terminal"]),
    (["join", "192.168.1.11", "--bot=hard"], "", ["join", "192.168.1.11", "--bot=hard"]),
    (["replay", "a.tether"], "client", ["replay", "a.tether"]),
    (["watch", "--big"], "client", ["watch", "--big"]),
    (["lab", "play"], "lab", ["lab", "play"]),
    (["print", "midnight"], "print", ["print", "midnight"]),
    *(([word], "", [word]) for word in ("match", "doctor", "games", "rooms", "verify", "tournament", "cards")),
]


@pytest.mark.parametrize(("words", "extra", "handed_on"), COMMANDS)
def test_any_command_is_passed_on_after_a_single_installation(
    play: ModuleType, ran: list[list[str]], installed: list[str], words: list[str], extra: str, handed_on: list[str]
) -> None:
    assert play.main(words) == 0
    assert ran == [["-P", "-m", "client", *handed_on]]
    assert installed == [extra]


@pytest.mark.parametrize("words", [["host"], ["join", "192.168.1.11"], ["replay", "a.tether"]])
def test_libraries_of_the_window_are_not_installed_without_a_display(
    play: ModuleType, ran: list[list[str]], installed: list[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(play, "has_display", lambda: False)
    assert play.main(words) == 0
    assert installed == [""] and ran == [["-P", "-m", "client", *words]]


def test_a_missing_display_is_reported_without_installation(
    play: ModuleType, ran: list[list[str]], installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "has_display", lambda: False)
    with pytest.raises(SystemExit) as end:
        play.main([])
    assert end.value.code == (
        "There is no display, so no window can be opened.\n"
        "For a match between bots in the terminal: python3 scripts/play.py match"
    )
    assert installed == [] and ran == []


def test_a_missing_opengl_is_reported(
    play: ModuleType, ran: list[list[str]], installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "why_no_window", lambda _python: "The graphics driver offers no OpenGL 3.3.")
    with pytest.raises(SystemExit, match=r"offers no OpenGL 3\.3\.\nFor a match between bots"):
        play.main([])
    assert installed == ["client"] and ran == []


def test_a_failed_installation_ends_the_start_script(
    play: ModuleType, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def python_for(extra: str = "") -> Path:
        sys.exit("Installing has failed:\nERROR: no wheel")

    monkeypatch.setattr(play.environment, "python_for", python_for)
    with pytest.raises(SystemExit, match="Installing has failed:\nERROR: no wheel"):
        play.main([])
    assert ran == []


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_help_is_shown_without_any_installation(
    play: ModuleType, installed: list[str], capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert play.main(words) == 0
    said = capsys.readouterr().out
    assert "open the window" in said and "--offline FOLDER" in said
    assert installed == []


@pytest.mark.parametrize("words", [["--version"], ["-V"], ["version"]])
def test_the_start_script_prints_the_version_without_installation(
    play: ModuleType, installed: list[str], capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert play.main(words) == 0
    assert capsys.readouterr().out == f"tether {VERSION}\n"
    assert installed == []


def test_the_python_of_the_environment_explains_a_missing_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    why = load(monkeypatch, "play_main").why_no_window(Path(sys.executable))
    assert why and "\n" not in why


def test_an_offline_installation_needs_a_folder_with_wheels(play: ModuleType, tmp_path: Path) -> None:
    for words in (["--offline"], ["--offline", str(tmp_path)], ["--offline", str(tmp_path / "missing")]):
        with pytest.raises(SystemExit, match="needs a folder with the wheels"):
            play.main(words)


def test_installation_options_are_not_passed_on(play: ModuleType, ran: list[list[str]], tmp_path: Path) -> None:
    (tmp_path / "click.whl").touch()
    assert play.main(["--untested", "--offline", str(tmp_path), "games"]) == 0
    assert ran == [["-P", "-m", "client", "games"]]
    assert play.environment.untested and play.environment.offline == tmp_path


BARE = """
import runpy, sys
sys.modules["pytest"] = None
sys.path.insert(0, sys.argv[1].rpartition("/scripts/")[0] + "/scripts")
import environment
environment.enter = lambda extra="": sys.exit(f"installs {extra}")
sys.argv[:2] = [sys.argv[1], "--help"]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


MODULES = [path.relative_to(SCRIPTS).with_suffix("") for path in SCRIPTS.rglob("*.py") if path.stem != "__init__"]


@pytest.mark.parametrize("script", sorted(".".join(path.parts) for path in MODULES))
def test_every_script_finds_its_imports(script: str) -> None:
    """This includes scripts that another script calls only for long tasks."""
    words = [sys.executable, "-c", f"import {script}"]
    around = {**os.environ, "PYTHONPATH": f"{SCRIPTS}{os.pathsep}{SCRIPTS.parent}"}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=around)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("script", ["soak", "fuzz", "golden", "bench", "screenshots"])
def test_a_script_that_uses_the_tests_installs_their_requirements(script: str) -> None:
    """`python3 scripts/trials/soak.py` makes its own environment, which must contain pytest."""
    (path,) = (found.as_posix() for found in SCRIPTS.rglob(f"{script}.py"))
    done = subprocess.run([sys.executable, "-c", BARE, path], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "installs test"
