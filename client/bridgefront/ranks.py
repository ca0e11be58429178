"""How everybody stands in a match of Bridgefront, and how its end is shown."""

from __future__ import annotations

from client.bridgefront.course import Chart, turns_log
from client.bridgefront.shown import Shown, paint_emblem
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import Column, Row
from client.kit.widget import Widget
from client.table.ending import Ending
from core.bridgefront.telling.course import won_by
from core.bridgefront.telling.sources import vp_parts
from core.kernel.game import Standing
from core.kernel.telling.words import count

ROW = 46.0
RANKS, WENT = 600.0, 440.0
CHART = 150.0
"""How high the chart is."""


class Ranks(Widget):
    """A line for each seat: rank, name, a bar of lasting and held Permanence, gold."""

    role = "standing"
    focusable = True

    def __init__(self, shown: Shown, standing: tuple[Standing, ...]) -> None:
        super().__init__("Standing")
        self.shown, self.standing = shown, standing

    def prefer(self) -> tuple[float, float]:
        """A line each and the heads."""
        return RANKS, ROW * len(self.standing) + 22

    def paint(self, canvas: Canvas) -> None:
        """The lines."""
        r = self.rect
        high = (r.h - 22) / len(self.standing)
        most = max(1, *(int(dict(s.score)["vp"]) for s in self.standing))
        for x, words in ((r.w - 118, "Permanence"), (r.w - 44, "Gold")):
            canvas.label(words, Rect(r.x + x - 40, r.top - 20, 80, 18), "muted", "tiny")
        canvas.label("lasting and held Permanence", Rect(r.x + 220, r.top - 20, 220, 18), "muted", "tiny", align=0)
        for i, place in enumerate(self.standing):
            y = r.top - 22 - (i + 1) * high
            score = dict(place.score)
            won = place.seat in self.shown.table.winners
            line = Rect(r.x, y, r.w, high - 4)
            canvas.box("seat.lit" if won else "panel", line)
            ink = "accent" if won else "muted"
            canvas.label(f"{place.rank}.", Rect(r.x + 8, y, 28, high - 4), ink, "heading", "bold")
            paint_emblem(canvas, self.shown, place.seat, Rect(r.x + 42, y + high / 2 - 17, 29, 29))
            name = self.shown.names.who(place.seat)
            canvas.label(name, Rect(r.x + 84, y, 120, high - 4), f"seat_{place.seat}", "body", "bold", 0)
            room = r.w - 220 - 190
            lasting, held = int(score["permanent"]), int(score["control"])
            wide = room * lasting / most
            bar = Rect(r.x + 220, y + high / 2 - 8, max(1.0, wide), 12)
            canvas.fill(Rect(r.x + 220, y + high / 2 - 8, room, 12), "track")
            canvas.fill(bar, "accent")
            canvas.fill(
                Rect(bar.right if lasting else bar.x, y + high / 2 - 8, room * held / most, 12), f"seat_{place.seat}"
            )
            canvas.label(str(score["vp"]), Rect(r.right - 158, y, 80, high - 4), "vp", "title", "bold")
            canvas.label(str(score["gold"]), Rect(r.right - 84, y, 80, high - 4), "gold", "body", "bold")
            if won:
                canvas.icon("trophy", Rect(r.x + 176, y + high / 2 - 13, 22, 22), "accent")

    def value(self) -> str:
        """In words."""
        return "; ".join(f"{s.rank}. {self.shown.names.who(s.seat)} {dict(s.score)['vp']}" for s in self.standing)


def ending(shown: Shown, standing: tuple[Standing, ...]) -> Ending:
    """Standing and course of a match."""
    chart, turns = Chart(shown), turns_log(shown)
    chart.height, turns.height = CHART, max(96.0, ROW * len(standing) + 22 - CHART - 8)
    went = Column(chart, turns, gap=8, width=WENT)
    both = Row(Ranks(shown, standing), went, gap=18, align="start")
    return Ending(why(shown), both, f"after {count(shown.table.round, 'round')}", lambda: turns.scroll_to(0))


def why(shown: Shown) -> str:
    """By what the match was won."""
    state = shown.table
    if not state.winners:
        return ""
    parts = [(name, vp) for name, vp in vp_parts(state, state.winners[0]) if vp]
    return str(shown.names.plain(won_by(state, shown.course.why, parts)))
