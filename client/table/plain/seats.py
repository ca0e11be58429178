"""The players at the table: the name, role, score and present activity of each seat."""

from __future__ import annotations

from collections.abc import Callable

from client.table.match.seat_status import Activity, paint_plate, seat_activity
from client.table.seats.emblem import paint_emblem
from client.table.seats.ending import winners
from client.table.view_model import ViewModel
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.layout import Column
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Reactive, Widget
from core.engine.game import Game

HIGH = 64.0


class SeatPlate(Widget):
    """The plate of one seat."""

    role = "seat"
    focusable = True
    lit = Reactive(False)
    """True while the log line under the pointer concerns the seat."""

    def __init__(
        self, game: Game, model: ViewModel, seat: int, on_choose: Callable[[int], object] | None = None
    ) -> None:  # fmt: skip
        super().__init__(f"Seat {seat}", region="seats", height=HIGH, tip=self.explain)
        self.game, self.model, self.seat, self.on_choose = game, model, seat, on_choose

    def activate(self) -> None:
        """Choose this seat, if a choice has an effect on this screen."""
        if self.on_choose is not None:
            self.on_choose(self.seat)

    @property
    def scores(self) -> list[tuple[str, str]]:
        """The headings of the standing, each with this seat's value."""
        state = self.model.table
        of_seat = next((dict(place.score) for place in self.game.standing(state) if place.seat == self.seat), {})
        return [(head, str(of_seat[name])) for head, name in self.game.headings(state) if name in of_seat]

    def activity(self) -> Activity:
        """Return the seat's present activity."""
        state = self.model.table
        if state.over:
            won = self.seat in winners(self.game.standing(state))
            return ("trophy", "winner", "accent") if won else ("tick", "done", "muted")
        return seat_activity(self.model, self.seat) or ("tick", "ready", "muted")

    def explain(self) -> str:
        """Return the tooltip: the role, the score, and the status of the key."""
        model = self.model
        if model.state is None:
            return ""
        plays = self.game.badge(model.state, self.seat)[2]
        lines = [f"*{model.names.coloured_name(self.seat)}*" + (f" {{muted}}· {escape(plays)}{{/}}" if plays else "")]
        lines += [f"{escape(head)}: *{score}*" for head, score in self.scores]
        lines += filter(None, [model.key_words(self.seat)])
        return "\n".join(lines)

    def paint(self, canvas: Canvas) -> None:
        """Paint the emblem, the name, the role, the first score and the activity."""
        model, seat, r = self.model, self.seat, self.rect
        if model.state is None:
            return
        paint_plate(canvas, model, seat, r, self.lit)
        paint_emblem(canvas, seat, model.palette, Rect(r.x + 11, r.y + r.h / 2 - 17, 34, 34))
        x, right = r.x + 52, r.right - 8
        head, score = next(iter(self.scores), ("", ""))
        wide = min(66.0, typeset.width(head, size="tiny") + 1)
        canvas.label(score, Rect(right - 44, r.top - 28, 44, 22), "vp", "heading", "bold", 1)
        canvas.label(head, Rect(right - wide, r.top - 43, wide, 15), "muted", "tiny", align=1)
        canvas.label(
            model.names.plain_name(seat), Rect(x, r.top - 26, right - 46 - x, 20), f"seat_{seat}", "body", "bold", 0
        )
        plays = self.game.badge(model.state, seat)[2]
        canvas.label(plays, Rect(x, r.top - 43, right - wide - 6 - x, 15), "muted", "tiny", align=0)
        icon, words, ink = self.activity()
        canvas.icon(icon, Rect(x, r.y + 6, 12, 12), ink)
        canvas.label(words, Rect(x + 17, r.y + 4, right - x - 17, 16), ink, "tiny", align=0)

    def value_text(self) -> str:
        """Return a description of the seat in one line."""
        if self.model.state is None:
            return ""
        scores = "".join(f", {head} {score}" for head, score in self.scores)
        return f"{self.model.names.plain_name(self.seat)}{scores}, {self.activity()[1]}"


class SeatColumn(Column):
    """A column with the plates of all seats, ours first."""

    def __init__(self, game: Game, model: ViewModel, on_choose: Callable[[int], object] | None = None) -> None:
        order = sorted(model.seats, key=lambda seat: (seat - max(1, model.names.own)) % len(model.seats))
        self.plates = {seat: SeatPlate(game, model, seat, on_choose) for seat in order}
        super().__init__(*self.plates.values(), gap=6.0, region="seats")

    @property
    def high(self) -> float:
        """The height of all seats together, in design pixels."""
        return len(self.plates) * (HIGH + self.gap) - self.gap

    def refresh(self) -> None:
        """Redraw all seats."""
        for plate in self.plates.values():
            plate.touch()

    def highlight_seats(self, seats: tuple[int, ...]) -> None:
        """Highlight these seats, and no others."""
        for seat, plate in self.plates.items():
            plate.lit = seat in seats
