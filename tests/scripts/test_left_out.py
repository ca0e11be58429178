"""Effects of missing system programs on the tests: some tests are left out and counted, and none crashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support import programs
from tests.support.scripts import ROOT, load


def collected(path: Path, written: Path, *files: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """Return the output and the counts of pytest for some files.

    There is no display, and only the programs of a folder are on the path.
    """
    around = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    around |= {"PATH": str(path), programs.FILE: str(written)}
    command = [sys.executable, "-P", "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    done = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=False)
    return done, json.loads(written.read_text(encoding="utf-8"))


def test_tests_that_need_a_missing_program_are_skipped_and_counted(tmp_path: Path) -> None:
    files = ["tests/client/app/test_display_check.py", "tests/client/test_rematch.py", "tests/test_second_verifier.py"]
    done, left = collected(tmp_path, tmp_path / "left", *files)
    assert done.returncode == 0, done.stdout + done.stderr
    assert left["the window (no display and no Xvfb)"] == "2 tests"
    assert left["the second verifier (no node)"] == "5 tests"
    assert left["windows driven from outside (no Xvfb)"] == "1 test"
    assert "tests/client/app/test_display_check.py: 1\n" in done.stdout


def test_tests_of_the_window_are_left_out_without_graphics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "no_graphics", lambda: "no libGL")
    monkeypatch.setattr(programs, "IGNORED", set())
    assert programs.ignores(ROOT / "client" / "app" / "app.py", ROOT)
    assert programs.ignores(ROOT / "tests" / "client" / "ui" / "test_ui.py", ROOT)
    assert not programs.ignores(ROOT / "tests" / "net" / "cli" / "test_cli.py", ROOT)
    assert not programs.ignores(ROOT.parent / "elsewhere.py", ROOT)
    assert {str(ROOT / "tests" / "client" / "ui" / "test_ui.py")} == programs.IGNORED


def test_no_test_uses_a_skip_or_xfail_of_pytest() -> None:
    calls = ("pytest.skip(", "mark.skip", "mark.xfail", "importorskip(")
    own = Path(__file__).name
    found = [path.name for path in ROOT.glob("tests/**/*.py") if any(one in path.read_text("utf-8") for one in calls)]
    assert found == [own]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return load(monkeypatch, "test_main")


def test_the_last_line_names_the_tests_left_out(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "left").write_text('{"the window (no Xvfb)": "90 tests", "networks (no ip)": "1 test"}')
    assert (
        script.left_out_note(tmp_path / "left")
        == "; left out: networks (no ip): 1 test, the window (no Xvfb): 90 tests"
    )
    (tmp_path / "left").write_text("{}")
    assert script.left_out_note(tmp_path / "left") == ""


def test_packages_that_cannot_be_installed_are_named_in_one_line(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "missing_packages", lambda: ["xvfb", "nodejs"])
    monkeypatch.setattr(script, "root_command", lambda: None)
    monkeypatch.setattr(script.shutil, "which", lambda *_, **__: "/usr/bin/apt-get")
    script.install_packages()
    assert capsys.readouterr().out == ("-- some tests need more programs; to run them: sudo apt install xvfb nodejs\n")


@pytest.mark.parametrize("prefix", [[], ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"]])
def test_missing_packages_are_installed_when_allowed(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, prefix: list[str]
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(script, "missing_packages", lambda: ["xvfb"])
    monkeypatch.setattr(script, "root_command", lambda: prefix)
    monkeypatch.setattr(script.subprocess, "run", run)
    script.install_packages()
    assert [command[: len(prefix) + 2] for command in ran] == [
        [*prefix, "apt-get", "update"],
        [*prefix, "apt-get", "install"],
    ]
    assert ran[1][-1] == "xvfb"


def test_the_ci_script_only_calls_the_test_script() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 8 and lines[-1] == 'exec python3 scripts/test.py "$@"'
