"""Typeset cards and tokens, with little ink or with a coloured heading; a picture may take the place of a card."""

from __future__ import annotations

import io

from PIL import Image

from client.art.colour import RGB, darken
from client.art.fonts import BOLD, TITLE
from client.art.paragraph import Paragraph, Piece
from client.sheets import typeset
from client.sheets.components import Back, CardFace, Paint, Token
from client.sheets.paper import Box, Size
from client.sheets.pen import BLACK, GREY, PALE, WHITE, Pen
from client.sheets.typeset import POINT

DOTS = 220
"""Pixels of a picture for each inch."""
QUALITY = 86
"""Quality of the JPEG pictures, 1 to 95."""
BLEED = 1.07
"""Factor by which a picture is enlarged below itself, so that its colours fill the corners outside its rounded rim."""
FRAME, PAD = 1.6, 4.2
"""Distance of the frame of a typeset card, and of its text, from the cut."""
MARK_TYPE = 4.0
"""Size of the name of a deck on the rim of a picture, in points."""
LARGEST = 11.0
"""Size of the text of a card, in points, where there is room."""
GAP = 1.2
"""Distance between two paragraphs, in millimetres."""


def draw_card(pen: Pen, face: CardFace, picture: bytes | None, box: Box) -> None:
    """Draw a card: its picture, or its typeset face if there is none."""
    if picture is None:
        draw_face(pen, face, box)
        return
    pen.picture(picture, box)
    if face.mark:
        pen.text(box.center[0], box.bottom - 0.5, face.mark, MARK_TYPE, WHITE, BOLD, 0.5)
    name = tuple(map(Piece, face.name.split()))
    write_lines(pen, box.inset(PAD), (name, *map(spell_icons, face.lines)), visible=False)


