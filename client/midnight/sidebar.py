"""What stands beside the table of Midnight: where the turn is, the laws in force, and the own action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.kit import richtext
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import Column, Row
from client.kit.panel import Panel
from client.kit.theme import Box
from client.kit.widget import Live, Widget
from client.kit.widgets import Button, Label
from client.midnight import reckon
from client.midnight.board import Aim
from client.midnight.inquiry import STOP, Inquiry, Pick
from client.midnight.pictures import paint_card, paint_emblem
from client.midnight.places import ICON_OF
from client.midnight.words import card_name
from client.table.names import Names
from client.table.sight import Sight
from core.midnight.escalations import ESCALATIONS

SHORT = {"capital": "Capital", "store": "Stockpile", "discard": "Discard", "set": "Set of three", "pair": "A pair"}
"""Places in a list."""
PHASES = ("Tone", "Draw", "Act", "Trim", "Tension")
LAW = Box((84, 48, 14, 250), (58, 32, 8, 250), (240, 160, 64, 255), 6, 1.2)
PREVIEW = Box((40, 32, 14, 240), (26, 20, 9, 240), (224, 176, 74, 255), 6, 1.5)
AT_TURN = Box((0, 0, 0, 0), (0, 0, 0, 0), (255, 206, 94, 255), 11, 1.5, (255, 196, 80, 130), 3)
WHOLE = 3
"""Of so many laws the newest is written out; of more there are only the names."""
ROWS = 4
"""So many other places are listed; all of them are lit on the table."""


class Phases(Widget):
    """The steps of a turn; the present one in a pill, and whoever comes next."""

    now = Live("")

    def __init__(self, sight: Sight) -> None:
        super().__init__("Step of the turn", width=330.0, height=30.0, grow=1)
        self.sight = sight

    def phase(self) -> str:
        """The step of the turn, in a word."""
        state = self.sight.state
        kinds = {asking[1] for asking in state.asking} if state is not None else set()
        for kind, word in (("act", "Act"), ("trim", "Trim"), ("deploy", "Tension")):
            if kind in kinds:
                return word
        return self.now

    def paint(self, canvas: Canvas) -> None:
        """Words in a row."""
        state, r = self.sight.state, self.rect
        if state is None or not state.turn:
            return
        now = self.phase()
        words = [*PHASES, *((now,) if now and now not in PHASES else ())]
        each = r.w / len(words)
        for i, word in enumerate(words):
            box = Rect(r.x + i * each, r.y, each, r.h)
            if word == now:
                canvas.box("prompt.you" if word in PHASES else "prompt.stop", box.inset(2, 3))
            canvas.label(
                word, box.inset(3, 0), "accent" if word == now else "muted", 13, "bold" if word == now else "text"
            )

    def value(self) -> str:
        """The present step."""
        return self.phase()


class Order(Widget):
    """Emblems in the order of play, the one at turn first."""

    def __init__(self, sight: Sight) -> None:
        super().__init__("Turn order", width=190.0, height=30.0, tip="Who plays after whom")
        self.sight = sight

    def paint(self, canvas: Canvas) -> None:
        """Emblems, the first one lit."""
        state, r = self.sight.state, self.rect
        if state is None or not state.turn:
            return
        order = [seat for seat in state.clockwise(state.current) if not state.eliminated[seat]]
        canvas.label("Turn order", Rect(r.x, r.y, 68, r.h), "muted", 12, align=0)
        for i, seat in enumerate(order):
            box = Rect(r.x + 72 + 24 * i, r.y + 6, 18, 18)
            if not i:
                canvas.box(AT_TURN, box.inset(-2))
            paint_emblem(canvas, self.sight, seat, box)

    def value(self) -> str:
        """In words."""
        state = self.sight.state
        return ", ".join(self.sight.names.who(s) for s in state.clockwise(state.current)) if state is not None else ""


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


class Preview(Widget):
    """The lifted card, and what it would do in the place that is aimed at."""

    def __init__(self, names: Names) -> None:
        super().__init__("What it would do", height=92.0)
        self.names = names
        self.inquiry: Inquiry | None = None
        self.pick: Pick | None = None
        self.words = ""
        """What stands there while nothing is lifted, as rich text."""

    def show(self, inquiry: Inquiry | None, pick: Pick | None, words: str) -> None:
        """Another choice."""
        self.inquiry, self.pick, self.words = inquiry, pick, words
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Card at the left, words at the right."""
        r, inquiry = self.rect, self.inquiry
        picked = inquiry.picked if inquiry is not None else []
        copy = next((what for kind, what in reversed(picked) if kind == "card"), 0)
        moved = next((what for kind, what in picked if kind == "entry"), 0)
        if inquiry is not None and moved:
            copy = inquiry.secrets.faces.get(moved, 0) if moved > 0 else -moved
        if inquiry is None or not copy:
            canvas.box("field", r)
            size = richtext.fitted(self.words, r.w - 18, r.h - 12, 12.5)
            richtext.paint(canvas, self.words, r.inset(9, 7), "text", size)
            return
        canvas.box(PREVIEW, r)
        card = Rect(r.x + 9, r.y + (r.h - 80) / 2, 57.6, 80)
        paint_card(canvas, copy, card, reckon.figure(inquiry.state, inquiry.seat, copy))
        x, y, wide = r.x + 76, r.top - 23, r.w - 82
        end = canvas.text(card_name(copy), x, y + 3, "text", 14.5, "bold", limit=wide)
        if self.pick is None:
            richtext.paint(canvas, "Choose a lit place: point at it to see what it would give.",
                           Rect(x, r.y + 6, wide, r.h - 32), "muted", 12.5)  # fmt: skip
            return
        if self.pick[0] in ("border", "look"):
            end += canvas.text("›", x + end + 5, y + 3, "muted", 14.5, "bold") + 10
            canvas.text(
                self.names.who(self.pick[1]), x + end, y + 3, f"seat_{self.pick[1]}", 14.5, "bold", limit=wide - end
            )
        found = reckon.gain(inquiry, self.pick)
        pact = f"\n{{{found.ink}}}{richtext.escape(found.pact)}{{/}}" if found.pact else ""
        words = f"{richtext.escape(found.long)}{pact}"
        room = Rect(x, r.y + 6, wide, r.h - 34)
        richtext.paint(canvas, words, room, "text", richtext.fitted(words, room.w, room.h, 12.5))

    def value(self) -> str:
        """In words."""
        if self.inquiry is not None and self.pick is not None:
            return " ".join(reckon.gain(self.inquiry, self.pick)[1:3])
        return richtext.plain(self.words)


