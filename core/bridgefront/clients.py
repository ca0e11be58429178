"""What a seat's own client works out: fresh slots, openings, forced and default answers, the options of an ask.

Everything here comes from the public state and the seat's own secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

from core.bridgefront import action, hands
from core.bridgefront.battle import default_hits, sample_hits
from core.bridgefront.card import Card as PrintedCard
from core.bridgefront.catalogue import CARDS
from core.bridgefront.choices import Choosing
from core.bridgefront.collection import own_offers
from core.bridgefront.decisions import (
    Action,
    Bid,
    CapitalChoice,
    CapitalRanking,
    Clear,
    Collect,
    Discard,
    FactionRanking,
    Fresh,
    Keep,
    Lay,
    Pick,
    Picks,
    Power,
    Scry,
    SealedBids,
    Show,
    StartingBridges,
)
from core.bridgefront.factions import FACTIONS
from core.bridgefront.setup import bridge_sites, slots
from core.bridgefront.state import Bridgefront
from core.kernel.game import Chooser, Decision
from core.kernel.holding import Held, held, name_card, pile_batch
from core.kernel.piles import Card
from core.kernel.secrets import Secrets

# What secrets learn again ---------------------------------------------------------------------------------------------


def recall(state: Bridgefront, seat: int, secrets: Secrets, decision: Decision) -> None:
    """Lays again what an earlier decision of the own seat laid in this state."""
    batch = getattr(decision, "batch", None)
    if batch is None:
        return
    if isinstance(decision, Lay):
        next((copy for copy, _ in held(state, seat, secrets) if hand_batch(state, seat, secrets, copy) == batch), None)
    else:
        pile_batch(state, seat, secrets)


# Answers without the player -------------------------------------------------------------------------------------------


def hand_batch(state: Bridgefront, seat: int, secrets: Secrets, top: int) -> bytes:
    """The whole hand laid afresh, the copy `top` first (PROTOCOL 6.6)."""
    others = sorted(copy for copy, _ in held(state, seat, secrets) if copy != top)
    return secrets.lay(state.t, [top, *secrets.order(state.t, 1, others)])


def _fresh(state: Bridgefront, seat: int, secrets: Secrets, detail: tuple[Any, ...]) -> Decision:
    return Fresh(pile_batch(state, seat, secrets))


def _show(state: Bridgefront, seat: int, secrets: Secrets, detail: tuple[Any, ...]) -> Decision:
    over, fresh, claims, _ = detail
    due = [s for s in fresh if any(hands.claim_holds(state, claim, secrets.faces[s]) for claim in claims)]
    return Show(tuple(secrets.open(slot) for slot in (*over, *due)))


def _clear(state: Bridgefront, seat: int, secrets: Secrets, detail: tuple[Any, ...]) -> Decision:
    return Clear(*(tuple(secrets.open(slot) for slot in part) for part in detail))


AUTOMATIC: dict[str, Callable[[Bridgefront, int, Secrets, tuple[Any, ...]], Decision]] = {
    "fresh": _fresh,
    "show": _show,
    "clear": _clear,
}
"""Asks that the client answers without its player."""


def forced(state: Bridgefront, seat: int, secrets: Secrets, kind: str, detail: tuple[Any, ...]) -> Decision | None:
    """The answer where the public state leaves only one: Pass 0 without gold, all held cards where all must go."""
    if kind == "bid" and not state.gold[seat] and state.option("refuse_card") == "off":
        return Bid("pass", 0)
    if kind == "cards" and detail[0] == state.piles.hand_size(seat):
        return Discard(tuple(name_card(secrets, card) for card in held(state, seat, secrets)))
    if kind == "lay" and not detail[0] and state.piles.hand_size(seat) == 1:
        return _lay(state, seat, secrets, held(state, seat, secrets)[0])
    return None


# Options --------------------------------------------------------------------------------------------------------------


def _lay(state: Bridgefront, seat: int, secrets: Secrets, card: Held) -> Lay:
    if state.piles.shown[seat]:
        return Lay(batch=hand_batch(state, seat, secrets, card[0]))
    return Lay(slot=card[1])


def _keep(state: Bridgefront, seat: int, secrets: Secrets, slots: tuple[int, ...], kept: int) -> Keep:
    full = state.piles.hand_size(seat) >= hands.HAND_LIMIT
    must = full or hands.loses_gold(state, secrets.faces[kept])
    others = tuple(secrets.open(slot) for slot in slots if slot != kept)
    return Keep(kept, others, secrets.open(kept) if must else None)


def _cards(secrets: Secrets, hand: list[Held], least: int, most: int) -> Iterator[tuple[Card, ...]]:
    for n in range(least, most + 1):
        for named in combinations(hand, n):
            yield tuple(name_card(secrets, card) for card in named)


def options(state: Bridgefront, seat: int, secrets: Secrets, kind: str, detail: tuple[Any, ...]) -> Iterator[Decision]:
    """Every legal answer to the ask. Of an action: every card and basic action with all its locked choices, without
    declared powers and with the standing target order left as it is; rankings in full length only; of chosen hits one
    sensible way.
    """
    hand = held(state, seat, secrets)
    if kind == "factions":
        yield from (FactionRanking(order) for order in permutations(range(len(FACTIONS))))
    elif kind == "capitals":
        batch = pile_batch(state, seat, secrets)
        if state.option("capital_draft") == "ranking":
            yield from (CapitalRanking(order, batch) for order in permutations(range(len(state.seats))))
        else:
            yield CapitalRanking((), batch)
    elif kind == "capital":
        free = (i for i, hex_ in enumerate(slots(state)) if hex_ not in state.capital[1:])
        yield from (CapitalChoice(slot) for slot in free)
    elif kind == "bridges":
        yield from (StartingBridges((a, b)) for a, b in permutations(bridge_sites(state, seat), 2))
    elif kind in ("free card", "offer"):
        yield from (Pick(i) for i in range(len(own_offers(state, seat)[0].copies)))
    elif kind == "study":
        yield from (Discard(cards) for cards in _cards(secrets, hand, 0, min(detail[0], len(hand))))
    elif kind == "cards":
        yield from (Discard(cards) for cards in _cards(secrets, hand, detail[0], detail[1]))
    elif kind == "bid":
        yield from _bids(state, seat)
    elif kind == "row bids":
        yield from (SealedBids(bids) for bids in product(list(_bids(state, seat)), repeat=len(state.row)))
    elif kind == "action":
        yield from _actions(state, seat, secrets, hand)
    elif kind == "scout":
        yield from (_keep(state, seat, secrets, detail[0], slot) for slot in detail[0])
    elif kind == "lay":
        if detail[0]:
            yield Lay()
        yield from (_lay(state, seat, secrets, card) for card in hand)
    elif kind == "scry":
        for order in permutations(detail[0]):
            yield from (Scry(order[:n], order[n:]) for n in range(len(order) + 1))
    elif kind == "collect":
        yield from _collects(secrets, hand, len(detail[0]), len(detail[1]))
    elif kind == "picks":
        spans = [[*([None] if o.source == "mine" else []), *range(len(o.copies))] for o in own_offers(state, seat)]
        yield from (Picks(picks) for picks in product(*spans))
    elif kind == "hits":
        yield default_hits(state, seat)
    else:
        yield AUTOMATIC[kind](state, seat, secrets, detail)


def _bids(state: Bridgefront, seat: int) -> Iterator[Bid]:
    refusals = (False, True) if state.option("refuse_card") == "on" else (False,)
    for amount in range(state.gold[seat] + 1):
        yield from (Bid("pass", amount, refuse) for refuse in refusals)
    yield from (Bid("buy", amount) for amount in range(1, state.gold[seat] + 1))


def _collects(secrets: Secrets, hand: list[Held], mines: int, forges: int) -> Iterator[Collect]:
    at_forge: list[tuple[str, Card | None]] = [("draft", None), ("reforge", None)]
    at_forge += [("reforge", name_card(secrets, card)) for card in hand]
    for mine in product(("gold", "look"), repeat=mines):
        for forge in product(at_forge, repeat=forges):
            scrapped = [card for _, card in forge if card is not None]
            if len(set(scrapped)) == len(scrapped):
                yield Collect(mine, forge)


def speeds(state: Bridgefront) -> tuple[str, ...]:
    """The speeds at which a card may be played (option initiative_mode)."""
    return ("low", "high") if state.option("initiative_mode") == "choice" else ("",)


def _actions(state: Bridgefront, seat: int, secrets: Secrets, hand: list[Held]) -> Iterator[Action]:
    batch = pile_batch(state, seat, secrets) if state.piles.mix[seat] else None
    for card in hand:
        if action.why_unplayable(state, seat, card[0]):
            continue
        printed = CARDS[state.card[card[0]]]
        others = tuple(name_card(secrets, other) for other in hand if other != card)
        for locked in locks(Choosing(state, seat, printed, (), others), printed):
            for speed in speeds(state):
                yield Action("card", name_card(secrets, card), locked, speed=speed, batch=batch)
    for kind, printed in action.BASICS.items():
        if not action.why_not_basic(state, seat, kind):
            for locked in locks(Choosing(state, seat, printed), printed):
                yield Action(kind, locked=locked, batch=batch)
    yield Action("done", batch=batch)


def locks(c: Choosing, card: PrintedCard) -> Iterator[tuple[Any, ...]]:
    """Every legal combination of a card's locked choices."""
    done = len(c.before)
    if done == len(card.choices):
        yield c.before
        return
    choice = card.choices[done]
    if choice.may_be_empty(c) and not (card.type == "basic" and not choice.optional):
        yield from locks(c._replace(before=(*c.before, choice.nothing(c))), card)
    for value in choice.legal(c):
        yield from locks(c._replace(before=(*c.before, value)), card)


