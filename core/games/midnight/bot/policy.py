"""The heuristic bot of Midnight, which always chooses the option with the highest value.

It plays Upgrades at once, raises Influence first, aims guns at the leader, and puts Builds on borders. Values are in
tenths of a Worth (weights.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from core.bots.base import DecisionPosition, PlanOf
from core.engine.hidden.hand import held, name_card
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import foreign
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
    kind,
)
from core.games.midnight.decisions import Act, Capture, Deploy, Discard, Downgrade, Upgrades
from core.games.midnight.hands import CLOSED
from core.games.midnight.ruleset import Numbers
from core.games.midnight.state import Midnight

Ask = DecisionPosition[Midnight]
PRINTED = Numbers()
"""Numbers for which the weights are right; other numbers change the values."""


def _card_kind(a: Ask, entry: int) -> int:
    """Return the kind of the card of one of the seat's entries."""
    return kind(a.secrets.faces[entry] if entry > 0 else -entry)


def _border_kinds(a: Ask, other: int) -> list[int]:
    """Return the kinds of the cards on the seat's side of a border."""
    return [_card_kind(a, entry) for entry in a.state.border(a.seat, other)]


# Actions --------------------------------------------------------------------------------------------------------------


def _options(a: Ask) -> Iterator[Act]:
    """Yield the legal actions that use no banned card."""
    for act in action.ACT.options(a.state, a.seat, a.secrets, *a.detail):
        if not a.banned or a.banned.isdisjoint(_used(a, act)):
            yield act


def _used(a: Ask, act: Act) -> Iterator[int]:
    """Yield the kinds of the cards that an action uses."""
    yield from (kind(copy_of(card)) for card in act.cards)
    yield from (_card_kind(a, entry) for entry in act.entries)


def _act(a: Ask) -> Act:
    best = max(_options(a), key=lambda act: 16 * worth_of(a, act) + a.dice.uniform(16))
    return best._replace(offers=_offers(a))


def _distinct_actions(a: Ask) -> Iterator[Act]:
    """Yield the legal actions, but only one of several actions with cards of the same kinds."""
    seen: set[tuple[object, ...]] = set()
    for act in _options(a):
        shown = tuple(kind(copy_of(card)) for card in act.cards)
        like = act.kind, shown, tuple(_card_kind(a, entry) for entry in act.entries), act.to
        if like not in seen:
            seen.add(like)
            yield act


def rollout_act(a: Ask) -> Act:
    """Return the most valuable action, for use in rollouts.

    Of several actions with cards of the same kinds, only one is considered.
    """
    return max(_distinct_actions(a), key=lambda act: worth_of(a, act))._replace(offers=_offers(a))


def ranked_acts(a: Ask, most: int) -> list[Act]:
    """Return at most `most` legal actions, the most valuable first; stopping is always among them.

    Of several actions with cards of the same kinds, only one is returned.
    """
    offers = _offers(a)
    ranked = [act._replace(offers=offers) for act in sorted(_distinct_actions(a), key=lambda act: -worth_of(a, act))]
    stops = [act for act in ranked if act.kind == action.STOP]
    return [*[act for act in ranked if act.kind != action.STOP][: most - len(stops)], *stops]


def _offers(a: Ask) -> tuple[tuple[int, int], ...] | None:
    """Return every possible offer of a Pact to nations at which the seat aims no guns.

    Return None if the option for Pacts is off.
    """
    if a.state.option("pacts") != "on":
        return None
    printed = a.state.rules.cards
    peaceful = {
        other for other in a.state.seats_not_ruined() if not any(printed[k].attack for k in _border_kinds(a, other))
    }
    return tuple(offer for offer in pacts.possible_offers(a.state, a.seat) if offer[0] in peaceful)


def worth_of(a: Ask, act: Act) -> int:
    """Return the value of an action, minus the value of the cards that it uses."""
    weights = a.weights_or(USUAL)
    return ACTION_GAINS[act.kind](a, act) - sum(weights.keep[kind(copy_of(card))] for card in act.cards)


