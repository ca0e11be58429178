"""Standing abilities of cards, most of which are Champions.

They are declared here, and the chapters that they affect query them. An ability sets the hooks that it changes. The
battle, the walk and the scoring query every Champion concerned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.games.bridgefront import events, units
from core.games.bridgefront.combat import deaths
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Champion, Mark

if TYPE_CHECKING:
    from core.games.bridgefront.combat.battle import Battle


def is_spent(state: Bridgefront, copy: int) -> bool:
    """Return True if this copy has used its power this round (K15).

    The power counts as used even if the copy was recalled and came back in the meantime.
    """
    return bool(state.marks_of_kind("spent", what=copy))


def spend(state: Bridgefront, champion: Champion) -> None:
    """Mark the Champion's power of this round as used."""
    state.marks.append(Mark("spent", champion.owner, champion.copy))


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """An ability of a card; the default of a hook changes nothing."""

    name: str
    words: str
    crosses_without_bridge: bool = False
    """True if the Champion may step to a neighbouring hex without a Bridge (A24).

    It may not take other units along.
    """
    walks_further_alone: int = 0
    """Number of additional hexes that a stack of this Champion alone may walk."""
    deploys_anywhere_empty: bool = False
    """True if the Champion may be deployed to any hex without units."""
    serves_as_capital: bool = False
    """True if the Champion's hex may be named as the place for everything that deploys into the Capital."""
    mine_gold: int = 0
    """Additional gold from the Mine in its hex."""
    center_vp: int = 0
    """Number of control VP while the Champion is on the Center."""
    board_vp: int = 0
    """Number of control VP while the Champion is on the board."""
    destroys_bridge: bool = False
    """True if the Champion destroys a Bridge that ends in its hex when it is deployed.

    The Bridge is a locked choice of its card.
    """
    sacrifices: int = 0
    """Number of the player's own Champions that must be sacrificed to play the card. All of them die first, and the
    Champion limit does not apply."""
    guards: bool = False
    """True if a Force of its side takes the first hit on a Champion, once in each battle."""
    first_strike: int = 0
    """Damage to an enemy Champion before any dice are rolled.

    It applies in the first battle of the round that has an enemy Champion.
    """
    chosen_hits: int = 0
    """Number of first hits of its side that the player directs, in its first battle of the round."""
    battle_pay: int = 0
    """Gold for each enemy Champion that dies in a battle in which this Champion fights.

    It is also paid in the volley in which this Champion dies.
    """
    death_pay: int = 0
    """Gold for the first time in a round that another Champion dies in its hex."""
    extorts: int = 0
    """Maximum gold that an enemy Champion's player pays if this Champion's hit took its last HP (C5)."""
    drains_owner: bool = False
    """True if its owner loses all mana when this Champion dies.

    A recall or a removal is not a death.
    """
    forces_after_victory: int = 0
    """Number of Forces for its hex each time it survives a battle that its side has won."""
    forces_on_arrival: int = 0
    """Number of Forces for its hex when it has been deployed.

    In its owner's Capital, they count as deployed there (C18).
    """
    loses_gold_when_drawn: bool = False
    """True if drawing the card costs its owner gold and shows the card."""
    rises_when_discarded: bool = False
    """True if the copy's counter rises each time the copy is discarded without having been played."""
    start: Callable[[Bridgefront], int] = lambda state: 0
    """The function that returns the first value of a copy's counter."""
    target: Callable[[Bridgefront, Champion, int], bool] | None = None
    """The test of whether the Champion may use its declared power on the target now.

    The target is 0 if none is named. The test is None for an ability without such a power.
    """
    power: Callable[[Step, Champion, int], None] = lambda step, champion, target: None
    """The function that applies the declared power to a legal target."""
    extra_dice: Callable[[Battle, Champion], int] = lambda battle, champion: 0
    """The function that returns the number of additional dice in this combat round."""
    forces_hit_on: Callable[[Battle, Champion], int] = lambda battle, champion: 2
    """The function that returns the highest die on which Forces of its side hit in this combat round.

    By the rules, it is 2.
    """

    @property
    def is_declared(self) -> bool:
        """True if the ability has a power that is declared with an action, once per round."""
        return self.target is not None

    def text(self) -> str:
        """Return the text of the ability in words."""
        return f"{self.name}: {self.words}" if self.name else self.words

    def on_deployed(self, step: Step, champion: Champion) -> None:
        """Apply the ability's effect on deployment, in addition to the effect of its card."""
        if self.forces_on_arrival:
            units.deploy_forces(step, champion.owner, champion.hex, self.forces_on_arrival)

    def check_target(self, state: Bridgefront, champion: Champion, target: int) -> bool:
        """Return True if the Champion may use its declared power on the target now.

        The target is 0 if none is named.
        """
        return self.target is not None and not is_spent(state, champion.copy) and self.target(state, champion, target)

    def use(self, step: Step, champion: Champion, target: int) -> None:
        """Use the declared power; it counts as used even if the target is lost (8.4)."""
        if is_spent(step.state, champion.copy):
            return
        legal = self.check_target(step.state, champion, target)
        spend(step.state, champion)
        if legal:
            step.emit(events.PowerUsed(champion.owner, champion.copy, target))
            self.power(step, champion, target)


