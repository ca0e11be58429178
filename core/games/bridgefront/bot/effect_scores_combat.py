"""Opinions on healing, damage, marks for coming battles, and fire on whole hexes."""

from __future__ import annotations

from core.games.bridgefront.bot.effect_scores import (
    BOARD_ONLY,
    EFFECT_ADVISERS,
    Advice,
    Choices,
    Opinion,
    best_opinion,
    opinion_if_gain,
    register_adviser,
)
from core.games.bridgefront.bot.features import View, win_odds
from core.games.bridgefront.bot.weights import champion_worth, dice_sixths
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.effects import combat, economy

# Champions ------------------------------------------------------------------------------------------------------------


def heal_value(view: View, copy: int, amount: int) -> int:
    """Return the worth of healing a Champion by `amount` HP."""
    weights = view.weights
    champion = view.state.champions[copy]
    gained = min(amount, champion.max_hp - champion.hp)
    return gained * champion_worth(weights, view.state.rules, view.state.card[copy]) // (champion.max_hp + 1)


def damage_value(view: View, copy: int, damage: int) -> int:
    """Return the worth of damage to an enemy Champion, including the bounty if the Champion dies."""
    weights = view.weights
    state = view.state
    champion = state.champions[copy]
    worth = champion_worth(weights, state.rules, state.card[copy])
    if champion.hp > damage:
        return damage * worth // (2 * champion.max_hp)
    stats = state.cards[state.card[copy]].stats
    assert stats is not None
    return worth // 2 + stats.bounty * view.gold_worth + (20 if view.is_near_end(champion.owner) else 0)


def _rate_heal(advice: Advice, effect: combat.Heal, choices: Choices, context: ChoiceContext) -> Opinion:
    champions = context.state.champions

    def worth(copy: int) -> int:
        at_home = effect.at_home and champions[copy].hex == advice.view.home
        return heal_value(advice.view, copy, effect.at_home if at_home else effect.amount)

    return best_opinion(
        (copy for copy in choices[0].legal_values(context) if champions[copy].owner == context.seat), worth
    )


def _rate_damage(advice: Advice, effect: combat.Damage, choices: Choices, context: ChoiceContext) -> Opinion:
    enemies = (copy for copy in choices[0].legal_values(context) if context.state.champions[copy].owner != context.seat)
    return best_opinion(enemies, lambda copy: damage_value(advice.view, copy, effect.amount))


def _rate_mark_champion(
    advice: Advice, effect: combat.MarkChampion, choices: Choices, context: ChoiceContext
) -> Opinion:
    def worth(copy: int) -> int:
        champion = context.state.champions[copy]
        return _mark_worth(advice.view, effect.mark, copy, champion.owner == context.seat, champion.hp)

    return best_opinion(choices[0].legal_values(context), worth)


