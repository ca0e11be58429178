#!/usr/bin/env python3
"""Write the pages of tables from their data, docs/data/*.json.

`python3 scripts/build/tables.py` writes all pages; a test fails if a page is out of date.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "docs" / "data"


class Table(TypedDict, total=False):
    """A table: its heading, columns and rows, and the measurement from which its figures come, if any."""

    heading: str
    note: str
    command: str
    commit: str
    date: str
    columns: list[str]
    rows: list[list[str]]


class Page(TypedDict):
    """A page of tables."""

    page: str
    title: str
    head: list[str]
    tables: list[Table]


def sources() -> list[Path]:
    """Return the data files, sorted by name."""
    return sorted(DATA.glob("*.json"))


def load(source: Path) -> Page:
    """Read a data file."""
    page: Page = json.loads(source.read_text(encoding="utf-8"))
    return page


def markdown_row(cells: list[str]) -> str:
    """Return a row of a Markdown table.

    >>> row(["seat 1", "48.3 ± 3.2", ""])
    '| seat 1 | 48.3 ± 3.2 |  |'
    """
    return f"| {' | '.join(cells)} |"


def page_lines(page: Page, source: str) -> Iterator[str]:
    """Yield the lines of a page in Markdown."""
    yield f"# {page['title']}"
    yield f"\n<!-- Made by scripts/build/tables.py: edit docs/data/{source} instead. -->\n"
    yield from page["head"]
    for table in page["tables"]:
        yield f"\n## {table['heading']}\n"
        if note := table.get("note"):
            yield f"{note}\n"
        if "commit" in table:
            command = f" by `{table['command']}`" if table.get("command") else ""
            yield f"Measured{command} at {table['commit']}, {table['date']}.\n"
        yield markdown_row(table["columns"])
        yield "|---" * len(table["columns"]) + "|"
        yield from map(markdown_row, table["rows"])


def main() -> int:
    """Write every page, and return 0."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for source in sources():
        page = load(source)
        (ROOT / page["page"]).write_text("\n".join(page_lines(page, source.name)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
