"""Hint to the player: the hard bot's choice and its reason, with frames around the things to press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from client.table.match.hint_path import Path
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Widget
from core.bots.win_probability import CERTAINTY

WIDE, TOP = 250.0, 44.0
"""Width of the panel, and its distance from the upper edge of the window, in design pixels."""


class Hint(NamedTuple):
    """A hint: the choice in words, the reason, the chances of winning in 1/65536 or -1, and the answers."""

    choice: str
    reason: str
    chance: int
    rival: int
    path: Path | None


class HintFrames(Widget):
    """Frames around the things that a hint points at; the pointer passes through them."""

    transparent = True

    def __init__(self) -> None:
        super().__init__("Hint frames")
        self.at: tuple[Rect, ...] = ()

    def show(self, *rects: Rect) -> None:
        """Frame these rectangles."""
        if rects != self.at:
            self.at = rects
            self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Paint a double frame around each rectangle."""
        for r in self.at:
            canvas.box("focus", r.inset(-3))
            canvas.box("focus", r.inset(-6))


class HintPanel:
    """Panel with the hint, at the right edge over the log, so that it covers nothing of the table."""

    def __init__(self, on_do: Callable[[], object], on_close: Callable[[], object]) -> None:
        self.choice = Label("", markup=True, wrap=True, width=WIDE - 28, name="Hint")
        self.why = Label("", markup=True, wrap=True, width=WIDE - 28, size="small", name="Reason")
        self.odds = Label("", "muted", "small", markup=True, wrap=True, width=WIDE - 28, name="Chance")
        self.do = Button("Choose it", on_do, size="small", name="Choose it", tip="Choose this; you still lock it in")
        close = Button("Close", on_close, size="small", name="Close the hint")
        inside = Column(self.choice, self.why, self.odds, Row(close, Space(grow=1), self.do, gap=6), gap=8)
        self.widget = Panel(inside, "Hint", 14, "raised", region="hint", width=WIDE, visible=False)

    @property
    def visible(self) -> bool:
        """True while the hint is shown."""
        return self.widget.visible

    def hide(self) -> None:
        """Hide the hint."""
        self.widget.visible = False

    def show_thinking(self) -> None:
        """Show that the hint is being computed."""
        self._say("{muted}Thinking...{/}", "", "")
        self.do.visible = False

    def show_hint(self, hint: Hint) -> None:
        """Show a hint."""
        chance = ""
        if hint.chance >= 0 and hint.rival >= 0:
            chance = f"Chance to win about *{hint.chance * 100 // CERTAINTY} %*"
            rival = hint.rival * 100 // CERTAINTY
            better = hint.rival < hint.chance
            chance += f"; next best idea *{rival} %*." if better else ", as with the next best idea."
        self._say(f"{{accent}}*{hint.choice}*{{/}}", hint.reason, chance)
        self.do.visible = bool(hint.path)

    def show_failure(self, words: str) -> None:
        """Show the reason why there is no hint."""
        self._say(f"{{warn}}{escape(words)}{{/}}", "", "")
        self.do.visible = False

    def _say(self, choice: str, reason: str, chance: str) -> None:
        for label, text in ((self.choice, choice), (self.why, reason), (self.odds, chance)):
            label.text, label.visible = text, bool(text)
        self.widget.visible = True

    @staticmethod
    def panel_rect(size: tuple[float, float], window: Rect) -> Rect:
        """Return the rectangle of the panel below the top bar, at the right edge."""
        return Rect(window.right - WIDE - 6, window.top - TOP - size[1], WIDE, size[1])


def remaining_answers(path: Path | None, answers: Sequence[object]) -> Path | None:
    """Return the answers of a hint that are still to be given, or None if the player has left its path."""
    if path is None or tuple(answers) != path[: len(answers)]:
        return None
    return path[len(answers) :]
