"""Every event has its picture."""

from __future__ import annotations

import inspect
from typing import Any, cast

from client.bridgefront.reveal import ON_BOARD
from client.bridgefront.shots import SHOWS
from client.bridgefront.stage import Sealed
from core.bridgefront import events


def test_every_class_of_events_is_shown() -> None:
    kinds = {kind for _, kind in inspect.getmembers(events, inspect.isclass) if hasattr(kind, "_fields")}
    assert set(SHOWS) == kinds
    assert set(ON_BOARD) <= kinds


def test_a_card_that_goes_without_bids_lights_nobodys_bid() -> None:
    bids = Sealed(cast(Any, None), cast(Any, None))
    bids.show(7, ((1, "buy", 2, False), (2, "pass", 0, False)))
    bids.won(7, 1)
    assert bids.visible and bids.winner == 1
    bids.won(8, 2)
    assert not bids.visible and bids.winner == 1
