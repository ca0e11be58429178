"""Pillow brushes for tokens, cards, panels and landscapes.

Pictures are drawn at `DRAWING_SCALE` times their size and reduced, which smooths their edges. Every function depends
only on its arguments: the same call gives the same pixels.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from client.art.colour import RGB
from client.art.fonts import ICONS, font
from client.art.icons import glyph as glyph_of

DRAWING_SCALE = 3
"""Factor by which pictures are drawn larger than their final size."""

Points = Sequence[tuple[float, float]]


def canvas(width: int, height: int, colour: Sequence[int] = (0, 0, 0, 0)) -> Image.Image:
    """Return an empty picture."""
    return Image.new("RGBA", (max(1, width), max(1, height)), tuple(colour))


def smooth(
    width: int, height: int, draw: Callable[[Image.Image, int], None], scale: int = DRAWING_SCALE
) -> Image.Image:
    """Return a picture that is drawn at `scale` times its size and then reduced.

    `draw` receives the large canvas and the scale.
    """
    large = canvas(width * scale, height * scale)
    draw(large, scale)
    return large.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=None)


def downscale(image: Image.Image, units: tuple[int, int], detail: float) -> Image.Image:
    """Return an enlarged picture, reduced to its size in world units at this level of detail."""
    return image.resize((round(units[0] * detail), round(units[1] * detail)), Image.Resampling.LANCZOS)


def mask(size: tuple[int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return an empty mask, and an object that draws on it."""
    image = Image.new("L", size, 0)
    return image, ImageDraw.Draw(image)


def polygon_mask(size: tuple[int, int], points: Points) -> Image.Image:
    """Return the mask of a filled polygon."""
    image, brush = mask(size)
    brush.polygon([(x, y) for x, y in points], fill=255)
    return image


def ellipse_mask(size: tuple[int, int], box: tuple[float, float, float, float]) -> Image.Image:
    """Return the mask of a filled ellipse."""
    image, brush = mask(size)
    brush.ellipse(box, fill=255)
    return image


def rounded_mask(size: tuple[int, int], box: tuple[float, float, float, float], radius: float) -> Image.Image:
    """Return the mask of a filled rectangle with rounded corners."""
    image, brush = mask(size)
    brush.rounded_rectangle(box, radius, fill=255)
    return image


def fill(target: Image.Image, shape: Image.Image, colour: Sequence[int], alpha: float = 1.0) -> None:
    """Paint a colour over the target where the mask is white."""
    box = shape.getbbox()
    if box is not None:
        layer = Image.new("RGBA", (box[2] - box[0], box[3] - box[1]), (colour[0], colour[1], colour[2], 0))
        _compose_masked(target, layer, shape, box, alpha)


def paste_masked(target: Image.Image, picture: Image.Image, shape: Image.Image, alpha: float = 1.0) -> None:
    """Paint an opaque picture over the target where the mask is white."""
    box = shape.getbbox()
    if box is not None:
        _compose_masked(target, picture.crop(box).convert("RGBA"), shape, box, alpha)


def _compose_masked(
    target: Image.Image, layer: Image.Image, shape: Image.Image, box: tuple[int, int, int, int], alpha: float
) -> None:
    """Paint the content of a box of the layer over the target where the mask is white."""
    part = shape.crop(box)
    if alpha < 1.0:
        part = part.point(_fade_table(round(alpha * 255)))
    layer.putalpha(part)
    target.alpha_composite(layer, box[:2])


@lru_cache(maxsize=256)
def _fade_table(alpha: int) -> list[int]:
    return [round(i * alpha / 255) for i in range(256)]


def glow(target: Image.Image, shape: Image.Image, radius: float, colour: Sequence[int], alpha: float = 1.0) -> None:
    """Paint a soft halo around the shape of the mask."""
    box = shape.getbbox()
    if box is None:
        return
    far = round(radius * 3) + 2
    box = max(0, box[0] - far), max(0, box[1] - far), min(shape.width, box[2] + far), min(shape.height, box[3] + far)
    soft = shape.crop(box).filter(ImageFilter.GaussianBlur(radius))
    if alpha < 1.0:
        soft = soft.point(_fade_table(round(alpha * 255)))
    layer = Image.new("RGBA", soft.size, (colour[0], colour[1], colour[2], 0))
    layer.putalpha(soft)
    target.alpha_composite(layer, box[:2])


def shadow(
    target: Image.Image, shape: Image.Image, radius: float, offset: tuple[int, int] = (0, 0), alpha: float = 0.6
) -> None:
    """Paint a soft shadow of the mask's shape, shifted by `offset` (y downwards)."""
    moved = ImageChops.offset(shape, *offset) if offset != (0, 0) else shape
    glow(target, moved, radius, (0, 0, 0), alpha)


def grown(shape: Image.Image, width: float) -> Image.Image:
    """Return the mask, grown by `width` on every side."""
    return _move_border(shape, width, 40)


