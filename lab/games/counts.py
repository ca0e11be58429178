"""What is counted of a match beside its result: one class for each game that has more to count than rounds and points.

Counts are whole numbers by name, for each seat; `cards` counts by a card's name how often a seat gained and played it;
`places` counts what happened where on the board.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.hidden.secrets import Secrets
from lab.games.ambition.counts import AmbitionCount
from lab.games.bridgefront.counts import BridgefrontCount
from lab.games.cabinet.counts import CabinetCount
from lab.games.common_counts import Count
from lab.games.midnight.counts import MidnightCount
from lab.games.outposts.counts import OutpostsCount

COUNTS: dict[str, type[Count]] = {
    "bridgefront": BridgefrontCount,
    "midnight": MidnightCount,
    "cabinet": CabinetCount,
    "outposts": OutpostsCount,
    "ambition": AmbitionCount,
}


def counting(game: str, seats: int, secrets: Mapping[int, Secrets]) -> Count:
    """What counts a match of the game, whose seats know this."""
    return COUNTS.get(game, Count)(seats, secrets)