def spell_icons(line: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return a text with words instead of icons; an icon before its own word is left out.

    >>> [piece.text for piece in spell_icons(typeset.rich("2 :mine: Mines, 1 :gold:"))]
    ['2', 'Mines,', '1', 'gold']
    """
    found: list[Piece] = []
    left_out = False
    for piece, after in zip(line, (*line[1:], None)):
        if piece.icon and after is not None and after.text.lower().startswith(piece.icon):
            left_out = True
            continue
        found.append(Piece(piece.icon or piece.text, glued=piece.glued and not (piece.icon or left_out)))
        left_out = False
    return tuple(found)


def pixels(size: Size) -> tuple[int, int]:
    """Return the size of a picture of a card, in pixels.

    >>> pixels(Size(63, 88))
    (546, 762)
    """
    return round(size.w / 25.4 * DOTS), round(size.h / 25.4 * DOTS)


def encode_jpeg(paint: Paint, size: tuple[int, int]) -> bytes:
    """Return a picture as a JPEG file, without transparent corners, because cards are cut straight."""
    picture = paint(size).convert("RGBA")
    w, h = round(size[0] * BLEED), round(size[1] * BLEED)
    left, top = (w - size[0]) // 2, (h - size[1]) // 2
    ground = picture.resize((w, h), Image.Resampling.BILINEAR).crop((left, top, left + size[0], top + size[1]))
    whole = Image.new("RGBA", size, (*_corner_colour(picture), 255))
    whole.alpha_composite(ground)
    whole.alpha_composite(picture)
    file = io.BytesIO()
    whole.convert("RGB").save(file, "JPEG", quality=QUALITY, subsampling=0)
    return file.getvalue()


def _corner_colour(picture: Image.Image) -> RGB:
    """Return the colour of the middle of the left edge."""
    found = picture.getpixel((1, picture.height // 2))
    assert isinstance(found, tuple)
    return int(found[0]), int(found[1]), int(found[2])


def draw_face(pen: Pen, face: CardFace, box: Box) -> None:
    """Draw a typeset card: name, facts, values and text, all within the frame."""
    frame = box.inset(FRAME)
    inner = box.inset(PAD, 0)
    head = Box(frame.x, frame.y, frame.w, 9.0)
    ink = BLACK
    pen.rectangle(frame, None if pen.ink else WHITE, PALE if pen.ink else face.tint, 0.25 if pen.ink else 0.6, 2.0)
    if not pen.ink:
        pen.rectangle(head, face.tint, face.tint, 0.6, 2.0)
        pen.rectangle(Box(head.x, head.bottom - 3, head.w, 3.0), face.tint, face.tint, 0.6)
        ink = WHITE
    room = inner.w - (8.0 if face.icon else 0.0)
    size = typeset.fit_text_size(face.name, room, 13.0)
    pen.text(inner.x, head.center[1] + size * POINT * 0.36, face.name, size, ink, BOLD)
    if face.icon:
        pen.icon(face.icon, inner.right - 3.2, head.center[1], 6.4, ink)
    if pen.ink:
        pen.line((inner.x, head.bottom, inner.right, head.bottom), GREY, 0.25)
    y = head.bottom + 1.6
    if face.badges:
        y = _draw_badges(pen, face, inner, y) + 1.4
    low = frame.bottom - 5.2
    facts = typeset.fit(typeset.words(face.facts), inner.w, 5.0, 6.5, 4.0)
    pen.paragraph(facts, Box(inner.x, low + 0.2, inner.w, 5.0), GREY)
    room_of_text = Box(inner.x, y, inner.w, low - y - 1.0)
    if face.icon:
        room_of_text = _draw_sign(pen, face, room_of_text)
    write_lines(pen, room_of_text, face.lines)


def _draw_sign(pen: Pen, face: CardFace, box: Box) -> Box:
    """Draw the card's icon large above a short text; return the room that is left for the text."""
    used = _height(fit_lines(box, face.lines))
    side = min(LARGEST_SIGN, (box.h - used) * 0.6)
    if side < SMALLEST_SIGN:
        return box
    pen.icon(face.icon, box.center[0], box.y + side / 2 + 1.0, side, PALE if pen.ink else face.tint)
    return Box(box.x, box.y + side + 2.0, box.w, box.h - side - 2.0)


LARGEST_SIGN, SMALLEST_SIGN = 24.0, 10.0
"""Sizes of the large icon, in millimetres."""
BADGE = 6.2
"""Height of a printed value, in millimetres."""


def _draw_badges(pen: Pen, face: CardFace, inner: Box, y: float) -> float:
    """Draw the values of a card in one or two rows; return the lower end."""
    wide = [_badge_width(icon, text) for icon, text in face.badges]
    rows: list[list[int]] = [[]]
    for i, w in enumerate(wide):
        if rows[-1] and sum(wide[j] + 1.2 for j in rows[-1]) + w > inner.w:
            rows.append([])
        rows[-1].append(i)
    for row in rows:
        x = inner.x + (inner.w - sum(wide[i] for i in row) - 1.2 * (len(row) - 1)) / 2
        for i in row:
            icon, text = face.badges[i]
            box = Box(x, y, wide[i], BADGE)
            pen.rectangle(box, None if pen.ink else WHITE, GREY if pen.ink else face.tint, 0.3, 1.6)
            left = x + 1.3
            tint = BLACK if pen.ink else darken(face.tint, 0.15)
            if icon:
                pen.icon(icon, left + 2.0, box.center[1], 4.0, tint)
                left += 4.6
            pen.text(left, box.center[1] + 1.45, text, 11.0, BLACK, BOLD)
            x += wide[i] + 1.2
        y += BADGE + 1.0
    return y - 1.0


def _badge_width(icon: str, text: str) -> float:
    letters = typeset.width(text, 11.0)
    return 2.6 + (4.0 if icon else 0.0) + (0.6 + letters if text and icon else letters)


def write_lines(
    pen: Pen, box: Box, lines: tuple[tuple[Piece, ...], ...], colour: RGB = BLACK, visible: bool = True
) -> None:
    """Write paragraphs in the middle of a box, in the largest type with which all of them fit."""
    found = fit_lines(box, lines)
    high = _height(found)
    y = box.y + max(0.0, (box.h - high) / 2)
    for each in found:
        pen.paragraph(each, Box(box.x, y, box.w, each.height * POINT), colour, visible=visible)
        y += each.height * POINT + GAP


def fit_lines(box: Box, lines: tuple[tuple[Piece, ...], ...]) -> list[Paragraph]:
    """Return paragraphs that fit into a box together, all in one size of type."""
    size = LARGEST
    while True:
        found = [typeset.fit(line, box.w, box.h, size, size) for line in lines if line]
        if size <= typeset.LEAST or (_height(found) <= box.h and all(each.size == size for each in found)):
            return found
        size = max(typeset.LEAST, size - 0.25)


def _height(paragraphs: list[Paragraph]) -> float:
    """Return the height of paragraphs below each other, in millimetres."""
    return sum(each.height * POINT for each in paragraphs) + GAP * (len(paragraphs) - 1)


def draw_back(pen: Pen, back: Back, picture: bytes | None, box: Box) -> None:
    """Draw the back of a card: its picture, or its name and icon if there is none."""
    if picture is not None:
        pen.picture(picture, box)
        return
    frame = box.inset(FRAME)
    pen.rectangle(frame, None if pen.ink else back.tint, PALE if pen.ink else back.tint, 0.3, 2.0)
    x, y = frame.center
    tint = GREY if pen.ink else WHITE
    pen.icon(back.icon, x, y - 4, 20.0, tint)
    size = typeset.fit_text_size(back.name, frame.w - 8, 11.0)
    pen.text(x, y + 14, back.name, size, tint, TITLE, 0.5)


SHORT = 3
"""Number of characters of a token's text that are printed large."""
DARK = (60, 60, 60)
TOKEN = 16.0
"""Side of a token, in millimetres."""


def draw_token(pen: Pen, token: Token, box: Box) -> None:
    """Draw a token: its icon, and below it its text."""
    inner = box.inset(0.8)
    pen.rectangle(inner if pen.ink else box, None if pen.ink else token.tint, PALE if pen.ink else GREY, 0.15)
    ink = WHITE if _is_dark(token.tint) and not pen.ink else DARK
    x, y = box.center
    if len(token.text) > SHORT:
        pen.icon(token.icon, x, y - 3.6, 6.0, ink)
        room = Box(inner.x + 0.5, y, inner.w - 1.0, inner.bottom - y - 0.5)
        write_lines(pen, room, (tuple(Piece(word, bold=True) for word in token.text.split()),), ink)
    elif token.text:
        pen.icon(token.icon, x, y - 2.3, 7.5, ink)
        size = typeset.fit_text_size(token.text, inner.w - 1.0, 10.0)
        pen.text(x, y + 5.6, token.text, size, ink, BOLD, 0.5)
    else:
        pen.icon(token.icon, x, y, 10.5, ink)


def _is_dark(colour: RGB) -> bool:
    """Return True if light print is easier to read on a colour than dark print."""
    return 299 * colour[0] + 587 * colour[1] + 114 * colour[2] < DARK_BELOW


DARK_BELOW = 120_000
"""Brightness, 0 to 255,000, below which a colour is dark."""
