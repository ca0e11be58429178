"""The heuristic bot of Midnight, which always chooses the option with the highest value.

It plays Upgrades at once, raises Influence first, aims guns at the leader, and puts Builds on borders. Values are in
tenths of a Worth (weights.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from core.bots.base import DecisionPosition, PlanOf
from core.engine.hidden.hand import held_cards, name_card
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import foreign_slot
from core.games.midnight import action, elimination, hands, pacts, setup, totals, turn, upgrades
from core.games.midnight.bot.weights import USUAL, Weights
from core.games.midnight.cards import (
    BUILD,
    INFLUENCE,
    JAM,
    MIGHT,
    PROTECTION,
    RESEARCH,
    SHIELD,
    SIREN,
    UPGRADE,
    kind_of,
)
from core.games.midnight.decisions import Act, Capture, Deploy, Discard, Downgrade, Upgrades
from core.games.midnight.hands import CLOSED_CARDS
from core.games.midnight.ruleset import Numbers
from core.games.midnight.state import Midnight

Ask = DecisionPosition[Midnight]
PRINTED_NUMBERS = Numbers()
"""Numbers for which the weights are right; other numbers change the values."""


def _card_kind(position: Ask, entry: int) -> int:
    """Return the kind of the card of one of the seat's entries."""
    return kind_of(position.secrets.faces[entry] if entry > 0 else -entry)


def _border_kinds(position: Ask, other: int) -> list[int]:
    """Return the kinds of the cards on the seat's side of a border."""
    return [_card_kind(position, entry) for entry in position.state.border(position.seat, other)]


# Actions --------------------------------------------------------------------------------------------------------------


def _unbanned_actions(position: Ask) -> Iterator[Act]:
    """Yield the legal actions that use no banned card."""
    for act in action.ACT.options(position.state, position.seat, position.secrets, *position.detail):
        if not position.banned or position.banned.isdisjoint(_used_kinds(position, act)):
            yield act


def _used_kinds(position: Ask, act: Act) -> Iterator[int]:
    """Yield the kinds of the cards that an action uses."""
    yield from (kind_of(copy_of(card)) for card in act.cards)
    yield from (_card_kind(position, entry) for entry in act.entries)


def _choose_action(position: Ask) -> Act:
    best = max(
        _unbanned_actions(position), key=lambda act: 16 * action_worth(position, act) + position.dice.uniform(16)
    )
    return best._replace(offers=_choose_offers(position))


def _distinct_actions(position: Ask) -> Iterator[Act]:
    """Yield the legal actions, but only one of several actions with cards of the same kinds."""
    seen: set[tuple[object, ...]] = set()
    for act in _unbanned_actions(position):
        shown = tuple(kind_of(copy_of(card)) for card in act.cards)
        like = act.kind, shown, tuple(_card_kind(position, entry) for entry in act.entries), act.to
        if like not in seen:
            seen.add(like)
            yield act


def rollout_act(position: Ask) -> Act:
    """Return the most valuable action, for use in rollouts.

    Of several actions with cards of the same kinds, only one is considered.
    """
    return max(_distinct_actions(position), key=lambda act: action_worth(position, act))._replace(
        offers=_choose_offers(position)
    )


def ranked_acts(position: Ask, max_count: int) -> list[Act]:
    """Return at most `max_count` legal actions, the most valuable first; stopping is always among them.

    Of several actions with cards of the same kinds, only one is returned.
    """
    offers = _choose_offers(position)
    ranked = [
        act._replace(offers=offers)
        for act in sorted(_distinct_actions(position), key=lambda act: -action_worth(position, act))
    ]
    stops = [act for act in ranked if act.kind == action.STOP]
    return [*[act for act in ranked if act.kind != action.STOP][: max_count - len(stops)], *stops]


def _choose_offers(position: Ask) -> tuple[tuple[int, int], ...] | None:
    """Return every possible offer of a Pact to nations at which the seat aims no guns.

    Return None if the option for Pacts is off.
    """
    if position.state.option("pacts") != "on":
        return None
    printed = position.state.rules.cards
    peaceful = {
        other
        for other in position.state.seats_not_ruined()
        if not any(printed[k].attack for k in _border_kinds(position, other))
    }
    return tuple(offer for offer in pacts.possible_offers(position.state, position.seat) if offer[0] in peaceful)


def action_worth(position: Ask, act: Act) -> int:
    """Return the value of an action, minus the value of the cards that it uses."""
    weights = position.weights_or(USUAL)
    return ACTION_GAINS[act.kind](position, act) - sum(weights.keep[kind_of(copy_of(card))] for card in act.cards)


