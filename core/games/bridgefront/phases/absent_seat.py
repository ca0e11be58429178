"""The actions of a lost seat in the Action Phase, chosen from the public state alone (protocol 14.6).

The seat settles free Mines and Forges, strengthens its Capital and attacks nobody.
"""

from __future__ import annotations

from collections.abc import Callable

from core.games.bridgefront.card import ORDER
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.decisions import Action, Walk
from core.games.bridgefront.phases.action import legal_speeds, why_not_basic, why_unplayable
from core.games.bridgefront.state import Bridgefront

GARRISON_FORCES = 2
"""Number of Forces that stay in the Capital when a stack leaves."""


def choose_action(state: Bridgefront, seat: int) -> Action:
    """Return the first possible action of the lost seat.

    The plans are an Order without choices, a walk to a free tile, a Bridge towards one, and one more Force. If none of
    them is possible, the action is Done.
    """
    for plan in ABSENT_SEAT_PLANS:
        planned = plan(state, seat)
        if planned is not None:
            return planned._replace(batch=_no_batch(state, seat))
    return Action("done", batch=_no_batch(state, seat))


def _no_batch(state: Bridgefront, seat: int) -> bytes | None:
    return b"" if state.piles.mix[seat] else None


def _plan_order(state: Bridgefront, seat: int) -> Action | None:
    for copy in sorted(state.piles.shown[seat]):
        card = state.cards[state.card[copy]]
        if card.type == ORDER and not card.choices and not why_unplayable(state, seat, copy):
            return Action("card", copy, speed=legal_speeds(state)[0])
    return None


def _distances_to_free_tiles(state: Bridgefront) -> list[int]:
    """Return each hex's distance to the nearest Mine, Forge or Center without units.

    The list is empty if there is no such tile.
    """
    tiles = [h for h in sorted({*state.mines, *state.forges, state.grid.center}) if not state.players_at(h)]
    rows = [state.grid.distance[tile] for tile in tiles]
    return [min(far) for far in zip(*rows)]


def _departure_hexes(state: Bridgefront, seat: int) -> list[int]:
    """Return the hexes that a Force may leave without giving up the Capital or a tile.

    The Capital keeps its garrison, and each Mine, Forge or Center keeps one Force.
    """
    stays = dict.fromkeys((*state.mines, *state.forges, state.grid.center), 1)
    stays[state.capital[seat]] = GARRISON_FORCES
    return [h for h in sorted(state.forces[seat]) if state.forces[seat][h] > stays.get(h, 0)]


def _plan_settle(state: Bridgefront, seat: int) -> Action | None:
    """Return a walk of one Force to a hex that is nearer to a free tile and has no units."""
    away = _distances_to_free_tiles(state)
    if not away or why_not_basic(state, seat, "march"):
        return None
    march = state.rules.basics["march"]
    here = ChoiceContext(state, seat, march)
    found = [
        (away[b], a, b)
        for a in _departure_hexes(state, seat)
        for b in state.grid.neighbours[a]
        if away[b] < away[a] and not state.players_at(b) and not state.capital_owner(b)
    ]
    for _, a, b in sorted(found):
        stack = Walk(a, 1, (), (b,))
        if march.choices[0].is_legal(here, stack):
            return Action("march", locked=(stack,))
    return None


def _plan_build(state: Bridgefront, seat: int) -> Action | None:
    """Return a Bridge towards a free tile, from a hex that a Force may leave."""
    away = _distances_to_free_tiles(state)
    if not away or why_not_basic(state, seat, "build"):
        return None
    found = [
        (away[b], edge)
        for a in _departure_hexes(state, seat)
        for b, edge in state.grid.steps[a]
        if not state.bridges[edge] and away[b] < away[a]
    ]
    return Action("build", locked=((min(found)[1],),)) if found else None


def _plan_reinforce(state: Bridgefront, seat: int) -> Action | None:
    if why_not_basic(state, seat, "reinforce"):
        return None
    card = state.rules.basics["reinforce"]
    here = ChoiceContext(state, seat, card)
    if not all(choice.can_be_empty(here) for choice in card.choices):
        return None
    return Action("reinforce", locked=tuple(choice.empty_value(here) for choice in card.choices))


ABSENT_SEAT_PLANS: tuple[Callable[[Bridgefront, int], Action | None], ...] = (
    _plan_order,
    _plan_settle,
    _plan_build,
    _plan_reinforce,
)
"""The plans in the order in which they are tried."""
