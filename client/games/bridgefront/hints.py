"""Hints for the present moment: all possible actions, and the reason against each impossible one."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.bridgefront.fairness import phase_tip
from client.games.bridgefront.names import card_name
from client.games.bridgefront.questions import BridgefrontPrompt
from client.games.bridgefront.view_model import BridgefrontViewModel
from client.table.prompt import hints
from client.table.prompt.hints import Key, describe_undo_keys, format_option
from client.ui.richtext import escape
from core.engine.hidden.hand import HeldCard
from core.games.bridgefront.phases import action
from core.games.bridgefront.text.narration import BASICS
from core.games.bridgefront.text.words import PHASES

NOT_NOW = "Finish your choice first, or take it back"
"""Explanation of why no basic action or card can be chosen in the middle of a plan."""


def describe_actions(
    shown: BridgefrontViewModel, inquiry: BridgefrontPrompt | None, hand: Sequence[HeldCard], prompt: str, key: Key
) -> str:
    """Return everything that the player can do now, as rich text."""
    head = []
    if shown.state is not None:
        phase = shown.table.phase
        tip = phase_tip(phase, shown.table.option)
        head = [f"*{PHASES.get(phase, phase)}*", f"{{muted}}{tip}{{/}}" if tip else ""]
    can = None if inquiry is None else [*_choices(inquiry, hand), *_keys(inquiry, key)]
    return hints.describe_actions(shown, head, prompt, can, key)


def _choices(inquiry: BridgefrontPrompt, hand: Sequence[HeldCard]) -> list[str]:
    """Return lines with the possible choices, and with the reasons against the others."""
    question, plan = inquiry.question, inquiry.plan
    if plan is None or question is None or question.kind != "action":
        return []
    lines = []
    for kind in (*action.BASICS, "done"):
        lines.append(format_option(BASICS[kind], plan.why_not_action(kind)))
    for held in hand:
        lines.append(format_option(card_name(inquiry.state, held[0]), plan.why_not_action(("card", held[0]))))
    return ["You can choose what is green:", *dict.fromkeys(lines)]


def _keys(inquiry: BridgefrontPrompt, key: Key) -> list[str]:
    lines = []
    question = inquiry.question
    if question is None:
        lines.append(f"Press *{key('confirm')}* to lock in your choice.")
    elif question.kind in ("hex", "edge", "path", "champion"):
        lines.append(f"Press one of the {len(question.targets)} lit places; "
                     f"*{key('target before')}* and *{key('target after')}* move between them.")  # fmt: skip
        if question.why:
            lines.append(f"{{muted}}{escape(question.why)}{{/}}")
    if question is not None and question.enough:
        lines.append(f"*{key('confirm')}* ends the list here.")
    if inquiry.has_answers:
        lines.append(describe_undo_keys(key))
    return lines
