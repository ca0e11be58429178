"""Pages of tables: made from their data, and each table of figures names its measurement."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_SPEC = importlib.util.spec_from_file_location("tables", ROOT / "scripts" / "build" / "tables.py")
assert _SPEC is not None and _SPEC.loader is not None
TABLES = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(TABLES)
SOURCES = TABLES.sources()
MEASURED = re.compile(r"[0-9a-f]{8}, 202\d-\d\d-\d\d")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_each_page_of_tables_equals_the_output_of_the_script(source: Path) -> None:
    page = TABLES.load(source)
    made = "\n".join(TABLES.page_lines(page, source.name)) + "\n"
    assert (ROOT / page["page"]).read_text(encoding="utf-8") == made, "run scripts/build/tables.py"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_rows_of_each_table_have_as_many_cells_as_its_head(source: Path) -> None:
    for table in TABLES.load(source)["tables"]:
        assert table["rows"], table["heading"]
        assert {len(row) for row in table["rows"]} == {len(table["columns"])}, table["heading"]


@pytest.mark.parametrize("name", ["balance", "performance"])
def test_every_figure_names_the_commit_and_the_day_of_its_measurement(name: str) -> None:
    for table in TABLES.load(TABLES.DATA / f"{name}.json")["tables"]:
        if "commit" in table:
            assert table["date"], table["heading"]
        else:
            assert all(MEASURED.fullmatch(row[-1]) for row in table["rows"]), table["heading"]
