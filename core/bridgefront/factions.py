"""The six factions (rules part 13): passives declared here, queried where they matter.

A passive overrides the hooks that it changes; the rest of the rules never asks for a faction by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from core.bridgefront.state import Bridgefront

if TYPE_CHECKING:
    from core.bridgefront.battle import Battle


@dataclass(frozen=True, slots=True)
class Passive:
    """One passive: its name, its words and what it changes. A hook's default changes nothing."""

    name: ClassVar[str] = ""
    words: ClassVar[str] = ""
    capital_bonus: ClassVar[int] = 0
    """Forces added once to each play that deploys into the own Capital."""
    bounty_bonus: ClassVar[int] = 0
    """Gold more with each bounty."""
    wins_over: ClassVar[bool] = False
    """Whether an enemy Champion whose bounty it earns may be won over (option virtuous_steal = passive)."""
    heals_after_battle: ClassVar[int] = 0
    """HP that each own surviving Champion of a battle recovers."""
    first_walk_bonus: ClassVar[int] = 0
    """Hexes more for the first walk of a round."""
    center_is_capital: ClassVar[bool] = False
    """Whether an occupied Center serves as the Capital for deploying."""
    mine_gold: ClassVar[int] = 0
    """Gold more from each Mine that pays."""
    tunnels: ClassVar[bool] = False
    """Whether occupied Mines are one step apart."""
    mulligan: ClassVar[int] = 0
    """Cards that may be exchanged at Reset."""
    wider_choice: ClassVar[int] = 0
    """Cards more in every offer to choose from."""
    takes_from_loser: ClassVar[int] = 0
    """Gold taken from the loser of each battle won, at most."""
    conquest_vp: ClassVar[int] = 0
    """Control VP more for each enemy Capital."""

    def forces_hit_on(self, battle: Battle, seat: int) -> int:
        """The highest die on which the seat's Forces hit in this combat round; 2 is the rule."""
        return 2


class ShieldWall(Passive):
    name = "Shield Wall"
    words = "Defending, your Forces hit on 1-3 in combat round 1."

    def forces_hit_on(self, battle: Battle, seat: int) -> int:
        return 3 if seat == battle.defender and battle.combat_round == 1 else 2


class HomeGuard(Passive):
    name = "Home Guard"
    words = "Whatever deploys a Force into your Capital deploys 1 more."
    capital_bonus = 1


class Contracts(Passive):
    name = "Contracts"
    words = "+2 gold with each bounty."
    bounty_bonus = 2
    wins_over = True


class CleanExit(Passive):
    name = "Clean Exit"
    words = "After a battle each of your surviving Champions in it recovers 1 HP."
    heals_after_battle = 1


class Tailwind(Passive):
    name = "Tailwind"
    words = "Your first walk of a round may be 1 hex longer."
    first_walk_bonus = 1


class Wings(Passive):
    name = "Wings"
    words = "While you occupy the Center it serves as your Capital for deploying."
    center_is_capital = True


class OreCut(Passive):
    name = "Ore Cut"
    words = "+1 gold from each Mine that pays you."
    mine_gold = 1


class MineMilitia(Passive):
    name = "Mine Militia"
    words = "Defending on a Mine, your Forces hit on 1-3."

    def forces_hit_on(self, battle: Battle, seat: int) -> int:
        return 3 if seat == battle.defender and battle.hex in battle.state.mines else 2


class DeepTunnels(Passive):
    name = "Deep Tunnels"
    words = "Mines you occupy are one step apart for your walks."
    tunnels = True


class QuietStudy(Passive):
    name = "Quiet Study"
    words = "At Reset discard up to 2 cards, then draw as many."
    mulligan = 2


class WiderChoice(Passive):
    name = "Wider Choice"
    words = "Where you pick from turned-up cards you see 1 more."
    wider_choice = 1


class Extortionists(Passive):
    name = "Extortionists"
    words = "Winning a battle takes up to 2 gold from the loser."
    takes_from_loser = 2


class Breakers(Passive):
    name = "Breakers"
    words = "Your Forces hit on 1-3 in an enemy Capital."

    def forces_hit_on(self, battle: Battle, seat: int) -> int:
        return 3 if battle.state.capital_owner(battle.hex) not in (0, seat) else 2


class Conquerors(Passive):
    name = "Conquerors"
    words = "An enemy Capital is worth 2 control VP to you."
    conquest_vp = 1


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction: its word in options and records, its name on screen, its passives."""

    code: str
    name: str
    passives: tuple[Passive, ...]


FACTIONS = (
    Faction("leadbound", "Leadbound", (ShieldWall(), HomeGuard())),
    Faction("virtuous", "The Virtuous Court", (Contracts(), CleanExit())),
    Faction("vapourborn", "Vapourborn", (Tailwind(), Wings())),
    Faction("refiner", "Refiners", (OreCut(), MineMilitia(), DeepTunnels())),
    Faction("cipher", "Ciphers", (QuietStudy(), WiderChoice())),
    Faction("gatewright", "Gatewrights", (Extortionists(), Breakers(), Conquerors())),
)
CODES = tuple(faction.code for faction in FACTIONS)


_HOOKS = [name for name, default in vars(Passive).items() if isinstance(default, int)]
BONUSES: tuple[dict[str, int], ...] = tuple(
    {hook: sum(getattr(p, hook) for p in f.passives) for hook in _HOOKS} for f in FACTIONS
)
"""For each faction what its passives add up to, by hook."""


def passives(state: Bridgefront, seat: int) -> tuple[Passive, ...]:
    """The passives of the seat's faction."""
    return FACTIONS[state.faction[seat]].passives


def bonus(state: Bridgefront, seat: int, hook: str) -> int:
    """What the seat's passives add up to in one numeric hook, for instance "mine_gold"."""
    return BONUSES[state.faction[seat]][hook]
