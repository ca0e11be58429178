"""A panel with the legal decisions to choose from, and the button that locks one in."""

from __future__ import annotations

from collections.abc import Callable

from client.table.plain.options import DecisionOption, PlainPrompt
from client.table.seats.names import Names
from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row
from client.ui.controls.lists import ScrollList
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape

SEARCH_FROM = 12
"""The number of decisions above which the panel has a search field."""


class ChoicePanel(Panel):
    """A panel with a line for each decision.

    It has a search field if there are many decisions, and a button for other suggestions if the list is incomplete.
    """

    def __init__(
        self, names: Names, on_choose: Callable[[DecisionOption], object], on_lock_in: Callable[[], object],
        on_back: Callable[[], object],
    ) -> None:  # fmt: skip
        self.names = names
        self.inquiry: PlainPrompt | None = None
        self.plan = Label("", size="small", markup=True, wrap=True, name="Plan")
        self.search = TextField("Search the decisions", hint="Search", max_length=60, height=26, visible=False)
        self.search.on_change = lambda _text: self._filter_decisions()
        self.ways: ScrollList[DecisionOption] = ScrollList(
            "Decisions", text=self.words, row_height=36, on_select=on_choose, on_activate=lambda _way: on_lock_in(),
            key=lambda way: way.words, row_tip=self._tip, paint_row=self._paint_row, grow=1,
        )  # fmt: skip
        self.others = Button("Other suggestions", self._draw_suggestions, "dice", size="small", visible=False)
        self.lock_in = Button(
            "Lock in", on_lock_in, look="primary", action="confirm", name="Lock in", grow=2, height=34
        )
        self.back = Button("Back", on_back, action="take back", name="Back", grow=1, height=34, size="small")
        inside = Column(self.plan, self.search, self.ways, self.others, Row(self.lock_in, self.back, gap=6), gap=6)
        super().__init__(inside, title="Your choice", region="action", pad=9, is_tab_stop=True)

    def words(self, way: DecisionOption) -> str:
        """Return the words for a decision in the list."""
        words = self.names.to_plain_text(way.words)
        return words[:1].upper() + words[1:]

    def show_question(self, inquiry: PlainPrompt | None) -> None:
        """Offer the possible decisions."""
        if inquiry is not self.inquiry:
            self.inquiry = inquiry
            self.search.set("")
        self.search.visible = inquiry is not None and (len(inquiry.ways) > SEARCH_FROM or not inquiry.all)
        self.others.visible = inquiry is not None and not inquiry.all
        self.ways.enabled = inquiry is not None
        self.ways.reason = "" if inquiry is not None else "Nothing to choose right now."
        self._filter_decisions()
        if inquiry is not None and inquiry.chosen is None:
            self.ways.selected = -1

    def _filter_decisions(self) -> None:
        """Show only decisions that match the search."""
        wanted = self.search.text.lower().split()
        ways: list[DecisionOption] = self.inquiry.ways if self.inquiry is not None else []
        found = [way for way in ways if all(word in self.words(way).lower() for word in wanted)]
        self.ways.set_items(found)
        self.search.error = "No decisions found." if wanted and not found else ""

    def _draw_suggestions(self) -> None:
        """Draw other suggestions at random."""
        if self.inquiry is not None:
            self.inquiry.draw_suggestions()
            self._filter_decisions()
            if self.ui is not None:
                self.ui.announcer.announce(f"{len(self.inquiry.ways)} suggestions")

    def _tip(self, way: DecisionOption) -> str:
        """Return the whole text of a decision, for a line that is too short for it."""
        return f"{escape(self.words(way))}\n{{muted}}A second press locks it in.{{/}}"

    def _paint_row(self, canvas: Canvas, rect: Rect, way: DecisionOption, state: str) -> None:
        number = next((i for i, other in enumerate(self.ways.items) if other is way), 99) + 1
        chosen = state == "selected"
        if number <= 10:
            key = Rect(rect.x + 8, rect.y, 16, rect.h)
            canvas.label(str(number % 10), key, "accent" if chosen else "muted", "small")
        room = Rect(rect.x + 32, rect.y, rect.w - 40, rect.h)
        words, ink, font = self.words(way), "accent" if chosen else "text", "bold" if chosen else "text"
        if typeset.width(words, font) <= room.w:
            canvas.label(words, room, ink, "body", font, 0)
        else:
            high = min(room.h, richtext.measure(escape(words), room.w, "small", font)[1])
            with canvas.clip(rect):
                below = Rect(room.x, room.y + (room.h - high) / 2, room.w, high)
                richtext.paint(canvas, escape(words), below, ink, "small", role=font)
