"""Shared fixtures of the room tests."""

from __future__ import annotations

from functools import lru_cache

import pytest

from lobby.room import members
from lobby.room.signed_records import read_record


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache parsed records, so that peers read each one once."""
    monkeypatch.setattr(members, "read_record", lru_cache(maxsize=4096)(read_record))
