"""The six factions (rules part 13).

Their passives are declared here and queried where they matter. A passive sets the hooks that it changes. The rest of
the rules never asks for a faction by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from core.games.bridgefront.state import Bridgefront

if TYPE_CHECKING:
    from core.games.bridgefront.combat.battle import Battle


@dataclass(frozen=True, slots=True, eq=False)
class Passive:
    """A passive of a faction: its name, its text and the hooks that it changes.

    The default of a hook changes nothing.
    """

    name: str
    words: str
    capital_bonus: int = 0
    """Number of Forces that are added once to each play that deploys into the seat's Capital."""
    bounty_bonus: int = 0
    """Additional gold with each bounty."""
    wins_over: bool = False
    """True if the seat may win over an enemy Champion whose bounty it earns.

    This requires option virtuous_steal = passive.
    """
    heals_after_battle: int = 0
    """Number of HP that each of the seat's surviving Champions recovers after a battle."""
    first_walk_bonus: int = 0
    """Number of additional hexes for the first walk of a round."""
    center_is_capital: bool = False
    """True if an occupied Center serves as the Capital for deploying."""
    mine_gold: int = 0
    """Additional gold from each Mine that pays the seat."""
    tunnels: bool = False
    """True if the Mines that the seat occupies are one step apart from each other."""
    mulligan: int = 0
    """Number of cards that the seat may exchange at Reset."""
    wider_choice: int = 0
    """Number of additional cards in every offer from which the seat chooses."""
    takes_from_loser: int = 0
    """Maximum gold that the seat takes from the loser of each battle that it wins."""
    conquest_vp: int = 0
    """Additional control VP for each enemy Capital."""
    forces_hit_on: Callable[[Battle, int], int] = lambda battle, seat: 2
    """The function that returns the highest die on which the seat's Forces hit in this combat round.

    By the rules, it is 2.
    """


def _first_defence(battle: Battle, seat: int) -> int:
    return 3 if seat == battle.defender and battle.combat_round == 1 else 2


def _defence_of_mines(battle: Battle, seat: int) -> int:
    return 3 if seat == battle.defender and battle.hex in battle.state.mines else 2


def _enemy_capitals(battle: Battle, seat: int) -> int:
    return 3 if battle.state.capital_owner(battle.hex) not in (0, seat) else 2


SHIELD_WALL = Passive(
    "Shield Wall", "Defending, your Forces hit on 1-3 in combat round 1.", forces_hit_on=_first_defence
)
MINE_MILITIA = Passive("Mine Militia", "Defending on a Mine, your Forces hit on 1-3.", forces_hit_on=_defence_of_mines)
BREAKERS_PASSIVE = Passive("Breakers", "Your Forces hit on 1-3 in an enemy Capital.", forces_hit_on=_enemy_capitals)


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction: its word in options and records, its name on screen, and its passives."""

    code: str
    name: str
    passives: tuple[Passive, ...]


LEADBOUND = (
    SHIELD_WALL,
    Passive("Home Guard", "Whatever deploys a Force into your Capital deploys 1 more.", capital_bonus=1),
)
VIRTUOUS = (
    Passive("Contracts", "+2 gold with each bounty.", bounty_bonus=2, wins_over=True),
    Passive("Clean Exit", "After a battle each of your surviving Champions in it recovers 1 HP.", heals_after_battle=1),
)
VAPOURBORN_PASSIVES = (
    Passive("Tailwind", "Your first walk of a round may be 1 hex longer.", first_walk_bonus=1),
    Passive("Wings", "While you occupy the Center it serves as your Capital for deploying.", center_is_capital=True),
)
REFINER_PASSIVES = (
    Passive("Ore Cut", "+1 gold from each Mine that pays you.", mine_gold=1),
    MINE_MILITIA,
    Passive("Deep Tunnels", "Mines you occupy are one step apart for your walks.", tunnels=True),
)
CIPHER_PASSIVES = (
    Passive("Quiet Study", "At Reset discard up to 2 cards, then draw as many.", mulligan=2),
    Passive("Wider Choice", "Where you pick from turned-up cards you see 1 more.", wider_choice=1),
)
GATEWRIGHT_PASSIVES = (
    Passive("Extortionists", "Winning a battle takes up to 2 gold from the loser.", takes_from_loser=2),
    BREAKERS_PASSIVE,
    Passive("Conquerors", "An enemy Capital is worth 2 control VP to you.", conquest_vp=1),
)

FACTIONS = (
    Faction("leadbound", "Leadbound", LEADBOUND),
    Faction("virtuous", "The Virtuous Court", VIRTUOUS),
    Faction("vapourborn", "Vapourborn", VAPOURBORN_PASSIVES),
    Faction("refiner", "Refiners", REFINER_PASSIVES),
    Faction("cipher", "Ciphers", CIPHER_PASSIVES),
    Faction("gatewright", "Gatewrights", GATEWRIGHT_PASSIVES),
)
CODES = tuple(faction.code for faction in FACTIONS)


_PASSIVE_HOOKS = [hook.name for hook in fields(Passive) if isinstance(hook.default, int)]
FACTION_BONUSES: tuple[dict[str, int], ...] = tuple(
    {hook: sum(getattr(p, hook) for p in f.passives) for hook in _PASSIVE_HOOKS} for f in FACTIONS
)
"""The sum of the values of each faction's passives, by hook."""


def passives(state: Bridgefront, seat: int) -> tuple[Passive, ...]:
    """Return the passives of the seat's faction."""
    return FACTIONS[state.faction[seat]].passives


def bonus(state: Bridgefront, seat: int, hook: str) -> int:
    """Return the sum of the values that the seat's passives have for one hook, such as "mine_gold"."""
    return FACTION_BONUSES[state.faction[seat]][hook]
