"""The README and the guides compared with the program: samples, commands, and the names of buttons."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from client.app.commands import ALL as WINDOW_COMMANDS
from lobby.cli import room as lobby_commands
from net.cli.app import cli

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from build import samples  # noqa: E402

assert lobby_commands  # registers its commands

README = (ROOT / "README.md").read_text("utf-8")
SAMPLES = [(path, *sample) for path in samples.documents() for sample in samples.samples(path.read_text("utf-8"))]
GUIDES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(path for path in sorted((ROOT / "docs" / "play").glob("*.md")) if "<!-- Made by" not in path.read_text("utf-8")),
    *sorted((ROOT / "docs" / "organise").glob("*.md")),
    *sorted((ROOT / "docs" / "design").glob("*.md")),
]
PLAIN = [
    *GUIDES,
    ROOT / "docs" / "index.md",
    *(ROOT / "docs" / "internals" / f"{name}.md" for name in ("rooms", "names", "tournaments")),
]
"""Documents in plain English."""
ODD = re.compile(
    r"\b(till|anew|reckon\w*|whoever|besides|of itself|by itself|the own|so many|so often|one's|gone on with|is let)\b",
    re.I,
)
PRESSED = re.compile(r"\b(?:[Pp]ress(?:es)?|[Cc]hoos(?:e|es|ing)|[Pp]icks?)\b([^.;:|]*)")
NAMED = re.compile(r"(?<!\*)(\*\*|\*)(?!\*)([^*]+)\1(?!\*)")


@pytest.mark.parametrize(("path", "command", "output"), SAMPLES, ids=[command for _, command, _ in SAMPLES])
def test_a_sample_command_prints_the_output_in_the_document(path: Path, command: str, output: str) -> None:
    assert samples.command_output(command, sys.executable) == output, (
        f"{path.name}: run python3 scripts/build/samples.py"
    )


def test_the_readme_contains_a_sample_match() -> None:
    assert any(path.name == "README.md" and command.startswith("tether match") for path, command, _ in SAMPLES)


def test_the_readme_is_short_and_begins_with_two_commands() -> None:
    assert len(README.splitlines()) <= 120
    blocks = re.findall(r"^```\n(.*?)^```", README, re.M | re.S)
    assert blocks[0] == "python3 scripts/play.py\n"
    assert "python3 scripts/test.py\n" in blocks


def test_the_readme_lists_every_command() -> None:
    listed = set(re.findall(r"`tether ([a-z-]+)", README.partition("| command |")[2].partition("\n\n")[0]))
    assert listed == {name for name, command in cli.commands.items() if not command.hidden} | {
        each.name for each in WINDOW_COMMANDS
    }


def texts_of_the_program() -> set[str]:
    """Return all texts in the code of the window and the games, apart from docstrings."""
    found = set()
    for folder in ("client", "core", "lobby"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 80:
                    found.add(node.value.strip(" :.…"))
    return found


def test_buttons_named_in_guides_exist_in_the_program() -> None:
    labels = texts_of_the_program()
    wrong, count = [], 0
    for path in GUIDES:
        text = re.sub(r"\s+", " ", path.read_text("utf-8"))
        names = [name for sentence in PRESSED.findall(text) for _, name in NAMED.findall(sentence)]
        if path.parent.name in ("play", "organise"):  # there everything in italics is a text of the program
            names += [name for stars, name in NAMED.findall(text) if stars == "*"]
        count += len(names)
        wrong += [f"{path.name}: {name}" for name in names if name.strip(" :.…") not in labels]
    assert count > 60
    assert wrong == []


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents_avoid_odd_words(path: Path) -> None:
    assert ODD.findall(path.read_text("utf-8")) == []


def test_the_index_links_to_every_page() -> None:
    """Parts of the protocol and decisions are linked from pages of their own."""
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / target).resolve() for target in re.findall(r"\]\(([^)#]+)", index.read_text("utf-8"))}
    pages = {path for path in index.parent.rglob("*.md") if not {"decisions", "protocol"} & {*path.parts}}
    assert pages - {index} <= linked
