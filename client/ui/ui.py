"""The user interface of one screen: widgets, layers, time, pointer and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pyglet.window import key as codes

from client.ui.canvas import Canvas
from client.ui.clipboard import Clipboard
from client.ui.controls.layout import DESIGN_SIZE, Anchored
from client.ui.controls.tooltip import DELAY_SECONDS, overlaps, place_beside
from client.ui.damage import PaintedPart, PixelBox, diff_boxes, make_part
from client.ui.drag import DRAG_THRESHOLD_PIXELS, DragSource
from client.ui.focus import FocusTree
from client.ui.hexes import Rect
from client.ui.keys import Keymap, is_unknown
from client.ui.resting_pointer import RestingPointer
from client.ui.screen_reader import Announcer
from client.ui.tree import Layer, Placer
from client.ui.widget import LEFT, Widget, collect_parts, self_and_ancestors, trigger, walk

ARROW_DIRECTIONS: dict[int, tuple[str, float, float]] = {
    codes.LEFT: ("left", -1, 0),
    codes.RIGHT: ("right", 1, 0),
    codes.UP: ("up", 0, 1),
    codes.DOWN: ("down", 0, -1),
}


@dataclass(slots=True)
class DragOperation:
    """A drag that is in progress."""

    source: Widget
    carry: DragSource
    payload: object
    start: tuple[float, float]
    at: tuple[float, float]
    target: Widget | None = None
    refusal: str = ""
    """The reason why the widget under the pointer refuses the drop."""

    def move(self, x: float, y: float, under: Widget | None) -> None:
        """Move the dragged thing to this point, over this widget."""
        self.at = (x, y)
        self.target, self.refusal = None, ""
        for widget in self_and_ancestors(under) if under is not None else ():
            if widget.drop_target is not None and widget is not self.source:
                answer = widget.drop_target.accepts(self.payload)
                self.target = widget
                self.refusal = "" if answer is True else answer or "Not here"
                return

    def end(self) -> None:
        """Drop the payload."""
        if self.target is not None and self.target.drop_target is not None and not self.refusal:
            self.target.drop_target.on_drop(self.payload, *self.at)
        elif self.carry.on_cancel is not None:
            self.carry.on_cancel()

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame of the target and the ghost at the pointer."""
        if self.target is not None:
            canvas.box("drop.bad" if self.refusal else "drop", self.target.rect)
        x, y = self.at
        if self.carry.paint_ghost is not None:
            self.carry.paint_ghost(canvas, x, y)
            return
        with canvas.translate(x - self.start[0], y - self.start[1]), canvas.fade(0.6):
            for widget in walk(self.source):
                widget.paint(canvas)


