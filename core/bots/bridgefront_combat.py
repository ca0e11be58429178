"""Opinions on healing, damage, marks for the battles to come, and fire on whole hexes."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.bridgefront_advice import Advice, Opinion, advises
from core.bots.bridgefront_view import View, odds
from core.bots.bridgefront_worth import FORCE, VP, champion_worth, sixths
from core.bridgefront import effects
from core.bridgefront.catalogue import CARDS
from core.bridgefront.choices import Choice, Choosing

# Champions ------------------------------------------------------------------------------------------------------------


def healed(view: View, copy: int, amount: int) -> int:
    """What it is worth that the Champion recovers so many HP."""
    champion = view.state.champions[copy]
    gained = min(amount, champion.max_hp - champion.hp)
    return gained * champion_worth(view.state.card[copy]) // (champion.max_hp + 1)


def hurt(view: View, copy: int, damage: int) -> int:
    """What it is worth that an enemy Champion takes so much damage, with the bounty if it dies."""
    state = view.state
    champion = state.champions[copy]
    worth = champion_worth(state.card[copy])
    if champion.hp > damage:
        return damage * worth // (2 * champion.max_hp)
    stats = CARDS[state.card[copy]].stats
    assert stats is not None
    return worth // 2 + stats.bounty * view.gold_worth + (20 if view.near_end(champion.owner) else 0)


@advises(effects.Heal)
def _heal(a: Advice, e: effects.Heal, choices: Sequence[Choice], c: Choosing) -> Opinion:
    best, chosen = 0, None
    for copy in choices[0].legal(c):
        champion = c.state.champions[copy]
        if champion.owner != c.seat:
            continue
        more = e.at_home if e.at_home and champion.hex == a.view.home else e.amount
        worth = healed(a.view, copy, more)
        if chosen is None or worth > best:
            best, chosen = worth, copy
    return (best, (chosen,)) if chosen is not None else (0, ())


@advises(effects.HealAll)
def _heal_all(a: Advice, e: effects.HealAll, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return sum(healed(a.view, x.copy, e.amount) for x in c.state.champions_of(c.seat)), ()


@advises(effects.Damage)
def _damage(a: Advice, e: effects.Damage, choices: Sequence[Choice], c: Choosing) -> Opinion:
    best, chosen = 0, None
    for copy in choices[0].legal(c):
        if c.state.champions[copy].owner == c.seat:
            continue
        worth = hurt(a.view, copy, e.amount)
        if chosen is None or worth > best:
            best, chosen = worth, copy
    return (best, (chosen,)) if chosen is not None else (0, ())


@advises(effects.MarkChampion)
def _mark_champion(a: Advice, e: effects.MarkChampion, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view, best, chosen = a.view, 0, None
    for copy in choices[0].legal(c):
        champion = c.state.champions[copy]
        worth = _mark_worth(view, e.kind, copy, champion.owner == c.seat, champion.hp)
        if chosen is None or worth > best:
            best, chosen = worth, copy
    return best, (chosen,)


def _mark_worth(view: View, kind: str, copy: int, own: bool, hp: int) -> int:
    """What a mark on the Champion is worth: nothing while no battle is in sight."""
    hex_ = view.state.champions[copy].hex
    fighting = view.danger.get(hex_, 0) > 0 if own else near_enemy(view, hex_)
    if not fighting:
        return 0
    if kind == "slow":
        return 0 if own else sixths(view.state.card[copy])
    if kind == "marked for coin":
        return 4 * view.gold_worth // (1 + hp)
    if kind == "frenzy":
        return 3 * sixths(view.state.card[copy]) // 2 - 4 if hp > 3 else 0
    if kind == "plated":
        return min(view.gold // 2, 4) * 3
    return 4


def near_enemy(view: View, hex_: int) -> bool:
    """Whether an own stack stands in the hex or beside it."""
    return hex_ in view.mine or any(b in view.mine for b in view.grid.neighbours[hex_])


def contact(view: View) -> int:
    """The largest own stack that an enemy can reach, in Forces and Champions; 0 where no battle is in sight."""
    return max((s.forces + 2 * len(s.champions) for h, s in view.mine.items() if view.danger.get(h, 0) > 4), default=0)


# The battles to come --------------------------------------------------------------------------------------------------


@advises(effects.FocusFire)
def _focus_fire(a: Advice, e: effects.FocusFire, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return 2 * min(contact(a.view), 5), ("weakest",)


@advises(effects.MarkSelf)
def _mark_self(a: Advice, e: effects.MarkSelf, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view = a.view
    size = contact(view)
    if e.kind == "last stand":
        return min(view.danger.get(view.home, 0), 3 * FORCE), ()
    if e.kind == "pulling strings":
        return 2 * view.gold_worth * (len(c.state.seats) - 2) // 2, ()
    if e.kind == "immunity":
        return 4 * len(c.state.champions_of(c.seat)), ()
    if e.kind == "battle cry":
        return (4 * len(c.state.champions_of(c.seat)) if size else 0), ()
    return 3 * min(size, 7), ()


@advises(effects.MarkHex)
def _mark_hex(a: Advice, e: effects.MarkHex, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view = a.view
    best, chosen = 0, None
    for hex_ in choices[0].legal(c):
        stack = view.mine.get(hex_)
        if stack is None or not view.danger.get(hex_, 0):
            continue
        lost = 100 - odds(view.defence(stack), view.danger[hex_])
        worth = stack.forces * 2 if e.kind == "hold the line" else stack.life * view.force_worth * lost // 200
        if worth > best:
            best, chosen = worth, hex_
    return (best, (chosen,)) if chosen is not None else (0, ())


@advises(effects.DoubleLoneChampion)
def _double(a: Advice, e: effects.DoubleLoneChampion, choices: Sequence[Choice], c: Choosing) -> Opinion:
    mine = c.state.champions_of(c.seat)
    return (6 * mine[0].hp if len(mine) == 1 else 0), ()


# Fire on a hex --------------------------------------------------------------------------------------------------------


@advises(effects.Strike)
def _strike(a: Advice, e: effects.Strike, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view = a.view
    best, chosen = 0, None
    for hex_, enemy in view.enemies.items():
        if not choices[0].allows(c, hex_):
            continue
        if e.neighbours and sum(b in view.mine for b in view.grid.neighbours[hex_]) < e.neighbours:
            continue
        worth = struck(view, hex_, e.forces, e.damage)
        if not e.enemies_only and hex_ in view.mine:
            worth = -1
        if hex_ == view.grid.center or view.near_end(enemy.seat):
            worth += worth // 2
        if worth > best:
            best, chosen = worth, hex_
    return (best, (chosen,)) if chosen is not None else (0, ())


def struck(view: View, hex_: int, forces: int, damage: int) -> int:
    """What it is worth that so many enemy Forces die in a hex, and that every Champion there is hurt."""
    enemy = view.enemies[hex_]
    worth = min(forces, enemy.forces) * view.force_worth * 2 // 3
    if damage:
        worth += sum(hurt(view, copy, damage) for copy in enemy.champions)
    return worth


@advises(effects.Mortar)
def _mortar(a: Advice, e: effects.Mortar, choices: Sequence[Choice], c: Choosing) -> Opinion:
    view = a.view
    best, chosen = 0, None
    for hex_ in view.enemies:
        if hex_ in view.mine or not choices[0].allows(c, hex_):
            continue
        around = view.grid.neighbours[hex_]
        risk = sum(view.mine[b].life for b in around if b in view.mine) * FORCE // (2 * len(around))
        worth = struck(view, hex_, e.forces, e.damage) // 2 - risk
        if worth > best:
            best, chosen = worth, hex_
    return (best, (chosen,)) if chosen is not None else (0, ())


@advises(effects.ScoreOnCenter)
def _score_on_center(a: Advice, e: effects.ScoreOnCenter, choices: Sequence[Choice], c: Choosing) -> Opinion:
    stack = a.view.mine.get(a.view.grid.center)
    if stack is None:
        return 0, ()
    danger = a.view.danger.get(stack.hex, 0)
    return e.vp * VP * stack.strength // (stack.strength + danger + 4), ()
