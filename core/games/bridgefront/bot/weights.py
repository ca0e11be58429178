"""The worth of cards in the heuristic plan, in points.

One victory point is worth 100 points, and one gold about 9. The worth is derived from the cards' declared effects, so
an unknown card is still worth the sum of its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt
from typing import TypeVar, cast

from core.games.bridgefront import abilities
from core.games.bridgefront.abilities import Ability
from core.games.bridgefront.card import CHAMPION, Card
from core.games.bridgefront.effects import bridges, combat, conditions, economy, forces, movement
from core.games.bridgefront.effects.base import Effect
from core.games.bridgefront.hands import counter_of
from core.games.bridgefront.ruleset import Rules
from core.games.bridgefront.state import Bridgefront


@dataclass(frozen=True, eq=False)
class Weights:
    """A set of weights of the heuristic bot; two sets with the same numbers are still different sets."""

    vp: int = 100
    force: int = 14
    gold: int = 8
    mana: int = 12
    card: int = 10
    """Average worth, in points, of one card.

    The fields above it hold the average worth of one VP, one Force, one gold and one mana. The position determines the
    actual worth.
    """
    gold_sated: int = 5
    """Amount of gold owned that makes one more gold worth a point less.

    Each multiple of this amount takes away another point.
    """
    fighter: int = 108
    """Worth of a Champion on the board, in hundredths of the worth of equally strong Forces."""

    center: int = 142
    center_later: int = 103
    """Worth of the Center for each further round in which the seat may hold it.

    `center` is the fixed worth of holding it. Both are added to the current worth of a Zone.
    """
    forge: int = 40
    forge_age: int = 5
    forge_later: int = 22
    mine_gold: int = 4
    mine_later: int = 8
    mine: int = 5
    """Fixed worth of a Mine.

    `mine_gold` is the worth per gold that it pays the seat, and `mine_later` the worth per further round.
    """
    capital_round: int = 5
    """Worth of another seat's Capital, in halves of a point for each round played."""
    zone: int = 30
    zone_round: int = 5
    zone_last: int = 120
    """Worth of a Zone at Scoring when the end is near.

    Otherwise, the worth is `zone`, plus `zone_round` for each round that was played.
    """
    lead: int = 12
    ending: int = 40
    stopping: int = 60
    denying: int = 200
    """Worth, in points, of the Capital of a seat that is about to win.

    `lead` is the worth of a goal for each VP by which its holder is ahead. `ending` is added for a holder near the end.
    `stopping` is the worth of the Capital of a seat near the end.
    """
    home: int = 30
    home_round: int = 6
    """Addition to `home` for each round that was played.

    `home` is the worth of keeping enemies out of the seat's own Capital.
    """
    further: tuple[int, ...] = (24, 21, 22, 19, 18, 19, 20, 25)
    """Hundredths of its remaining worth that a goal loses with each further action point.

    The action points are the distance of the stack from the goal.
    """
    danger: tuple[int, ...] = (100, 50, 25)
    """Hundredths of their strength with which enemies threaten a hex.

    The values apply to enemies over one Bridge, over two Bridges and without one.
    """
    unknown_danger: tuple[int, ...] = (10, 3, 1, 6)
    """Danger beyond the known threats: to the Center, to a Forge, to a Mine and to another seat's Capital."""

    attack: int = 122
    left_over: int = 54
    """Hundredths of its fire and life that a victory over an equal side costs.

    `attack` is the strength of an attack, in hundredths of the stack's strength.
    """
    loss: int = 75
    slain: int = 55
    slain_champion: int = 50
    """Hundredths of their worth for enemy Champions that an attack kills.

    `loss` is the share for the attacker's lost Forces, and `slain` the share for the enemy's.
    """
    reserve: int = 100
    reserve_sated: int = 10
    """Number of units in a hex that halves the worth of additional Forces without a plan.

    `reserve` is the worth of such Forces, in hundredths.
    """
    placed: int = 75
    """Hundredths of its worth that a deployed Champion has apart from any plan."""
    bridge: int = 106
    gap: int = 11
    """Worth of a Bridge that is needed further ahead on a stack's way.

    `bridge` is the weight of the gain from a Bridge that shortens a stack's way, in hundredths.
    """

    bid: int = 100
    instead: int = 50
    """Share of the best remaining card in the alternative to a card, in hundredths.

    The alternative is a blend of the best card in the rest of the row and the mean of the rest. `bid` is the size of
    the bid, in hundredths of two thirds of the card's surplus over the alternative.
    """
    vp_card: int = 80
    vp_card_round: int = 2
    """Addition to the worth of a VP on a gained card, for each round that was played.

    `vp_card` is the worth of such a VP at the start.
    """
    drawn: int = 100
    drawn_odd: int = 4
    """Worth, in points, of the play that a new card replaces; only the excess over it counts.

    `drawn` is the weight of this excess, in hundredths of the expected number of draws.
    """
    hand_one: int = 2
    hand_two: int = 7
    """Worth of one more card in hand when the mana is enough for one other card.

    `hand_one` is the worth when the mana is enough for no other card.
    """
    junk: int = 0
    studied: int = 5
    """Worth of a play below which the card is exchanged in Quiet Study.

    `junk` is the worth below which a card is Reforged.
    """