class Ui(FocusTree):
    """All that a screen shows above its picture, and the player's input."""

    def __init__(
        self,
        size: tuple[float, float] = DESIGN_SIZE,
        announcer: Announcer | None = None,
        keys: Keymap | None = None,
        clipboard: Clipboard | None = None,
    ) -> None:
        super().__init__(size, announcer)
        self.keys = keys or Keymap()
        self.clipboard = clipboard or Clipboard()
        self.on_input: Callable[[], object] = lambda: None
        """A function that is called for each key press and each press of a button."""
        self.shortcuts: dict[int, Callable[[], object]] = {}
        """Functions of keys that have no name, by symbol, for keys that no widget handles."""
        self.space_presses = True
        """True if the space bar presses the focused widget."""
        self.hover: Widget | None = None
        self.drag: DragOperation | None = None
        self.pointer = (-1.0, -1.0)
        self.repaints = 0
        """The number of times that the quads were collected again."""
        self._captured: tuple[Widget, int, tuple[float, float]] | None = None
        self._tip_subject: tuple[object, ...] = ()
        self._tip: tuple[str | Widget | None, Rect] = (None, Rect(0, 0, 0, 0))
        self.uncovered_areas: Callable[[], Sequence[Rect]] = tuple
        """A function that returns the areas that no tooltip may cover.

        The tooltip of a widget within an area may cover that area.
        """
        self.resting = RestingPointer()
        self._tip_areas: Sequence[Rect] = ()
        """The areas that no tooltip may cover, as they were at the last change."""
        self._tickers: list[Callable[[float], bool]] = []
        self._parts: list[PaintedPart] = []
        self.root.root_ui = self
        self.tooltip.root_ui = self

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open(
        self,
        widget: Widget,
        placer: Placer | Rect | None = None,
        kind: Literal["dialog", "menu", "panel"] = "dialog",
        veil: bool = True,
        escapable: bool = True,
        on_close: Callable[[], None] | None = None,
    ) -> Widget:
        """Show a widget above all others, by default in the middle.

        If `kind` is "panel", the widgets below stay usable.
        """
        place = placer if callable(placer) else (lambda _size, _window: placer) if placer is not None else _centred_rect
        root = Anchored()
        root.root_ui = self
        root.add(widget)
        layer = Layer(root, widget, place, kind, veil and kind == "dialog", escapable, on_close, self.focus)
        self.layers.append(layer)
        self.tooltip.hide()
        self.is_arranged = False
        self.is_dirty = True
        self.arrange()
        if kind != "panel":
            self._set_hover(None)
            first = next((w for w in walk(widget) if w.focusable and w.enabled), None)
            self.focus_on(first, quiet=True)
            if widget.name:
                self.announcer.announce(widget.describe())
        return widget

    def open_menu(self, widget: Widget, beside: Rect, on_close: Callable[[], None] | None = None) -> Widget:
        """Show a widget below a rectangle, or else above it, until the player presses elsewhere."""

        def below(size: tuple[float, float], window: Rect) -> Rect:
            w, h = max(size[0], beside.w), min(size[1], window.h - 8)
            if beside.y - h - 2 >= window.y:
                return Rect(min(beside.x, window.right - w - 2), beside.y - h - 2, w, h)
            return place_beside(beside, w, h, window, 2)

        return self.open(widget, below, "menu", on_close=on_close)

    def close(self, widget: Widget | None = None) -> None:
        """Close the layer of a widget and all layers above it.

        Without a widget, close only the uppermost layer.
        """
        while self.layers:
            layer = self.layers.pop()
            self.release_widget(layer.root)
            self.is_dirty = True
            self.tooltip.hide()
            before = layer.focus_before
            if layer.kind != "panel" and before is not None and before.ui is self:
                self.focus_on(before, quiet=True)
            if layer.on_close is not None:
                layer.on_close()
            if widget is None or layer.widget is widget:
                break
        self.move_pointer(*self.pointer)

    def release_widget(self, widget: Widget) -> None:
        """Release a widget that leaves the tree, and all widgets inside it."""
        gone = {id(w) for w in _walk_all(widget)}
        if self.hover is not None and id(self.hover) in gone:
            self.hover = None
        if self.focus is not None and id(self.focus) in gone:
            self.focus.focused = False
            self.focus = None
        if self._captured is not None and id(self._captured[0]) in gone:
            self._captured = None
        if self.drag is not None and id(self.drag.source) in gone:
            self.drag = None
        self._last_by_region = {region: w for region, w in self._last_by_region.items() if id(w) not in gone}

    # Time and drawing -----------------------------------------------------------------------------------------------

    def add_ticker(self, ticker: Callable[[float], bool]) -> None:
        """Register a function to be called in each frame with the seconds passed.

        The calls end when the function returns False.
        """
        if ticker not in self._tickers:
            self._tickers.append(ticker)

    def update(self, dt: float) -> None:
        """Advance the time."""
        self._tickers = [ticker for ticker in list(self._tickers) if ticker(dt)]
        self.resting.advance(dt)
        if self.drag is not None or self._captured is not None:
            self.tooltip.hide()
            return
        if self.hover is None:
            self._tip_subject, self._tip = (), (None, self.window)
        else:
            self.arrange()
            asked = (self.hover, self.pointer, self.hover.enabled, self.repaints)
            if asked != self._tip_subject:
                if self.widget_at(*self.pointer) is not self.hover:  # a widget came between without a move
                    self.move_pointer(*self.pointer)
                before, had_tip, areas = self._tip_subject[:1], bool(self._tip[0]), self._tip_areas
                self._tip_subject = asked
                self._tip = self.hover.tip_at(*self.pointer) if self.hover is not None else (None, self.window)
                self._tip_areas = self._areas_around(self._tip[1])
                is_new = before != (self.hover,) or not had_tip
                covers = any(overlaps(self.tooltip.rect, kept) for kept in self._tip_areas)
                is_in_the_way = self.tooltip.visible and covers and self._tip_areas != areas
                if self.resting.seconds > DELAY_SECONDS and (is_new or is_in_the_way):
                    self.resting.silence()
        if self.resting.is_quiet and not self.tooltip.pinned:
            self.tooltip.hide()
            return
        beside = self._tip[1]
        self.tooltip.track(*self._tip, dt, self.window, lambda: self._areas_around(beside))

    def _areas_around(self, beside: Rect) -> list[Rect]:
        """Return the areas that a tooltip at this place must not cover.

        Return none while a dialog is open, because nothing below the dialog can be pressed.
        """
        if self.modal:
            return []
        return [kept for kept in self.uncovered_areas() if not kept.contains(*beside.center)]

    def paint(self, canvas: Canvas) -> tuple[list[PaintedPart], list[PixelBox] | None]:
        """Return all parts from the lowest to the uppermost, and the boxes that changed.

        None instead of the boxes means that everything changed.
        """
        self.arrange()
        if not self.is_dirty:
            return self._parts, []
        self.is_dirty = False
        out: list[PaintedPart] = []
        collect_parts(self.root, canvas, out)
        for layer in self.layers:
            if layer.veil:
                canvas.fill(self.window, "veil")
                out.append(make_part(layer, canvas.take_quads()))
            collect_parts(layer.root, canvas, out)
        if self.shows_ring and self.focus is not None:
            canvas.box("focus", self.focus.focus_rect().inset(-3).moved(*_total_shift(self.focus)))
        if self.drag is not None:
            self.drag.paint(canvas)
        out.append(make_part(self, canvas.take_quads()))
        collect_parts(self.tooltip, canvas, out)
        changed = diff_boxes(self._parts, out)
        self._parts = out
        self.repaints += 1
        return out, changed

    # Pointer ----------------------------------------------------------------------------------------------------------

    def move_pointer(self, x: float, y: float) -> Widget | None:
        """Move the pointer; return the widget under it."""
        self.pointer = (x, y)
        self.resting.move(x, y)
        found = self.widget_at(x, y)
        if self.drag is not None:
            self.drag.move(x, y, found)
            self.is_dirty = True
            return found
        self._set_hover(found)
        if found is not None:
            found.on_move(x, y)
        return found

    def leave_pointer(self) -> None:
        """React when the pointer leaves the window."""
        self.pointer = (-1.0, -1.0)
        self._set_hover(None)

    def press(self, x: float, y: float, button: int) -> bool:
        """Handle a button press; return True if a widget accepted it."""
        self.on_input()
        self.tooltip.hide()
        self._set_ring(False)
        if self.drag is not None:
            self._drop(cancel=True)
            return True
        if self._captured is not None:
            return True
        found = self.move_pointer(x, y)
        self.resting.silence()
        top = self.layers[-1] if self.layers else None
        if top is not None and top.kind == "menu" and found is None:
            self.close()
            return True
        above = list(self_and_ancestors(found)) if found is not None else []
        focus = next((w for w in above if w.focusable), None)
        if button == LEFT:
            self.focus_on(focus, quiet=True, ring=False)
        for widget in above:
            on_bar = button == LEFT and widget.scroll is not None and widget.scroll.press(x, y)
            if on_bar or widget.on_press(x, y, button):
                self._captured = (widget, button, (x, y))
                widget.pressed = button == LEFT
                return True
        return found is not None or self.modal

    def drag_to(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Move the pointer while a button is down."""
        self.pointer = (x, y)
        self.resting.move(x, y)
        if self.drag is not None:
            self.move_pointer(x, y)
            return True
        if self._captured is None:
            self.move_pointer(x, y)
            return False
        widget, button, start = self._captured
        if widget.scroll is not None and widget.scroll.dragging:
            widget.scroll.drag(y)
            return True
        carry = widget.drag_source
        far = abs(x - start[0]) + abs(y - start[1])
        if carry is not None and button == LEFT and widget.enabled and far >= DRAG_THRESHOLD_PIXELS:
            payload = carry.payload()
            if payload is not None:
                self.drag = DragOperation(widget, carry, payload, start, (x, y))
                widget.pressed = False
                widget.touch()
                self._set_hover(None)
                self.move_pointer(x, y)
                return True
        widget.on_drag(x, y, dx, dy)
        return True

    def release(self, x: float, y: float, button: int) -> bool:
        """Handle a button release."""
        if self.drag is not None:
            self.move_pointer(x, y)
            self._drop(cancel=False)
            return True
        if self._captured is None or self._captured[1] != button:
            return False
        widget = self._captured[0]
        self._captured = None
        widget.pressed = False
        if widget.scroll is not None and widget.scroll.dragging:
            widget.scroll.release()
        else:
            widget.on_release(x, y, button)
        self.move_pointer(x, y)
        return True

    def scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Handle a turn of the wheel; return True if a widget accepted it."""
        found = self.move_pointer(x, y)
        for widget in self_and_ancestors(found) if found is not None else ():
            if widget.on_scroll(x, y, dx, dy) or (widget.scroll is not None and widget.scroll.wheel(dy)):
                self.move_pointer(x, y)
                return True
        return self.modal

    def is_dragging_from(self, widget: Widget) -> bool:
        """Return True if the player drags something from this widget."""
        return self.drag is not None and self.drag.source is widget

    def _drop(self, cancel: bool) -> None:
        drag, self.drag, self._captured = self.drag, None, None
        assert drag is not None
        if cancel:
            drag.target = None
        drag.end()
        if drag.refusal and not cancel:
            self.announcer.announce(drag.refusal)
            if self.on_feedback is not None:
                self.on_feedback("refuse")
        drag.source.touch()
        self.move_pointer(*self.pointer)
        if self.hover is not drag.source:
            drag.source.on_pointer(False)

    def _set_hover(self, widget: Widget | None) -> None:
        if widget is self.hover:
            return
        if self.hover is not None:
            self.hover.hovered = False
            self.hover.on_pointer(False)
        self.hover = widget
        if widget is not None:
            widget.hovered = True
            widget.on_pointer(True)

    # Keys -------------------------------------------------------------------------------------------------------------

    def press_key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key press or repeat; return True if it did something here."""
        self.on_input()
        action = self.keys.action_for(symbol, modifiers)
        if self.drag is not None:
            if action == "back":
                self._drop(cancel=True)
            return True
        if action != "inspect":
            self.tooltip.hide()
            self.resting.silence()
        focus = self.focus
        scroll = focus.scroll if focus is not None else None
        if focus is not None and (focus.on_key(symbol, modifiers) or (scroll is not None and scroll.key(symbol))):
            self._set_ring(self.shows_ring or focus.text_input is None)
            return True
        typing = focus is not None and focus.text_input is not None
        if typing and _is_printable_key(symbol, modifiers):
            return True
        if action == "back" and self.layers and self.layers[-1].escapable:
            self.close()
            return True
        if action in {"next", "previous"}:
            return self.step_focus(1 if action == "next" else -1)
        if (
            symbol in ARROW_DIRECTIONS
            and not modifiers & (codes.MOD_CTRL | codes.MOD_ALT)
            and self.move_focus(*ARROW_DIRECTIONS[symbol])
        ):
            return True
        space = symbol == codes.SPACE and self.space_presses and not typing
        pressed = focus if self.shows_ring else self.primary_button if action == "confirm" else None
        if (action == "confirm" or space) and pressed is not None:
            trigger(pressed)
            return True
        if action == "inspect":
            return self.describe_focus()
        if symbol in self.shortcuts and not self.modal:
            self.shortcuts[symbol]()
            return True
        return self.modal and action not in {"full screen", "screenshot"}

    def describe_focus(self) -> bool:
        """Show and announce the description of the focused widget, or of the one under the pointer.

        A second call hides the description.
        """
        if self.tooltip.pinned:
            self.tooltip.hide()
            return True
        widget = self.focus if self.shows_ring and self.focus is not None else self.hover or self.focus
        if widget is None:
            return False
        by_pointer = widget is self.hover and not self.shows_ring
        x, y = self.pointer if by_pointer else widget.focus_rect().center
        content, beside = widget.tip_at(x, y)
        if not content:
            return False
        self.tooltip.show(content, beside, self.window, self._areas_around(beside))
        self.tooltip.pinned = True
        self.announcer.announce(content if isinstance(content, str) else content.describe())
        return True

    def type_text(self, text: str) -> bool:
        """Handle typed text."""
        if self.focus is None or self.focus.text_input is None or not self.focus.enabled:
            return False
        self.focus.text_input.on_text(text)
        return True

    def move_caret(self, motion: int, select: bool = False) -> bool:
        """Handle a press or repeat of a key that moves the caret."""
        if self.focus is None or self.focus.text_input is None or not self.focus.enabled:
            return False
        self.focus.text_input.on_motion(motion, select)
        return True


def _walk_all(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _walk_all(child)


def _total_shift(widget: Widget) -> tuple[float, float]:
    return sum(w.shift[0] for w in self_and_ancestors(widget)), sum(w.shift[1] for w in self_and_ancestors(widget))


def _centred_rect(size: tuple[float, float], window: Rect) -> Rect:
    w, h = min(size[0], window.w - 16), min(size[1], window.h - 16)
    return Rect((window.w - w) / 2, (window.h - h) / 2, w, h)


def _is_printable_key(symbol: int, modifiers: int) -> bool:
    """Return True if a key press also types text.

    AltGr, which some systems report as Ctrl+Alt, types text too.
    """
    held = modifiers & (codes.MOD_CTRL | codes.MOD_ALT | codes.MOD_COMMAND)
    if held and held != codes.MOD_CTRL | codes.MOD_ALT:
        return False
    return (
        codes.SPACE <= symbol <= codes.ASCIITILDE
        or is_unknown(symbol)
        or codes.NUM_0 <= symbol <= codes.NUM_9
        or symbol in {codes.BACKSPACE, codes.DELETE}
    )
