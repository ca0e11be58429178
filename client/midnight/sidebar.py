"""What stands beside the table of Midnight: the laws in force, and what the own action offers."""

from __future__ import annotations

from functools import partial

from client.kit import richtext
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import Column, Row
from client.kit.panel import Panel
from client.kit.theme import Box
from client.kit.widget import Widget
from client.kit.widgets import Label
from client.midnight import reckon
from client.midnight.inquiry import Inquiry
from client.midnight.pictures import paint_card
from client.midnight.words import NATION_WORDS, card_name, card_tip
from client.table.action_panel import Listed
from client.table.chooser import Offer
from client.table.names import Names
from client.table.picking import Pick
from client.table.preview import Lifted
from core.midnight.cards import NATIONS
from core.midnight.escalations import ESCALATIONS
from core.midnight.setup import NATION

ICON_OF = {"border": "pact", "capital": "capital", "store": "stockpile", "discard": "discard", "set": "discard",
           "pair": "discard", "look": "eye", "entry": "right", "stop": "done"}  # fmt: skip
"""What stands for a kind of pick in a list."""
SHORT = {"capital": "Capital", "store": "Stockpile", "discard": "Discard", "set": "Set of three", "pair": "A pair"}
"""Places in a list."""
LAW = Box((84, 48, 14, 250), (58, 32, 8, 250), (240, 160, 64, 255), 6, 1.2)
WHOLE = 3
"""Of so many laws the newest is written out; of more there are only the names."""


class Law(Widget):
    """An Escalation in play; its words in it, or under the pointer where several share the room."""

    role = "escalation"
    focusable = True

    def __init__(self, escalation: int) -> None:
        self.words = ESCALATIONS[escalation]
        name, text = richtext.escape(self.words.name), richtext.escape(self.words.text)
        super().__init__(self.words.name, tip=f"*{name}* {{muted}}(law in force){{/}}\n{text}", grow=1)

    def paint(self, canvas: Canvas) -> None:
        """Its name, and what it says where there is room."""
        r = self.rect
        canvas.box(LAW, r)
        if r.h < 34:
            canvas.label(self.words.name, Rect(r.x + 6, r.y, r.w - 10, r.h), "text", 12, "bold")
            return
        canvas.icon("warning", Rect(r.x + 7, r.top - 25, 18, 18), "warn")
        canvas.label(self.words.name, Rect(r.x + 31, r.top - 23, r.w - 76, 17), "text", 13.5, "bold", 0)
        if self.words.stays:
            canvas.label("stays", Rect(r.right - 44, r.top - 23, 36, 17), "warn", 11.5, align=1)
        size = max(11.0, richtext.fitted(self.words.text, r.w - 16, r.h - 26, 12.5))
        richtext.paint(
            canvas, richtext.escape(self.words.text), Rect(r.x + 9, r.y + 2, r.w - 14, r.h - 26), "text", size
        )

    def value(self) -> str:
        """What it does."""
        return self.words.text


class Laws(Panel):
    """The laws in force, the newest first."""

    def __init__(self) -> None:
        self.column = Column(gap=3)
        super().__init__(self.column, "Laws in force", 8, note="next at sunrise", region="laws", tab_each=True)
        self.laws: dict[int, Law] | None = None

    def lay(self, escalations: tuple[int, ...]) -> None:
        """These are in force."""
        if self.laws is not None and tuple(self.laws) == escalations:
            return
        self.laws = {each: Law(each) for each in escalations}
        self.column.clear()
        laws = list(reversed(self.laws.values()))
        if not laws:
            self.column.add(Label("None yet: each sunrise turns one up.", "muted", "small", wrap=True, grow=1))
        elif len(laws) <= WHOLE:
            self.column.add(laws[0])
        for row in [laws[1:]] if len(laws) <= WHOLE else _pairs(laws):
            for law in row:
                law.height = 20.0
            if row:
                self.column.add(Row(*row, gap=3))


def _pairs(laws: list[Law]) -> list[list[Law]]:
    """Two in a row."""
    return [laws[i : i + 2] for i in range(0, len(laws), 2)]


def lifted(inquiry: Inquiry, pick: Pick | None) -> Lifted | None:
    """The card that is lifted or turned, and what it would do there."""
    copy = next((what for kind, what in reversed(inquiry.picked) if kind == "card"), 0)
    moved = next((what for kind, what in inquiry.picked if kind == "entry"), 0)
    if moved:
        copy = inquiry.secrets.faces.get(moved, 0) if moved > 0 else -moved
    if not copy:
        return None
    figure = reckon.figure(inquiry.state, inquiry.seat, copy)
    picture = partial(_paint_lifted, copy, figure)
    if pick is None:
        return Lifted(card_name(copy), picture)
    found = reckon.gain(inquiry, pick)
    pact = f"\n{{{found.ink}}}{richtext.escape(found.pact)}{{/}}" if found.pact else ""
    seat = pick[1] if pick[0] in ("border", "look") else 0
    return Lifted(card_name(copy), picture, seat, f"{richtext.escape(found.long)}{pact}")


def _paint_lifted(copy: int, figure: str, canvas: Canvas, box: Rect) -> None:
    paint_card(canvas, copy, box, figure)


def head_of(inquiry: Inquiry) -> str:
    """What stands over the list of lit places."""
    turns = all(kind == "entry" for kind, _ in inquiry.targets or inquiry.instead if kind not in ("card", "stop"))
    return "Or turn one of your cards" if turns else "Lit places"


def listed(names: Names, inquiry: Inquiry, pick: Pick) -> Listed | None:
    """How a pick stands in the list; cards are in the hand, nations and hands that one sees in a row of their own."""
    kind, what = pick
    if kind in ("card", "nation", "theirs", "stop"):
        return None
    seat = what if kind in ("border", "look") else 0
    words = f"To {names.who(seat)}" if kind == "border" else f"Look at {names.who(seat)}" if seat else ""
    name = names.plain(inquiry.name_of(pick))
    gives = reckon.gain(inquiry, pick).short if kind not in ("dial", "entry") else ""
    icon = f"seat {what}" if seat else ICON_OF.get(kind, "right")
    return Listed(icon, words or SHORT.get(kind) or name.partition(":")[0], gives, name, seat)


def offered(inquiry: Inquiry, pick: Pick) -> Offer | None:
    """The five nations at the beginning, and the hand that a captor sees."""
    kind, what = pick
    if kind == "nation":
        return Offer(NATIONS[what], NATION_WORDS[what])
    if kind != "theirs":
        return None
    copy = inquiry.copy_of(pick)
    return Offer(card_name(copy), tip=card_tip(copy), picture=partial(_paint_offered, copy))


def _paint_offered(copy: int, canvas: Canvas, r: Rect) -> None:
    high = min(r.h - 12, (r.w - 8) / 0.72)
    paint_card(canvas, copy, Rect(r.center[0] - high * 0.36, r.center[1] - high / 2, high * 0.72, high))


def choice_head(inquiry: Inquiry) -> tuple[str, str]:
    """Title and note of that row."""
    if inquiry.asked_of is NATION:
        return "The nation that you lead", "all five have the same cards and dials"
    return "Take one of their cards", ""
