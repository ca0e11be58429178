"""Events of a match in the order in which they are shown (rules parts 6-11).

They are plain data, enough to animate from. Seats, hexes, edges and copies are numbers as in the state. narration.py
turns each event into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.events import AuditOwed as AuditOwed
from core.engine.events import AuditPassed as AuditPassed
from core.engine.events import CardsDrawn as CardsDrawn
from core.engine.events import CardsDrawnOpenly as CardsDrawnOpenly
from core.engine.events import CardShown as CardShown
from core.engine.events import PileLaid as PileLaid
from core.games.bridgefront.state import Locked


class FactionTaken(NamedTuple):
    seat: int
    faction: int


class CapitalTaken(NamedTuple):
    seat: int
    hex: int


class BoardMade(NamedTuple):
    """Mines as (hex, value)."""

    forges: tuple[int, ...]
    mines: tuple[tuple[int, int], ...]


class BridgeBuilt(NamedTuple):
    """New Bridge; `seat` built it. Several seats may have named a starting Bridge."""

    seat: int
    edge: int
    temporary: bool = False


class BridgeDestroyed(NamedTuple):
    seat: int
    edge: int


class BridgeVanished(NamedTuple):
    edge: int


class BridgeTrapped(NamedTuple):
    seat: int
    edge: int


class BridgeClosed(NamedTuple):
    seat: int
    edge: int


class TrapSprung(NamedTuple):
    """Sprung trap; `lost` Forces of the crossing seat died (0 or 1)."""

    seat: int
    edge: int
    owner: int
    lost: int


class Linked(NamedTuple):
    seat: int
    a: int
    b: int


class RoundBegan(NamedTuple):
    round: int
    age: int
    lead: int


class AgeBegan(NamedTuple):
    age: int


class PhaseBegan(NamedTuple):
    phase: str


class ManaSet(NamedTuple):
    mana: int


class LeadPassed(NamedTuple):
    seat: int


class GoldTaken(NamedTuple):
    """Gold from the bank; `why` is a word for the log: "income", "mine", "bounty", "card"..."""

    seat: int
    amount: int
    why: str


class GoldPaid(NamedTuple):
    """Gold paid to the bank."""

    seat: int
    amount: int
    why: str


class GoldHanded(NamedTuple):
    """Gold passed from one seat to another."""

    giver: int
    receiver: int
    amount: int
    why: str


class ManaGained(NamedTuple):
    seat: int
    amount: int


class ManaLost(NamedTuple):
    seat: int


class CardsInTheOpen(NamedTuple):
    """Closed cards of a lost seat, dealt again: those now open in its hand, and the number in its pile."""

    seat: int
    copies: tuple[int, ...]
    pile: int


class CardsLookedAt(NamedTuple):
    """Slots on top of the pile whose faces the owner alone sees."""

    seat: int
    slots: tuple[int, ...]


class CardDiscarded(NamedTuple):
    """Discarded card; `why`: "effect", "hand limit", "cleanup", "scout"."""

    seat: int
    copy: int
    why: str


class CardBurnt(NamedTuple):
    seat: int
    copy: int


class CardLaidOnTop(NamedTuple):
    seat: int


class CardsSorted(NamedTuple):
    """Numbers of cards put on top and underneath (Center Relic)."""

    seat: int
    top: int
    bottom: int


class RowLaid(NamedTuple):
    copies: tuple[int, ...]


class OfferTurnedUp(NamedTuple):
    seat: int
    source: str
    hex: int
    copies: tuple[int, ...]


class CardGained(NamedTuple):
    """Gained card, with its destination and reason.

    `to`: "pile", "hand" or "discard"; `why`: "market", "pass", "last", "free", "mine", "forge", "center", "card".
    """

    seat: int
    copy: int
    to: str
    why: str


class CardRefused(NamedTuple):
    copy: int


class VictoryPoints(NamedTuple):
    """Permanent VP gained."""

    seat: int
    amount: int


class BidsShown(NamedTuple):
    """Bids as (seat, "buy" or "pass", amount, refuses), by seat."""

    copy: int
    bids: tuple[tuple[int, str, int, bool], ...]


class TieDice(NamedTuple):
    """One roll of each tied seat; the lowest wins."""

    rolls: tuple[tuple[int, int], ...]


class ActionStepBegan(NamedTuple):
    number: int
    active: tuple[int, ...]


class ActionRevealed(NamedTuple):
    """Revealed action with the mana and gold paid.

    `copy` is 0 for a basic action or Done; `number` is its initiative.
    """

    seat: int
    kind: str
    copy: int
    locked: Locked
    cards: tuple[int, ...]
    number: int
    mana: int
    gold: int


class InitiativeDice(NamedTuple):
    """One roll of each seat whose cards are tied at a number.

    The lowest comes first; equal ones roll again (A4).
    """

    number: int
    rolls: tuple[tuple[int, int], ...]


class ActionResolves(NamedTuple):
    seat: int
    kind: str
    copy: int


class Fizzled(NamedTuple):
    seat: int
    kind: str
    copy: int


class NothingHappened(NamedTuple):
    """Unmet condition, or a die roll without effect."""

    seat: int
    why: str


class PowerUsed(NamedTuple):
    seat: int
    champion: int
    target: int


class Rolled(NamedTuple):
    seat: int
    die: int
    why: str


class StackMoved(NamedTuple):
    """One step of a walk; `way`: "bridge", "link", "flight", "tunnel"."""

    seat: int
    start: int
    hex: int
    forces: int
    champions: tuple[int, ...]
    way: str


class WalkStopped(NamedTuple):
    seat: int
    hex: int


class ChampionLifted(NamedTuple):
    seat: int
    copy: int
    start: int
    hex: int


class ForcesDeployed(NamedTuple):
    seat: int
    hex: int
    forces: int


class ChampionDeployed(NamedTuple):
    seat: int
    copy: int
    hex: int
    hp: int


class ChampionLeft(NamedTuple):
    """Champion recalled or removed without dying."""

    seat: int
    copy: int
    why: str


class ForcesDied(NamedTuple):
    seat: int
    hex: int
    forces: int


class ChampionHurt(NamedTuple):
    seat: int
    copy: int
    damage: int
    hp: int


class DamagePaidOff(NamedTuple):
    """Damage prevented by Gold Plated Armor."""

    seat: int
    copy: int
    gold: int


class ChampionHealed(NamedTuple):
    seat: int
    copy: int
    amount: int
    hp: int


class ChampionDied(NamedTuple):
    """Dead Champion; `killer` is the seat that earns the bounty, or 0."""

    seat: int
    copy: int
    hex: int
    killer: int


class ChampionStolen(NamedTuple):
    """Champion that comes back under `seat` in `hex` (option virtuous_steal)."""

    seat: int
    copy: int
    hex: int


class EffectBegan(NamedTuple):
    """Standing effect until Cleanup: the mark's kind, its seat, its target."""

    seat: int
    kind: str
    what: int


