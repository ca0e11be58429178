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
    best_opinion,
    register_adviser,
)
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.moves import attack_worth, shielding_bridges
from core.games.bridgefront.bot.weights import champion_worth, copy_worth, dice_sixths, effect_worth
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.effects import economy, forces
from core.games.bridgefront.hands import counter_of

# Gold, mana, cards ----------------------------------------------------------------------------------------------------


def _rate_squeeze(advice: Advice, effect: economy.Squeeze, choices: Choices, context: ChoiceContext) -> Opinion:
    state = context.state
    rich = max((seat for seat in state.seats if seat != context.seat), key=lambda seat: (state.gold[seat], -seat))
    return min(effect.amount, state.gold[rich]) * (advice.view.gold_worth + 3), (rich,)


def _card_worth(advice: Advice) -> int:
    """Return the worth of one more card in hand, which is lower when little mana is left to play it."""
    weights = advice.weights
    return (
        (weights.hand_one, weights.hand_two, weights.card, weights.card + 1)[min(3, advice.view.mana - 1)]
        if advice.view.mana > 0
        else 0
    )


def worst_cards(advice: Advice, context: ChoiceContext, cards: Sequence[HandCard]) -> list[HandCard]:
    """Return the cards of the seat's own hand, the least valuable first."""
    weights = advice.weights
    return sorted(cards, key=lambda card: (copy_worth(weights, context.state, copy_of(card)), copy_of(card)))


def _rate_discard_named(
    advice: Advice, effect: economy.DiscardNamed, choices: Choices, context: ChoiceContext
) -> Opinion:
    weights = advice.weights
    cards = worst_cards(advice, context, context.hand)
    most, least = min(effect.most, len(cards)), min(effect.least, len(cards))
    if effect.draws:
        count = max(
            least, sum(copy_worth(weights, context.state, copy_of(card)) < weights.card - 5 for card in cards[:most])
        )
        return count * (_card_worth(advice) * effect.draws - 4), (tuple(cards[:count]),)
    count = most if effect.fate == "burn" else least
    junk = sum(copy_worth(weights, context.state, copy_of(card)) < 0 for card in cards[:count])
    if effect.fate == "burn":
        return 8 * junk, (tuple(cards[: max(least, junk)]),)
    return 2 * junk - 2 * count, (tuple(cards[:count]),)


def _rate_swap(advice: Advice, effect: economy.Swap, choices: Choices, context: ChoiceContext) -> Opinion:
    weights = advice.weights
    deployed = advice.view.best_capital_place(effect.forces)[0]
    gold = effect.gold * advice.view.gold_worth
    reward, word = (gold, "gold") if gold >= deployed else (deployed, "forces")
    cards = [
        card
        for card in worst_cards(advice, context, context.hand)[: effect.most]
        if copy_worth(weights, context.state, copy_of(card)) < reward - 4
    ]
    return len(cards) * (reward - 4), (tuple(cards), (word,) * len(cards))


# Deploying ------------------------------------------------------------------------------------------------------------


def _rate_per_card(advice: Advice, effect: forces.DeployPerCard, choices: Choices, context: ChoiceContext) -> Opinion:
    cards = context.state.played[context.seat] + 1 if effect.played else context.state.piles.hand_size(context.seat) - 1
    return advice.view.best_capital_place(cards)[0], ()


def _rate_counter(advice: Advice, effect: forces.DeployCounter, choices: Choices, context: ChoiceContext) -> Opinion:
    many = counter_of(context.state, advice.copy) if advice.copy else 0
    return advice.view.best_capital_place(many)[0] if many else 0, ()


def deployment_value(view: View, many: int, hex_: int) -> int:
    """Return the worth of new Forces in a hex, where they hold it or attack the enemies."""
    weights = view.weights
    if hex_ not in view.enemy_stacks or hex_ in view.own_stacks or hex_ == view.home:
        return view.reinforcement_worth(many, hex_)
    units = many * view.force_worth * weights.loss // 100
    return units + attack_worth(view, 2 * many, many, units, hex_, (0, 0, view.home))