def shrink_mask(shape: Image.Image, width: float) -> Image.Image:
    """Return the mask, shrunk by `width` on every side."""
    return _move_border(shape, width, 215)


def _move_border(shape: Image.Image, width: float, level: int) -> Image.Image:
    """Return the mask with its border moved to a certain level of the blurred mask.

    If the border is blurred over `width`, the value is 40 of 255 that far outside, and 215 that far inside.
    """
    box = shape.getbbox()
    out = Image.new("L", shape.size, 0)
    if box is None:
        return out
    far = round(width * 3) + 2
    box = max(0, box[0] - far), max(0, box[1] - far), min(shape.width, box[2] + far), min(shape.height, box[3] + far)
    soft = shape.crop(box).filter(ImageFilter.GaussianBlur(max(0.3, width)))
    out.paste(soft.point(_step(level)), box[:2])
    return out


@lru_cache(maxsize=8)
def _step(level: int) -> list[int]:
    return [max(0, min(255, round((i - level + 8) * 255 / 16))) for i in range(256)]


def outline(shape: Image.Image, width: float) -> Image.Image:
    """Return the inner rim of a mask."""
    return ImageChops.subtract(shape, shrink_mask(shape, width))


def bevel(target: Image.Image, shape: Image.Image, depth: int, light: float = 0.5, dark: float = 0.5) -> None:
    """Draw a bright rim at the upper left of the mask's inside, and a dark rim at the lower right.

    The mask then looks like a raised shape that is lit from the upper left.
    """
    toward = ImageChops.subtract(shape, ImageChops.offset(shape, depth, depth))
    away = ImageChops.subtract(shape, ImageChops.offset(shape, -depth, -depth))
    blur = ImageFilter.GaussianBlur(max(0.5, depth / 2.5))
    fill(target, ImageChops.multiply(toward.filter(blur), shape), (255, 255, 255), light)
    fill(target, ImageChops.multiply(away.filter(blur), shape), (0, 0, 0), dark)


def gradient(size: tuple[int, int], stops: Sequence[tuple[float, RGB]], angle: float = 90.0) -> Image.Image:
    """Return a picture of a linear gradient.

    Angle 90 runs from top to bottom, 0 from left to right, and 45 from the upper left.
    """
    width, height = size
    if angle == 90.0:
        return _gradient_column(height, tuple(stops)).resize(size, Image.Resampling.BILINEAR)
    if angle == 0.0:
        return _gradient_column(width, tuple(stops)).rotate(90, expand=True).resize(size, Image.Resampling.BILINEAR)
    side = round(hypot(width, height)) + 2
    turned = _gradient_column(side, tuple(stops)).resize((side, side)).rotate(90 - angle, Image.Resampling.BILINEAR)
    left, top = (side - width) // 2, (side - height) // 2
    return turned.crop((left, top, left + width, top + height))


@lru_cache(maxsize=256)
def _gradient_column(length: int, stops: tuple[tuple[float, RGB], ...]) -> Image.Image:
    image = Image.new("RGB", (1, max(1, length)))
    pixels = []
    for i in range(max(1, length)):
        t = i / max(1, length - 1)
        before, after = stops[0], stops[-1]
        for stop in stops:
            if stop[0] <= t:
                before = stop
            if stop[0] >= t:
                after = stop
                break
        span = after[0] - before[0]
        share = 0.0 if span <= 0 else (t - before[0]) / span
        pixels.append(tuple(round(a + (b - a) * share) for a, b in zip(before[1], after[1])))
    image.putdata(pixels)
    return image


@lru_cache(maxsize=64)
def radial(size: tuple[int, int], centre: tuple[float, float], radius: float, power: float = 1.0) -> Image.Image:
    """Return a mask that is white in the centre and fades to nothing at the radius."""
    # The built-in gradient reaches 255 in the corners, so 180 in the middle of each side, which is the radius here.
    base = Image.radial_gradient("L").point([round(255 * max(0.0, 1 - i / 178) ** power) for i in range(256)])
    span = max(2, round(2 * radius))
    blob = base.resize((span, span), Image.Resampling.BILINEAR)
    image = Image.new("L", size, 0)
    image.paste(blob, (round(centre[0] - span / 2), round(centre[1] - span / 2)))
    return image


def noise(size: tuple[int, int], cell: float, seed: int, octaves: int = 3) -> Image.Image:
    """Return cloudy noise, 0..255, with cells of `cell` pixels."""
    rnd = random.Random(seed)
    total: Image.Image | None = None
    share = 1.0
    for octave in range(octaves):
        step = max(1.0, cell / 2**octave)
        small = (max(2, round(size[0] / step) + 2), max(2, round(size[1] / step) + 2))
        grain = Image.frombytes("L", small, rnd.randbytes(small[0] * small[1]))
        layer = grain.resize(size, Image.Resampling.BICUBIC)
        total = layer if total is None else Image.blend(total, layer, share / (1 + share))
        share *= 0.5
    assert total is not None
    return total


