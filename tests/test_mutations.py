"""scripts/mutations.toml: every break still finds the text that it breaks, and its tests."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.support.scripts import ROOT

MUTATIONS: list[dict[str, Any]] = tomllib.loads((ROOT / "scripts" / "mutations.toml").read_text(encoding="utf-8"))[
    "mutation"
]


@pytest.mark.parametrize("file", sorted({one["file"] for one in MUTATIONS}))
def test_every_break_finds_its_text_exactly_once(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    found = {one["name"]: text.count(one["old"]) for one in MUTATIONS if one["file"] == file}
    assert found == dict.fromkeys(found, 1)


def test_every_break_changes_something_and_names_tests_that_are_there() -> None:
    for one in MUTATIONS:
        assert one["old"] != one["new"], one["name"]
        for test in one["tests"]:
            path, _, function = test.partition("::")
            assert (ROOT / path).exists(), test
            if function:
                assert f"def {function.partition('[')[0]}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_names_are_given_once() -> None:
    names = [one["name"] for one in MUTATIONS]
    assert len(names) == len(set(names))
