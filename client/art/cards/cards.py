"""Card faces, backs and chips, drawn by Pillow at the exact pixels of their display.

    face(Face(card=17, number=45), (124, 174), scale=1.0)

A face shows everything at every size: mana, price in gold, name, illustration, type, rules, initiative, Permanence, a
Champion's numbers, the mark of Entropy, the counter of its copy. Small ones replace words with icons and have a smaller
illustration. The text shrinks until it fits and is never clipped (`rules_of` returns its layout).
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from client.art import paragraph, theme
from client.art.cards.card_layout import Face, Layout, Size, card_prices, layout, name_lines, pick_name, rules_of
from client.art.cards.landscape import draw_illustration
from client.art.colour import RGB, darken, lighter, mix
from client.art.fonts import BOLD
from client.art.gems import coin, draw_game_emblem, draw_mana_gem
from client.art.paint import (
    bevel,
    canvas,
    fill,
    glyph_mask,
    gradient,
    grown,
    hexagon,
    mask,
    noise,
    outline,
    paste_masked,
    radial,
    rounded_mask,
    shadow,
    shrink_mask,
    text_width,
    write,
)
from core.games.bridgefront.card import CHAMPION, Card

_SS = 2


# Faces ----------------------------------------------------------------------------------------------------------------


def face(shown: Face, size: Size = theme.CARD_FULL, scale: float = 1.0) -> Image.Image:
    """Draw the face of a card."""
    lay_ = layout(size, scale)
    card = shown.printed
    tint = theme.CARD_TYPES[card.type]
    text, _, art = rules_of(shown, size, scale)
    image = _frame(lay_, tint)
    _draw_picture(image, card, lay_, art, tint)
    _draw_type_band(image, card, lay_, art, tint)
    y = lay_.head + art + lay_.band * 0.62
    if card.type == CHAMPION:
        _draw_stats(image, card, lay_, y, tint)
        y += lay_.band + 1 * scale
    bottom = lay_.height - lay_.foot - lay_.rim * 0.4
    paragraph.draw(image, text, lay_.pad, y + max(0.0, bottom - y - text.height) / 2, lay_.text_width)
    _name(image, shown, lay_, size, scale)
    _draw_costs(image, shown, card, lay_)
    _draw_foot(image, shown, card, lay_, tint)
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
    inner = shrink_mask(body, 1.0 * k)
    metal = gradient(
        size, ((0.0, lighter(tint, 0.55)), (0.35, tint), (0.7, darken(tint, 0.45)), (1.0, lighter(tint, 0.1))), 70
    )
    paste_masked(image, metal, inner)
    bevel(image, inner, max(1, round(k * rim / 4)), 0.5, 0.5)
    field = rounded_mask(size, (rim * k, rim * k, size[0] - rim * k, size[1] - rim * k), r * 0.7)
    fill(image, grown(field, 0.8 * k), theme.NIGHT, 0.9)
    ground = gradient(size, ((0.0, mix(theme.PANEL_HIGH, tint, 0.10)), (0.5, theme.PANEL), (1.0, theme.PANEL_LOW)))
    paste_masked(image, ground, field)
    stone = noise(size, 26.0 * k, 5, 3).point([max(0, min(255, (i - 120) * 3)) for i in range(256)])
    fill(image, ImageChops.multiply(stone, field), (255, 255, 255), 0.035)
    band, brush = mask(size)
    brush.rectangle((rim * k, rim * k, size[0] - rim * k, (head + rim * 0.2) * k), fill=255)
    band = ImageChops.multiply(band, field)
    paste_masked(
        image,
        gradient(
            size,
            ((0.0, mix(theme.PANEL_LOW, tint, 0.42)), (0.14, mix(theme.PANEL_LOW, tint, 0.16)), (1.0, theme.NIGHT)),
        ),
        band,
    )
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _draw_picture(image: Image.Image, card: Card, lay_: Layout, art: float, tint: RGB) -> None:
    rim, top = lay_.rim, lay_.head
    width, high = round(lay_.width - 2 * rim), round(art)
    picture = draw_illustration(card, width, high)
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


def _draw_type_band(image: Image.Image, card: Card, lay_: Layout, art: float, tint: RGB) -> None:
    """Draw the type of a card in words on the lower edge of the picture.

    If the picture is low, draw only the icon of the type at the side.
    """
    k, high = _SS, lay_.band
    pixels = high * 0.56
    word = "" if art < 2.7 * high else card.type.upper()
    wide = text_width(word, BOLD, pixels) + pixels * 3.1 if word else high * 1.25
    size = round(wide * k) + 8 * k, round(high * k) + 6 * k
    part = canvas(*size)
    body = rounded_mask(size, (4 * k, 2 * k, size[0] - 4 * k, size[1] - 4 * k), high * k / 2)
    shadow(part, body, 1.5 * k, (0, k), 0.8)
    paste_masked(part, gradient(size, ((0.1, mix(tint, theme.NIGHT, 0.35)), (0.9, mix(tint, theme.NIGHT, 0.72)))), body)
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


def _draw_stats(image: Image.Image, card: Card, lay_: Layout, y: float, tint: RGB) -> None:
    """Draw a Champion's numbers: the HP, the dice, the values that hit, and the bounty."""
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


_cached_mana_gem = lru_cache(maxsize=64)(draw_mana_gem)
_coin = lru_cache(maxsize=64)(coin)