def glyph_mask(size: tuple[int, int], name: str, centre: tuple[float, float], pixels: float) -> Image.Image:
    """Return the glyph of an icon, `pixels` high, as a mask."""
    image, brush = mask(size)
    brush.text(centre, glyph_of(name), font=font(ICONS, pixels), fill=255, anchor="mm")
    return image


@lru_cache(maxsize=512)
def icon(name: str, pixels: int, colour: RGB) -> Image.Image:
    """Draw an icon on a transparent background."""
    image = canvas(pixels, pixels)
    fill(image, glyph_mask((pixels, pixels), name, (pixels / 2, pixels / 2), pixels), colour)
    return image


def text_mask(
    size: tuple[int, int], text: str, centre: tuple[float, float], family: str, pixels: float, anchor: str = "mm"
) -> Image.Image:
    """Return a text as a mask; with the anchor mm, digits are centred by their visible pixels."""
    image, brush = mask(size)
    face = font(family, pixels)
    if anchor == "mm":
        left, top, right, bottom = face.getbbox(text, anchor="ls")
        at = (centre[0] - (left + right) / 2, centre[1] - (top + bottom) / 2)
        brush.text(at, text, font=face, fill=255, anchor="ls")
    else:
        brush.text(centre, text, font=face, fill=255, anchor=anchor)
    return image


def write(
    image: Image.Image,
    at: tuple[float, float],
    text: str,
    family: str,
    pixels: float,
    colour: Sequence[int],
    anchor: str = "ls",
    alpha: float = 1.0,
) -> None:
    """Write a text with even spacing, at any place and in any size.

    The text is drawn larger and then reduced, because Pillow rounds widths.
    """
    if not text:
        return
    face = font(family, pixels * TEXT_SUPERSAMPLING)
    left, top, right, bottom = face.getbbox(text, anchor=anchor)
    x0, y0 = int(at[0] + left / TEXT_SUPERSAMPLING) - 1, int(at[1] + top / TEXT_SUPERSAMPLING) - 1
    size = int((right - left) / TEXT_SUPERSAMPLING) + 4, int((bottom - top) / TEXT_SUPERSAMPLING) + 4
    shape, brush = mask((size[0] * TEXT_SUPERSAMPLING, size[1] * TEXT_SUPERSAMPLING))
    brush.text(
        ((at[0] - x0) * TEXT_SUPERSAMPLING, (at[1] - y0) * TEXT_SUPERSAMPLING), text, font=face, fill=255, anchor=anchor
    )
    small = shape.resize(size, Image.Resampling.LANCZOS)
    if alpha < 1.0:
        small = small.point(_fade_table(round(alpha * 255)))
    crop = max(0, -x0), max(0, -y0)
    if crop != (0, 0):
        small = small.crop((*crop, *small.size))
    layer = Image.new("RGBA", small.size, (colour[0], colour[1], colour[2], 0))
    layer.putalpha(small)
    image.alpha_composite(layer, (max(0, x0), max(0, y0)))


def text_width(text: str, family: str, pixels: float) -> float:
    """Return the width of a text that `write` would draw."""
    return float(font(family, pixels * TEXT_SUPERSAMPLING).getlength(text)) / TEXT_SUPERSAMPLING


TEXT_SUPERSAMPLING = 4
"""Factor by which text is drawn larger than its final size."""


@lru_cache(maxsize=64)
def hatch(size: tuple[int, int], kind: str, spacing: float) -> Image.Image:
    """Return the pattern of a seat as a mask; see `theme.HATCH_PATTERNS`."""
    width, height = size
    image, brush = mask(size)
    line = max(1, round(spacing * 0.3))
    reach = width + height
    if kind in ("rising", "cross"):
        for at in range(-reach, reach, max(2, round(spacing * 1.25))):
            brush.line([(at, height), (at + height, 0)], fill=255, width=line)
    if kind in ("falling", "cross"):
        for at in range(-reach, reach, max(2, round(spacing * 1.25))):
            brush.line([(at, 0), (at + height, height)], fill=255, width=line)
    if kind == "level":
        for y in range(round(spacing / 2), height, max(2, round(spacing))):
            brush.line([(0, y), (width, y)], fill=255, width=line)
    if kind == "upright":
        for at in range(round(spacing / 2), width, max(2, round(spacing))):
            brush.line([(at, 0), (at, height)], fill=255, width=line)
    if kind == "dots":
        r = spacing * 0.27
        for row, y in enumerate(range(0, height + round(spacing), max(2, round(spacing)))):
            shift = spacing / 2 if row % 2 else 0
            x = -spacing + shift
            while x < width + spacing:
                brush.ellipse((x - r, y - r, x + r, y + r), fill=255)
                x += spacing
    return image


def hexagon(cx: float, cy: float, radius: float, squash: float = 1.0, pointy: bool = True) -> list[tuple[float, float]]:
    """Return the corners of a hexagon, y downwards."""
    start = pi / 6 if pointy else 0.0
    return [(cx + radius * cos(start + i * pi / 3), cy + radius * squash * sin(start + i * pi / 3)) for i in range(6)]