def _to_capital(a: Ask, act: Act) -> int:
    weights = a.weights_or(USUAL)
    if kind(copy_of(act.cards[0])) == UPGRADE:
        return weights.upgrade_laid if a.state.clock else (weights.upgrade_midnight if _upgrade_fires(a) else 0)
    others = sum(any(kind(copy) == SIREN for copy in a.state.capital[other]) for other in a.state.alive())
    leads = a.state.worth[a.seat] >= max(a.state.worth[seat] for seat in a.state.alive())
    return (weights.siren_ahead if leads else weights.siren_behind) + others if a.state.clock else 0


def _upgrade_fires(a: Ask) -> bool:
    lying = sum(kind(copy) == UPGRADE for seat in a.state.alive() for copy in a.state.capital[seat])
    return lying + 1 >= len(a.state.alive())


def _by_discard(a: Ask, act: Act) -> int:
    weights = a.weights_or(USUAL)
    if kind(copy_of(act.cards[0])) == BUILD:
        return weights.researched * a.state.value(a.seat, RESEARCH) + weights.build_discarded
    return weights.intelligence_discarded if a.state.clock else 1


def _late_bonus(a: Ask) -> int:
    """Return the bonus for using a card, which is given near the end or if the hand is too full."""
    weights = a.weights_or(USUAL)
    last = (weights.hand_midnight, weights.hand_last_minute)[a.state.clock] if a.state.clock < 2 else 0
    return weights.crowded * _excess_cards(a) + last


def _excess_cards(a: Ask) -> int:
    weights = a.weights_or(USUAL)
    spare = a.state.rules.numbers.hand_limit - PRINTED.hand_limit
    return max(0, a.state.piles.hand_size(a.seat) - weights.held - spare)


def _on_border(a: Ask, act: Act) -> int:
    weights = a.weights_or(USUAL)
    what = _card_kind(a, act.entries[0])
    return border_worth(a, what, act.to) + _late_bonus(a) - weights.keep[what]


def border_worth(a: Ask, what: int, to: int) -> int:
    """Return the value of placing a card on a border.

    A gun is worth more beside other guns, and against the leader or a weak nation. A Shield is worth more against guns.
    """
    weights = a.weights_or(USUAL)
    state = a.state
    lying = _border_kinds(a, to)
    guns = sum(a.state.rules.cards[k].attack for k in lying)
    facing = len(state.border(to, a.seat))
    bound = pacts.pact(state, a.seat, to) is not None
    if a.state.rules.cards[what].attack:
        return _gun_worth(a, a.state.rules.cards[what].attack, guns, to) - (weights.gun_bound if bound else 0)
    if what == SHIELD:
        more = weights.shield_bound if bound else 0
        faced = weights.shield_faced * min(facing, 3)
        return (
            weights.shield_holds * state.value(a.seat, PROTECTION)
            + faced
            - weights.shield_more * lying.count(SHIELD)
            + more
        )
    if what == BUILD:
        more = weights.researched * (state.rules.numbers.build_worth - PRINTED.build_worth)
        return more + (weights.build_laid if state.clock else weights.build_midnight)
    if what == JAM:
        return weights.jam_laid + weights.faced * min(facing, 3)
    return weights.spy_laid + weights.faced * min(facing, 3) + (weights.spy_armed if guns else 0)


def _gun_worth(a: Ask, attack: int, guns: int, to: int) -> int:
    """Return the value of a gun beside `guns` other guns, without regard to a Pact."""
    weights = a.weights_or(USUAL)
    state = a.state
    might, holds = state.value(a.seat, MIGHT), state.value(to, PROTECTION)
    hit = weights.gun_hits * attack * might + weights.gun_rich * state.worth[to] // 100
    beyond = weights.gun_beside * guns - weights.gun_faced * len(state.border(to, a.seat)) * holds
    kills = weights.gun_kills if state.worth[to] <= (guns + attack) * might else 0
    late = weights.gun_late if state.clock <= 1 else 0
    leads = weights.gun_leader if state.worth[to] >= max(state.worth) else 0
    falls = weights.gun_falls if totals.falls_at_next_tick(state, to) else 0
    return hit + beyond + kills + late + leads + falls


def _moved(a: Ask, act: Act) -> int:
    weights = a.weights_or(USUAL)
    entry = act.entries[0]
    origin = next(other for other, entries in a.state.facing(a.seat) if entry in entries)
    what = _card_kind(a, entry)
    if origin not in a.state.seats_not_ruined():
        return border_worth(a, what, act.to) - weights.turned_from_ruin
    return border_worth(a, what, act.to) - border_worth(a, what, origin) - weights.turned


