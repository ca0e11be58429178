"""Hints at the plain table: the option of the list that is the decision."""

from __future__ import annotations

from collections.abc import Sequence

from client.table.match.hint_path import Path, is_same_choice
from client.table.match.hint_view import HintView
from client.table.match.inquiry import Inquiry, OpenQuestion
from client.table.plain.options import PlainPrompt
from client.table.plain.panel import ChoicePanel
from client.table.plain.table import PlainTable
from client.ui.hexes import Rect
from client.ui.richtext import escape
from core.engine.game import Decision


class PlainHints(HintView):
    """View of a hint at the plain table."""

    def __init__(self, table: PlainTable, panel: ChoicePanel) -> None:
        self.table, self.panel = table, panel

    def fresh_prompt(self, asked: OpenQuestion) -> PlainPrompt:
        """Return a question to our seat with all possible decisions."""
        return PlainPrompt(self.table.game, asked.state, self.table.model.own, asked.own, asked.ask)

    def find_answers(self, asked: OpenQuestion, decision: Decision) -> tuple[Path | None, str]:
        """Return the option of the list that is the decision, or None, and the words of the option."""
        found = next(
            (option for option in self.fresh_prompt(asked).ways if is_same_choice(option.decision, decision)), None
        )
        return ((found,), escape(self.table.names.to_plain_text(found.words))) if found is not None else (None, "")

    def answers(self, inquiry: Inquiry) -> Sequence[object]:
        """Return the chosen option, if there is one."""
        return inquiry.history

    def answer_rects(self, answer: object) -> Sequence[Rect]:
        """Return the area of the list."""
        return [self.panel.ways.rect]
