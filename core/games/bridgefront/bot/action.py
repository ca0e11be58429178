"""The choice of the action with the highest gain for its mana (rules 8.1).

Done is chosen when no action gains anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.bots.random_bot import Dice
from core.engine.hidden.hand import HeldCard, held_cards, name_card
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.abilities import STITCHWORK
from core.games.bridgefront.bot import effect_scores_combat, effect_scores_ground, effect_scores_supply
from core.games.bridgefront.bot.effect_scores import Advice, Opinion, looks_at_board
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.moves import other_walks
from core.games.bridgefront.card import Card
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.decisions import Action, Power, Walk
from core.games.bridgefront.effects.bridges import Build
from core.games.bridgefront.effects.movement import Move
from core.games.bridgefront.phases import action
from core.games.bridgefront.phases.action import legal_powers, legal_speeds
from core.games.bridgefront.phases.action_choice import draft_due_batch, nameable_cards
from core.games.bridgefront.state import Bridgefront

ADVISER_MODULES = (effect_scores_supply, effect_scores_ground, effect_scores_combat)
"""The modules that declare advisers."""


class RatedAction(NamedTuple):
    """An action with its gain per mana."""

    rate: int
    action: Action


def choose_action(view: View, secrets: Secrets, dice: Dice, banned: frozenset[int] = frozenset()) -> Action:
    """Return the card or basic action with the highest gain for its mana.

    Banned cards, which are given as numbers of the catalogue, are left out.
    """
    best, chosen = 0, Action("done")
    for rate, one in rated_actions(view, secrets, dice, banned):
        if rate > best or (rate == best > 0 and one.kind == "card" and dice.uniform(2)):
            best, chosen = rate, one
    return chosen._replace(powers=powers_to_declare(view), batch=draft_due_batch(view.state, view.seat, secrets))


def ranked_actions(
    view: View, secrets: Secrets, dice: Dice, max_count: int, banned: frozenset[int] = frozenset()
) -> list[Action]:
    """Return at most `max_count` legal actions, ordered by their gain per mana; Done is the last of them.

    If there are many, some of them are the best walking action with other walks.
    """
    found = sorted(rated_actions(view, secrets, dice, banned), key=lambda one: -one.rate)
    some = [one.action for one in found if one.rate > 0]
    others = _other_walks(view, some)[: max(0, max_count // 2 - 2)]
    named, batch = powers_to_declare(view), draft_due_batch(view.state, view.seat, secrets)
    chosen = (*some[: max_count - 1 - len(others)], *others, Action("done"))
    return [one._replace(powers=named, batch=batch) for one in chosen]


def _other_walks(view: View, actions: list[Action]) -> list[Action]:
    """Return variants of the first action that only walks.

    They make the next best walks to other places.
    """
    for one in actions:
        if len(one.locked) == 1 and isinstance(one.locked[0], Walk):
            face = _card_face(view.state, one)
            gait = next(effect.gait for effect in face.effects if isinstance(effect, Move))
            return [one._replace(locked=(walk,)) for walk in other_walks(view, gait, one.locked[0])]
    return []


def _card_face(state: Bridgefront, one: Action) -> Card:
    return state.rules.basics[one.kind] if one.card is None else state.cards[state.card[copy_of(one.card)]]


def rated_actions(view: View, secrets: Secrets, dice: Dice, banned: frozenset[int]) -> Iterator[RatedAction]:
    """Yield every affordable card and basic action, each with its best locked choices and its gain."""
    state, seat = view.state, view.seat
    hand = held_cards(state, seat, secrets)
    playable = [c for c in hand if state.card[c[0]] not in banned and not action.why_unplayable(state, seat, c[0])]
    advice = Advice(view, dice, [copy for copy, _ in hand])
    yield from _rate_basic_actions(advice)
    yield from _rate_cards(advice, secrets, hand, playable)


def _rate_basic_actions(advice: Advice) -> Iterator[RatedAction]:
    view = advice.view
    advice.copy = 0
    for kind, face in advice.view.state.rules.basics.items():
        if not action.why_not_basic(view.state, view.seat, kind):
            worth, values = opinion_of_card(advice, face, ChoiceContext(view.state, view.seat, face))
            yield RatedAction(_rate(worth - face.gold[0] * view.gold_worth, face.mana), Action(kind, locked=values))


def _rate_cards(
    advice: Advice, secrets: Secrets, hand: list[HeldCard], playable: list[HeldCard]
) -> Iterator[RatedAction]:
    view, state, seat = advice.view, advice.view.state, advice.view.seat
    for card in playable:
        face = state.cards[state.card[card[0]]]
        mana, gold = action.card_cost(state, seat, card[0])
        others = nameable_cards(secrets, hand, card) if face.names_cards else ()
        advice.copy = card[0]
        worth, values = opinion_of_card(advice, face, ChoiceContext(state, seat, face, (), others))
        played = Action("card", name_card(secrets, card), values, speed=legal_speeds(state)[0])
        yield RatedAction(_rate(worth - gold * view.gold_worth, mana), played)


def _rate(worth: int, mana: int) -> int:
    """Return the gain in points per mana; actions without a cost rank first."""
    return 12 * worth // mana if mana else 24 * worth


def opinion_of_card(advice: Advice, face: Card, context: ChoiceContext) -> Opinion:
    """Return the gain of playing the card or basic action, with the best values of its locked choices.

    A result that depends only on the board is cached with the view.
    """
    view = advice.view
    if view.opinions is None or not looks_at_board(face.effects):
        return _opinion_of_card(advice, face, context)
    key = face.name, view.mana, view.state.piles.hand_size(view.seat)
    known = view.opinions.get(key)
    if known is None:
        view.opinions[key] = known = _opinion_of_card(advice, face, context)
    return known


def _opinion_of_card(advice: Advice, face: Card, context: ChoiceContext) -> Opinion:
    parts = face.effects
    if len(parts) == 2 and isinstance(parts[0], Build) and isinstance(parts[1], Move):
        worth, values = effect_scores_ground.rate_build_and_move(advice, parts[0], parts[1], context)
        return worth, values or advice.sample_choices(face.choices, context)
    worth = 0
    for effect, (low, high) in zip(parts, face.card_counts):
        more, values = advice.opinion_on_effect(effect, face.choices[low:high], context)
        worth += more
        context = context.with_values(*values)
    if face.deploys_home:
        return worth, (*context.before, advice.view.best_capital_place(2)[1])
    return worth, context.before


def powers_to_declare(view: View) -> tuple[Power, ...]:
    """Return the champion powers that are worth declaring.

    These are Stitchwork for damaged Champions, and Tempest on any Champion in reach.
    """
    state = view.state
    found: dict[int, Power] = {}
    if not state.champions:
        return ()
    for power in legal_powers(state, view.seat):
        if state.cards[state.card[power.champion]].ability is STITCHWORK:
            hurt = state.champions[power.target]
            useful = hurt.max_hp - hurt.hp >= (2 if view.mana > 1 else 1)
        else:
            around = view.grid.neighbours[state.champions[power.champion].hex]
            useful = any(c.hex in around and c.owner != view.seat for c in state.champions.values())
        if useful:
            found.setdefault(power.champion, power)
    return tuple(found.values())
