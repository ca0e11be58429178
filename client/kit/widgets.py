"""The common widgets: panels, labels, buttons, toggles, sliders, steppers, progress bars, pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import arcade
from pyglet.window import key as codes

from client.kit import richtext
from client.kit import text as typeset
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.theme import Color, theme
from client.kit.widget import LEFT, Live, Widget

CONTROL = 30.0
"""The usual height of a control."""


class Panel(Widget):
    """A box with an optional title; one child lies inside. `solid`: the pointer does not go through."""

    solid = True
    role = "panel"
    TITLE = 26.0

    title = Live("")
    note = Live("")
    """Small, at the right of the title."""
    box = Live("panel")

    def __init__(
        self,
        child: Widget | None = None,
        title: str = "",
        pad: float = 8.0,
        box: str = "panel",
        note: str = "",
        **rest: Any,
    ) -> None:
        super().__init__(**{"name": title, **rest})
        self.title, self.box, self.note = title, box, note
        self.pad = pad
        if child is not None:
            self.add(child)

    def prefer_within(self, limit: float) -> tuple[float, float]:
        """What is inside, the title and room around."""
        sizes = [child.wish(limit - 2 * self.pad) for child in self.children]
        top = self.TITLE if self.title else 0.0
        wide = max([typeset.width(self.title, "bold", "small") + 20, *(w for w, _ in sizes)])
        return wide + 2 * self.pad, max((h for _, h in sizes), default=0.0) + 2 * self.pad + top

    def inner(self) -> Rect:
        """Where the child lies."""
        r = self.rect.inset(self.pad)
        return Rect(r.x, r.y, r.w, max(0.0, r.h - self.TITLE)) if self.title else r

    def arrange(self) -> None:
        """The child below the title."""
        for child in self.children:
            child.place(self.inner())

    def paint(self, canvas: Canvas) -> None:
        """The box, the title."""
        canvas.box(self.box, self.rect)
        if self.title:
            strip = Rect(self.rect.x + 10, self.rect.top - self.TITLE - 3, self.rect.w - 20, self.TITLE)
            wide = typeset.width(self.note, size="small") if self.note else 0.0
            canvas.label(
                self.title.upper(), Rect(strip.x, strip.y, strip.w - wide - 6, strip.h), "accent", "small", "bold", 0
            )
            if self.note:
                canvas.label(self.note, strip, "muted", "small", align=1)


class Label(Widget):
    """Text that cannot be pressed. With `markup` it is rich text; with `wrap` it flows over several lines."""

    role = ""
    text = Live("", layout=True)
    color: Live[str | Color] = Live("text")

    def __init__(
        self,
        text: str = "",
        color: str | Color = "text",
        size: str | float = "body",
        font: str = "text",
        align: float = 0.0,
        wrap: bool = False,
        markup: bool = False,
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self.size, self.font, self.align, self.wrap, self.markup = size, font, align, wrap, markup
        self.text, self.color = text, color

    def _markup(self) -> str:
        return self.text if self.markup else richtext.escape(self.text)

    def prefer_within(self, limit: float) -> tuple[float, float]:
        """The text, in as many lines as it needs."""
        if self.wrap or self.markup or "\n" in self.text:
            return richtext.measure(self._markup(), limit if self.wrap else 1e9, self.size, self.font)
        return typeset.width(self.text, self.font, self.size), typeset.line_height(self.size)

    def prefer(self) -> tuple[float, float]:
        """The text in one line."""
        return self.prefer_within(1e9)

    def paint(self, canvas: Canvas) -> None:
        """The text; one line stands in the middle of the height, several begin at the top."""
        if self.wrap or self.markup or "\n" in self.text:
            markup, room = self._markup(), Rect(self.rect.x, self.rect.y, self.rect.w + 0.5, self.rect.h)
            used = richtext.measure(markup, room.w if self.wrap else 1e9, self.size, self.font)[1]
            if used < room.h and used <= typeset.line_height(self.size):
                room = Rect(room.x, room.y + (room.h - used) / 2, room.w, used)
            if not self.wrap:
                room = Rect(room.x, room.y, max(room.w, 1e4), room.h) if not self.align else room
            richtext.paint(canvas, markup, room, self.color, self.size, self.align, self.font)
        else:
            canvas.label(self.text, self.rect, self.color, self.size, self.font, self.align)

    def value(self) -> str:
        """What it says."""
        return richtext.plain(self._markup())

    def describe(self) -> str:
        """What it says."""
        return f"{self.name}: {self.value()}" if self.name else self.value()


class Button(Widget):
    """Does something when pressed. `look` is button, primary, danger or ghost; `hint` the key that does the same."""

    role = "button"
    focusable = True
    text = Live("", layout=True)
    icon = Live("", layout=True)
    look = Live("button")
    hint = Live("")
    on = Live(False)
    """Shown as the chosen one of several."""

    def __init__(
        self,
        text: str = "",
        on_press: Callable[[], object] | None = None,
        icon: str = "",
        look: str = "button",
        hint: str = "",
        size: str | float = "body",
        **rest: Any,
    ) -> None:
        super().__init__(**{"name": text, **rest})
        self.text, self.icon, self.look, self.hint, self.size = text, icon, look, hint, size
        self.press_action = on_press

    def prefer(self) -> tuple[float, float]:
        """Icon, text, hint and some room."""
        wide = 24.0 + typeset.width(self.text, "bold", self.size)
        wide += typeset.width(self.hint, size="small") + 10 if self.hint else 0.0
        wide += theme().size(self.size) * 1.2 + (7 if self.text else 0) if self.icon else 0.0
        return wide, max(CONTROL, typeset.line_height(self.size) + 10)

    def activate(self) -> None:
        """Do it."""
        if self.press_action is not None:
            self.press_action()

    def state(self) -> str:
        """The box of the theme that shows its state."""
        if not self.enabled:
            return f"{self.look}.disabled"
        if self.pressed or self.on:
            return f"{self.look}.press"
        return f"{self.look}.hover" if self.hovered else self.look

    def ink(self) -> str:
        """The colour of its text."""
        if not self.enabled:
            return "disabled"
        return "on_primary" if self.look in {"primary", "danger"} else "accent" if self.on else "text"

    def paint(self, canvas: Canvas) -> None:
        """Box, icon, text, hint."""
        canvas.box(self.state(), self.rect)
        ink, r = self.ink(), self.rect.inset(6, 0)
        side = theme().size(self.size) * 1.2
        hint = typeset.width(self.hint, size="small") + 8 if self.hint else 0.0
        sign = side + (7 if self.text else 0) if self.icon else 0.0
        room = r.w - sign - hint
        wide = min(room, typeset.width(self.text, "bold", self.size))
        x = r.x + (room - wide) / 2
        if self.icon:
            canvas.icon(self.icon, Rect(x, r.y + (r.h - side) / 2, side, side), ink)
        if self.text:
            canvas.label(self.text, Rect(x + sign, r.y, wide + 0.5, r.h), ink, self.size, "bold", 0)
        if self.hint:
            canvas.label(self.hint, r, "muted" if self.look == "button" or not self.enabled else ink, "small", align=1)

    def value(self) -> str:
        """Whether it is chosen."""
        return "chosen" if self.on else ""


class IconButton(Button):
    """A button that is only an icon; its name is what it says when asked."""

    def __init__(self, icon: str, name: str, on_press: Callable[[], object] | None = None, **rest: Any) -> None:
        super().__init__("", on_press, icon, **{"name": name, "tip": name, "look": "ghost", **rest})

    def prefer(self) -> tuple[float, float]:
        """Square."""
        return CONTROL, CONTROL


class Toggle(Widget):
    """On or off."""

    role = "switch"
    focusable = True
    on = Live(False)

    def __init__(
        self, text: str, on: bool = False, on_change: Callable[[bool], object] | None = None, **rest: Any
    ) -> None:
        super().__init__(**{"name": text, **rest})
        self.text, self.on, self.on_change = text, on, on_change

    def prefer(self) -> tuple[float, float]:
        """The box and the text."""
        return 28 + typeset.width(self.text), max(CONTROL - 4, typeset.line_height() + 4)

    def activate(self) -> None:
        """The other way."""
        self.on = not self.on
        if self.ui is not None:
            self.ui.announcer.say(self.describe())
        if self.on_change is not None:
            self.on_change(self.on)

    def paint(self, canvas: Canvas) -> None:
        """A box with a tick, and the text."""
        r = self.rect
        if self.hovered and self.enabled:
            canvas.box("ghost.hover", r)
        square = Rect(r.x + 4, r.y + (r.h - 18) / 2, 18, 18)
        canvas.box("check.on" if self.on and self.enabled else "check", square)
        if self.on:
            canvas.sign("check", square.inset(2), "on_primary" if self.enabled else "disabled")
        canvas.label(self.text, Rect(r.x + 28, r.y, r.w - 28, r.h), "text" if self.enabled else "disabled", align=0)

    def value(self) -> str:
        """In words."""
        return "on" if self.on else "off"


class Slider(Widget):
    """A number chosen on a line: by the mouse, the arrows, Home and End, the wheel."""

    role = "slider"
    focusable = True
    at = Live(0.0)

    def __init__(
        self,
        name: str,
        at: float = 0.0,
        low: float = 0.0,
        high: float = 1.0,
        step: float = 0.05,
        on_change: Callable[[float], object] | None = None,
        shown: Callable[[float], str] | None = None,
        **rest: Any,
    ) -> None:
        super().__init__(name, **rest)
        self.low, self.high, self.step = low, high, step
        self.on_change = on_change
        self.shown = shown or (lambda v: f"{v:g}")
        self.at = at

    def prefer(self) -> tuple[float, float]:
        """Some length."""
        return 200, CONTROL

    def set(self, value: float) -> None:
        """Choose the nearest possible value, and tell if it is another."""
        steps = round((min(self.high, max(self.low, value)) - self.low) / self.step)
        value = min(self.high, round(self.low + steps * self.step, 6))
        if value != self.at and self.enabled:
            self.at = value
            if self.on_change is not None:
                self.on_change(value)
            if self.ui is not None and self.focused and self.ui.ring:
                self.ui.announcer.say(self.describe())

    def _line(self) -> Rect:
        wide = max(typeset.width(self.shown(v)) for v in (self.low, self.high, self.at)) + 10
        return Rect(self.rect.x + 8, self.rect.y + self.rect.h / 2 - 3, max(10.0, self.rect.w - 16 - wide), 6)

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Jump there."""
        if button != LEFT:
            return False
        self._follow(x)
        return True

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Follow the pointer."""
        self._follow(x)

    def on_release(self, x: float, y: float, button: int) -> None:
        """Nothing more."""

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """One step a notch."""
        self.set(self.at + self.step * (1 if dy > 0 else -1))
        return True

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Left and right by steps, Page up and down by tenths, Home and End to the ends."""
        tenth = max(self.step, (self.high - self.low) / 10)
        change = {codes.LEFT: -self.step, codes.RIGHT: self.step, codes.PAGEUP: tenth, codes.PAGEDOWN: -tenth}
        if symbol in change:
            self.set(self.at + change[symbol])
        elif symbol in {codes.HOME, codes.END}:
            self.set(self.low if symbol == codes.HOME else self.high)
        else:
            return False
        return True

    def _follow(self, x: float) -> None:
        line = self._line()
        self.set(self.low + (x - line.x) / line.w * (self.high - self.low))

    def paint(self, canvas: Canvas) -> None:
        """The line, filled up to the knob, and the value."""
        line = self._line()
        part = (self.at - self.low) / (self.high - self.low) if self.high > self.low else 0.0
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
        canvas.label(self.shown(self.at), room, "text" if self.enabled else "disabled", align=1)

    def value(self) -> str:
        """As it is shown."""
        return self.shown(self.at)


