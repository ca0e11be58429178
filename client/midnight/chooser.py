"""Choices that lie nowhere on the table: the five nations at the beginning, the hand that a captor sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.kit import richtext
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import Row
from client.kit.panel import Panel
from client.kit.theme import Box
from client.kit.widget import Live, Widget
from client.midnight.inquiry import Inquiry, Pick
from client.midnight.pictures import paint_card
from client.midnight.words import NATION_WORDS, card_name, card_tip
from client.table.names import Names
from core.midnight.cards import NATIONS
from core.midnight.setup import NATION

CHOSEN = Box((64, 48, 14, 245), (40, 29, 8, 245), (255, 206, 94, 255), 7, 2, (255, 196, 80, 150), 5)


class Offered(Widget):
    """One of the things to choose from."""

    role = "choice"
    focusable = True
    chosen = Live(False)

    def __init__(self, name: str, on_press: Callable[[], object], words: str = "", copy: int = 0) -> None:
        tip = card_tip(copy) if copy else None
        super().__init__(name, grow=1, tip=tip)
        self.on_press_it, self.words, self.copy = on_press, words, copy

    def activate(self) -> None:
        """Choose it."""
        self.on_press_it()

    def paint(self, canvas: Canvas) -> None:
        """A nation with its description, or a card."""
        r = self.rect
        canvas.box(CHOSEN if self.chosen else "button.hover" if self.hovered else "button", r)
        if self.copy:
            high = min(r.h - 12, (r.w - 8) / 0.72)
            wide = high * 0.72
            paint_card(canvas, self.copy, Rect(r.center[0] - wide / 2, r.center[1] - high / 2, wide, high))
            return
        canvas.label(self.name, Rect(r.x + 6, r.top - 25, r.w - 12, 21), "accent", 14.5, "bold")
        room, words = Rect(r.x + 8, r.y + 3, r.w - 14, r.h - 30), richtext.escape(self.words)
        richtext.paint(canvas, words, room, "text", richtext.fitted(words, room.w, room.h, 12.5))

    def value(self) -> str:
        """Its description."""
        return self.words


class Chooser(Panel):
    """A row of them; it shows itself while there is something to choose."""

    def __init__(self, names: Names, on_pick: Callable[[Pick], object]) -> None:
        self.names, self.on_pick = names, on_pick
        self.row = Row(gap=6)
        super().__init__(self.row, "Choose", 7, "dialog", region="choice", tab_each=True, visible=False)
        self.options: dict[Pick, Offered] = {}

    def ask(self, inquiry: Inquiry | None) -> None:
        """Offers what is asked, if it is of this kind."""
        kinds = ("nation", "theirs")
        picks = [pick for pick in inquiry.targets if pick[0] in kinds] if inquiry is not None else []
        chosen = [pick for pick in inquiry.picked if pick[0] in kinds] if inquiry is not None else []
        if chosen and set(chosen) <= set(self.options):
            for pick, option in self.options.items():
                option.chosen = pick in chosen
            return
        self.row.clear()
        self.options = {}
        self.visible = bool(picks)
        if inquiry is None or not picks:
            return
        self.title = "The nation that you lead" if inquiry.asked_of is NATION else "Take one of their cards"
        self.note = "all five have the same cards and dials" if inquiry.asked_of is NATION else ""
        for pick in picks:
            kind, what = pick
            copy = inquiry.copy_of(pick) if kind == "theirs" else 0
            name, words = (NATIONS[what], NATION_WORDS[what]) if kind == "nation" else (card_name(copy), "")
            self.options[pick] = Offered(name, partial(self.on_pick, pick), words, copy)
        self.row.add(*self.options.values())
