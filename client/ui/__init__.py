"""The widget kit: a window with screens, widgets, time, hexes and textures. It knows no game.

Arcade opens the window and delivers events; everything that is drawn or focused is a `widget`.
All lengths are design pixels (1280x720, y upwards); the window turns them into its own. A screen in twenty lines:

    from client.ui.controls.layout import Column
    from client.ui.controls.numbers import Stepper
    from client.ui.controls.panel import Panel
    from client.ui.screen import Screen
    from client.ui.easing import tween
    from client.ui.controls.basic import Button, Label
    from client.ui.window import open_window

    class Bid(Screen):
        def build(self):
            self.gold = Stepper("Gold", at=2, low=0, high=7, tip="You have *7* gold", grow=1)
            self.lock = Button("Lock in", self.locked, look="primary", action="confirm")
            form = Column(Label("Your bid"), self.gold, self.lock, gap=8)
            self.panel = self.ui.put(Panel(form, title="Archive", region="bid"), (1024, 6, 250, 136), h="high")
            self.ui.focus_on(self.gold)

        def key_actions(self):                                    # keys that no widget wanted
            return {"confirm": self.locked}

        def locked(self):
            self.lock.enabled, self.lock.reason = False, "Locked in already"
            self.timeline.play(tween(self.panel, "shift", (0.0, -160.0), 0.3))
            self.ui.announcer.announce(f"You bid {self.gold.value} gold")

    window = open_window("Table")
    window.push(Bid())
    window.run()

Modules: `window` (Window, open_window, NoOpenGL), `screen` (Screen), `ui` (Ui: pointer, keys, dialogs; on `focus`, on
`tree`), `widget` (Widget, Reactive), `drag` (DragSource, DropTarget), `timeline`, `hexes`, `canvas` (what `paint` draws
on), `quads`, `text`, `richtext`, `textures`, `theme`, `scale`, `keys` (Keymap), `screen_reader`; and in `controls`:
`layout` (Row, Column, Grid, Anchored, Space), `basic` (Label, Button, IconButton, Toggle, Picture), `panel` (Panel),
`numbers` (Slider, Stepper, ProgressBar), `fields` (TextField), `choice` (Choice), `tabs` (Tabs), `lists` (ScrollList),
`table` (Table), `scroll` (Scroll), `log` (Log), `hand_fan` (Fan), `tooltip`. A widget of your own: subclass Widget,
declare visible state as `Reactive(...)`,
draw in `paint(canvas)`, handle `on_press`, `on_drag`, `on_release`, `on_scroll`,
`on_key`. A board is such a widget too: `paint` draws nothing or marks, and the screen's `scenery` is the picture below.
"""

from __future__ import annotations

import os
from contextlib import suppress

from net.system.installation import install_command

__all__ = [
    "canvas",
    "damage",
    "easing",
    "hexes",
    "keys",
    "richtext",
    "scale",
    "screen",
    "text",
    "textures",
    "theme",
    "timeline",
    "ui",
    "widget",
    "window",
]

with suppress(ModuleNotFoundError):
    import pyglet

    # Arcade does so too, but this precedes any import of pyglet.window: an invisible window needs a display.
    pyglet.options.shadow_window = False
    # Checking for driver errors after each call costs a tenth of a frame.
    pyglet.options.debug_gl = False


class NoWindow(RuntimeError):
    """The error raised if the program cannot open a window here; its message gives the reason.

    The message is in plain words.
    """


def why_no_window() -> str:
    """Return the reason why no window can be opened here, or "" if Arcade and a display are present.

    Only `open_window` finds out whether the graphics driver is sufficient.
    """
    try:
        import arcade  # noqa: F401
        import pyglet

        pyglet.display.get_display()
    except ModuleNotFoundError as error:
        return f"The window needs the package {error.name!r}, which comes with: {install_command('client')}"
    except ImportError as error:
        return f"A system library is missing: {error}"
    except Exception as error:
        named = os.environ.get("DISPLAY")
        return f"There is no display {named}: {error}" if named else "There is no display."
    return ""
