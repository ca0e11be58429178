"""The one window, its screens, and everything that depends on the version of Arcade and OpenGL.

The design has 1280x720 pixels. One design pixel is `window.ui_scale` pixels of the window: what the player chose times
the density of the display, but never so much that the design does not fit. A larger window has more design pixels than
1280x720 (`window.design`); layouts give the extra room to whatever should have it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from math import floor
from pathlib import Path
from typing import Any

import arcade
import pyglet
from arcade.gl import BufferDescription
from PIL import Image

from client.kit import why_no_window
from client.kit.announcer import Announcer
from client.kit.canvas import FLOATS, Canvas
from client.kit.keys import Keymap
from client.kit.layout import DESIGN
from client.kit.textures import Textures
from client.kit.theme import theme
from client.kit.timeline import Timeline
from client.kit.ui import Clipboard, Ui

LONGEST_STEP = 0.1
"""After a pause of the whole program (a dragged window) time goes on from here."""
IDLE_RATE = 10.0
SCALE_STEPS = 20

VERTEX = """#version 330
in vec4 place; in float angle; in vec4 uv; in vec4 color;
out vec4 v_place; out float v_angle; out vec4 v_uv; out vec4 v_color;
void main() { v_place = place; v_angle = angle; v_uv = uv; v_color = color; gl_Position = vec4(0.0); }"""
GEOMETRY = """#version 330
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
uniform vec2 window;
in vec4 v_place[]; in float v_angle[]; in vec4 v_uv[]; in vec4 v_color[];
out vec2 at; out vec4 tint; out vec2 inside; flat out vec2 border; flat out int turned;
void main() {
    vec4 place = v_place[0], uv = v_uv[0];
    float c = cos(v_angle[0]), s = sin(v_angle[0]);
    for (int i = 0; i < 4; i++) {
        vec2 corner = vec2(float(i & 1), float(i >> 1));
        vec2 p = (corner - 0.5) * place.zw;
        inside = p; border = place.zw * 0.5; turned = abs(v_angle[0]) > 1e-6 ? 1 : 0;
        p = vec2(p.x * c - p.y * s, p.x * s + p.y * c) + place.xy;
        gl_Position = vec4(p / window * 2.0 - 1.0, 0.0, 1.0);
        at = vec2(mix(uv.x, uv.z, corner.x), mix(uv.w, uv.y, corner.y));
        tint = v_color[0];
        EmitVertex();
    }
    EndPrimitive();
}"""
FRAGMENT = """#version 330
uniform sampler2D atlas;
in vec2 at; in vec4 tint; in vec2 inside; flat in vec2 border; flat in int turned;
out vec4 shown;
void main() {
    shown = texture(atlas, at) * tint;
    if (turned == 1) {
        vec2 far = border - abs(inside);
        shown.a *= clamp(min(far.x, far.y), 0.0, 1.0);
    }
}"""
"""The edges of what is turned are softened here: there is no multisampling."""


class NoOpenGL(RuntimeError):
    """No window can be opened; the message says why in plain words."""


class QuadBatch:
    """Quads of one atlas, drawn in the order given: one call for each run of quads that are smooth, or are not.

    Smooth is what is turned or stretched. All else shows its pixels as they are, which a processor that must draw
    without a graphics card does a quarter faster.
    """

    def __init__(self, ctx: arcade.ArcadeContext, textures: Textures) -> None:
        self._ctx, self._textures = ctx, textures
        self._program = ctx.program(vertex_shader=VERTEX, geometry_shader=GEOMETRY, fragment_shader=FRAGMENT)
        self._room = 1024
        self.count = 0
        self._buffer = ctx.buffer(reserve=self._room * FLOATS * 4)
        self._geometry = self._shape()
        self._runs: list[tuple[bool, int, int]] = []

    def _shape(self) -> Any:
        layout = BufferDescription(self._buffer, "4f 1f 4f 4f", ["place", "angle", "uv", "color"])
        return self._ctx.geometry([layout], mode=self._ctx.POINTS)

    def write(self, quads: array[float]) -> None:
        """Take these quads from now on."""
        self.count = len(quads) // FLOATS
        if self.count > self._room:
            while self._room < self.count:
                self._room *= 2
            self._buffer = self._ctx.buffer(reserve=self._room * FLOATS * 4)
            self._geometry = self._shape()
        else:
            self._buffer.orphan()
        if self.count:
            self._buffer.write(quads.tobytes())
        self._runs, first = [], 0
        for smooth, run in groupby(quads[4::FLOATS], bool):
            count = len(list(run))
            self._runs.append((smooth, first, count))
            first += count

    def draw(self, size: tuple[int, int]) -> None:
        """Draw them on a target of so many pixels."""
        if not self.count:
            return
        ctx, texture = self._ctx, self._textures.atlas.texture
        ctx.enable_only(ctx.BLEND)
        ctx.blend_func = ctx.BLEND_DEFAULT
        texture.use(0)
        self._program["window"] = size
        for smooth, first, count in self._runs:
            texture.filter = (ctx.LINEAR, ctx.LINEAR) if smooth else (ctx.NEAREST, ctx.NEAREST)
            self._geometry.render(self._program, first=first, vertices=count)
        texture.filter = ctx.LINEAR, ctx.LINEAR


class _SystemClipboard(Clipboard):
    """The clipboard of the desktop; our own where there is none."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self._window = window

    def get(self) -> str:
        with suppress(Exception):  # whatever another program does to the clipboard must not end a game
            return self._window.get_clipboard_text() or super().get()
        return super().get()

    def set(self, text: str) -> None:
        super().set(text)
        with suppress(Exception):
            self._window.set_clipboard_text(text)


