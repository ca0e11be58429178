"""The one window of the program, and its screens.

The design has 1280x720 pixels. One design pixel is `window.ui_scale` pixels of the window. The scale is the player's
choice times the density of the display. Without a choice, it follows the window's size. It is never so large that the
design does not fit. A larger window has more design pixels than 1280x720 (`window.design`). Layouts distribute the
extra room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import arcade
import pyglet
from PIL import Image

from client.ui import why_no_window, x11
from client.ui.canvas import Canvas
from client.ui.clipboard import Clipboard
from client.ui.controls.basic import Label
from client.ui.controls.layout import DESIGN_SIZE
from client.ui.controls.panel import Panel
from client.ui.damage import Damage, PaintedPart, PixelBox
from client.ui.keys import Keymap
from client.ui.quads import QuadBatch
from client.ui.scale import AUTOMATIC, automatic_scale, floor_to_step
from client.ui.screen_reader import Announcer
from client.ui.textures import Textures
from client.ui.theme import theme
from client.ui.timeline import Timeline
from client.ui.ui import Ui
from client.ui.work_area import work_area

if TYPE_CHECKING:
    from pyglet.libs.x11 import xlib

SOFTWARE_DRIVERS = ("llvmpipe", "softpipe", "swrast", "software rasterizer")
"""The names of drivers that work without a graphics card.

They copy a picture to the display and keep it. Other drivers may alternate between two pictures.
"""


MIN_DRAWN_SIZE = (160, 90)
"""Pixels, across and down, below which a window draws nothing, as if it were minimised."""


NOTICE_SECONDS = 5.0
"""Seconds for which a notice is shown."""
NOTICE_AREA = (340, 640, 600, 0)
MAX_TIME_STEP = 0.1
"""Seconds by which the time advances at most in one frame.

This applies after a pause of the program, for example while the window is dragged.
"""


class NoOpenGL(RuntimeError):
    """The error raised if no window can be opened; its message gives the reason in plain words."""


class _SystemClipboard(Clipboard):
    """The clipboard of the desktop, or the program's own clipboard if the desktop has none."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self._window = window

    def get(self) -> str:
        with suppress(Exception):  # another program's clipboard errors must not end a game
            window = self._window
            text = x11.clipboard_text(window) if x11.is_x11(window) else window.get_clipboard_text()
            return text or super().get()
        return super().get()

    def set(self, text: str) -> None:
        super().set(text)
        with suppress(Exception):
            self._window.set_clipboard_text(text)


class Scenery(Protocol):
    """The picture below the widgets of a screen, drawn with Arcade, in window pixels."""

    def fit(self, window: Window) -> None:
        """Fit the picture to the present size and scale of the window."""

    def update(self, dt: float) -> bool:
        """Advance the time by `dt` seconds; return True if the picture may look different."""

    def collect_damage(self, damage: Damage) -> None:
        """Add to `damage` the boxes in which the picture would look different."""

    def paint(self) -> None:
        """Draw the picture.

        This is called once for each box that has changed, and nothing outside of the box is drawn. Do not clear the
        whole window.
        """


class WindowScreen(Protocol):
    """A screen as the window and its view use it; `Screen` is the base of all screens."""

    overlay: bool
    idle_rate: float
    window: Window
    ui: Ui
    timeline: Timeline
    has_changed: bool

    @property
    def scenery(self) -> Scenery | None:
        """The picture below the widgets, or None for one colour."""

    def build(self) -> None:
        """Create the widgets; this is called once, when the window is known."""

    def update(self, dt: float) -> None:
        """Update the screen before each frame, `dt` seconds after the last."""

    def run_action(self, action: str) -> bool:
        """Run the action of a named key that no widget handled; return True if there was such an action."""

    def on_resized(self) -> None:
        """Adapt to a new size or scale of the window."""

    def on_shown(self) -> None:
        """React when the screen becomes the uppermost one."""

    def on_closed(self) -> None:
        """React when the screen is removed from the window."""

    def redraw_all(self) -> None:
        """Draw everything again in the next frame."""


