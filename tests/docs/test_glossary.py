"""Retired words: those that docs/internals/glossary.md has replaced do not come back."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "internals" / "glossary.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GLOSSARY.splitlines()
    if line.startswith("| ") and not line.startswith("| term")
]
ROOMS = ("net", "lab", "lobby", "client")
CODE = {path: path.read_text(encoding="utf-8") for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))}
MODULES = {
    "cry", "cries", "air", "door", "sitting", "sitting_down", "gather", "kept", "parted", "vouching", "ownhead",
    "alike", "ledger", "course", "member", "sight", "film", "reel", "shelf",
}  # fmt: skip
"""Retired file names; Bridgefront's own `course` is the course of a match."""
NAMES = {
    "Air", "Cry", "TournamentCry", "cry", "cries", "Door", "door", "Knock", "knock", "Sitting", "SittingDown",
    "Gathering", "Ledger", "ledger", "KeptMatch", "PartedGame", "parted", "OwnHead", "hurry", "Sight", "sight",
    "Film", "film", "Reel", "reel", "Shelf", "shelf",
}  # fmt: skip
PROSE = r"\b(cry|cries|cried|crying|ownhead|films?|reels?|shelf|parted)\b"
"""Pattern of words that no sentence about the program, the network and the window uses any more."""


def test_every_path_named_in_the_glossary_exists() -> None:
    terms = [row[0] for row in ROWS]
    assert len(terms) > 35 and len(terms) == len(set(terms))
    for row in ROWS:
        for path in re.findall(r"`([\w./]+)`", row[2]):
            assert (ROOT / path).exists(), path


def test_no_module_has_a_retired_name() -> None:
    kept = {str(path.relative_to(ROOT)) for path in CODE if path.stem in MODULES}
    assert kept == set()


@pytest.mark.parametrize("room", ROOMS)
def test_no_name_in_the_code_is_retired(room: str) -> None:
    found = set()
    for path, text in CODE.items():
        if path.is_relative_to(ROOT / room):
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.NAME and token.string in NAMES:
                    found.add((str(path.relative_to(ROOT)), token.string))
    assert not found


def test_no_document_uses_a_retired_word() -> None:
    found = []
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if path.name != "glossary.md" and path.parent.name != "rules":
            found += [
                (path.name, word[0])
                for word in re.findall(PROSE, re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8")))
            ]
    assert not found


def test_no_comment_uses_a_retired_word() -> None:
    found = set()
    for path, text in CODE.items():
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT or token.string.startswith('"""'):
                said = re.search(PROSE, token.string)
                if said:
                    found.add((str(path.relative_to(ROOT)), said[0]))
    assert not found


def test_no_text_of_the_window_uses_the_word_commit() -> None:
    commits = re.compile(r'"[^"]*\b(Commit|commits? (it|your))\b')
    assert not [
        str(path) for path, text in CODE.items() if path.is_relative_to(ROOT / "client") and commits.search(text)
    ]
