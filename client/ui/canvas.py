"""The drawing surface of the widgets: boxes, pictures and text, collected as quads for one draw call.

Lengths are design pixels. The canvas knows the scale and rounds every edge to whole pixels of the window. Therefore
neighbours meet and text is sharp. The canvas clips by cutting the quads. A list of a thousand rows costs only the rows
in sight.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from math import atan2, cos, hypot, pi, sin

import arcade
from PIL import Image, ImageDraw

from client.ui import text as typeset
from client.ui.damage import SMOOTH_QUAD_ANGLE
from client.ui.hexes import Rect
from client.ui.text import GlyphCache
from client.ui.textures import Textures
from client.ui.theme import BoxStyle, Color, theme

STROKE_ICON_SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    "check": ((0.18, 0.52), (0.42, 0.76), (0.84, 0.26)),
    "cross": ((0.22, 0.22), (0.78, 0.78), (0.5, 0.5), (0.78, 0.22), (0.22, 0.78)),
    "down": ((0.22, 0.38), (0.5, 0.66), (0.78, 0.38)),
    "up": ((0.22, 0.62), (0.5, 0.34), (0.78, 0.62)),
    "right": ((0.38, 0.22), (0.66, 0.5), (0.38, 0.78)),
    "left": ((0.62, 0.22), (0.34, 0.5), (0.62, 0.78)),
    "minus": ((0.2, 0.5), (0.8, 0.5)),
    "plus": ((0.2, 0.5), (0.8, 0.5), (0.5, 0.5), (0.5, 0.2), (0.5, 0.8)),
}
"""The strokes of the few signs that widgets need, as points with y downwards."""


def _draw_stroke_icon(name: str, px: int) -> Image.Image:
    big = px * 8
    mask = Image.new("L", (big, big), 0)
    points = [(x * big, y * big) for x, y in STROKE_ICON_SHAPES[name]]
    pen = ImageDraw.Draw(mask)
    pen.line(points, fill=255, width=round(big * 0.13), joint="curve")
    for x, y in points:
        r = big * 0.065
        pen.ellipse((x - r, y - r, x + r, y + r), fill=255)
    mask = mask.resize((px, px), Image.Resampling.BOX)
    return Image.merge("RGBA", [Image.new("L", (px, px), 255)] * 3 + [mask])


class Canvas:
    """A collector of quads.

    `scale` is the number of window pixels in one design pixel. Lengths are in design pixels, y upwards.
    """

    def __init__(self, textures: Textures, scale: float = 1.0) -> None:
        self.textures = textures
        self.letters = GlyphCache(textures)
        self.scale = scale
        self.quads = array("f")
        self.opacity = 1.0
        self._clip: tuple[int, int, int, int] | None = None
        self._shift = (0, 0)

    def take_quads(self) -> array[float]:
        """Return the quads collected since the last call."""
        quads, self.quads = self.quads, array("f")
        return quads

    @contextmanager
    def clip(self, rect: Rect) -> Iterator[None]:
        """Draw nothing outside of the rectangle while the context lasts."""
        s, before = self.scale, self._clip
        dx, dy = self._shift
        left, right = round(rect.x * s) + dx, round(rect.right * s) + dx
        low, top = round(rect.y * s) + dy, round(rect.top * s) + dy
        if before is not None:
            left, low, right, top = (
                max(left, before[0]), max(low, before[1]), min(right, before[2]), min(top, before[3])
            )  # fmt: skip
        self._clip = (left, low, right, top)
        try:
            yield
        finally:
            self._clip = before

    @contextmanager
    def fade(self, opacity: float) -> Iterator[None]:
        """Draw everything with this opacity while the context lasts."""
        before = self.opacity
        self.opacity *= opacity
        try:
            yield
        finally:
            self.opacity = before

    @contextmanager
    def translate(self, dx: float, dy: float) -> Iterator[None]:
        """Draw everything shifted by this distance while the context lasts."""
        before = self._shift
        self._shift = before[0] + round(dx * self.scale), before[1] + round(dy * self.scale)
        try:
            yield
        finally:
            self._shift = before

    @contextmanager
    def magnify(self, times: float) -> Iterator[None]:
        """Multiply all lengths by a factor while the context lasts, for a board that grows with its room."""
        before = self.scale
        self.scale *= times
        try:
            yield
        finally:
            self.scale = before

    def fill(self, rect: Rect, color: str | Color) -> None:
        """Draw a plain rectangle."""
        s = self.scale
        uv = self._white_texture_area()
        self._add_quad(round(rect.x * s), round(rect.y * s), round(rect.right * s), round(rect.top * s), uv, color)

    def line(self, x1: float, y1: float, x2: float, y2: float, thick: float, color: str | Color) -> None:
        """Draw a straight line of any slope."""
        s = self.scale
        self._add_rotated_quad(
            (x1 + x2) / 2 * s, (y1 + y2) / 2 * s, hypot(x2 - x1, y2 - y1) * s, max(1.0, thick * s),
            atan2(y2 - y1, x2 - x1), self._white_texture_area(), color,
        )  # fmt: skip

    def frame(self, rect: Rect, color: str | Color, thick: float = 1.0) -> None:
        """Draw four thin lines along the inside of a rectangle."""
        t = max(1, round(thick * self.scale)) / self.scale
        self.fill(Rect(rect.x, rect.top - t, rect.w, t), color)
        self.fill(Rect(rect.x, rect.y, rect.w, t), color)
        self.fill(Rect(rect.x, rect.y + t, t, rect.h - 2 * t), color)
        self.fill(Rect(rect.right - t, rect.y + t, t, rect.h - 2 * t), color)

    def box(self, name: str | BoxStyle, rect: Rect) -> None:
        """Draw a box of the theme, stretched over a rectangle; the glow of the box extends outside."""
        look = theme().boxes[name] if isinstance(name, str) else name
        if not (look.top[3] or look.edge[3] or look.glow[3]):
            return
        s = self.scale
        texture = self.textures.get(("box", look), lambda: look.draw(s), s, "")
        self.nine_patch(texture, rect, look.slice_at(s), round(look.glow_margin() * s))

    def nine_patch(
        self, texture: arcade.Texture, rect: Rect, cut: int, pad: int = 0, tint: Color = (255, 255, 255, 255)
    ) -> None:
        """Draw a picture with only its middle stretched; `cut` pixels at each side keep their size.

        `pad` pixels at each side (a glow) extend outside of the rectangle.
        """
        s, u = self.scale, self.textures.uv(texture)
        left, right = round(rect.x * s) - pad, round(rect.right * s) + pad
        low, top = round(rect.y * s) - pad, round(rect.top * s) + pad
        side = min(cut, (right - left) // 2)
        rise = min(cut, (top - low) // 2)
        px = 1 / self.textures.size
        xs = (left, left + side, right - side, right)
        us = (u.left, u.left + side * px, u.right - side * px, u.right)
        ys = (top, top - rise, low + rise, low)
        vs = (u.top, u.top + rise * px, u.bottom - rise * px, u.bottom)
        for row in range(3):
            for col in range(3):
                if xs[col + 1] > xs[col] and ys[row] > ys[row + 1]:
                    uv = (us[col], vs[row], us[col + 1], vs[row + 1])
                    self._add_quad(xs[col], ys[row + 1], xs[col + 1], ys[row], uv, tint)

    def image(
        self, texture: arcade.Texture, rect: Rect, tint: Color = (255, 255, 255, 255), angle: float = 0.0
    ) -> None:
        """Draw a picture of the atlas, stretched over a rectangle.

        `angle` turns the picture around its middle, in degrees counter-clockwise.
        """
        s = self.scale
        uv = self.textures.uv(texture)
        if angle:
            x, y = rect.center
            self._add_rotated_quad(x * s, y * s, rect.w * s, rect.h * s, angle * pi / 180, uv, tint)
            return
        left, low, right, top = round(rect.x * s), round(rect.y * s), round(rect.right * s), round(rect.top * s)
        same = (right - left, top - low) == texture.size
        self._add_quad(left, low, right, top, uv, tint, 0.0 if same else SMOOTH_QUAD_ANGLE)

    def picture(self, texture: arcade.Texture, x: float, y: float, tint: Color = (255, 255, 255, 255)) -> None:
        """Draw a picture without scaling, with its lower left corner as near to this point as possible.

        Use it for pictures that were drawn at this scale.
        """
        left, low = round(x * self.scale), round(y * self.scale)
        uv = self.textures.uv(texture)
        self._add_quad(left, low, left + texture.width, low + texture.height, uv, tint)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        color: str | Color = "text",
        size: str | float = "body",
        role: str = "text",
        align: float = 0.0,
        limit: float | None = None,
        spacing: float = 0.0,
    ) -> float:
        """Draw one line of text with its base line at y, and return the width of the line.

        `align` is 0 if x is the left end of the line, 0.5 if it is the middle, and 1 if it is the right end. With
        `limit`, the text is shortened to that width.
        """
        if limit is not None:
            text = typeset.shorten(text, limit, role, size)
        wide = typeset.width(text, role, size) + spacing * len(text)
        s = self.scale
        px = max(1.0, theme().size(size) * s)
        r, g, b, a = self._shader_color(color)
        base = round(y * s) + self._shift[1]
        clip = self._clip
        if clip is not None and (base + 2 * px < clip[1] or base - px > clip[3]):
            return wide
        start = (x - wide * align) * s + self._shift[0]
        path = typeset.font_path(role)
        extend = self.quads.extend
        pen_x, pen_y, letters = self.letters.layout_run(text, path, px, start, base, spacing * s)
        for dx, dy, w, h, uv in letters:
            left, low = pen_x + dx, pen_y + dy
            if clip is None or (
                clip[0] <= left and left + w <= clip[2] and clip[1] <= low and low + h <= clip[3]
            ):  # fmt: skip
                extend((left + w / 2, low + h / 2, w, h, 0.0, *uv, r, g, b, a))
            else:
                self._add_clipped_quad(left, low, left + w, low + h, uv, color)
        return wide

    def label(
        self,
        text: str,
        rect: Rect,
        color: str | Color = "text",
        size: str | float = "body",
        role: str = "text",
        align: float = 0.5,
    ) -> None:
        """Draw one line of text in a rectangle, with its capitals in the middle of the height.

        The text shrinks or is shortened if it does not fit.
        """
        x, size = rect.x + rect.w * align, typeset.fit_size(text, rect.w, rect.h, role, size)
        y = rect.y + (rect.h - typeset.cap_height(role, size)) / 2
        self.text(text, x, y, color, size, role, align, rect.w)

    def icon(self, name: str, rect: Rect, color: str | Color = "text") -> None:
        """Draw an icon of the theme in the middle of a rectangle, as large as fits.

        If the theme has no icon of this name, draw a sign.
        """
        character = theme().icons.get(name)
        if character is None or "icons" not in theme().fonts:
            self.stroke_icon(name if name in STROKE_ICON_SHAPES else "plus", rect, color)
            return
        px = max(1, round(min(rect.w, rect.h) * self.scale))
        path = theme().fonts["icons"]
        mark = self.textures.get(("icon", path.name, character), lambda: _draw_centered_glyph(path, character, px), px)
        self._add_quad_at(mark, *rect.center, px, color)

    def stroke_icon(self, name: str, rect: Rect, color: str | Color = "text") -> None:
        """Draw one of the few signs (`SHAPES`) for which the kit needs no icon font."""
        px = max(6, round(min(rect.w, rect.h) * self.scale))
        mark = self.textures.get(("sign", name), lambda: _draw_stroke_icon(name, px), px)
        self._add_quad_at(mark, *rect.center, px, color)

    def _add_quad_at(self, texture: arcade.Texture, x: float, y: float, px: int, color: str | Color) -> None:
        left, low = round(x * self.scale - px / 2), round(y * self.scale - px / 2)
        self._add_quad(left, low, left + px, low + px, self.textures.uv(texture), color)

    def _white_texture_area(self) -> tuple[float, float, float, float]:
        texture = self.textures.get("white", lambda: Image.new("RGBA", (4, 4), (255, 255, 255, 255)), self.scale)
        u, px = self.textures.uv(texture), 1 / self.textures.size
        return u.left + px, u.top + px, u.right - px, u.bottom - px

    def _shader_color(self, color: str | Color) -> tuple[float, float, float, float]:
        r, g, b, a = theme().color(color)
        return r / 255, g / 255, b / 255, a / 255 * self.opacity

    def _add_quad(
        self, left: float, low: float, right: float, top: float, uv: tuple[float, float, float, float],
        color: str | Color, angle: float = 0.0,
    ) -> None:  # fmt: skip
        dx, dy = self._shift
        self._add_clipped_quad(left + dx, low + dy, right + dx, top + dy, uv, color, angle)

    def _add_clipped_quad(
        self, left: float, low: float, right: float, top: float, uv: tuple[float, float, float, float],
        color: str | Color, angle: float = 0.0,
    ) -> None:  # fmt: skip
        """Add the part of a quad that is inside the clip."""
        clip = self._clip
        if clip is not None and (left < clip[0] or low < clip[1] or right > clip[2] or top > clip[3]):
            a, b, c, d = max(left, clip[0]), max(low, clip[1]), min(right, clip[2]), min(top, clip[3])
            if a >= c or b >= d:
                return
            wide, high = right - left, top - low
            u0, v0, u1, v1 = uv
            uv = (
                u0 + (u1 - u0) * (a - left) / wide, v0 + (v1 - v0) * (top - d) / high,
                u0 + (u1 - u0) * (c - left) / wide, v0 + (v1 - v0) * (top - b) / high,
            )  # fmt: skip
            left, low, right, top = a, b, c, d
        if right > left and top > low:
            middle = ((left + right) / 2, (low + top) / 2, right - left, top - low, angle)
            self.quads.extend((*middle, *uv, *self._shader_color(color)))

    def _add_rotated_quad(
        self, x: float, y: float, w: float, h: float, angle: float, uv: tuple[float, float, float, float],
        color: str | Color,
    ) -> None:  # fmt: skip
        clip = self._clip
        x, y = x + self._shift[0], y + self._shift[1]
        if clip is not None:
            wide = abs(w / 2 * cos(angle)) + abs(h / 2 * sin(angle))
            high = abs(w / 2 * sin(angle)) + abs(h / 2 * cos(angle))
            if x + wide < clip[0] or x - wide > clip[2] or y + high < clip[1] or y - high > clip[3]:
                return
        self.quads.extend((x, y, w, h, angle, *uv, *self._shader_color(color)))


def _draw_centered_glyph(path: object, sign: str, px: int) -> Image.Image:
    """Return a picture with a character of the icon font in its middle, as large as fits."""
    from PIL import ImageFont

    font = ImageFont.truetype(str(path), px * 4, layout_engine=ImageFont.Layout.BASIC)
    drawn = Image.new("L", (px * 12, px * 12), 0)
    ImageDraw.Draw(drawn).text((px * 4, px * 8), sign, 255, font, "ls")
    ink = drawn.crop(drawn.getbbox())
    mask = Image.new("L", (px * 4, px * 4), 0)
    mask.paste(ink, (px * 2 - ink.width // 2, px * 2 - ink.height // 2))
    mask = mask.resize((px, px), Image.Resampling.BOX)
    return Image.merge("RGBA", [Image.new("L", (px, px), 255)] * 3 + [mask])
