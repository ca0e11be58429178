"""Statistics of a match of Bridgefront: battles, dice, gold, cards, and victory points by source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.engine.game import Event, State
from core.engine.text.statistics import StatisticsRow, chance_row, count_row, pair_row
from core.games.bridgefront import events as e
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.sources import vp_parts


def statistics(state: State, events: Sequence[Event]) -> list[StatisticsRow]:
    """Return the statistics of a match."""
    assert isinstance(state, Bridgefront)
    won, lost, hits, sixths, dead, killed, earned, spent, bought = (Counter[int]() for _ in range(9))
    for event in events:
        if isinstance(event, e.BattleEnded):
            won[event.winner] += 1
            lost[event.loser] += 1
        elif isinstance(event, e.CombatRolled):
            hits[event.seat] += event.hits
            sixths[event.seat] += len(event.dice) * event.hits_on
        elif isinstance(event, e.ForcesDied):
            dead[event.seat] += event.forces
        elif isinstance(event, e.ChampionDied):
            killed[event.killer] += 1
        elif isinstance(event, e.GoldTaken):
            earned[event.seat] += event.amount
        elif isinstance(event, e.GoldPaid):
            spent[event.seat] += event.amount
        elif isinstance(event, e.CardGained):
            bought[event.seat] += event.why == "market"
    seats = list(state.seats)
    points = {seat: dict(vp_parts(state, seat)) for seat in seats}
    names = dict.fromkeys(name for parts in points.values() for name, vp in parts.items() if vp)
    sources = [
        StatisticsRow(f"Points: {name}", {seat: str(points[seat].get(name, 0)) for seat in seats}, "At the end.")
        for name in names
    ]
    return [
        pair_row("Battles won : lost", won, lost, seats),
        chance_row("Hits of the dice", hits, sixths, seats, "All dice of battles, against their average."),
        count_row("Forces lost", dead, seats),
        count_row("Champions killed", killed, seats),
        pair_row("Gold earned : paid", earned, spent, seats),
        count_row("Cards bought", bought, seats, "Cards that a Buy has won in the market."),
        *sources,
    ]
