"""What a seat's own client works out: fresh slots, openings, boxes, standing orders, the options of an ask.

Everything here comes from the public state and the seat's own secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from core.kernel.game import Chooser, Decision
from core.kernel.holding import Held, held, name_card, pile_batch
from core.kernel.holding import learn as learn_laid
from core.kernel.secrets import SLOTS_PER_STEP, Secrets, foreign
from core.midnight import action, cards, hands, pacts, setup
from core.midnight.cards import kind
from core.midnight.decisions import (
    Act,
    Boxes,
    Capture,
    Clear,
    Deploy,
    Discard,
    Downgrade,
    Fresh,
    Nation,
    Offer,
    Offers,
    Reveal,
    Seen,
    Take,
    Upgrades,
    Yield,
)
from core.midnight.escalations import DEEP_MAGAZINES
from core.midnight.standin import highest_dial, lowest_dials
from core.midnight.state import Midnight
from core.midnight.upgrades import TOP

Detail = tuple[Any, ...]

# Standing orders (4.2, 6.1) -------------------------------------------------------------------------------------------

UPGRADES, OFFERS = "upgrades", "offers"


def order_upgrades(secrets: Secrets, dials: Sequence[int]) -> None:
    """The next upgrades go to these dials, from the first on, each as far as it goes; empty: ask me. Nobody sees it."""
    secrets.orders[UPGRADES] = tuple(dials)


def order_offers(secrets: Secrets, offers: Sequence[Offer] | None) -> None:
    """The Pacts that the seat offers when others act: (to whom, whose card); None leaves them as they are."""
    secrets.orders[OFFERS] = None if offers is None else tuple(sorted(offers))


def ordered_upgrades(state: Midnight, seat: int, secrets: Secrets, count: int) -> tuple[int, ...] | None:
    """What the standing order says of so many steps, None without one; what it leaves open goes to the lowest dial."""
    wanted = secrets.orders.get(UPGRADES)
    if not wanted:
        return None
    now = list(state.dials[seat])
    chosen: list[int] = []
    for dial in wanted:
        while now[dial] < TOP[dial] and len(chosen) < count:
            now[dial] += 1
            chosen.append(dial)
    return (*chosen, *lowest_dials(tuple(now), count - len(chosen)))


def standing_offers(state: Midnight, seat: int, secrets: Secrets) -> tuple[Offer, ...] | None:
    """What the seat's orders offer, as far as it can be made now."""
    wanted = secrets.orders.get(OFFERS)
    if wanted is None:
        return None
    may = pacts.possible(state, seat)
    return tuple(offer for offer in wanted if offer in may)


# What the secrets learn -----------------------------------------------------------------------------------------------


def learn(state: Midnight, seat: int, secrets: Secrets) -> None:
    """Makes the secrets follow what the seat has published and what it is being shown."""
    learn_laid(state, seat, secrets)
    for owner, looker, slot, box in state.boxes:
        if looker == seat and foreign(owner, slot) not in secrets.seen:
            commitment = state.piles.commitment(owner, slot) if state.piles.sealed else b""
            secrets.unbox(owner, slot, box, commitment)


def recall(state: Midnight, seat: int, secrets: Secrets, decision: Decision) -> None:
    """Lays again what an earlier decision of the own seat laid in this state."""
    learn(state, seat, secrets)
    if isinstance(decision, Fresh):
        pile_batch(state, seat, secrets)
    elif isinstance(decision, Yield) and decision.batch:
        _hand_batch(state, seat, secrets)
    elif isinstance(decision, Take) and not decision.false:
        _hand_batch(state, seat, secrets, foreign(*_passing(state)))


def _passing(state: Midnight) -> tuple[int, int]:
    giver, _, slot = state.passing[0]
    return giver, slot


# Answers without the player -------------------------------------------------------------------------------------------


def _hand_batch(state: Midnight, seat: int, secrets: Secrets, *received: int) -> bytes:
    """The closed hand, with what was received, laid into fresh slots of the coming step (PROTOCOL 6.6)."""
    copies = [secrets.faces[slot] for slot in state.piles.hand[seat]]
    copies += [secrets.seen[slot][1] for slot in received]
    return secrets.lay(state.t, secrets.order(state.t, 1, sorted(copies)))


