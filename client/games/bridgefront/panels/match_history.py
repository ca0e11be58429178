"""History of a match: the Permanence of all seats in each round, and the turning points."""

from __future__ import annotations

from itertools import pairwise

from client.games.bridgefront.names import labelled
from client.games.bridgefront.view_model import BridgefrontViewModel, paint_emblem
from client.ui.canvas import Canvas
from client.ui.controls.log import Log
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED, Reactive, Widget
from core.games.bridgefront.text.course import TurningPoint

ICONS = {"lead": "lead", "held": "axis", "lasting": "victory", "battle": "battle", "siege": "capital", "age": "age"}
"""Icons of the kinds of turning points."""
LEFT, LOW = 24.0, 20.0
"""Margins of the chart: for the numbers at the left, and for the rounds below."""
EMBLEM, BETWEEN = 16.0, 1.5
"""Size of the emblem at the end of each line, and the gap between emblems in a row."""


class Chart(Widget):
    """Chart with a line for each seat and a step for each round.

    The chart shows the numbers of the round under the pointer.
    """

    role = "chart"
    focusable = True
    at = Reactive(0)
    """Round under the pointer, or chosen by the keys; 0 stands for none."""

    def __init__(self, shown: BridgefrontViewModel) -> None:
        super().__init__("Permanence by round", tip=self.explain)
        self.shown = shown
        self.rounds = shown.course.rounds

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return a size wide enough for ten rounds."""
        return 400, 168

    def explain(self) -> str:
        """Return the numbers of the round under the pointer, beginning with the leader."""
        if self.at not in self.rounds:
            return "Permanence of each player at the Scoring of each round."
        totals = sorted(self.rounds[self.at].items(), key=lambda both: (-both[1], both[0]))
        return "\n".join([f"*Round {self.at}*", *(f"{self.shown.names.coloured_name(s)}: *{vp}*" for s, vp in totals)])

    def value_text(self) -> str:
        """Return all rounds, or only the chosen one, in words."""
        chosen = [self.at] if self.at in self.rounds else list(self.rounds)
        who = self.shown.names.plain_name
        return "; ".join(
            f"round {n}: " + ", ".join(f"{who(seat)} {vp}" for seat, vp in self.rounds[n].items()) for n in chosen
        )

    def on_move(self, x: float, y: float) -> None:
        """Select the round under the pointer."""
        super().on_move(x, y)
        self.at = min(self.rounds, key=lambda n: abs(self._x(n) - x), default=0)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Select the previous or next round with the left and right keys."""
        from pyglet.window import key as codes

        by = {codes.LEFT: -1, codes.RIGHT: 1}.get(symbol)
        if by is None or not self.rounds:
            return super().on_key(symbol, modifiers)
        rounds = list(self.rounds)
        self.at = rounds[(rounds.index(self.at) + by) % len(rounds)] if self.at in rounds else rounds[0]
        if self.ui is not None:
            self.ui.announcer.announce(self.value_text())
        return True

    def _chart_area(self) -> Rect:
        r = self.rect
        end = 6 + (EMBLEM + BETWEEN) * (1 + max(self._columns().values(), default=0))
        return Rect(r.x + LEFT, r.y + LOW, r.w - LEFT - end, r.h - LOW - 8)

    @property
    def _seats(self) -> list[int]:
        return sorted({seat for totals in self.rounds.values() for seat in totals})

    @property
    def _most(self) -> int:
        """Upper end of the scale, which is the largest total of a seat and at least 1."""
        return max(1, *(vp for totals in self.rounds.values() for vp in totals.values()))

    def _apart(self, seat: int) -> float:
        """Return the vertical offset of a seat's line, so that lines of equal value are all visible."""
        seats = self._seats
        return (seats.index(seat) - (len(seats) - 1) / 2) * 2.5

    def _columns(self) -> dict[int, int]:
        """Return the column of each seat's emblem after the last round.

        It is the first column in which the emblem hides no other.
        """
        if not self.rounds:
            return {}
        last, high = self.rounds[max(self.rounds)], self.rect.h - LOW - 8
        ends = {seat: high * last.get(seat, 0) / self._most + self._apart(seat) for seat in self._seats}
        columns: dict[int, int] = {}
        for seat, y in ends.items():
            taken = {at for other, at in columns.items() if abs(ends[other] - y) < EMBLEM}
            columns[seat] = min(set(range(len(ends))) - taken)
        return columns

    def _x(self, number: int) -> float:
        rounds, field = list(self.rounds), self._chart_area()
        return field.x + field.w * rounds.index(number) / max(1, len(rounds) - 1)

    def paint(self, canvas: Canvas) -> None:
        """Draw the seats' lines over the rounds."""
        field = self._chart_area()
        if not self.rounds:
            canvas.label("No round has been scored yet.", self.rect, "muted", "small")
            return
        most = self._most
        every = 1 if most <= 5 else 2 if most <= 10 else 5
        for vp in range(0, most + 1, every):
            y = field.y + field.h * vp / most
            canvas.fill(Rect(field.x, y, field.w, 1), "track")
            canvas.label(str(vp), Rect(self.rect.x, y - 8, LEFT - 6, 16), "muted", "tiny", align=1)
        for n in self.rounds:
            x = self._x(n)
            if n == self.at:
                canvas.fill(Rect(x - 1, field.y, 2, field.h), "track")
            canvas.label(str(n), Rect(x - 10, self.rect.y, 20, LOW - 4), "accent" if n == self.at else "muted", "tiny")
        for seat, column in self._columns().items():
            points = [
                (self._x(n), field.y + field.h * totals.get(seat, 0) / most + self._apart(seat))
                for n, totals in self.rounds.items()
            ]
            for (x1, y1), (x2, y2) in pairwise(points):
                canvas.line(x1, y1, x2, y2, 2.5, f"seat_{seat}")
            for x, y in points:
                canvas.fill(Rect(x - 2.5, y - 2.5, 5, 5), f"seat_{seat}")
            x, y = points[-1]
            emblem = Rect(x + 6 + (EMBLEM + BETWEEN) * column, y - EMBLEM / 2, EMBLEM, EMBLEM)
            paint_emblem(canvas, self.shown, seat, emblem)


def turning_points_log(shown: BridgefrontViewModel) -> Log:
    """Return a log of the turning points of the match, round by round."""
    log = Log("Turning points")
    last = 0
    for turn in shown.course.turning_points:
        if turn.round != last:
            log.append(f"{{accent}}*Round {turn.round}*{{/}}", quiet=True)
            last = turn.round
        log.append(f":{ICONS[turn.kind]}: {_told(shown, turn)}", indent=8, quiet=True)
    if not shown.course.turning_points:
        log.append("{muted}No turning points.{/}", quiet=True)
    return log


def _told(shown: BridgefrontViewModel, turn: TurningPoint) -> str:
    words = escape(labelled(shown.table, shown.names.to_plain_text(turn.words)))
    return words[0].upper() + words[1:]
