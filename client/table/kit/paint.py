"""Cards of a game in one file on the canvas, as pictures of the atlas."""

from __future__ import annotations

from functools import partial

import arcade

from client.art.cards import war_cards
from client.art.theme import seat_look
from client.table.kit import art
from client.table.kit.looks import CardLook, CardLooks
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.textures import Textures


def card_texture(textures: Textures, look: CardLook, size: tuple[float, float], scale: float) -> arcade.Texture:
    """Return the texture of a face; `size` is in design pixels."""
    px = max(8, round(size[0] * scale)), max(8, round(size[1] * scale))
    return textures.get(("kit card", look, px), partial(art.draw_face, look, px), scale)


def paint_card(looks: CardLooks, copy: int, canvas: Canvas, box: Rect) -> None:
    """Paint a card face up."""
    canvas.image(card_texture(canvas.textures, looks.look(copy), (box.w, box.h), canvas.scale), box)


def paint_deck_back(look: CardLook, canvas: Canvas, box: Rect) -> None:
    """Paint the back of a card of a common deck."""
    px = max(8, round(box.w * canvas.scale)), max(8, round(box.h * canvas.scale))
    canvas.image(canvas.textures.get(("kit back", look, px), partial(art.draw_back, look, px), canvas.scale), box)


def paint_seat_back(canvas: Canvas, seat: int, palette: str, box: Rect) -> None:
    """Paint the back of a seat's own card."""
    px = max(8, round(box.w * canvas.scale)), max(8, round(box.h * canvas.scale))
    draw = partial(war_cards.back, px, seat_look(seat, palette))
    canvas.image(canvas.textures.get(("card back", seat, px), draw, canvas.scale, palette), box)


def paint_cloth(canvas: Canvas, box: Rect) -> None:
    """Paint the cloth of the table."""
    px = max(8, round(box.w * canvas.scale)), max(8, round(box.h * canvas.scale))
    canvas.image(canvas.textures.get(("kit cloth", px), partial(art.draw_cloth, px), canvas.scale), box)
