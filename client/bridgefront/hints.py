"""What can I do? The answer for the present moment, with the reason for everything that cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.bridgefront.fairness import PHASE_TIPS
from client.bridgefront.names import card_name
from client.bridgefront.questions import Inquiry
from client.bridgefront.shown import Shown
from client.kit.richtext import escape
from core.bridgefront import action
from core.bridgefront.telling.narrate import BASICS
from core.bridgefront.telling.words import PHASES
from core.kernel.holding import Held

Key = Callable[[str], str]
NOT_NOW = "Finish what you have begun, or take it back"
"""Why a basic action or a card cannot be chosen in the middle of a plan."""


def what_now(shown: Shown, inquiry: Inquiry | None, hand: Sequence[Held], prompt: str, key: Key) -> str:
    """Everything that the player can do now, as rich text."""
    if shown.state is None:
        return "The table is not there yet."
    state = shown.table
    lines = [f"*{PHASES.get(state.phase, state.phase)}*"]
    if state.phase in PHASE_TIPS:
        lines.append(f"{{muted}}{PHASE_TIPS[state.phase]}{{/}}")
    lines.append(prompt)
    if shown.locked:
        lines.append(f"You have locked in. *{key('take back')}* takes it back until everybody has.")
    elif inquiry is None:
        lines.append(f"Nothing is asked of you. *{key('skip')}* shows the next thing at once, *{key('skip all')}* all.")
    else:
        lines += _choices(inquiry, hand)
        lines += _keys(inquiry, key)
    lines.append(
        f"{{muted}}Point at anything to learn what it is; *{key('inspect')}* tells it of what has the focus.{{/}}"
    )
    return "\n".join(line for line in lines if line)


def _choices(inquiry: Inquiry, hand: Sequence[Held]) -> list[str]:
    """What can be chosen, and why the rest cannot."""
    question, plan = inquiry.question, inquiry.plan
    if plan is None or question is None or question.kind != "action":
        return []
    lines = []
    for kind in (*action.BASICS, "done"):
        why = plan.why_not_action(kind)
        lines.append(f"{{muted}}{BASICS[kind]}: {escape(why)}{{/}}" if why else f"{{good}}{BASICS[kind]}{{/}}")
    for held in hand:
        name = escape(card_name(inquiry.state, held[0]))
        why = plan.why_not_action(("card", held[0]))
        lines.append(f"{{muted}}{name}: {escape(why)}{{/}}" if why else f"{{good}}{name}{{/}}")
    return ["You can choose what is green:", *dict.fromkeys(lines)]


def _keys(inquiry: Inquiry, key: Key) -> list[str]:
    lines = []
    question = inquiry.question
    if question is None:
        lines.append(f"*{key('confirm')}* commits it.")
    elif question.kind in ("hex", "edge", "path", "champion"):
        lines.append(f"Press one of the {len(question.targets)} lit places; "
                     f"*{key('target before')}* and *{key('target after')}* go from one to the next.")  # fmt: skip
        if question.why:
            lines.append(f"{{muted}}{escape(question.why)}{{/}}")
    if question is not None and question.enough:
        lines.append(f"Or leave it at that: *{key('confirm')}*.")
    if inquiry.begun:
        lines.append(f"*{key('take back')}* takes the last choice back, *{key('back')}* all of them.")
    return lines
