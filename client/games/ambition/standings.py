"""Standings at the end of a match of Ambition: the purse, the Elites and the Intrigue cards."""

from __future__ import annotations

from client.table.seats.ending import winners
from client.table.seats.standings import StandingsRow, StandingsTable
from client.table.view_model import ViewModel
from core.engine.game import Standing
from core.games.ambition.state import Ambition

HEADS = ("Influence in the purse and Elites in hand", "Purse", "Elites", "Intrigue", "Total")


def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> StandingsTable:
    """Return the table of the standings, with one line for each player."""
    state = model.table_of(Ambition)

    def line(place: Standing) -> StandingsRow:
        seat = place.seat
        purse, elites, total = state.purse[seat], state.worth[seat], int(dict(place.score)["influence"])
        intrigue = state.points[seat] - purse - elites if not state.convicted[seat] else 0
        numbers = (
            (str(purse), "text", "body"),
            (str(elites), "text", "body"),
            (f"{intrigue:+}", "bad" if intrigue < 0 else "text", "body"),
            (str(total), "vp", "title"),
        )
        below = "convicted" if state.convicted[seat] else ""
        return StandingsRow(((purse, f"seat_{seat}"), (elites, f"seat_{seat}_dim")), numbers, below)

    return StandingsTable(model, standing, line, winners(standing) if state.over else (), 760.0, HEADS)
