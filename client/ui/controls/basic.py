"""The common widgets: labels, buttons, switches and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

import arcade

from client.ui import richtext
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import Color, theme
from client.ui.widget import UNLIMITED, NamedWidgetOptions, Reactive, Widget, announce

CONTROL_HEIGHT = 30.0
"""The usual height of a control, in design pixels."""
KEY_LABEL_GAP = 8.0
"""The smallest gap between the text of a button and its key, in design pixels."""


class Label(Widget):
    """A text that cannot be pressed.

    With `markup` it is rich text. With `wrap` it flows over several lines.
    """

    role = ""
    text = Reactive("", layout=True)
    color: Reactive[str | Color] = Reactive("text")

    def __init__(
        self,
        text: str = "",
        color: str | Color = "text",
        size: str | float = "body",
        font: str = "text",
        align: float = 0.0,
        wrap: bool = False,
        markup: bool = False,
        **rest: Unpack[NamedWidgetOptions],
    ) -> None:
        super().__init__(**rest)
        self.size, self.font, self.align, self.wrap, self.markup = size, font, align, wrap, markup
        self.text, self.color = text, color

    def _text_markup(self) -> str:
        return self.text if self.markup else richtext.escape(self.text)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the text, with as many lines as it needs."""
        if self.wrap or self.markup or "\n" in self.text:
            return richtext.measure(self._text_markup(), limit if self.wrap else 1e9, self.size, self.font)
        return typeset.width(self.text, self.font, self.size), typeset.line_height(self.size)

    def paint(self, canvas: Canvas) -> None:
        """Draw the text: one line in the middle of the height, several lines from the top."""
        if self.wrap or self.markup or "\n" in self.text:
            markup, room = self._text_markup(), Rect(self.rect.x, self.rect.y, self.rect.w + 0.5, self.rect.h)
            used = richtext.measure(markup, room.w if self.wrap else 1e9, self.size, self.font)[1]
            if used < room.h and used <= typeset.line_height(self.size):
                room = Rect(room.x, room.y + (room.h - used) / 2, room.w, used)
            size: str | float = self.size
            if not self.wrap:
                full = richtext.measure(markup, 1e9, size, self.font)[0]
                least = typeset.min_size(size) / theme().size(size)
                size = theme().size(size) / theme().text_scale * max(least, min(1.0, room.w / max(1.0, full)))
                room = Rect(room.x, room.y, max(room.w, 1e4), room.h) if not self.align else room
            richtext.paint(canvas, markup, room, self.color, size, self.align, self.font)
        else:
            canvas.label(self.text, self.rect, self.color, self.size, self.font, self.align)

    def value_text(self) -> str:
        """Return the text."""
        return richtext.plain_text(self._text_markup())

    def describe(self) -> str:
        """Return the name and the text."""
        return f"{self.name}: {self.value_text()}" if self.name else self.value_text()


class Button(Widget):
    """A widget that performs an action when it is pressed.

    `look` is button, primary, danger or ghost. The button shows a key at its right. It is the player's key for the
    named action `does`, or the fixed `hint`.
    """

    role = "button"
    focusable = True
    text = Reactive("", layout=True)
    icon = Reactive("", layout=True)
    look = Reactive("button")
    hint = Reactive("", layout=True)
    action = Reactive("", layout=True)
    is_chosen = Reactive(False)
    """True if the button is shown as the chosen one of several."""

    def __init__(
        self,
        text: str = "",
        on_press: Callable[[], object] | None = None,
        icon: str = "",
        look: str = "button",
        hint: str = "",
        action: str = "",
        size: str | float = "body",
        **rest: Unpack[NamedWidgetOptions],
    ) -> None:
        rest.setdefault("name", text)
        super().__init__(**rest)
        self.text, self.icon, self.look, self.size = text, icon, look, size
        self.hint, self.action = hint, action
        self.press_action = on_press

    @property
    def key(self) -> str:
        """The key that performs the same action, in the form shown to players."""
        return self.ui.keys.label(self.action) if self.action and self.ui is not None else self.hint

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the icon, the text and the key, with some room around them."""
        wide = 24.0 + typeset.width(self.text, "bold", self.size)
        wide += typeset.width(self.key, size="small") + 10 if self.key else 0.0
        wide += theme().size(self.size) * 1.2 + (7 if self.text else 0) if self.icon else 0.0
        return wide, max(CONTROL_HEIGHT, typeset.line_height(self.size) + 10)

    def activate(self) -> None:
        """Call the action."""
        if self.press_action is not None:
            self.press_action()

    def box_name(self) -> str:
        """Return the name of the theme's box that shows the state of the button."""
        if not self.enabled:
            return f"{self.look}.disabled"
        if self.pressed or self.is_chosen:
            return f"{self.look}.press"
        return f"{self.look}.hover" if self.hovered else self.look

    def text_color(self) -> str:
        """Return the colour of the text."""
        if not self.enabled:
            return "disabled"
        return "on_primary" if self.look in {"primary", "danger"} else "accent" if self.is_chosen else "text"

    def paint(self, canvas: Canvas) -> None:
        """Draw the box, the icon, the text and the key."""
        canvas.box(self.box_name(), self.rect)
        ink, r = self.text_color(), self.rect.inset(6, 0)
        side = min(theme().size(self.size), max(r.h * 0.6, typeset.min_size(self.size))) * 1.2
        of_key = typeset.width(self.key, size=typeset.fit_size(self.key, r.w * 0.3, r.h, size="small"))
        hint = of_key + KEY_LABEL_GAP if self.key else 0.0
        sign = side + (7 if self.text else 0) if self.icon else 0.0
        room = r.w - sign - hint
        size = typeset.fit_size(self.text, room, r.h, "bold", self.size)
        wide = min(room, typeset.width(self.text, "bold", size))
        x = r.x + (room - wide) / 2
        if self.icon:
            canvas.icon(self.icon, Rect(x, r.y + (r.h - side) / 2, side, side), ink)
        if self.text:
            canvas.label(self.text, Rect(x + sign, r.y, wide + 0.5, r.h), ink, size, "bold", 0)
        if self.key:
            key = Rect(r.right - of_key - 0.5, r.y, of_key + 0.5, r.h)
            canvas.label(self.key, key, "muted" if self.look == "button" or not self.enabled else ink, "small", align=1)

    def value_text(self) -> str:
        """Return "chosen" if the button is the chosen one of several."""
        return "chosen" if self.is_chosen else ""


