"""The pictures of Midnight, drawn by Pillow: paper cards with a stamp, their backs, the war room, the clock's face."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageDraw

from client.art.colour import RGB, rgb
from client.art.fonts import BOLD, TEXT, TITLE
from client.art.icons import THINGS
from client.art.paint import fill, glyph_mask, gradient, lay, noise, rounded_mask, smooth, text_width, write
from client.midnight.words import CARD_ICONS, PACT_SHORT, SHORT
from core.midnight.cards import CARDS
from core.midnight.escalations import ESCALATIONS
from core.midnight.telling.catalogue import STAYS

RADAR = rgb("#2fae74")
AMBER = rgb("#f0a63a")
PAPER, PAPER_LOW, INK = rgb("#e9dfc4"), rgb("#cdbd96"), rgb("#2a2416")
STAMPS = {"red": rgb("#a8322a"), "green": rgb("#2f6e46"), "": rgb("#5a4d35")}
"""The colour of a card by its mark for Pacts."""
ALARM = rgb("#8a4a12")
"""The colour of an Escalation."""
LINES = 3.6
"""So many lines of the usual size have room on a card."""
MARK_WORDS = {"red": "breaks a Pact", "green": "gains in a Pact", "": ""}


def lines_of(text: str, family: str, pixels: float, width: float) -> list[str]:
    """A text in lines no wider than this."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", family, pixels) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def paper(name: str, icon: str, text: str, foot: str, stamp: RGB, size: tuple[int, int]) -> Image.Image:
    """A sheet of paper with a stamp, in pixels: a name, a sign, what it does, and a line at the foot."""

    def ground(image: Image.Image, k: int) -> None:
        w, h = image.size
        edge = max(2, round(w * 0.055))
        whole = rounded_mask(image.size, (0, 0, w - 1, h - 1), edge)
        lay(image, gradient(image.size, ((0.0, PAPER), (1.0, PAPER_LOW))), whole)
        brush = ImageDraw.Draw(image)
        brush.rounded_rectangle((k, k, w - 1 - k, h - 1 - k), edge, outline=(*INK, 255), width=max(1, k))
        brush.rectangle((k * 2, round(h * 0.17), w - k * 2, round(h * 0.56)), fill=(*stamp, 255))
        fill(image, glyph_mask(image.size, THINGS[icon], (w / 2, h * 0.365), h * 0.26), PAPER)

    image = smooth(*size, ground)
    w, h = size
    pixels = min(h * 0.092, w * 0.13)
    wide = text_width(name, BOLD, pixels)
    write(image, (w / 2, h * 0.125), name, BOLD, pixels * min(1.0, w * 0.88 / wide), INK, "ms")
    usual = small = min(h * 0.064, w * 0.09)
    lines = lines_of(text, TEXT, small, w * 0.88)
    while len(lines) * small > LINES * usual:
        small *= 0.95
        lines = lines_of(text, TEXT, small, w * 0.88)
    for i, line in enumerate(lines):
        write(image, (w / 2, h * 0.655 + i * small * 1.2), line, TEXT, small, INK, "ms")
    write(image, (w / 2, h * 0.955), foot, BOLD, usual * 0.94, stamp, "ms")
    return image


def card(kind: int, size: tuple[int, int]) -> Image.Image:
    """The face of a card of the action deck, in pixels."""
    printed = CARDS[kind]
    return paper(printed.name, CARD_ICONS[kind], SHORT[kind], MARK_WORDS[printed.mark], STAMPS[printed.mark], size)


def escalation(number: int, size: tuple[int, int]) -> Image.Image:
    """The face of an Escalation, in pixels."""
    printed = ESCALATIONS[number]
    return paper(printed.name, "warning", printed.text, STAYS[printed.stays], ALARM, size)


def pact(size: tuple[int, int]) -> Image.Image:
    """A Pact card, in pixels."""
    return paper("Pact", "pact", PACT_SHORT, "one for each nation", STAMPS["green"], size)


def back(size: tuple[int, int], colour: RGB) -> Image.Image:
    """The back of a card: a folder in the colour of its owner."""

    def draw(image: Image.Image, k: int) -> None:
        w, h = image.size
        whole = rounded_mask(image.size, (0, 0, w - 1, h - 1), max(2, round(w * 0.09)))
        fill(image, whole, rgb("#10161a"))
        inner = rounded_mask(image.size, (k, k, w - 1 - k, h - 1 - k), max(2, round(w * 0.08)))
        fill(image, inner, colour)
        core = rounded_mask(image.size, (k * 4, k * 4, w - 1 - k * 4, h - 1 - k * 4), max(1, round(w * 0.05)))
        fill(image, core, rgb("#141d22"))
        fill(image, glyph_mask(image.size, THINGS["doomsday"], (w / 2, h / 2), h * 0.42), colour)

    return smooth(*size, draw)


def war_room(size: tuple[int, int]) -> Image.Image:
    """The dark room with the glow of a radar on its table."""
    w, h = size
    image = gradient(size, ((0.0, rgb("#0b1413")), (0.55, rgb("#07100e")), (1.0, rgb("#050807")))).convert("RGBA")
    fill(image, noise(size, w / 5, 5), rgb("#123028"), 0.45)
    light = Image.new("RGBA", size)
    brush = ImageDraw.Draw(light)
    cx, cy = w * 0.48, h * 0.43
    step = h / 24
    for i in range(int(w / step) + 1):
        brush.line((i * step, 0, i * step, h), fill=(*RADAR, 12))
    for i in range(int(h / step) + 1):
        brush.line((0, i * step, w, i * step), fill=(*RADAR, 12))
    for radius in (0.16, 0.3, 0.44, 0.6):
        r = radius * h
        brush.ellipse((cx - r * 1.55, cy - r, cx + r * 1.55, cy + r), outline=(*RADAR, 46))
    for part in range(12):
        angle = part * pi / 6
        brush.line((cx, cy, cx + cos(angle) * h, cy + sin(angle) * h * 0.62), fill=(*RADAR, 16))
    image.alpha_composite(light)
    return image


def clock_face(side: int) -> Image.Image:
    """The doomsday clock without its hand; the last minutes glow red."""

    def draw(image: Image.Image, k: int) -> None:
        n = image.size[0]
        brush = ImageDraw.Draw(image)
        brush.ellipse((0, 0, n - 1, n - 1), fill=(*rgb("#1b2522"), 255))
        rim = (n * 0.03, n * 0.03, n * 0.97, n * 0.97)
        brush.ellipse(rim, fill=(*rgb("#060a09"), 255), outline=(*AMBER, 255), width=2 * k)
        brush.arc((n * 0.08, n * 0.08, n * 0.92, n * 0.92), -165, -90, fill=(*rgb("#d8402f"), 255), width=4 * k)
        for mark in range(60):
            angle = mark * pi / 30
            long = mark % 5 == 0
            inner, outer = n * (0.36 if long else 0.39), n * 0.42
            x, y = sin(angle), -cos(angle)
            ink = AMBER if long else rgb("#5d6d66")
            brush.line(
                (n / 2 + x * inner, n / 2 + y * inner, n / 2 + x * outer, n / 2 + y * outer), fill=(*ink, 255),
                width=(2 if long else 1) * k,
            )  # fmt: skip

    image = smooth(side, side, draw)
    write(image, (side / 2, side * 0.30), "XII", TITLE, side * 0.11, AMBER, "ms")
    return image
