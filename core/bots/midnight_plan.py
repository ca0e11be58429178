"""How the heuristic bot plays Midnight: Research first, then guns where they hit, shields where it may be hit.

Each decision is the option worth most; what an option is worth is counted in Worth times ten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from core.bots.asked import Asked, Plan
from core.kernel.holding import held, name_card
from core.kernel.piles import copy_of
from core.kernel.secrets import foreign
from core.midnight import action, cards, hands, pacts, ruin, setup, turn, upgrades
from core.midnight.cards import (
    BUILD,
    CANNON,
    INFLUENCE,
    INTELLIGENCE,
    JAM,
    LARGE_CANNON,
    MIGHT,
    PROTECTION,
    RESEARCH,
    SHIELD,
    SIREN,
    UPGRADE,
    kind,
)
from core.midnight.decisions import Act, Capture, Deploy, Discard, Downgrade, Upgrades
from core.midnight.hands import CLOSED
from core.midnight.state import Midnight

KEEP = {CANNON: 24, LARGE_CANNON: 34, SHIELD: 18, BUILD: 26, UPGRADE: 40, INTELLIGENCE: 10, JAM: 12, SIREN: 8}
"""What a card in hand is worth."""
DIAL_WORTH = {RESEARCH: 40, INFLUENCE: 36, MIGHT: 30, PROTECTION: 22}
"""What a first step of each dial is worth; each further one a little less."""


Ask = Asked[Midnight]


def _face(a: Ask, entry: int) -> int:
    """The card of one of the own entries."""
    return kind(a.secrets.faces[entry] if entry > 0 else -entry)


def _mine(a: Ask, other: int) -> list[int]:
    """The kinds that lie on the own side of a border."""
    return [_face(a, entry) for entry in a.state.border(a.seat, other)]


# Actions --------------------------------------------------------------------------------------------------------------


def _act(a: Ask) -> Act:
    acts = action.ACT.options(a.state, a.seat, a.secrets, *a.detail)
    best = max(acts, key=lambda act: 16 * worth_of(a, act) + a.dice.uniform(16))
    return best._replace(offers=_offers(a))


def _unlike(a: Ask) -> Iterator[Act]:
    """Legal actions; of several with like cards one."""
    seen: set[tuple[object, ...]] = set()
    for act in action.ACT.options(a.state, a.seat, a.secrets, *a.detail):
        shown = tuple(kind(copy_of(card)) for card in act.cards)
        like = act.kind, shown, tuple(_face(a, entry) for entry in act.entries), act.to
        if like not in seen:
            seen.add(like)
            yield act


def act_briefly(a: Ask) -> Act:
    """As the plan, but of several actions with like cards one is thought of: for rollouts."""
    return max(_unlike(a), key=lambda act: worth_of(a, act))._replace(offers=_offers(a))


def ranked_acts(a: Ask, most: int) -> list[Act]:
    """Legal actions, what brings most first, at most so many; of like ones one. Stopping is among them."""
    offers = _offers(a)
    ranked = [act._replace(offers=offers) for act in sorted(_unlike(a), key=lambda act: -worth_of(a, act))]
    stops = [act for act in ranked if act.kind == action.STOP]
    return [*[act for act in ranked if act.kind != action.STOP][: most - len(stops)], *stops]


def _offers(a: Ask) -> tuple[tuple[int, int], ...] | None:
    """A Pact with whoever it has no guns towards: on the own card to the weakest, on theirs to anybody."""
    if a.state.option("pacts") != "on":
        return None
    peaceful = {other for other in a.state.upright() if not any(cards.CARDS[k].attack for k in _mine(a, other))}
    return tuple(offer for offer in pacts.possible(a.state, a.seat) if offer[0] in peaceful)


def worth_of(a: Ask, act: Act) -> int:
    """What an action brings, less what the cards it takes are worth in hand."""
    return GAINS[act.kind](a, act) - sum(KEEP[kind(copy_of(card))] for card in act.cards)


def _to_capital(a: Ask, act: Act) -> int:
    if kind(copy_of(act.cards[0])) == UPGRADE:
        return 66 if a.state.clock else (12 if _upgrade_fires(a) else 0)
    others = sum(any(kind(copy) == SIREN for copy in a.state.capital[other]) for other in a.state.alive())
    leads = a.state.worth[a.seat] >= max(a.state.worth[seat] for seat in a.state.alive())
    return (14 if leads else 4) + others if a.state.clock else 0


def _upgrade_fires(a: Ask) -> bool:
    lying = sum(kind(copy) == UPGRADE for seat in a.state.alive() for copy in a.state.capital[seat])
    return lying + 1 >= len(a.state.alive())


def _by_discard(a: Ask, act: Act) -> int:
    if kind(copy_of(act.cards[0])) == BUILD:
        return 10 * a.state.value(a.seat, RESEARCH) + 18
    return 15 if a.state.clock else 1


def _late(a: Ask) -> int:
    """Cards in hand are worth less when few turns are left, or too many are held."""
    crowded = max(0, a.state.piles.hand_size(a.seat) - 5)
    return 8 * crowded + (26 if a.state.clock == 0 else 0)


def _on_border(a: Ask, act: Act) -> int:
    what = _face(a, act.entries[0])
    return border_worth(a, what, act.to) + _late(a) - KEEP[what]


def border_worth(a: Ask, what: int, to: int) -> int:
    """What a card is worth on a border: guns in number and against the weak or the leader, shields against guns."""
    state = a.state
    lying = _mine(a, to)
    guns = sum(cards.CARDS[k].attack for k in lying)
    facing = len(state.border(to, a.seat))
    bound = pacts.pact(state, a.seat, to) is not None
    if cards.CARDS[what].attack:
        hit = 10 * cards.CARDS[what].attack * state.value(a.seat, MIGHT)
        beyond = 6 * guns - 3 * facing * state.value(to, PROTECTION)
        fatal = 20 if state.worth[to] <= (guns + cards.CARDS[what].attack) * state.value(a.seat, MIGHT) else 0
        final = 10 if state.clock <= 1 else 0
        return hit + beyond + fatal + final + state.worth[to] // 3 - (40 if bound else 0)
    if what == SHIELD:
        shields = lying.count(SHIELD)
        return 8 * state.value(a.seat, PROTECTION) + 8 * min(facing, 3) - 12 * shields + (8 if bound else 0)
    if what == BUILD:
        return 32 if state.clock else 46
    if what == JAM:
        return 14 + 4 * min(facing, 3)
    return 12 + 4 * min(facing, 3) + (4 if guns else 0)


def _moved(a: Ask, act: Act) -> int:
    entry = act.entries[0]
    origin = next(other for other, entries in a.state.facing(a.seat) if entry in entries)
    what = _face(a, entry)
    if origin not in a.state.upright():
        return border_worth(a, what, act.to) - 20
    return border_worth(a, what, act.to) - border_worth(a, what, origin) - 24


def _stored(a: Ask, act: Act) -> int:
    """Guns and Builds for Midnight, late, a few."""
    if a.state.clock > 2 or len(a.state.stock[a.seat]) >= 2 * a.state.value(a.seat, INFLUENCE):
        return -50
    total = 0
    for entry in act.entries:
        what = _face(a, entry)
        value = {LARGE_CANNON: 44, CANNON: 34, BUILD: 34, SHIELD: 20}.get(what, 0) + 4 * (2 - a.state.clock)
        total += value - KEEP[what]
    return total


GAINS: dict[str, Callable[[Ask, Act], int]] = {
    action.STOP: lambda a, act: 0,
    action.CAPITAL: _to_capital,
    action.DISCARD: _by_discard,
    action.SET: lambda a, act: 10 * a.state.value(a.seat, RESEARCH) + _late(a) + 34,
    action.PAIR: lambda a, act: 60,
    action.BORDER: _on_border,
    action.MOVE: _moved,
    action.STORE: _stored,
}

# The other asks -------------------------------------------------------------------------------------------------------


def _trim(a: Ask) -> Discard:
    hand = sorted(held(a.state, a.seat, a.secrets), key=lambda card: (KEEP[kind(card[0])], card[0]))
    return Discard(tuple(name_card(a.secrets, card) for card in hand[: a.detail[0]]))


def _deploy(a: Ask) -> Deploy:
    plays: list[tuple[int, int]] = []
    entries = hands.for_borders(a.state, a.seat, a.secrets)
    for _ in range(a.detail[0]):
        found = [
            (border_worth(a, _face(a, entry), to) - KEEP[_face(a, entry)], to, entry)
            for entry in entries
            for to in a.state.aimable(a.seat)
        ]
        if not found or max(found)[0] <= 0:
            break
        _, to, entry = max(found)
        plays.append((to, entry))
        entries.remove(entry)
    return Deploy(tuple(plays))


def _dial_worth(steps: Sequence[int], dial: int) -> int:
    return DIAL_WORTH[dial] - 5 * steps[dial]


def _upgrade(a: Ask) -> Upgrades:
    steps = a.state.dials[a.seat]
    return Upgrades(upgrades.climb(steps, a.detail[0], lambda may, now: max(may, key=partial(_dial_worth, now))))


def _downgrade(a: Ask) -> Downgrade:
    steps = a.state.dials[a.seat]
    return Downgrade(min((d for d, up in enumerate(steps) if up), key=lambda d: _dial_worth(steps, d)))


def _capture(a: Ask) -> Capture:
    """The best card of the hand that it was shown."""

    def worth(entry: int) -> int:
        copy = a.secrets.seen[foreign(a.detail[0], entry)][1] if entry > 0 else -entry
        return KEEP[kind(copy)]

    return Capture(max(CLOSED.hand(a.state, a.detail[0]), key=worth))


ANSWERS: Plan = {
    setup.NATION: lambda a: a.game.sample(a.state, a.seat, a.secrets, a.dice),
    action.ACT: _act,
    turn.TRIM: _trim,
    turn.DEPLOY: _deploy,
    upgrades.UPGRADES: _upgrade,
    ruin.DOWNGRADE: _downgrade,
    ruin.CAPTURE: _capture,
}
