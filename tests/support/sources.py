"""The source files of Tether, for tests that read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("core", "net", "lab", "lobby", "client")
"""Layers, each of which may import those before it."""


@cache
def modules(*rooms: str) -> tuple[str, ...]:
    """Return the paths of the layers' Python files, relative to the root."""
    files = (path for room in rooms for path in (ROOT / room).rglob("*.py"))
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in files))


def nodes(path: str) -> Iterator[ast.AST]:
    """Yield all nodes of a file's syntax tree."""
    return ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"), path))


@cache
def imported(path: str) -> tuple[str, ...]:
    """Return every module that a file imports, also inside functions; relative imports are resolved."""
    return tuple(_imported(path))


def _imported(path: str) -> Iterator[str]:
    package = path.removesuffix(".py").split("/")[:-1]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            name = ".".join(filter(None, (base, node.module)))
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


def protocol_text() -> str:
    """Return the pages of the protocol as one text."""
    page = ROOT / "docs" / "internals" / "protocol.md"
    parts = sorted(page.with_suffix("").glob("*.md"))
    return "\n".join(path.read_text(encoding="utf-8") for path in (page, *parts))
