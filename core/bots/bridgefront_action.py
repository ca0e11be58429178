"""The choice of an action (rules 8.1): whatever brings most for its mana, or Done when nothing brings anything."""

from __future__ import annotations

from core.bots import bridgefront_combat, bridgefront_ground, bridgefront_supply
from core.bots.bridgefront_advice import Advice, Opinion
from core.bots.bridgefront_view import View
from core.bots.random_bot import Dice
from core.bridgefront import action
from core.bridgefront.abilities import STITCHWORK
from core.bridgefront.acting import batch_due, named_with
from core.bridgefront.action import powers, speeds
from core.bridgefront.card import Card
from core.bridgefront.catalogue import CARDS
from core.bridgefront.choices import Choosing
from core.bridgefront.decisions import Action, Power
from core.bridgefront.effects.bridges import Build
from core.bridgefront.effects.movement import Move
from core.bridgefront.state import Bridgefront
from core.kernel.holding import held, name_card
from core.kernel.secrets import Secrets

ADVISING = (bridgefront_supply, bridgefront_ground, bridgefront_combat)
"""The modules that declare opinions."""


def choose_action(state: Bridgefront, seat: int, secrets: Secrets, dice: Dice) -> Action:
    """The card or basic action that brings most for its mana."""
    view = View(state, seat)
    hand = held(state, seat, secrets)
    advice = Advice(view, dice, [copy for copy, _ in hand])
    batch = batch_due(state, seat, secrets)
    best, chosen = 0, Action("done")
    for kind, face in action.BASICS.items():
        if not action.why_not_basic(state, seat, kind):
            worth, values = opinion_on(advice, face, Choosing(state, seat, face))
            rate = _rate(worth - face.gold[0] * view.gold_worth, face.mana)
            if rate > best:
                best, chosen = rate, Action(kind, locked=values)
    for card in hand:
        if action.why_unplayable(state, seat, card[0]):
            continue
        face = CARDS[state.card[card[0]]]
        mana, gold = action.cost(state, seat, card[0])
        others = named_with(secrets, hand, card) if face.names_cards else ()
        advice.copy = card[0]
        worth, values = opinion_on(advice, face, Choosing(state, seat, face, (), others))
        rate = _rate(worth - gold * view.gold_worth, mana)
        if rate > best or (rate == best > 0 and dice.uniform(2)):
            best, chosen = rate, Action("card", name_card(secrets, card), values, speed=speeds(state)[0])
    return chosen._replace(powers=declared(view), batch=batch)


def _rate(worth: int, mana: int) -> int:
    """Points for each mana; what costs none comes first."""
    return 12 * worth // mana if mana else 24 * worth


def opinion_on(advice: Advice, face: Card, c: Choosing) -> Opinion:
    """What playing the card or basic action brings, and all its locked choices."""
    parts = face.effects
    if len(parts) == 2 and isinstance(parts[0], Build) and isinstance(parts[1], Move):
        worth, values = bridgefront_ground.build_and_move(advice, parts[0], parts[1], c)
        return worth, values or advice.sampled(face.choices, c)
    worth = 0
    for effect, (low, high) in zip(parts, face.spans):
        more, values = advice.on(effect, face.choices[low:high], c)
        worth += more
        c = c._replace(before=c.before + values)
    if face.home:
        return worth, (*c.before, advice.view.best_home(2)[1])
    return worth, c.before


def declared(view: View) -> tuple[Power, ...]:
    """The champion powers worth declaring: Stitchwork for who is hurt, Tempest on whoever it reaches."""
    state = view.state
    found: dict[int, Power] = {}
    if not state.champions:
        return ()
    for power in powers(state, view.seat):
        if CARDS[state.card[power.champion]].ability is STITCHWORK:
            hurt = state.champions[power.target]
            useful = hurt.max_hp - hurt.hp >= (2 if view.mana > 1 else 1)
        else:
            around = view.grid.neighbours[state.champions[power.champion].hex]
            useful = any(c.hex in around and c.owner != view.seat for c in state.champions.values())
        if useful:
            found.setdefault(power.champion, power)
    return tuple(found.values())
