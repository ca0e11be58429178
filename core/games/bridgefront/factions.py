"""The six factions (rules part 13).

Their passives are declared here and queried where they matter. A passive sets the hooks that it changes. The rest of
the rules never asks for a faction by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.games.bridgefront.combat.battle import Battle
    from core.games.bridgefront.state import Bridgefront


def _is_never_met(battle: Battle, seat: int) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Passive:
    """A passive of a faction: its name, its text and the hooks that it changes.

    The text has hooks in braces: "{bounty_bonus}". The default of a hook changes nothing.
    """

    name: str
    template: str
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
    hits_on: int = 0
    """The highest die on which the seat's Forces hit while `hits_when` is true; 0 if there is no such time."""
    hits_when: Callable[[Battle, int], bool] = _is_never_met
    """The test of whether `hits_on` applies in this combat round."""

    @property
    def words(self) -> str:
        """The text of the passive."""
        numbers = {hook: getattr(self, hook) for hook in HOOKS}
        plurals = {
            "more_hexes": "" if self.first_walk_bonus == 1 else "es",
            "capital_vp": 1 + self.conquest_vp,
            "more_cards": "" if self.mulligan == 1 else "s",
        }
        return self.template.format_map(numbers | plurals)

    def forces_hit_on(self, battle: Battle, seat: int) -> int:
        """Return the highest die on which the seat's Forces hit in this combat round by this passive, or 0."""
        return self.hits_on if self.hits_on and self.hits_when(battle, seat) else 0


HOOKS = tuple(hook.name for hook in fields(Passive) if isinstance(hook.default, int))
"""The hooks of passives that have numbers."""


def defends_first(battle: Battle, seat: int) -> bool:
    """Return True if the seat defends in combat round 1."""
    return seat == battle.defender and battle.combat_round == 1


def defends_a_mine(battle: Battle, seat: int) -> bool:
    """Return True if the seat defends a Mine."""
    return seat == battle.defender and battle.hex in battle.state.mines


def enters_a_capital(battle: Battle, seat: int) -> bool:
    """Return True if the battle is in an enemy Capital."""
    return battle.state.capital_owner(battle.hex) not in (0, seat)


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction: its word in options and records, its name on screen, and its passives."""

    code: str
    name: str
    passives: tuple[Passive, ...]


LEADBOUND = (
    Passive(
        "Shield Wall",
        "Defending, your Forces hit on 1-{hits_on} in combat round 1.",
        hits_on=3,
        hits_when=defends_first,
    ),
    Passive("Home Guard", "Whatever deploys a Force into your Capital deploys {capital_bonus} more.", capital_bonus=1),
)
VIRTUOUS = (
    Passive("Contracts", "+{bounty_bonus} gold with each bounty.", bounty_bonus=2, wins_over=True),
    Passive(
        "Clean Exit",
        "After a battle each of your surviving Champions in it recovers {heals_after_battle} HP.",
        heals_after_battle=1,
    ),
)
VAPOURBORN_PASSIVES = (
    Passive(
        "Tailwind",
        "Your first walk of a round may be {first_walk_bonus} hex{more_hexes} longer.",
        first_walk_bonus=1,
    ),
    Passive("Wings", "While you occupy the Center it serves as your Capital for deploying.", center_is_capital=True),
)
REFINER_PASSIVES = (
    Passive("Ore Cut", "+{mine_gold} gold from each Mine that pays you.", mine_gold=1),
    Passive(
        "Mine Militia",
        "Defending on a Mine, your Forces hit on 1-{hits_on}.",
        hits_on=3,
        hits_when=defends_a_mine,
    ),
    Passive("Deep Tunnels", "Mines you occupy are one step apart for your walks.", tunnels=True),
)
CIPHER_PASSIVES = (
    Passive("Quiet Study", "At Reset discard up to {mulligan} card{more_cards}, then draw as many.", mulligan=2),
    Passive("Wider Choice", "Where you pick from turned-up cards you see {wider_choice} more.", wider_choice=1),
)
GATEWRIGHT_PASSIVES = (
    Passive(
        "Extortionists", "Winning a battle takes up to {takes_from_loser} gold from the loser.", takes_from_loser=2
    ),
    Passive("Breakers", "Your Forces hit on 1-{hits_on} in an enemy Capital.", hits_on=3, hits_when=enters_a_capital),
    Passive("Conquerors", "An enemy Capital is worth {capital_vp} control VP to you.", conquest_vp=1),
)

FACTIONS = (
    Faction("leadbound", "Leadbound", LEADBOUND),
    Faction("virtuous", "The Virtuous Court", VIRTUOUS),
    Faction("vapourborn", "Vapourborn", VAPOURBORN_PASSIVES),
    Faction("refiner", "Refiners", REFINER_PASSIVES),
    Faction("cipher", "Ciphers", CIPHER_PASSIVES),
    Faction("gatewright", "Gatewrights", GATEWRIGHT_PASSIVES),
)
"""The printed factions."""
CODES = tuple(faction.code for faction in FACTIONS)


def passives_of(state: Bridgefront, seat: int) -> tuple[Passive, ...]:
    """Return the passives of the seat's faction."""
    return state.rules.factions[state.faction[seat]].passives


def passive_bonus(state: Bridgefront, seat: int, hook: str) -> int:
    """Return the sum of the values that the seat's passives have for one hook, such as "mine_gold"."""
    return state.rules.bonuses[state.faction[seat]][hook]