def _draw_costs(image: Image.Image, shown: Face, card: Card, lay_: Layout) -> None:
    mana, gold = card_prices(shown)
    gem = _cached_mana_gem(mana, lay_.gem)
    image.alpha_composite(gem, (max(0, round(lay_.rim * 0.25)), max(0, round(lay_.rim * 0.2))))
    if gold:
        piece = _coin(gold, lay_.gem * 0.70)
        image.alpha_composite(piece, (round(lay_.rim * 0.9), round(lay_.gem * 2.12)))


def _draw_foot(image: Image.Image, shown: Face, card: Card, lay_: Layout, tint: RGB) -> None:
    """Draw the initiative on the left, the counter and Entropy in the middle, Permanence on the right."""
    high = lay_.foot * 0.84
    y = lay_.height - lay_.rim - high - 0.5 * lay_.unit
    number = "0" if shown.changed else str(shown.number) if shown.number is not None else _format_initiative(card)
    x = _draw_pill(
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
        right = _draw_pill(
            image, right, y, high, "vp", str(card.vp), theme.rgb("#2a1903"), theme.rgb("#f2c14e"), lay_, to_left=True
        )
        right -= 2 * lay_.unit
    if (card.burn and card.type != CHAMPION) or shown.changed:
        word = "Entropy" if not lay_.short and right - x > high * 5.2 else ""
        right = _draw_pill(
            image, right, y, high, "entropy", word, theme.ENTROPY_COLOUR, theme.rgb("#3a1405"), lay_, to_left=True
        )
        right -= 2 * lay_.unit
    if shown.counter is not None:
        middle = (x + right) / 2 - high * 0.8
        _draw_pill(
            image, middle, y, high, "counter", str(shown.counter), theme.rgb("#d9ffe2"), theme.rgb("#123d22"), lay_
        )


def _format_initiative(card: Card) -> str:
    low, most = card.initiative
    return str(low) if low == most else f"{low}-{most}"


def _draw_pill(
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
    """Draw a small plate with an icon and a text; return the x position of its end.

    If the plate grows to the left, return the position of its beginning.
    """
    pixels = high * 0.72
    letters = text_width(text, BOLD, pixels)
    wide = high * 0.30 + pixels * 1.02 + (letters + high * 0.14 if text else 0.0) + high * 0.30
    left = x - wide if to_left else x
    k = _SS
    size = round(wide * k), round(high * k)
    part = canvas(*size)
    body = rounded_mask(size, (k, k, size[0] - 1 - k, size[1] - 1 - k), high * k * 0.34)
    paste_masked(part, gradient(size, ((0.0, lighter(ground, 0.12)), (1.0, darken(ground, 0.15)))), body)
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
    """Draw the back of a card: the tether of two hexes, in gold on basalt."""
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
        draw_game_emblem(round(full[0] * 0.62)), (round(cx - full[0] * 0.31), round(cy - full[0] * 0.31))
    )
    return image.resize((width, height), Image.Resampling.LANCZOS)


CHIP_PICTURE_RATIO = 1.1
"""Ratio of width to height of the picture on a chip; the name needs the rest of the width."""


def chip(shown: Face, size: Size = theme.CHIP, scale: float = 1.0) -> Image.Image:
    """Draw the small form of a card for logs and the initiative track: its number, mana and name."""
    width, height = round(size[0] * scale), round(size[1] * scale)
    card = shown.printed
    tint = theme.CARD_TYPES[card.type]
    k = _SS
    full = width * k, height * k
    image = canvas(*full)
    body = rounded_mask(full, (k, k, full[0] - 1 - k, full[1] - 1 - k), full[1] * 0.24)
    paste_masked(image, gradient(full, ((0.0, mix(theme.PANEL_HIGH, tint, 0.25)), (1.0, theme.PANEL_LOW)), 0.0), body)
    left, brush = mask(full)
    brush.rectangle((0, 0, full[1] * CHIP_PICTURE_RATIO, full[1]), fill=255)
    picture = draw_illustration(card, round(full[1] * CHIP_PICTURE_RATIO), full[1]).convert("RGB")
    whole = Image.new("RGB", full)
    whole.paste(picture, (0, 0))
    paste_masked(image, whole, ImageChops.multiply(left, body))
    fill(image, outline(body, 1.1 * k), lighter(tint, 0.1))
    image = image.resize((width, height), Image.Resampling.LANCZOS)
    at = height * (CHIP_PICTURE_RATIO + 0.12)
    room = width - at - 5 * scale
    number = "" if shown.number is None else str(shown.number)
    if number:
        room -= text_width(number, BOLD, height * 0.46) + 5 * scale
        base = height / 2 + height * 0.46 * 0.355
        write(image, (width - 5 * scale, base), number, BOLD, height * 0.46, theme.rgb("#bfe3ff"), "rs")
    pixels = height * 0.46
    name = pick_name(shown)
    pixels = min(pixels, pixels * room / text_width(name, BOLD, pixels))
    write(image, (at, height / 2 + pixels * 0.355), name, BOLD, pixels, theme.INK)
    return image


def dim_picture(picture: Image.Image, share: float = 0.55) -> Image.Image:
    """Return the picture of a card that cannot be played now, which is grey and darker but still readable."""
    grey = picture.convert("LA").convert("RGBA")
    out = Image.blend(picture, grey, 0.75)
    dark = Image.new("RGBA", picture.size, (*theme.NIGHT, 0))
    dark.putalpha(picture.getchannel("A").point([round(i * (1 - share)) for i in range(256)]))
    out.alpha_composite(dark)
    out.putalpha(picture.getchannel("A"))
    return out
