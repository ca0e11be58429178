"""Tests and files named in threats.md, rooms.md, names.md, rulings.md and fairness-tables.md: all exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
NAMED = re.compile(r"`([\w/]+\.(?:py|toml|md))(?:::(test_\w+))?`|\]\(([\w/.]+\.md)\)")


@pytest.mark.parametrize("doc", ["threats.md", "rooms.md", "names.md", "rulings.md", "fairness-tables.md"])
def test_each_file_named_in_the_threat_pages_exists(doc: str) -> None:
    text = (HOME / "docs" / "internals" / doc).read_text(encoding="utf-8")
    everywhere = {path.name for folder in ("tests", "scripts") for path in (HOME / folder).rglob("*.py")}
    found = list(NAMED.finditer(text))
    assert found
    for path, test, link in (match.groups() for match in found):
        if link:
            assert (HOME / "docs" / "internals" / link).is_file(), link
        elif "/" in path:
            assert (HOME / path).is_file(), path
            assert not test or f"def {test}(" in (HOME / path).read_text(encoding="utf-8"), test
        else:
            assert path in everywhere, path


def test_each_promise_names_a_test() -> None:
    """Each row of the table of promises about the match names a test."""
    text = (HOME / "docs" / "internals" / "fairness-tables.md").read_text(encoding="utf-8")
    table = text.partition("## Promised around the match")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 8
    for row in rows:
        assert re.search(r"`[\w/]*test_\w+\.py`", row.split("|")[2]), row
