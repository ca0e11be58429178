"""Records of quick matches, played in this process once for all tests."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from core.bots import BOTS
from core.bridgefront.game import GAME
from net.match import Played, play_local

NAMES = ("Ada", "Ilse", "Marek")


@lru_cache(maxsize=2)
def played(bot: str = "heuristic") -> tuple[Played, tuple[bytes, ...]]:
    """A whole match of three bots, and the digest of the state before its first step and after each."""
    digests: list[bytes] = []

    def note(stepped: Any, state: Any) -> None:
        digests.append(state.digest())

    bots = [BOTS[bot]("replay", seat) for seat in (1, 2, 3)]
    match = play_local(GAME, 3, {"vp_to_win": 5}, "replay", bots, note, NAMES)
    return match, tuple(digests)