class Stepper(Widget):
    """A whole number: by its two ends, the wheel, the arrows, digits typed one after another, Home and End."""

    role = "number"
    focusable = True
    at = Live(0)
    low = Live(0)
    high = Live(10)

    def __init__(
        self,
        name: str,
        at: int = 0,
        low: int = 0,
        high: int = 10,
        on_change: Callable[[int], object] | None = None,
        shown: Callable[[int], str] = str,
        **rest: Any,
    ) -> None:
        super().__init__(name, **rest)
        self.low, self.high, self.at = low, high, at
        self.on_change, self.shown = on_change, shown
        self._typed = ""

    def prefer(self) -> tuple[float, float]:
        """Both ends and the widest number."""
        wide = max(typeset.width(self.shown(v), "bold") for v in (self.low, self.high))
        return max(96.0, wide + 80), CONTROL

    def set(self, value: int) -> None:
        """Choose, within the bounds, and tell if it is another."""
        value = min(self.high, max(self.low, value))
        if value != self.at and self.enabled:
            self.at = value
            if self.on_change is not None:
                self.on_change(value)
            if self.ui is not None and self.focused and self.ui.ring:
                self.ui.announcer.say(self.describe())

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Its left end less, its right end more."""
        if button != LEFT:
            return False
        self._typed = ""
        if x < self.rect.x + self._end():
            self.set(self.at - 1)
        elif x >= self.rect.right - self._end():
            self.set(self.at + 1)
        return True

    def on_release(self, x: float, y: float, button: int) -> None:
        """Nothing more."""

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """One a notch."""
        self.set(self.at + (1 if dy > 0 else -1))
        return True

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Left and right, Home and End, digits, Backspace."""
        change = {codes.LEFT: -1, codes.RIGHT: 1, codes.MINUS: -1, codes.PLUS: 1, codes.EQUAL: 1,
                  codes.NUM_ADD: 1, codes.NUM_SUBTRACT: -1}  # fmt: skip
        if symbol in change:
            self._typed = ""
            self.set(self.at + change[symbol])
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

    def on_blur(self) -> None:
        """Digits typed later are a new number."""
        self._typed = ""

    def paint(self, canvas: Canvas) -> None:
        """Less, the number, more."""
        r, end = self.rect, self._end()
        canvas.box("field" if self.enabled else "field.disabled", r)
        x = self.ui.pointer[0] if self.ui is not None and self.hovered else -1.0
        for sign, side, possible in (
            ("minus", Rect(r.x, r.y, end, r.h), self.at > self.low),
            ("plus", Rect(r.right - end, r.y, end, r.h), self.at < self.high),
        ):
            usable = self.enabled and possible
            under = usable and side.x <= x < side.right
            look = "button" if usable else "button.disabled"
            canvas.box(f"{look}.hover" if under else look, side.inset(2))
            canvas.sign(sign, side.inset(side.w * 0.26), "text" if usable else "disabled")
        middle = Rect(r.x + end, r.y, r.w - 2 * end, r.h)
        canvas.label(self.shown(self.at), middle, "text" if self.enabled else "disabled", role="bold")

    def _end(self) -> float:
        return min(self.rect.h, CONTROL + 4)

    def on_move(self, x: float, y: float) -> None:
        """The end under the pointer is lit."""
        self.touch()

    def value(self) -> str:
        """The number, and its bounds."""
        return f"{self.shown(self.at)}, from {self.low} to {self.high}"


