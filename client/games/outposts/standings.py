"""How everybody stands at the end of a match of Outposts."""

from __future__ import annotations

from client.games.outposts.tooltips import league_name
from client.table.emblem import paint_emblem
from client.table.standings import Line, Ranks
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Color
from core.engine.game import Standing
from core.games.outposts.board import LEAGUES
from core.games.outposts.cleanup import final, wardens_final
from core.games.outposts.state import WARDEN, Outposts

GREY: Color = (206, 210, 220, 255)


def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> Ranks:
    """A line for each seat, and alone one for the Warden: VP gained in play, of Locations, of cards that count."""
    state: Outposts = model.state
    shown = standing
    if state.solo:
        won = final(state, 1) > wardens_final(state)
        mine, wardens = Standing(1 if won else 2, 1, ()), Standing(2 if won else 1, WARDEN, ())
        shown = (mine, wardens) if won else (wardens, mine)

    def line(place: Standing) -> Line:
        seat, inks = place.seat, ("accent", "info", "good")
        if seat == WARDEN:
            parts = [state.warden_points, len(state.warden_hold), 0]
        else:
            parts = [state.points[seat], len(state.hold[seat])]
            parts.append(final(state, seat) - sum(parts))
        numbers = [(str(part), ink, "body") for part, ink in zip(parts, inks, strict=True)]
        below = "" if seat == WARDEN else league_name(state.league[seat])
        return Line(tuple(zip(parts, inks, strict=True)), (*numbers, (str(sum(parts)), "vp", "title")), below)

    def emblem(canvas: Canvas, seat: int, rect: Rect) -> None:
        if seat == WARDEN:
            canvas.icon("warden", rect, GREY)
        else:
            league = state.league[seat]
            paint_emblem(canvas, seat, model.palette, rect, LEAGUES[league].code.lower() if league >= 0 else "")

    won_by = tuple(place.seat for place in shown if place.rank == 1)
    heads = ("", "in play", "Locations", "cards", "VP")
    return Ranks(model, shown, line, won_by, 760.0, heads, emblem, {WARDEN: ("The Warden", GREY)})
