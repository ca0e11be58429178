"""The moment when several players want the same: the table shows who gets it, and who also wanted it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from client.games.bridgefront.event_animations import rivals
from core.games.bridgefront.decisions import CapitalRanking, FactionRanking


def shown(*steps: dict[int, Any]) -> Any:
    """Return an animation whose table has seen these decisions."""
    return SimpleNamespace(shown=SimpleNamespace(decided=dict(enumerate(steps))))


def test_rivals_are_the_seats_with_the_same_first_wish() -> None:
    factions = {1: FactionRanking((3, 1)), 2: FactionRanking((3,)), 3: FactionRanking((1,))}
    capitals = {1: CapitalRanking((0, 2), b""), 2: CapitalRanking((0,), b""), 3: CapitalRanking((0,), b"")}
    table = shown(factions, capitals)
    assert rivals(table, 2, FactionRanking, 3) == [1, 2]
    assert rivals(table, 3, FactionRanking, 1) == [], "nobody else wanted it"
    assert rivals(table, 3, CapitalRanking, 0) == [1, 2, 3]
    assert rivals(table, 3, CapitalRanking, 2) == [], "it got another wish"
    assert rivals(shown(), 1, FactionRanking, 0) == []
