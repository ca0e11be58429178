"""Final standings of a match of Outposts."""

from __future__ import annotations

from client.games.outposts.tooltips import league_name
from client.table.seats.emblem import paint_emblem
from client.table.seats.standings import StandingsRow, StandingsTable
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Color
from core.engine.game import Standing
from core.games.outposts.board import LEAGUES
from core.games.outposts.cleanup import final_vp, warden_final_vp
from core.games.outposts.state import WARDEN, Outposts

GREY: Color = (206, 210, 220, 255)


def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> StandingsTable:
    """Return a table of the seats, which includes the Warden in a solo match.

    Each line shows the VP gained in play, the VP of Locations, and the VP of the cards that count.
    """
    state = model.table_of(Outposts)
    shown = standing
    if state.is_solo:
        won = final_vp(state, 1) > warden_final_vp(state)
        mine, wardens = Standing(1 if won else 2, 1, ()), Standing(2 if won else 1, WARDEN, ())
        shown = (mine, wardens) if won else (wardens, mine)

    def line(place: Standing) -> StandingsRow:
        seat, inks = place.seat, ("accent", "info", "good")
        if seat == WARDEN:
            parts = [state.warden_points, len(state.warden_hold), 0]
        else:
            parts = [state.points[seat], len(state.hold[seat])]
            parts.append(final_vp(state, seat) - sum(parts))
        numbers = [(str(part), ink, "body") for part, ink in zip(parts, inks, strict=True)]
        below = "" if seat == WARDEN else league_name(state.league[seat])
        return StandingsRow(tuple(zip(parts, inks, strict=True)), (*numbers, (str(sum(parts)), "vp", "title")), below)

    def emblem(canvas: Canvas, seat: int, rect: Rect) -> None:
        if seat == WARDEN:
            canvas.icon("warden", rect, GREY)
        else:
            league = state.league[seat]
            paint_emblem(canvas, seat, model.palette, rect, LEAGUES[league].code.lower() if league >= 0 else "")

    won_by = tuple(place.seat for place in shown if place.rank == 1)
    heads = ("", "in play", "Locations", "cards", "VP")
    return StandingsTable(model, shown, line, won_by, 760.0, heads, emblem, {WARDEN: ("The Warden", GREY)})
