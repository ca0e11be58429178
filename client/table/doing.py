"""What a seat is doing, as far as the table can tell without knowing the game."""

from __future__ import annotations

from client.table.prompt import clock
from client.table.sight import Sight
from client.table.trouble import SLOW, link_words

Doing = tuple[str, str, str]
"""Icon, words, colour."""


def doing(sight: Sight, seat: int, turn: str = "your turn") -> Doing | None:
    """What is wrong with the way to the seat, or that it chooses; None if there is nothing to say."""
    trouble = link_words(sight.now, seat)
    if trouble:
        return ("away" if seat in sight.now.away else "no link"), trouble, "warn"
    if seat == sight.own and sight.asked:
        return ("locked", "locked in", "good") if sight.locked else ("planning", turn, "warn")
    if seat in sight.owed and seat != sight.names.own:
        waited = next((owed.seconds for owed in sight.now.awaited if owed.seat == seat), 0)
        return "thinking", f"choosing {clock(waited)}" if waited >= SLOW else "choosing", "muted"
    return None
