"""The stand-in for a lost seat (PROTOCOL 14.6): it holds what the seat has, from the public state and dice alone.

It settles free Mines and Forges, strengthens the Capital and takes what is offered, attacks nobody, and never needs a
secret: fresh slots, openings and claims are left out, and nothing is laid on top of a pile that nobody knows (N1, N6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from core.bridgefront import action
from core.bridgefront.battle import default_hits
from core.bridgefront.card import ORDER
from core.bridgefront.catalogue import CARDS
from core.bridgefront.choices import Choosing
from core.bridgefront.clients import default_bridges, speeds
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
    Scry,
    SealedBids,
    Show,
    StartingBridges,
    Walk,
)
from core.bridgefront.factions import FACTIONS
from core.bridgefront.setup import slots
from core.bridgefront.state import Bridgefront
from core.kernel.game import Chooser, Decision

GARRISON = 2
"""So many Forces stay where a stack leaves from."""


def stand_in(state: Bridgefront, seat: int, kind: str, detail: tuple[Any, ...], chance: Chooser) -> Decision:
    """A legal answer to the ask, but for what only the seat's own secrets could give."""
    if kind == "action":
        return _action(state, seat)
    if kind in ("free card", "offer"):
        return Pick(_best(state, own_offers(state, seat)[0].copies, chance))
    if kind == "picks":
        return Picks(tuple(_best(state, offer.copies, chance) for offer in own_offers(state, seat)))
    if kind in ("cards", "study"):
        return Discard(_least(state, seat, detail[0] if kind == "cards" else 0))
    if kind == "factions":
        return FactionRanking(_shuffled(range(len(FACTIONS)), chance))
    if kind == "capital":
        return CapitalChoice(next(i for i, hex_ in enumerate(slots(state)) if hex_ not in state.capital[1:]))
    if kind == "bridges":
        return StartingBridges(default_bridges(state, seat))
    if kind == "row bids":
        return SealedBids((Bid("pass", 0),) * len(state.row))
    if kind == "collect":
        return Collect(("gold",) * len(detail[0]), (("draft", None),) * len(detail[1]))
    if kind == "hits":
        return default_hits(state, seat)
    return PLAIN[kind]


PLAIN: dict[str, Decision] = {
    "bid": Bid("pass", 0),
    "capitals": CapitalRanking((), b""),
    "fresh": Fresh(b""),
    "show": Show(()),
    "clear": Clear((), ()),
    "lay": Lay(),
    "scry": Scry((), ()),
    "scout": Keep(0, ()),
}
"""What is always the same. A Pass of 0 gains a card too: one of the row for every player."""


def _shuffled(items: Iterable[int], chance: Chooser) -> tuple[int, ...]:
    mixed = list(items)
    return tuple(mixed.pop(chance.uniform(len(mixed))) for _ in range(len(mixed)))


def _best(state: Bridgefront, copies: tuple[int, ...], chance: Chooser) -> int:
    """The index of a card with the most VP."""
    worth = [CARDS[state.card[copy]].vp for copy in copies]
    best = [i for i, vp in enumerate(worth) if vp == max(worth)]
    return best[chance.uniform(len(best))]


def _least(state: Bridgefront, seat: int, count: int) -> tuple[int, ...]:
    """So many of the open cards in hand, those of the least price first."""
    shown = state.piles.shown[seat]
    return tuple(sorted(shown, key=lambda copy: (CARDS[state.card[copy]].gold[0], copy))[:count])


# The action step ------------------------------------------------------------------------------------------------------


def _action(state: Bridgefront, seat: int) -> Action:
    """An Order that asks for nothing, a walk onto a free tile, a Bridge towards one, a Force more, or Done."""
    for plan in PLANS:
        planned = plan(state, seat)
        if planned is not None:
            return planned._replace(batch=_no_batch(state, seat))
    return Action("done", batch=_no_batch(state, seat))


def _no_batch(state: Bridgefront, seat: int) -> bytes | None:
    return b"" if state.piles.mix[seat] else None


def _order(state: Bridgefront, seat: int) -> Action | None:
    for copy in sorted(state.piles.shown[seat]):
        card = CARDS[state.card[copy]]
        if card.type == ORDER and not card.choices and not action.why_unplayable(state, seat, copy):
            return Action("card", copy, speed=speeds(state)[0])
    return None


def _ways(state: Bridgefront) -> list[int]:
    """For each hex how far it is from the nearest Mine, Forge or Center without units; nothing if there is none."""
    tiles = [h for h in sorted({*state.mines, *state.forges, state._grid.center}) if not state.players_at(h)]
    rows = [state._grid.distance[tile] for tile in tiles]
    return [min(far) for far in zip(*rows)]


def _starts(state: Bridgefront, seat: int) -> list[int]:
    """The hexes from which a Force may leave: the Capital stays guarded, what is held stays held."""
    stays = dict.fromkeys((*state.mines, *state.forges, state._grid.center), 1)
    stays[state.capital[seat]] = GARRISON
    return [h for h in sorted(state.forces[seat]) if state.forces[seat][h] > stays.get(h, 0)]


def _settle(state: Bridgefront, seat: int) -> Action | None:
    """One Force goes a hex nearer to a free tile, where nobody stands in its way."""
    away = _ways(state)
    if not away or action.why_not_basic(state, seat, "march"):
        return None
    march = action.BASICS["march"]
    here = Choosing(state, seat, march)
    found = [
        (away[b], a, b)
        for a in _starts(state, seat)
        for b in state._grid.neighbours[a]
        if away[b] < away[a] and not state.players_at(b) and not state.capital_owner(b)
    ]
    for _, a, b in sorted(found):
        stack = Walk(a, 1, (), (b,))
        if march.choices[0].allows(here, stack):
            return Action("march", locked=(stack,))
    return None


def _build(state: Bridgefront, seat: int) -> Action | None:
    """A Bridge towards a free tile, from where a Force may leave."""
    away = _ways(state)
    if not away or action.why_not_basic(state, seat, "build"):
        return None
    found = [
        (away[b], edge)
        for a in _starts(state, seat)
        for b, edge in state._grid.steps[a]
        if not state.bridges[edge] and away[b] < away[a]
    ]
    return Action("build", locked=((min(found)[1],),)) if found else None


def _reinforce(state: Bridgefront, seat: int) -> Action | None:
    if action.why_not_basic(state, seat, "reinforce"):
        return None
    card = action.BASICS["reinforce"]
    here = Choosing(state, seat, card)
    return Action("reinforce", locked=tuple(choice.nothing(here) for choice in card.choices))


PLANS: tuple[Callable[[Bridgefront, int], Action | None], ...] = (_order, _settle, _build, _reinforce)
"""In this order."""
