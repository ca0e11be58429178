"""Opinions on healing, damage, marks for coming battles, and fire on whole hexes."""

from __future__ import annotations

from core.games.bridgefront.bot.effect_scores import (
    BOARD_ONLY,
    EFFECT_ADVISERS,
    Advice,
    Choices,
    Opinion,
    advised,
    best_opinion,
    if_gain,
)
from core.games.bridgefront.bot.features import View, odds
from core.games.bridgefront.bot.weights import champion_worth, sixths
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.effects import combat, economy

# Champions ------------------------------------------------------------------------------------------------------------


def healed(view: View, copy: int, amount: int) -> int:
    """Return the worth of healing a Champion by `amount` HP."""
    weights = view.weights
    champion = view.state.champions[copy]
    gained = min(amount, champion.max_hp - champion.hp)
    return gained * champion_worth(weights, view.state.rules, view.state.card[copy]) // (champion.max_hp + 1)


def hurt(view: View, copy: int, damage: int) -> int:
    """Return the worth of damage to an enemy Champion, including the bounty if the Champion dies."""
    weights = view.weights
    state = view.state
    champion = state.champions[copy]
    worth = champion_worth(weights, state.rules, state.card[copy])
    if champion.hp > damage:
        return damage * worth // (2 * champion.max_hp)
    stats = state.cards[state.card[copy]].stats
    assert stats is not None
    return worth // 2 + stats.bounty * view.gold_worth + (20 if view.near_end(champion.owner) else 0)


def _rate_heal(a: Advice, e: combat.Heal, choices: Choices, c: ChoiceContext) -> Opinion:
    champions = c.state.champions

    def worth(copy: int) -> int:
        at_home = e.at_home and champions[copy].hex == a.view.home
        return healed(a.view, copy, e.at_home if at_home else e.amount)

    return best_opinion((copy for copy in choices[0].legal(c) if champions[copy].owner == c.seat), worth)


def _rate_damage(a: Advice, e: combat.Damage, choices: Choices, c: ChoiceContext) -> Opinion:
    enemies = (copy for copy in choices[0].legal(c) if c.state.champions[copy].owner != c.seat)
    return best_opinion(enemies, lambda copy: hurt(a.view, copy, e.amount))


def _mark_champion(a: Advice, e: combat.MarkChampion, choices: Choices, c: ChoiceContext) -> Opinion:
    def worth(copy: int) -> int:
        champion = c.state.champions[copy]
        return _mark_worth(a.view, e.mark, copy, champion.owner == c.seat, champion.hp)

    return best_opinion(choices[0].legal(c), worth)


