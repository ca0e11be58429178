"""The widgets above the picture of a screen: a tree, with dialogs, menus and panels over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from client.ui.controls.layout import DESIGN_SIZE, Anchored, Side
from client.ui.controls.tooltip import Tooltip
from client.ui.hexes import Rect
from client.ui.widget import Widget, requested_size, walk, widget_at

W = TypeVar("W", bound=Widget)
Placer = Callable[[tuple[float, float], Rect], Rect]


@dataclass(slots=True, eq=False)
class Layer:
    """A widget above the tree.

    It is a panel, a modal dialog, or a menu that closes on a press beside it.
    """

    root: Anchored
    widget: Widget
    placer: Placer
    kind: Literal["dialog", "menu", "panel"]
    veil: bool
    escapable: bool
    on_close: Callable[[], None] | None
    focus_before: Widget | None


class Tree:
    """The widgets of a screen and their places.

    Lengths are in design pixels.
    """

    def __init__(self, size: tuple[float, float] = DESIGN_SIZE) -> None:
        self.root = Anchored()
        self.layers: list[Layer] = []
        self.tooltip = Tooltip()
        self.is_dirty = True
        """True if the next frame would differ from the last."""
        self.is_arranged = False
        self.resize(*size)

    def resize(self, w: float, h: float) -> None:
        """Set the size of the window in design pixels."""
        self.size = (w, h)
        self.is_arranged = False
        self.is_dirty = True

    @property
    def window(self) -> Rect:
        """The rectangle of the whole window."""
        return Rect(0, 0, *self.size)

    def put(self, widget: W, at: tuple[float, float, float, float] | Rect, h: Side = "low", v: Side = "low") -> W:
        """Add a widget at a place of the 1280x720 design (see `layout.Anchored`)."""
        self.root.put(widget, at, h, v)
        return widget

    def widgets(self) -> Iterator[Widget]:
        """Yield all visible widgets, from the lowest to the uppermost."""
        yield from walk(self.root)
        for layer in self.layers:
            yield from walk(layer.root)

    def find(self, name: str, kind: type[W] | None = None) -> W:
        """Return the visible widget with this accessible name.

        Raise `LookupError` if there is none or more than one.
        """
        found = [w for w in self.widgets() if w.name == name and (kind is None or isinstance(w, kind))]
        if len(found) != 1:
            names = sorted({w.name for w in self.widgets() if w.name})
            raise LookupError(f"{len(found)} widgets are called {name!r}; there are {', '.join(names)}")
        return found[0]  # type: ignore[return-value]

    def arrange(self) -> None:
        """Place all widgets again if the size of one has changed."""
        while not self.is_arranged:
            self.is_arranged = True
            self.root.place(self.window)
            for layer in self.layers:
                layer.root.place(self.window)
                layer.widget.place(layer.placer(requested_size(layer.widget, self.size[0]), self.window))

    def touch_all(self) -> None:
        """Repaint all widgets, because the scale or the theme has changed."""
        for root in (self.root, self.tooltip, *(layer.root for layer in self.layers)):
            root.touch(tree=True)
        self.is_arranged = False

    def _roots(self) -> list[Widget]:
        """Return the roots that receive the keys and the focus.

        They are the uppermost dialog or menu, or else the tree, and the panels above it.
        """
        roots: list[Widget] = []
        for layer in reversed(self.layers):
            roots.insert(0, layer.root)
            if layer.kind != "panel":
                return roots
        return [self.root, *roots]

    @property
    def modal(self) -> bool:
        """True if a dialog or a menu blocks everything else."""
        return any(layer.kind != "panel" for layer in self.layers)

    def widget_at(self, x: float, y: float) -> Widget | None:
        """Return the widget under a point, or None."""
        self.arrange()
        for layer in reversed(self.layers):
            found = widget_at(layer.root, x, y)
            if found is not None and found is not layer.root:
                return found
            if layer.kind != "panel":
                return None
        return widget_at(self.root, x, y)