USUAL = Weights()
"""The weights that the bot uses unless others are given."""
BEGINNER = replace(USUAL, further=(45,) * 8, bid=45, danger=(50, 10, 0), center_later=30, stopping=0, denying=100)
"""Weights of a beginner: distant goals, later rounds and the plans of others hardly count."""


@lru_cache(maxsize=16)
def nearness(weights: Weights) -> tuple[int, ...]:
    """Return the remaining worth of a goal for each distance of the stack, in hundredths.

    The distances are 0, 1 and more action points.

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
    abilities.INSPIRES_FORCES: 4,
    abilities.ASSASSINS_EDGE: 3,
    abilities.TACTICAL_HAND: 3,
    abilities.BREACH: 2,
    abilities.BODYGUARD: 1,
}
"""Additional hits of a Champion in a combat round because of its ability, in sixths of a hit."""

ABILITY_WORTHS: dict[Ability | None, int] = {
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
    abilities.SACRIFICES_CHAMPIONS: -60,
}
"""Worth of an ability in points, apart from its effect on fighting."""


@lru_cache(maxsize=4096)
def dice_sixths(rules: Rules, card: int) -> int:
    """Return the Champion's expected hits in a combat round, in sixths of a hit."""
    stats = rules.cards[card].stats
    assert stats is not None
    return stats.dice * stats.hits_on + EXTRA_SIXTHS.get(rules.cards[card].ability, 0)


@lru_cache(maxsize=4096)
def champion_worth(weights: Weights, rules: Rules, card: int) -> int:
    """Return the worth of the Champion on the board.

    It is the worth of equally strong Forces plus the worth of its ability.
    """
    stats = rules.cards[card].stats
    assert stats is not None
    forces_of_ten = isqrt(50 * dice_sixths(rules, card) * stats.hp)
    return forces_of_ten * weights.force * weights.fighter // 1000 + ABILITY_WORTHS.get(rules.cards[card].ability, 0)


# Effects --------------------------------------------------------------------------------------------------------------


def _total_worth(weights: Weights, parts: tuple[Effect, ...]) -> int:
    return sum(effect_worth(weights, part) for part in parts)


def _rate_move(weights: Weights, e: movement.Move) -> int:
    if e.one_force:
        return 9
    worth = 8 + 8 * e.steps + (0 if e.bridges else 8)
    return worth // 2 if e.second or e.optional else worth


def _rate_build(weights: Weights, e: bridges.Build) -> int:
    return 6 + 8 * e.most + 4 * e.anywhere - 4 * e.temporary


X = TypeVar("X", bound=Effect)
Rating = Callable[[Weights, Effect], int]


def _register_rating(kind: type[X], rating: Callable[[Weights, X], int]) -> tuple[type, Rating]:
    """Return an effect's type and its rating function, which receives only effects of that type."""
    return kind, cast(Rating, rating)


