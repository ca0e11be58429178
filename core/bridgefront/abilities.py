"""Standing abilities of cards (mostly Champions): declared here, queried by the chapters where they matter.

An ability overrides the hooks that it changes; the battle, the walk and the scoring ask every Champion concerned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from core.bridgefront import deaths, events, units
from core.bridgefront.rules import Step
from core.bridgefront.state import Bridgefront, Champion, Mark

if TYPE_CHECKING:
    from core.bridgefront.battle import Battle


def spent(state: Bridgefront, copy: int) -> bool:
    """Whether this copy has used its power this round, also if it was recalled and came back meanwhile (K15)."""
    return bool(state.marked("spent", what=copy))


def spend(state: Bridgefront, champion: Champion) -> None:
    """The Champion's power of this round is used."""
    state.marks.append(Mark("spent", champion.owner, champion.copy))


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
    destroys_bridge: ClassVar[bool] = False
    """Deployed, it destroys a Bridge that ends in its hex."""
    sacrifices: ClassVar[int] = 0
    """Playable only with this many own Champions, all of which die first; the Champion limit does not count."""
    guards: ClassVar[bool] = False
    """Once in each battle a Force of its side takes the first hit meant for a Champion."""
    first_strike: ClassVar[int] = 0
    """Damage to an enemy Champion ahead of all dice, in the first battle of the round that has one."""
    chosen_hits: ClassVar[int] = 0
    """The first hits of its side go where its player wants, in its first battle of the round."""
    battle_pay: ClassVar[int] = 0
    """Gold for each enemy Champion that dies in a battle it fights."""
    death_pay: ClassVar[int] = 0
    """Gold the first time in a round that another Champion dies in its hex."""
    extorts: ClassVar[int] = 0
    """Gold, at most, that the player of a Champion hands over whose last HP a hit rolled by this one took."""
    drains_owner: ClassVar[bool] = False
    """Dying, it takes its owner's mana with it."""
    forces_after_victory: ClassVar[int] = 0
    """Forces for its hex each time it survives a battle that its side has won."""
    declared: ClassVar[bool] = False
    """Whether it has a power that is declared with an action choice, once per round."""

    def text(self) -> str:
        """The ability in words."""
        return f"{self.name}: {self.words}" if self.name else self.words

    def start(self, state: Bridgefront) -> int:
        """First value of a copy's counter."""
        return 0

    def deployed(self, step: Step, champion: Champion) -> None:
        """What happens when it has been deployed, over and above what its card's effect does."""

    def check_target(self, state: Bridgefront, champion: Champion, target: int) -> bool:
        """Whether the Champion may use its declared power on the target now (0 where none is named)."""
        return False

    def use(self, step: Step, champion: Champion, target: int) -> None:
        """Uses the declared power; it counts as used even if the target is lost (8.4)."""
        if spent(step.state, champion.copy):
            return
        legal = self.check_target(step.state, champion, target)
        spend(step.state, champion)
        if legal:
            step.say(events.PowerUsed(champion.owner, champion.copy, target))
            self.power(step, champion, target)

    def power(self, step: Step, champion: Champion, target: int) -> None:
        """What the declared power does to a legal target."""

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


# Faction Champions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bodyguard(Ability):
    """Ironclad Warden: needs a Force of its side with HP left; without one it is not used up."""

    name = "Bodyguard"
    words = (
        "once in each battle it fights, the first hit that would land on a Champion of its side (itself included) "
        "lands on a Force of its side instead."
    )
    guards = True


@dataclass(frozen=True)
class AssassinsEdge(Ability):
    """Shadeblade: the enemy Champion with least HP left, then the higher bounty, then chance."""

    name = "Assassin's Edge"
    words = (
        "once per round, automatic, at the start of a battle it fights, ahead of all dice, one enemy Champion there "
        "takes 1 damage."
    )
    first_strike = 1


@dataclass(frozen=True)
class Flight(Ability):
    """Skystriker Ace: it carries nobody (A24)."""

    name = "Flight"
    words = "may step to a neighbouring hex without a Bridge."
    crosses_without_bridge = True


@dataclass(frozen=True)
class Extraction(Ability):
    """Mine Overseer: only with gold taken, on top of Ore Cut (F4)."""

    name = "Extraction"
    words = "a Mine it stands on pays you 1 gold more at Collection."
    mine_gold = 1


@dataclass(frozen=True)
class RollsForCardsPlayed(Ability):
    """Archivist Prime: cards revealed as played, not basic actions (F10)."""

    words = "Rolls 1 extra die per card you have played this round."

    def extra_dice(self, battle: Battle, champion: Champion) -> int:
        return battle.state.played[champion.owner]


@dataclass(frozen=True)
class WalksFarAlone(Ability):
    """Wormhole Artificer."""

    words = "When the moved stack is this Champion alone, its path may be 1 hex longer."
    walks_further_alone = 1


# Market Champions, Age I ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BringsForce(Ability):
    """Skirmisher Captain; in its owner's Capital it counts as deploying Forces there (Home Guard, C18)."""

    words = "When deployed: put 1 Force into its hex."

    def deployed(self, step: Step, champion: Champion) -> None:
        units.deploy(step, champion.owner, champion.hex, 1)


@dataclass(frozen=True)
class Pathfinder(Ability):
    """Bridge Runner: it carries nobody."""

    name = "Pathfinder"
    words = "may step to a neighbouring hex without a Bridge."
    crosses_without_bridge = True


@dataclass(frozen=True)
class Inspires(Ability):
    """Inspiring Geezer; also in the combat round in which it dies."""

    words = "While it lives in a battle, your Forces in that hex hit on 1-3."

    def forces_hit_on(self, battle: Battle, champion: Champion) -> int:
        return 3


