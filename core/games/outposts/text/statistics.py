"""Statistics of a match of Outposts: points by source, uses of cards, and razing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.engine.game import Event, State
from core.engine.text.statistics import Statistic, counted, paired
from core.games.outposts import events as e
from core.games.outposts.goods import VP, amount
from core.games.outposts.state import Outposts


def statistics(state: State, events: Sequence[Event]) -> list[Statistic]:
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
            gained[event.seat] += amount(event.gain, VP)
            goods[event.seat] += sum(number for kind, number in event.gain if kind < VP)
    seats = list(state.seats)
    standing = Counter({seat: len(state.hold[seat]) for seat in seats})
    return [
        counted("Points gained in play", gained, seats),
        counted("Points of Locations", standing, seats, "Each Location in the hold is worth 1 at the end."),
        counted("Goods gained", goods, seats),
        counted("Locations built", built, seats),
        counted("Deals made", deals, seats),
        counted("Outposts built and upgraded", places, seats),
        counted("Connections claimed", links, seats),
        counted("Actions of Locations and leagues", used, seats),
        paired("Razed : lost", razed, hurt, seats),
    ]