def _fresh(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    return Fresh(pile_batch(state, seat, secrets))


def _reveal(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    return Reveal(tuple(secrets.open(slot) for slot in detail[0]))


def _yield(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    slots, captor = detail
    openings = tuple(secrets.open(slot) for slot in slots)
    if not captor:
        return Yield(openings)
    batch = _hand_batch(state, seat, secrets)
    first = state.t * SLOTS_PER_STEP
    boxes = b"".join(secrets.box(captor, first + i) for i in range(len(state.piles.hand[seat])))
    return Yield(openings, batch, boxes)


def _look(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    looker, slots = detail
    return Boxes(b"".join(secrets.box(looker, slot) for slot in slots))


def _false_boxes(state: Midnight, seat: int, secrets: Secrets) -> tuple[int, ...]:
    return tuple(
        slot for owner, looker, slot, _ in state.boxes if looker == seat and foreign(owner, slot) not in secrets.seen
    )


def _seen(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    return Seen(_false_boxes(state, seat, secrets))


def _take(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    taken = foreign(*detail)
    if taken not in secrets.seen:
        return Take(b"", True)
    return Take(_hand_batch(state, seat, secrets, taken))


def _clear(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    return Clear(*(tuple(secrets.open(slot) for slot in part) for part in detail))


def _offers(state: Midnight, seat: int, secrets: Secrets, detail: Detail) -> Decision:
    return Offers(standing_offers(state, seat, secrets))


AUTOMATIC: dict[str, Callable[[Midnight, int, Secrets, Detail], Decision]] = {
    "fresh": _fresh,
    "reveal": _reveal,
    "yield": _yield,
    "look": _look,
    "seen": _seen,
    "take": _take,
    "clear": _clear,
    "offers": _offers,
}
"""Asks that the client answers without its player."""


def forced(state: Midnight, seat: int, secrets: Secrets, kind_: str, detail: Detail) -> Decision | None:
    """The answer where there is only one, or where a standing order gives it."""
    if kind_ == "upgrade":
        dials = ordered_upgrades(state, seat, secrets, detail[0])
        return None if dials is None else Upgrades(dials)
    if kind_ == "capture" and _false_boxes(state, seat, secrets):
        return Capture(0)
    return None


# Options --------------------------------------------------------------------------------------------------------------


def options(state: Midnight, seat: int, secrets: Secrets, kind_: str, detail: Detail) -> Iterator[Decision]:
    """Every legal answer to the ask, without a change of standing offers."""
    if kind_ == "nation":
        yield from (Nation(nation) for nation in setup.free_nations(state))
    elif kind_ == "act":
        yield from acts(state, seat, secrets)
    elif kind_ == "trim":
        for named in combinations(held(state, seat, secrets), detail[0]):
            yield Discard(tuple(name_card(secrets, card) for card in named))
    elif kind_ == "deploy":
        yield from _deploys(state, seat, secrets, detail[0])
    elif kind_ == "upgrade":
        for dials in product(range(len(TOP)), repeat=detail[0]):
            if all(state.dials[seat][d] + dials.count(d) <= TOP[d] for d in dials):
                yield Upgrades(dials)
    elif kind_ == "downgrade":
        yield from (Downgrade(dial) for dial, steps in enumerate(state.dials[seat]) if steps)
    elif kind_ == "capture":
        yield from (Capture(entry) for entry in hands.hand(state, detail[0]))
    else:
        yield AUTOMATIC[kind_](state, seat, secrets, detail)


def for_borders(state: Midnight, seat: int, secrets: Secrets) -> list[int]:
    """The hand cards, as entries, that may be laid on a border."""
    return [slot or -copy for copy, slot in held(state, seat, secrets) if cards.card(copy).border]


def _deploys(state: Midnight, seat: int, secrets: Secrets, most: int) -> Iterator[Deploy]:
    entries, targets = for_borders(state, seat, secrets), state.aimable(seat)
    for count in range(min(most, len(entries)) + 1):
        for named in permutations(entries, count):
            for towards in product(targets, repeat=count):
                yield Deploy(tuple(zip(towards, named)))


def acts(state: Midnight, seat: int, secrets: Secrets) -> Iterator[Act]:
    """Every legal action, "stop" first."""
    yield Act(action.STOP)
    open_to = action.allowed(state, seat)
    hand = held(state, seat, secrets)
    if action.CAPITAL in open_to:
        yield from (Act(action.CAPITAL, (name_card(secrets, c),)) for c in hand if cards.card(c[0]).capital)
    if action.BORDER in open_to:
        for entry in for_borders(state, seat, secrets):
            yield from (Act(action.BORDER, entries=(entry,), to=to) for to in state.aimable(seat))
    if action.DISCARD in open_to:
        for card in hand:
            yield from _discards(state, seat, secrets, card)
        yield from (
            Act(action.SET, tuple(name_card(secrets, c) for c in three))
            for three in combinations(hand, action.SET_SIZE)
            if action.set_of([kind(copy) for copy, _ in three]) >= 0
        )
    if action.MOVE in open_to:
        yield from (Act(action.MOVE, entries=(entry,), to=to) for entry, to in action.movable(state, seat))
    if action.STORE in open_to:
        entries = hands.hand(state, seat)
        yield from (Act(action.STORE, entries=(entry,)) for entry in entries)
        if state.in_play(DEEP_MAGAZINES):
            yield from (Act(action.STORE, entries=two) for two in combinations(entries, 2))
    if action.PAIR in open_to:
        yield from (
            Act(action.PAIR, tuple(name_card(secrets, c) for c in two))
            for two in combinations(hand, 2)
            if action.is_pair([kind(copy) for copy, _ in two])
        )


def _discards(state: Midnight, seat: int, secrets: Secrets, card: Held) -> Iterator[Act]:
    what = kind(card[0])
    if what == cards.BUILD:
        yield Act(action.DISCARD, (name_card(secrets, card),))
    elif what == cards.INTELLIGENCE:
        named = name_card(secrets, card)
        yield from (Act(action.DISCARD, (named,), to=to) for to in state.alive() if to != seat)


# Drawing an arbitrary legal answer ------------------------------------------------------------------------------------


def sample(state: Midnight, seat: int, secrets: Secrets, kind_: str, detail: Detail, chance: Chooser) -> Decision:
    """A legal answer drawn without regard to its merit: what a random bot sends."""
    if kind_ == "act":
        return _sample_act(state, seat, secrets, chance)
    if kind_ == "trim":
        hand = held(state, seat, secrets)
        return Discard(tuple(name_card(secrets, _taken(hand, chance)) for _ in range(detail[0])))
    if kind_ == "deploy":
        entries, targets = for_borders(state, seat, secrets), state.aimable(seat)
        count = chance.uniform(min(detail[0], len(entries)) + 1)
        return Deploy(tuple((targets[chance.uniform(len(targets))], _taken(entries, chance)) for _ in range(count)))
    if kind_ == "upgrade":
        now, chosen = list(state.dials[seat]), []
        for _ in range(detail[0]):
            may = [dial for dial in range(len(TOP)) if now[dial] < TOP[dial]]
            chosen.append(may[chance.uniform(len(may))])
            now[chosen[-1]] += 1
        return Upgrades(tuple(chosen))
    found = list(options(state, seat, secrets, kind_, detail))
    return found[chance.uniform(len(found))]


def _taken(items: list[Any], chance: Chooser) -> Any:
    return items.pop(chance.uniform(len(items)))


def _sample_act(state: Midnight, seat: int, secrets: Secrets, chance: Chooser) -> Act:
    """A kind of action first, then one of that kind, or the many ways to lay cards would crowd out all others."""
    by_kind: dict[str, list[Act]] = {}
    for found in acts(state, seat, secrets):
        by_kind.setdefault(found.kind, []).append(found)
    kinds = list(by_kind)
    chosen = by_kind[kinds[chance.uniform(len(kinds))]]
    picked = chosen[chance.uniform(len(chosen))]
    if state.option("pacts") == "on" and (possible := pacts.possible(state, seat)):
        return picked._replace(offers=tuple(offer for offer in possible if chance.uniform(2)))
    return picked


# Defaults -------------------------------------------------------------------------------------------------------------


def default(state: Midnight, seat: int, secrets: Secrets, kind_: str, detail: Detail) -> Decision:
    """What the client sends when its player's turn timer runs out (part 4)."""
    if kind_ == "upgrade":
        ordered = ordered_upgrades(state, seat, secrets, detail[0])
        return Upgrades(lowest_dials(state.dials[seat], detail[0]) if ordered is None else ordered)
    if kind_ == "downgrade":
        return Downgrade(highest_dial(state.dials[seat]))
    if kind_ == "capture":
        forced_ = forced(state, seat, secrets, kind_, detail)
        return forced_ if forced_ is not None else Capture(_first_card(state, secrets, detail[0]))
    return next(options(state, seat, secrets, kind_, detail))


def _first_card(state: Midnight, secrets: Secrets, victim: int) -> int:
    """The victim's first card by id, as the captor sees the hand (RU2)."""

    def copy(entry: int) -> int:
        return secrets.seen[foreign(victim, entry)][1] if entry > 0 else -entry

    return min(hands.hand(state, victim), key=lambda entry: (kind(copy(entry)), copy(entry)))