# Cards ----------------------------------------------------------------------------------------------------------------

LOSES_GOLD_WHEN_DRAWN = Ability("", "Each time you draw it you lose 1 gold and show it.", loses_gold_when_drawn=True)
"""Property of the Big VP Gainer: each time its owner draws it, the owner loses 1 gold."""
RISES_WHEN_DISCARDED = Ability(
    "",
    "Its counter starts at 2 and rises by 1 (to at most 10) each time it is discarded without being played.",
    rises_when_discarded=True,
    start=lambda state: 2,
)
RISES_WHEN_PLAYED = Ability(
    "",
    "Its counter starts at 0 and rises by 1 (to at most 10) each time it is played, before anything else.",
    start=lambda state: int(state.option("propaganda_start")),
)

# Faction Champions ----------------------------------------------------------------------------------------------------

BODYGUARD = Ability(
    "Bodyguard",
    "once in each battle it fights, the first hit that would land on a Champion of its side (itself included) lands on "
    "a Force of its side instead.",
    guards=True,
)
"""Ability of the Ironclad Warden.

It needs a Force of its side with HP left. Without one, it is not used up.
"""
ASSASSINS_EDGE = Ability(
    "Assassin's Edge",
    "once per round, automatic, at the start of a battle it fights, ahead of all dice, one enemy Champion there takes "
    "1 damage.",
    first_strike=1,
)
"""Ability of the Shadeblade.

It strikes the enemy Champion with the least HP left. Ties go to the higher bounty, then to chance.
"""
FLIGHT = Ability("Flight", "may step to a neighbouring hex without a Bridge.", crosses_without_bridge=True)
"""Ability of the Skystriker Ace."""
EXTRACTION = Ability("Extraction", "a Mine it stands on pays you 1 gold more at Collection.", mine_gold=1)
"""Ability of the Mine Overseer (F4).

It applies only if gold is taken, in addition to Ore Cut.
"""
ROLLS_FOR_CARDS = Ability(
    "",
    "Rolls 1 extra die per card you have played this round.",
    extra_dice=lambda battle, champion: battle.state.played[champion.owner],
)
"""Ability of the Archivist Prime (F10).

It counts cards that were revealed as played, but not basic actions.
"""
WALKS_FAR_ALONE = Ability(
    "", "When the moved stack is this Champion alone, its path may be 1 hex longer.", walks_further_alone=1
)
"""Ability of the Wormhole Artificer."""

# Market Champions, Age I ----------------------------------------------------------------------------------------------

BRINGS_FORCE = Ability("", "When deployed: put 1 Force into its hex.", forces_on_arrival=1)
"""Ability of the Skirmisher Captain."""
PATHFINDER = Ability("Pathfinder", "may step to a neighbouring hex without a Bridge.", crosses_without_bridge=True)
"""Ability of the Bridge Runner."""
INSPIRES_FORCES = Ability(
    "",
    "While it lives in a battle, your Forces in that hex hit on 1-3.",
    forces_hit_on=lambda battle, champion: 3,
)
"""Ability of the Inspiring Geezer.

It also applies in the combat round in which the Geezer dies.
"""


def _is_own_champion_here(state: Bridgefront, champion: Champion, target: int) -> bool:
    """Return True if the named target is a Champion of the same player in the same hex.

    The target is named when the power is declared.
    """
    hurt = state.champions.get(target)
    return hurt is not None and hurt.owner == champion.owner and hurt.hex == champion.hex