class PlaceRow(Button):
    """One of the other lit places: its key, what it is, what it would give."""

    def __init__(self, key: str, icon: str, words: str, gives: str, on_press: Callable[[], object], seat: int) -> None:
        super().__init__(words, on_press, icon, height=24, size="small")
        self.digit, self.gives, self.seat = key, gives, seat

    def paint(self, canvas: Canvas) -> None:
        """Key, sign, words, gain."""
        r = self.rect
        canvas.box(self.state(), r)
        x = r.x + 5
        if self.digit:
            canvas.box(
                Box((244, 247, 250, 255), (206, 214, 224, 255), (20, 26, 36, 255), 4, 1), Rect(x, r.y + 4, 17, r.h - 8)
            )
            canvas.label(self.digit, Rect(x, r.y + 4, 17, r.h - 8), (16, 22, 32, 255), 12, "bold")
            x += 22
        canvas.icon(self.icon, Rect(x, r.y + r.h / 2 - 7, 14, 14), f"seat_{self.seat}" if self.seat else "text")
        x += 20
        used = canvas.text(self.text, x, r.y + r.h / 2 - 4.3, "text", 12.5, "bold", limit=r.right - x - 6)
        room = Rect(x + used + 8, r.y, r.right - 8 - x - used - 8, r.h)
        if room.w > 24:
            canvas.label(self.gives, room, "muted", 12, align=1)


class ActionPanel(Panel):
    """The own action: what is lifted and aimed at, the other lit places, Lay it, Back, End the turn, Orders."""

    def __init__(
        self, names: Names, on_pick: Callable[[Pick], object], on_commit: Callable[[], object],
        on_back: Callable[[], object], on_end: Callable[[], object], on_orders: Callable[[], object],
    ) -> None:  # fmt: skip
        self.names, self.on_pick = names, on_pick
        self.plan = Label("", size="small", markup=True, wrap=True, name="Plan", visible=False)
        self.preview = Preview(names)
        self.ways = Column(gap=2, grow=1)
        self.commit = Button("Lay it", on_commit, look="primary", does="confirm", name="Commit", grow=3, height=34)
        self.back = Button("Back", on_back, does="back", name="Back", grow=2, height=34, size="small")
        self.end = Button("End the turn", on_end, "done", size="small", does="done", grow=3, height=27)
        self.orders = Button("Orders", on_orders, size="small", does="target order", name="Standing orders", grow=2,
                             height=27)  # fmt: skip
        inside = Column(self.preview, self.plan, self.ways, Row(self.commit, self.back, gap=6),
                        Row(self.end, self.orders, gap=6), gap=5)  # fmt: skip
        super().__init__(inside, title="Your action", region="action", pad=9, tab_each=True)
        self.buttons: dict[Pick, Button] = {}

    def ask(self, inquiry: Inquiry | None, lit: list[Aim] = []) -> None:  # noqa: B006 - never changed
        """Offers what may be picked now besides cards of the hand."""
        self.ways.clear()
        self.buttons = {}
        targets = (
            [
                pick
                for pick in inquiry.targets or inquiry.instead
                if pick[0] not in ("card", "nation", "theirs") and pick != STOP
            ]
            if inquiry is not None
            else []
        )
        keys = {aim.pick: aim.key for aim in lit}
        order = [aim.pick for aim in lit]
        targets.sort(key=lambda pick: order.index(pick) if pick in order else len(order))
        if inquiry is not None and len(targets) > 0:
            turns = all(kind == "entry" for kind, _ in targets)
            head = "Lit places" if not turns else "Or turn one of your cards"
            if len(targets) > ROWS:
                head = f"{head}; {len(targets) - ROWS} more on the table"
            self.ways.add(Label(head, "muted", "small"))
            for pick in targets[:ROWS]:
                self._add(inquiry, pick, keys.get(pick, ""))
        self.ways.relayout()

    def _add(self, inquiry: Inquiry, pick: Pick, key: str) -> None:
        kind, what = pick
        seat = what if kind in ("border", "look") else 0
        words = f"To {self.names.who(seat)}" if kind == "border" else f"Look at {self.names.who(seat)}" if seat else ""
        words = words or SHORT.get(kind) or self.names.plain(inquiry.name_of(pick)).partition(":")[0]
        gives = reckon.gain(inquiry, pick).short if kind not in ("dial", "nation", "theirs", "entry") else ""
        icon = self_icon(pick)
        button = PlaceRow(key, icon, words, gives, partial(self.on_pick, pick), seat)
        button.name = self.names.plain(inquiry.name_of(pick))
        self.buttons[pick] = button
        self.ways.add(button)


def self_icon(pick: Pick) -> str:
    """The sign of a pick in a list."""
    kind, what = pick
    return f"seat {what}" if kind in ("border", "look") else ICON_OF.get(kind, "right")
