"""Action panel: the lifted card and its target, the highlighted places, and the confirm buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from client.table.pick.board import KEY_INK, AimTarget
from client.table.pick.script import Pick, PickRun
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Widget, relayout

P = TypeVar("P", bound=PickRun[Pick])
MAX_LISTED_PLACES = 4
"""Places: maximum number in the list; the table itself highlights all of them."""
SMALL_KEY = BoxStyle((244, 247, 250, 255), (206, 214, 224, 255), (20, 26, 36, 255), 4, 1)


class ListEntry(NamedTuple):
    """Pick as an entry of the list: icon, short name, gain, full name, and the seat that it concerns."""

    icon: str
    words: str
    gain: str
    name: str
    seat: int = 0


class PlaceRow(Button):
    """Row of the list for a highlighted place, with its key, name and gain."""

    def __init__(self, key: str, listed: ListEntry, on_press: Callable[[], object]) -> None:
        super().__init__(listed.words, on_press, listed.icon, height=24, size="small")
        self.digit, self.gain, self.seat, self.name = key, listed.gain, listed.seat, listed.name

    def paint(self, canvas: Canvas) -> None:
        """Paint the key, icon, name and gain."""
        r = self.rect
        canvas.box(self.box_name(), r)
        x = r.x + 5
        if self.digit:
            canvas.box(SMALL_KEY, Rect(x, r.y + 4, 17, r.h - 8))
            canvas.label(self.digit, Rect(x, r.y + 4, 17, r.h - 8), KEY_INK, 12, "bold")
            x += 22
        canvas.icon(self.icon, Rect(x, r.y + r.h / 2 - 7, 14, 14), f"seat_{self.seat}" if self.seat else "text")
        x += 20
        wide = r.right - x - 6
        size = typeset.fit_size(self.text, wide, r.h, "bold", 12.5)
        used = canvas.text(self.text, x, r.y + r.h / 2 - 4.3, "text", size, "bold", limit=wide)
        room = Rect(x + used + 8, r.y, r.right - 8 - x - used - 8, r.h)
        if room.w > 24:
            canvas.label(self.gain, room, "muted", 12, align=1)


class ActionPanel(Panel, Generic[P]):
    """Panel for an action: preview, plan, highlighted places, and buttons.

    The buttons are the large button, Back, and the buttons of a game.
    """

    def __init__(
        self,
        preview: Widget,
        listed: Callable[[P, Pick], ListEntry | None],
        on_pick: Callable[[Pick], object],
        on_lock_in: Callable[[], object],
        on_back: Callable[[], object],
        *more: Button,
    ) -> None:
        """Create the panel; `listed` returns the list entry of a pick, or None."""
        self.listed, self.on_pick = listed, on_pick
        self.plan = Label("", size="small", markup=True, wrap=True, name="Plan", visible=False)
        self.ways = Column(gap=2, grow=1)
        self.lock_in = Button(
            "Lock in", on_lock_in, look="primary", action="confirm", name="Lock in", grow=3, height=34
        )
        self.back = Button("Back", on_back, action="back", name="Back", grow=2, height=34, size="small")
        inside = Column(preview, self.plan, self.ways, Row(self.lock_in, self.back, gap=6), gap=5)
        if more:
            inside.add(Row(*more, gap=6))
        super().__init__(inside, title="Your action", region="action", pad=9, is_tab_stop=True)
        self.buttons: dict[Pick, Button] = {}

    def show_question(self, inquiry: P | None, lit: list[AimTarget] = [], head: str = "Highlighted places") -> None:  # noqa: B006
        """Offer the current picks except cards of the hand; list the highlighted places by their keys."""
        self.ways.remove(*self.ways.children)
        targets = inquiry.targets or inquiry.alternatives if inquiry is not None else ()
        rows = {pick: self.listed(inquiry, pick) for pick in targets} if inquiry is not None else {}
        keys = {aim.pick: aim.key for aim in lit}
        order = [aim.pick for aim in lit]
        shown = [(pick, row) for pick, row in rows.items() if row is not None]
        shown.sort(key=lambda each: order.index(each[0]) if each[0] in order else len(order))
        self.buttons = {
            pick: PlaceRow(keys.get(pick, ""), row, partial(self.on_pick, pick))
            for pick, row in shown[:MAX_LISTED_PLACES]
        }
        if shown:
            more = f"; {len(shown) - MAX_LISTED_PLACES} more on the table" if len(shown) > MAX_LISTED_PLACES else ""
            self.ways.add(Label(head + more, "muted", "small"), *self.buttons.values())
        relayout(self.ways)