def _mark_worth(view: View, kind: str, copy: int, own: bool, hp: int) -> int:
    """Return the worth of a mark on the Champion, or 0 as long as no battle is in sight."""
    hex_ = view.state.champions[copy].hex
    fighting = view.danger.get(hex_, 0) > 0 if own else near_enemy(view, hex_)
    if not fighting:
        return 0
    if kind == "slow":
        return 0 if own else sixths(view.state.rules, view.state.card[copy])
    if kind == "marked for coin":
        return 4 * view.gold_worth // (1 + hp)
    if kind == "frenzy":
        return 3 * sixths(view.state.rules, view.state.card[copy]) // 2 - 4 if hp > 3 else 0
    if kind == "plated":
        return min(view.gold // 2, 4) * 3
    return 4


def near_enemy(view: View, hex_: int) -> bool:
    """Return True if a stack of the viewing seat is in the hex or adjacent to it."""
    return hex_ in view.mine or any(b in view.mine for b in view.grid.neighbours[hex_])


def contact(view: View) -> int:
    """Return the size of the seat's largest stack that an enemy can reach, or 0 if no battle is in sight.

    The size counts Forces and Champions.
    """
    return max((s.forces + 2 * len(s.champions) for h, s in view.mine.items() if view.danger.get(h, 0) > 4), default=0)


# Coming battles -------------------------------------------------------------------------------------------------------


def _mark_self(a: Advice, e: combat.MarkSelf, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    view = a.view
    size = contact(view)
    if e.mark == "last stand":
        return min(view.danger.get(view.home, 0), 3 * weights.force), ()
    if e.mark == "pulling strings":
        return 2 * view.gold_worth * (len(c.state.seats) - 2) // 2, ()
    if e.mark == "immunity":
        return 4 * len(c.state.champions_of(c.seat)), ()
    if e.mark == "battle cry":
        return (4 * len(c.state.champions_of(c.seat)) if size else 0), ()
    return 3 * min(size, 7), ()


def _mark_hex(a: Advice, e: combat.MarkHex, choices: Choices, c: ChoiceContext) -> Opinion:
    view = a.view

    def worth(hex_: int) -> int:
        stack = view.mine[hex_]
        lost = 100 - odds(view.defence(stack), view.danger[hex_])
        return stack.forces * 2 if e.mark == "hold the line" else stack.life * view.force_worth * lost // 200

    return if_gain(best_opinion((h for h in choices[0].legal(c) if h in view.mine and view.danger.get(h, 0)), worth))


def _rate_double(a: Advice, e: combat.DoubleLoneChampion, choices: Choices, c: ChoiceContext) -> Opinion:
    mine = c.state.champions_of(c.seat)
    return (6 * mine[0].hp if len(mine) == 1 else 0), ()


# Fire on a hex --------------------------------------------------------------------------------------------------------


def _strike(a: Advice, e: combat.Strike, choices: Choices, c: ChoiceContext) -> Opinion:
    view = a.view

    def worth(hex_: int) -> int:
        if e.neighbours and sum(b in view.mine for b in view.grid.neighbours[hex_]) < e.neighbours:
            return 0
        points = -1 if not e.enemies_only and hex_ in view.mine else struck(view, hex_, e.forces, e.damage)
        more = hex_ == view.grid.center or view.near_end(view.enemies[hex_].seat)
        return points + points // 2 if more else points

    return if_gain(best_opinion((h for h in view.enemies if choices[0].allows(c, h)), worth))


def struck(view: View, hex_: int, forces: int, damage: int) -> int:
    """Return the worth of killing `forces` enemy Forces in a hex and damaging every Champion there."""
    enemy = view.enemies[hex_]
    worth = min(forces, enemy.forces) * view.force_worth * 2 // 3
    if damage:
        worth += sum(hurt(view, copy, damage) for copy in enemy.champions)
    return worth


def _rate_mortar(a: Advice, e: combat.Mortar, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    view = a.view

    def worth(hex_: int) -> int:
        around = view.grid.neighbours[hex_]
        risk = sum(view.mine[b].life for b in around if b in view.mine) * weights.force // (2 * len(around))
        return struck(view, hex_, e.forces, e.damage) // 2 - risk

    return if_gain(best_opinion((h for h in view.enemies if h not in view.mine and choices[0].allows(c, h)), worth))


def _score_on_center(a: Advice, e: economy.ScoreOnCenter, choices: Choices, c: ChoiceContext) -> Opinion:
    weights = a.weights
    stack = a.view.mine.get(a.view.grid.center)
    if stack is None:
        return 0, ()
    danger = a.view.danger.get(stack.hex, 0)
    return e.vp * weights.vp * stack.strength // (stack.strength + danger + 4), ()


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
        advised(combat.Heal, _rate_heal),
        advised(
            combat.HealAll,
            lambda a, e, choices, c: (
                sum(healed(a.view, x.copy, e.amount) for x in c.state.champions_of(c.seat)),
                (),
            ),
        ),
        advised(combat.Damage, _rate_damage),
        advised(combat.MarkChampion, _mark_champion),
        advised(combat.FocusFire, lambda a, e, choices, c: (2 * min(contact(a.view), 5), ("weakest",))),
        advised(combat.MarkSelf, _mark_self),
        advised(combat.MarkHex, _mark_hex),
        advised(combat.DoubleLoneChampion, _rate_double),
        advised(combat.Strike, _strike),
        advised(combat.Mortar, _rate_mortar),
        advised(economy.ScoreOnCenter, _score_on_center),
    ]
)
