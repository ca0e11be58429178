"""Opinions on gold, mana and cards, and on what is deployed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.bots.bridgefront_advice import Advice, Opinion, advises
from core.bots.bridgefront_moves import attack_worth, shielding_bridges
from core.bots.bridgefront_view import View
from core.bots.bridgefront_worth import CARD, MANA, champion_worth, copy_worth, effect_worth, sixths
from core.bridgefront import effects
from core.bridgefront.catalogue import CARDS
from core.bridgefront.choices import Choice, Choosing
from core.bridgefront.hands import counter
from core.kernel.piles import copy_of

# Gold, mana, cards ----------------------------------------------------------------------------------------------------


@advises(effects.Gold)
def _gold(a: Advice, e: effects.Gold, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return e.amount * a.view.gold_worth, ()


@advises(effects.Squeeze)
def _squeeze(a: Advice, e: effects.Squeeze, choices: Sequence[Choice], c: Choosing) -> Opinion:
    state = c.state
    rich = max((seat for seat in state.seats if seat != c.seat), key=lambda seat: (state.gold[seat], -seat))
    return min(e.amount, state.gold[rich]) * (a.view.gold_worth + 3), (rich,)


@advises(effects.Mana)
def _mana(a: Advice, e: effects.Mana, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return e.amount * MANA if c.state.piles.hand_size(c.seat) > 1 else e.amount * MANA // 2, ()


def _card_worth(a: Advice) -> int:
    """What a card more in hand is worth: less when there is little mana left to play it."""
    return (2, 7, CARD, CARD + 1)[min(3, a.view.mana - 1)] if a.view.mana > 0 else 0


@advises(effects.Draw)
def _draw(a: Advice, e: effects.Draw, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return e.amount * _card_worth(a), ()


@advises(effects.AllDraw)
def _all_draw(a: Advice, e: effects.AllDraw, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return e.own * _card_worth(a) - 3 * e.others, ()


@advises(effects.DrawForSpell)
def _draw_for_spell(a: Advice, e: effects.DrawForSpell, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return _card_worth(a) * 3 // 2, ()


@advises(effects.Scout)
def _scout(a: Advice, e: effects.Scout, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return _card_worth(a) * 3 // 2, ()


def worst(a: Advice, c: Choosing, cards: Sequence[Any]) -> list[Any]:
    """Cards of the own hand, the one that is worth least first."""
    return sorted(cards, key=lambda card: (copy_worth(c.state, copy_of(card)), copy_of(card)))


@advises(effects.Named)
def _named(a: Advice, e: effects.Named, choices: Sequence[Choice], c: Choosing) -> Opinion:
    cards = worst(a, c, c.hand)
    most, least = min(e.most, len(cards)), min(e.least, len(cards))
    if e.draws:
        count = max(least, sum(copy_worth(c.state, copy_of(card)) < CARD - 5 for card in cards[:most]))
        return count * (_card_worth(a) * e.draws - 4), (tuple(cards[:count]),)
    count = most if e.fate == "burn" else least
    junk = sum(copy_worth(c.state, copy_of(card)) < 0 for card in cards[:count])
    if e.fate == "burn":
        return 8 * junk, (tuple(cards[: max(least, junk)]),)
    return 2 * junk - 2 * count, (tuple(cards[:count]),)


@advises(effects.Swap)
def _swap(a: Advice, e: effects.Swap, choices: Sequence[Choice], c: Choosing) -> Opinion:
    forces = a.view.best_home(e.forces)[0]
    gold = e.gold * a.view.gold_worth
    reward, word = (gold, "gold") if gold >= forces else (forces, "forces")
    cards = [card for card in worst(a, c, c.hand)[: e.most] if copy_worth(c.state, copy_of(card)) < reward - 4]
    return len(cards) * (reward - 4), (tuple(cards), (word,) * len(cards))


# Deploying ------------------------------------------------------------------------------------------------------------


@advises(effects.Deploy)
def _deploy(a: Advice, e: effects.Deploy, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return a.view.best_home(e.forces)[0], ()


@advises(effects.DeployPerCard)
def _per_card(a: Advice, e: effects.DeployPerCard, choices: Sequence[Choice], c: Choosing) -> Opinion:
    forces = c.state.played[c.seat] + 1 if e.played else c.state.piles.hand_size(c.seat) - 1
    return a.view.best_home(forces)[0], ()


@advises(effects.DeployCounter)
def _counter(a: Advice, e: effects.DeployCounter, choices: Sequence[Choice], c: Choosing) -> Opinion:
    forces = counter(c.state, a.copy) if a.copy else 0
    return a.view.best_home(forces)[0] if forces else 0, ()


@advises(effects.RaiseCounter)
def _raise_counter(a: Advice, e: effects.RaiseCounter, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return a.view.force_worth, ()


@advises(effects.DeployTo)
def _deploy_to(a: Advice, e: effects.DeployTo, choices: Sequence[Choice], c: Choosing) -> Opinion:
    best, place = 0, None
    for hex_ in choices[0].legal(c):
        worth = deployed_at(a.view, e.forces, hex_)
        if place is None or worth > best:
            best, place = worth, hex_
    return best, (place,)


def deployed_at(view: View, forces: int, hex_: int) -> int:
    """What new Forces in a hex are worth: they hold it, or attack who stands there."""
    if hex_ not in view.enemies or hex_ in view.mine or hex_ == view.home:
        return view.reinforcing(forces, hex_)
    units = forces * view.force_worth * 3 // 4
    return units + attack_worth(view, 2 * forces, forces, units, hex_, (0, 0, view.home))


@advises(effects.DeployBy)
def _deploy_by(a: Advice, e: effects.DeployBy, choices: Sequence[Choice], c: Choosing) -> Opinion:
    best, chosen = 0, None
    for copy in choices[0].legal(c):
        worth = a.view.reinforcing(e.forces, c.state.champions[copy].hex)
        if chosen is None or worth > best:
            best, chosen = worth, copy
    return best, (chosen,)


@advises(effects.DeployOnMines)
def _on_mines(a: Advice, e: effects.DeployOnMines, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return sum(a.view.reinforcing(e.forces, h) for h in c.state.mines if h in a.view.mine), ()


@advises(effects.DeployChampion)
def _champion(a: Advice, e: effects.DeployChampion, choices: Sequence[Choice], c: Choosing) -> Opinion:
    card = c.state.card[a.copy]
    stats = CARDS[card].stats
    assert stats is not None
    view, best, place = a.view, 0, None
    for hex_ in choices[0].legal(c):
        stack = view.mine.get(hex_)
        fire, life = (stack.fire, stack.life) if stack is not None else (0, 0)
        gain = view.standing(fire + sixths(card), life + stats.hp, hex_, hex_) - view.standing(fire, life, hex_, hex_)
        if place is None or gain > best:
            best, place = gain, hex_
    worth = best + champion_worth(card) * (3 if view.left else 1) // 4
    if e.ability is not None and e.ability.sacrifices:
        worth -= sum(view.champion_value(champion.copy) for champion in c.state.champions_of(c.seat))
    if len(choices) == 1:
        return worth, (place,)
    burnt = list(choices[1].legal(c._replace(before=(*c.before, place))))
    _, threats = shielding_bridges(view, 9, True)
    edge = next((edge for edge in burnt if edge in threats), burnt[-1] if burnt else None)
    return worth, (place, edge)


@advises(effects.RandomChampion)
def _random_champion(a: Advice, e: effects.RandomChampion, choices: Sequence[Choice], c: Choosing) -> Opinion:
    limit = c.state.option("champion_limit")
    return 0 if 0 < limit <= len(c.state.champions_of(c.seat)) else effect_worth(e), ()


@advises(effects.LoseRandomChampion)
def _lose_champion(a: Advice, e: effects.LoseRandomChampion, choices: Sequence[Choice], c: Choosing) -> Opinion:
    mine = c.state.champions_of(c.seat)
    return (-sum(a.view.champion_value(x.copy) for x in mine) // len(mine) if mine else 0), ()


@advises(effects.Recall)
def _recall(a: Advice, e: effects.Recall, choices: Sequence[Choice], c: Choosing) -> Opinion:
    hurt = min(choices[0].legal(c), key=lambda copy: (c.state.champions[copy].hp, copy), default=None)
    if hurt is None:
        return 0, (None,)
    return champion_worth(c.state.card[hurt]) // 2 - a.view.champion_value(hurt), (hurt,)


@advises(effects.NextChampionFree)
def _free_champion(a: Advice, e: effects.NextChampionFree, choices: Sequence[Choice], c: Choosing) -> Opinion:
    held = [CARDS[c.state.card[copy]] for copy in a.hand]
    prices = [card.mana * MANA + card.gold[1] * a.view.gold_worth for card in held if card.stats is not None]
    return max(prices, default=0), ()
