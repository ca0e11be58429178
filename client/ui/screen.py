"""One screen of the window: its widgets, its picture, its animations and its input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import arcade

from client.ui.controls.basic import Label
from client.ui.controls.panel import Panel
from client.ui.damage import Box, Damage, Part
from client.ui.quads import QuadBatch
from client.ui.textures import Textures
from client.ui.timeline import Timeline
from client.ui.ui import Ui

if TYPE_CHECKING:
    from client.ui.window import Window

KeyActions = Mapping[str, Callable[[], object]]
"""The functions of the named keys, by name."""
NOTICE_SECONDS = 5.0
"""Seconds for which a notice is shown."""
NOTICE = (340, 640, 600, 0)
MAX_TIME_STEP = 0.1
"""Seconds by which the time advances at most in one frame.

This applies after a pause of the program, for example while the window is dragged.
"""
IDLE_RATE = 10.0


class Screen(arcade.View):
    """One screen: the picture behind (`draw_world`), the widgets above (`ui`), and the `timeline`.

    The timeline has the animations. Subclasses override `build` to create widgets, `update`, `draw_world`, `acts` (the
    named keys), `resized` and `closed`.
    """

    overlay = False
    """True if the screen below remains visible."""
    idle_rate = IDLE_RATE
    """Frames per second that are drawn while nothing changes."""

    window: Window

    def __init__(self) -> None:
        self.window = None  # type: ignore[assignment]
        self.ui = Ui()
        self.timeline = Timeline()
        self._changed = True
        self._built = False
        self._batch: QuadBatch | None = None
        self._parts: list[Part] = []
        self._fresh_key = 0
        self._mute = False
        """True while a key that moved the focus into a text field must not be typed there as well."""
        self._notice: Panel | None = None
        self._notice_left = 0.0

    # Hooks for screens ------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Create the widgets; this is called once, when the window is known."""

    def update(self, dt: float) -> None:
        """Update the screen before each frame.

        Call `redraw` or `stir` if `draw_world` would draw something else.
        """

    def look_at_world(self, damage: Damage) -> None:
        """Add to `damage` the boxes in which `draw_world` would draw something else.

        If that is the whole window, call `redraw` instead.
        """

    def draw_world(self) -> None:
        """Draw the picture below the widgets, with Arcade, in window pixels; by default one colour.

        This is called once for each box that has changed, and nothing outside of the box is drawn. Do not clear the
        whole window.
        """
        self.window.clear_box()

    def acts(self) -> KeyActions:
        """Return the functions of the named keys that no widget handled."""
        return {}

    def act(self, action: str) -> bool:
        """Run the action of a named key that no widget handled, usually one of `acts`.

        Return True if there was such an action.
        """
        do = self.acts().get(action)
        if do is not None:
            do()
        return do is not None

    def resized(self) -> None:
        """Adapt to a new size or scale of the window."""

    def shown(self) -> None:
        """React when the screen becomes the uppermost one."""

    def closed(self) -> None:
        """React when the screen is removed from the window."""

    # Services for screens ---------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw everything again in the next frame."""
        self._changed = True
        if self._built:
            self.window.damage.everything()

    def stir(self) -> None:
        """Report that the next frame may differ; `look_at_world` then adds the boxes."""
        self._changed = True

    def notify(self, words: str) -> None:
        """Show a line above everything for a short while."""
        self._drop_notice()
        self._notice, self._notice_left = Panel(Label(words, wrap=True), pad=12, box="tooltip"), NOTICE_SECONDS
        self.ui.put(self._notice, NOTICE, "middle", "high")

    def _drop_notice(self) -> None:
        if self._notice is not None:
            self.ui.root.remove(self._notice)
            self._notice = None

    @property
    def scale(self) -> float:
        """The number of window pixels in one design pixel."""
        return self.window.ui_scale

    @property
    def textures(self) -> Textures:
        """The textures of the window."""
        return self.window.textures

    @property
    def wants_drawing(self) -> bool:
        """True if the next frame would differ from the last."""
        return self._changed or self.ui.dirty or not self.ui.arranged

    # Window interface -------------------------------------------------------------------------------------------------

    def enter_window(self, window: Window) -> None:
        """Build the screen for the window, once, and fit it to the window's size."""
        if not self._built:
            super().__init__(window)
            self._built = True
            self.ui.announcer, self.ui.keys, self.ui.clipboard = window.announcer, window.keys, window.clipboard
            self.ui.on_feedback = lambda kind: window.on_feedback(kind) if window.on_feedback is not None else None
            self._batch = QuadBatch(window.ctx, window.textures)
            self.ui.resize(*window.design)
            self.build()
        self.refit()

    def refit(self) -> None:
        """Fit the screen to the present size of the window."""
        self.ui.resize(*self.window.design)
        self.ui.touch_all()
        self.redraw()
        self.resized()

    def on_show_view(self) -> None:
        self.redraw()
        self.shown()

    def on_update(self, delta_time: float) -> None:
        self.window.since_draw += delta_time
        dt = min(delta_time, MAX_TIME_STEP)
        self._notice_left -= dt
        if self._notice_left <= 0:
            self._drop_notice()
        if self.timeline.advance(dt):
            self.stir()
        self.update(dt)
        self.ui.update(dt)

    def on_draw(self) -> None:
        if self.window.hidden_by_size:
            return
        window, seen = self.window, self._seen()
        damage = window.damage
        for screen in seen:
            screen._look(damage, screen is seen[0])
        boxes = damage.take()
        if boxes and not window.keeps_picture:
            boxes = [damage.window]
        for box in boxes:
            with window.only(box):
                for screen in seen:
                    screen._paint(box, screen is seen[0])
        window.drawn += 1

    def _seen(self) -> list[Screen]:
        """Return this screen and the screens that are visible below it, the lowest first."""
        below = self.window.screens
        at = below.index(self)
        lowest = at
        while lowest > 0 and below[lowest].overlay:
            lowest -= 1
        return below[lowest : at + 1]

    def _look(self, damage: Damage, lowest: bool) -> None:
        """Add to `damage` the boxes in which this screen would draw something else."""
        self._changed = False
        self._parts, boxes = self.ui.paint(self.window.paper)
        if boxes is None:
            damage.everything()
        else:
            for box in boxes:
                damage.add(box)
        if lowest:
            self.look_at_world(damage)

    def _paint(self, box: Box, lowest: bool) -> None:
        if lowest:
            self.draw_world()
        assert self._batch is not None
        self._batch.show(self._parts, box)
        self._batch.draw(self.window.get_framebuffer_size())

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        s = self.scale
        self.ui.move(x / s, y / s)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        s = self.scale
        self.ui.press(x / s, y / s, button)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        s = self.scale
        self.ui.drag_to(x / s, y / s, dx / s, dy / s)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        s = self.scale
        self.ui.release(x / s, y / s, button)

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        s = self.scale
        self.ui.scroll(x / s, y / s, scroll_x, scroll_y)

    def on_mouse_leave(self, x: float, y: float) -> None:
        self.ui.leave()

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        self._fresh_key = symbol
        before = self.ui.focus
        self._key(symbol, modifiers)
        focus = self.ui.focus
        self._mute = focus is not None and focus is not before and focus.wants_text
        return True

    def _key(self, symbol: int, modifiers: int) -> None:
        if self.ui.key(symbol, modifiers):
            return
        action = self.window.keys.action(symbol, modifiers)
        if action is None or self.act(action):
            return
        if action == "full screen":
            self.window.set_fullscreen(not self.window.fullscreen)
        elif action == "screenshot" and self.window.on_screenshot is not None:
            self.window.on_screenshot()

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._fresh_key = 0
        self._mute = False

    def on_text(self, text: str) -> None:
        if not self._mute:
            self.ui.text(text)

    def on_text_motion(self, motion: int) -> None:
        if self.ui.motion(motion):
            return
        # The first motion of a key comes with its press; those after it are the key repeating.
        if self._fresh_key == motion:
            self._fresh_key = 0
        elif motion > 255 and motion not in {0xFF08, 0xFFFF}:
            self._key(motion, 0)

    def on_text_motion_select(self, motion: int) -> None:
        self.ui.motion(motion, select=True)
