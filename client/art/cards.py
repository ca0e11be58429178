"""Card faces, backs and chips, drawn by Pillow at exactly the pixels they are shown with.

    face(Face(card=17, number=45), (124, 174), scale=1.0)

A face has everything on it at every size: mana, price in gold, name, illustration, type, rules, initiative,
Permanence, a Champion's numbers, the mark of Entropy, the counter of its copy. Small ones put icons in the place of
words and give the illustration less room; the text shrinks until it fits and is never clipped (`rules_of` says how it
was laid out).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

import core.bridgefront.game  # noqa: F401  (fills the catalogue)
from client.art import paragraph, theme
from client.art.colour import RGB, darker, lighter, mix
from client.art.fonts import BOLD, TITLE
from client.art.landscape import illustration
from client.art.paint import (
    bevel,
    canvas,
    ellipse_mask,
    fill,
    glow,
    glyph_mask,
    gradient,
    grown,
    hexagon,
    lay,
    mask,
    noise,
    outline,
    polygon_mask,
    radial,
    rounded_mask,
    shadow,
    shrunk,
    text_mask,
    text_width,
    write,
)
from client.art.paragraph import Paragraph
from core.bridgefront.card import CHAMPION, Card
from core.bridgefront.catalogue import CARDS
from core.bridgefront.state import Bridgefront
from core.bridgefront.telling.words import on_screen, screen_name

Size = tuple[int, int]
_SS = 2


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows. Without `number` the range of its initiative is printed, without `gold` its printed price."""

    card: int
    number: int | None = None
    counter: int | None = None
    mana: int | None = None
    gold: int | None = None
    changed: bool = False
    """Changed by Forge Miracle: it costs 1 mana and no gold and goes to Entropy."""
    names: str = "permanence"
    gold_word: str = "Gold"


def face_of(state: Bridgefront, copy: int) -> Face:
    """The face of a copy in a match."""
    return Face(
        card=state.card[copy],
        number=state.number[copy],
        counter=state.counter.get(copy),
        changed=copy in state.changed,
        names=str(state.option("victory_card_names")),
        gold_word=str(state.option("gold_word")),
    )


# Layout ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie on a face, in pixels. Small cards have larger type in proportion."""

    width: int
    height: int
    rim: float
    gem: float
    """Radius of the mana gem."""
    head: float
    """Height of the name's band."""
    foot: float
    band: float
    """Height of the type's band, and of a Champion's numbers."""
    name: float
    largest: float
    smallest: float
    good_type: float
    """Type is made this small for the sake of the picture, and smaller only where the picture has given way."""
    least_art: float
    good_art: float
    most_art: float
    short: bool
    unit: float
    """Pixels to a design pixel."""

    @property
    def name_font(self) -> str:
        """Small names are set in the text's bold, which is easier to read."""
        return BOLD if self.short else TITLE

    @property
    def pad(self) -> float:
        """From the card's border to text."""
        return self.rim + 4.0 * self.unit

    @property
    def text_width(self) -> float:
        """How wide lines of rules may be."""
        return self.width - 2 * self.pad


@lru_cache(maxsize=64)
def layout(size: Size, scale: float = 1.0) -> Layout:
    """The layout of a face of this size in design pixels, drawn `scale` times as large."""
    t = max(0.0, min(1.6, (size[0] - 124) / (212 - 124)))

    def between(small: float, large: float) -> float:
        return (small + (large - small) * t) * scale

    return Layout(
        width=round(size[0] * scale),
        height=round(size[1] * scale),
        rim=between(3.4, 5.5),
        gem=between(13.0, 20.0),
        head=between(25.0, 36.0),
        foot=between(19.0, 28.0),
        band=between(14.0, 22.0),
        name=between(12.0, 17.0),
        largest=between(12.0, 17.0),
        smallest=between(8.0, 10.5),
        good_type=between(10.5, 14.0),
        least_art=between(22.0, 62.0),
        good_art=between(42.0, 88.0),
        most_art=between(66.0, 118.0),
        short=size[0] < 150,
        unit=scale,
    )


