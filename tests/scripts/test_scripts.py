"""Scripts named in documents: each starts, and has the options that the document gives it."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [*(path for path in ROOT.glob("*.md") if path.name != "CHANGELOG.md"), *(ROOT / "docs").rglob("*.md")]
COMMAND = re.compile(r"scripts/((?:\w+/)?\w+\.py)([^`\n#]*)")
PROGRAMS = {"play.py", "test.py"}
"""Scripts that pass their arguments on to another program; `tests/scripts/test_play.py` and `.ci/run` start them."""
MODULES = {"build/backend.py"}
"""Modules that a program imports; pip starts the backend."""
NO_OPTIONS = {"build/unicode_tables.py"}
"""Scripts that take a folder and nothing else."""


def named() -> Iterator[tuple[str, str, str]]:
    """Yield (document, script, arguments) for every command named in a document."""
    for path in sorted(DOCUMENTS):
        for script, arguments in COMMAND.findall(path.read_text("utf-8")):
            yield path.name, script, arguments


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start a script of the repository."""
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT, check=False)


@functools.cache
def help_of(script: str) -> str:
    """Return the help text that a script prints."""
    done = run(script, "--help")
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def loads_window(script: str) -> bool:
    """Return True if a script imports modules of the window at its start; these need OpenGL even for the help."""
    text = (ROOT / "scripts" / script).read_text("utf-8") if (ROOT / "scripts" / script).is_file() else ""
    return re.search(r"^(from|import) (client|tests\.client|pictures)\b", text, re.MULTILINE) is not None


SCRIPTS = [
    pytest.param(script, marks=pytest.mark.needs("graphics") if loads_window(script) else ())
    for script in sorted({script for _, script, _ in named()} - PROGRAMS - MODULES - NO_OPTIONS)
]
"""Scripts with options."""


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_named_in_a_document_starts(script: str) -> None:
    assert (ROOT / "scripts" / script).is_file(), f"no such script: {script}"
    assert "usage:" in help_of(script)
    for document, name, arguments in named():
        for option in re.findall(r"(?<!\S)--[\w-]+", arguments) if name == script else ():
            assert option in help_of(script), f"{document}: {script} has no option {option}"


@pytest.mark.parametrize("script", sorted(NO_OPTIONS))
def test_a_script_without_its_folder_explains_its_usage(script: str) -> None:
    done = run(script)
    assert done.returncode != 0 and "Traceback" not in done.stderr


def test_all_scripts_named_in_documents_exist() -> None:
    assert not [script for _, script, _ in named() if not (ROOT / "scripts" / script).is_file()]


def test_the_bench_script_measures_a_part_once() -> None:
    done = run("bench.py", "--only", "late", "--runs", "1")
    assert done.returncode == 0 and done.stdout.startswith("{"), done.stderr
