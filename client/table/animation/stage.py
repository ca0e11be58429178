"""Words that appear over the board while a step is shown: a banner and floating words."""

from __future__ import annotations

from client.ui.canvas import Canvas
from client.ui.easing import call, fade, parallel, sequence, tween
from client.ui.hexes import Rect
from client.ui.theme import Color
from client.ui.timeline import Timeline
from client.ui.widget import Reactive, Widget


class FloatingText(Widget):
    """A few words that rise and fade."""

    def __init__(self, text: str, color: str | Color, at: Rect, align: float) -> None:
        super().__init__()
        self.text, self.color, self.align = text, color, align
        self.rect = at

    def place(self, rect: Rect) -> None:
        """Ignore the given rectangle, because the words keep their own place."""

    def paint(self, canvas: Canvas) -> None:
        """Draw the words with a dark edge, so that they are readable on any background."""
        for dx, dy in ((-1.2, 0), (1.2, 0), (0, -1.2), (0, 1.2)):
            canvas.label(self.text, self.rect.moved(dx, dy), (0, 0, 0, 200), "heading", "bold", self.align)
        canvas.label(self.text, self.rect, self.color, "heading", "bold", self.align)


class FloatingTextLayer(Widget):
    """A layer with all floating words; it covers everything and ignores the pointer."""

    transparent = True

    def __init__(self, timeline: Timeline) -> None:
        super().__init__("Floating text")
        self.timeline = timeline

    def float_text(self, text: str, color: str | Color, x: float, y: float, row: int = 0, beside: bool = False) -> None:
        """Make words rise from a point; with `beside`, the words begin at that point."""
        word = FloatingText(text, color, Rect(x - 90 * (not beside), y - 10 + 20 * row, 180, 22), 0.5 * (not beside))
        self.add(word)

        def gone() -> None:
            if word.parent is self:
                self.remove(word)

        rise = parallel(tween(word, "shift", (0.0, 30.0), 1.1), fade(word, "opacity", 0.0, 1.1, ease=lambda t: t**3))
        self.timeline.play_alongside(sequence(rise, call(gone)))


class Banner(Widget):
    """Large words over the upper part of the board, for example a round, an age or a phase."""

    transparent = True

    text = Reactive("")
    below = Reactive("")

    def __init__(self) -> None:
        super().__init__("Banner", visible=False)

    def paint(self, canvas: Canvas) -> None:
        """Draw a dark band that fades at its ends, and the words."""
        r = self.rect
        for i in range(24):
            strong = round(190 * min(1.0, min(i + 0.5, 23.5 - i) / 7))
            canvas.fill(Rect(r.x + i * r.w / 24, r.y, r.w / 24, r.h), (7, 9, 13, strong))
        high = r.h * (0.62 if self.below else 1.0)
        canvas.label(self.text, Rect(r.x, r.top - high, r.w, high), "accent", 30.0, "title")
        if self.below:
            canvas.label(self.below, Rect(r.x, r.y + 4, r.w, r.h - high), "text", "body")
