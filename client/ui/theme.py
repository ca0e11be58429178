"""The look of all widgets in one place: colours, boxes, fonts and sizes by role.

Replace the theme with `set_theme(Theme(...))`. Widgets name roles ("muted", "title", "button.hover"), never colours or
files. `contrast` measures legibility. Every text colour must reach 4.5 : 1 on every box that it is used on.
`Theme.lowest_contrast` finds the worst pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Color = tuple[int, int, int, int]
MIN_READABLE_CONTRAST = 4.5
BOX_MIDDLE = 16
"""Pixels of a box picture between its fixed sides, where the gradient is."""


def rgb(code: str, alpha: int = 255) -> Color:
    """Return a colour, given its hexadecimal code.

    >>> rgb("#ff8000")
    (255, 128, 0, 255)
    """
    value = int(code.lstrip("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255, alpha


def luminance(color: Color) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    r, g, b = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Color, b: Color) -> float:
    """Return the contrast of two opaque colours, from 1 to 21.

    >>> round(contrast((0, 0, 0, 255), (255, 255, 255, 255)))
    21
    """
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def mix(a: Color, b: Color, part: float) -> Color:
    """Return a colour between two colours: `a` at part 0, `b` at part 1."""
    r, g, bl, al = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return r, g, bl, al


def make_readable(color: Color, on: Color, least: float = MIN_READABLE_CONTRAST) -> Color:
    """Return the colour if it is readable on a background, or else the nearest readable colour.

    The nearest readable colour is lighter or darker.
    """
    goal: Color = (255, 255, 255, color[3]) if luminance(on) < 0.18 else (0, 0, 0, color[3])
    for i in range(21):
        tried = mix(color, goal, i / 20)
        if contrast(tried, on) >= least:
            return tried
    return goal


@dataclass(frozen=True, slots=True)
class BoxStyle:
    """A rounded rectangle for panels, buttons and fields.

    Lengths are in design pixels.
    """

    top: Color
    bottom: Color
    edge: Color
    radius: float = 6.0
    line: float = 1.0
    glow: Color = (0, 0, 0, 0)
    """The colour around the outside, for a shadow or a light."""
    spread: float = 0.0

    def glow_margin(self) -> int:
        """Return the width of the glow, in design pixels."""
        return round(self.spread * 2)

    def draw(self, scale: float) -> Image.Image:
        """Return a picture that can be stretched in its middle.

        The `slice_at` pixels at each side keep their size.
        """
        soft, big = 4, self.slice_at(scale)
        size = (2 * big + BOX_MIDDLE) * soft
        pad, line, radius = self.glow_margin() * scale * soft, self.line * scale * soft, self.radius * scale * soft
        outer, inner = Image.new("L", (size, size)), Image.new("L", (size, size))
        ImageDraw.Draw(outer).rounded_rectangle((pad, pad, size - pad - 1, size - pad - 1), radius, fill=255)
        ImageDraw.Draw(inner).rounded_rectangle(
            (pad + line, pad + line, size - pad - line - 1, size - pad - line - 1), max(0.0, radius - line), fill=255
        )
        picture = Image.new("RGBA", (size, size), (*self.edge[:3], 0))
        if self.spread:
            blurred = outer.filter(ImageFilter.GaussianBlur(self.spread * scale * soft * 0.7))
            shade = ImageChops.subtract(blurred, outer).point([v * self.glow[3] // 255 for v in range(256)])
            picture = Image.new("RGBA", (size, size), (*self.glow[:3], 0))
            picture.putalpha(shade)
        edge = Image.new("RGBA", (size, size), self.edge)
        edge.putalpha(ImageChops.subtract(outer, inner).point([v * self.edge[3] // 255 for v in range(256)]))
        picture = Image.alpha_composite(picture, edge)
        fill = Image.new("RGBA", (1, size))
        for y in range(size):
            part = min(1.0, max(0.0, (y - big * soft) / (BOX_MIDDLE * soft - 1)))
            fill.putpixel((0, y), mix(self.top, self.bottom, part))
        fill = fill.resize((size, size))
        fill.putalpha(ImageChops.multiply(fill.getchannel("A"), inner))
        picture = Image.alpha_composite(picture, fill)
        return picture.resize((size // soft, size // soft), Image.Resampling.BOX)

    def slice_at(self, scale: float) -> int:
        """Return the number of pixels at each side that are never stretched."""
        return round((self.glow_margin() + max(self.radius, self.line) + 1) * scale) + 1


_ARCADE_FONTS = Path("resources/system/fonts/ttf/Liberation")


@lru_cache(maxsize=1)
def _find_fonts() -> dict[str, Path]:
    import arcade

    folder = Path(arcade.__file__).parent / _ARCADE_FONTS
    names = {"text": "Sans_Regular", "bold": "Sans_Bold", "title": "Serif_Bold", "mono": "Mono_Regular"}
    return {role: folder / f"Liberation_{name}.ttf" for role, name in names.items()}


DEFAULT_COLORS: dict[str, Color] = {
    "background": rgb("#0b0e14"),
    "text": rgb("#eceff4"),
    "muted": rgb("#a3adbd"),
    "faint": rgb("#97a2b3"),
    "accent": rgb("#e8c374"),
    "good": rgb("#6fd08c"),
    "warn": rgb("#f2b84b"),
    "bad": rgb("#ff8a7a"),
    "info": rgb("#7cc4ff"),
    "on_primary": rgb("#ffffff"),
    "disabled": rgb("#8f98a6"),
    "focus": rgb("#ffd76a"),
    "selection": rgb("#2f5f94"),
    "line": rgb("#3a4252"),
    "track": rgb("#2b3240"),
    "veil": (4, 6, 10, 170),
}

_DARK, _DARKER = rgb("#161c28", 245), rgb("#121722", 245)
DEFAULT_BOXES: dict[str, BoxStyle] = {
    "panel": BoxStyle(_DARK, _DARKER, rgb("#3b4353"), 6, 1, (0, 0, 0, 150), 3),
    "raised": BoxStyle(rgb("#1d2432"), rgb("#171d29"), rgb("#4a5468"), 6, 1, (0, 0, 0, 170), 5),
    "tooltip": BoxStyle(rgb("#1b2130", 252), rgb("#161b27", 252), rgb("#8d7a4c"), 5, 1, (0, 0, 0, 190), 5),
    "field": BoxStyle(rgb("#0d1119"), rgb("#10151f"), rgb("#465064"), 4),
    "field.focus": BoxStyle(rgb("#0d1119"), rgb("#10151f"), rgb("#d9b866"), 4),
    "field.disabled": BoxStyle(rgb("#141922"), rgb("#141922"), rgb("#2b323f"), 4),
    "button": BoxStyle(rgb("#343d50"), rgb("#2a3243"), rgb("#566178"), 5),
    "button.hover": BoxStyle(rgb("#424d64"), rgb("#354056"), rgb("#8391ad"), 5),
    "button.press": BoxStyle(rgb("#232a38"), rgb("#283143"), rgb("#8391ad"), 5),
    "button.disabled": BoxStyle(rgb("#1b202b"), rgb("#191e28"), rgb("#2f3644"), 5),
    "primary": BoxStyle(rgb("#2c7c4b"), rgb("#226540"), rgb("#4fa873"), 5),
    "primary.hover": BoxStyle(rgb("#2f8450"), rgb("#277347"), rgb("#79d19c"), 5),
    "primary.press": BoxStyle(rgb("#1d5837"), rgb("#215f3d"), rgb("#79d19c"), 5),
    "primary.disabled": BoxStyle(rgb("#1b202b"), rgb("#191e28"), rgb("#2f3644"), 5),
    "danger": BoxStyle(rgb("#8a3530"), rgb("#732a26"), rgb("#b95a52"), 5),
    "danger.hover": BoxStyle(rgb("#9c3e38"), rgb("#85322d"), rgb("#e08a80"), 5),
    "danger.press": BoxStyle(rgb("#642420"), rgb("#6c2824"), rgb("#e08a80"), 5),
    "danger.disabled": BoxStyle(rgb("#1b202b"), rgb("#191e28"), rgb("#2f3644"), 5),
    "ghost": BoxStyle((255, 255, 255, 0), (255, 255, 255, 0), (255, 255, 255, 0), 5),
    "ghost.hover": BoxStyle((255, 255, 255, 22), (255, 255, 255, 14), (255, 255, 255, 50), 5),
    "ghost.press": BoxStyle((255, 255, 255, 34), (255, 255, 255, 24), (255, 255, 255, 60), 5),
    "ghost.disabled": BoxStyle((255, 255, 255, 0), (255, 255, 255, 0), (255, 255, 255, 0), 5),
    "row.hover": BoxStyle(rgb("#2a3346"), rgb("#2a3346"), rgb("#2a3346"), 3),
    "row.selected": BoxStyle(rgb("#3d3522"), rgb("#352e1f"), rgb("#a88a4a"), 3),
    "chip": BoxStyle(rgb("#262e3d"), rgb("#222a38"), rgb("#4a566c"), 10),
    "focus": BoxStyle(rgb("#ffd76a", 0), rgb("#ffd76a", 0), rgb("#ffd76a"), 7, 2, (0, 0, 0, 255), 1.5),
    "drop": BoxStyle(rgb("#6fd08c", 40), rgb("#6fd08c", 40), rgb("#6fd08c"), 6, 2),
    "drop.bad": BoxStyle(rgb("#ff8a7a", 30), rgb("#ff8a7a", 30), rgb("#ff8a7a"), 6, 2),
    "knob": BoxStyle(rgb("#ecd49a"), rgb("#ecd49a"), rgb("#fff3d0"), 7),
    "track": BoxStyle(rgb("#222937"), rgb("#222937"), rgb("#3c4658"), 3),
    "fill": BoxStyle(rgb("#e8c374"), rgb("#c69a45"), rgb("#f2d692"), 3),
    "check": BoxStyle(rgb("#10151f"), rgb("#10151f"), rgb("#6b778d"), 3),
    "check.on": BoxStyle(rgb("#2c7c4b"), rgb("#226540"), rgb("#79d19c"), 3),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: the colours, boxes, fonts and sizes by role."""

    colors: Mapping[str, Color] = field(default_factory=lambda: DEFAULT_COLORS)
    boxes: Mapping[str, BoxStyle] = field(default_factory=lambda: DEFAULT_BOXES)
    fonts: Mapping[str, Path] = field(default_factory=_find_fonts)
    """The font files: text, bold, title and mono, and "icons" if there is an icon font."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """The character of the icon font for each icon name."""
    sizes: Mapping[str, float] = field(
        default_factory=lambda: {"small": 12, "body": 14, "heading": 16, "title": 22, "display": 40}
    )
    text_scale: float = 1.0
    """The player's text size, a factor in addition to the general scale."""
    palette: str = "default"
    """The name of the palette, which is part of the key of every texture."""
    tints: Mapping[str, Color] = field(default_factory=dict)
    """The icons that have their own colour inside texts."""

    def color(self, role: str | Color) -> Color:
        """Return the colour of a role; if a colour is given, return it unchanged."""
        return self.colors[role] if isinstance(role, str) else role

    def size(self, role: str | float) -> float:
        """Return a text size in design pixels, given a role or a number.

        The player's text size is applied to it.
        """
        return (self.sizes[role] if isinstance(role, str) else role) * self.text_scale

    def with_colors(self, **colors: Color) -> Theme:
        """Return the theme with some colours replaced."""
        return replace(self, colors={**self.colors, **colors})

    def lowest_contrast(self) -> tuple[float, str, str]:
        """Return the least contrast of a text on a box: (ratio, text role, box role)."""
        texts = ("text", "muted", "faint", "accent", "good", "warn", "bad", "info")
        grounds = ("panel", "raised", "tooltip", "field", "row.hover", "row.selected", "chip")
        pairs = [(t, b) for t in texts for b in grounds]
        pairs += [("text", b) for b in self.boxes if b.startswith("button") and not b.endswith("disabled")]
        pairs += [("on_primary", b) for b in self.boxes if b.split(".")[0] in {"primary", "danger"}]
        pairs += [("disabled", f"{b}.disabled") for b in ("button", "primary", "danger", "field")]
        return min(
            (min(contrast(self.colors[t], side) for side in (self.boxes[b].top, self.boxes[b].bottom)), t, b)
            for t, b in pairs
        )


_current_theme: list[Theme] = []


def theme() -> Theme:
    """Return the theme in use."""
    if not _current_theme:
        _current_theme.append(Theme())
    return _current_theme[0]


def set_theme(new: Theme) -> None:
    """Use another theme from now on; call `Window.restyle` afterwards."""
    _current_theme[:] = [new]