def rules_of(face: Face, size: Size, scale: float = 1.0) -> tuple[Paragraph, float, float]:
    """How the rules text of a face is laid out: the paragraph, the room it has (height), the height of the picture."""
    lay_ = layout(size, scale)
    card = CARDS[face.card]
    content = paragraph.pieces(on_screen(card.text(), face.gold_word), lay_.short)
    fixed = lay_.head + lay_.band + lay_.foot + lay_.rim
    if card.type == CHAMPION:
        fixed += lay_.band + 2 * scale
    room = lay_.height - fixed - 6 * scale
    text = paragraph.fit(content, lay_.text_width, room - lay_.good_art, lay_.largest, lay_.good_type)
    if not text.fits(lay_.text_width, room - lay_.good_art):
        text = paragraph.fit(content, lay_.text_width, room - lay_.least_art, lay_.good_type, lay_.smallest)
    art = max(lay_.least_art, min(lay_.most_art, room - text.height - 4 * scale))
    return text, room - art, art


def name_of(face: Face) -> str:
    """The name on the card."""
    return screen_name(CARDS[face.card], face.names)


def name_lines(face: Face, size: Size, scale: float = 1.0) -> tuple[tuple[str, ...], float]:
    """The name in one or two lines, and the font size with which it fits."""
    lay_ = layout(size, scale)
    width = lay_.width - lay_.rim - 2.15 * lay_.gem - 7 * scale
    name = name_of(face)
    best: tuple[tuple[str, ...], float] = ((name,), 0.0)
    words = name.split()
    splits = [(name,)] + [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    for lines in splits:
        pixels = min(lay_.name, lay_.head * 0.92 / (1.12 * len(lines)))
        widest = max(text_width(line, lay_.name_font, 100) / 100 for line in lines)
        pixels = min(pixels, width / widest)
        if pixels > best[1] * (1.10 if len(lines) > 1 else 1.0):
            best = (lines, pixels)
    return best


# Faces ----------------------------------------------------------------------------------------------------------------


def face(shown: Face, size: Size = theme.CARD_FULL, scale: float = 1.0) -> Image.Image:
    """The face of a card."""
    lay_ = layout(size, scale)
    card = CARDS[shown.card]
    tint = theme.CARD_TYPES[card.type]
    text, _, art = rules_of(shown, size, scale)
    image = _frame(lay_, tint)
    _picture(image, card, lay_, art, tint)
    _type_band(image, card, lay_, art, tint)
    y = lay_.head + art + lay_.band * 0.62
    if card.type == CHAMPION:
        _stats(image, card, lay_, y, tint)
        y += lay_.band + 1 * scale
    bottom = lay_.height - lay_.foot - lay_.rim * 0.4
    paragraph.draw(image, text, lay_.pad, y + max(0.0, bottom - y - text.height) / 2, lay_.text_width)
    _name(image, shown, lay_, size, scale)
    _costs(image, shown, card, lay_)
    _foot(image, shown, card, lay_, tint)
    return image


def _frame(lay_: Layout, tint: RGB) -> Image.Image:
    return _frame_of(lay_.width, lay_.height, lay_.rim, lay_.head, tint).copy()


@lru_cache(maxsize=24)
def _frame_of(width: int, height: int, rim: float, head: float, tint: RGB) -> Image.Image:
    k = _SS
    size = width * k, height * k
    image = canvas(*size)
    r = width * 0.055 * k
    body = rounded_mask(size, (0, 0, size[0] - 1, size[1] - 1), r)
    fill(image, body, theme.NIGHT)
    inner = shrunk(body, 1.0 * k)
    metal = gradient(
        size, ((0.0, lighter(tint, 0.55)), (0.35, tint), (0.7, darker(tint, 0.45)), (1.0, lighter(tint, 0.1))), 70
    )
    lay(image, metal, inner)
    bevel(image, inner, max(1, round(k * rim / 4)), 0.5, 0.5)
    field = rounded_mask(size, (rim * k, rim * k, size[0] - rim * k, size[1] - rim * k), r * 0.7)
    fill(image, grown(field, 0.8 * k), theme.NIGHT, 0.9)
    ground = gradient(size, ((0.0, mix(theme.PANEL_HIGH, tint, 0.10)), (0.5, theme.PANEL), (1.0, theme.PANEL_LOW)))
    lay(image, ground, field)
    stone = noise(size, 26.0 * k, 5, 3).point([max(0, min(255, (i - 120) * 3)) for i in range(256)])
    fill(image, ImageChops.multiply(stone, field), (255, 255, 255), 0.035)
    band, brush = mask(size)
    brush.rectangle((rim * k, rim * k, size[0] - rim * k, (head + rim * 0.2) * k), fill=255)
    band = ImageChops.multiply(band, field)
    lay(
        image,
        gradient(
            size,
            ((0.0, mix(theme.PANEL_LOW, tint, 0.42)), (0.14, mix(theme.PANEL_LOW, tint, 0.16)), (1.0, theme.NIGHT)),
        ),
        band,
    )
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _picture(image: Image.Image, card: Card, lay_: Layout, art: float, tint: RGB) -> None:
    rim, top = lay_.rim, lay_.head
    width, high = round(lay_.width - 2 * rim), round(art)
    picture = illustration(card, width, high)
    at = (round(rim), round(top))
    image.paste(picture, at)
    brush = ImageDraw.Draw(image)
    brush.line(
        [(rim, at[1]), (lay_.width - rim - 1, at[1])], fill=(*lighter(tint, 0.2), 255), width=max(1, round(lay_.unit))
    )
    brush.line(
        [(rim, at[1] + high), (lay_.width - rim - 1, at[1] + high)],
        fill=(*lighter(tint, 0.2), 255),
        width=max(1, round(lay_.unit)),
    )


def _type_band(image: Image.Image, card: Card, lay_: Layout, art: float, tint: RGB) -> None:
    """The type in words on the lower edge of the picture; only its icon, at the side, where the picture is low."""
    k, high = _SS, lay_.band
    pixels = high * 0.56
    word = "" if art < 2.7 * high else card.type.upper()
    wide = text_width(word, BOLD, pixels) + pixels * 3.1 if word else high * 1.25
    size = round(wide * k) + 8 * k, round(high * k) + 6 * k
    part = canvas(*size)
    body = rounded_mask(size, (4 * k, 2 * k, size[0] - 4 * k, size[1] - 4 * k), high * k / 2)
    shadow(part, body, 1.5 * k, (0, k), 0.8)
    lay(part, gradient(size, ((0.1, mix(tint, theme.NIGHT, 0.35)), (0.9, mix(tint, theme.NIGHT, 0.72)))), body)
    fill(part, outline(body, 1.0 * k), lighter(tint, 0.25))
    part = part.resize((size[0] // k, size[1] // k), Image.Resampling.LANCZOS)
    x = (lay_.width - part.width) / 2 if word else lay_.width - lay_.rim - part.width
    y = lay_.head + art - high * 0.55 - 2
    middle = part.height / 2 - 1
    ink = lighter(tint, 0.75)
    left = (part.width - wide) / 2 + pixels * 0.75 if word else part.width / 2 - pixels * 0.55
    fill(part, glyph_mask(part.size, card.type, (left + pixels * 0.55, middle), pixels * 1.25), ink)
    write(part, (left + pixels * 1.5, middle + pixels * 0.355), word, BOLD, pixels, ink)
    image.alpha_composite(part, (round(x), round(y)))


def _stats(image: Image.Image, card: Card, lay_: Layout, y: float, tint: RGB) -> None:
    """A Champion's numbers: HP, dice, the dice that hit, bounty."""
    stats = card.stats
    assert stats is not None
    high = lay_.band * 0.98
    width = lay_.width - 2 * lay_.pad
    cells = (
        ("hp", str(stats.hp), theme.HEALTH),
        ("die", str(stats.dice), theme.INK),
        ("hit", f"1-{stats.hits_on}" if stats.hits_on > 1 else "1", theme.rgb("#ffb08a")),
        ("bounty", str(stats.bounty), theme.GOLD),
    )
    shares = (0.23, 0.23, 0.31, 0.23)
    brush = ImageDraw.Draw(image)
    top = y + 1 * lay_.unit
    box = (lay_.pad, top, lay_.pad + width, top + high)
    brush.rounded_rectangle(
        box, high / 3, fill=(*mix(theme.PANEL_LOW, tint, 0.14), 255), outline=(*mix(theme.NIGHT, tint, 0.55), 255)
    )
    x = lay_.pad
    for (sign, text, colour), share in zip(cells, shares):
        wide = width * share
        pixels = high * 0.70
        ink = text_width(text, BOLD, pixels)
        gap = pixels * 0.18
        left = x + (wide - pixels - gap - ink) / 2
        fill(image, glyph_mask(image.size, sign, (left + pixels / 2, top + high / 2), pixels), colour)
        write(image, (left + pixels + gap, top + high / 2 + pixels * 0.35), text, BOLD, pixels, (255, 255, 255))
        x += wide


def _name(image: Image.Image, shown: Face, lay_: Layout, size: Size, scale: float) -> None:
    lines, pixels = name_lines(shown, size, scale)
    left = 2.15 * lay_.gem + 3 * scale
    right = lay_.width - lay_.rim - 4 * scale
    height = pixels * 1.08
    top = lay_.rim * 0.4 + (lay_.head - height * len(lines)) / 2
    for i, line in enumerate(lines):
        wide = text_width(line, lay_.name_font, pixels)
        x = left + (right - left - wide) / 2
        base = round(top + height * i + pixels * 0.88)
        write(image, (x + scale * 0.6, base + scale * 0.9), line, lay_.name_font, pixels, (0, 0, 0), alpha=0.8)
        write(image, (x, base), line, lay_.name_font, pixels, theme.rgb("#fff4d8"))


def mana_gem(amount: int | str, radius: float, hollow: bool = False) -> Image.Image:
    """A blue gem with the number of mana; hollow ones are spent or held."""
    k = 3
    side = round(radius * 2.3)
    size = side * k, side * k
    image = canvas(*size)
    c, r = side * k / 2, radius * k
    body = polygon_mask(size, hexagon(c, c, r))
    shadow(image, body, r / 9, (0, round(r / 14)), 0.9)
    fill(image, grown(body, r / 14), theme.NIGHT)
    if hollow:
        fill(image, body, mix(theme.MANA_DEEP, theme.NIGHT, 0.75))
        fill(image, outline(body, r / 9), mix(theme.MANA, theme.NIGHT, 0.35))
    else:
        lay(
            image,
            gradient(size, ((0.05, theme.rgb("#a8d4ff")), (0.45, theme.rgb("#3b7fe0")), (1.0, theme.rgb("#123a86")))),
            body,
        )
        bevel(image, body, max(1, round(r / 9)), 0.7, 0.45)
        inner = polygon_mask(size, hexagon(c, c, r * 0.74))
        lay(image, gradient(size, ((0.1, theme.rgb("#2c66c4")), (0.9, theme.rgb("#1a4a9e")))), inner)
    text = str(amount)
    if text:
        number = text_mask(size, text, (c, c), BOLD, r * 1.18)
        glow(image, number, r / 9, theme.NIGHT, 0.8)
        fill(image, number, (255, 255, 255))
    return image.resize((side, side), Image.Resampling.LANCZOS)


def coin(amount: int | str, radius: float) -> Image.Image:
    """A gold coin with a number; several prices stand beside each other on a long one."""
    k = 3
    text = str(amount)
    long = len(text) > 2
    wide = radius * (2.3 if not long else 2.3 + 0.60 * (len(text) - 2))
    size = round(wide) * k, round(radius * 2.3) * k
    image = canvas(*size)
    cy, r = size[1] / 2, radius * k
    body = rounded_mask(size, (size[0] / 2 - size[0] / 2 + r * 0.15, cy - r, size[0] - r * 0.15, cy + r), r)
    shadow(image, body, r / 9, (0, round(r / 14)), 0.9)
    fill(image, grown(body, r / 12), theme.rgb("#2a1a04"))
    lay(
        image,
        gradient(size, ((0.1, theme.rgb("#fff0b8")), (0.5, theme.rgb("#f0bf48")), (0.95, theme.rgb("#9c6514")))),
        body,
    )
    bevel(image, body, max(1, round(r / 9)), 0.6, 0.4)
    inner = shrunk(body, r / 6)
    lay(image, gradient(size, ((0.1, theme.rgb("#e0a83a")), (0.9, theme.rgb("#c98a26")))), inner)
    number = text_mask(size, text, (size[0] / 2, cy), BOLD, r * (1.25 if not long else 1.08))
    fill(image, grown(number, r / 14), theme.rgb("#ffe9ae"), 0.55)
    fill(image, number, theme.rgb("#2a1703"))
    return image.resize((size[0] // k, size[1] // k), Image.Resampling.LANCZOS)


_gem = lru_cache(maxsize=64)(mana_gem)
_coin = lru_cache(maxsize=64)(coin)


def prices_of(shown: Face) -> tuple[int, str]:
    """Mana and the words for gold as they are on the card ("" is nothing)."""
    card = CARDS[shown.card]
    if shown.changed:
        return 1, ""
    mana = card.mana if shown.mana is None else shown.mana
    if shown.gold is not None:
        return mana, str(shown.gold) if shown.gold or any(card.gold) else ""
    if len(set(card.gold)) > 1:
        return mana, "/".join(str(price) for price in card.gold)
    return mana, str(card.gold[0]) if card.gold[0] else ""


def _costs(image: Image.Image, shown: Face, card: Card, lay_: Layout) -> None:
    mana, gold = prices_of(shown)
    gem = _gem(mana, lay_.gem)
    image.alpha_composite(gem, (max(0, round(lay_.rim * 0.25)), max(0, round(lay_.rim * 0.2))))
    if gold:
        piece = _coin(gold, lay_.gem * 0.70)
        image.alpha_composite(piece, (round(lay_.rim * 0.9), round(lay_.gem * 2.12)))


def _foot(image: Image.Image, shown: Face, card: Card, lay_: Layout, tint: RGB) -> None:
    """Initiative on the left, counter and Entropy in the middle, Permanence on the right."""
    high = lay_.foot * 0.84
    y = lay_.height - lay_.rim - high - 0.5 * lay_.unit
    number = "0" if shown.changed else str(shown.number) if shown.number is not None else _range(card)
    x = _pill(
        image,
        lay_.rim + 1.5 * lay_.unit,
        y,
        high,
        "initiative",
        number,
        theme.rgb("#bfe3ff"),
        theme.rgb("#16324a"),
        lay_,
    )
    right = lay_.width - lay_.rim - 1.5 * lay_.unit
    if card.vp:
        right = _pill(
            image, right, y, high, "vp", str(card.vp), theme.rgb("#2a1903"), theme.rgb("#f2c14e"), lay_, to_left=True
        )
        right -= 2 * lay_.unit
    if (card.burn and card.type != CHAMPION) or shown.changed:
        word = "Entropy" if not lay_.short and right - x > high * 5.2 else ""
        right = _pill(image, right, y, high, "entropy", word, theme.ENTROPY, theme.rgb("#3a1405"), lay_, to_left=True)
        right -= 2 * lay_.unit
    if shown.counter is not None:
        middle = (x + right) / 2 - high * 0.8
        _pill(image, middle, y, high, "counter", str(shown.counter), theme.rgb("#d9ffe2"), theme.rgb("#123d22"), lay_)


def _range(card: Card) -> str:
    low, most = card.initiative
    return str(low) if low == most else f"{low}-{most}"


def _pill(
    image: Image.Image,
    x: float,
    y: float,
    high: float,
    sign: str,
    text: str,
    ink: RGB,
    ground: RGB,
    lay_: Layout,
    to_left: bool = False,
) -> float:
    """A small plate with an icon and a text; returns where it ends (begins, if it grows to the left)."""
    pixels = high * 0.72
    letters = text_width(text, BOLD, pixels)
    wide = high * 0.30 + pixels * 1.02 + (letters + high * 0.14 if text else 0.0) + high * 0.30
    left = x - wide if to_left else x
    k = _SS
    size = round(wide * k), round(high * k)
    part = canvas(*size)
    body = rounded_mask(size, (k, k, size[0] - 1 - k, size[1] - 1 - k), high * k * 0.34)
    lay(part, gradient(size, ((0.0, lighter(ground, 0.12)), (1.0, darker(ground, 0.15)))), body)
    fill(part, outline(body, 0.9 * k * lay_.unit), ink if ink != theme.rgb("#2a1903") else theme.rgb("#8a5f16"), 0.75)
    part = part.resize((round(wide), round(high)), Image.Resampling.LANCZOS)
    image.alpha_composite(part, (round(left), round(y)))
    left = round(left)
    fill(image, glyph_mask(image.size, sign, (left + high * 0.30 + pixels / 2, round(y) + high / 2), pixels), ink)
    if text:
        at = (left + high * 0.44 + pixels * 1.02, round(y) + high / 2 + pixels * 0.355)
        write(image, at, text, BOLD, pixels, ink)
    return left if to_left else left + wide


# Backs and chips ------------------------------------------------------------------------------------------------------


def back(size: Size = theme.CARD_FULL, scale: float = 1.0, tint: RGB = theme.GOLD_DEEP) -> Image.Image:
    """The back of a card: the tether of two hexes, in gold on basalt."""
    width, height = round(size[0] * scale), round(size[1] * scale)
    k = _SS
    full = width * k, height * k
    lay_ = layout(size, scale)
    image = _frame_of(width, height, lay_.rim, lay_.rim, tint).resize(full, Image.Resampling.BICUBIC)
    cx, cy = full[0] / 2, full[1] / 2
    inner = rounded_mask(
        full, (lay_.rim * k, lay_.rim * k, full[0] - lay_.rim * k, full[1] - lay_.rim * k), full[0] * 0.04
    )
    pattern, brush = mask(full)
    r = full[0] / 9
    row = 0
    y = -r
    while y < full[1] + r:
        x = -r + (r * 0.866 if row % 2 else 0.0)
        while x < full[0] + r:
            brush.polygon(hexagon(x, y, r * 0.86), outline=255, width=max(1, round(r / 12)))
            x += r * 1.732
        y += r * 1.5
        row += 1
    fill(image, ImageChops.multiply(pattern, inner), tint, 0.30)
    fill(image, ImageChops.multiply(radial(full, (round(cx), round(cy)), full[0] * 0.52, 1.0), inner), theme.NIGHT, 0.9)
    image.alpha_composite(
        emblem_of_game(round(full[0] * 0.62)), (round(cx - full[0] * 0.31), round(cy - full[0] * 0.31))
    )
    return image.resize((width, height), Image.Resampling.LANCZOS)


@lru_cache(maxsize=16)
def emblem_of_game(side: int) -> Image.Image:
    """The sign of Tether: a ring of six stones around a seventh, bound by bridges of gold."""
    k = 3
    size = side * k, side * k
    image = canvas(*size)
    c, r = side * k / 2, side * k * 0.155
    ring = [
        (c + side * k * 0.335 * cos(pi / 3 * i + pi / 2), c + side * k * 0.335 * sin(pi / 3 * i + pi / 2))
        for i in range(6)
    ]
    lines, brush = mask(size)
    for i, (x, y) in enumerate(ring):
        brush.line([(x, y), ring[(i + 1) % 6]], fill=255, width=round(r * 0.26))
        brush.line([(x, y), (c, c)], fill=255, width=round(r * 0.26))
    glow(image, lines, r / 4, theme.GOLD, 0.5)
    fill(image, grown(lines, r / 12), theme.rgb("#2a1a04"))
    lay(image, gradient(size, ((0.1, theme.rgb("#ffeebb")), (0.9, theme.rgb("#b9832c")))), lines)
    for i, (x, y) in enumerate([*ring, (c, c)]):
        stone = polygon_mask(size, hexagon(x, y, r if i < 6 else r * 1.15))
        fill(image, grown(stone, r / 9), theme.rgb("#1c1204"))
        metal = ((0.1, theme.rgb("#ffe9ae")), (0.5, theme.rgb("#d9a441")), (0.95, theme.rgb("#8a5a1a")))
        lay(image, gradient(size, metal), stone)
        bevel(image, stone, max(1, round(r / 8)), 0.5, 0.4)
        if i < 6:
            inside = polygon_mask(size, hexagon(x, y, r * 0.62))
            lay(image, gradient(size, ((0.0, theme.rgb("#232b38")), (1.0, theme.rgb("#0f141c")))), inside)
        else:
            inside = ellipse_mask(size, (x - r * 0.5, y - r * 0.5, x + r * 0.5, y + r * 0.5))
            glow(image, inside, r / 3, (255, 246, 214), 0.9)
            fill(image, inside, (255, 250, 232))
    return image.resize((side, side), Image.Resampling.LANCZOS)


def chip(shown: Face, size: Size = theme.CHIP, scale: float = 1.0) -> Image.Image:
    """The small form for logs and the initiative track: number, mana, name."""
    width, height = round(size[0] * scale), round(size[1] * scale)
    card = CARDS[shown.card]
    tint = theme.CARD_TYPES[card.type]
    k = _SS
    full = width * k, height * k
    image = canvas(*full)
    body = rounded_mask(full, (k, k, full[0] - 1 - k, full[1] - 1 - k), full[1] * 0.24)
    lay(image, gradient(full, ((0.0, mix(theme.PANEL_HIGH, tint, 0.25)), (1.0, theme.PANEL_LOW)), 0.0), body)
    left, brush = mask(full)
    brush.rectangle((0, 0, full[1] * 1.5, full[1]), fill=255)
    picture = illustration(card, round(full[1] * 1.5), full[1]).convert("RGB")
    whole = Image.new("RGB", full)
    whole.paste(picture, (0, 0))
    lay(image, whole, ImageChops.multiply(left, body))
    fill(image, outline(body, 1.1 * k), lighter(tint, 0.1))
    image = image.resize((width, height), Image.Resampling.LANCZOS)
    at = height * 1.62
    room = width - at - 3 * scale
    number = "" if shown.number is None else str(shown.number)
    if number:
        room -= text_width(number, BOLD, height * 0.46) + 5 * scale
        base = height / 2 + height * 0.46 * 0.355
        write(image, (width - 5 * scale, base), number, BOLD, height * 0.46, theme.rgb("#bfe3ff"), "rs")
    pixels = height * 0.46
    name = name_of(shown)
    pixels = min(pixels, pixels * room / text_width(name, BOLD, pixels))
    write(image, (at, height / 2 + pixels * 0.355), name, BOLD, pixels, theme.INK)
    return image


def dimmed(picture: Image.Image, share: float = 0.55) -> Image.Image:
    """A card that cannot be played now: grey and darker, still readable."""
    grey = picture.convert("LA").convert("RGBA")
    out = Image.blend(picture, grey, 0.75)
    dark = Image.new("RGBA", picture.size, (*theme.NIGHT, 0))
    dark.putalpha(picture.getchannel("A").point([round(i * (1 - share)) for i in range(256)]))
    out.alpha_composite(dark)
    out.putalpha(picture.getchannel("A"))
    return out


def with_price(shown: Face, mana: int, gold: int) -> Face:
    """The face with what it costs this player now."""
    return replace(shown, mana=mana, gold=gold)
