"""Plain English in docstrings, comments, documents and texts on screen: a deny list, and first words of docstrings."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sources import LAYERS, ROOT, modules

FIRST_WORDS = re.compile(r"(What|Who|Whom|Whose|Where|How|Whether|As|So|Why)\b")
"""Words that begin no docstring: it names a thing or an action."""
DENIED = re.compile(
    r"\b(till|anew|reckon(?:s|ed|ing)?|whoever|whomever|(?<!with )(?<!for )(?<!against )(?<!to )whom"
    r"|of itself|by itself|the own|so many|so often|gone on with|is let|besides|one's)\b",
    re.IGNORECASE,
)
"""Words that our texts avoid."""
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def docstrings(path: str) -> Iterator[tuple[int, str]]:
    """Return the docstrings of a file, those of constants included, with their lines."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value.strip()


def comments(path: str) -> Iterator[tuple[int, str]]:
    """Return the comments of a file, with their lines."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def shown_texts(path: str) -> Iterator[tuple[int, str]]:
    """Return the string literals of a file that read as sentences, with their lines."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    documented = {line for line, _ in docstrings(path)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.lineno not in documented
        if is_text and re.search(r"[a-z] [a-z]", node.value):
            yield node.lineno, node.value


def without_examples(text: str) -> str:
    """Return a text without code: doctests, blocks and text between backticks."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith((">>>", "..."))]
    return re.sub(r"`[^`]*`", "", re.sub(r"```.*?```", "", "\n".join(lines), flags=re.DOTALL))


def denied(found: Iterator[tuple[int, str]], path: str) -> list[str]:
    return [f"{path}:{line}: {match[0]}" for line, text in found for match in DENIED.finditer(without_examples(text))]


PLACES = (*LAYERS, "scripts", "tests")


@pytest.mark.parametrize("place", PLACES)
def test_docstrings_begin_with_a_noun_or_a_verb(place: str) -> None:
    wrong = [
        f"{path}:{line}: {text[:40]}"
        for path in modules(place)
        for line, text in docstrings(path)
        if FIRST_WORDS.match(text)
    ]
    assert wrong == []


@pytest.mark.parametrize("place", PLACES)
def test_docstrings_and_comments_avoid_denied_words(place: str) -> None:
    wrong = [word for path in modules(place) for found in (docstrings, comments) for word in denied(found(path), path)]
    assert wrong == []


@pytest.mark.parametrize("place", LAYERS)
def test_texts_on_screen_avoid_denied_words(place: str) -> None:
    assert [word for path in modules(place) for word in denied(shown_texts(path), path)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents_avoid_denied_words(document: Path) -> None:
    name = document.relative_to(ROOT).as_posix()
    text = document.read_text(encoding="utf-8")
    assert denied(enumerate(without_examples(text).splitlines(), 1), name) == []
