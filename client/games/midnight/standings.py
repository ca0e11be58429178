"""How everybody stands at the end of a match of Midnight."""

from __future__ import annotations

from client.games.midnight.text.names import nation_name
from client.table.ending import winners
from client.table.standings import Line, Ranks
from client.table.view_model import ViewModel
from core.engine.game import Standing


def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> Ranks:
    """A line for each nation, with a bar of Worth."""
    state = model.state

    def line(place: Standing) -> Line:
        worth = int(dict(place.score)["worth"])
        gone = state.eliminated[place.seat]
        number = ("eliminated", "vp", "small") if gone else (str(worth), "vp", "title")
        return Line(((worth, f"seat_{place.seat}"),), (number,), nation_name(state, place.seat))

    return Ranks(model, standing, line, winners(standing) if state.winners else ())
