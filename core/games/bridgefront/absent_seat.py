"""What a lost seat does in the Action Phase (PROTOCOL 14.6), from the public state alone.

It settles free Mines and Forges, strengthens the Capital and attacks nobody.
"""

from __future__ import annotations

from collections.abc import Callable

from core.games.bridgefront.action import BASICS, speeds, why_not_basic, why_unplayable
from core.games.bridgefront.card import ORDER
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.choices import Choosing
from core.games.bridgefront.decisions import Action, Walk
from core.games.bridgefront.state import Bridgefront

GARRISON = 2
"""So many Forces stay where a stack leaves from."""


def action(state: Bridgefront, seat: int) -> Action:
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
        if card.type == ORDER and not card.choices and not why_unplayable(state, seat, copy):
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
    if not away or why_not_basic(state, seat, "march"):
        return None
    march = BASICS["march"]
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
    if not away or why_not_basic(state, seat, "build"):
        return None
    found = [
        (away[b], edge)
        for a in _starts(state, seat)
        for b, edge in state._grid.steps[a]
        if not state.bridges[edge] and away[b] < away[a]
    ]
    return Action("build", locked=((min(found)[1],),)) if found else None


def _reinforce(state: Bridgefront, seat: int) -> Action | None:
    if why_not_basic(state, seat, "reinforce"):
        return None
    card = BASICS["reinforce"]
    here = Choosing(state, seat, card)
    if not all(choice.may_be_empty(here) for choice in card.choices):
        return None
    return Action("reinforce", locked=tuple(choice.nothing(here) for choice in card.choices))


PLANS: tuple[Callable[[Bridgefront, int], Action | None], ...] = (_order, _settle, _build, _reinforce)
"""In this order."""