def powers(state: Bridgefront, seat: int) -> list[Power]:
    """Every champion power that the seat may declare now, with each of its targets."""
    found = []
    for champion in state.champions.values():
        if champion.owner == seat:
            ability = CARDS[state.card[champion.copy]].ability
            if ability is not None and ability.declared:
                targets = [Power(champion.copy, target) for target in (0, *sorted(state.champions))]
                found += [power for power in targets if action.power_is_legal(state, seat, power)]
    return found


# Drawing an arbitrary legal answer ------------------------------------------------------------------------------------


def sample(
    state: Bridgefront, seat: int, secrets: Secrets, kind: str, detail: tuple[Any, ...], chance: Chooser
) -> Decision:
    """A legal answer drawn without regard to its merit: what a random bot sends."""
    if kind == "action":
        return _sample_action(state, seat, secrets, chance)
    if kind == "bid":
        return _sample_bid(state, seat, chance)
    if kind == "row bids":
        return SealedBids(tuple(_sample_bid(state, seat, chance) for _ in state.row))
    if kind == "factions":
        return FactionRanking(_shuffled(range(len(FACTIONS)), chance))
    if kind == "capitals":
        batch = pile_batch(state, seat, secrets)
        ranked = state.option("capital_draft") == "ranking"
        return CapitalRanking(_shuffled(state.seats, chance, -1) if ranked else (), batch)
    if kind == "bridges":
        sites = list(bridge_sites(state, seat))
        return StartingBridges((sites.pop(chance.uniform(len(sites))), sites.pop(chance.uniform(len(sites)))))
    if kind in AUTOMATIC:
        return AUTOMATIC[kind](state, seat, secrets, detail)
    if kind == "collect":
        return _sample_collect(state, seat, secrets, detail, chance)
    if kind == "hits":
        return sample_hits(state, seat, chance)
    if kind in ("cards", "study"):
        least, most = (0, detail[0]) if kind == "study" else detail[:2]
        hand = held(state, seat, secrets)
        n = least + chance.uniform(min(most, len(hand)) - least + 1)
        return Discard(tuple(name_card(secrets, card) for card in _shuffled(hand, chance)[:n]))
    choices = list(options(state, seat, secrets, kind, detail))
    return choices[chance.uniform(len(choices))]


