"""Chart of the chances of winning of all seats over a match; a press jumps to the moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pyglet.window import key as codes

from client.table.seats.emblem import paint_emblem
from client.table.seats.names import Names
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import plain_text
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget
from core.bots.review import Chances
from core.bots.win_probability import CERTAINTY

SIDE, LOW = 36.0, 6.0
"""Margins of the chart: for the percentages at the left, and below."""
EMBLEM = 15.0
"""Size of the emblem at the end of a line."""


class ChanceChart(Widget):
    """A line for each seat, from the beginning of the match to its end."""

    role = "chart"
    focusable = True
    at = Reactive(-1)
    """The index of the point under the pointer, or chosen by keys, or -1."""
    now = Reactive(-1)
    """The step that a replay shows, or -1."""

    def __init__(self, names: Names, palette: str, on_jump: Callable[[int], object] | None, team: bool) -> None:
        super().__init__("Chance to win over time", tip=self.explain)
        self.names, self.palette, self.on_jump, self.team = names, palette, on_jump, team
        self.points: Sequence[Chances] = ()

    def show(self, points: Sequence[Chances]) -> None:
        """Show these points."""
        self.points = points
        self.touch()

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the usual size."""
        return 560, 170

    @property
    def seats(self) -> list[int]:
        """The seats that have a line; a team has one line."""
        many = len(self.points[0].by_seat) if self.points else 0
        return [1] if self.team and many else list(range(1, many + 1))

    def explain(self) -> str:
        """Return the chances at the point under the pointer, the best first."""
        if not 0 <= self.at < len(self.points):
            return "The chance of each player to win, as the bots estimate it from what all can see."
        point = self.points[self.at]
        if self.team:
            return f"*After step {point.step}*\nThe team: *{_percent(point.by_seat[0])}*"
        ranked = sorted(self.seats, key=lambda seat: (-point.by_seat[seat - 1], seat))
        lines = [f"{self.names.coloured_name(seat)}: *{_percent(point.by_seat[seat - 1])}*" for seat in ranked]
        return "\n".join([f"*After step {point.step}*", *lines])

    def value_text(self) -> str:
        """Return the chances at the chosen point, or at the end, in words."""
        if not self.points:
            return "not computed yet"
        point = self.points[self.at if 0 <= self.at < len(self.points) else -1]
        who = (lambda _seat: "the team") if self.team else self.names.plain_name
        return ", ".join(f"{who(seat)} {_percent(point.by_seat[seat - 1])}" for seat in self.seats)

    def on_move(self, x: float, y: float) -> None:
        """Choose the point under the pointer."""
        super().on_move(x, y)
        self.at = self._nearest(x)

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Choose the nearest point, to which the release then jumps."""
        if button != LEFT or not self.points:
            return False
        self.at = self._nearest(x)
        return super().on_press(x, y, button)

    def activate(self) -> None:
        """Jump to the moment of the chosen point."""
        if self.on_jump is not None and 0 <= self.at < len(self.points):
            self.on_jump(self.points[self.at].step)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Choose the previous or next point with the left and right keys."""
        by = {codes.LEFT: -1, codes.RIGHT: 1}.get(symbol)
        if by is None or not self.points:
            return super().on_key(symbol, modifiers)
        self.at = max(0, min(len(self.points) - 1, self.at + by))
        if self.ui is not None:
            self.ui.announcer.announce(plain_text(self.explain()))
        return True

    def _plot_rect(self) -> Rect:
        r = self.rect
        return Rect(r.x + SIDE, r.y + LOW, r.w - SIDE - EMBLEM - 8, r.h - 2 * LOW)

    def _x_of_step(self, step: int) -> float:
        first, last = self.points[0].step, max(self.points[0].step + 1, self.points[-1].step)
        field = self._plot_rect()
        return field.x + field.w * (min(max(step, first), last) - first) / (last - first)

    def _nearest(self, x: float) -> int:
        return min(range(len(self.points)), key=lambda at: abs(self._x_of_step(self.points[at].step) - x), default=-1)

    def paint(self, canvas: Canvas) -> None:
        """Paint the scale, the lines, and the emblems at their ends."""
        field = self._plot_rect()
        for percent in (0, 25, 50, 75, 100):
            y = field.y + field.h * percent / 100
            canvas.fill(Rect(field.x, y, field.w, 1), "track")
            if percent % 50 == 0:
                canvas.label(f"{percent} %", Rect(self.rect.x, y - 8, SIDE - 5, 16), "muted", "tiny", align=1)
        if not self.points:
            canvas.label("Thinking about the match...", field, "muted", "small")
            return
        if self.now >= 0:
            canvas.fill(Rect(self._x_of_step(self.now) - 1, field.y, 2, field.h), "accent")
        if 0 <= self.at < len(self.points):
            canvas.fill(Rect(self._x_of_step(self.points[self.at].step) - 1, field.y, 2, field.h), "muted")
        for seat in self.seats:
            ink = "good" if self.team else f"seat_{seat}"
            places = [
                (self._x_of_step(point.step), field.y + field.h * point.by_seat[seat - 1] / CERTAINTY)
                for point in self.points
            ]
            for (x1, y1), (x2, y2) in pairwise(places):
                canvas.line(x1, y1, x2, y2, 2.5, ink)
            x, y = places[-1]
            if not self.team:
                paint_emblem(canvas, seat, self.palette, Rect(x + 4, y - EMBLEM / 2, EMBLEM, EMBLEM))


def _percent(chance: int) -> str:
    return f"{(100 * chance + CERTAINTY // 2) // CERTAINTY} %"
