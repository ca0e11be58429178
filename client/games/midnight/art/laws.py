"""Panel beside the table with the laws in force."""

from __future__ import annotations

from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.controls.basic import Label
from client.ui.controls.layout import Column, Row
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Widget
from core.games.midnight.escalations import Escalation

LAW = BoxStyle((84, 48, 14, 250), (58, 32, 8, 250), (240, 160, 64, 255), 6, 1.2)
MAX_FULL_LAWS = 3
"""Maximum number of laws with which the newest law shows its text; with more, all show only names."""


class Law(Widget):
    """Widget of one law: an Escalation in force.

    The widget shows the law's text. If several laws share the room, the text is in the tooltip.
    """

    role = "escalation"
    focusable = True

    def __init__(self, law: Escalation) -> None:
        self.words = law
        name, text = richtext.escape(self.words.name), richtext.escape(self.words.text)
        super().__init__(self.words.name, tip=f"*{name}* {{muted}}(law in force){{/}}\n{text}", grow=1)

    def paint(self, canvas: Canvas) -> None:
        """Draw the name, and the text if there is room."""
        r = self.rect
        canvas.box(LAW, r)
        if r.h < 34:
            canvas.label(self.words.name, Rect(r.x + 6, r.y, r.w - 10, r.h), "text", 12, "bold")
            return
        canvas.icon("warning", Rect(r.x + 7, r.top - 25, 18, 18), "warn")
        canvas.label(self.words.name, Rect(r.x + 31, r.top - 23, r.w - 76, 17), "text", 13.5, "bold", 0)
        if self.words.stays:
            canvas.label("stays", Rect(r.right - 44, r.top - 23, 36, 17), "warn", 11.5, align=1)
        size = max(11.0, richtext.fit_size(self.words.text, r.w - 16, r.h - 26, 12.5))
        richtext.paint(
            canvas, richtext.escape(self.words.text), Rect(r.x + 9, r.y + 2, r.w - 14, r.h - 26), "text", size
        )

    def value_text(self) -> str:
        """Return the effect of the law."""
        return self.words.text


class LawsPanel(Panel):
    """Panel with the laws in force, the newest first."""

    def __init__(self) -> None:
        self.column = Column(gap=3)
        super().__init__(self.column, "Laws in force", 8, note="next at sunrise", region="laws", is_tab_stop=True)
        self.laws: dict[Escalation, Law] | None = None

    def lay(self, escalations: tuple[Escalation, ...]) -> None:
        """Show the laws in force."""
        if self.laws is not None and tuple(self.laws) == escalations:
            return
        self.laws = {each: Law(each) for each in escalations}
        self.column.remove(*self.column.children)
        laws = list(reversed(self.laws.values()))
        if not laws:
            self.column.add(Label("None yet. Each sunrise turns one up.", "muted", "small", wrap=True, grow=1))
        elif len(laws) <= MAX_FULL_LAWS:
            self.column.add(laws[0])
        for row in [laws[1:]] if len(laws) <= MAX_FULL_LAWS else _pairs(laws):
            for law in row:
                law.height = 20.0
            if row:
                self.column.add(Row(*row, gap=3))


def _pairs(laws: list[Law]) -> list[list[Law]]:
    return [laws[i : i + 2] for i in range(0, len(laws), 2)]