STITCHWORK = Ability(
    "Stitchwork",
    "once per round, declared with an action choice, one of your Champions in its hex, itself allowed, recovers 2 HP.",
    target=_is_own_champion_here,
    power=lambda step, champion, target: units.heal_champion(step, target, 2),
)
"""Ability of the Field Surgeon."""
CONTRACT_PAY = Ability(
    "Contract Pay", "each enemy Champion that dies in a battle it fights gives you 1 gold.", battle_pay=1
)
"""Ability of the Bounty Hunter."""
ROLLS_MORE_UNOPPOSED = Ability(
    "",
    "Rolls 3 dice instead of 1 in each combat round in which no enemy Champion stands in its hex.",
    extra_dice=lambda battle, champion: 0 if battle.enemy_champions(champion.owner) else 2,
)
"""Ability of the Brute, checked at the start of each combat round."""
DRAINS_OWNER = Ability("", "The moment it dies, the mana of its owner drops to 0.", drains_owner=True)
"""Ability of the Traitor."""

# Market Champions, Age II ---------------------------------------------------------------------------------------------

AMBUSH = Ability(
    "",
    "May be deployed to any hex of the board without units, in addition to the usual places.",
    deploys_anywhere_empty=True,
)
"""Ability of the Guerilla Native Mercenary."""
EXTORT = Ability(
    "Extort",
    "when a hit rolled by it takes the last HP of an enemy Champion, that Champion's player hands you up to 2 gold.",
    extorts=2,
)
"""Ability of the Tax Reaver."""
DESTROYS_BRIDGE = Ability("", "When deployed: destroy 1 Bridge that ends in its hex.", destroys_bridge=True)
"""Ability of the Siege Engineer."""
ROLLS_MORE_OPPOSED = Ability(
    "",
    "Rolls 1 die more in each combat round in which an enemy Champion is in its battle.",
    extra_dice=lambda battle, champion: 1 if battle.enemy_champions(champion.owner) else 0,
)
"""Ability of the Duelist Exemplar."""
ROLLS_MORE_WITHOUT_FORCES = Ability(
    "",
    "Rolls 3 dice more in each combat round in which no Force of its side is in its hex.",
    extra_dice=lambda battle, champion: 0 if battle.forces(champion.owner) else 3,
)
"""Ability of the Lone Wolf.

Other Champions of its side do not matter.
"""
SACRIFICES_CHAMPIONS = Ability(
    "",
    "Playable only while you control 3 or more Champions. On resolution all of them die first, then it is deployed. "
    "The Champion limit does not count.",
    sacrifices=3,
)
"""Ability of Exodia."""
CAPTURES = Ability(
    "", "Each time it survives a battle its side has won, put 1 Force into its hex.", forces_after_victory=1
)
"""Ability of the Capturer."""

# Market and power Champions, Age III ----------------------------------------------------------------------------------

SERVES_AS_CAPITAL = Ability(
    "", "Whatever you may deploy into your Capital you may deploy into its hex instead.", serves_as_capital=True
)
"""Ability of the Logistics Officer (F3).

It applies to deployments and to Home Guard, but not to winning, healing or lifts.
"""
CENTER_BANNER = Ability("", "Worth 1 control VP at Scoring while it stands on the Center.", center_vp=1)
"""Ability of the Center Bannerman, in addition to the VP for the Center itself (L10)."""
BANNER = Ability("", "Worth 1 control VP at Scoring while it is on the board.", board_vp=1)
"""Ability of the Bannerman (L10)."""
BLOOD_LEDGER = Ability(
    "Blood Ledger",
    "the first time in a round another Champion, of any side, dies in its hex, take 2 gold.",
    death_pay=2,
)
"""Ability of the Blood Banker.

It also pays if the Blood Banker dies in the same volley. Its own death does not count.
"""


def _strike_around(step: Step, champion: Champion, target: int) -> None:
    state = step.state
    around = state.grid.neighbours[champion.hex]
    struck = [(c.copy, 1) for c in state.champions.values() if c.hex in around and c.owner != champion.owner]
    deaths.damage_champions(step, struck, champion.owner)


TEMPEST = Ability(
    "Tempest",
    "once per round, declared with an action choice, all enemy Champions in neighbouring hexes take 1 damage.",
    target=lambda state, champion, target: target == 0,
    power=_strike_around,
)
"""Ability of the Stormcaller.

It is an ability and not a card, so Ward and Immunity Field do not protect against it.
"""
TACTICAL_HAND = Ability(
    "Tactical Hand",
    "once per round, automatic, in its first battle of the round the first 3 hits of your side go where you want.",
    chosen_hits=3,
)
"""Ability of the Grand Strategist, which follows the standing target order (C10)."""


def _siege_dice(battle: Battle, champion: Champion) -> int:
    return 3 if battle.siege and battle.combat_round == 1 else 2


BREACH = Ability("Breach", "in a siege it fights, your Forces hit on 1-3 in combat round 1.", forces_hit_on=_siege_dice)
"""Ability of the Capital Breaker.

It applies in every combat round, also when the Champion defends its own Capital.
"""