def _stored(a: Ask, act: Act) -> int:
    """Return the value of storing guns and Builds for Midnight.

    It is negative before the last minutes, or if enough cards are stored.
    """
    weights = a.weights_or(USUAL)
    if a.state.clock > 2 or len(a.state.stock[a.seat]) >= 2 * a.state.value(a.seat, INFLUENCE):
        return -50
    total = 0
    for entry in act.entries:
        what = _card_kind(a, entry)
        total += weights.stored[what] + weights.stored_later * (2 - a.state.clock) - weights.keep[what]
    return total


def _by_set(a: Ask, act: Act) -> int:
    weights = a.weights_or(USUAL)
    return weights.researched * a.state.value(a.seat, RESEARCH) + _late_bonus(a) + weights.set_laid


def _by_pair(a: Ask, act: Act) -> int:
    weights = a.weights_or(USUAL)
    more = a.state.rules.numbers.pair_worth - PRINTED.pair_worth
    return weights.pair_laid + weights.researched * more


ACTION_GAINS: dict[str, Callable[[Ask, Act], int]] = {
    action.STOP: lambda a, act: 0,
    action.CAPITAL: _to_capital,
    action.DISCARD: _by_discard,
    action.SET: _by_set,
    action.PAIR: _by_pair,
    action.BORDER: _on_border,
    action.MOVE: _moved,
    action.STORE: _stored,
}

# Other questions ------------------------------------------------------------------------------------------------------


def _trim(a: Ask) -> Discard:
    """Return the discard of the least valuable cards; banned cards are discarded first."""
    hand = sorted(held(a.state, a.seat, a.secrets), key=lambda card: (*_kept(a, kind(card[0])), card[0]))
    return Discard(tuple(name_card(a.secrets, card) for card in hand[: a.detail[0]]))


def _kept(a: Ask, what: int) -> tuple[bool, int]:
    """Return a sort key for keeping a card: False for a banned card, then the value in hand."""
    weights = a.weights_or(USUAL)
    return what not in a.banned, weights.keep[what]


def _deploy(a: Ask) -> Deploy:
    weights = a.weights_or(USUAL)
    plays: list[tuple[int, int]] = []
    entries = [entry for entry in hands.for_borders(a.state, a.seat, a.secrets) if _card_kind(a, entry) not in a.banned]
    for _ in range(a.detail[0]):
        results = [
            (border_worth(a, _card_kind(a, entry), to) - weights.keep[_card_kind(a, entry)], to, entry)
            for entry in entries
            for to in a.state.targets_of(a.seat)
        ]
        if not results or max(results)[0] <= 0:
            break
        _, to, entry = max(results)
        plays.append((to, entry))
        entries.remove(entry)
    return Deploy(tuple(plays))


def _dial_worth(weights: Weights, steps: Sequence[int], dial: int) -> int:
    return weights.dial[dial] - weights.further_step * steps[dial]


def _upgrade(a: Ask) -> Upgrades:
    weights = a.weights_or(USUAL)
    steps = a.state.dials[a.seat]
    return Upgrades(
        upgrades.choose_upgrades(steps, a.detail[0], lambda may, now: max(may, key=partial(_dial_worth, weights, now)))
    )


def _decide_downgrade(a: Ask) -> Downgrade:
    weights = a.weights_or(USUAL)
    steps = a.state.dials[a.seat]
    return Downgrade(min((d for d, up in enumerate(steps) if up), key=lambda d: _dial_worth(weights, steps, d)))


def _capture(a: Ask) -> Capture:
    """Return the choice of the best card in the hand that the seat was shown."""

    def worth(entry: int) -> tuple[bool, int]:
        copy = a.secrets.seen[foreign(a.detail[0], entry)][1] if entry > 0 else -entry
        return _kept(a, kind(copy))

    return Capture(max(CLOSED.hand(a.state, a.detail[0]), key=worth))


ANSWERS: PlanOf[Midnight] = {
    setup.NATION: lambda a: a.game.sample(a.state, a.seat, a.secrets, a.dice),
    action.ACT: _act,
    turn.TRIM: _trim,
    turn.DEPLOY: _deploy,
    upgrades.UPGRADES: _upgrade,
    elimination.DOWNGRADE: _decide_downgrade,
    elimination.CAPTURE: _capture,
}