class Window(arcade.Window):
    """The window. Open it with `open_window`; show screens with `push`, `pop` and `replace`."""

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
        """Window pixels to one design pixel."""
        self.design = DESIGN
        self.screens: list[Screen] = []
        self.user_scale = user_scale
        self.keys, self.announcer = keys, announcer
        self.clipboard = _SystemClipboard(self)
        self.drawn = 0
        """Frames drawn so far."""
        self.on_screenshot: Callable[[], object] | None = None
        self.on_feedback: Callable[[str], object] | None = None
        """Called with "press", "focus", "refuse": for the sounds of widgets."""
        self._since_draw = 0.0
        self._paper: Canvas | None = None
        super().__init__(
            *size, title, fullscreen, resizable=True, antialiasing=False, vsync=vsync, visible=visible,
            center_window=not fullscreen, enable_polling=False,
        )  # fmt: skip
        self.background_color = theme().color("background")
        if not atlas:
            atlas = 4096 if max(self.get_size()) > 1600 or self.user_scale * self._density() > 1.2 else 2048
        self.textures = Textures(atlas, folder, version)
        self.set_minimum_size(640, 360)
        self._rescale()
        self._paper = Canvas(self.textures, self.ui_scale)

    # Size -----------------------------------------------------------------------------------------------------------

    @property
    def paper(self) -> Canvas:
        """What widgets are painted on."""
        assert self._paper is not None
        return self._paper

    def _density(self) -> float:
        return max(1.0, float(self.dpi or 96) / 96)

    def set_user_scale(self, scale: float) -> None:
        """The player's choice, 0.8 to 2.0; 0 is as large as fits."""
        self.user_scale = scale
        self._rescale()

    def _rescale(self) -> None:
        w, h = self.get_framebuffer_size()
        if w <= 0 or h <= 0:
            return  # minimised
        # In steps, so that a window that is being dragged larger does not have everything drawn anew at each pixel.
        fit = floor(min(w / DESIGN[0], h / DESIGN[1]) * SCALE_STEPS + 1e-6) / SCALE_STEPS
        scale = min(fit, self.user_scale * self._density()) if self.user_scale > 0 else min(fit, 4.0)
        before, self.ui_scale = self.ui_scale, max(0.1, scale)
        self.design = (w / self.ui_scale, h / self.ui_scale)
        if self._paper is not None:
            self._paper.scale = self.ui_scale
            if abs(before - self.ui_scale) > 1e-6:
                self.textures.keep_only(self.ui_scale)
        for screen in self.screens:
            screen._resize()

    def restyle(self) -> None:
        """The theme has been replaced: draw everything anew."""
        self.textures.keep_only(-2.0)
        self.background_color = theme().color("background")
        for screen in self.screens:
            screen._resize()

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        if self._paper is not None:
            self._rescale()

    # Screens --------------------------------------------------------------------------------------------------------

    @property
    def screen_on_top(self) -> Screen | None:
        """The screen that hears the player."""
        return self.screens[-1] if self.screens else None

    def push(self, screen: Screen) -> None:
        """Show a screen above the present one, which stays as it is."""
        self.screens.append(screen)
        screen._enter(self)
        self.show_view(screen)

    def pop(self) -> None:
        """Back to the screen below."""
        gone = self.screens.pop()
        if self.screens:
            self.screens[-1].redraw()
            self.show_view(self.screens[-1])
        else:
            self.hide_view()
        gone.closed()

    def replace(self, screen: Screen) -> None:
        """Show a screen instead of the present one."""
        gone = self.screens.pop() if self.screens else None
        self.push(screen)
        if gone is not None:
            gone.closed()

    def clear_screens(self) -> None:
        """Close all screens."""
        while self.screens:
            self.pop()

    # Frames ---------------------------------------------------------------------------------------------------------

    def draw(self, dt: float) -> None:
        """Draw if anything has changed, else only ten times a second."""
        screen = self.screen_on_top
        if screen is None or screen.wants_drawing or self._since_draw >= 0.999 / screen.idle_rate:
            self._since_draw = 0.0
            super().draw(dt)

    def snapshot(self) -> Image.Image:
        """The picture as it was drawn last."""
        w, h = self.get_framebuffer_size()
        picture: Image.Image = arcade.get_image(0, 0, w, h).convert("RGB")
        return picture

    def run(self, view: arcade.View | None = None) -> None:
        """Play until the window is closed."""
        arcade.run(view)