def _shuffled(items: Any, chance: Chooser, shift: int = 0) -> tuple[Any, ...]:
    mixed = [item + shift if shift else item for item in items]
    for i in range(len(mixed) - 1, 0, -1):
        j = chance.uniform(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return tuple(mixed)


def _sample_bid(state: Bridgefront, seat: int, chance: Chooser) -> Bid:
    gold = state.gold[seat]
    if gold and chance.uniform(2):
        return Bid("buy", 1 + chance.uniform(gold))
    refuse = state.option("refuse_card") == "on" and chance.uniform(4) == 0
    return Bid("pass", chance.uniform(gold + 1), refuse)


def _sample_collect(
    state: Bridgefront, seat: int, secrets: Secrets, detail: tuple[Any, ...], chance: Chooser
) -> Collect:
    mines, forges = len(detail[0]), len(detail[1])
    hand = list(_shuffled(held(state, seat, secrets), chance))
    at_forge: list[tuple[str, Card | None]] = []
    for _ in range(forges):
        if chance.uniform(2):
            at_forge.append(("draft", None))
        else:
            scrapped = hand.pop() if hand and chance.uniform(2) else None
            at_forge.append(("reforge", name_card(secrets, scrapped) if scrapped else None))
    return Collect(tuple(("gold", "look")[chance.uniform(2)] for _ in range(mines)), tuple(at_forge))


def _sample_action(state: Bridgefront, seat: int, secrets: Secrets, chance: Chooser) -> Action:
    batch = pile_batch(state, seat, secrets) if state.piles.mix[seat] else None
    declared: tuple[Power, ...] = ()
    if state.champions:
        possible = powers(state, seat)
        if possible and chance.uniform(2):
            declared = (possible[chance.uniform(len(possible))],)
    hand = held(state, seat, secrets)
    menu: list[Any] = [*hand, *action.BASICS, "done"]
    while True:
        picked = menu.pop(chance.uniform(len(menu)))
        if picked == "done":
            return Action("done", powers=declared, batch=batch)
        if isinstance(picked, str):
            if not action.why_not_basic(state, seat, picked):
                locked = sample_locks(Choosing(state, seat, action.BASICS[picked]), chance)
                if picked == "reinforce" or locked[0]:
                    return Action(picked, locked=locked, powers=declared, batch=batch)
        elif not action.why_unplayable(state, seat, picked[0]):
            printed = CARDS[state.card[picked[0]]]
            others: tuple[Card, ...] = ()
            if printed.names_cards:
                others = tuple(name_card(secrets, other) for other in hand if other != picked)
            locked = sample_locks(Choosing(state, seat, printed, (), others), chance)
            speed = speeds(state)
            return Action(
                "card",
                name_card(secrets, picked),
                locked,
                declared,
                speed=speed[chance.uniform(len(speed))],
                batch=batch,
            )


def sample_locks(c: Choosing, chance: Chooser) -> tuple[Any, ...]:
    """Arbitrary legal values of a card's locked choices."""
    card = c.card
    assert card is not None
    for choice in card.choices:
        c = Choosing(c.state, c.seat, card, (*c.before, choice.sample(c, chance)), c.hand)
    return c.before


# Defaults -------------------------------------------------------------------------------------------------------------


def default(state: Bridgefront, seat: int, secrets: Secrets, kind: str, detail: tuple[Any, ...]) -> Decision:
    """What the client sends when its player's turn timer runs out (rules 14.1)."""
    if kind == "action":
        return Action("done", batch=pile_batch(state, seat, secrets) if state.piles.mix[seat] else None)
    if kind == "bid":
        return Bid("pass", 0)
    if kind == "row bids":
        return SealedBids(tuple(Bid("pass", 0) for _ in state.row))
    if kind == "factions":
        return FactionRanking(tuple(range(len(FACTIONS))))
    if kind == "bridges":
        return StartingBridges(default_bridges(state, seat))
    if kind == "collect":
        nothing: tuple[str, Card | None] = ("reforge", None)
        return Collect(("gold",) * len(detail[0]), (nothing,) * len(detail[1]))
    if kind == "picks":
        return Picks(tuple(None if offer.source == "mine" else 0 for offer in own_offers(state, seat)))
    return next(options(state, seat, secrets, kind, detail))


def default_bridges(state: Bridgefront, seat: int) -> tuple[int, int]:
    """The first two edges of the canonically first shortest way from the Capital to the Center (D3)."""
    grid, at, way = state._grid, state.capital[seat], []
    for _ in range(2):
        nearer = [s for s in grid.steps[at] if grid.distance[s[0]][grid.center] < grid.distance[at][grid.center]]
        at, edge = nearer[0]
        way.append(edge)
    return way[0], way[1]