class IconButton(Button):
    """A button that is only an icon; screen readers speak its name."""

    def __init__(
        self, icon: str, name: str, on_press: Callable[[], object] | None = None, visible: bool = True
    ) -> None:
        super().__init__("", on_press, icon, "ghost", name=name, tip=name, visible=visible)

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the square button."""
        return CONTROL_HEIGHT, CONTROL_HEIGHT


class Toggle(Widget):
    """A switch that is on or off."""

    role = "switch"
    focusable = True
    on = Reactive(False)

    def __init__(
        self,
        text: str,
        on: bool = False,
        on_change: Callable[[bool], object] | None = None,
        **rest: Unpack[NamedWidgetOptions],
    ) -> None:
        rest.setdefault("name", text)
        super().__init__(**rest)
        self.text, self.on, self.on_change = text, on, on_change

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the box and the text."""
        return 28 + typeset.width(self.text), max(CONTROL_HEIGHT - 4, typeset.line_height() + 4)

    def activate(self) -> None:
        """Switch to the other state."""
        self.on = not self.on
        announce(self, self.describe())
        if self.on_change is not None:
            self.on_change(self.on)

    def paint(self, canvas: Canvas) -> None:
        """Draw a box with a tick, and the text."""
        r = self.rect
        if self.hovered and self.enabled:
            canvas.box("ghost.hover", r)
        square = Rect(r.x + 4, r.y + (r.h - 18) / 2, 18, 18)
        canvas.box("check.on" if self.on and self.enabled else "check", square)
        if self.on:
            canvas.stroke_icon("check", square.inset(2), "on_primary" if self.enabled else "disabled")
        canvas.label(self.text, Rect(r.x + 28, r.y, r.w - 28, r.h), "text" if self.enabled else "disabled", align=0)

    def value_text(self) -> str:
        """Return the state in words."""
        return "on" if self.on else "off"


class Picture(Widget):
    """A texture of the atlas, shown in the middle and as large as fits without distortion."""

    role = "picture"
    texture: Reactive[arcade.Texture | None] = Reactive(None, layout=True)
    tint: Reactive[Color] = Reactive((255, 255, 255, 255))
    angle = Reactive(0.0)

    def __init__(self, texture: arcade.Texture | None = None, **rest: Unpack[NamedWidgetOptions]) -> None:
        super().__init__(**rest)
        self.texture = texture

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return one design pixel for each pixel of the texture."""
        return (self.texture.width, self.texture.height) if self.texture is not None else (0.0, 0.0)

    def paint(self, canvas: Canvas) -> None:
        """Draw the texture."""
        texture = self.texture
        if texture is not None and self.rect.w > 0 and self.rect.h > 0:
            k = min(self.rect.w / texture.width, self.rect.h / texture.height)
            x, y = self.rect.center
            w, h = texture.width * k, texture.height * k
            canvas.image(texture, Rect(x - w / 2, y - h / 2, w, h), self.tint, self.angle)
