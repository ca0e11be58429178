"""The prompt bar: at every moment one sentence that says who must do what."""

from __future__ import annotations

from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Live, Widget

ICONS = {"you": "planning", "wait": "hourglass", "show": "play", "stop": "desync"}


SOON = 10
"""With so many seconds left the count is lit."""


def clock(seconds: int) -> str:
    """A time as one reads it.

    >>> clock(21), clock(75)
    ('0:21', '1:15')
    """
    return f"{seconds // 60}:{seconds % 60:02}"


class Prompt(Widget):
    """One sentence in a bar: amber when it is the player's turn, blue while a step is shown, grey when waiting,
    red when the match has stopped."""

    role = "prompt"
    solid = True
    text = Live("")
    tone = Live("wait")
    late = Live("")
    """How long the table has waited for the player, once that is long."""
    left = Live(-1)
    """Seconds left for the player's choice; -1 where nothing is counted."""
    besides: Live[tuple[tuple[str, str], ...]] = Live(())
    """What can be done besides, at the right: named actions, and what they do in words."""

    def __init__(self) -> None:
        super().__init__("Prompt")

    def say(self, text: str, tone: str = "wait", *besides: tuple[str, str]) -> None:
        """Another sentence; it is read aloud."""
        if (text, tone, besides) != (self.text, self.tone, self.besides):
            self.text, self.tone, self.besides = text, tone, besides
            if self.ui is not None:
                self.ui.announcer.say(text)

    @property
    def said(self) -> str:
        """The sentence, how much time is left, how late it is."""
        left = f"  {{{'warn' if self.left <= SOON else 'muted'}}}{clock(self.left)}{{/}}" if self.left >= 0 else ""
        return f"{self.text}{left} {{bad}}({self.late}){{/}}" if self.late else f"{self.text}{left}"

    @property
    def note(self) -> str:
        """The keys that do something besides, as they are bound now."""
        keys = [(self.ui.keys.shown(action), words) for action, words in self.besides] if self.ui is not None else []
        return "   ".join(f"{key}: {words}" for key, words in keys if key)

    def paint(self, canvas: Canvas) -> None:
        """Icon, sentence, note; as wide as they need, in the middle."""
        if not self.text:
            return
        wide = richtext.measure(self.said, 1e9, "body", "bold")[0]
        beside = typeset.width(self.note, size="small") + 18 if self.note else 0.0
        w = min(self.rect.w, wide + beside + 64)
        r = Rect(self.rect.x + (self.rect.w - w) / 2, self.rect.y, w, self.rect.h)
        canvas.box(f"prompt.{self.tone}", r)
        ink = {"you": "accent", "wait": "muted", "show": "info", "stop": "bad"}[self.tone]
        canvas.icon(ICONS[self.tone], Rect(r.x + 13, r.y + r.h / 2 - 8, 16, 16), ink)
        if wide <= r.w - beside - 60:
            room = Rect(r.x + 38, r.y, wide + 1, r.h - (r.h - typeset.line_height("body")) / 2)
            richtext.paint(canvas, self.said, room, "text", "body", role="bold")
        else:
            room = Rect(r.x + 38, r.y, r.w - beside - 56, r.h)
            canvas.label(richtext.plain(self.said), room, "text", "small", align=0)
        if self.note:
            canvas.label(self.note, Rect(r.x, r.y, r.w - 16, r.h), "muted", "small", align=1)

    def value(self) -> str:
        """The sentence."""
        return richtext.plain(self.said)
