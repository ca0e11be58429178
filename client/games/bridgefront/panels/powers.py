"""Declarations that accompany an action: champion powers and the target order.

Each declaration has a button; a second press withdraws it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.games.bridgefront.names import card_name, card_text, place
from client.games.bridgefront.questions import BridgefrontPrompt
from client.ui.controls.basic import Button
from client.ui.controls.layout import Column
from client.ui.controls.lists import ScrollList
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import requested_size
from core.games.bridgefront.combat.volley import TARGET_ORDERS
from core.games.bridgefront.decisions import Power

HIT_ORDER_WORDS = {
    "weakest": "weakest Champion first",
    "strongest": "strongest Champion first",
    "forces": "Cohorts first",
}
"""Descriptions of the target orders (ruling C10)."""
ORDER_TIP = (
    "*Target order*\nWhere your chosen hits go, in this battle and all later ones: {what}. It applies until you "
    "change it. Only a :champion: with Tactical Hand chooses hits."
)
MAX_BUTTONS = 5
"""Maximum number of buttons side by side; a larger number of powers is shown as a list."""


class PowersPanel(Panel):
    """Panel in a corner of the board for declaring powers.

    It is visible while the player chooses an action and can declare a power.
    """

    def __init__(
        self, on_toggle: Callable[[Power], object], on_order: Callable[[], object], key: Callable[[str], str]
    ) -> None:
        self.on_toggle, self.on_order, self.key = on_toggle, on_order, key
        self.lines = Column(gap=4)
        super().__init__(self.lines, "With your action", 8, "dialog", region="powers", visible=False, is_tab_stop=True)

    def show(self, inquiry: BridgefrontPrompt) -> None:
        """Show the powers that can be declared now; the declared ones are lit."""
        self.lines.remove(*self.lines.children)
        plan = inquiry.plan
        powers = inquiry.powers() if plan is not None else []
        orders = plan is not None and (bool(plan.order) or chooses_hits(inquiry))
        self.visible = bool(powers) or orders
        if plan is None or not self.visible:
            return
        state = inquiry.state
        if orders:
            stands = plan.order or TARGET_ORDERS[state.order[inquiry.seat]]
            button = Button(
                f"Hits: {HIT_ORDER_WORDS[stands]}",
                self.on_order,
                "battle",
                hint=self.key("target order"),
                size="small",
                name="Target order",
                tip=ORDER_TIP.replace("{what}", HIT_ORDER_WORDS[stands]),
            )
            button.is_chosen = bool(plan.order)
            self.lines.add(button)
        if len(powers) > MAX_BUTTONS:
            rows = ScrollList("Powers", powers, lambda p: ("* " if p in plan.powers else "") + self.words(inquiry, p),
                              row_height=24, on_activate=self.on_toggle, height=124, width=236)  # fmt: skip
            rows.activates_on_press = True
            self.lines.add(rows)
            return
        for power in powers:
            tip = f"*{escape(card_name(state, power.champion))}*\n{escape(card_text(state, power.champion))}"
            words = self.words(inquiry, power)
            button = Button(words, partial(self.on_toggle, power), "bolt", size="small", tip=tip)
            button.is_chosen = power in plan.powers
            self.lines.add(button)

    def announce_order(self, order: str) -> None:
        """Announce the current target order."""
        if self.ui is not None:
            self.ui.announcer.announce(f"Target order: {HIT_ORDER_WORDS.get(order, 'unchanged')}")

    def words(self, inquiry: BridgefrontPrompt, power: Power) -> str:
        """Return the description of a power in a few words."""
        name = card_name(inquiry.state, power.champion)
        if not power.target:
            return name
        if power.target == power.champion:
            return f"{name}: on itself"
        target = inquiry.state.champions[power.target]
        return f"{name}: {card_name(inquiry.state, power.target)}, {place(inquiry.state, target.hex, inquiry.names)}"

    def panel_rect(self) -> Rect:
        """Return the place of the panel in the design, at the lower right corner of the board."""
        w, h = requested_size(self, 300)
        return Rect(1016 - w, 188, w, h)


def chooses_hits(inquiry: BridgefrontPrompt) -> bool:
    """Return True if a Champion of the seat chooses hits, so that the target order counts."""
    state = inquiry.state
    abilities = (state.cards[state.card[c.copy]].ability for c in state.champions_of(inquiry.seat))
    return any(ability is not None and ability.chosen_hits for ability in abilities)


def next_order(inquiry: BridgefrontPrompt) -> str:
    """Return the target order that follows the current one; "" stands for the order in force."""
    assert inquiry.plan is not None
    now = inquiry.state.order[inquiry.seat]
    at = TARGET_ORDERS.index(inquiry.plan.order) if inquiry.plan.order else now
    then = (at + 1) % len(TARGET_ORDERS)
    return "" if then == now else TARGET_ORDERS[then]
