"""Worth of cards to the heuristic plan, in points: 100 are one victory point, about 9 are one gold.

It is derived from the cards' declared effects, so an unknown card is still worth the sum of its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import TypeVar, cast

from core.games.bridgefront import abilities
from core.games.bridgefront.abilities import Ability
from core.games.bridgefront.card import CHAMPION, Card
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.effects import bridges, combat, conditions, economy, forces, movement
from core.games.bridgefront.effects.base import Effect
from core.games.bridgefront.hands import counter
from core.games.bridgefront.state import Bridgefront


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of the heuristic bot. Two sets with the same numbers are different sets."""

    vp: int = 100
    force: int = 14
    gold: int = 8
    mana: int = 12
    card: int = 10
    """Average worth of one of each; the position decides the worth at the moment."""
    gold_sated: int = 5
    """Amount of gold in stock that makes one more gold worth a point less, for each multiple of it."""
    fighter: int = 108
    """Worth of a Champion on the board, in hundredths of that of the Forces that fight as well."""

    center: int = 142
    center_later: int = 103
    """Holding the Center, and for each round in which it may be held further; beside what a Zone counts at the moment.
    """
    forge: int = 40
    forge_age: int = 5
    forge_later: int = 22
    mine_gold: int = 4
    mine_later: int = 8
    mine: int = 5
    """Worth of a Mine: per gold that it pays the seat, per further round, and a fixed amount."""
    capital_round: int = 5
    """Worth of another seat's Capital, in halves of a point for each round played."""
    zone: int = 30
    zone_round: int = 5
    zone_last: int = 120
    """A Zone at Scoring, for each round that was played; where the end is near."""
    lead: int = 12
    ending: int = 40
    stopping: int = 60
    denying: int = 200
    """Worth, in points, of goals held by other seats.

    The values are for each VP by which the holder is ahead, for a holder near the end, for the Capital of a seat near
    the end, and for the Capital of a seat about to win.
    """
    home: int = 30
    home_round: int = 6
    """Worth of an own Capital without enemies; the addition for each round played."""
    further: tuple[int, ...] = (24, 21, 22, 19, 18, 19, 20, 25)
    """Hundredths of its remaining worth that a goal loses with each further action point of distance.

    The distance is that of the stack from the goal.
    """
    danger: tuple[int, ...] = (100, 50, 25)
    """Enemies threaten a hex with so much of their strength: over one Bridge, over two, without one."""
    unknown_danger: tuple[int, ...] = (10, 3, 1, 6)
    """Danger beyond the known threats, to the Center, a Forge, a Mine and another seat's Capital."""

    attack: int = 122
    left_over: int = 54
    """The strength of an attack in hundredths of that of the stack; what a victory over an equal costs."""
    loss: int = 75
    slain: int = 55
    slain_champion: int = 50
    """Own Forces lost in an attack, enemy ones and enemy Champions slain, in hundredths of their worth."""
    reserve: int = 100
    reserve_sated: int = 10
    """Worth of Forces apart from any plan, in hundredths, and the number of units present that halves it."""
    placed: int = 75
    """A Champion deployed, apart from any plan, in hundredths of its worth."""
    bridge: int = 106
    gap: int = 11
    """The way that a Bridge shortens, in hundredths; a Bridge further ahead on the way of a stack."""

    bid: int = 100
    instead: int = 50
    """Bid, in hundredths of two thirds of a card's surplus over the alternative; weight of the best one.

    The alternative is a blend of the best card in the rest of the row and their mean. `instead` is the share of the
    best card, in hundredths.
    """
    vp_card: int = 80
    vp_card_round: int = 2
    """A VP on a card that is gained, for each round that was played."""
    drawn: int = 100
    drawn_odd: int = 4
    """A card gained, in hundredths of how often it is going to be drawn; what is played otherwise brings so much."""
    hand_one: int = 2
    hand_two: int = 7
    """Worth of one more card in hand, with mana left for no other card or for one other card."""
    junk: int = 0
    studied: int = 5
    """Cards whose play is worth less than this are Reforged; exchanged in study."""


USUAL = Weights()
"""The weights with which it plays unless others are given."""


