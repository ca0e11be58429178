"""Hints at a table of picks: frames around cards, lit places, choices, and lines of the action panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from client.table.match.hint_view import HintView
from client.table.match.inquiry import Inquiry, OpenQuestion
from client.table.pick.board import AimTarget
from client.table.pick.chooser import Chooser
from client.table.pick.script import CARD, Pick
from client.table.pick.table import PickTable
from client.table.prompt.action_panel import ActionPanel
from client.table.prompt.question import PickQuestion
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Widget

if TYPE_CHECKING:
    from client.table.pick.spec import PickSpec


class PickView(Protocol):
    """The parts of the view of picked questions that hints use."""

    @property
    def spec(self) -> PickSpec:
        """The declaration of the table."""

    @property
    def table(self) -> PickTable:
        """The table."""

    @property
    def lit(self) -> Sequence[AimTarget]:
        """The lit places."""

    @property
    def panel(self) -> ActionPanel[Any]:
        """The action panel."""

    @property
    def chooser(self) -> Chooser[Any]:
        """The row of choices."""

    def describe_picks(self, inquiry: Any) -> str:
        """Return a list of the picks made so far, as plain text."""


class PickHints(HintView):
    """View of a hint at a table of picks."""

    def __init__(self, prompts: PickView) -> None:
        self.prompts = prompts

    def fresh_prompt(self, asked: OpenQuestion) -> PickQuestion:
        """Return a question to our seat as a fresh prompt."""
        return self.prompts.spec.question(asked.state, self.prompts.table.model.own, asked.own, asked.ask)

    def describe_decision(self, inquiry: Inquiry) -> str:
        """Return the picks of a prompt, as rich text."""
        return escape(self.prompts.table.names.to_plain_text(self.prompts.describe_picks(inquiry)))

    def answer_rects(self, answer: Pick | str) -> Sequence[Rect]:
        """Return the area of a pick."""
        view, hand = self.prompts, self.prompts.table.hand
        if isinstance(answer, str):  # `ENOUGH`
            return [view.panel.lock_in.rect]
        if answer[0] == CARD and (index := hand.index_of(answer[1])) >= 0:
            return [hand.card_rect(index)]
        found: list[Widget | None] = [next((aim.place for aim in view.lit if aim.pick == answer), None)]
        found += [view.chooser.options.get(answer), view.panel.buttons.get(answer)]
        return [widget.rect for widget in found if widget is not None and widget.visible] or [view.panel.rect]
