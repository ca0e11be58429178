"""Standing abilities of cards (mostly Champions): declared here, queried by the chapters where they matter.

An ability overrides the hooks that it changes; the battle, the walk and the scoring ask every Champion concerned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from core.bridgefront.state import Bridgefront, Champion

if TYPE_CHECKING:
    from core.bridgefront.battle import Battle


@dataclass(frozen=True)
class Ability:
    """One ability. A hook's default changes nothing."""

    name: ClassVar[str] = ""
    words: ClassVar[str] = ""
    crosses_without_bridge: ClassVar[bool] = False
    """May step to a neighbouring hex without a Bridge."""
    walks_further_alone: ClassVar[int] = 0
    """Hexes more for a stack of this Champion alone."""
    deploys_anywhere_empty: ClassVar[bool] = False
    """May be deployed to any hex without units."""
    serves_as_capital: ClassVar[bool] = False
    """Its hex may be named for whatever deploys into the Capital."""
    mine_gold: ClassVar[int] = 0
    """Gold more from the Mine it stands on."""
    center_vp: ClassVar[int] = 0
    """Control VP while it stands on the Center."""
    board_vp: ClassVar[int] = 0
    """Control VP while it is on the board."""

    def text(self) -> str:
        """The ability in words."""
        return f"{self.name}: {self.words}" if self.name else self.words

    def start(self, state: Bridgefront) -> int:
        """First value of a copy's counter."""
        return 0

    def extra_dice(self, battle: Battle, champion: Champion) -> int:
        """Dice more in this combat round."""
        return 0

    def forces_hit_on(self, battle: Battle, champion: Champion) -> int:
        """The highest die on which Forces of its side hit in this combat round; 2 is the rule."""
        return 2


# Cards ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LosesGoldWhenDrawn(Ability):
    """Drawing it costs gold and shows it (Big VP Gainer)."""

    words = "Each time you draw it you lose 1 gold and show it."


@dataclass(frozen=True)
class RisesWhenDiscarded(Ability):
    """The copy's counter rises each time it goes to the discard pile without having been played."""

    first: int = 2
    words = "Its counter starts at 2 and rises by 1 (to at most 10) each time it is discarded without being played."

    def start(self, state: Bridgefront) -> int:
        return self.first


@dataclass(frozen=True)
class RisesWhenPlayed(Ability):
    """The copy's counter rises each time it is played (option propaganda_start)."""

    words = "Its counter starts at 0 and rises by 1 (to at most 10) each time it is played, before anything else."

    def start(self, state: Bridgefront) -> int:
        return int(state.option("propaganda_start"))