EFFECT_RATERS: dict[type, Rating] = dict(
    [
        _register_rating(bridges.Build, _rate_build),
        _register_rating(bridges.Destroy, lambda weights, e: 5),
        _register_rating(bridges.Link, lambda weights, e: 16),
        _register_rating(bridges.LinkHome, lambda weights, e: 16),
        _register_rating(bridges.BridgeEffect, lambda weights, e: 6),
        _register_rating(bridges.PivotBridge, lambda weights, e: 10),
        _register_rating(bridges.RaiseMine, lambda weights, e: 22 + weights.force * e.forces),
        _register_rating(combat.Damage, lambda weights, e: 7 * e.amount),
        _register_rating(combat.DoubleLoneChampion, lambda weights, e: 18),
        _register_rating(combat.FocusFire, lambda weights, e: 9),
        _register_rating(combat.Heal, lambda weights, e: 4 * e.amount),
        _register_rating(combat.HealAll, lambda weights, e: 7 * e.amount),
        _register_rating(combat.MarkChampion, lambda weights, e: 8),
        _register_rating(combat.MarkHex, lambda weights, e: 8),
        _register_rating(combat.MarkSelf, lambda weights, e: 10),
        _register_rating(combat.Mortar, lambda weights, e: 22),
        _register_rating(combat.Strike, lambda weights, e: 10 if e.neighbours else 18 + 5 * min(4, e.forces)),
        _register_rating(
            conditions.ConditionalEffect,
            lambda weights, e: (2 * _total_worth(weights, e.then) + _total_worth(weights, e.otherwise)) // 3,
        ),
        _register_rating(conditions.PickOne, lambda weights, e: max(effect_worth(weights, part) for part in e.options)),
        _register_rating(
            conditions.RollDie,
            lambda weights, e: (
                (e.low * _total_worth(weights, e.then) + (6 - e.low) * _total_worth(weights, e.otherwise)) // 6
            ),
        ),
        _register_rating(economy.AllDraw, lambda weights, e: weights.card * e.own - 4 * e.others),
        _register_rating(economy.Discard, lambda weights, e: {"burn": 4, "mana": 7, "discard": -3 * e.most}[e.fate]),
        _register_rating(economy.Draw, lambda weights, e: weights.card * e.amount),
        _register_rating(economy.DrawForSpell, lambda weights, e: 17),
        _register_rating(economy.GainRandom, lambda weights, e: 22 * e.cards),
        _register_rating(economy.Gold, lambda weights, e: weights.gold * e.amount),
        _register_rating(economy.LayOnTop, lambda weights, e: 3),
        _register_rating(economy.Look, lambda weights, e: 1),
        _register_rating(economy.Mana, lambda weights, e: weights.mana * e.amount),
        _register_rating(
            economy.DiscardNamed,
            lambda weights, e: (
                (weights.card - 3) * e.draws * e.most if e.draws else (5 if e.fate == "burn" else -4) * e.most
            ),
        ),
        _register_rating(economy.NextChampionFree, lambda weights, e: 24),
        _register_rating(economy.PickFromOffer, lambda weights, e: 36),
        _register_rating(economy.ScoreOnCenter, lambda weights, e: 50 * e.vp),
        _register_rating(economy.Scout, lambda weights, e: 13),
        _register_rating(economy.Scry, lambda weights, e: 3),
        _register_rating(economy.Squeeze, lambda weights, e: weights.gold * e.amount),
        _register_rating(economy.Swap, lambda weights, e: e.most * (e.forces * weights.force - 4)),
        _register_rating(forces.Deploy, lambda weights, e: weights.force * e.forces),
        _register_rating(forces.DeployBy, lambda weights, e: (weights.force + 2) * e.forces),
        _register_rating(forces.DeployCounter, lambda weights, e: 3 * weights.force),
        _register_rating(forces.DeployOnMines, lambda weights, e: 2 * weights.force * e.forces),
        _register_rating(forces.DeployPerCard, lambda weights, e: 4 * weights.force),
        _register_rating(forces.DeployTo, lambda weights, e: (weights.force + 3) * e.forces),
        _register_rating(forces.LoseRandomChampion, lambda weights, e: -30),
        _register_rating(forces.RandomChampion, lambda weights, e: 62),
        _register_rating(forces.Recall, lambda weights, e: 6),
        _register_rating(movement.Breakthrough, lambda weights, e: 4),
        _register_rating(movement.DrawOnContact, lambda weights, e: 6),
        _register_rating(movement.Lift, lambda weights, e: 12 if e.place is not None else 5),
        _register_rating(movement.Move, _rate_move),
    ]
)


def effect_worth(weights: Weights, effect: Effect) -> int:
    """Return the worth of the effect in an average position, or 0 if the effect is unknown."""
    judge = EFFECT_RATERS.get(type(effect))
    return judge(weights, effect) if judge is not None else 0


# Cards ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def gross_worth(weights: Weights, rules: Rules, card: int) -> int:
    """Return the average gain of playing the card, without its cost."""
    face: Card = rules.cards[card]
    if face.type == CHAMPION:
        return champion_worth(weights, rules, card)
    return _total_worth(weights, face.effects)


@lru_cache(maxsize=4096)
def play_worth(weights: Weights, rules: Rules, card: int) -> int:
    """Return the average gain of playing the card, minus the other uses of its mana and gold."""
    face = rules.cards[card]
    return gross_worth(weights, rules, card) - weights.mana * face.mana - weights.gold * face.gold[0]


def copy_worth(weights: Weights, state: Bridgefront, copy: int) -> int:
    """Return the `play_worth` of a copy, considering its counter and the changes by Forge Miracle."""
    card = state.card[copy]
    worth = play_worth(weights, state.rules, card)
    if copy in state.changed:
        worth += weights.mana * (state.cards[card].mana - 1) + weights.gold * state.cards[card].gold[0]
    if any(isinstance(effect, forces.DeployCounter) for effect in state.cards[card].effects):
        worth += weights.force * (counter_of(state, copy) - 3)
    return worth


def deck_size(state: Bridgefront, seat: int) -> int:
    """Return the number of cards in the seat's draw pile, hand and discard pile."""
    piles = state.piles
    return piles.size(seat) + piles.hand_size(seat) + len(piles.discard[seat])


def gain_worth(weights: Weights, state: Bridgefront, seat: int, copy: int) -> int:
    """Return the worth of gaining the copy into the draw pile, for the rest of the match.

    A Victory card gives its VP at once. The gain of playing the card depends on the expected number of draws, and on
    its advantage over the seat's other plays.
    """
    card = state.cards[state.card[copy]]
    left = state.rules.numbers.rounds - state.round
    draws_of_ten = min(25, 60 * left // (deck_size(state, seat) + 3)) if left > 0 else 0
    worth = copy_worth(weights, state, copy)
    if card.burn or card.type == CHAMPION:
        played = worth * min(9, draws_of_ten) // 10
    else:
        played = (worth - weights.drawn_odd) * draws_of_ten * weights.drawn // 1300
    if card.vp:
        return card.vp * (weights.vp_card + weights.vp_card_round * state.round) + played
    return played