def _mark_worth(view: View, kind: str, copy: int, own: bool, hp: int) -> int:
    """Return the worth of a mark on the Champion, or 0 as long as no battle is in sight."""
    hex_ = view.state.champions[copy].hex
    fighting = view.danger.get(hex_, 0) > 0 if own else has_enemy_near(view, hex_)
    if not fighting:
        return 0
    if kind == "slow":
        return 0 if own else dice_sixths(view.state.rules, view.state.card[copy])
    if kind == "marked for coin":
        return 4 * view.gold_worth // (1 + hp)
    if kind == "frenzy":
        return 3 * dice_sixths(view.state.rules, view.state.card[copy]) // 2 - 4 if hp > 3 else 0
    if kind == "plated":
        return min(view.gold // 2, 4) * 3
    return 4


def has_enemy_near(view: View, hex_: int) -> bool:
    """Return True if a stack of the viewing seat is in the hex or adjacent to it."""
    return hex_ in view.own_stacks or any(b in view.own_stacks for b in view.grid.neighbours[hex_])


def contact_count(view: View) -> int:
    """Return the size of the seat's largest stack that an enemy can reach, or 0 if no battle is in sight.

    The size counts Forces and Champions.
    """
    return max(
        (s.forces + 2 * len(s.champions) for h, s in view.own_stacks.items() if view.danger.get(h, 0) > 4), default=0
    )


# Coming battles -------------------------------------------------------------------------------------------------------


def _rate_mark_self(advice: Advice, effect: combat.MarkSelf, choices: Choices, context: ChoiceContext) -> Opinion:
    weights = advice.weights
    view = advice.view
    size = contact_count(view)
    if effect.mark == "last stand":
        return min(view.danger.get(view.home, 0), 3 * weights.force), ()
    if effect.mark == "pulling strings":
        return 2 * view.gold_worth * (len(context.state.seats) - 2) // 2, ()
    if effect.mark == "immunity":
        return 4 * len(context.state.champions_of(context.seat)), ()
    if effect.mark == "battle cry":
        return (4 * len(context.state.champions_of(context.seat)) if size else 0), ()
    return 3 * min(size, 7), ()


def _rate_mark_hex(advice: Advice, effect: combat.MarkHex, choices: Choices, context: ChoiceContext) -> Opinion:
    view = advice.view

    def worth(hex_: int) -> int:
        stack = view.own_stacks[hex_]
        lost = 100 - win_odds(view.defence_strength(stack), view.danger[hex_])
        return stack.forces * 2 if effect.mark == "hold the line" else stack.life * view.force_worth * lost // 200

    return opinion_if_gain(
        best_opinion(
            (h for h in choices[0].legal_values(context) if h in view.own_stacks and view.danger.get(h, 0)), worth
        )
    )


def _rate_double(
    advice: Advice, effect: combat.DoubleLoneChampion, choices: Choices, context: ChoiceContext
) -> Opinion:
    mine = context.state.champions_of(context.seat)
    return (6 * mine[0].hp if len(mine) == 1 else 0), ()


# Fire on a hex --------------------------------------------------------------------------------------------------------


def _rate_strike(advice: Advice, effect: combat.Strike, choices: Choices, context: ChoiceContext) -> Opinion:
    view = advice.view

    def worth(hex_: int) -> int:
        if effect.neighbours and sum(b in view.own_stacks for b in view.grid.neighbours[hex_]) < effect.neighbours:
            return 0
        points = (
            -1
            if not effect.enemies_only and hex_ in view.own_stacks
            else strike_value(view, hex_, effect.forces, effect.damage)
        )
        more = hex_ == view.grid.center or view.is_near_end(view.enemy_stacks[hex_].seat)
        return points + points // 2 if more else points

    return opinion_if_gain(best_opinion((h for h in view.enemy_stacks if choices[0].is_legal(context, h)), worth))


def strike_value(view: View, hex_: int, forces: int, damage: int) -> int:
    """Return the worth of killing `forces` enemy Forces in a hex and damaging every Champion there."""
    enemy = view.enemy_stacks[hex_]
    worth = min(forces, enemy.forces) * view.force_worth * 2 // 3
    if damage:
        worth += sum(damage_value(view, copy, damage) for copy in enemy.champions)
    return worth


def _rate_mortar(advice: Advice, effect: combat.Mortar, choices: Choices, context: ChoiceContext) -> Opinion:
    weights = advice.weights
    view = advice.view

    def worth(hex_: int) -> int:
        around = view.grid.neighbours[hex_]
        risk = sum(view.own_stacks[b].life for b in around if b in view.own_stacks) * weights.force // (2 * len(around))
        return strike_value(view, hex_, effect.forces, effect.damage) // 2 - risk

    return opinion_if_gain(
        best_opinion(
            (h for h in view.enemy_stacks if h not in view.own_stacks and choices[0].is_legal(context, h)), worth
        )
    )


def _rate_score_on_center(
    advice: Advice, effect: economy.ScoreOnCenter, choices: Choices, context: ChoiceContext
) -> Opinion:
    weights = advice.weights
    stack = advice.view.own_stacks.get(advice.view.grid.center)
    if stack is None:
        return 0, ()
    danger = advice.view.danger.get(stack.hex, 0)
    return effect.vp * weights.vp * stack.strength // (stack.strength + danger + 4), ()


BOARD_ONLY.update(
    {
        combat.Heal,
        combat.HealAll,
        combat.Damage,
        combat.FocusFire,
        combat.MarkSelf,
        combat.MarkHex,
        combat.DoubleLoneChampion,
        combat.Strike,
        combat.Mortar,
        economy.ScoreOnCenter,
    }
)
EFFECT_ADVISERS.update(
    [
        register_adviser(combat.Heal, _rate_heal),
        register_adviser(
            combat.HealAll,
            lambda a, e, choices, c: (
                sum(heal_value(a.view, x.copy, e.amount) for x in c.state.champions_of(c.seat)),
                (),
            ),
        ),
        register_adviser(combat.Damage, _rate_damage),
        register_adviser(combat.MarkChampion, _rate_mark_champion),
        register_adviser(combat.FocusFire, lambda a, e, choices, c: (2 * min(contact_count(a.view), 5), ("weakest",))),
        register_adviser(combat.MarkSelf, _rate_mark_self),
        register_adviser(combat.MarkHex, _rate_mark_hex),
        register_adviser(combat.DoubleLoneChampion, _rate_double),
        register_adviser(combat.Strike, _rate_strike),
        register_adviser(combat.Mortar, _rate_mortar),
        register_adviser(economy.ScoreOnCenter, _rate_score_on_center),
    ]
)
