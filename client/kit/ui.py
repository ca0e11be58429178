"""The user interface of one screen: the tree of widgets, what is above it, the pointer, the focus and the keys."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pyglet.window import key as codes

from client.kit.announcer import Announcer
from client.kit.canvas import Canvas
from client.kit.drag import THRESHOLD, Drag
from client.kit.hexes import Rect
from client.kit.keys import Keymap
from client.kit.layout import DESIGN, Anchored
from client.kit.tooltip import Tooltip, beside_of
from client.kit.widget import LEFT, Widget

W = TypeVar("W", bound=Widget)
Placer = Callable[[tuple[float, float], Rect], Rect]
ARROWS: dict[int, tuple[str, float, float]] = {
    codes.LEFT: ("left", -1, 0),
    codes.RIGHT: ("right", 1, 0),
    codes.UP: ("up", 0, 1),
    codes.DOWN: ("down", 0, -1),
}


class Clipboard:
    """Text to copy and paste; the window puts the system's in its place."""

    def __init__(self) -> None:
        self._text = ""

    def get(self) -> str:
        """What was copied."""
        return self._text

    def set(self, text: str) -> None:
        """Copy."""
        self._text = text


@dataclass(slots=True)
class Layer:
    """Something above the tree: a dialog (modal) or a menu (closes when one presses beside it)."""

    root: Anchored
    widget: Widget
    placer: Placer
    kind: Literal["dialog", "menu", "panel"]
    veil: bool
    escapable: bool
    on_close: Callable[[], None] | None
    focus_before: Widget | None


