"""Answer to "What can I do?" for the present moment, in the same form at every table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from client.table.view_model import ViewModel
from client.ui.richtext import escape

Key = Callable[[str], str]
"""Function that returns the present key of a named action."""


def describe_actions(model: ViewModel, head: Sequence[str], prompt: str, can: Iterable[str] | None, key: Key) -> str:
    """Return a text with everything that the player can do now, as rich text.

    `head` is the progress of the match. `can` has the options of our seat, one per line, or is None if our seat is not
    asked.
    """
    if model.state is None:
        return "The table is still loading."
    lines = [*head, prompt]
    if model.locked:
        lines.append(f"You have locked in. *{key('take back')}* takes it back until everybody has.")
    elif can is None:
        lines.append(f"You have nothing to choose. *{key('skip')}* skips to the next event, *{key('skip all')}* all.")
    else:
        lines += can
    lines.append(f"{{muted}}Point at anything to learn what it is; *{key('inspect')}* explains the selected item.{{/}}")
    return "\n".join(line for line in lines if line)


def format_option(words: str, why_not: str, more: str = "") -> str:
    """Return an option in green with further text, or in grey with the reason why it is not possible."""
    return f"{{muted}}{escape(f'{words}: {why_not}')}{{/}}" if why_not else f"{{good}}{escape(words)}{{/}}{more}"


def describe_undo_keys(key: Key) -> str:
    """Return a text with the keys that undo choices."""
    return f"*{key('take back')}* takes the last choice back, *{key('back')}* all of them."