def _capital_worth(position: Ask, act: Act) -> int:
    weights = position.weights_or(USUAL)
    if kind_of(copy_of(act.cards[0])) == UPGRADE:
        return (
            weights.upgrade_laid
            if position.state.clock
            else (weights.upgrade_midnight if _triggers_upgrade(position) else 0)
        )
    others = sum(
        any(kind_of(copy) == SIREN for copy in position.state.capital[other]) for other in position.state.living_seats()
    )
    leads = position.state.worth[position.seat] >= max(
        position.state.worth[seat] for seat in position.state.living_seats()
    )
    return (weights.siren_ahead if leads else weights.siren_behind) + others if position.state.clock else 0


def _triggers_upgrade(position: Ask) -> bool:
    lying = sum(
        kind_of(copy) == UPGRADE for seat in position.state.living_seats() for copy in position.state.capital[seat]
    )
    return lying + 1 >= len(position.state.living_seats())


def _discard_worth(position: Ask, act: Act) -> int:
    weights = position.weights_or(USUAL)
    if kind_of(copy_of(act.cards[0])) == BUILD:
        return weights.researched * position.state.dial_value(position.seat, RESEARCH) + weights.build_discarded
    return weights.intelligence_discarded if position.state.clock else 1


def _late_bonus(position: Ask) -> int:
    """Return the bonus for using a card, which is given near the end or if the hand is too full."""
    weights = position.weights_or(USUAL)
    last = (weights.hand_midnight, weights.hand_last_minute)[position.state.clock] if position.state.clock < 2 else 0
    return weights.crowded * _excess_cards(position) + last


def _excess_cards(position: Ask) -> int:
    weights = position.weights_or(USUAL)
    spare = position.state.rules.numbers.hand_limit - PRINTED_NUMBERS.hand_limit
    return max(0, position.state.piles.hand_size(position.seat) - weights.held - spare)


def _border_play_worth(position: Ask, act: Act) -> int:
    weights = position.weights_or(USUAL)
    what = _card_kind(position, act.entries[0])
    return border_worth(position, what, act.to) + _late_bonus(position) - weights.keep[what]


def border_worth(position: Ask, what: int, to: int) -> int:
    """Return the value of placing a card on a border.

    A gun is worth more beside other guns, and against the leader or a weak nation. A Shield is worth more against guns.
    """
    weights = position.weights_or(USUAL)
    state = position.state
    lying = _border_kinds(position, to)
    guns = sum(position.state.rules.cards[k].attack for k in lying)
    facing = len(state.border(to, position.seat))
    bound = pacts.pact_between(state, position.seat, to) is not None
    if position.state.rules.cards[what].attack:
        return _gun_worth(position, position.state.rules.cards[what].attack, guns, to) - (
            weights.gun_bound if bound else 0
        )
    if what == SHIELD:
        more = weights.shield_bound if bound else 0
        faced = weights.shield_faced * min(facing, 3)
        return (
            weights.shield_holds * state.dial_value(position.seat, PROTECTION)
            + faced
            - weights.shield_more * lying.count(SHIELD)
            + more
        )
    if what == BUILD:
        more = weights.researched * (state.rules.numbers.build_worth - PRINTED_NUMBERS.build_worth)
        return more + (weights.build_laid if state.clock else weights.build_midnight)
    if what == JAM:
        return weights.jam_laid + weights.faced * min(facing, 3)
    return weights.spy_laid + weights.faced * min(facing, 3) + (weights.spy_armed if guns else 0)


def _gun_worth(position: Ask, attack: int, guns: int, to: int) -> int:
    """Return the value of a gun beside `guns` other guns, without regard to a Pact."""
    weights = position.weights_or(USUAL)
    state = position.state
    might, holds = state.dial_value(position.seat, MIGHT), state.dial_value(to, PROTECTION)
    hit = weights.gun_hits * attack * might + weights.gun_rich * state.worth[to] // 100
    beyond = weights.gun_beside * guns - weights.gun_faced * len(state.border(to, position.seat)) * holds
    kills = weights.gun_kills if state.worth[to] <= (guns + attack) * might else 0
    late = weights.gun_late if state.clock <= 1 else 0
    leads = weights.gun_leader if state.worth[to] >= max(state.worth) else 0
    falls = weights.gun_falls if totals.falls_at_next_tick(state, to) else 0
    return hit + beyond + kills + late + leads + falls


def _move_worth(position: Ask, act: Act) -> int:
    weights = position.weights_or(USUAL)
    entry = act.entries[0]
    origin = next(other for other, entries in position.state.facing_borders(position.seat) if entry in entries)
    what = _card_kind(position, entry)
    if origin not in position.state.seats_not_ruined():
        return border_worth(position, what, act.to) - weights.turned_from_ruin
    return border_worth(position, what, act.to) - border_worth(position, what, origin) - weights.turned


