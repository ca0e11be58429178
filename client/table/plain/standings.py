"""The final standing of a match of any game, in the game's own columns."""

from __future__ import annotations

from client.table.seats.emblem import paint_emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Widget
from core.engine.game import Game, Standing
from core.engine.result import FREE_FOR_ALL, kind_of
from core.engine.text.outcome import place_text

ROW, HEAD, NAMES, SCORE = 44.0, 22.0, 330.0, 96.0


class StandingTable(Widget):
    """A standing with a line for each seat: the rank, the emblem, the name, the role and the scores."""

    role = "standing"
    focusable = True

    def __init__(self, game: Game, model: ViewModel, standing: tuple[Standing, ...]) -> None:
        super().__init__("Standing")
        self.game, self.model, self.standing = game, model, standing

    @property
    def kind(self) -> str:
        """The kind of victory."""
        return kind_of(self.game, len(self.standing))

    @property
    def headings(self) -> tuple[tuple[str, str], ...]:
        """The columns of the standing, each with its heading and the name of its score."""
        return self.game.headings(self.model.table)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size: the headings, and one line per seat."""
        return NAMES + SCORE * len(self.headings), HEAD + ROW * len(self.standing)

    def paint(self, canvas: Canvas) -> None:
        """Paint the lines."""
        r, state, heads = self.rect, self.model.table, self.headings
        wide = min(SCORE, (r.w - NAMES) / max(1, len(heads)))
        columns = [r.right - (len(heads) - i) * wide for i in range(len(heads))]
        for x, (head, _) in zip(columns, heads):
            canvas.label(head, Rect(x, r.top - HEAD, wide - 8, HEAD), "muted", "small")
        high = (r.h - HEAD) / len(self.standing)
        for i, place in enumerate(self.standing):
            y = r.top - HEAD - (i + 1) * high
            won = place.rank == 1
            canvas.box("seat.lit" if won else "panel", Rect(r.x, y, r.w, high - 4))
            rank = Rect(r.x + 8, y, 28, high - 4)
            size = "heading" if self.kind == FREE_FOR_ALL else "small"
            canvas.label(place_text(self.kind, place), rank, "accent" if won else "muted", size, "bold")
            paint_emblem(canvas, place.seat, self.model.palette, Rect(r.x + 42, y + high / 2 - 16, 28, 28))
            name = self.model.names.plain_name(place.seat)
            canvas.label(name, Rect(r.x + 84, y, 120, high - 4), f"seat_{place.seat}", "body", "bold", 0)
            plays = self.game.badge(state, place.seat)[2]
            canvas.label(plays, Rect(r.x + 208, y, NAMES - 214, high - 4), "muted", "small", align=0)
            score = dict(place.score)
            for n, (x, (_, column)) in enumerate(zip(columns, heads)):
                cell = Rect(x, y, wide - 8, high - 4)
                canvas.label(str(score.get(column, "")), cell, "text" if n else "vp", "body" if n else "title", "bold")

    def value_text(self) -> str:
        """Return the standing in words."""
        heads = self.headings
        return "; ".join(
            f"{place_text(self.kind, place)} {self.model.names.plain_name(place.seat)}"
            + "".join(f" {head} {dict(place.score).get(name, '')}" for head, name in heads)
            for place in self.standing
        )