class MineRaised(NamedTuple):
    seat: int
    hex: int
    value: int


class ShotLanded(NamedTuple):
    seat: int
    aim: int
    hex: int


class SkirmishRetreat(NamedTuple):
    """Retreat of all units of the seat; `to` is -1 if there was nowhere to go and they died."""

    seat: int
    hex: int
    to: int


class BattleBegan(NamedTuple):
    hex: int
    attacker: int
    defender: int
    siege: bool


class CombatRolled(NamedTuple):
    """Dice of one unit; `copy` is 0 for the Forces of the side, `hits_on` the threshold."""

    seat: int
    copy: int
    hits_on: int
    dice: tuple[int, ...]
    hits: int


class HitLanded(NamedTuple):
    """Hit of `seat` on a unit of the other side.

    `target` is a Champion's copy, 0 a Force; `guarded` by Bodyguard.
    """

    seat: int
    target: int
    guarded: bool


class BattleEnded(NamedTuple):
    """End of a battle; `winner` is 0 if nobody is left."""

    hex: int
    winner: int
    loser: int


class Collected(NamedTuple):
    """Chosen yield of a tile: "gold", "look", "draft", "reforge", "power"."""

    seat: int
    hex: int
    what: str


class Scored(NamedTuple):
    """Control VP by source, as (word, VP)."""

    seat: int
    permanent: int
    control: int
    sources: tuple[tuple[str, int], ...]


class HandThrownAway(NamedTuple):
    seat: int
    copies: tuple[int, ...]


class MatchEnded(NamedTuple):
    """End of the match; `why`: "target" or "rounds"."""

    winners: tuple[int, ...]
    why: str