@lru_cache(maxsize=16)
def nearness(weights: Weights) -> tuple[int, ...]:
    """Return the remaining worth of a goal for a stack 0, 1... action points away, in hundredths.

    >>> nearness(USUAL)
    (100, 76, 60, 47, 38, 31, 25, 20, 15, 0, 0)
    """
    left, found = 10_000, [100]
    for lost in weights.further:
        left = left * (100 - lost) // 100
        found.append((left + 50) // 100)
    return (*found, 0, 0)


def gold_worth(weights: Weights, gold: int, left: int) -> int:
    """Return the worth of one gold to a seat that has `gold`, with `left` rounds after this one.

    >>> [gold_worth(USUAL, gold, 5) for gold in (0, 10, 20, 40)], gold_worth(USUAL, 5, 0)
    ([8, 6, 4, 3], 1)
    """
    return (
        max(3, weights.gold - gold // weights.gold_sated) if left > 1 else 6 if left and gold < 15 else 3 if left else 1
    )


# Champions ------------------------------------------------------------------------------------------------------------

EXTRA_SIXTHS: dict[Ability | None, int] = {
    abilities.ROLLS_MORE_UNOPPOSED: 4,
    abilities.ROLLS_MORE_OPPOSED: 2,
    abilities.ROLLS_MORE_WITHOUT_FORCES: 3,
    abilities.ROLLS_FOR_CARDS: 4,
    abilities.INSPIRES: 4,
    abilities.ASSASSINS_EDGE: 3,
    abilities.TACTICAL_HAND: 3,
    abilities.BREACH: 2,
    abilities.BODYGUARD: 1,
}
"""Addition of an ability to the hits of a combat round, in sixths of a hit."""

ABILITY: dict[Ability | None, int] = {
    abilities.FLIGHT: 14,
    abilities.PATHFINDER: 14,
    abilities.WALKS_FAR_ALONE: 6,
    abilities.EXTRACTION: 8,
    abilities.SERVES_AS_CAPITAL: 10,
    abilities.CENTER_BANNER: 30,
    abilities.BANNER: 70,
    abilities.BRINGS_FORCE: 10,
    abilities.STITCHWORK: 6,
    abilities.CAPTURES: 6,
    abilities.TEMPEST: 8,
    abilities.BLOOD_LEDGER: 4,
    abilities.CONTRACT_PAY: 3,
    abilities.SACRIFICES: -60,
}
"""Worth of an ability apart from its fighting."""


@lru_cache(maxsize=256)
def sixths(card: int) -> int:
    """Return the Champion's expected hits in a combat round, in sixths of a hit."""
    stats = CARDS[card].stats
    assert stats is not None
    return stats.dice * stats.hits_on + EXTRA_SIXTHS.get(CARDS[card].ability, 0)


@lru_cache(maxsize=2048)
def champion_worth(weights: Weights, card: int) -> int:
    """Return the worth of the Champion on the board: that of equally strong Forces, and its ability."""
    stats = CARDS[card].stats
    assert stats is not None
    forces_of_ten = isqrt(50 * sixths(card) * stats.hp)
    return forces_of_ten * weights.force * weights.fighter // 1000 + ABILITY.get(CARDS[card].ability, 0)


# Effects --------------------------------------------------------------------------------------------------------------


def _all(weights: Weights, parts: tuple[Effect, ...]) -> int:
    return sum(effect_worth(weights, part) for part in parts)


def _move(weights: Weights, e: movement.Move) -> int:
    if e.one_force:
        return 9
    worth = 8 + 8 * e.steps + (0 if e.bridges else 8)
    return worth // 2 if e.second or e.optional else worth


def _build(weights: Weights, e: bridges.Build) -> int:
    return 6 + 8 * e.most + 4 * e.anywhere - 4 * e.temporary


X = TypeVar("X", bound=Effect)
Rating = Callable[[Weights, Effect], int]


def _rated(kind: type[X], rating: Callable[[Weights, X], int]) -> tuple[type, Rating]:
    """Return an effect's type and its rating, which is given effects of that type alone."""
    return kind, cast(Rating, rating)


EFFECT: dict[type, Rating] = dict(
    [
        _rated(bridges.Build, _build),
        _rated(bridges.Destroy, lambda weights, e: 5),
        _rated(bridges.Link, lambda weights, e: 16),
        _rated(bridges.LinkHome, lambda weights, e: 16),
        _rated(bridges.OnBridge, lambda weights, e: 6),
        _rated(bridges.PivotBridge, lambda weights, e: 10),
        _rated(bridges.RaiseMine, lambda weights, e: 22 + weights.force * e.forces),
        _rated(combat.Damage, lambda weights, e: 7 * e.amount),
        _rated(combat.DoubleLoneChampion, lambda weights, e: 18),
        _rated(combat.FocusFire, lambda weights, e: 9),
        _rated(combat.Heal, lambda weights, e: 4 * e.amount),
        _rated(combat.HealAll, lambda weights, e: 7 * e.amount),
        _rated(combat.MarkChampion, lambda weights, e: 8),
        _rated(combat.MarkHex, lambda weights, e: 8),
        _rated(combat.MarkSelf, lambda weights, e: 10),
        _rated(combat.Mortar, lambda weights, e: 22),
        _rated(combat.Strike, lambda weights, e: 10 if e.neighbours else 18 + 5 * min(4, e.forces)),
        _rated(conditions.If, lambda weights, e: (2 * _all(weights, e.then) + _all(weights, e.otherwise)) // 3),
        _rated(conditions.PickOne, lambda weights, e: max(effect_worth(weights, part) for part in e.options)),
        _rated(
            conditions.RollDie,
            lambda weights, e: (e.low * _all(weights, e.then) + (6 - e.low) * _all(weights, e.otherwise)) // 6,
        ),
        _rated(economy.AllDraw, lambda weights, e: weights.card * e.own - 4 * e.others),
        _rated(economy.Discard, lambda weights, e: {"burn": 4, "mana": 7, "discard": -3 * e.most}[e.fate]),
        _rated(economy.Draw, lambda weights, e: weights.card * e.amount),
        _rated(economy.DrawForSpell, lambda weights, e: 17),
        _rated(economy.GainRandom, lambda weights, e: 22 * e.cards),
        _rated(economy.Gold, lambda weights, e: weights.gold * e.amount),
        _rated(economy.LayOnTop, lambda weights, e: 3),
        _rated(economy.Look, lambda weights, e: 1),
        _rated(economy.Mana, lambda weights, e: weights.mana * e.amount),
        _rated(
            economy.DiscardNamed,
            lambda weights, e: (
                (weights.card - 3) * e.draws * e.most if e.draws else (5 if e.fate == "burn" else -4) * e.most
            ),
        ),
        _rated(economy.NextChampionFree, lambda weights, e: 24),
        _rated(economy.PickFromOffer, lambda weights, e: 36),
        _rated(economy.ScoreOnCenter, lambda weights, e: 50 * e.vp),
        _rated(economy.Scout, lambda weights, e: 13),
        _rated(economy.Scry, lambda weights, e: 3),
        _rated(economy.Squeeze, lambda weights, e: weights.gold * e.amount),
        _rated(economy.Swap, lambda weights, e: e.most * (e.forces * weights.force - 4)),
        _rated(forces.Deploy, lambda weights, e: weights.force * e.forces),
        _rated(forces.DeployBy, lambda weights, e: (weights.force + 2) * e.forces),
        _rated(forces.DeployCounter, lambda weights, e: 3 * weights.force),
        _rated(forces.DeployOnMines, lambda weights, e: 2 * weights.force * e.forces),
        _rated(forces.DeployPerCard, lambda weights, e: 4 * weights.force),
        _rated(forces.DeployTo, lambda weights, e: (weights.force + 3) * e.forces),
        _rated(forces.LoseRandomChampion, lambda weights, e: -30),
        _rated(forces.RandomChampion, lambda weights, e: 62),
        _rated(forces.Recall, lambda weights, e: 6),
        _rated(movement.Breakthrough, lambda weights, e: 4),
        _rated(movement.DrawOnContact, lambda weights, e: 6),
        _rated(movement.Lift, lambda weights, e: 12 if e.place is not None else 5),
        _rated(movement.Move, _move),
    ]
)


def effect_worth(weights: Weights, effect: Effect) -> int:
    """Return the worth of the effect in an average position; 0 if unknown."""
    judge = EFFECT.get(type(effect))
    return judge(weights, effect) if judge is not None else 0


# Cards ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def gross_worth(weights: Weights, card: int) -> int:
    """Return the average gain of playing the card, without its cost."""
    face: Card = CARDS[card]
    if face.type == CHAMPION:
        return champion_worth(weights, card)
    return _all(weights, face.effects)


@lru_cache(maxsize=2048)
def play_worth(weights: Weights, card: int) -> int:
    """Return the average gain of playing the card, minus the other uses of its mana and gold."""
    face = CARDS[card]
    return gross_worth(weights, card) - weights.mana * face.mana - weights.gold * face.gold[0]


def copy_worth(weights: Weights, state: Bridgefront, copy: int) -> int:
    """Return `play_worth` of a copy, with its counter and the changes by Forge Miracle."""
    card = state.card[copy]
    worth = play_worth(weights, card)
    if copy in state.changed:
        worth += weights.mana * (CARDS[card].mana - 1) + weights.gold * CARDS[card].gold[0]
    if any(isinstance(effect, forces.DeployCounter) for effect in CARDS[card].effects):
        worth += weights.force * (counter(state, copy) - 3)
    return worth


def deck_size(state: Bridgefront, seat: int) -> int:
    """Return the number of cards that the seat plays with."""
    piles = state.piles
    return piles.size(seat) + piles.hand_size(seat) + len(piles.discard[seat])


def gain_worth(weights: Weights, state: Bridgefront, seat: int, copy: int) -> int:
    """Return the worth of gaining the copy into the draw pile for the rest of the match.

    A Victory card gives its VP at once. The gain of playing it counts by the expected number of draws, and by its
    margin over the seat's other plays.
    """
    card = CARDS[state.card[copy]]
    left = 10 - state.round
    draws_of_ten = min(25, 60 * left // (deck_size(state, seat) + 3)) if left > 0 else 0
    worth = copy_worth(weights, state, copy)
    if card.burn or card.type == CHAMPION:
        played = worth * min(9, draws_of_ten) // 10
    else:
        played = (worth - weights.drawn_odd) * draws_of_ten * weights.drawn // 1300
    if card.vp:
        return card.vp * (weights.vp_card + weights.vp_card_round * state.round) + played
    return played