def _store_worth(position: Ask, act: Act) -> int:
    """Return the value of storing guns and Builds for Midnight.

    It is negative before the last minutes, or if enough cards are stored.
    """
    weights = position.weights_or(USUAL)
    if position.state.clock > 2 or len(position.state.stock[position.seat]) >= 2 * position.state.dial_value(
        position.seat, INFLUENCE
    ):
        return -50
    total = 0
    for entry in act.entries:
        what = _card_kind(position, entry)
        total += weights.stored[what] + weights.stored_later * (2 - position.state.clock) - weights.keep[what]
    return total


def _set_worth(position: Ask, act: Act) -> int:
    weights = position.weights_or(USUAL)
    return (
        weights.researched * position.state.dial_value(position.seat, RESEARCH)
        + _late_bonus(position)
        + weights.set_laid
    )


def _pair_worth(position: Ask, act: Act) -> int:
    weights = position.weights_or(USUAL)
    more = position.state.rules.numbers.pair_worth - PRINTED_NUMBERS.pair_worth
    return weights.pair_laid + weights.researched * more


ACTION_GAINS: dict[str, Callable[[Ask, Act], int]] = {
    action.STOP: lambda a, act: 0,
    action.CAPITAL: _capital_worth,
    action.DISCARD: _discard_worth,
    action.SET: _set_worth,
    action.PAIR: _pair_worth,
    action.BORDER: _border_play_worth,
    action.MOVE: _move_worth,
    action.STORE: _store_worth,
}

# Other questions ------------------------------------------------------------------------------------------------------


def _choose_trim(position: Ask) -> Discard:
    """Return the discard of the least valuable cards; banned cards are discarded first."""
    hand = sorted(
        held_cards(position.state, position.seat, position.secrets),
        key=lambda card: (*_keep_key(position, kind_of(card[0])), card[0]),
    )
    return Discard(tuple(name_card(position.secrets, card) for card in hand[: position.detail[0]]))


def _keep_key(position: Ask, what: int) -> tuple[bool, int]:
    """Return a sort key for keeping a card: False for a banned card, then the value in hand."""
    weights = position.weights_or(USUAL)
    return what not in position.banned, weights.keep[what]


def _choose_deploy(position: Ask) -> Deploy:
    weights = position.weights_or(USUAL)
    plays: list[tuple[int, int]] = []
    entries = [
        entry
        for entry in hands.border_entries(position.state, position.seat, position.secrets)
        if _card_kind(position, entry) not in position.banned
    ]
    for _ in range(position.detail[0]):
        results = [
            (
                border_worth(position, _card_kind(position, entry), to) - weights.keep[_card_kind(position, entry)],
                to,
                entry,
            )
            for entry in entries
            for to in position.state.targets_of(position.seat)
        ]
        if not results or max(results)[0] <= 0:
            break
        _, to, entry = max(results)
        plays.append((to, entry))
        entries.remove(entry)
    return Deploy(tuple(plays))


def _dial_worth(weights: Weights, steps: Sequence[int], dial: int) -> int:
    return weights.dial[dial] - weights.further_step * steps[dial]


def _choose_upgrades(position: Ask) -> Upgrades:
    weights = position.weights_or(USUAL)
    steps = position.state.dials[position.seat]
    return Upgrades(
        upgrades.choose_upgrades(
            steps, position.detail[0], lambda may, now: max(may, key=partial(_dial_worth, weights, now))
        )
    )


def _choose_downgrade(position: Ask) -> Downgrade:
    weights = position.weights_or(USUAL)
    steps = position.state.dials[position.seat]
    return Downgrade(min((d for d, up in enumerate(steps) if up), key=lambda d: _dial_worth(weights, steps, d)))


def _choose_capture(position: Ask) -> Capture:
    """Return the choice of the best card in the hand that the seat was shown."""

    def worth(entry: int) -> tuple[bool, int]:
        copy = position.secrets.foreign_openings[foreign_slot(position.detail[0], entry)][1] if entry > 0 else -entry
        return _keep_key(position, kind_of(copy))

    return Capture(max(CLOSED_CARDS.hand(position.state, position.detail[0]), key=worth))


ANSWERS: PlanOf[Midnight] = {
    setup.NATION: lambda a: a.game.sample(a.state, a.seat, a.secrets, a.dice),
    action.ACT: _choose_action,
    turn.TRIM: _choose_trim,
    turn.DEPLOY: _choose_deploy,
    upgrades.UPGRADES: _choose_upgrades,
    elimination.DOWNGRADE: _choose_downgrade,
    elimination.CAPTURE: _choose_capture,
}
