"""The bytes on the wire: every datagram of seeded matches, rooms and tournaments is what it was."""

from __future__ import annotations

import json

import pytest

from tests.support.wire import PATH, SCENARIOS, digest

KNOWN = json.loads(PATH.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_datagram_is_unchanged(name: str) -> None:
    """`python -m tests.support.wire` rewrites the digests, if the wire has changed on purpose."""
    assert digest(name) == KNOWN[name]
