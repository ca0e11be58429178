"""Widgets for a number: a slider, a stepper, a progress bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, Unpack

from pyglet.window import key as codes

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import CONTROL_HEIGHT
from client.ui.hexes import Rect
from client.ui.theme import Color
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget, WidgetOptions, announce

N = TypeVar("N", int, float)


def _report(control: Widget, value: N, on_change: Callable[[N], object] | None) -> None:
    """Report a changed value, and announce it if the player uses the keys."""
    if on_change is not None:
        on_change(value)
    if control.ui is not None and control.focused and control.ui.shows_ring:
        announce(control, control.describe())


class Slider(Widget):
    """A slider for a number, moved by the mouse, the arrow keys, Home and End, or the wheel."""

    role = "slider"
    focusable = True
    value = Reactive(0.0)

    def __init__(
        self,
        name: str,
        at: float = 0.0,
        low: float = 0.0,
        high: float = 1.0,
        step: float = 0.05,
        on_change: Callable[[float], object] | None = None,
        format_value: Callable[[float], str] | None = None,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.low, self.high, self.step = low, high, step
        self.on_change = on_change
        self.format_value = format_value or (lambda v: f"{v:g}")
        self.value = at

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size."""
        return 200, CONTROL_HEIGHT

    def set(self, value: float) -> None:
        """Choose the nearest possible value, and call `on_change` if the value changes."""
        steps = round((min(self.high, max(self.low, value)) - self.low) / self.step)
        value = min(self.high, round(self.low + steps * self.step, 6))
        if value != self.value and self.enabled:
            self.value = value
            _report(self, value, self.on_change)

    def _track_rect(self) -> Rect:
        wide = max(typeset.width(self.format_value(v)) for v in (self.low, self.high, self.value)) + 10
        return Rect(self.rect.x + 8, self.rect.y + self.rect.h / 2 - 3, max(10.0, self.rect.w - 16 - wide), 6)

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Move the knob to the pointer."""
        if button != LEFT:
            return False
        self._set_from_pointer(x)
        return True

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Move the knob with the pointer."""
        self._set_from_pointer(x)

    def on_release(self, x: float, y: float, button: int) -> None:
        """Do nothing."""

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Change the value by one step for each notch of the wheel."""
        self.set(self.value + self.step * (1 if dy > 0 else -1))
        return True

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Handle Left and Right (one step), the page keys (a tenth), and Home and End (the bounds)."""
        tenth = max(self.step, (self.high - self.low) / 10)
        change = {codes.LEFT: -self.step, codes.RIGHT: self.step, codes.PAGEUP: tenth, codes.PAGEDOWN: -tenth}
        if symbol in change:
            self.set(self.value + change[symbol])
        elif symbol in {codes.HOME, codes.END}:
            self.set(self.low if symbol == codes.HOME else self.high)
        else:
            return False
        return True

    def _set_from_pointer(self, x: float) -> None:
        line = self._track_rect()
        self.set(self.low + (x - line.x) / line.w * (self.high - self.low))

    def paint(self, canvas: Canvas) -> None:
        """Draw the line, filled up to the knob, and the value."""
        line = self._track_rect()
        part = (self.value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        canvas.box("track", line)
        if part > 0 and self.enabled:
            canvas.box("fill", Rect(line.x, line.y, max(6.0, line.w * part), line.h))
        x = line.x + line.w * part
        grown = 1 if self.hovered or self.pressed else 0
        canvas.box(
            "knob" if self.enabled else "button.disabled",
            Rect(x - 7 - grown, line.y + 3 - 7 - grown, 14 + 2 * grown, 14 + 2 * grown),
        )
        room = Rect(line.right + 10, self.rect.y, self.rect.right - line.right - 12, self.rect.h)
        canvas.label(self.format_value(self.value), room, "text" if self.enabled else "disabled", align=1)

    def value_text(self) -> str:
        """Return the value as it is shown."""
        return self.format_value(self.value)


class Stepper(Widget):
    """A field for a whole number.

    It is changed by a press on its two ends, the wheel, the arrow keys, typed digits, Home and End.
    """

    role = "number"
    focusable = True
    value = Reactive(0)
    low = Reactive(0)
    high = Reactive(10)

    def __init__(
        self,
        name: str,
        at: int = 0,
        low: int = 0,
        high: int = 10,
        on_change: Callable[[int], object] | None = None,
        format_value: Callable[[int], str] = str,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.low, self.high, self.value = low, high, at
        self.on_change, self.format_value = on_change, format_value
        self._typed = ""

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of both ends together with the widest number."""
        wide = max(typeset.width(self.format_value(v), "bold") for v in (self.low, self.high))
        return max(96.0, wide + 80), CONTROL_HEIGHT

    def set(self, value: int) -> None:
        """Choose a value, clamped to the bounds, and call `on_change` if the value changes."""
        value = min(self.high, max(self.low, value))
        if value != self.value and self.enabled:
            self.value = value
            _report(self, value, self.on_change)

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Decrease the number at the left end, and increase it at the right end."""
        if button != LEFT:
            return False
        self._typed = ""
        if x < self.rect.x + self._end_width():
            self.set(self.value - 1)
        elif x >= self.rect.right - self._end_width():
            self.set(self.value + 1)
        return True

    def on_release(self, x: float, y: float, button: int) -> None:
        """Do nothing."""

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Change the number by one for each notch of the wheel."""
        self.set(self.value + (1 if dy > 0 else -1))
        return True

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Handle Left, Right, Home, End, digits and Backspace."""
        change = {codes.LEFT: -1, codes.RIGHT: 1, codes.MINUS: -1, codes.PLUS: 1, codes.EQUAL: 1,
                  codes.NUM_ADD: 1, codes.NUM_SUBTRACT: -1}  # fmt: skip
        if symbol in change:
            self._typed = ""
            self.set(self.value + change[symbol])
        elif symbol in {codes.HOME, codes.END}:
            self._typed = ""
            self.set(self.low if symbol == codes.HOME else self.high)
        elif codes._0 <= symbol <= codes._9 or codes.NUM_0 <= symbol <= codes.NUM_9:
            digit = symbol - (codes._0 if symbol <= codes._9 else codes.NUM_0)
            self._typed = (self._typed + str(digit)).lstrip("0") or "0"
            if int(self._typed) > self.high:
                self._typed = str(digit)
            self.set(int(self._typed))
        elif symbol == codes.BACKSPACE and self._typed:
            self._typed = self._typed[:-1]
            self.set(int(self._typed or self.low))
        else:
            return False
        return True

    def on_focus(self, here: bool) -> None:
        """Forget the typed digits, so that later ones begin a new number."""
        self._typed = ""

    def paint(self, canvas: Canvas) -> None:
        """Draw the minus end, the number and the plus end."""
        r, end = self.rect, self._end_width()
        canvas.box("field" if self.enabled else "field.disabled", r)
        x = self.ui.pointer[0] if self.ui is not None and self.hovered else -1.0
        for sign, side, possible in (
            ("minus", Rect(r.x, r.y, end, r.h), self.value > self.low),
            ("plus", Rect(r.right - end, r.y, end, r.h), self.value < self.high),
        ):
            usable = self.enabled and possible
            under = usable and side.x <= x < side.right
            look = "button" if usable else "button.disabled"
            canvas.box(f"{look}.hover" if under else look, side.inset(2))
            canvas.stroke_icon(sign, side.inset(side.w * 0.26), "text" if usable else "disabled")
        middle = Rect(r.x + end, r.y, r.w - 2 * end, r.h)
        canvas.label(self.format_value(self.value), middle, "text" if self.enabled else "disabled", role="bold")

    def _end_width(self) -> float:
        return min(self.rect.h, CONTROL_HEIGHT + 4)

    def on_move(self, x: float, y: float) -> None:
        """Highlight the end under the pointer."""
        self.touch()

    def value_text(self) -> str:
        """Return the number and its bounds."""
        return f"{self.format_value(self.value)}, from {self.low} to {self.high}"


class ProgressBar(Widget):
    """A bar that shows progress, from 0 to 1."""

    role = "progress"
    fraction = Reactive(0.0)
    text = Reactive("")
    tone: Reactive[str | Color] = Reactive("accent")

    def __init__(self, name: str, fraction: float = 0.0, text: str = "", **rest: Unpack[WidgetOptions]) -> None:
        super().__init__(name, **rest)
        self.fraction, self.text = fraction, text

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size."""
        return 200, 18

    def paint(self, canvas: Canvas) -> None:
        """Draw the track, filled up to the progress, and the text beside it."""
        r = self.rect
        wide = typeset.width(self.text, size="small") + 10 if self.text else 0.0
        line = Rect(r.x, r.y + r.h / 2 - 4, r.w - wide, 8)
        canvas.box("track", line)
        if self.fraction > 0:
            canvas.box("fill", Rect(line.x, line.y, max(7.0, line.w * min(1.0, self.fraction)), line.h))
        if self.text:
            canvas.label(self.text, Rect(line.right, r.y, wide, r.h), "muted", "small", align=1)

    def value_text(self) -> str:
        """Return the progress in percent."""
        return f"{self.fraction:.0%}" + (f", {self.text}" if self.text else "")