class ScreenPainter:
    """The picture of one screen in the window."""

    def __init__(self, screen: WindowScreen) -> None:
        self.screen = screen
        self._batch = QuadBatch(screen.window.ctx, screen.window.textures)
        self._parts: list[PaintedPart] = []

    def collect_damage(self, damage: Damage, lowest: bool) -> None:
        """Add to `damage` the boxes in which the screen would draw something else."""
        self.screen.has_changed = False
        self._parts, boxes = self.screen.ui.paint(self.screen.window.widget_canvas)
        if boxes is None:
            damage.mark_all()
        else:
            for box in boxes:
                damage.add(box)
        if lowest and self.screen.scenery is not None:
            self.screen.scenery.collect_damage(damage)

    def paint(self, box: PixelBox, lowest: bool) -> None:
        """Draw the part of the screen that is in the box."""
        if lowest and self.screen.scenery is not None:
            self.screen.scenery.paint()
        elif lowest:
            self.screen.window.clear_box()
        self._batch.load(self._parts, box)
        self._batch.draw(self.screen.window.get_framebuffer_size())


class ScreenView(arcade.View):
    """The view of the window: it paints the visible screens, and the uppermost one receives the input."""

    window: Window

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.painters: list[ScreenPainter] = []
        """The painters of the window's screens, the lowest first."""
        self._fresh_key = 0
        self._ignores_text = False
        """True while a key that moved the focus into a text field must not be typed there as well."""
        self._notice: Panel | None = None
        self._notice_left = 0.0

    @property
    def screen(self) -> WindowScreen:
        """The uppermost screen."""
        return self.painters[-1].screen

    # Screens ----------------------------------------------------------------------------------------------------------

    def add_screen(self, screen: WindowScreen) -> None:
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

    def remove_screen(self, screen: WindowScreen) -> None:
        """Paint a screen no more."""
        self.painters = [painter for painter in self.painters if painter.screen is not screen]

    def refit(self, screen: WindowScreen) -> None:
        """Fit a screen to the present size of the window."""
        screen.ui.resize(*self.window.design)
        screen.ui.touch_all()
        screen.redraw_all()
        if screen.scenery is not None:
            screen.scenery.fit(self.window)
        screen.on_resized()

    # Time and drawing -------------------------------------------------------------------------------------------------

    def notify(self, words: str) -> None:
        """Show a line above the uppermost screen for a short while."""
        self._drop_notice()
        self._notice, self._notice_left = Panel(Label(words, wrap=True), pad=12, box="tooltip"), NOTICE_SECONDS
        self.screen.ui.put(self._notice, NOTICE_AREA, "middle", "high")

    def _drop_notice(self) -> None:
        if self._notice is not None and self._notice.parent is not None:
            self._notice.parent.remove(self._notice)
        self._notice = None

    @property
    def wants_drawing(self) -> bool:
        """True if the next frame would differ from the last."""
        screen = self.screen
        return screen.has_changed or screen.ui.is_dirty or not screen.ui.is_arranged

    def on_update(self, delta_time: float) -> None:
        self.window.since_draw += delta_time
        dt, screen = min(delta_time, MAX_TIME_STEP), self.screen
        self._notice_left -= dt
        if self._notice_left <= 0:
            self._drop_notice()
        if screen.timeline.advance(dt):
            screen.has_changed = True
        screen.update(dt)
        if screen.scenery is not None and screen.scenery.update(dt):
            screen.has_changed = True
        screen.ui.update(dt)

    def on_draw(self) -> None:
        window = self.window
        if window.is_too_small:
            return
        seen, damage = self._visible_painters(), window.damage
        for painter in seen:
            painter.collect_damage(damage, painter is seen[0])
        boxes = damage.take_boxes()
        if boxes and not window.keeps_picture:
            boxes = [damage.window]
        for box in boxes:
            with window.clip_to(box):
                for painter in seen:
                    painter.paint(box, painter is seen[0])
        window.drawn_count += 1

    def _visible_painters(self) -> list[ScreenPainter]:
        """Return the painters of the visible screens, the lowest first."""
        lowest = len(self.painters) - 1
        while lowest > 0 and self.painters[lowest].screen.overlay:
            lowest -= 1
        return self.painters[lowest:]

    # Pointer ----------------------------------------------------------------------------------------------------------

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        s = self.window.ui_scale
        self.screen.ui.move_pointer(x / s, y / s)

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
        self.screen.ui.leave_pointer()

    # Keys -------------------------------------------------------------------------------------------------------------

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        self._fresh_key = symbol
        before = self.screen.ui.focus
        self._key(symbol, modifiers)
        focus = self.screen.ui.focus if self.painters else None
        self._ignores_text = focus is not None and focus is not before and focus.text_input is not None
        return True

    def _key(self, symbol: int, modifiers: int) -> None:
        window, screen = self.window, self.screen
        if screen.ui.press_key(symbol, modifiers):
            return
        action = window.keys.action_for(symbol, modifiers)
        if action is None or screen.run_action(action):
            return
        if action == "full screen":
            window.set_fullscreen(not window.fullscreen)
        elif action == "screenshot" and window.on_screenshot is not None:
            window.on_screenshot()

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._fresh_key = 0
        self._ignores_text = False

    def on_text(self, text: str) -> None:
        if not self._ignores_text:
            self.screen.ui.type_text(text)

    def on_text_motion(self, motion: int) -> None:
        if self.screen.ui.move_caret(motion):
            return
        # The first motion of a key comes with its press; those after it are the key repeating.
        if self._fresh_key == motion:
            self._fresh_key = 0
        elif motion > 255 and motion not in {0xFF08, 0xFFFF}:
            self._key(motion, 0)

    def on_text_motion_select(self, motion: int) -> None:
        self.screen.ui.move_caret(motion, select=True)


