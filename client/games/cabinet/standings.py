"""Standings of the team at the end: its achievements and score."""

from __future__ import annotations

from client.table.seats.emblem import paint_emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Widget
from core.engine.game import Standing
from core.games.cabinet import cards
from core.games.cabinet.state import Cabinet

LINE = 24.0


class TeamRanks(Widget):
    """Widget with the emblems of all members, the score on its way to the target, and the Milestones."""

    role = "standing"
    focusable = True

    def __init__(self, model: ViewModel) -> None:
        super().__init__("Standing")
        self.model = model

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size, which fits two columns of Milestones."""
        return 560, 96 + LINE * max(1, -(-len(self.model.table_of(Cabinet).achieved) // 2))

    def paint(self, canvas: Canvas) -> None:
        r, state, model = self.rect, self.model.table_of(Cabinet), self.model
        wide = min(220.0, r.w / len(model.seats))
        for i, seat in enumerate(model.seats):
            x = r.x + 4 + i * wide
            paint_emblem(canvas, seat, model.palette, Rect(x, r.top - 32, 28, 28))
            canvas.label(model.names.plain_name(seat), Rect(x + 34, r.top - 32, wide - 40, 28), f"seat_{seat}", "body",
                         "bold", 0)  # fmt: skip
        bar = Rect(r.x, r.top - 60, r.w - 110, 14)
        canvas.fill(bar, "track")
        share = min(1.0, state.score / max(1, state.target))
        canvas.fill(Rect(bar.x, bar.y, max(1.0, bar.w * share), bar.h), "good" if state.won else "accent")
        canvas.label(f"{state.score} of {state.target}", Rect(bar.right + 8, bar.y - 6, 100, 26), "vp", "title", "bold")
        for i, copy in enumerate(state.achieved):
            row, column = divmod(i, 2)
            milestone = state.rules.milestone(copy)
            at = Rect(r.x + column * r.w / 2, r.top - 84 - LINE * (row + 1), r.w / 2 - 12, LINE)
            canvas.icon(milestone.code.lower(), Rect(at.x, at.y + 3, 18, 18), "text")
            canvas.label(milestone.name, Rect(at.x + 26, at.y, at.w - 70, at.h), "text", "body", align=0)
            canvas.label(f"+{milestone.points}", Rect(at.right - 44, at.y, 40, at.h), "accent", "body", "bold", 1)
        if not state.achieved:
            canvas.label("No Milestone was achieved.", Rect(r.x, r.y, r.w, LINE), "muted", "body", align=0)

    def value_text(self) -> str:
        state = self.model.table_of(Cabinet)
        done = ", ".join(cards.name_of(copy) for copy in state.achieved)
        return f"{'won' if state.won else 'lost'} with {state.score} of {state.target} points: {done or 'no Milestone'}"


def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> TeamRanks:
    """Return one widget with the standings of the whole team."""
    assert standing
    return TeamRanks(model)
