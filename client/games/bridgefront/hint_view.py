"""Hints at the table of Bridgefront: frames around hexes, edges, cards, basic actions and dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from client.games.bridgefront.panels.action import ActionPanel
from client.games.bridgefront.plan_view import summary
from client.games.bridgefront.questions import BridgefrontPrompt
from client.games.bridgefront.targets import Target
from client.games.bridgefront.view import BridgefrontTable
from client.table.match.hint_path import find_path
from client.table.match.hint_view import HintView
from client.table.match.inquiry import Inquiry, OpenQuestion
from client.table.pick.script import ENOUGH
from client.table.seats.names import Names
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import plain_text
from core.engine.game import Decision
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront


class BridgefrontPromptView(Protocol):
    """The parts of the view of Bridgefront's questions that hints use."""

    @property
    def table(self) -> BridgefrontTable:
        """The table."""

    @property
    def inquiry(self) -> BridgefrontPrompt | None:
        """The present question, or None."""

    @property
    def panel(self) -> ActionPanel:
        """The action panel."""

    @property
    def dialog(self) -> Panel | None:
        """The dialog that answers the present question, or None."""

    def lit(self) -> list[tuple[Target, tuple[float, float]]]:
        """Return the targets on the board, each with its point in design coordinates."""


TARGET_SIZE = 36.0
"""Size of the frame around a hex or an edge, in design pixels."""


def decision_words(state: Bridgefront, seat: int, decision: Decision, own: Secrets, names: Names) -> str:
    """Return a decision of a seat in the words of the screen, as plain text, or "" if there are none."""
    inquiry = BridgefrontPrompt(state, seat, own, GAME.pending_asks(state)[seat], names)
    path = find_path(inquiry, decision, tuple(own.faces.values()))
    return plain_text(describe_decision(inquiry, names)) if path is not None else ""


def describe_decision(inquiry: BridgefrontPrompt, names: Names) -> str:
    """Return the decision of a prompt in one line, as rich text."""
    if inquiry.plan is None and not inquiry.said:
        return ""
    title, *others = summary(inquiry, names).split("\n")
    title = title.partition("   ")[0].replace("*", "")  # without the price
    return ", ".join(filter(None, (title, *others)))


class BridgefrontHints(HintView):
    """View of a hint at the table of Bridgefront."""

    def __init__(self, prompts: BridgefrontPromptView) -> None:
        self.prompts = prompts

    def fresh_prompt(self, asked: OpenQuestion) -> BridgefrontPrompt:
        """Return the prompt for a question."""
        assert isinstance(asked.state, Bridgefront)
        return BridgefrontPrompt(
            asked.state, self.prompts.table.model.own, asked.own, asked.ask, self.prompts.table.names
        )

    def describe_decision(self, inquiry: Inquiry) -> str:
        """Return the decision of a prompt in one line, as rich text."""
        assert isinstance(inquiry, BridgefrontPrompt)
        return describe_decision(inquiry, self.prompts.table.names)

    def answer_rects(self, answer: Target) -> Sequence[Rect]:
        """Return the area of a target: on the board, in the hand, among the basic actions, or in the dialog."""
        view, hand = self.prompts, self.prompts.table.hand
        question = view.inquiry.question if view.inquiry is not None else None
        if question is None or answer == ENOUGH:
            return [view.panel.lock_in.rect]
        points = dict(view.lit())
        if answer in points:
            x, y = points[answer]
            return [Rect(x - TARGET_SIZE / 2, y - TARGET_SIZE / 2, TARGET_SIZE, TARGET_SIZE)]
        if question.kind == "action" and isinstance(answer, str):
            return [view.panel.basics[answer].rect]
        if question.kind in ("action", "card"):
            index = hand.index_of(answer[1] if question.kind == "action" else copy_of(answer))
            return [hand.card_rect(index)] if index >= 0 else []
        return [view.dialog.rect if view.dialog is not None else view.panel.rect]
