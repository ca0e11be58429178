"""How everybody stands at the end of a match of Outposts."""

from __future__ import annotations

from client.outposts.words import league_name
from client.table.ranks import Line, Ranks
from client.table.view_model import ViewModel
from core.kernel.game import Standing
from core.outposts import cleanup


def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> Ranks:
    """A line for each seat: VP gained in play, and those of the end."""
    state = model.state

    def line(place: Standing) -> Line:
        seat, in_play = place.seat, state.points[place.seat]
        whole = cleanup.final(state, seat)
        league = state.league[seat]
        bars = ((in_play, f"seat_{seat}"), (max(0, whole - in_play), "accent"))
        return Line(bars, ((str(whole), "vp", "title"),), league_name(league))

    won = tuple(place.seat for place in standing if place.rank == 1)
    return Ranks(model, standing, line, won)
