"""Rows of docs/data/fairness.json, each of which names tests that exist; every adversary of the catalogue is played."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.net.test_adversaries import ALL_IDS
from tests.support.net.adversaries import ADVERSARIES

TESTS = Path(__file__).parents[1]
DOCS = TESTS.parent / "docs"
DATA = (DOCS / "data" / "fairness.json").read_text(encoding="utf-8")
PROSE = (DOCS / "internals" / "fairness.md").read_text(encoding="utf-8")
TABLES = {table["heading"]: table for table in json.loads(DATA)["tables"]}
NAMED = re.compile(r"`((?:tests/[\w/]+/)?test_\w+\.py)(?:::(\w+))?(?:\[([\w-]+)\])?`")


def rows(title: str, *columns: str) -> list[list[str]]:
    """Return the cells of these columns, row by row."""
    table = TABLES[title]
    return [[row[table["columns"].index(column)] for column in columns] for row in table["rows"]]


def test_every_test_named_in_the_fairness_tables_exists() -> None:
    sources: dict[str, str] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        sources[path.name] = sources.get(path.name, "") + path.read_text(encoding="utf-8")
    found = NAMED.findall(DATA + PROSE)
    assert len(found) > 60
    for file, name, parameter in found:
        assert f"def {name}(" in sources[Path(file).name] if name else Path(file).name in sources, (file, name)
        assert not parameter or parameter in ALL_IDS, parameter


def test_every_row_of_the_attack_catalogue_names_a_test() -> None:
    catalogue = rows("The catalogue", "test")
    assert len(catalogue) > 35
    assert all(NAMED.search(test) for (test,) in catalogue)


def test_each_of_the_23_invariants_has_a_test_and_a_mutation() -> None:
    invariants = rows("Invariants", "", "test", "mutation")
    assert [int(number) for number, _, _ in invariants] == list(range(1, 24))
    assert all(NAMED.search(test) and NAMED.search(mutation) for _, test, mutation in invariants)


def test_the_adversaries_of_the_catalogue_have_unique_names() -> None:
    assert len({adversary.kind for adversary in ADVERSARIES}) > 35
    assert len(set(ALL_IDS)) == len(ALL_IDS)