def _rate_champion(advice: Advice, effect: forces.DeployChampion, choices: Choices, context: ChoiceContext) -> Opinion:
    weights = advice.weights
    card = context.state.card[advice.copy]
    rules = advice.view.state.rules
    stats = rules.cards[card].stats
    assert stats is not None
    view, hp = advice.view, stats.hp

    def gain(hex_: int) -> int:
        stack = view.own_stacks.get(hex_)
        fire, life = (stack.fire, stack.life) if stack is not None else (0, 0)
        return view.stack_worth(fire + dice_sixths(rules, card), life + hp, hex_, hex_) - view.stack_worth(
            fire, life, hex_, hex_
        )

    gained, (place,) = best_opinion(choices[0].legal_values(context), gain)
    placed = weights.placed if view.rounds_left else weights.placed // 3
    worth = gained + champion_worth(weights, rules, card) * placed // 100
    if effect.ability is not None and effect.ability.sacrifices:
        worth -= sum(view.champion_value(champion.copy) for champion in context.state.champions_of(context.seat))
    if len(choices) == 1:
        return worth, (place,)
    burnt = list(choices[1].legal_values(context.with_values(place)))
    _, threats = shielding_bridges(view, 9, True)
    edge = next((edge for edge in burnt if edge in threats), burnt[-1] if burnt else None)
    return worth, (place, edge)


def _rate_random_champion(
    advice: Advice, effect: forces.RandomChampion, choices: Choices, context: ChoiceContext
) -> Opinion:
    weights = advice.weights
    limit = context.state.option("champion_limit")
    return 0 if 0 < limit <= len(context.state.champions_of(context.seat)) else effect_worth(weights, effect), ()


def _rate_lose_champion(
    advice: Advice, effect: forces.LoseRandomChampion, choices: Choices, context: ChoiceContext
) -> Opinion:
    mine = context.state.champions_of(context.seat)
    return (-sum(advice.view.champion_value(x.copy) for x in mine) // len(mine) if mine else 0), ()


def _rate_recall(advice: Advice, effect: forces.Recall, choices: Choices, context: ChoiceContext) -> Opinion:
    weights = advice.weights
    hurt = min(
        choices[0].legal_values(context), key=lambda copy: (context.state.champions[copy].hp, copy), default=None
    )
    if hurt is None:
        return 0, (None,)
    return champion_worth(weights, context.state.rules, context.state.card[hurt]) // 2 - advice.view.champion_value(
        hurt
    ), (hurt,)


def _rate_free_champion(
    advice: Advice, effect: economy.NextChampionFree, choices: Choices, context: ChoiceContext
) -> Opinion:
    weights = advice.weights
    held = [context.state.cards[context.state.card[copy]] for copy in advice.hand]
    prices = [
        card.mana * weights.mana + card.gold[1] * advice.view.gold_worth for card in held if card.stats is not None
    ]
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
        register_adviser(economy.Gold, lambda a, e, choices, c: (e.amount * a.view.gold_worth, ())),
        register_adviser(economy.Squeeze, _rate_squeeze),
        register_adviser(
            economy.Mana,
            lambda a, e, choices, c: (
                e.amount * a.weights.mana // (1 if c.state.piles.hand_size(c.seat) > 1 else 2),
                (),
            ),
        ),
        register_adviser(economy.Draw, lambda a, e, choices, c: (e.amount * _card_worth(a), ())),
        register_adviser(economy.AllDraw, lambda a, e, choices, c: (e.own * _card_worth(a) - 3 * e.others, ())),
        register_adviser(economy.DrawForSpell, lambda a, e, choices, c: (_card_worth(a) * 3 // 2, ())),
        register_adviser(economy.Scout, lambda a, e, choices, c: (_card_worth(a) * 3 // 2, ())),
        register_adviser(economy.DiscardNamed, _rate_discard_named),
        register_adviser(economy.Swap, _rate_swap),
        register_adviser(economy.RaiseCounter, lambda a, e, choices, c: (a.view.force_worth, ())),
        register_adviser(economy.NextChampionFree, _rate_free_champion),
        register_adviser(forces.Deploy, lambda a, e, choices, c: (a.view.best_capital_place(e.forces)[0], ())),
        register_adviser(forces.DeployPerCard, _rate_per_card),
        register_adviser(forces.DeployCounter, _rate_counter),
        register_adviser(
            forces.DeployTo,
            lambda a, e, choices, c: best_opinion(
                choices[0].legal_values(c), lambda hex_: deployment_value(a.view, e.forces, hex_)
            ),
        ),
        register_adviser(
            forces.DeployBy,
            lambda a, e, choices, c: best_opinion(
                choices[0].legal_values(c),
                lambda copy: a.view.reinforcement_worth(e.forces, c.state.champions[copy].hex),
            ),
        ),
        register_adviser(
            forces.DeployOnMines,
            lambda a, e, choices, c: (
                sum(a.view.reinforcement_worth(e.forces, hex_) for hex_ in c.state.mines if hex_ in a.view.own_stacks),
                (),
            ),
        ),
        register_adviser(forces.DeployChampion, _rate_champion),
        register_adviser(forces.RandomChampion, _rate_random_champion),
        register_adviser(forces.LoseRandomChampion, _rate_lose_champion),
        register_adviser(forces.Recall, _rate_recall),
    ]
)
