"""A simulated user of the window, who moves the mouse, presses keys, lets time pass and reads the screen.

Events go through the window's dispatch like real ones. Frames are drawn one by one with a fixed time step, so no test
depends on a clock.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pyglet
from PIL import Image
from pyglet.window import key as codes

from client.art.board.view import BoardView
from client.ui import theme as themes
from client.ui.controls.hand_fan import Fan
from client.ui.damage import EMPTY_BOX
from client.ui.keys import MODIFIER_BITS, Keymap, normalise_chord
from client.ui.screen import Screen
from client.ui.screen_reader import Announcer
from client.ui.widget import LEFT, Widget
from client.ui.window import Window, open_window

FRAME = 1 / 60
SIZE = (1280, 720)
Target = str | Widget | tuple[float, float]

_MOTIONS = {
    codes.UP: codes.MOTION_UP, codes.DOWN: codes.MOTION_DOWN, codes.LEFT: codes.MOTION_LEFT,
    codes.RIGHT: codes.MOTION_RIGHT, codes.HOME: codes.MOTION_BEGINNING_OF_LINE, codes.END: codes.MOTION_END_OF_LINE,
    codes.PAGEUP: codes.MOTION_PREVIOUS_PAGE, codes.PAGEDOWN: codes.MOTION_NEXT_PAGE,
    codes.BACKSPACE: codes.MOTION_BACKSPACE, codes.DELETE: codes.MOTION_DELETE,
}  # fmt: skip
_WORD_MOTIONS = {codes.LEFT: codes.MOTION_PREVIOUS_WORD, codes.RIGHT: codes.MOTION_NEXT_WORD}


def open_test_window(atlas: int = 2048, folder: Path | None = None) -> Window:
    """Return a window whose events and frames are controlled by the tests; pictures are stored in `folder`."""
    window = open_window("Tests", SIZE, vsync=False, atlas=atlas, folder=folder)
    pyglet.window.Window._enable_event_queue = False
    pyglet.clock.unschedule(window._dispatch_frame)
    window.dispatch_pending_events()
    return window


COLLECT_EVERY = 10


@contextmanager
def _unseen(window: Window, unpainted: WeakSet[BoardView]) -> Iterator[None]:
    """Draw frames without filling pixels inside the context.

    Boards whose pictures are missing are added to `unpainted`.
    """
    only, paint_still = window.clip_to, BoardView._paint_still

    def paint_nothing(view: BoardView, low: int, high: int) -> None:
        unpainted.add(view)
        paint_still(view, low, low)

    window.clip_to = lambda box: only(EMPTY_BOX)  # type: ignore[method-assign]
    BoardView._paint_still = paint_nothing  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        window.clip_to = only  # type: ignore[method-assign]
        BoardView._paint_still = paint_still  # type: ignore[method-assign]


class Driver:
    """A driver that controls the window in one test."""

    played = 0
    """Number of tests that have used the window."""

    def __init__(self, window: Window, folder: Path, looks: bool = True) -> None:
        """Prepare the window.

        If `looks` is False, frames are computed but no pixels are drawn.
        """
        self.window, self.folder, self.looks = window, folder, looks
        self._unpainted: WeakSet[BoardView] = WeakSet()
        window.keys, window.announcer = Keymap(), Announcer()
        window.on_feedback = None
        self.at = (0.0, 0.0)
        if window.design != SIZE:  # word of a size that an earlier test gave the window has come late
            self.resize(*SIZE)

    def show(self, screen: Screen) -> Screen:
        """Show a screen and draw it once."""
        self.window.push(screen)
        self.step()
        return screen

    def leave(self) -> None:
        """Clean up for the next test."""
        self.window.clear_screens()
        if themes.theme() != themes.Theme():
            themes.set_theme(themes.Theme())
            self.window.background_color = themes.theme().color("background")
        self.window.on_screenshot = self.window.on_files = None
        if self.window.get_size() != SIZE or self.window.user_scale != 1.0:
            self.resize(*SIZE)
        if self.window.textures.used_fraction() > 0.5:
            self.window.textures.keep_only(self.window.ui_scale)
        Driver.played += 1
        if Driver.played % COLLECT_EVERY == 0:  # a whole collection takes long
            gc.collect()
            self.window.ctx.gc()

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        screen = self.window.screen_on_top
        assert isinstance(screen, Screen)
        return screen

    def find(self, name: str) -> Widget:
        """Return the visible widget with this accessible name."""
        return self.screen.ui.find(name)

    @property
    def said(self) -> list[str]:
        """Texts that the window has announced to screen readers."""
        return list(self.window.announcer.last)

    # Time and pictures ------------------------------------------------------------------------------------------------

    def step(self, dt: float = FRAME, frames: int = 1) -> None:
        """Let time pass frame by frame, and draw each frame."""
        for _ in range(frames):
            self.window.switch_to()
            self.window._dispatch_updates(dt)
            self._draw()

    def look(self) -> None:
        """Draw pixels from now on, and redraw everything shown so far."""
        if not self.looks:
            self.looks = True
            self.window.damage.mark_all()
            for view in self._unpainted:
                view._dirty = True

    def _draw(self) -> None:
        if self.looks:
            self.window.dispatch_event("on_draw")
            self.window.flip()
        else:
            with _unseen(self.window, self._unpainted):
                self.window.dispatch_event("on_draw")
            self.window.ctx.gc()

    def pass_time(self, seconds: float) -> None:
        """Let this number of seconds pass, and draw only the last frame."""
        self.window.switch_to()
        for _ in range(max(1, round(seconds / FRAME))):
            self.window._dispatch_updates(FRAME)
        self.step()

    def resize(self, w: int, h: int, user_scale: float = 1.0) -> None:
        """Change the size of the window."""
        self.window.user_scale = user_scale
        self.window.set_size(w, h)
        for _ in range(200):
            self.window.dispatch_pending_events()
            pyglet.app.platform_event_loop.step(0.005)
            if self.window.get_framebuffer_size() == (w, h):
                break
        self.window.dispatch_event("on_resize", w, h)
        if self.window.screens:
            self.step()

    def shot(self, path: Path | str | None = None) -> Image.Image:
        """Return a picture of the screen, and save it if a path is given; from now on pixels are drawn."""
        self.look()
        self.window.switch_to()
        self.window.dispatch_event("on_draw")
        picture = self.window.snapshot()
        self.window.flip()
        if path is not None:
            picture.save(path)
        return picture

    # The mouse --------------------------------------------------------------------------------------------------------

    def point(self, target: Target) -> tuple[float, float]:
        """Return the centre of a widget, or the given position, in design pixels."""
        if isinstance(target, tuple):
            return target
        widget = self.find(target) if isinstance(target, str) else target
        self.screen.ui.arrange()
        return widget.rect.center

    def move(self, target: Target) -> None:
        """Move the pointer to the target."""
        x, y = self.point(target)
        s = self.window.ui_scale
        dx, dy = x - self.at[0], y - self.at[1]
        self.at = (x, y)
        self.window.dispatch_event("on_mouse_motion", x * s, y * s, dx * s, dy * s)
        self.step()

    def press(self, target: Target | None = None, button: int = LEFT) -> None:
        """Press a mouse button, after moving to the target if one is given."""
        if target is not None:
            self.move(target)
        s = self.window.ui_scale
        self.window.dispatch_event("on_mouse_press", self.at[0] * s, self.at[1] * s, button, 0)
        self.step()

    def release(self, button: int = LEFT) -> None:
        """Release a mouse button."""
        s = self.window.ui_scale
        self.window.dispatch_event("on_mouse_release", self.at[0] * s, self.at[1] * s, button, 0)
        self.step()

    def click(self, target: Target, button: int = LEFT) -> None:
        """Press and release a mouse button on the target."""
        self.press(target, button)
        self.release(button)

    def click_card(self, hand: Fan[Any], index: int, aside: tuple[float, float]) -> None:
        """Click a card of a hand where it is visible, after moving in from the point `aside`."""
        self.move(aside)
        x0, x1 = int(hand.rect.x) - 20, int(hand.rect.right) + 20
        spots = [(float(x), 60.0) for x in range(x0, x1, 4) if hand.card_at(x, 60.0) == index]
        assert spots, "the card is hidden by others"
        self.click(spots[len(spots) // 2])

    def drag_to(self, target: Target, button: int = LEFT, steps: int = 4) -> None:
        """Move the pointer to the target while a button is pressed."""
        x, y = self.point(target)
        s = self.window.ui_scale
        x0, y0 = self.at
        for i in range(1, steps + 1):
            nx, ny = x0 + (x - x0) * i / steps, y0 + (y - y0) * i / steps
            dx, dy = nx - self.at[0], ny - self.at[1]
            self.at = (nx, ny)
            self.window.dispatch_event("on_mouse_drag", nx * s, ny * s, dx * s, dy * s, button, 0)
        self.step()

    def drag(self, source: Target, target: Target, button: int = LEFT) -> None:
        """Drag the source to the target."""
        self.press(source, button)
        self.drag_to(target, button)
        self.release(button)

    def scroll(self, target: Target, notches: float) -> None:
        """Turn the mouse wheel; negative notches scroll down."""
        self.move(target)
        s = self.window.ui_scale
        self.window.dispatch_event("on_mouse_scroll", self.at[0] * s, self.at[1] * s, 0.0, notches)
        self.step()

    # The keys ---------------------------------------------------------------------------------------------------------

    def key(self, *chords: str) -> None:
        """Press keys one after another: "TAB", "CTRL+A", "1"."""
        for chord in chords:
            self._strike(chord)
            self.step()

    def hold(self, chord: str, repeats: int) -> None:
        """Hold a key down, so that it repeats."""
        self._strike(chord, repeats)
        self.step()

    def type(self, text: str) -> None:
        """Type text, letter by letter."""
        for letter in text:
            symbol = ord(letter.lower()) if letter.isascii() else 0
            self.window.dispatch_event("on_key_press", symbol, codes.MOD_SHIFT if letter.isupper() else 0)
            self.window.dispatch_event("on_text", letter)
            self.window.dispatch_event("on_key_release", symbol, 0)
        self.step()

    def _strike(self, chord: str, repeats: int = 0) -> None:
        *words, name = normalise_chord(chord).split("+")
        symbol = getattr(codes, f"_{name}" if re.fullmatch(r"\d", name) else name)
        bits = 0
        for word in words:
            bits |= MODIFIER_BITS[word]
        self.window.dispatch_event("on_key_press", symbol, bits)
        ctrl, shift = bits & codes.MOD_CTRL, bits & codes.MOD_SHIFT
        motion = (_WORD_MOTIONS if ctrl else _MOTIONS).get(symbol)
        if motion is not None:
            for _ in range(1 + repeats):
                self.window.dispatch_event("on_text_motion_select" if shift else "on_text_motion", motion)
        elif not ctrl and not bits & codes.MOD_ALT:
            if symbol in {codes.ENTER, codes.NUM_ENTER}:
                self.window.dispatch_event("on_text", "\r")
            elif codes.SPACE <= symbol <= codes.ASCIITILDE:
                self.window.dispatch_event("on_text", chr(symbol))
        self.window.dispatch_event("on_key_release", symbol, bits)