class Ui:
    """Everything that a screen shows above its picture. Lengths in design pixels."""

    def __init__(
        self,
        size: tuple[float, float] = DESIGN,
        announcer: Announcer | None = None,
        keys: Keymap | None = None,
        clipboard: Clipboard | None = None,
    ) -> None:
        self.announcer = announcer or Announcer()
        self.keys = keys or Keymap()
        self.clipboard = clipboard or Clipboard()
        self.on_feedback: Callable[[str], object] | None = None
        """Called with "press", "focus" or "refuse": for sounds."""
        self.space_presses = True
        """Whether the space bar presses what has the focus."""
        self.root = Anchored()
        self.layers: list[Layer] = []
        self.tooltip = Tooltip()
        self.dirty = True
        self.arranged = False
        self.hover: Widget | None = None
        self.focus: Widget | None = None
        self.ring = False
        """Whether the focus is shown: only while one uses the keys."""
        self.drag: Drag | None = None
        self.pointer = (-1.0, -1.0)
        self.repaints = 0
        """How often the quads were collected anew."""
        self._captured: tuple[Widget, int, tuple[float, float]] | None = None
        self._last: dict[str, Widget] = {}
        self._asked: tuple[object, ...] = ()
        self._tip: tuple[str | Widget | None, Rect] = (None, Rect(0, 0, 0, 0))
        self._tickers: list[Callable[[float], bool]] = []
        self._quads = array("f")
        self.root._ui = self
        self.tooltip._ui = self
        self.resize(*size)

    # The tree -----------------------------------------------------------------------------------------------------

    def resize(self, w: float, h: float) -> None:
        """The window has this many design pixels."""
        self.size = (w, h)
        self.arranged = False
        self.dirty = True

    @property
    def window(self) -> Rect:
        """The whole window."""
        return Rect(0, 0, *self.size)

    def put(self, widget: W, at: tuple[float, float, float, float] | Rect, h: Any = "low", v: Any = "low") -> W:
        """Add a widget at a place of the 1280x720 design; see layout.Anchored."""
        self.root.put(widget, at, h, v)
        return widget

    def widgets(self) -> Iterator[Widget]:
        """Everything that is visible, from below to above."""
        yield from self.root.walk()
        for layer in self.layers:
            yield from layer.root.walk()

    def find(self, name: str, kind: type[W] | None = None) -> W:
        """The visible widget of this accessible name; LookupError if there is none or more than one."""
        found = [w for w in self.widgets() if w.name == name and (kind is None or isinstance(w, kind))]
        if len(found) != 1:
            names = sorted({w.name for w in self.widgets() if w.name})
            raise LookupError(f"{len(found)} widgets are called {name!r}; there are {', '.join(names)}")
        return found[0]  # type: ignore[return-value]

    def arrange(self) -> None:
        """Place everything if something changed its size."""
        while not self.arranged:
            self.arranged = True
            self.root.place(self.window)
            for layer in self.layers:
                layer.root.place(self.window)
                layer.widget.place(layer.placer(layer.widget.wish(self.size[0]), self.window))

    def touch_all(self) -> None:
        """Paint everything anew: the scale or the theme changed."""
        for root in (self.root, self.tooltip, *(layer.root for layer in self.layers)):
            root.touch_tree()
        self.arranged = False

    def forget(self, widget: Widget) -> None:
        """A widget leaves the tree: let go of it and of what is inside."""
        gone = {id(w) for w in _all(widget)}
        if self.hover is not None and id(self.hover) in gone:
            self.hover = None
        if self.focus is not None and id(self.focus) in gone:
            self.focus.focused = False
            self.focus = None
        if self._captured is not None and id(self._captured[0]) in gone:
            self._captured = None
        if self.drag is not None and id(self.drag.source) in gone:
            self.drag = None
        self._last = {region: w for region, w in self._last.items() if id(w) not in gone}

    # What lies above ------------------------------------------------------------------------------------------------

    def open(
        self,
        widget: Widget,
        placer: Placer | Rect | None = None,
        kind: Literal["dialog", "menu", "panel"] = "dialog",
        veil: bool = True,
        escapable: bool = True,
        on_close: Callable[[], None] | None = None,
    ) -> Widget:
        """Show a widget above everything, by default in the middle. A "panel" leaves what is below usable."""
        place = placer if callable(placer) else (lambda _size, _window: placer) if placer is not None else _middle
        root = Anchored()
        root._ui = self
        root.add(widget)
        layer = Layer(root, widget, place, kind, veil and kind == "dialog", escapable, on_close, self.focus)
        self.layers.append(layer)
        self.tooltip.hide()
        self.arranged = False
        self.dirty = True
        self.arrange()
        if kind != "panel":
            self._set_hover(None)
            first = next((w for w in widget.walk() if w.focusable and w.enabled), None)
            self.focus_on(first, quiet=True)
            if widget.name:
                self.announcer.say(widget.describe())
        return widget

    def menu(self, widget: Widget, beside: Rect, on_close: Callable[[], None] | None = None) -> Widget:
        """Show a widget below (else above) a rectangle until one presses elsewhere."""

        def below(size: tuple[float, float], window: Rect) -> Rect:
            w, h = max(size[0], beside.w), min(size[1], window.h - 8)
            if beside.y - h - 2 >= window.y:
                return Rect(min(beside.x, window.right - w - 2), beside.y - h - 2, w, h)
            return beside_of(beside, w, h, window, 2)

        return self.open(widget, below, "menu", on_close=on_close)

    def close(self, widget: Widget | None = None) -> None:
        """Close the layer of this widget and all above it; without a widget only the uppermost."""
        while self.layers:
            layer = self.layers.pop()
            self.forget(layer.root)
            self.dirty = True
            self.tooltip.hide()
            before = layer.focus_before
            if layer.kind != "panel" and before is not None and before.ui is self:
                self.focus_on(before, quiet=True)
            if layer.on_close is not None:
                layer.on_close()
            if widget is None or layer.widget is widget:
                break
        self.move(*self.pointer)

    def _roots(self) -> list[Widget]:
        """What the keys and the focus belong to: the uppermost dialog or menu, else the tree, and panels above it."""
        roots: list[Widget] = []
        for layer in reversed(self.layers):
            roots.insert(0, layer.root)
            if layer.kind != "panel":
                return roots
        return [self.root, *roots]

    @property
    def modal(self) -> bool:
        """Whether a dialog or a menu keeps everything else from the player."""
        return any(layer.kind != "panel" for layer in self.layers)

    def hit(self, x: float, y: float) -> Widget | None:
        """The widget under a point."""
        self.arrange()
        for layer in reversed(self.layers):
            found = layer.root.hit(x, y)
            if found is not None and found is not layer.root:
                return found
            if layer.kind != "panel":
                return None
        return self.root.hit(x, y)

    # Time and drawing -----------------------------------------------------------------------------------------------

    def every_frame(self, ticker: Callable[[float], bool]) -> None:
        """Call this with the seconds passed until it returns false."""
        if ticker not in self._tickers:
            self._tickers.append(ticker)

    def update(self, dt: float) -> None:
        """Let time pass."""
        self._tickers = [ticker for ticker in list(self._tickers) if ticker(dt)]
        if self.drag is not None or self._captured is not None:
            self.tooltip.hide()
        elif self.hover is not None:
            self.arrange()
            asked = (self.hover, self.pointer, self.hover.enabled, self.repaints)
            if asked != self._asked:
                self._asked, self._tip = asked, self.hover.tip_at(*self.pointer)
            self.tooltip.follow(*self._tip, dt, self.window)
        else:
            self.tooltip.follow(None, self.window, dt, self.window)

    @property
    def moving(self) -> bool:
        """Whether something changes by itself from frame to frame."""
        return bool(self._tickers)

    def paint(self, canvas: Canvas) -> tuple[array[float], bool]:
        """The quads of everything, and whether they are other than the last time."""
        self.arrange()
        if not self.dirty:
            return self._quads, False
        self.dirty = False
        out = array("f")
        self.root.draw(canvas, out)
        for layer in self.layers:
            if layer.veil:
                canvas.fill(self.window, "veil")
                out.extend(canvas.take())
            layer.root.draw(canvas, out)
        if self.ring and self.focus is not None:
            canvas.box("focus", self.focus.focus_rect().inset(-3).moved(*_shift(self.focus)))
        if self.drag is not None:
            self.drag.paint(canvas)
        out.extend(canvas.take())
        self.tooltip.draw(canvas, out)
        self._quads = out
        self.repaints += 1
        return out, True

    # The pointer ----------------------------------------------------------------------------------------------------

    def move(self, x: float, y: float) -> Widget | None:
        """The pointer is here; returns what is under it."""
        self.pointer = (x, y)
        found = self.hit(x, y)
        if self.drag is not None:
            self.drag.move(x, y, found)
            self.dirty = True
            return found
        self._set_hover(found)
        if found is not None:
            found.on_move(x, y)
        return found

    def leave(self) -> None:
        """The pointer left the window."""
        self.pointer = (-1.0, -1.0)
        self._set_hover(None)

    def press(self, x: float, y: float, button: int) -> bool:
        """A button went down; true if a widget took it."""
        self.tooltip.hide()
        self._set_ring(False)
        if self.drag is not None:
            self._drop(cancel=True)
            return True
        if self._captured is not None:
            return True
        found = self.move(x, y)
        top = self.layers[-1] if self.layers else None
        if top is not None and top.kind == "menu" and found is None:
            self.close()
            return True
        lineage = list(found.lineage()) if found is not None else []
        focus = next((w for w in lineage if w.focusable), None)
        if button == LEFT:
            self.focus_on(focus, quiet=True, ring=False)
        for widget in lineage:
            if widget.on_press(x, y, button):
                self._captured = (widget, button, (x, y))
                widget.pressed = button == LEFT
                return True
        return found is not None or self.modal

    def drag_to(self, x: float, y: float, dx: float, dy: float) -> bool:
        """The pointer moved with a button down."""
        self.pointer = (x, y)
        if self.drag is not None:
            self.move(x, y)
            return True
        if self._captured is None:
            self.move(x, y)
            return False
        widget, button, start = self._captured
        carry = widget.carry
        far = abs(x - start[0]) + abs(y - start[1])
        if carry is not None and button == LEFT and widget.enabled and far >= THRESHOLD:
            payload = carry.payload()
            if payload is not None:
                self.drag = Drag(widget, carry, payload, start, (x, y))
                widget.pressed = False
                widget.touch()
                self._set_hover(None)
                self.move(x, y)
                return True
        widget.on_drag(x, y, dx, dy)
        return True

    def release(self, x: float, y: float, button: int) -> bool:
        """A button went up."""
        if self.drag is not None:
            self.move(x, y)
            self._drop(cancel=False)
            return True
        if self._captured is None or self._captured[1] != button:
            return False
        widget = self._captured[0]
        self._captured = None
        widget.pressed = False
        widget.on_release(x, y, button)
        self.move(x, y)
        return True

    def scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """The wheel turned; true if a widget took it."""
        found = self.move(x, y)
        for widget in found.lineage() if found is not None else ():
            if widget.on_scroll(x, y, dx, dy):
                self.move(x, y)
                return True
        return self.modal

    def _drop(self, cancel: bool) -> None:
        drag, self.drag, self._captured = self.drag, None, None
        assert drag is not None
        if cancel:
            drag.target = None
        drag.end()
        if drag.refusal and not cancel:
            self.announcer.say(drag.refusal)
            if self.on_feedback is not None:
                self.on_feedback("refuse")
        drag.source.touch()
        self.move(*self.pointer)
        if self.hover is not drag.source:
            drag.source.on_leave()

    def _set_hover(self, widget: Widget | None) -> None:
        if widget is self.hover:
            return
        if self.hover is not None:
            self.hover.hovered = False
            self.hover.on_leave()
        self.hover = widget
        if widget is not None:
            widget.hovered = True
            widget.on_enter()

    # The focus ------------------------------------------------------------------------------------------------------

    def focus_on(self, widget: Widget | None, quiet: bool = False, ring: bool | None = None) -> None:
        """Give the focus to a widget, and say so unless quiet."""
        if ring is not None:
            self._set_ring(ring)
        if widget is self.focus:
            return
        before, self.focus = self.focus, widget
        self.dirty = True
        if before is not None:
            before.focused = False
            before.on_blur()
        if widget is not None:
            widget.focused = True
            self._last[_region(widget)] = widget
            widget.on_focus()
            if not quiet:
                self.announcer.say(widget.describe())
                if self.on_feedback is not None:
                    self.on_feedback("focus")

    def focusables(self, region: str | None = None) -> list[Widget]:
        """What can have the focus now, in the order of the tree."""
        return [
            w for root in self._roots() for w in root.walk() if w.focusable and (region is None or _region(w) == region)
        ]

    def regions(self) -> list[str]:
        """The regions that have something to focus, in the order of the tree."""
        return list(dict.fromkeys(_region(w) for w in self.focusables()))

    def step_focus(self, by: int) -> bool:
        """Tab: the next region, or within one that wants it (`tab_each`, or if it is the only one) the next widget."""
        regions = self.regions()
        if not regions:
            return False
        self.arrange()
        if self.focus is None or self.focus not in self.focusables():
            self.focus_on(self._entry(regions[0 if by > 0 else -1], by), ring=True)
            return True
        region = _region(self.focus)
        if len(regions) == 1 or any(w.tab_each for w in self.focus.lineage()):
            within = self.focusables(region)
            i = within.index(self.focus) + by
            if 0 <= i < len(within) or len(regions) == 1:
                self.focus_on(within[i % len(within)], ring=True)
                return True
        other = regions[(regions.index(region) + by) % len(regions)]
        self.focus_on(self._entry(other, by), ring=True)
        return True

    def move_focus(self, direction: str, dx: float, dy: float) -> bool:
        """An arrow key: the nearest widget of the region in that direction."""
        self.arrange()
        here = self.focus
        if here is None or here not in self.focusables():
            regions = self.regions()
            if not regions:
                return False
            self.focus_on(self._entry(regions[0], 1), ring=True)
            return True
        if not self.ring:
            self._set_ring(True)
        named = here.neighbours.get(direction)
        if named is not None and named.visible:
            self.focus_on(named)
            return True
        best, least = None, float("inf")
        for other in self.focusables(_region(here)):
            if other is not here:
                far = _way(here.focus_rect(), other.focus_rect(), dx, dy)
                if far < least:
                    best, least = other, far
        if best is not None:
            self.focus_on(best)
        return best is not None

    def _entry(self, region: str, by: int) -> Widget:
        """Where one comes into a region: where one left it, else its first that can be used."""
        within = self.focusables(region)
        last = self._last.get(region)
        if last in within and not any(w.tab_each for w in last.lineage()):
            return last
        usable = [w for w in within if w.enabled] or within
        return usable[0] if by > 0 or not any(w.tab_each for w in usable[-1].lineage()) else usable[-1]

    def _set_ring(self, on: bool) -> None:
        if on != self.ring:
            self.ring = on
            self.dirty = True

    # The keys -------------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> bool:
        """A key went down (or repeats); true if it did something here."""
        action = self.keys.action(symbol, modifiers)
        if self.drag is not None:
            if action == "back":
                self._drop(cancel=True)
            return True
        if action != "inspect":
            self.tooltip.hide()
        focus = self.focus
        if focus is not None and focus.on_key(symbol, modifiers):
            self._set_ring(self.ring or not focus.wants_text)
            return True
        typing = focus is not None and focus.wants_text
        if typing and _printable(symbol, modifiers):
            return True
        if action == "back" and self.layers and self.layers[-1].escapable:
            self.close()
            return True
        if action in {"next", "previous"}:
            return self.step_focus(1 if action == "next" else -1)
        if symbol in ARROWS and not modifiers & (codes.MOD_CTRL | codes.MOD_ALT) and self.move_focus(*ARROWS[symbol]):
            return True
        space = symbol == codes.SPACE and self.space_presses and not typing
        if (action == "confirm" or space) and focus is not None and self.ring:
            focus.press_it()
            return True
        if action == "inspect":
            return self.inspect()
        return self.modal and action not in {"full screen", "screenshot"}

    def inspect(self) -> bool:
        """Show and say what the thing with the focus (or under the pointer) is; a second time hides it."""
        if self.tooltip.pinned:
            self.tooltip.hide()
            return True
        widget = self.focus if self.ring and self.focus is not None else self.hover or self.focus
        if widget is None:
            return False
        by_pointer = widget is self.hover and not self.ring
        x, y = self.pointer if by_pointer else widget.focus_rect().center
        content, beside = widget.tip_at(x, y)
        if not content:
            return False
        self.tooltip.show(content, beside, self.window)
        self.tooltip.pinned = True
        self.announcer.say(content if isinstance(content, str) else content.describe())
        return True

    def text(self, text: str) -> bool:
        """Something was typed."""
        if self.focus is None or not self.focus.wants_text or not self.focus.enabled:
            return False
        self.focus.on_text(text)
        return True

    def motion(self, motion: int, select: bool = False) -> bool:
        """A key that moves the caret was pressed or repeats."""
        if self.focus is None or not self.focus.wants_text or not self.focus.enabled:
            return False
        self.focus.on_motion(motion, select)
        return True


