"""The bytes on the wire: every datagram of seeded matches, rooms and tournaments is unchanged."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.support.sources import ROOT
from tests.support.wire import PATH, SCENARIOS

KNOWN = json.loads(PATH.read_text(encoding="utf-8"))
PRINT = """
import json
from tests.support.wire import SCENARIOS, digest
print(json.dumps({name: digest(name) for name in SCENARIOS}))
"""


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    """Return the digests of all scenarios, from a fresh process.

    The timing of a busy process can change when something is sent.
    """
    done = subprocess.run([sys.executable, "-c", PRINT], cwd=ROOT, capture_output=True, text=True, check=True)
    digests: dict[str, str] = json.loads(done.stdout)
    return digests


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_datagram_is_unchanged(name: str, found: dict[str, str]) -> None:
    """If the wire was changed on purpose, `python -m tests.support.wire` rewrites the digests."""
    assert found[name] == KNOWN[name]