@dataclass(frozen=True)
class Stitchwork(Ability):
    """Field Surgeon: the target is named when the power is declared."""

    name = "Stitchwork"
    words = (
        "once per round, declared with an action choice, one of your Champions in its hex, itself allowed, "
        "recovers 2 HP."
    )
    declared = True

    def check_target(self, state: Bridgefront, champion: Champion, target: int) -> bool:
        hurt = state.champions.get(target)
        if hurt is None or spent(state, champion.copy):
            return False
        return hurt.owner == champion.owner and hurt.hex == champion.hex

    def power(self, step: Step, champion: Champion, target: int) -> None:
        units.heal(step, target, 2)


@dataclass(frozen=True)
class ContractPay(Ability):
    """Bounty Hunter; also if it dies in the same volley."""

    name = "Contract Pay"
    words = "each enemy Champion that dies in a battle it fights gives you 1 gold."
    battle_pay = 1


@dataclass(frozen=True)
class RollsMoreUnopposed(Ability):
    """Brute: looked up at the start of each combat round."""

    words = "Rolls 3 dice instead of 1 in each combat round in which no enemy Champion stands in its hex."

    def extra_dice(self, battle: Battle, champion: Champion) -> int:
        return 0 if battle.enemy_champions(champion.owner) else 2


@dataclass(frozen=True)
class DrainsOwner(Ability):
    """Traitor; being recalled or removed is not dying."""

    words = "The moment it dies, the mana of its owner drops to 0."
    drains_owner = True


# Market Champions, Age II ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ambushes(Ability):
    """Guerilla Native Mercenary."""

    words = "May be deployed to any hex of the board without units, besides the usual places."
    deploys_anywhere_empty = True


@dataclass(frozen=True)
class Extort(Ability):
    """Tax Reaver: every hit remembers who rolled it (C5)."""

    name = "Extort"
    words = (
        "when a hit rolled by it takes the last HP of an enemy Champion, that Champion's player hands you up to 2 gold."
    )
    extorts = 2


@dataclass(frozen=True)
class DestroysBridge(Ability):
    """Siege Engineer: the Bridge is a locked choice of its card."""

    words = "When deployed: destroy 1 Bridge that ends in its hex."
    destroys_bridge = True


@dataclass(frozen=True)
class RollsMoreOpposed(Ability):
    """Duelist Exemplar."""

    words = "Rolls 1 die more in each combat round in which an enemy Champion is in its battle."

    def extra_dice(self, battle: Battle, champion: Champion) -> int:
        return 1 if battle.enemy_champions(champion.owner) else 0


@dataclass(frozen=True)
class RollsMoreWithoutForces(Ability):
    """Lone Wolf: other Champions of its side do not matter."""

    words = "Rolls 3 dice more in each combat round in which no Force of its side is in its hex."

    def extra_dice(self, battle: Battle, champion: Champion) -> int:
        return 0 if battle.forces(champion.owner) else 3


@dataclass(frozen=True)
class Sacrifices(Ability):
    """Exodia."""

    words = (
        "Playable only while you control 3 or more Champions. On resolution all of them die first, then it is "
        "deployed. The Champion limit does not count."
    )
    sacrifices = 3


@dataclass(frozen=True)
class Captures(Ability):
    """Capturer."""

    words = "Each time it survives a battle its side has won, put 1 Force into its hex."
    forces_after_victory = 1


# Market and power Champions, Age III ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ServesAsCapital(Ability):
    """Logistics Officer: for deploying and for Home Guard, not for winning, healing or lifts (F3)."""

    words = "Whatever you may deploy into your Capital you may deploy into its hex instead."
    serves_as_capital = True


@dataclass(frozen=True)
class CenterBanner(Ability):
    """Center Bannerman: on top of the VP for the Center itself (L10)."""

    words = "Worth 1 control VP at Scoring while it stands on the Center."
    center_vp = 1


@dataclass(frozen=True)
class Banner(Ability):
    """Bannerman (L10)."""

    words = "Worth 1 control VP at Scoring while it is on the board."
    board_vp = 1


@dataclass(frozen=True)
class BloodLedger(Ability):
    """Blood Banker; also if it dies in the same volley, its own death does not count."""

    name = "Blood Ledger"
    words = "the first time in a round another Champion, of any side, dies in its hex, take 2 gold."
    death_pay = 2


@dataclass(frozen=True)
class Tempest(Ability):
    """Stormcaller: an ability, not a card, so Ward and Immunity Field do not help."""

    name = "Tempest"
    words = "once per round, declared with an action choice, all enemy Champions in neighbouring hexes take 1 damage."
    declared = True

    def check_target(self, state: Bridgefront, champion: Champion, target: int) -> bool:
        return target == 0 and not spent(state, champion.copy)

    def power(self, step: Step, champion: Champion, target: int) -> None:
        state = step.state
        around = state._grid.neighbours[champion.hex]
        struck = [(c.copy, 1) for c in state.champions.values() if c.hex in around and c.owner != champion.owner]
        deaths.damage_champions(step, struck, champion.owner)


@dataclass(frozen=True)
class TacticalHand(Ability):
    """Grand Strategist: follows the standing target order (C10)."""

    name = "Tactical Hand"
    words = (
        "once per round, automatic, in its first battle of the round the first 3 hits of your side go where you want."
    )
    chosen_hits = 3


@dataclass(frozen=True)
class Breach(Ability):
    """Capital Breaker: every round, also when it defends its own Capital."""

    name = "Breach"
    words = "in a siege it fights, your Forces hit on 1-3 in combat round 1."

    def forces_hit_on(self, battle: Battle, champion: Champion) -> int:
        return 3 if battle.siege and battle.combat_round == 1 else 2
