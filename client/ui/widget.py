"""The widget: a named rectangle that paints itself, handles input, and contains other widgets.

Widgets are retained: `paint` runs only after `touch`, and its quads are kept until then. Attributes declared with
`Reactive` call `touch` when their value changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Generic, Protocol, TypedDict, TypeVar, overload

from client.ui.canvas import Canvas
from client.ui.clipboard import Clipboard
from client.ui.damage import PaintedPart, make_part
from client.ui.drag import DragSource, DropTarget
from client.ui.hexes import Rect
from client.ui.keys import Keymap
from client.ui.resting_pointer import RestingPointer
from client.ui.screen_reader import Announcer

T = TypeVar("T")
LEFT, MIDDLE, RIGHT = 1, 2, 4
"""The mouse buttons."""
EMPTY_RECT = Rect(0, 0, 0, 0)
UNLIMITED = 1e9
"""A width, in design pixels, that no widget reaches."""
Tip = str | Callable[[], "str | Widget | None"]
"""A tooltip: rich text, or a function that returns rich text, a widget or None."""


class Reactive(Generic[T]):
    """An attribute whose change repaints the widget.

    With `layout=True`, a change also triggers a new layout. With `tree=True`, it also repaints all widgets inside, as
    moves and fades of the whole widget need it.
    """

    def __init__(self, default: T, layout: bool = False, tree: bool = False) -> None:
        self.default, self.layout, self.tree = default, layout, tree

    def __set_name__(self, owner: type, name: str) -> None:
        self.slot = f"_live_{name}"

    @overload
    def __get__(self, widget: None, owner: type) -> Reactive[T]: ...
    @overload
    def __get__(self, widget: Widget, owner: type) -> T: ...
    def __get__(self, widget: Widget | None, owner: type) -> Reactive[T] | T:
        if widget is None:
            return self
        value: T = widget.__dict__.get(self.slot, self.default)
        return value

    def __set__(self, widget: Widget, value: T) -> None:
        if widget.__dict__.get(self.slot, self.default) != value:
            widget.__dict__[self.slot] = value
            widget.touch(tree=self.tree)
            if self.layout:
                relayout(widget)


class WidgetOptions(TypedDict, total=False):
    """The keyword arguments of `Widget` except its name, for classes that pass them on."""

    tip: Tip | None
    region: str
    is_tab_stop: bool
    width: float | None
    height: float | None
    grow: float
    enabled: bool
    reason: str
    visible: bool


class NamedWidgetOptions(WidgetOptions, total=False):
    """The keyword arguments of `Widget`, for classes that pass them on."""

    name: str


class TextInput(Protocol):
    """A receiver of typed text."""

    def on_text(self, text: str) -> None:
        """Handle typed text."""

    def on_motion(self, motion: int, select: bool) -> None:
        """Move the caret; with `select`, the selection extends to it."""


class ScrollInput(Protocol):
    """A receiver of the wheel, of presses on a scroll bar, and of the page keys."""

    dragging: bool

    def wheel(self, dy: float) -> bool:
        """Scroll by the wheel; return False at the ends."""

    def press(self, x: float, y: float) -> bool:
        """Handle a press; return True if it is on the bar."""

    def drag(self, y: float) -> None:
        """Scroll as the bar is dragged."""

    def release(self) -> None:
        """Release the bar."""

    def key(self, symbol: int) -> bool:
        """Handle the page keys; return True if the key was one of them."""


class WidgetHost(Protocol):
    """The user interface to which a widget belongs (`ui.py`), as far as widgets use it."""

    announcer: Announcer
    keys: Keymap
    clipboard: Clipboard
    on_feedback: Callable[[str], object] | None
    is_dirty: bool
    is_arranged: bool
    shows_ring: bool
    pointer: tuple[float, float]
    resting: RestingPointer
    hover: Widget | None
    focus: Widget | None

    def release_widget(self, widget: Widget) -> None:
        """Release a widget that leaves the tree, and all widgets inside it."""

    def focus_on(self, widget: Widget | None, quiet: bool = False, ring: bool | None = None) -> None:
        """Give the focus to a widget, and announce it unless `quiet`."""

    def add_ticker(self, ticker: Callable[[float], bool]) -> None:
        """Register a function to be called in each frame with the seconds passed, until it returns False."""

    def is_dragging_from(self, widget: Widget) -> bool:
        """Return True if the player drags something from this widget."""

    def open_menu(self, widget: Widget, beside: Rect, on_close: Callable[[], None] | None = None) -> Widget:
        """Show a widget below a rectangle, or else above it, until the player presses elsewhere."""

    def open(self, widget: Widget) -> Widget:
        """Show a dialog above all other widgets."""

    def close(self, widget: Widget | None = None) -> None:
        """Close the layer of a widget and all layers above it."""

    def arrange(self) -> None:
        """Place all widgets again if the size of one has changed."""


class Widget:
    """The base class of all widgets.

    Lengths are in design pixels, y upwards. The parent's layout sets `rect`.
    """

    role: ClassVar[str] = ""
    """The kind of the widget, in a word that can be read aloud."""
    focusable: ClassVar[bool] = False
    clips: ClassVar[bool] = False
    """True if nothing inside the widget shows outside of it."""
    solid: ClassVar[bool] = False
    """True if the widget blocks the pointer even where there is nothing to press."""
    transparent: bool = False
    """True if the pointer passes through the widget and all widgets inside it."""

    visible = Reactive(True, layout=True, tree=True)
    enabled = Reactive(True)
    reason = Reactive("")
    """The reason why the widget is disabled, which is shown on hover and read aloud."""
    hovered = Reactive(False)
    pressed = Reactive(False)
    focused = Reactive(False)
    opacity = Reactive(1.0, tree=True)
    shift: Reactive[tuple[float, float]] = Reactive((0.0, 0.0), tree=True)
    """The offset from its place at which the widget is drawn and pressed, to slide it in and out."""

    def __init__(
        self,
        name: str = "",
        *,
        tip: Tip | None = None,
        region: str = "",
        is_tab_stop: bool = False,
        width: float | None = None,
        height: float | None = None,
        grow: float = 0.0,
        enabled: bool = True,
        reason: str = "",
        visible: bool = True,
    ) -> None:
        self.name = name
        self.tip = tip
        self.region = region
        self.is_tab_stop = is_tab_stop
        self.width, self.height, self.grow = width, height, grow
        self.rect = EMPTY_RECT
        self.parent: Widget | None = None
        self.children: list[Widget] = []
        self.focus_neighbours: dict[str, Widget] = {}
        """The widgets to which the arrow keys lead instead of the nearest one.

        The keys are "left", "right", "up" and "down".
        """
        self.drag_source: DragSource | None = None
        """The source of the things that the player drags from this widget, or None (see `drag.py`)."""
        self.drop_target: DropTarget | None = None
        """The drop target of this widget, or None (see `drag.py`)."""
        self.text_input: TextInput | None = None
        """The receiver of the text that is typed while the widget has the focus, or None."""
        self.scroll: ScrollInput | None = None
        """The scrolling of the widget's content, or None (see `controls/scroll.py`)."""
        self.painted_part: PaintedPart | None = None
        """The part that was drawn last, or None once the widget is touched."""
        self.root_ui: WidgetHost | None = None
        self.enabled, self.reason, self.visible = enabled, reason, visible

    # Tree -------------------------------------------------------------------------------------------------------------

    def add(self, *widgets: Widget) -> Widget:
        """Put widgets inside this widget, after those already there; return this widget."""
        for widget in widgets:
            widget.parent = self
            self.children.append(widget)
        relayout(self)
        self.touch(tree=True)
        return self

    def remove(self, *widgets: Widget) -> None:
        """Remove widgets from inside this one."""
        ui = self.ui
        for widget in widgets:
            if ui is not None:
                ui.release_widget(widget)
            self.children.remove(widget)
            widget.parent = None
        relayout(self)
        self.touch()

    @property
    def ui(self) -> WidgetHost | None:
        """The user interface to which the widget belongs, or None."""
        widget = self
        while widget.parent is not None:
            widget = widget.parent
        return widget.root_ui

    def touch(self, tree: bool = False) -> None:
        """Repaint the widget in the next frame; with `tree`, also all widgets inside it."""
        self.painted_part = None
        stack = list(self.children) if tree else []
        while stack:
            widget = stack.pop()
            widget.painted_part = None
            stack.extend(widget.children)
        ui = self.ui
        if ui is not None:
            ui.is_dirty = True

    # Size and place ---------------------------------------------------------------------------------------------------

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size within a width; flowing text is higher if the width is smaller."""
        return 0.0, 0.0

    def place(self, rect: Rect) -> None:
        """Set the rectangle and arrange the children."""
        if rect != self.rect:
            self.rect = rect
            self.touch(tree=self.clips)
        self.arrange()

    def arrange(self) -> None:
        """Place the children; by default, each child fills the widget."""
        for child in self.children:
            child.place(self.rect)

    # Drawing ----------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Draw the widget, without its children."""

    # Pointer ----------------------------------------------------------------------------------------------------------

    def contains(self, x: float, y: float) -> bool:
        """Return True if a point is on the widget."""
        return self.rect.contains(x, y)

    def on_pointer(self, over: bool) -> None:
        """React when the pointer arrives on the widget or, if `over` is False, leaves it."""

    def on_move(self, x: float, y: float) -> None:
        """Handle a move of the pointer over the widget."""

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Handle a button press; return True to receive all pointer events until the release."""
        return button == LEFT and (self.focusable or self.drag_source is not None)

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Handle a move of the pointer while the button is down."""

    def on_release(self, x: float, y: float, button: int) -> None:
        """Handle a button release.

        By default, activate the widget if the pointer is still on it.
        """
        if self.focusable and button == LEFT and self.contains(x, y):
            trigger(self)

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Handle a turn of the wheel; return True if the widget used it."""
        return False

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the content of the tooltip at a point, and the rectangle beside which to show it."""
        content = self.tip() if callable(self.tip) else self.tip
        if not self.enabled and self.reason:
            why = "{warn}" + self.reason + "{/}"
            content = why if content is None or not isinstance(content, str) else f"{content}\n{why}"
        return content, self.rect

    # Keys -------------------------------------------------------------------------------------------------------------

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key press while the widget has the focus; return True if the widget used it."""
        return False

    def focus_rect(self) -> Rect:
        """Return the rectangle of the focus ring."""
        return self.rect

    def on_focus(self, here: bool) -> None:
        """React when the widget receives the focus or, if `here` is False, loses it."""

    # Actions ----------------------------------------------------------------------------------------------------------

    def activate(self) -> None:
        """Perform the action of a click or Enter."""

    def value_text(self) -> str:
        """Return the present value in words."""
        return ""

    def describe(self) -> str:
        """Return the complete description of the widget as one line of plain text."""
        parts = [self.name or "unnamed", self.role, self.value_text()]
        if not self.enabled:
            parts.append(f"disabled: {self.reason}" if self.reason else "disabled")
        return ", ".join(part for part in parts if part)


# Trees ----------------------------------------------------------------------------------------------------------------


def walk(widget: Widget) -> Iterator[Widget]:
    """Yield a widget and all visible widgets inside it, in drawing order."""
    if widget.visible:
        yield widget
        for child in widget.children:
            yield from walk(child)


def self_and_ancestors(widget: Widget) -> Iterator[Widget]:
    """Yield a widget, its parent, and so on up to the root."""
    above: Widget | None = widget
    while above is not None:
        yield above
        above = above.parent


def bring_to_front(widget: Widget) -> None:
    """Draw a widget above its siblings."""
    parent = widget.parent
    if parent is not None:
        parent.children.remove(widget)
        parent.children.append(widget)
        parent.touch()


def relayout(widget: Widget) -> None:
    """Request a new layout, because the size of a widget or of its children may have changed."""
    ui = widget.ui
    if ui is not None:
        ui.is_arranged = False
        ui.is_dirty = True


def requested_size(widget: Widget, limit: float = UNLIMITED) -> tuple[float, float]:
    """Return the size that a widget requests: its fixed `width` and `height`, or else the preferred ones."""
    wide, high = widget.width, widget.height
    if wide is not None and high is not None:
        return wide, high
    w, h = widget.measure(limit if wide is None else min(limit, wide))
    return w if wide is None else wide, h if high is None else high


def collect_parts(widget: Widget, canvas: Canvas, out: list[PaintedPart]) -> None:
    """Add a widget and its children to the parts of a frame, and repaint those that were touched."""
    if not widget.visible or widget.opacity <= 0:
        return
    if widget.shift != (0.0, 0.0) or widget.opacity < 1:
        with canvas.translate(*widget.shift), canvas.fade(widget.opacity):
            _collect_parts(widget, canvas, out)
    else:
        _collect_parts(widget, canvas, out)


def _collect_parts(widget: Widget, canvas: Canvas, out: list[PaintedPart]) -> None:
    if widget.painted_part is None:
        widget.paint(canvas)
        widget.painted_part = make_part(widget, canvas.take_quads())
    if widget.painted_part.quads:
        out.append(widget.painted_part)
    if widget.clips:
        with canvas.clip(widget.rect):
            for child in widget.children:
                collect_parts(child, canvas, out)
    else:
        for child in widget.children:
            collect_parts(child, canvas, out)


def widget_at(widget: Widget, x: float, y: float) -> Widget | None:
    """Return the topmost widget under a point that accepts the pointer, or None."""
    if not widget.visible or widget.transparent:
        return None
    x, y = x - widget.shift[0], y - widget.shift[1]
    inside = widget.contains(x, y)
    if inside or not widget.clips:
        for child in reversed(widget.children):
            found = widget_at(child, x, y)
            if found is not None:
                return found
    wanted = widget.solid or widget.focusable or widget.tip is not None or widget.drop_target is not None
    return widget if inside and wanted else None


def announce(widget: Widget, words: str) -> None:
    """Announce words about a widget, if it belongs to a user interface."""
    ui = widget.ui
    if ui is not None:
        ui.announcer.announce(words)


def refuse(widget: Widget, words: str) -> None:
    """Announce the reason why an action is impossible, with the sound of a refusal."""
    ui = widget.ui
    if ui is not None:
        if ui.on_feedback is not None:
            ui.on_feedback("refuse")
        if ui.hover is widget:
            ui.resting.allow()  # its tooltip says why
    announce(widget, words)


def trigger(widget: Widget) -> None:
    """Activate a widget by pointer or keys; if it is disabled, announce the reason."""
    if not widget.enabled:
        refuse(widget, f"{widget.name}: {widget.reason or 'not possible now'}")
        return
    ui = widget.ui
    if ui is not None and ui.on_feedback is not None:
        ui.on_feedback("press")
    widget.activate()