class Window(arcade.Window):
    """The window of the program, opened with `open_window`.

    It shows screens with `push`, `pop` and `replace`.
    """

    def __init__(
        self,
        title: str,
        size: tuple[int, int],
        user_scale: float,
        fullscreen: bool,
        vsync: bool,
        keys: Keymap,
        announcer: Announcer,
        folder: Path | None,
        version: str,
        atlas: int,
        visible: bool,
    ) -> None:
        self.ui_scale = 1.0
        """The number of window pixels in one design pixel."""
        self.design = DESIGN_SIZE
        self.screens: list[WindowScreen] = []
        self.screen_view = ScreenView(self)
        self.user_scale = user_scale
        self.keys, self.announcer = keys, announcer
        self.clipboard = _SystemClipboard(self)
        self.drawn_count = 0
        """The number of frames drawn so far."""
        self.on_screenshot: Callable[[], object] | None = None
        self.on_files: Callable[[list[Path]], object] | None = None
        """A function that is called with the files that the player drops on the window."""
        self.on_feedback: Callable[[str], object] | None = None
        """A function that is called with "press", "focus" or "refuse", for the sounds of widgets."""
        self.damage = Damage(size)
        """The areas in which the next frame differs from the picture shown."""
        self.keeps_picture = False
        """True if the drawn picture is kept for the next frame, so that only differences are drawn."""
        self.since_draw = 0.0
        self._widget_canvas: Canvas | None = None
        self._area = work_area(pyglet.display.get_display().get_default_screen())
        super().__init__(
            *self.reduce_to_fit(size), title, fullscreen, resizable=True, antialiasing=False, vsync=vsync,
            visible=visible, center_window=False, enable_polling=False,
        )  # fmt: skip
        if not fullscreen:
            self.set_location(*self._area.centered_position(self.get_size()))
        self.keeps_picture = any(name in self.ctx.info.RENDERER.lower() for name in SOFTWARE_DRIVERS)
        self.background_color = theme().color("background")
        if not atlas:
            large = max(self.get_size()) > 1600 or (self.user_scale or 1.0) * self.density > 1.2
            atlas = 4096 if large else 2048
        self.textures = Textures(atlas, folder, version)
        self.set_minimum_size(*self.reduce_to_fit((640, 360)))
        self._rescale_view()
        self._widget_canvas = Canvas(self.textures, self.ui_scale)

    # Size -----------------------------------------------------------------------------------------------------------

    @property
    def widget_canvas(self) -> Canvas:
        """The canvas on which widgets are painted."""
        assert self._widget_canvas is not None
        return self._widget_canvas

    def reduce_to_fit(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return a size, reduced as far as necessary to fit on the screen."""
        return self._area.reduce_to_fit(size)

    def fit(self, size: tuple[int, int]) -> None:
        """Set the window to this size, as far as there is room, in the middle of the screen."""
        self._area = work_area(self.screen)
        self.set_size(*self.reduce_to_fit(size))
        self.set_location(*self._area.centered_position(self.reduce_to_fit(size)))

    @property
    def is_too_small(self) -> bool:
        """True if the window is minimised, or so small that nothing is drawn in it."""
        w, h = self.get_framebuffer_size()
        return bool(w < MIN_DRAWN_SIZE[0] or h < MIN_DRAWN_SIZE[1])

    @property
    def density(self) -> float:
        """The density of the display relative to a plain display of 96 dpi, at least 1."""
        return max(1.0, float(self.dpi or 96) / 96)

    def set_user_scale(self, scale: float) -> None:
        """Set the player's scale, from 0.8 to 2.0, or `AUTOMATIC`."""
        self.user_scale = scale
        self._rescale_view()

    def _rescale_view(self) -> None:
        if self.is_too_small:
            return
        w, h = self.get_framebuffer_size()
        fit, density = floor_to_step(min(w / DESIGN_SIZE[0], h / DESIGN_SIZE[1])), self.density
        chosen = self.user_scale != AUTOMATIC
        scale = min(fit, self.user_scale * density) if chosen else automatic_scale(fit, density)
        before, self.ui_scale = self.ui_scale, max(0.1, scale)
        self.design = (w / self.ui_scale, h / self.ui_scale)
        self.damage.resize((w, h))
        if self._widget_canvas is not None:
            self._widget_canvas.scale = self.ui_scale
            if abs(before - self.ui_scale) > 1e-6:
                self.textures.keep_only(self.ui_scale)
        for screen in self.screens:
            self.screen_view.refit(screen)

    def restyle(self) -> None:
        """Draw everything again, after the theme was replaced."""
        self.textures.keep_only(-2.0)
        self.background_color = theme().color("background")
        self.damage.mark_all()
        for screen in self.screens:
            self.screen_view.refit(screen)

    def set_fullscreen(self, *args: Any, **options: Any) -> None:
        """Switch between the whole display and a window, and draw everything again."""
        super().set_fullscreen(*args, **options)
        self.damage.mark_all()

    def on_resize(self, width: int, height: int) -> None:
        """Adapt to the new size of the window."""
        if self._widget_canvas is not None:
            self._rescale_view()

    # pyglet callbacks -------------------------------------------------------------------------------------------------

    def _create(self) -> None:
        """Create the window, which accepts files that are dropped on it."""
        self._file_drops = True
        super()._create()

    def _event_text_symbol(self, ev: xlib.XEvent) -> tuple[str | None, int | None]:
        """Return the text and the symbol of a key under X11."""
        text, symbol = super()._event_text_symbol(ev)
        return text, x11.symbol_by_position(symbol, ev.xkey.keycode, ev.xkey.state)

    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        """Report the files that the player drops on the window."""
        if self.on_files is not None and paths:
            self.on_files([Path(path) for path in paths])

    def notify(self, words: str) -> None:
        """Show a line for a short while above all screens, and announce it."""
        self.announcer.announce(words)
        if self.screens:
            self.screen_view.notify(words)

    # Screens --------------------------------------------------------------------------------------------------------

    @property
    def screen_on_top(self) -> WindowScreen | None:
        """The screen that receives the input, or None."""
        return self.screens[-1] if self.screens else None

    def push(self, screen: WindowScreen) -> None:
        """Show a screen above the present one, which stays as it is."""
        self.screens.append(screen)
        self.screen_view.add_screen(screen)
        self._show_uppermost()

    def pop(self) -> None:
        """Return to the screen below."""
        gone = self._pop_uppermost()
        self._show_uppermost()
        gone.on_closed()

    def replace(self, screen: WindowScreen) -> None:
        """Show a screen instead of the present one."""
        gone = self._pop_uppermost() if self.screens else None
        self.push(screen)
        if gone is not None:
            gone.on_closed()

    def _pop_uppermost(self) -> WindowScreen:
        gone = self.screens.pop()
        self.screen_view.remove_screen(gone)
        return gone

    def _show_uppermost(self) -> None:
        if not self.screens:
            self.hide_view()
            return
        if self.current_view is None:
            self.show_view(self.screen_view)
        self.screens[-1].redraw_all()
        self.screens[-1].on_shown()

    def clear_screens(self) -> None:
        """Close all screens."""
        while self.screens:
            self.pop()

    # Frames ---------------------------------------------------------------------------------------------------------

    def draw(self, dt: float) -> None:
        """Draw a frame if anything has changed, or else only ten times per second."""
        if self.is_too_small:
            return
        screen = self.screen_on_top
        if screen is None or self.screen_view.wants_drawing or self.since_draw >= 0.999 / screen.idle_rate:
            self.since_draw = 0.0
            super().draw(dt)

    @contextmanager
    def clip_to(self, box: PixelBox) -> Iterator[None]:
        """Draw nothing outside of this box while the context lasts."""
        screen = self.ctx.screen
        screen.scissor = (box.left, box.low, box.right - box.left, box.top - box.low)
        try:
            yield
        finally:
            screen.scissor = None

    def clear_box(self) -> None:
        """Fill the area being drawn with the background."""
        screen = self.ctx.screen
        screen.clear(color=self.background_color, viewport=screen.scissor)

    def snapshot(self) -> Image.Image:
        """Return the picture that was drawn last."""
        w, h = self.get_framebuffer_size()
        picture: Image.Image = arcade.get_image(0, 0, w, h).convert("RGB")
        return picture

    def run(self, view: arcade.View | None = None) -> None:
        """Run until the window is closed."""
        arcade.run(view)


def open_window(
    title: str = "Table",
    size: tuple[int, int] = (1280, 720),
    user_scale: float = 1.0,
    *,
    fullscreen: bool = False,
    vsync: bool = True,
    keys: Keymap | None = None,
    announcer: Announcer | None = None,
    folder: Path | None = None,
    version: str = "",
    atlas: int = 0,
    visible: bool = True,
) -> Window:
    """Open the window, or raise `NoOpenGL` with the reason.

    `folder` and `version` are for textures stored on the disk.
    """
    why = why_no_window()
    if why:
        raise NoOpenGL(why)
    pyglet.options.dpi_scaling = "real"  # all pixels are ours; Arcade would have text drawn small and stretched
    try:
        return Window(
            title, size, user_scale, fullscreen, vsync, keys or Keymap(), announcer or Announcer(), folder, version,
            atlas, visible,
        )  # fmt: skip
    except (arcade.NoOpenGLException, pyglet.gl.ContextException, pyglet.window.WindowException) as error:
        raise NoOpenGL(
            "The graphics driver of this computer offers no OpenGL 3.3, which the window needs. "
            "Remote desktops and virtual machines often lack it; a newer graphics driver may help. "
            f"(It says: {error})"
        ) from error
