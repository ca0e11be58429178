"""scripts/mutations.toml: each mutation still finds the text that it changes, and its tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from typing import Any

import pytest

from tests.support import programs
from tests.support.scripts import ROOT

MUTATIONS: list[dict[str, Any]] = tomllib.loads((ROOT / "scripts" / "mutations.toml").read_text(encoding="utf-8"))[
    "mutation"
]


@pytest.mark.parametrize("file", sorted({one["file"] for one in MUTATIONS}))
def test_every_mutation_finds_its_text_exactly_once(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    found = {one["name"]: text.count(one["old"]) for one in MUTATIONS if one["file"] == file}
    assert found == dict.fromkeys(found, 1)


def test_every_mutation_changes_code_and_names_existing_tests() -> None:
    for one in MUTATIONS:
        assert one["old"] != one["new"], one["name"]
        for test in one["tests"]:
            path, _, function = test.partition("::")
            assert (ROOT / path).exists(), test
            if function:
                assert f"def {function.partition('[')[0]}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_cases_named_by_mutations_exist_in_a_long_run() -> None:
    """A mutation may name one case of a test; pytest finds nothing if the name of the case has changed."""
    cases = sorted({test for one in MUTATIONS for test in one["tests"] if "[" in test})
    cases = [test for test in cases if not programs.ignores(ROOT / test.partition("::")[0], ROOT)]
    command = [sys.executable, "-P", "-m", "pytest", "--collect-only", "-q", "-n0", "-p", "no:cacheprovider", *cases]
    around = {**os.environ, "TETHER_LONG": "1"}
    done = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=False)
    assert cases and done.returncode == 0, done.stdout + done.stderr


def test_mutation_names_are_unique() -> None:
    names = [one["name"] for one in MUTATIONS]
    assert len(names) == len(set(names))
