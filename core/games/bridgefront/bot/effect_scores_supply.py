"""Opinions on gold, mana, cards and deployments."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.hidden.piles import Card as HandCard
from core.engine.hidden.piles import copy_of
from core.games.bridgefront.bot.effect_scores import (
    BOARD_ONLY,
    EFFECT_ADVISERS,
    Advice,
    Choices,
    Opinion,
    advised,
    best_opinion,
)
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.moves import attack_worth, shielding_bridges
from core.games.bridgefront.bot.weights import champion_worth, copy_worth, effect_worth, sixths
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.effects import economy, forces
from core.games.bridgefront.hands import counter

# Gold, mana, cards ----------------------------------------------------------------------------------------------------


def _rate_squeeze(a: Advice, e: economy.Squeeze, choices: Choices, c: ChoiceContext) -> Opinion:
    state = c.state
    rich = max((seat for seat in state.seats if seat != c.seat), key=lambda seat: (state.gold[seat], -seat))
    return min(e.amount, state.gold[rich]) * (a.view.gold_worth + 3), (rich,)


def _card_worth(a: Advice) -> int:
    """Return the worth of one more card in hand, which is lower when little mana is left to play it."""
    weights = a.weights
    return (
        (weights.hand_one, weights.hand_two, weights.card, weights.card + 1)[min(3, a.view.mana - 1)]
        if a.view.mana > 0
        else 0
    )


def worst(a: Advice, c: ChoiceContext, cards: Sequence[HandCard]) -> list[HandCard]:
    """Return the cards of the seat's own hand, the least valuable first."""
    weights = a.weights
    return sorted(cards, key=lambda card: (copy_worth(weights, c.state, copy_of(card)), copy_of(card)))