def _all(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _all(child)


def _region(widget: Widget) -> str:
    return next((w.region for w in widget.lineage() if w.region), "")


def _shift(widget: Widget) -> tuple[float, float]:
    return sum(w.shift[0] for w in widget.lineage()), sum(w.shift[1] for w in widget.lineage())


def _middle(size: tuple[float, float], window: Rect) -> Rect:
    w, h = min(size[0], window.w - 16), min(size[1], window.h - 16)
    return Rect((window.w - w) / 2, (window.h - h) / 2, w, h)


def _way(a: Rect, b: Rect, dx: float, dy: float) -> float:
    """How far it is from one rectangle to another in a direction; infinite if it does not lie there."""
    (ax, ay), (bx, by) = a.center, b.center
    ahead = (bx - ax) * dx + (by - ay) * dy
    if ahead <= 1:
        return float("inf")
    if dx:
        gap, aside = (b.x - a.right if dx > 0 else a.x - b.right), max(b.y - a.top, a.y - b.top, 0.0)
        skew = abs(by - ay)
    else:
        gap, aside = (b.y - a.top if dy > 0 else a.y - b.top), max(b.x - a.right, a.x - b.right, 0.0)
        skew = abs(bx - ax)
    if gap < -min(a.w, b.w) / 2 and aside == 0 and skew > ahead:
        return float("inf")
    if aside > 0 and aside > 3 * max(gap, 1.0) + max(a.h, a.w):
        return float("inf")
    return max(gap, 0.0) + 3 * aside + 0.3 * skew


def _printable(symbol: int, modifiers: int) -> bool:
    """Whether a key press is also typed as text."""
    return not modifiers & (codes.MOD_CTRL | codes.MOD_ALT | codes.MOD_COMMAND) and (
        codes.SPACE <= symbol <= codes.ASCIITILDE or symbol in {codes.BACKSPACE, codes.DELETE}
    )
