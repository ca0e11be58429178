"""What can I do? The answer for the present moment, in the form that it has at every table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from client.table.view_model import ViewModel
from client.ui.richtext import escape

Key = Callable[[str], str]
"""The key of a named action, as it is bound now."""


def what_now(model: ViewModel, head: Sequence[str], prompt: str, can: Iterable[str] | None, key: Key) -> str:
    """All that the player can do now, as rich text.

    `head` says where the match is, `can` what the own seat may do, a line each; it is None where nothing is asked.
    """
    if model.state is None:
        return "The table is still loading."
    lines = [*head, prompt]
    if model.locked:
        lines.append(f"You have locked in. *{key('take back')}* takes it back until everybody has.")
    elif can is None:
        lines.append(f"Nothing is asked of you. *{key('skip')}* skips to the next event, *{key('skip all')}* all.")
    else:
        lines += can
    lines.append(f"{{muted}}Point at anything to learn what it is; *{key('inspect')}* explains the selected item.{{/}}")
    return "\n".join(line for line in lines if line)


def choice(words: str, why_not: str, more: str = "") -> str:
    """Something that one may choose, in green, with what more there is to say; or grey, with the reason."""
    return f"{{muted}}{escape(f'{words}: {why_not}')}{{/}}" if why_not else f"{{good}}{escape(words)}{{/}}{more}"


def takes_back(key: Key) -> str:
    """How what has been chosen is taken back."""
    return f"*{key('take back')}* takes the last choice back, *{key('back')}* all of them."