def _named(a: Advice, e: economy.DiscardNamed, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    cards = worst(a, c, c.hand)
    most, least = min(e.most, len(cards)), min(e.least, len(cards))
    if e.draws:
        count = max(least, sum(copy_worth(weights, c.state, copy_of(card)) < weights.card - 5 for card in cards[:most]))
        return count * (_card_worth(a) * e.draws - 4), (tuple(cards[:count]),)
    count = most if e.fate == "burn" else least
    junk = sum(copy_worth(weights, c.state, copy_of(card)) < 0 for card in cards[:count])
    if e.fate == "burn":
        return 8 * junk, (tuple(cards[: max(least, junk)]),)
    return 2 * junk - 2 * count, (tuple(cards[:count]),)


def _swap(a: Advice, e: economy.Swap, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    deployed = a.view.best_home(e.forces)[0]
    gold = e.gold * a.view.gold_worth
    reward, word = (gold, "gold") if gold >= deployed else (deployed, "forces")
    cards = [card for card in worst(a, c, c.hand)[: e.most] if copy_worth(weights, c.state, copy_of(card)) < reward - 4]
    return len(cards) * (reward - 4), (tuple(cards), (word,) * len(cards))


# Deploying ------------------------------------------------------------------------------------------------------------


def _per_card(a: Advice, e: forces.DeployPerCard, choices: Choices, c: ChoiceContext) -> Opinion:
    cards = c.state.played[c.seat] + 1 if e.played else c.state.piles.hand_size(c.seat) - 1
    return a.view.best_home(cards)[0], ()


def _rate_counter(a: Advice, e: forces.DeployCounter, choices: Choices, c: ChoiceContext) -> Opinion:
    many = counter(c.state, a.copy) if a.copy else 0
    return a.view.best_home(many)[0] if many else 0, ()


def deployed_at(view: View, many: int, hex_: int) -> int:
    """Return the worth of new Forces in a hex, where they hold it or attack the enemies."""
    weights = view.weights
    if hex_ not in view.enemies or hex_ in view.mine or hex_ == view.home:
        return view.reinforcing(many, hex_)
    units = many * view.force_worth * weights.loss // 100
    return units + attack_worth(view, 2 * many, many, units, hex_, (0, 0, view.home))


def _champion(a: Advice, e: forces.DeployChampion, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    card = c.state.card[a.copy]
    rules = a.view.state.rules
    stats = rules.cards[card].stats
    assert stats is not None
    view, hp = a.view, stats.hp

    def gain(hex_: int) -> int:
        stack = view.mine.get(hex_)
        fire, life = (stack.fire, stack.life) if stack is not None else (0, 0)
        return view.standing(fire + sixths(rules, card), life + hp, hex_, hex_) - view.standing(fire, life, hex_, hex_)

    gained, (place,) = best_opinion(choices[0].legal(c), gain)
    placed = weights.placed if view.left else weights.placed // 3
    worth = gained + champion_worth(weights, rules, card) * placed // 100
    if e.ability is not None and e.ability.sacrifices:
        worth -= sum(view.champion_value(champion.copy) for champion in c.state.champions_of(c.seat))
    if len(choices) == 1:
        return worth, (place,)
    burnt = list(choices[1].legal(c.after(place)))
    _, threats = shielding_bridges(view, 9, True)
    edge = next((edge for edge in burnt if edge in threats), burnt[-1] if burnt else None)
    return worth, (place, edge)


def _random_champion(a: Advice, e: forces.RandomChampion, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    limit = c.state.option("champion_limit")
    return 0 if 0 < limit <= len(c.state.champions_of(c.seat)) else effect_worth(weights, e), ()


def _lose_champion(a: Advice, e: forces.LoseRandomChampion, choices: Choices, c: ChoiceContext) -> Opinion:
    mine = c.state.champions_of(c.seat)
    return (-sum(a.view.champion_value(x.copy) for x in mine) // len(mine) if mine else 0), ()


def _rate_recall(a: Advice, e: forces.Recall, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    hurt = min(choices[0].legal(c), key=lambda copy: (c.state.champions[copy].hp, copy), default=None)
    if hurt is None:
        return 0, (None,)
    return champion_worth(weights, c.state.rules, c.state.card[hurt]) // 2 - a.view.champion_value(hurt), (hurt,)


def _free_champion(a: Advice, e: economy.NextChampionFree, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    held = [c.state.cards[c.state.card[copy]] for copy in a.hand]
    prices = [card.mana * weights.mana + card.gold[1] * a.view.gold_worth for card in held if card.stats is not None]
    return max(prices, default=0), ()


BOARD_ONLY.update(
    {
        economy.Gold,
        economy.Mana,
        economy.Draw,
        economy.AllDraw,
        economy.DrawForSpell,
        economy.Scout,
        economy.RaiseCounter,
        forces.Deploy,
        forces.DeployTo,
        forces.DeployBy,
        forces.DeployOnMines,
        forces.DeployChampion,
        forces.RandomChampion,
        forces.LoseRandomChampion,
        forces.Recall,
    }
)
EFFECT_ADVISERS.update(
    [
        advised(economy.Gold, lambda a, e, choices, c: (e.amount * a.view.gold_worth, ())),
        advised(economy.Squeeze, _rate_squeeze),
        advised(
            economy.Mana,
            lambda a, e, choices, c: (
                e.amount * a.weights.mana // (1 if c.state.piles.hand_size(c.seat) > 1 else 2),
                (),
            ),
        ),
        advised(economy.Draw, lambda a, e, choices, c: (e.amount * _card_worth(a), ())),
        advised(economy.AllDraw, lambda a, e, choices, c: (e.own * _card_worth(a) - 3 * e.others, ())),
        advised(economy.DrawForSpell, lambda a, e, choices, c: (_card_worth(a) * 3 // 2, ())),
        advised(economy.Scout, lambda a, e, choices, c: (_card_worth(a) * 3 // 2, ())),
        advised(economy.DiscardNamed, _named),
        advised(economy.Swap, _swap),
        advised(economy.RaiseCounter, lambda a, e, choices, c: (a.view.force_worth, ())),
        advised(economy.NextChampionFree, _free_champion),
        advised(forces.Deploy, lambda a, e, choices, c: (a.view.best_home(e.forces)[0], ())),
        advised(forces.DeployPerCard, _per_card),
        advised(forces.DeployCounter, _rate_counter),
        advised(
            forces.DeployTo,
            lambda a, e, choices, c: best_opinion(
                choices[0].legal(c), lambda hex_: deployed_at(a.view, e.forces, hex_)
            ),
        ),
        advised(
            forces.DeployBy,
            lambda a, e, choices, c: best_opinion(
                choices[0].legal(c), lambda copy: a.view.reinforcing(e.forces, c.state.champions[copy].hex)
            ),
        ),
        advised(
            forces.DeployOnMines,
            lambda a, e, choices, c: (
                sum(a.view.reinforcing(e.forces, hex_) for hex_ in c.state.mines if hex_ in a.view.mine),
                (),
            ),
        ),
        advised(forces.DeployChampion, _champion),
        advised(forces.RandomChampion, _random_champion),
        advised(forces.LoseRandomChampion, _lose_champion),
        advised(forces.Recall, _rate_recall),
    ]
)
