"""Every row of docs/internals/fairness.md names tests that exist, and every adversary of the catalogue is played."""

from __future__ import annotations

import re
from pathlib import Path

from tests.net.test_adversaries import ALL_IDS
from tests.support.net.adversaries import ADVERSARIES

TESTS = Path(__file__).parents[1]
FAIRNESS = (TESTS.parent / "docs" / "internals" / "fairness.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`((?:tests/[\w/]+/)?test_\w+\.py)(?:::(\w+))?(?:\[([\w-]+)\])?`")


def section(title: str) -> str:
    """Return the text under a heading."""
    return FAIRNESS.split(f"## {title}", 1)[1].split("\n## ", 1)[0]


def rows(title: str) -> list[str]:
    """Return the rows of the first table there, without its head."""
    return [line for line in section(title).splitlines() if line.startswith("|")][2:]


def test_every_test_that_is_named_exists() -> None:
    sources: dict[str, str] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        sources[path.name] = sources.get(path.name, "") + path.read_text(encoding="utf-8")
    found = NAMED.findall(FAIRNESS)
    assert len(found) > 60
    for file, name, parameter in found:
        assert f"def {name}(" in sources[Path(file).name] if name else Path(file).name in sources, (file, name)
        assert not parameter or parameter in ALL_IDS, parameter


def test_every_row_of_the_catalogue_names_its_test() -> None:
    catalogue = rows("The catalogue")
    assert len(catalogue) > 35
    assert all(NAMED.search(row.split("|")[-2]) for row in catalogue)


def test_each_of_twenty_three_invariants_has_a_test_and_a_mutation() -> None:
    invariants = [row.split("|")[1:4] for row in rows("Invariants")]
    assert [int(name.split()[0]) for name, _, _ in invariants] == list(range(1, 24))
    assert all(NAMED.search(test) and NAMED.search(mutation) for _, test, mutation in invariants)


def test_adversaries_have_names_of_their_own() -> None:
    assert len({adversary.kind for adversary in ADVERSARIES}) > 35
    assert len(set(ALL_IDS)) == len(ALL_IDS)
