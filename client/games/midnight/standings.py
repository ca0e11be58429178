"""Final standings of a match of Midnight."""

from __future__ import annotations

from client.games.midnight.text.names import nation_name
from client.table.seats.ending import winners
from client.table.seats.standings import StandingsRow, StandingsTable
from client.table.view_model import ViewModel
from core.engine.game import Standing
from core.games.midnight.state import Midnight


def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> StandingsTable:
    """Return a table of the nations, each with a bar of its Worth."""
    state = model.table_of(Midnight)

    def line(place: Standing) -> StandingsRow:
        worth = int(dict(place.score)["worth"])
        gone = state.eliminated[place.seat]
        number = ("eliminated", "vp", "small") if gone else (str(worth), "vp", "title")
        return StandingsRow(((worth, f"seat_{place.seat}"),), (number,), nation_name(state, place.seat))

    return StandingsTable(model, standing, line, winners(standing) if state.winners else ())
