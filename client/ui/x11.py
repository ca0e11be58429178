"""Two features of X11 that pyglet lacks: a clipboard with a deadline, and digits by key position."""

from __future__ import annotations

import ctypes
import time
from typing import Protocol, TypeGuard

CLIPBOARD_TIMEOUT_SECONDS = 0.5
"""Seconds within which the owner of the clipboard must answer.

The window does not react during this time.
"""
POLL_PAUSE_SECONDS = 0.004
DIGIT_ROW = {9 + place: ord(str(place % 10)) for place in range(1, 11)}
"""The symbol of a digit, by the code of its key.

The keys of the upper row have the same codes on every keyboard.
"""
SHIFT = 1


class X11Window(Protocol):
    """A pyglet window under X11, with those of its private attributes that this module uses."""

    _x_display: object
    _window: object
    _clipboard_str: str | None
    _clipboard_atom: object
    _utf8_atom: object

    def get_single_property(self, window: object, name: object, kind: object) -> tuple[ctypes.c_void_p, int, object]:
        """Return the data, the size and the type of a property."""


def is_x11(window: object) -> TypeGuard[X11Window]:
    """Return True if pyglet shows this window through X11."""
    return hasattr(window, "_x_display")


def clipboard_text(window: X11Window, timeout: float = CLIPBOARD_TIMEOUT_SECONDS) -> str:
    """Return the text of the clipboard, or "" if it has no text or its owner does not answer in time."""
    from pyglet.libs.x11 import xlib

    if window._clipboard_str is not None:
        return str(window._clipboard_str)
    display, clipboard = window._x_display, window._clipboard_atom
    if not xlib.XGetSelectionOwner(display, clipboard):
        return ""
    event = xlib.XEvent()
    while xlib.XCheckTypedWindowEvent(display, window._window, xlib.SelectionNotify, ctypes.byref(event)):
        pass  # a late answer to an earlier request
    xlib.XConvertSelection(display, clipboard, window._utf8_atom, clipboard, window._window, xlib.CurrentTime)
    ends = time.monotonic() + timeout
    while not xlib.XCheckTypedWindowEvent(display, window._window, xlib.SelectionNotify, ctypes.byref(event)):
        if time.monotonic() >= ends:
            return ""
        time.sleep(POLL_PAUSE_SECONDS)
    if not event.xselection.property:
        return ""
    data, size, kind = window.get_single_property(
        event.xselection.requestor, event.xselection.property, window._utf8_atom
    )
    try:
        text = ctypes.string_at(data, size) if data and kind == window._utf8_atom else b""
    finally:
        if data:
            xlib.XFree(data)
    return text.decode("utf-8", "replace")


def symbol_by_position(symbol: int | None, code: int, state: int) -> int | None:
    """Return the symbol of a key, or the digit for a key of the upper row that has other signs.

    An AZERTY keyboard has such keys.
    """
    digit = DIGIT_ROW.get(code)
    if digit is None or symbol is None or state & SHIFT or ord("0") <= symbol <= ord("9"):
        return symbol
    return digit
