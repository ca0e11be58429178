"""A detector for widgets that keys cannot reach or operate.

Nothing is drawn, and presses are only counted. So a screen takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyglet.window import key as codes

from client.ui.controls.basic import Button, Toggle
from client.ui.screen import Screen
from client.ui.ui import Ui
from client.ui.widget import LEFT, Widget, self_and_ancestors

ACROSS = (codes.LEFT, codes.RIGHT)
WAYS = ((codes.TAB, 0), (codes.TAB, codes.MOD_SHIFT), (codes.UP, 0), (codes.DOWN, 0), (codes.LEFT, 0), (codes.RIGHT, 0))
FAR = 12
"""Maximum number of arrow presses in a widget whose arrows first move through lines."""


def keyless(screen: Screen) -> list[str]:
    """Return a sentence about each widget that keys cannot reach or operate."""
    ui = screen.ui
    ui.arrange()
    wanted = ui.focusables()
    reached = _reached(ui)
    results = [f"no key leads to {_words(widget)}" for widget in wanted if widget not in reached]
    for widget in wanted:
        results += _lost(widget, ui)
        results += _deaf(widget, ui)
        if not widget.name:
            results.append(f"{_words(widget)} has no name")
        if not widget.enabled and not widget.reason:
            results.append(f"{_words(widget)} does not say why it cannot be used")
    return results


def _words(widget: Widget) -> str:
    return f"{type(widget).__name__} {widget.name!r}"


def _reached(ui: Ui) -> list[Widget]:
    """Return the widgets that Tab and the arrows can reach from any widget.

    Values that the arrows change keep their value.
    """
    reached: list[Widget] = []
    waiting: list[Widget | None] = [None]
    while waiting:
        here = waiting.pop(0)
        for symbol, modifiers in WAYS:
            if symbol in ACROSS and here is not None and type(here).on_key is not Widget.on_key:
                continue
            if here is not None:
                ui.focus_on(here, quiet=True, ring=True)
            for _ in range(FAR if symbol in {codes.UP, codes.DOWN} else 1):
                ui.press_key(symbol, modifiers)
                if ui.focus is not here:
                    break
            if ui.focus is not None and ui.focus not in reached:
                reached.append(ui.focus)
                waiting.append(ui.focus)
    return reached


def _lost(widget: Widget, ui: Ui) -> Iterator[str]:
    """Yield a complaint unless the focus ring is visible."""
    ring = widget.focus_rect()
    x, y = ring.center
    rooms = [
        ui.window,
        *(above.rect.inset(-2) for above in self_and_ancestors(widget) if above.clips and above is not widget),
    ]
    if ring.w < 8 or ring.h < 8 or not all(room.contains(x, y) for room in rooms):
        yield f"the ring of {_words(widget)} cannot be seen"


def _deaf(widget: Widget, ui: Ui) -> Iterator[str]:
    """Yield a complaint unless Enter and the space bar do the same as a click."""
    if not isinstance(widget, (Button, Toggle)) or not widget.enabled:
        return
    if isinstance(widget, Button) and widget.press_action is None and type(widget).activate is Button.activate:
        yield f"{_words(widget)} does nothing"
    done: list[str] = []
    widget.activate = lambda: done.append("done")  # type: ignore[method-assign]
    try:
        for symbol in (codes.ENTER, *([codes.SPACE] if ui.space_presses else [])):
            ui.focus_on(widget, quiet=True, ring=True)
            ui.press_key(symbol, 0)
            if not done:
                yield f"{codes.symbol_string(symbol)} does not press {_words(widget)}"
            done.clear()
        x, y = widget.rect.center
        ui.press(x, y, LEFT)
        ui.release(x, y, LEFT)
        if not done:
            yield f"a click does not press {_words(widget)}"
    finally:
        del widget.activate
