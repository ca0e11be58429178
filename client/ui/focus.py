"""The keyboard focus: the widget that receives the keys, and its moves by Tab and the arrow keys."""

from __future__ import annotations

from collections.abc import Callable

from client.ui.controls.layout import DESIGN_SIZE
from client.ui.hexes import Rect
from client.ui.screen_reader import Announcer
from client.ui.tree import Tree
from client.ui.widget import Widget, self_and_ancestors, walk


class FocusTree(Tree):
    """The widgets of a screen, one of which has the focus."""

    def __init__(self, size: tuple[float, float] = DESIGN_SIZE, announcer: Announcer | None = None) -> None:
        super().__init__(size)
        self.announcer = announcer or Announcer()
        self.on_feedback: Callable[[str], object] | None = None
        """A function that is called with "press", "focus" or "refuse", to play sounds."""
        self.focus: Widget | None = None
        self.shows_ring = False
        """True if the focus is shown, which is the case only while the player uses the keys."""
        self._last_by_region: dict[str, Widget] = {}

    def focus_on(self, widget: Widget | None, quiet: bool = False, ring: bool | None = None) -> None:
        """Give the focus to a widget, and announce it unless `quiet`."""
        if ring is not None:
            self._set_ring(ring)
        if widget is self.focus:
            return
        before, self.focus = self.focus, widget
        self.is_dirty = True
        if before is not None:
            before.focused = False
            before.on_focus(False)
        if widget is not None:
            widget.focused = True
            self._last_by_region[_region_of(widget)] = widget
            widget.on_focus(True)
            if not quiet:
                self.announcer.announce(widget.describe())
                if self.on_feedback is not None:
                    self.on_feedback("focus")

    @property
    def primary_button(self) -> Widget | None:
        """The button of the uppermost dialog that Enter presses while no focus is shown, or None."""
        top = self.layers[-1] if self.layers else None
        if top is None or top.kind != "dialog":
            return None
        return next((w for w in walk(top.root) if w.enabled and getattr(w, "action", "") == "confirm"), None)

    def focusables(self, region: str | None = None) -> list[Widget]:
        """Return the widgets that can have the focus now, in the order of the tree."""
        return [
            w
            for root in self._roots()
            for w in walk(root)
            if w.focusable and (region is None or _region_of(w) == region)
        ]

    def regions(self) -> list[str]:
        """Return the regions that contain a focusable widget, in the order of the tree."""
        return list(dict.fromkeys(_region_of(w) for w in self.focusables()))

    def step_focus(self, by: int) -> bool:
        """Handle Tab: move the focus to the next region.

        In a region with `is_tab_stop`, or if there is only one region, move it to the next widget.
        """
        regions = self.regions()
        if not regions:
            return False
        self.arrange()
        if self.focus is None or self.focus not in self.focusables():
            self.focus_on(self._entry_widget(regions[0 if by > 0 else -1], by), ring=True)
            return True
        region = _region_of(self.focus)
        if len(regions) == 1 or any(w.is_tab_stop for w in self_and_ancestors(self.focus)):
            within = self.focusables(region)
            i = within.index(self.focus) + by
            if 0 <= i < len(within) or len(regions) == 1:
                self.focus_on(within[i % len(within)], ring=True)
                return True
        other = regions[(regions.index(region) + by) % len(regions)]
        self.focus_on(self._entry_widget(other, by), ring=True)
        return True

    def move_focus(self, direction: str, dx: float, dy: float) -> bool:
        """Handle an arrow key: move the focus to the nearest widget of the region in that direction."""
        self.arrange()
        here = self.focus
        if here is None or here not in self.focusables():
            regions = self.regions()
            if not regions:
                return False
            self.focus_on(self._entry_widget(regions[0], 1), ring=True)
            return True
        if not self.shows_ring:
            self._set_ring(True)
        named = here.focus_neighbours.get(direction)
        if named is not None and named.visible:
            self.focus_on(named)
            return True
        best, least = None, float("inf")
        for other in self.focusables(_region_of(here)):
            if other is not here:
                far = _distance_towards(here.focus_rect(), other.focus_rect(), dx, dy)
                if far < least:
                    best, least = other, far
        if best is not None:
            self.focus_on(best)
        return best is not None

    def _entry_widget(self, region: str, by: int) -> Widget:
        """Return the widget at which the focus enters a region.

        It is the widget that last had the focus there, or else the first usable one.
        """
        within = self.focusables(region)
        last = self._last_by_region.get(region)
        if last in within and not any(w.is_tab_stop for w in self_and_ancestors(last)):
            return last
        usable = [w for w in within if w.enabled] or within
        return usable[0] if by > 0 or not any(w.is_tab_stop for w in self_and_ancestors(usable[-1])) else usable[-1]

    def _set_ring(self, on: bool) -> None:
        if on != self.shows_ring:
            self.shows_ring = on
            self.is_dirty = True


def _region_of(widget: Widget) -> str:
    return next((w.region for w in self_and_ancestors(widget) if w.region), "")


def _distance_towards(a: Rect, b: Rect, dx: float, dy: float) -> float:
    """Return the distance between two rectangles in a direction.

    It is infinite if the second rectangle is not in that direction.
    """
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
