"""The own choice: what has been picked, everything that may be picked besides cards, and the button that commits it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.kit.layout import Column, Row
from client.kit.panel import Panel
from client.kit.widgets import Button, Label
from client.midnight.inquiry import Inquiry, Pick
from client.table.names import Names


class ChoicePanel(Panel):
    """A button for each pick that is no card of the hand."""

    def __init__(
        self, names: Names, on_pick: Callable[[Pick], object], on_commit: Callable[[], object],
        on_back: Callable[[], object],
    ) -> None:  # fmt: skip
        self.names, self.on_pick = names, on_pick
        self.plan = Label("", size="small", markup=True, wrap=True, name="Plan")
        self.ways = Column(gap=3, grow=1)
        self.commit = Button("Commit", on_commit, look="primary", does="confirm", name="Commit", grow=2, height=34)
        self.back = Button("Back", on_back, does="take back", name="Back", grow=1, height=34, size="small")
        inside = Column(self.plan, self.ways, Row(self.commit, self.back, gap=6), gap=6)
        super().__init__(inside, title="Your action", region="action", pad=9, tab_each=True)
        self.buttons: dict[Pick, Button] = {}

    def ask(self, inquiry: Inquiry | None) -> None:
        """Offer what may be picked now."""
        self.ways.clear()
        self.buttons = {}
        targets = inquiry.targets if inquiry is not None else []
        for pick in targets:
            if inquiry is not None and pick[0] != "card":
                words = self.names.plain(inquiry.name_of(pick))
                button = Button(words, partial(self.on_pick, pick), size="small", height=25)
                self.buttons[pick] = button
                self.ways.add(button)
        self.ways.relayout()
