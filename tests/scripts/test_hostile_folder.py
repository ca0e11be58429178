"""Scripts started in a folder made by someone else, which run nothing from that folder."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.scripts import ROOT, SCRIPTS

ISOLATED = {"-I", "-P"}
HOSTILE = (
    *("pip", "venv", "ensurepip", "msgpack", "click", "pytest", "numpy", "json", "runpy", "encodings", "sitecustomize"),
    *("usercustomize", "environment", "pythons", "play_main", "core", "net", "lab", "lobby", "client", "tests"),
)
"""Modules that Python, pip or Tether import, as files and as packages."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a folder whose modules record that they ran."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    ran = f"import os, sys; open({str(tmp_path / 'ran')!r}, 'a').write(__name__ + ' ' + ' '.join(sys.argv) + '\\n')\n"
    for name in HOSTILE:
        (folder / f"{name}.py").write_text(ran)
        (folder / name).mkdir()
        for file in ("__init__.py", "__main__.py"):
            (folder / name / file).write_text(ran)
    return folder


def run(folder: Path, script: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    around = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DISPLAY")}
    command = [sys.executable, str(script), *words]
    return subprocess.run(command, cwd=folder, env={**around, **more}, capture_output=True, text=True, check=False)


def ran(folder: Path) -> str:
    file = folder.parent / "ran"
    return file.read_text() if file.exists() else ""


EXPLAINED = [
    path.relative_to(SCRIPTS).with_suffix("").as_posix()
    for path in sorted(SCRIPTS.rglob("*.py"))
    if "ArgumentParser(" in path.read_text("utf-8")
]


@pytest.mark.parametrize("script", ["play", "test", *EXPLAINED])
def test_a_script_runs_nothing_from_the_current_folder(hostile: Path, script: str) -> None:
    done = run(hostile, SCRIPTS / f"{script}.py", "--help")
    assert done.returncode == 0, done.stderr
    assert ran(hostile) == ""


@pytest.mark.parametrize("script", ["play", "test"])
def test_the_first_start_runs_nothing_from_the_current_folder(hostile: Path, tmp_path: Path, script: str) -> None:
    """The first start makes an environment and calls pip; the second checks the environment."""
    root = tmp_path / "tether"
    (root / "net").mkdir(parents=True)
    shutil.copytree(SCRIPTS, root / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "constraints.txt", "constraints-lowest.txt", "net/version.py"):
        shutil.copy2(ROOT / name, root / name)
    nothing = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(hostile),
        "PATH": str(tmp_path),
        "PIP_CONFIG_FILE": os.devnull,
    }
    for _ in range(2):
        done = run(hostile, root / "scripts" / f"{script}.py", "games", **nothing)
        assert done.returncode == 1 and "No matching distribution" in done.stderr, done.stderr
        assert "--untested" in done.stderr
    assert ran(hostile) == ""


def test_every_python_started_by_a_script_is_isolated() -> None:
    """A command that starts a Python with -m or -c has -I or -P before that."""
    bare = []
    for path in sorted(SCRIPTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.List):
                words = [one.value if isinstance(one, ast.Constant) else None for one in node.elts]
                at = min((words.index(word) for word in ("-m", "-c") if word in words), default=0)
                if at and not ISOLATED & set(words[:at]):
                    bare.append(f"{path.name}:{node.lineno}")
    assert bare == []
