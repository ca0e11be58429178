"""A detector for text that is cut off, misplaced, covered or too small on a screen.

Widgets are painted on a canvas that draws nothing, and records every line of text and everything that covers text. A
screen takes milliseconds at any size of window and text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.screen import Screen
from client.ui.theme import BoxStyle, theme
from client.ui.widget import Widget, self_and_ancestors
from client.ui.window import MAX_TIME_STEP
from tests.support.client.driver import FRAME, Driver

SLACK = 2.0
"""Design pixels by which letters may exceed their computed box."""
LEAST = 9.5
"""Minimum height of text, in pixels of the window."""
SOLID = 200
"""Opacity (0..255) from which a box hides everything below it."""


@dataclass(frozen=True)
class Ink:
    """A line of text: its widget, the intended and the shown text, and the box around its letters."""

    widget: Widget
    meant: str
    said: str
    at: Rect
    px: float

    def __str__(self) -> str:
        return f"{self.said!r} of {type(self.widget).__name__} {self.widget.name!r}"


class Reader(Canvas):
    """A canvas that records text instead of drawing; lengths are in design pixels."""

    def __init__(self, textures: Any) -> None:
        super().__init__(textures, 1.0)
        self.inks: list[Ink] = []
        self.half_hidden: list[tuple[Ink, Widget]] = []
        self.widget = Widget()
        self._meant: str | None = None

    def label(self, text: str, *args: Any, **named: Any) -> None:
        """Record the whole text, even if only a part fits."""
        self._meant = text
        super().label(text, *args, **named)
        self._meant = None

    def text(self, text: str, x: float, y: float, color: Any = "text", size: Any = "body", role: str = "text",
             align: float = 0.0, limit: float | None = None, spacing: float = 0.0) -> float:  # fmt: skip
        """Record a line of text."""
        said = typeset.shorten(text, limit, role, size) if limit is not None else text
        wide = typeset.width(said, role, size) + spacing * len(said)
        if said.strip() and self.opacity > 0:
            (dx, dy), s = self._shift, self.scale
            high = typeset.cap_height(role, size) * s
            at = self._clipped(Rect((x - wide * align) * s + dx, y * s + dy, wide * s, high))
            if at.w > 0.5 and at.h > 0.5:
                self.inks.append(Ink(self.widget, self._meant or text, said, at, theme().size(size) * s))
        return wide

    def _clipped(self, rect: Rect) -> Rect:
        if self._clip is None:
            return rect
        left, low, right, top = self._clip
        return rect.intersection(Rect(left, low, right - left, top - low))

    def _cover(self, rect: Rect) -> None:
        """Record that text inside this rectangle is hidden."""
        dx, dy = self._shift
        s = self.scale
        over = self._clipped(Rect(rect.x * s + dx, rect.y * s + dy, rect.w * s, rect.h * s)).inset(-SLACK)
        remaining = []
        for ink in self.inks:
            hidden = ink.at.intersection(over)
            if hidden.w >= ink.at.w - 0.1 and hidden.h >= ink.at.h - 0.1:
                continue
            remaining.append(ink)
            if hidden.w > 2 * SLACK + 1 and hidden.h > 2 * SLACK + 1:
                self.half_hidden.append((ink, self.widget))
        self.inks = remaining

    def fill(self, rect: Rect, color: Any) -> None:
        """Record hidden text if the fill is opaque."""
        if theme().color(color)[3] >= SOLID:
            self._cover(rect)

    def box(self, name: str | BoxStyle, rect: Rect) -> None:
        """Record hidden text if the box is opaque."""
        look = theme().boxes[name] if isinstance(name, str) else name
        if min(look.top[3], look.bottom[3]) >= SOLID:
            self._cover(rect)

    def image(self, texture: Any, rect: Rect, tint: Any = (255, 255, 255, 255), angle: float = 0.0) -> None:
        """Record hidden text, unless the image is transparent."""
        if tint[3] >= SOLID and not angle:
            self._cover(rect)

    def nine_patch(self, *args: Any, **named: Any) -> None:
        """Record nothing, since frames hide no text."""

    picture = icon = stroke_icon = line = frame = nine_patch

    @contextmanager
    def painting(self, widget: Widget) -> Iterator[None]:
        """Record everything painted in this context as part of the widget."""
        before, self.widget = self.widget, widget
        yield
        self.widget = before


def _read(widget: Widget, reader: Reader) -> None:
    if not widget.visible or widget.opacity <= 0.2:
        return
    with reader.translate(*widget.shift), reader.fade(widget.opacity):
        with reader.painting(widget):
            widget.paint(reader)
        if widget.clips:
            with reader.clip(widget.rect):
                for child in widget.children:
                    _read(child, reader)
        else:
            for child in widget.children:
                _read(child, reader)


def inks(root: Widget, screen: Screen) -> list[Ink]:
    """Return the lines of text of a widget and its descendants, as they are painted now."""
    screen.ui.arrange()
    reader = Reader(screen.textures)
    _read(root, reader)
    return reader.inks


class Blind(Driver):
    """A driver that draws nothing."""

    def step(self, dt: float = FRAME, frames: int = 1) -> None:
        """Let time pass."""
        for _ in range(frames):
            self.screen.ui.arrange()
            self.window._dispatch_updates(dt)

    def pass_time(self, seconds: float) -> None:
        """Let time pass in the largest steps that a screen allows."""
        self.step(MAX_TIME_STEP, max(1, round(seconds / MAX_TIME_STEP)))


FLOATING = {"Spoken", "Banner", "Tooltip", "Spotlight"}
"""Widgets that briefly appear above others, and may cover them."""


def complaints(screen: Screen, only_layers: bool = False) -> list[str]:
    """Return a sentence about each fault of the text on a screen, or only in the layers above its widgets."""
    ui, found = screen.ui, []
    ui.arrange()
    for root in (*(() if only_layers else (ui.root,)), *(layer.root for layer in ui.layers)):
        reader = Reader(screen.textures)
        _read(root, reader)
        inks = [ink for ink in reader.inks if type(ink.widget).__name__ not in FLOATING]
        found += [
            f"{ink} is half hidden by {type(by).__name__} {by.name!r}"
            for ink, by in reader.half_hidden
            if type(by).__name__ not in FLOATING and ink in inks
        ]
        for ink in inks:
            found += _alone(ink, ui.window, screen.scale)
        found += _together(inks)
    return list(dict.fromkeys(found))


def _alone(ink: Ink, window: Rect, scale: float) -> Iterator[str]:
    if ink.said != ink.meant:
        yield f"{ink} is cut short: {ink.meant!r}"
    for name, room in (("its place", _place(ink.widget)), ("the window", window)):
        inside = ink.at.intersection(room.inset(-SLACK))
        if inside.w < ink.at.w - 0.1 or inside.h < ink.at.h - 0.1:
            yield f"{ink} runs out of {name}: {_numbers(ink.at)} of {_numbers(room)}"
    if ink.px * scale < LEAST:
        yield f"{ink} is too small: {ink.px * scale:.1f}"


def _place(widget: Widget) -> Rect:
    """Return the rectangle of a widget in the window."""
    dx, dy = sum(w.shift[0] for w in self_and_ancestors(widget)), sum(w.shift[1] for w in self_and_ancestors(widget))
    return widget.rect.moved(dx, dy)


def _together(inks: Sequence[Ink]) -> Iterator[str]:
    ordered = sorted(inks, key=lambda ink: ink.at.x)
    for i, item in enumerate(ordered):
        for other in ordered[i + 1 :]:
            if other.at.x >= item.at.right - 1:
                break
            both = item.at.intersection(other.at)
            if both.w > 1 and both.h > 1:
                yield f"{item} overlaps {other}"


def _numbers(rect: Rect) -> str:
    return " ".join(f"{value:.0f}" for value in rect)


def shown_at(screen: Screen, wide: float, high: float, scale: float) -> None:
    """Change the screen to a window of this size and scale."""
    window: Any = screen.window
    window.ui_scale, window.design = scale, (wide / scale, high / scale)
    for item in window.screens:
        window.screen_view.refit(item)


def with_texts(scale: float) -> None:
    """Set the player's text size."""
    from client.ui import theme as themes

    themes.set_theme(replace(theme(), text_scale=scale))
