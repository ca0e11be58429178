"""A drop-down list to choose one of several options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Unpack

from pyglet.window import key as codes

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import CONTROL_HEIGHT
from client.ui.controls.lists import ScrollList, T
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.widget import UNLIMITED, Reactive, Widget, WidgetOptions


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """An option of a list.

    An option with a reason cannot be chosen now.
    """

    value: T
    text: str
    reason: str = ""
    tip: str = ""


class Choice(Widget, Generic[T]):
    """A drop-down list; a press, Enter or Space opens it, and Left and Right step through it."""

    role = "choice"
    focusable = True
    index = Reactive(0)

    def __init__(
        self,
        name: str,
        options: Sequence[Option[T]],
        chosen: T | None = None,
        on_change: Callable[[T], object] | None = None,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.options = options
        self.on_change = on_change
        self.index = next((i for i, o in enumerate(options) if o.value == chosen), 0)
        self._open: Widget | None = None

    @property
    def chosen_value(self) -> T:
        """The chosen value."""
        return self.options[self.index].value

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of the widest option."""
        return max((typeset.width(o.text) for o in self.options), default=60.0) + 44, CONTROL_HEIGHT

    def choose(self, index: int) -> None:
        """Choose an option that can be chosen, and call `on_change` if it differs from the last one."""
        option = self.options[index]
        if not self.enabled or option.reason:
            if self.ui is not None and option.reason:
                self.ui.announcer.announce(f"{option.text}: {option.reason}")
            return
        if index != self.index:
            self.index = index
            if self.on_change is not None:
                self.on_change(option.value)
        if self.ui is not None and (self.ui.shows_ring or self.focused):
            self.ui.announcer.announce(self.describe())

    def activate(self) -> None:
        """Open the list."""
        ui = self.ui
        if ui is None or self._open is not None:
            return

        def pick(option: Option[T]) -> None:
            ui.close(panel)
            self.choose(self.options.index(option))

        def on_closed() -> None:
            self._open = None

        menu: ScrollList[Option[T]] = ScrollList(
            f"{self.name} options", self.options, lambda o: o.text, selected=self.index, on_activate=pick,
            possible=lambda o: o.reason or True, row_tip=lambda o: o.tip or None,
        )  # fmt: skip
        menu.activates_on_press = True
        panel = Panel(menu, pad=3, box="raised")
        self._open = panel
        ui.open_menu(panel, self.rect, on_closed)
        menu.scroll.reveal(self.index * menu.row_height, menu.row_height)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Choose the previous possible option with Left, and the next one with Right."""
        if symbol not in {codes.LEFT, codes.RIGHT} or not self.enabled:
            return False
        by = 1 if symbol == codes.RIGHT else -1
        index = self.index + by
        while 0 <= index < len(self.options) and self.options[index].reason:
            index += by
        if 0 <= index < len(self.options):
            self.choose(index)
        return True

    def paint(self, canvas: Canvas) -> None:
        """Draw the chosen option, and a sign for the list of the others."""
        look = "button.disabled" if not self.enabled else "button.hover" if self.hovered else "button"
        canvas.box(look, self.rect)
        ink = "text" if self.enabled else "disabled"
        r = self.rect
        if self.options:
            canvas.label(self.options[self.index].text, Rect(r.x + 11, r.y, r.w - 38, r.h), ink, align=0)
        canvas.stroke_icon(
            "down", Rect(r.right - 25, r.y + (r.h - 15) / 2, 15, 15), "muted" if self.enabled else "disabled"
        )

    def value_text(self) -> str:
        """Return the text of the chosen option."""
        return self.options[self.index].text if self.options else ""
