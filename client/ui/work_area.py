"""The part of the screen that a window may cover, without panels and task bars."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pyglet.display.base import Screen

TITLE_BAR_HEIGHT = 40
"""Pixels reserved for the title bar, on systems whose desktop draws one."""
SPI_GETWORKAREA = 0x30


class ScreenArea(NamedTuple):
    """A rectangle of the screen, with y downwards.

    `title` pixels of its height are reserved for a title bar.
    """

    x: int
    y: int
    w: int
    h: int
    title: int = 0

    def reduce_to_fit(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the size, reduced as far as necessary to fit into this area.

        >>> ScreenArea(0, 0, 1024, 600, 40).reduce_to_fit((1280, 720))
        (1024, 560)
        """
        return max(1, min(size[0], self.w)), max(1, min(size[1], self.h - self.title))

    def centered_position(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the position at which a window of this size is in the middle of the area.

        The upper left corner of the window is never outside.

        >>> ScreenArea(0, 0, 1024, 600).centered_position((1280, 720))
        (0, 0)
        """
        across, down = (self.w - size[0]) // 2, (self.h - self.title - size[1]) // 2
        return self.x + max(0, across), self.y + self.title + max(0, down)

    def intersection(self, other: ScreenArea) -> ScreenArea:
        """Return the intersection of this area and the other one, or the other one if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, low = min(self.x + self.w, other.x + other.w), min(self.y + self.h, other.y + other.h)
        return ScreenArea(x, y, right - x, low - y, self.title) if right > x and low > y else other


def work_area(screen: Screen) -> ScreenArea:
    """Return the work area of a pyglet screen, or the whole screen if the desktop names no work area."""
    whole = ScreenArea(int(screen.x), int(screen.y), int(screen.width), int(screen.height))
    found = None
    with suppress(Exception):  # no answer of a desktop may keep the window from opening
        found = (
            _work_area_windows()
            if sys.platform == "win32"
            else _work_area_x11(screen)
            if sys.platform == "linux"
            else None
        )
    return whole if found is None else found.intersection(whole)


def _work_area_windows() -> ScreenArea | None:
    rect = (ctypes.c_long * 4)()
    user32 = getattr(ctypes, "windll").user32  # noqa: B009 - mypy knows it on Windows alone
    if not user32.SystemParametersInfoW(SPI_GETWORKAREA, 0, rect, 0):
        return None
    left, top, right, low = rect
    return ScreenArea(left, top, right - left, low - top, TITLE_BAR_HEIGHT)


def _work_area_x11(screen: Any) -> ScreenArea | None:
    """Return the work area that the window manager has written on the root window, or None.

    The attributes of `screen` that this function uses are private to pyglet, and have no types.
    """
    from pyglet.libs.x11 import xlib

    display = screen.display._display
    kind, form = xlib.Atom(), ctypes.c_int()
    count, rest = ctypes.c_ulong(), ctypes.c_ulong()
    data = ctypes.POINTER(ctypes.c_ubyte)()
    name = xlib.XInternAtom(display, b"_NET_WORKAREA", True)
    root = xlib.XRootWindow(display, screen.display.x_screen)
    if not name:
        return None
    xlib.XGetWindowProperty(
        display, root, name, 0, 4, False, xlib.AnyPropertyType, ctypes.byref(kind), ctypes.byref(form),
        ctypes.byref(count), ctypes.byref(rest), ctypes.byref(data),
    )  # fmt: skip
    if not data:
        return None
    try:
        if form.value != 32 or count.value < 4:
            return None
        x, y, w, h = (int(each) for each in ctypes.cast(data, ctypes.POINTER(ctypes.c_long))[:4])
    finally:
        xlib.XFree(data)
    return ScreenArea(x, y, w, h, TITLE_BAR_HEIGHT) if w > 0 and h > 0 else None
