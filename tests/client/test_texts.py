"""Texts that players read: correct grammar, no raw markup, and plain words (`scripts/build/corpus.py`)."""

from __future__ import annotations

import importlib.util
import re

import pytest

from client.ui import richtext
from tests.support.sources import ROOT

_SPEC = importlib.util.spec_from_file_location("corpus", ROOT / "scripts" / "build" / "corpus.py")
assert _SPEC is not None and _SPEC.loader is not None
CORPUS = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(CORPUS)
WRONG = {
    "an article": r"\b[Aa] (?:8|11|18)\b(?!-)|\b[Aa]n (?:[1-79]|10)\b",
    "a plural": r"\b1 (?:minute|card|Cohort|hit|die roll|slot|round|Champion|mana|hex)e?s\b",
    "a verb": r"\b[Yy]ou (?:[a-z]+(?:sses|ches|ys|kes|ins|lds|ves)|has|is|was|does|goes|catche)\b",
    "a possessive": r"\bof yours (?:resolves|fizzles|rolls?|meets?|lands|dies)\b|\b[Yy]ou's\b|\b[Ss]eat \d",
    "markup": r"[{}\\]|\*\w|:[a-z]+:",
    "spaces": r" {2}| [.,;:!?](?: |$)|\( | \)",
}
DENIED = r"till|anew|reckons?|whoever|whom|of itself|by itself|the own|so many|so often|besides|gone on with"
OWN_WORDS = ("bridgefront",)
"""Games whose books and sources are free of the words that nobody says."""


@pytest.mark.parametrize("wrong", WRONG)
def test_no_line_of_a_log_or_a_card_has_wrong_grammar(wrong: str) -> None:
    lines = [
        line for line in lines_of("log") + lines_of("card") if not (wrong == "markup" and line.startswith("card:"))
    ]
    assert len(lines) > 1000
    assert [line for line in lines if re.search(WRONG[wrong], line)] == []


@pytest.mark.parametrize("wrong", ["an article", "a plural", "a verb", "markup"])
def test_no_paragraph_of_a_rulebook_has_wrong_grammar(wrong: str) -> None:
    lines = [richtext.plain_text(line) for line in lines_of("book")]
    assert len(lines) > 300
    assert [line for line in lines if re.search(WRONG[wrong], line)] == []


def test_paragraphs_of_the_rulebook_end_with_a_full_stop() -> None:
    """Options, icons and keys are lists without a full stop."""
    book = CORPUS.book("bridgefront").chapters(CORPUS.Keymap())
    lines = [richtext.plain_text(line) for chapter in book[:9] for line in chapter.lines if " " in line]
    assert [
        line for line in lines if len(line) > 60 and not line.endswith((".", ":")) and "Own cards" not in line
    ] == []


@pytest.mark.parametrize("game", OWN_WORDS)
def test_no_text_of_a_game_has_denied_words(game: str) -> None:
    lines = [line for line in lines_of("log") + lines_of("card") if line.split(": ")[1] == game]
    for layer in ("client", "core"):
        for path in sorted((ROOT / layer / "games" / game).rglob("*.py")):
            lines += [words for words in CORPUS.sentences(path) if layer == "client" or "/text/" in path.as_posix()]
    assert len(lines) > 500
    assert [line for line in lines if re.search(rf"\b(?:{DENIED})\b", line, re.IGNORECASE)] == []


def test_the_checks_of_texts_find_planted_faults() -> None:
    for wrong, line in (
        ("an article", "it shows a 8"), ("an article", "Roll an 3"), ("a plural", "in 1 minutes"),
        ("a verb", "You catches"), ("a possessive", "Build of yours resolves"), ("a possessive", "the hand of Seat 2"),
        ("markup", "{muted}Lit"), ("spaces", "too  wide"), ("spaces", "Wait ."),
    ):  # fmt: skip
        assert re.search(WRONG[wrong], line), line


def lines_of(kind: str) -> list[str]:
    """Return the lines of a kind, which are computed once."""
    if kind not in _LINES:
        _LINES[kind] = CORPUS.corpus([kind])
    return _LINES[kind]


_LINES: dict[str, list[str]] = {}
