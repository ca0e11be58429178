"""Records of quick matches, played once in this process for all tests."""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Any

from core.bots.registry import BOTS
from core.engine.game import any_game
from core.games.bridgefront.events import BattleBegan
from core.games.bridgefront.game import GAME
from net.match.events import StepResolved
from net.session.runner import LocalOutcome, play_local

NAMES = ("Ada", "Ilse", "Marek")


@lru_cache(maxsize=2)
def played(bot: str = "heuristic") -> tuple[LocalOutcome, tuple[bytes, ...]]:
    """Return a match of three bots with a battle, and the state digests before and after each step.

    Dice depend on the rules files too, so seeds are tried until a match has a battle.
    """
    for number in count():
        digests, battles, match = _played(bot, f"replay {number}")
        if battles:
            return match, digests
    raise AssertionError("no match has a battle")


def _played(bot: str, seed: str) -> tuple[tuple[bytes, ...], int, LocalOutcome]:
    digests: list[bytes] = []
    events: list[Any] = []

    def note(stepped: StepResolved, state: Any) -> None:
        digests.append(state.digest())
        events.extend(stepped.events)

    bots = [BOTS[bot]("replay", seat) for seat in (1, 2, 3)]
    match = play_local(any_game(GAME), 3, {"vp_to_win": 5}, seed, bots, note, NAMES)
    return tuple(digests), sum(isinstance(event, BattleBegan) for event in events), match