class ProgressBar(Widget):
    """How far something is, 0..1."""

    role = "progress"
    part = Live(0.0)
    text = Live("")
    tone: Live[str | Color] = Live("accent")

    def __init__(self, name: str, part: float = 0.0, text: str = "", **rest: Any) -> None:
        super().__init__(name, **rest)
        self.part, self.text = part, text

    def prefer(self) -> tuple[float, float]:
        """Some length."""
        return 200, 18

    def paint(self, canvas: Canvas) -> None:
        """A track, filled so far; the text beside it."""
        r = self.rect
        wide = typeset.width(self.text, size="small") + 10 if self.text else 0.0
        line = Rect(r.x, r.y + r.h / 2 - 4, r.w - wide, 8)
        canvas.box("track", line)
        if self.part > 0:
            canvas.box("fill", Rect(line.x, line.y, max(7.0, line.w * min(1.0, self.part)), line.h))
        if self.text:
            canvas.label(self.text, Rect(line.right, r.y, wide, r.h), "muted", "small", align=1)

    def value(self) -> str:
        """In percent."""
        return f"{self.part:.0%}" + (f", {self.text}" if self.text else "")


class Picture(Widget):
    """A texture of the atlas, in the middle, as large as fits without losing its shape."""

    role = "picture"
    texture: Live[arcade.Texture | None] = Live(None, layout=True)
    tint: Live[Color] = Live((255, 255, 255, 255))
    angle = Live(0.0)

    def __init__(self, texture: arcade.Texture | None = None, **rest: Any) -> None:
        super().__init__(**rest)
        self.texture = texture

    def prefer(self) -> tuple[float, float]:
        """One design pixel a pixel."""
        return (self.texture.width, self.texture.height) if self.texture is not None else (0.0, 0.0)

    def paint(self, canvas: Canvas) -> None:
        """The texture."""
        texture = self.texture
        if texture is not None and self.rect.w > 0 and self.rect.h > 0:
            k = min(self.rect.w / texture.width, self.rect.h / texture.height)
            x, y = self.rect.center
            w, h = texture.width * k, texture.height * k
            canvas.image(texture, Rect(x - w / 2, y - h / 2, w, h), self.tint, self.angle)
