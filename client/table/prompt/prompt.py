"""The prompt bar, which always has one sentence that names the seat that must act."""

from __future__ import annotations

from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Reactive, Widget

ICONS = {"you": "planning", "wait": "hourglass", "show": "play", "stop": "desync"}


WARN_SECONDS = 10
"""Seconds left for a choice, at and below which the countdown is highlighted."""


def format_seconds(seconds: int) -> str:
    """Return a number of seconds as readable text.

    >>> format_seconds(21), format_seconds(75)
    ('0:21', '1:15')
    """
    return f"{seconds // 60}:{seconds % 60:02}"


class PromptBar(Widget):
    """A bar with one sentence, in the colour of the situation.

    It is amber during the player's turn, blue while a step is shown, grey while the player has to wait, and red after
    the match has stopped.
    """

    role = "prompt"
    solid = True
    text = Reactive("")
    tone = Reactive("wait")
    late = Reactive("")
    """The text that says how long the others have waited for the player, once that is long."""
    left = Reactive(-1)
    """Seconds left for the player's choice, or -1 without a limit."""
    besides: Reactive[tuple[tuple[str, str], ...]] = Reactive(())
    """The other possible actions, shown at the right: the named actions, and their effects in words."""

    def __init__(self) -> None:
        super().__init__("Prompt")

    def show_prompt(self, text: str, tone: str = "wait", *besides: tuple[str, str]) -> None:
        """Show a sentence, and read it aloud."""
        if (text, tone, besides) != (self.text, self.tone, self.besides):
            self.text, self.tone, self.besides = text, tone, besides
            if self.ui is not None:
                self.ui.announcer.announce(text)

    @property
    def full_text(self) -> str:
        """The sentence, the remaining time, and the delay."""
        left = (
            f"  {{{'warn' if self.left <= WARN_SECONDS else 'muted'}}}{format_seconds(self.left)}{{/}}"
            if self.left >= 0
            else ""
        )
        return f"{self.text}{left} {{bad}}({self.late}){{/}}" if self.late else f"{self.text}{left}"

    @property
    def note(self) -> str:
        """The other possible actions with their keys, as they are bound now."""
        keys = [(self.ui.keys.label(action), words) for action, words in self.besides] if self.ui is not None else []
        return "   ".join(f"{key}: {words}" for key, words in keys if key)

    def paint(self, canvas: Canvas) -> None:
        """Paint the icon, the sentence and the note in the middle, as wide as they need."""
        if not self.text:
            return
        wide = richtext.measure(self.full_text, 1e9, "body", "bold")[0]
        beside = typeset.width(self.note, size="small") + 18 if self.note else 0.0
        w = min(self.rect.w, wide + beside + 64)
        r = Rect(self.rect.x + (self.rect.w - w) / 2, self.rect.y, w, self.rect.h)
        canvas.box(f"prompt.{self.tone}", r)
        ink = {"you": "accent", "wait": "muted", "show": "info", "stop": "bad"}[self.tone]
        canvas.icon(ICONS[self.tone], Rect(r.x + 13, r.y + r.h / 2 - 8, 16, 16), ink)
        if wide <= r.w - beside - 60:
            room = Rect(r.x + 38, r.y, wide + 1, r.h - (r.h - typeset.line_height("body")) / 2)
            richtext.paint(canvas, self.full_text, room, "text", "body", role="bold")
        else:
            room = Rect(r.x + 38, r.y, r.w - beside - 56, r.h)
            canvas.label(richtext.plain_text(self.full_text), room, "text", "small", align=0)
        if self.note:
            canvas.label(self.note, Rect(r.x, r.y, r.w - 16, r.h), "muted", "small", align=1)

    def value_text(self) -> str:
        """Return the sentence."""
        return richtext.plain_text(self.full_text)
