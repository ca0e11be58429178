"""Picture of Bridgefront for lists of games: two Capitals over the Roil, with a bridge between them."""

from __future__ import annotations

from PIL import Image

from client.art import paint
from client.art.board.bridges import bridge
from client.art.board.tiles import keep
from client.art.colour import rgb
from client.art.theme import looks


def cover(size: tuple[int, int]) -> Image.Image:
    """Draw the picture at this size in pixels."""
    ground = paint.gradient(size, ((0.0, rgb("#1b1230")), (0.6, rgb("#241a3e")), (1.0, rgb("#3a2320"))), 90.0)
    image = ground.convert("RGBA")
    seats = looks("okabe-ito")
    _paste(image, bridge("basic", 0, 2.0), (0.5, 0.68), 0.4)
    _paste(image, keep(seats[0], "capital", 2.0), (0.2, 0.5), 0.95)
    _paste(image, keep(seats[1], "capital", 2.0), (0.8, 0.5), 0.95)
    return image


def _paste(image: Image.Image, piece: Image.Image, centre: tuple[float, float], high: float) -> None:
    """Paste a piece around a point, as high as this share of the picture."""
    piece = piece.convert("RGBA")
    piece = piece.crop(piece.getbbox())
    factor = min(image.height * high / piece.height, image.width * 0.5 / piece.width)
    wide, tall = max(1, round(piece.width * factor)), max(1, round(piece.height * factor))
    piece = piece.resize((wide, tall), Image.Resampling.LANCZOS)
    left, top = round(image.width * centre[0] - wide / 2), round(image.height * centre[1] - tall / 2)
    layer = Image.new("RGBA", image.size)
    layer.paste(piece, (left, top))
    image.alpha_composite(layer)
