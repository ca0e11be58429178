"""Statistics of a match of Outposts: points by source, uses of cards, and razing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.engine.game import Event, State
from core.engine.text.statistics import StatisticsRow, count_row, pair_row
from core.games.outposts import events as e
from core.games.outposts.goods import VP, amount_of
from core.games.outposts.state import Outposts


def statistics(state: State, events: Sequence[Event]) -> list[StatisticsRow]:
    """Return the statistics of a match."""
    assert isinstance(state, Outposts)
    built, deals, razed, hurt, places, links, used, gained = (Counter[int]() for _ in range(8))
    goods = Counter[int]()
    for event in events:
        if isinstance(event, e.LocationBuilt):
            built[event.seat] += 1
        elif isinstance(event, e.DealMade):
            deals[event.seat] += 1
        elif isinstance(event, (e.LocationRazed, e.OutpostRazed)):
            razed[event.seat] += 1
            hurt[event.owner] += 1
        elif isinstance(event, (e.OutpostBuilt, e.OutpostUpgraded)):
            places[event.seat] += 1
        elif isinstance(event, e.ConnectionClaimed):
            links[event.seat] += 1
        elif isinstance(event, (e.LocationUsed, e.BoardUsed, e.LocationVisited)):
            used[event.seat] += 1
        elif isinstance(event, e.Gained):
            gained[event.seat] += amount_of(event.gain, VP)
            goods[event.seat] += sum(number for kind, number in event.gain if kind < VP)
    seats = list(state.seats)
    standing = Counter({seat: len(state.hold[seat]) for seat in seats})
    return [
        count_row("Points gained in play", gained, seats),
        count_row("Points of Locations", standing, seats, "Each Location in the hold is worth 1 at the end."),
        count_row("Goods gained", goods, seats),
        count_row("Locations built", built, seats),
        count_row("Deals made", deals, seats),
        count_row("Outposts built and upgraded", places, seats),
        count_row("Connections claimed", links, seats),
        count_row("Actions of Locations and leagues", used, seats),
        pair_row("Razed : lost", razed, hurt, seats),
    ]
