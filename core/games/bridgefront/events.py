"""The events of a match in the order in which they are shown (rules parts 6-11).

They are plain data and contain enough to animate the match. Seats, hexes, edges and copies are numbers as in the state.
The module narration.py turns each event into a sentence.
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
    """The placement of the board; the Mines are given as (hex, value)."""

    forges: tuple[int, ...]
    mines: tuple[tuple[int, int], ...]


class BridgeBuilt(NamedTuple):
    """A new Bridge, built by `seat`.

    Several seats may have named the same starting Bridge.
    """

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
    """A sprung trap; `lost` is the number of Forces of the crossing seat that died (0 or 1)."""

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
    """Gold that a seat takes from the bank.

    `why` is a word for the log: "income", "mine", "bounty", "card"...
    """

    seat: int
    amount: int
    why: str


class GoldPaid(NamedTuple):
    """Gold that a seat pays to the bank."""

    seat: int
    amount: int
    why: str


class GoldHanded(NamedTuple):
    """Gold that one seat passes to another."""

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
    """The closed cards of a lost seat, which were dealt again.

    The record contains the cards that are now open in its hand, and the number of cards in its pile.
    """

    seat: int
    copies: tuple[int, ...]
    pile: int


class CardsLookedAt(NamedTuple):
    """The slots on top of the pile that only their owner has looked at."""

    seat: int
    slots: tuple[int, ...]


class CardDiscarded(NamedTuple):
    """A discarded card; `why` is "effect", "hand limit", "cleanup" or "scout"."""

    seat: int
    copy: int
    why: str


class CardBurnt(NamedTuple):
    seat: int
    copy: int


class CardLaidOnTop(NamedTuple):
    seat: int


class CardsSorted(NamedTuple):
    """The numbers of cards that a seat put on top of its pile and underneath (Center Relic)."""

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
    """A gained card, with its destination and the reason.

    `to` is "pile", "hand" or "discard". `why` is "market", "pass", "last", "free", "mine", "forge", "center" or "card".
    """

    seat: int
    copy: int
    to: str
    why: str


class CardRefused(NamedTuple):
    copy: int


class VictoryPoints(NamedTuple):
    """Permanent VP that a seat has gained."""

    seat: int
    amount: int


class BidsShown(NamedTuple):
    """The bids of all seats as (seat, "buy" or "pass", amount, refuses), in seat order."""

    copy: int
    bids: tuple[tuple[int, str, int, bool], ...]


class TieDice(NamedTuple):
    """One die roll of each tied seat, of which the lowest wins."""

    rolls: tuple[tuple[int, int], ...]


class ActionStepBegan(NamedTuple):
    number: int
    active: tuple[int, ...]


class ActionRevealed(NamedTuple):
    """A revealed action, with the mana and gold paid for it.

    `copy` is 0 for a basic action or Done. `number` is the initiative.
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
    """One die roll of each seat whose cards are tied at the same initiative number.

    The card with the lowest roll comes first. Equal rolls are repeated (A4).
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
    """An effect that did nothing, because of an unmet condition or a die roll without effect."""

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
    """One step of a stack's walk; `way` is "bridge", "link", "flight" or "tunnel"."""

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
    """A Champion that was recalled or removed without dying."""

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
    """Damage that Gold Plated Armor prevented."""

    seat: int
    copy: int
    gold: int


class ChampionHealed(NamedTuple):
    seat: int
    copy: int
    amount: int
    hp: int


class ChampionDied(NamedTuple):
    """A dead Champion; `killer` is the seat that earns the bounty, or 0."""

    seat: int
    copy: int
    hex: int
    killer: int


class ChampionStolen(NamedTuple):
    """A stolen Champion, which comes back under `seat` in `hex` (option virtuous_steal)."""

    seat: int
    copy: int
    hex: int


class EffectBegan(NamedTuple):
    """A mark that lasts until Cleanup: its kind, its seat and its target."""

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
    """The retreat of all units of the seat from a hex.

    `to` is -1 if there was no hex to go to and the units died.
    """

    seat: int
    hex: int
    to: int


class BattleBegan(NamedTuple):
    hex: int
    attacker: int
    defender: int
    siege: bool


class CombatRolled(NamedTuple):
    """The dice of one unit in a combat round.

    `copy` is 0 for the Forces of the side. `hits_on` is the highest die that hits.
    """

    seat: int
    copy: int
    hits_on: int
    dice: tuple[int, ...]
    hits: int


class HitLanded(NamedTuple):
    """A hit of `seat` on a unit of the other side.

    `target` is a Champion's copy, or 0 for a Force. `guarded` is True if a Bodyguard's Force took the hit.
    """

    seat: int
    target: int
    guarded: bool


class BattleEnded(NamedTuple):
    """The end of a battle; `winner` is 0 if no unit is left."""

    hex: int
    winner: int
    loser: int


class Collected(NamedTuple):
    """The chosen yield of a tile: "gold", "look", "draft", "reforge" or "power"."""

    seat: int
    hex: int
    what: str


class Scored(NamedTuple):
    """The control VP of a seat by source, as (word, VP)."""

    seat: int
    permanent: int
    control: int
    sources: tuple[tuple[str, int], ...]


class HandThrownAway(NamedTuple):
    seat: int
    copies: tuple[int, ...]


class MatchEnded(NamedTuple):
    """The end of the match; `why` is "target" or "rounds"."""

    winners: tuple[int, ...]
    why: str