class Screen(arcade.View):
    """One screen: what is drawn behind (`draw_world`), widgets above (`ui`), what moves (`timeline`).

    Override `build` to create widgets, `update`, `draw_world`, `act` (named keys), `resized`, `closed`.
    """

    overlay = False
    """Whether the screen below shows through."""
    idle_rate = IDLE_RATE
    """How often it is drawn a second when nothing has changed."""

    window: Window

    def __init__(self) -> None:
        self.window = None  # type: ignore[assignment]
        self.ui = Ui()
        self.timeline = Timeline()
        self._changed = True
        self._built = False
        self._batch: QuadBatch | None = None
        self._fresh_key = 0

    # What a screen overrides ------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Create the widgets: called once, when the window is known."""

    def update(self, dt: float) -> None:
        """Called before each frame; call `redraw` if `draw_world` would draw something else."""

    def draw_world(self) -> None:
        """Draw what lies below the widgets, with Arcade, in pixels of the window."""

    def act(self, action: str) -> bool:
        """A named key was pressed that no widget wanted; true if it did something."""
        return False

    def resized(self) -> None:
        """The window's size or scale has changed."""

    def shown(self) -> None:
        """It has come to the top."""

    def closed(self) -> None:
        """It has been taken from the window."""

    # What a screen uses ----------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the next frame."""
        self._changed = True

    @property
    def scale(self) -> float:
        """Window pixels to one design pixel."""
        return self.window.ui_scale

    @property
    def textures(self) -> Textures:
        """The textures of the window."""
        return self.window.textures

    @property
    def wants_drawing(self) -> bool:
        """Whether the next frame would differ from the last."""
        return self._changed or self.ui.dirty or not self.ui.arranged

    # The rest is for the window --------------------------------------------------------------------------------------

    def _enter(self, window: Window) -> None:
        if not self._built:
            super().__init__(window)
            self._built = True
            self.ui.announcer, self.ui.keys, self.ui.clipboard = window.announcer, window.keys, window.clipboard
            self.ui.on_feedback = lambda kind: window.on_feedback(kind) if window.on_feedback is not None else None
            self._batch = QuadBatch(window.ctx, window.textures)
            self.ui.resize(*window.design)
            self.build()
        self._resize()

    def _resize(self) -> None:
        self.ui.resize(*self.window.design)
        self.ui.touch_all()
        self._changed = True
        self.resized()

    def on_show_view(self) -> None:
        self._changed = True
        self.shown()

    def on_update(self, delta_time: float) -> None:
        self.window._since_draw += delta_time
        dt = min(delta_time, LONGEST_STEP)
        if self.timeline.advance(dt):
            self._changed = True
        self.update(dt)
        self.ui.update(dt)

    def on_draw(self) -> None:
        self.window.clear()
        if self.overlay:
            at = self.window.screens.index(self)
            if at > 0:
                self.window.screens[at - 1]._paint()
        self._paint()
        self._changed = False
        self.window.drawn += 1

    def _paint(self) -> None:
        if not self.overlay or self.window.screens[0] is self:
            self.draw_world()
        quads, fresh = self.ui.paint(self.window.paper)
        assert self._batch is not None
        if fresh:
            self._batch.write(quads)
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
        self._key(symbol, modifiers)
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

    def on_text(self, text: str) -> None:
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
    """Open the window, or raise NoOpenGL with the reason. `folder` and `version` are for textures kept on the disk."""
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
