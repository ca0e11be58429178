"""Page of a review: the chart, the decisions that cost most, and the statistics beside each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.table.review.chart import ChanceChart
from client.table.review.review import CostlyDecision, Review
from client.table.seats.names import Names
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED, Widget, relayout
from core.bots.win_probability import CERTAINTY
from core.engine.text.statistics import StatisticsRow
from core.engine.text.words import format_count

LEFT_WIDTH, RIGHT_WIDTH = 500.0, 520.0
ROW_HEIGHT, NAME_WIDTH = 21.0, 200.0
"""Height of a row of statistics, and width of its name."""


class StatisticsTable(Widget):
    """A table with a row for each statistic and a column for each seat."""

    role = "statistics"
    focusable = True

    def __init__(self, names: Names, most: int) -> None:
        super().__init__("Statistics", tip=self.explain)
        self.names, self.most = names, most
        self.rows: tuple[StatisticsRow, ...] = ()

    def show(self, rows: tuple[StatisticsRow, ...]) -> None:
        """Show these rows, those of luck first."""
        self.rows = tuple(sorted(rows, key=lambda row: not row.is_luck))[: self.most]
        relayout(self)
        self.touch()

    @property
    def seats(self) -> list[int]:
        """The seats with a column."""
        return sorted({seat for row in self.rows for seat in row.by_seat})

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of all rows and the heading."""
        return RIGHT_WIDTH, ROW_HEIGHT * (self.most + 1)

    def explain(self) -> str:
        """Return the explanation of the row under the pointer."""
        y = self.ui.pointer[1] if self.ui is not None else 0.0
        at = int((self.rect.top - y) // ROW_HEIGHT) - 1
        row = self.rows[at] if 0 <= at < len(self.rows) else None
        if row is None:
            return ""
        return f"*{escape(row.name)}*" + (f"\n{escape(row.explanation)}" if row.explanation else "")

    def value_text(self) -> str:
        """Return all rows in words."""
        return "; ".join(
            f"{row.name}: " + ", ".join(f"{self.names.plain_name(seat)} {text}" for seat, text in row.by_seat.items())
            for row in self.rows
        )

    def paint(self, canvas: Canvas) -> None:
        """Paint the names of the seats, then the rows."""
        r, seats = self.rect, self.seats
        if not seats:
            return
        wide = (r.w - NAME_WIDTH) / len(seats)
        for column, seat in enumerate(seats):
            head = Rect(r.x + NAME_WIDTH + column * wide, r.top - ROW_HEIGHT, wide - 4, ROW_HEIGHT)
            canvas.label(self.names.plain_name(seat), head, f"seat_{seat}", "small", "bold")
        for number, row in enumerate(self.rows, 2):
            y = r.top - ROW_HEIGHT * number
            if number % 2 == 0:
                canvas.fill(Rect(r.x, y, r.w, ROW_HEIGHT), (255, 255, 255, 9))
            icon = 18.0 if row.is_luck else 0.0
            if row.is_luck:
                canvas.icon("die", Rect(r.x + 3, y + 3, 14, 14), "accent")
            canvas.label(
                row.name, Rect(r.x + 5 + icon, y, NAME_WIDTH - 9 - icon, ROW_HEIGHT), "muted", "small", align=0
            )
            for column, seat in enumerate(seats):
                cell = Rect(r.x + NAME_WIDTH + column * wide, y, wide - 4, ROW_HEIGHT)
                canvas.label(row.by_seat.get(seat, ""), cell, "text", "small")


class ReviewPage:
    """The widget of a review, and its updates while the review grows.

    `on_jump` shows the match after a number of steps, or is None if the match cannot be shown.
    """

    def __init__(
        self,
        review: Review,
        names: Names,
        palette: str,
        on_jump: Callable[[int], object] | None,
        team: bool,
        rows: int = 15,
        high: float = 170.0,
    ) -> None:
        self.review, self.names, self.on_jump = review, names, on_jump
        self.chart = ChanceChart(names, palette, on_jump, team)
        self.chart.width, self.chart.height = LEFT_WIDTH, high
        self.head = Label("", "accent", "small", "bold", name="Costly decisions")
        self.slots = [_DecisionSlot(on_jump, names) for _ in range(3)]
        self.table = StatisticsTable(names, rows)
        costly = Column(self.head, *(slot.widget for slot in self.slots), gap=5)
        self.costly = costly
        title = Label("Chance to win", "accent", "small", "bold")
        self.widget = Row(Column(title, self.chart, costly, gap=6), self.table, gap=20, align="start")
        self._shown = -1

    def start(self) -> None:
        """Start the computation, and show what there is."""
        self.review.start()
        self.update()

    def update(self) -> None:
        """Show what is new."""
        review = self.review
        if review.version == self._shown:
            return
        self._shown = review.version
        self.chart.show(review.chances)
        self.table.show(review.statistics)
        self.head.text = self._headline()
        for slot, costly in zip(self.slots, (*review.costly, None, None, None)):
            slot.show(costly)
        relayout(self.costly)

    def _headline(self) -> str:
        review = self.review
        if review.costly:
            found = f"{format_count(len(review.costly), 'decision')} that cost most"
            return found if review.done else f"{found}, so far"
        return "No decision clearly cost you anything" if review.done else "Looking for the decisions that cost most..."


class _DecisionSlot:
    """Room for a costly decision, with a button that jumps to it."""

    def __init__(self, on_jump: Callable[[int], object] | None, names: Names) -> None:
        self.on_jump, self.names = on_jump, names
        self.step = 0
        self.lost = Label("", "bad", "heading", "bold", width=58)
        self.words = Label("", size="small", markup=True, wrap=True, width=LEFT_WIDTH - 150)
        self.jump = Button("Show", partial(self._press), "replay", size="small", visible=on_jump is not None)
        self.widget = Row(self.lost, self.words, self.jump, gap=8, align="center", visible=False, height=44)

    def show(self, costly: CostlyDecision | None) -> None:
        """Show a decision, or nothing."""
        self.widget.visible = costly is not None
        if costly is None:
            return
        self.step = costly.step
        self.lost.text = f"-{max(1, costly.lost * 100 // CERTAINTY)} %"
        who = self.names.coloured_name(costly.seat)
        did, better = (escape(self.names.to_plain_text(words)) for words in (costly.did, costly.better))
        self.words.text = f"{who}: {did}\n{{muted}}Better:{{/}} {better}"
        self.jump.name = f"Show the decision of step {costly.step + 1}"

    def _press(self) -> None:
        if self.on_jump is not None:
            self.on_jump(self.step)
