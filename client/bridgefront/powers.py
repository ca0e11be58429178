"""Champion powers that can be declared with the action: a button each, pressed again it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.bridgefront.names import card_name, card_text, place
from client.bridgefront.questions import Inquiry
from client.kit.hexes import Rect
from client.kit.layout import Column
from client.kit.lists import ScrollList
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.widgets import Button
from core.bridgefront.decisions import Power

MOST = 5
"""So many buttons stand beside each other; more powers are in a list."""


class Powers(Panel):
    """In the corner of the board while an action is chosen, if there is a power to declare."""

    def __init__(self, on_toggle: Callable[[Power], object]) -> None:
        self.on_toggle = on_toggle
        self.lines = Column(gap=4)
        super().__init__(self.lines, "Champion powers", 8, "dialog", region="powers", visible=False, tab_each=True)

    def show(self, inquiry: Inquiry) -> None:
        """The powers that can be declared now; the declared ones are lit."""
        self.lines.clear()
        plan = inquiry.plan
        powers = inquiry.powers() if plan is not None and inquiry.decision is None else []
        self.visible = bool(powers)
        if plan is None or not powers:
            return
        state = inquiry.state
        if len(powers) > MOST:
            rows = ScrollList("Powers", powers, lambda p: ("* " if p in plan.powers else "") + self.words(inquiry, p),
                              row_height=24, on_activate=self.on_toggle, height=124, width=236)  # fmt: skip
            rows.one_press = True
            self.lines.add(rows)
            return
        for power in powers:
            tip = f"*{escape(card_name(state, power.champion))}*\n{escape(card_text(state, power.champion))}"
            words = self.words(inquiry, power)
            button = Button(words, partial(self.on_toggle, power), "bolt", size="small", tip=tip)
            button.on = power in plan.powers
            self.lines.add(button)

    def words(self, inquiry: Inquiry, power: Power) -> str:
        """A power in a few words."""
        name = card_name(inquiry.state, power.champion)
        if not power.target:
            return name
        if power.target == power.champion:
            return f"{name}: on itself"
        target = inquiry.state.champions[power.target]
        return f"{name}: {card_name(inquiry.state, power.target)}, {place(inquiry.state, target.hex, inquiry.names)}"

    def place_of(self) -> Rect:
        """Where it stands in the design: the lower right corner of the board."""
        w, h = self.wish(300)
        return Rect(1016 - w, 158, w, h)
