"""Panel of our decision: the basic actions, the choices so far, their cost, and the lock-in button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Grid, Row
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.games.bridgefront.phases.action import BASICS
from core.games.bridgefront.text.narration import BASICS as WORDS

ACTION_TIPS = {
    "build": "*Build*: 1 :mana:\nBuild a Bridge on a free edge of a hex you occupy.",
    "march": "*March*: 1 :mana:\nMove one stack over one Bridge. Entering a hex with enemies starts a battle.",
    "reinforce": "*Reinforce*: 1 :mana: and 1 :gold:\nDeploy 1 :cohort: in your Capital.",
    "done": "*Done*\nYou choose nothing more this round and lose your remaining mana.",
}


PRICES = {
    "build": "1 :mana:",
    "march": "1 :mana:",
    "reinforce": "1 :mana: 1 :gold:",
    "done": "skip the rest",
}


class Basic(Button):
    """Button of a basic action: an icon and the name, with the cost below."""

    def __init__(self, kind: str, on_press: Callable[[], object]) -> None:
        super().__init__(WORDS[kind], on_press, kind, action=kind, size="small", tip=ACTION_TIPS[kind], height=42)
        self.price = PRICES[kind]

    def paint(self, canvas: Canvas) -> None:
        """Draw two lines beside the icon."""
        r, ink = self.rect, self.text_color()
        canvas.box(self.box_name(), r)
        canvas.icon(self.icon, Rect(r.x + 8, r.y + r.h / 2 - 9, 18, 18), "accent" if self.enabled else ink)
        key = typeset.width(self.key, size="tiny")
        canvas.label(self.text, Rect(r.x + 33, r.y + r.h / 2 - 1, r.w - 44 - key, 18), ink, "small", "bold", 0)
        below = Rect(r.x + 33, r.y + 3, r.w - 34, r.h / 2 - 4)
        richtext.paint(canvas, self.price, below, "muted" if self.enabled else ink, "tiny")
        canvas.label(self.key, Rect(r.x, r.y + r.h / 2 - 1, r.w - 7, 18), "muted", "tiny", align=1)


class ActionPanel(Panel):
    """Panel that shows either the menu of basic actions, or the plan and its buttons."""

    def __init__(
        self,
        on_basic: Callable[[str], object],
        on_lock_in: Callable[[], object],
        on_clear: Callable[[], object],
    ) -> None:
        self.basics = {kind: Basic(kind, partial(on_basic, kind)) for kind in (*BASICS, "done")}
        grid = Grid(*self.basics.values(), columns=2, gap=6)
        self.menu = Column(Label("Choose a card from your hand, or:", "muted", "small"), grid, gap=5)
        self.plan = Label("", size="small", markup=True, wrap=True, grow=1, name="Plan")
        self.lock_in = Button(
            "Lock in", on_lock_in, look="primary", action="confirm", name="Lock in", grow=2, height=34
        )
        self.back = Button("Clear", on_clear, action="back", name="Clear", grow=1, height=34, size="small")
        self.buttons = Row(self.lock_in, self.back, gap=6)
        super().__init__(Column(self.plan, self.menu, self.buttons, gap=6), title="Your action", region="action", pad=9)
        self.plan.text = "{muted}Nothing to do right now.{/}"
        self.show_menu(False)

    def show_menu(self, on: bool) -> None:
        """Show the menu of basic actions instead of the plan, or the plan if `on` is false."""
        self.menu.visible = on
        self.plan.visible = not on
        self.buttons.visible = not on

    def first(self) -> Widget:
        """Return the widget that the keyboard focuses first."""
        if self.menu.visible:
            return next((b for b in self.basics.values() if b.enabled), self.basics["done"])
        return self.lock_in

    def pressable_rects(self) -> list[Rect]:
        """Return the areas of the buttons that can be pressed."""
        shown = [*self.basics.values()] if self.menu.visible else [self.lock_in, self.back]
        return [button.rect for button in shown if button.enabled and button.visible]

    def set_basic(self, kind: str, why_not: str) -> None:
        """Enable a basic action, or disable it with a reason."""
        button = self.basics[kind]
        button.enabled, button.reason = not why_not, why_not
