"""Standings of a match of Bridgefront, and the display of its end."""

from __future__ import annotations

from client.games.bridgefront.names import labelled
from client.games.bridgefront.panels.match_history import Chart, turning_points_log
from client.games.bridgefront.view_model import BridgefrontViewModel, paint_emblem
from client.table.seats.ending import Ending, winners
from client.table.seats.standings import HEAD, ROW, StandingsRow, StandingsTable
from client.ui.canvas import Canvas
from client.ui.controls.layout import Column, Row
from client.ui.hexes import Rect
from core.engine.game import Standing
from core.engine.text.words import format_count
from core.games.bridgefront.text.course import victory_reason
from core.games.bridgefront.text.sources import vp_parts

RANKS, WENT = 600.0, 440.0
CHART_HEIGHT = 150.0
"""Design pixels: height of the chart."""


def ranks(shown: BridgefrontViewModel, standing: tuple[Standing, ...]) -> StandingsTable:
    """Return a table of the seats, each with gold and a bar of its lasting and held Permanence."""

    def line(place: Standing) -> StandingsRow:
        score = dict(place.score)
        bar = (int(score["permanent"]), "accent"), (int(score["control"]), f"seat_{place.seat}")
        return StandingsRow(bar, ((str(score["vp"]), "vp", "title"), (str(score["gold"]), "gold", "body")))

    heads = "lasting and held Permanence", "Permanence", str(shown.table.option("gold_word"))
    first = winners(standing) if shown.table.winners else ()
    return StandingsTable(shown, standing, line, first, RANKS, heads, lambda *where: emblem(shown, *where))


def emblem(shown: BridgefrontViewModel, canvas: Canvas, seat: int, rect: Rect) -> None:
    """Paint the sign of a seat's faction."""
    paint_emblem(canvas, shown, seat, rect)


def ending(shown: BridgefrontViewModel, standing: tuple[Standing, ...]) -> Ending:
    """Return the content of the end screen: the standings and the course of a match."""
    chart, turns = Chart(shown), turning_points_log(shown)
    chart.height, turns.height = CHART_HEIGHT, max(96.0, ROW * len(standing) + HEAD - CHART_HEIGHT - 8)
    went = Column(chart, turns, gap=8, width=WENT)
    both = Row(ranks(shown, standing), went, gap=18, align="start")
    rounds = format_count(shown.table.round, "round")
    return Ending(why(shown), both, f"after {rounds}", lambda: turns.scroll.scroll_to(0))


def why(shown: BridgefrontViewModel) -> str:
    """Return the reason for the victory, as a sentence."""
    state = shown.table
    if not state.winners:
        return ""
    parts = [(name, vp) for name, vp in vp_parts(state, state.winners[0]) if vp]
    return labelled(state, shown.names.to_plain_text(victory_reason(state, shown.course.why, parts)))
