"""The view of the window: it paints the screens, and passes time and input to the uppermost one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import arcade

from client.ui.controls.basic import Label
from client.ui.controls.panel import Panel
from client.ui.damage import Box, Damage, Part
from client.ui.quads import QuadBatch
from client.ui.screen import Screen

if TYPE_CHECKING:
    from client.ui.window import Window

NOTICE_SECONDS = 5.0
"""Seconds for which a notice is shown."""
NOTICE = (340, 640, 600, 0)
MAX_TIME_STEP = 0.1
"""Seconds by which the time advances at most in one frame.

This applies after a pause of the program, for example while the window is dragged.
"""


class ScreenPainter:
    """The picture of one screen in the window."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._batch = QuadBatch(screen.window.ctx, screen.window.textures)
        self._parts: list[Part] = []

    def look(self, damage: Damage, lowest: bool) -> None:
        """Add to `damage` the boxes in which the screen would draw something else."""
        self.screen.changed = False
        self._parts, boxes = self.screen.ui.paint(self.screen.window.paper)
        if boxes is None:
            damage.everything()
        else:
            for box in boxes:
                damage.add(box)
        if lowest and self.screen.scenery is not None:
            self.screen.scenery.renew(damage)

    def paint(self, box: Box, lowest: bool) -> None:
        """Draw the part of the screen that is in the box."""
        if lowest and self.screen.scenery is not None:
            self.screen.scenery.paint()
        elif lowest:
            self.screen.window.clear_box()
        self._batch.show(self._parts, box)
        self._batch.draw(self.screen.window.get_framebuffer_size())


class ScreenView(arcade.View):
    """The view of the window: it paints the visible screens, and the uppermost one receives the input."""

    window: Window

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.painters: list[ScreenPainter] = []
        """The painters of the window's screens, the lowest first."""
        self._fresh_key = 0
        self._mute = False
        """True while a key that moved the focus into a text field must not be typed there as well."""
        self._notice: Panel | None = None
        self._notice_left = 0.0

    @property
    def screen(self) -> Screen:
        """The uppermost screen."""
        return self.painters[-1].screen

    # Screens ----------------------------------------------------------------------------------------------------------

    def enter(self, screen: Screen) -> None:
        """Build a screen for the window, once, and fit it to the window's size."""
        window, ui, fresh = self.window, screen.ui, screen.window is None
        screen.window = window
        self.painters.append(ScreenPainter(screen))
        if fresh:
            ui.announcer, ui.keys, ui.clipboard = window.announcer, window.keys, window.clipboard
            ui.on_feedback = lambda kind: window.on_feedback(kind) if window.on_feedback is not None else None
            ui.resize(*window.design)
            screen.build()
        self.refit(screen)

    def leave(self, screen: Screen) -> None:
        """Paint a screen no more."""
        self.painters = [painter for painter in self.painters if painter.screen is not screen]

    def refit(self, screen: Screen) -> None:
        """Fit a screen to the present size of the window."""
        screen.ui.resize(*self.window.design)
        screen.ui.touch_all()
        screen.redraw()
        if screen.scenery is not None:
            screen.scenery.fit(self.window)
        screen.resized()

    # Time and drawing -------------------------------------------------------------------------------------------------

    def notify(self, words: str) -> None:
        """Show a line above the uppermost screen for a short while."""
        self._drop_notice()
        self._notice, self._notice_left = Panel(Label(words, wrap=True), pad=12, box="tooltip"), NOTICE_SECONDS
        self.screen.ui.put(self._notice, NOTICE, "middle", "high")

    def _drop_notice(self) -> None:
        if self._notice is not None and self._notice.parent is not None:
            self._notice.parent.remove(self._notice)
        self._notice = None

    @property
    def wants_drawing(self) -> bool:
        """True if the next frame would differ from the last."""
        screen = self.screen
        return screen.changed or screen.ui.dirty or not screen.ui.arranged

    def on_update(self, delta_time: float) -> None:
        self.window.since_draw += delta_time
        dt, screen = min(delta_time, MAX_TIME_STEP), self.screen
        self._notice_left -= dt
        if self._notice_left <= 0:
            self._drop_notice()
        if screen.timeline.advance(dt):
            screen.stir()
        screen.update(dt)
        if screen.scenery is not None and screen.scenery.update(dt):
            screen.stir()
        screen.ui.update(dt)

    def on_draw(self) -> None:
        window = self.window
        if window.hidden_by_size:
            return
        seen, damage = self._seen(), window.damage
        for painter in seen:
            painter.look(damage, painter is seen[0])
        boxes = damage.take()
        if boxes and not window.keeps_picture:
            boxes = [damage.window]
        for box in boxes:
            with window.only(box):
                for painter in seen:
                    painter.paint(box, painter is seen[0])
        window.drawn += 1

    def _seen(self) -> list[ScreenPainter]:
        """Return the painters of the visible screens, the lowest first."""
        lowest = len(self.painters) - 1
        while lowest > 0 and self.painters[lowest].screen.overlay:
            lowest -= 1
        return self.painters[lowest:]

    # Pointer ----------------------------------------------------------------------------------------------------------

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        s = self.window.ui_scale
        self.screen.ui.move(x / s, y / s)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        s = self.window.ui_scale
        self.screen.ui.press(x / s, y / s, button)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        s = self.window.ui_scale
        self.screen.ui.drag_to(x / s, y / s, dx / s, dy / s)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        s = self.window.ui_scale
        self.screen.ui.release(x / s, y / s, button)

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        s = self.window.ui_scale
        self.screen.ui.scroll(x / s, y / s, scroll_x, scroll_y)

    def on_mouse_leave(self, x: float, y: float) -> None:
        self.screen.ui.leave()

    # Keys -------------------------------------------------------------------------------------------------------------

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        self._fresh_key = symbol
        before = self.screen.ui.focus
        self._key(symbol, modifiers)
        focus = self.screen.ui.focus if self.painters else None
        self._mute = focus is not None and focus is not before and focus.typing is not None
        return True

    def _key(self, symbol: int, modifiers: int) -> None:
        window, screen = self.window, self.screen
        if screen.ui.key(symbol, modifiers):
            return
        action = window.keys.action(symbol, modifiers)
        if action is None or screen.act(action):
            return
        if action == "full screen":
            window.set_fullscreen(not window.fullscreen)
        elif action == "screenshot" and window.on_screenshot is not None:
            window.on_screenshot()

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._fresh_key = 0
        self._mute = False

    def on_text(self, text: str) -> None:
        if not self._mute:
            self.screen.ui.text(text)

    def on_text_motion(self, motion: int) -> None:
        if self.screen.ui.motion(motion):
            return
        # The first motion of a key comes with its press; those after it are the key repeating.
        if self._fresh_key == motion:
            self._fresh_key = 0
        elif motion > 255 and motion not in {0xFF08, 0xFFFF}:
            self._key(motion, 0)

    def on_text_motion_select(self, motion: int) -> None:
        self.screen.ui.motion(motion, select=True)
