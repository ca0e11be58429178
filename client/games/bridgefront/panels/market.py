"""The Archive: the row of cards, and a sealed bid for the current card."""

from __future__ import annotations

from collections.abc import Callable

from client.games.bridgefront.names import card_name
from client.games.bridgefront.panels.context import DialogContext
from client.games.bridgefront.targets import TargetPicks
from client.games.bridgefront.view_model import face_for
from client.table.prompt import card_button
from client.ui.controls.basic import Button, Label, Toggle
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.widget import Widget
from core.games.bridgefront.decisions import Bid

CARD = (97, 154)
"""Size of the cards, small enough for the centre of the board to be visible above them.

The card under the pointer is shown large.
"""
CONTROLS_WIDTH = 176.0


class BidAmount(Stepper):
    """Number field for the gold of a bid: B buys, P passes, and Enter locks the bid in."""

    def __init__(self, dialog: BidDialog, high: int) -> None:
        super().__init__("Amount", 0, 0, high, lambda _n: dialog.refresh(), width=CONTROLS_WIDTH)
        self.dialog = dialog

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Switch between Buy and Pass by the keys B and P."""
        letter = chr(symbol) if 32 <= symbol < 127 else ""
        if letter in "bp" and letter:
            self.dialog.switch("buy" if letter == "b" else "pass")
            return True
        return super().on_key(symbol, modifiers)

    def activate(self) -> None:
        self.dialog.lock_in()


class BidDialog(Panel):
    """Dialog for a bid: the row with the current card raised, Buy or Pass, the amount and remaining gold."""

    def __init__(self, ctx: DialogContext, question: TargetPicks, card: Callable[..., card_button.CardButton]) -> None:
        self.ctx, self.legal = ctx, set(question.targets)
        shown = ctx.shown
        state = shown.table
        self.gold = max(bid.amount for bid in question.targets)
        self.copy = question.chosen[0]
        self.kind = "pass"
        cards: list[Widget] = []
        for i, copy in enumerate(state.row):
            current = copy == self.copy
            gone = i < state.row_at and not current
            button = card(
                ctx.window, face_for(state, copy), CARD, None, card_name(state, copy), lift=6,
                enabled=not gone, reason="Already taken" if gone else "",
            )  # fmt: skip
            button.chosen = current
            if current:
                button.set_badge("now")
            elif any(state.card[copy] in state.rules.decks[d] for d in range(state.age, 3)):
                button.set_badge("next Age")
            cards.append(button)
        self.buy = Button("Buy", lambda: self.switch("buy"), hint="B", grow=1)
        self.pass_ = Button("Pass", lambda: self.switch("pass"), hint="P", grow=1)
        self.amount = BidAmount(self, self.gold)
        self.refuse = Toggle("Refuse it", False, lambda _on: self.refresh(),
                             visible=any(bid.refuse for bid in question.targets))  # fmt: skip
        self.meaning = Label("", "muted", "small", markup=True, width=CONTROLS_WIDTH, height=54, wrap=True)
        self.lock = Button("Lock in", self.lock_in, look="primary", action="confirm", name="Lock in the bid")
        controls = Column(Row(self.buy, self.pass_, gap=6), self.amount, self.refuse, self.meaning, self.lock, gap=4,
                          width=CONTROLS_WIDTH)  # fmt: skip
        row = Row(*cards, Space(grow=1), controls, gap=5, align="end")
        super().__init__(row, title=f"The Archive: {card_name(state, self.copy)}",
                         note="ties: the lowest die wins", region="dialog", box="dialog", pad=8,
                         width=804, is_tab_stop=True)  # fmt: skip
        if shown.state is not None and self.gold:
            self.switch("buy")
        else:
            self.switch("pass")

    @property
    def _gold_word(self) -> str:
        return str(self.ctx.shown.table.option("gold_word"))

    def switch(self, kind: str) -> None:
        """Switch to Buy or Pass."""
        self.kind = kind
        self.buy.is_chosen, self.pass_.is_chosen = kind == "buy", kind == "pass"
        self.amount.low = 1 if kind == "buy" else 0
        self.amount.value = max(self.amount.low, min(self.amount.value, self.gold))
        self.buy.enabled, self.buy.reason = self.gold > 0, "" if self.gold else f"You have no {self._gold_word}."
        self.refresh()

    def bid(self) -> Bid:
        """Return the current bid."""
        return Bid(self.kind, self.amount.value, self.refuse.on and self.kind == "pass")

    def refresh(self) -> None:
        """Update the explanation of the bid."""
        left, gold = self.gold - self.amount.value, self._gold_word
        if self.kind == "buy":
            self.meaning.text = f"The highest Buy wins. You keep *{left}* of {self.gold} :gold: if you win."
        else:
            self.meaning.text = (f"If nobody buys, the lowest Pass takes the card and all passed {gold}. "
                              f"You keep *{left}* of {self.gold} {gold}.")  # fmt: skip
        self.lock.enabled = self.bid() in self.legal
        self.lock.reason = "" if self.lock.enabled else f"You have {self.gold} {gold}; a Buy is at least 1."

    def lock_in(self) -> None:
        """Submit the sealed bid."""
        if self.lock.enabled:
            self.ctx.answer(self.bid())
