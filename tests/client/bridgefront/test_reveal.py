"""Every event has its picture."""

from __future__ import annotations

import inspect

from client.bridgefront.shots import SHOWS
from client.bridgefront.story import CHANGES
from core.bridgefront import events


def test_every_class_of_events_is_shown() -> None:
    kinds = {kind for _, kind in inspect.getmembers(events, inspect.isclass) if kind.__module__ == events.__name__}
    assert set(SHOWS) == kinds
    assert set(CHANGES) <= kinds
