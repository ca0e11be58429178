"""Tokens, bridges, tiles and panels: of the right size, reproducible and distinguishable."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from client.art import panels, theme
from client.art.board import bridges, tiles, tokens
from client.art.colour import contrast, luminance
from client.art.fonts import BOLD, FILES, FONT_FOLDER, ICONS, TEXT, TITLE, font
from client.art.icons import CARD_GLYPHS, ICON_GLYPHS, glyph, has, list_codepoints
from client.art.paint import text_width
from client.art.theme import seat_look

LOOK = seat_look(3)
PICTURES: dict[str, tuple[Callable[[float], Image.Image], tuple[int, int]]] = {
    "cohort": (lambda d: tokens.cohort(LOOK, "cipher", d), tokens.COHORT_SIZE),
    "champion": (lambda d: tokens.champion(LOOK, "sword", d), tokens.CHAMPION),
    "number": (lambda d: tokens.number(12, LOOK, d), tokens.NUMBER),
    "health": (lambda d: tokens.health(3, 6, d), tokens.HEALTH),
    "health of a titan": (lambda d: tokens.health(7, 15, d), tokens.HEALTH),
    "mark": (lambda d: tokens.mark("ward", d), tokens.MARK_SIZE),
    "inlay": (lambda d: tiles.draw_inlay(LOOK, "whole", d), tiles.FACE_SIZE),
    "keep": (lambda d: tiles.keep(LOOK, "cipher", d), tiles.KEEP_SIZE),
    "flag": (lambda d: tiles.flag(LOOK, "cipher", d), tiles.BADGE),
    "mine": (lambda d: tiles.draw_mine_badge(5, d), tiles.BADGE),
    "forge": (tiles.draw_forge_badge, tiles.BADGE),
    "axis": (tiles.draw_axis_badge, tiles.BADGE),
    "light": (lambda d: tiles.light("legal", d), tiles.FACE_SIZE),
    "portal": (tiles.draw_portal, tiles.PORTAL_SIZE),
    "bridge": (lambda d: bridges.bridge("bridge", 60, d), bridges.SIZE),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_have_their_size_at_any_detail(name: str) -> None:
    draw, (width, height) = PICTURES[name]
    for detail in (1.0, 1.5):
        assert draw(detail).size == (round(width * detail), round(height * detail))


@pytest.mark.parametrize("name", PICTURES)
def test_each_picture_has_the_same_pixels_each_time(name: str) -> None:
    draw, _ = PICTURES[name]
    assert draw(1.0).tobytes() == draw(1.0).tobytes()


@pytest.mark.parametrize("angle", bridges.BRIDGE_ANGLES)
def test_bridges_of_all_kinds_differ(angle: int) -> None:
    pictures = [bridges.bridge(kind, angle).tobytes() for kind in bridges.KINDS]
    pictures += [bridges.draw_lock_bar(angle).tobytes(), bridges.spikes(angle).tobytes()]
    assert len(set(pictures)) == len(pictures)


def test_a_bridge_stands_out_from_the_basalt() -> None:
    """A bridge contrasts with the basalt in the middle of its deck.

    The size is that of a whole board in a small window.
    """
    picture = bridges.bridge("bridge", 0).resize((64, 62), Image.Resampling.BILINEAR)
    deck = [picture.getpixel((x, y))[:3] for x in range(20, 44) for y in range(25, 33)]  # type: ignore[index]
    mean = tuple(sum(c[i] for c in deck) // len(deck) for i in range(3))
    assert contrast(mean, theme.BASALT_COLOUR) >= 2.5
    box = picture.getchannel("A").point([255 if i > 200 else 0 for i in range(256)]).getbbox()
    assert box is not None and box[2] - box[0] >= 38 and box[3] - box[1] >= 17


def test_seats_are_distinguishable_in_grey() -> None:
    """Emblem and hatch differ even without colour."""
    signs = [seat_look(seat).emblem for seat in range(1, 7)]
    pictures = [tokens.cohort(seat_look(seat), sign).convert("L").tobytes() for seat, sign in enumerate(signs, start=1)]
    assert len(set(pictures)) == 6


def test_the_number_is_the_brightest_part_of_a_token() -> None:
    white = sum(1 for p in tokens.number(5, LOOK).convert("RGB").getdata() if luminance(p) > 0.8)
    assert white > 40


@pytest.mark.parametrize("value", range(7))
def test_dice_faces_are_drawn(value: int) -> None:
    assert panels.die(value, 40).size == (40, 40)
    assert panels.die(value, 40).tobytes() != panels.die(value, 40, hit=True).tobytes()


@pytest.mark.parametrize("name", panels.FRAMES)
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_middle_of_a_frame_can_be_stretched_without_a_visible_change(name: str, scale: float) -> None:
    patch = panels.frame(name, scale)
    assert patch.image.width == patch.image.height == 2 * patch.cut + 16
    row = [patch.image.getpixel((x, patch.image.height // 2)) for x in range(patch.cut, patch.image.width - patch.cut)]
    assert len(set(row)) == 1, "the middle is stretched and must not change along the way"


@pytest.mark.parametrize("name", [n for n in panels.FRAMES if n not in ("commit.hover",)])
def test_text_is_readable_on_every_frame(name: str) -> None:
    look = panels.FRAMES[name]
    for ground in (look.top, look.bottom):
        assert contrast((255, 255, 255), ground) >= (3.0 if name.startswith("commit") else 4.5)


def test_every_icon_is_in_the_font() -> None:
    face = font(ICONS, 32)
    for name in ICON_GLYPHS:
        assert has(name)
        assert face.getmask(glyph(name)).getbbox() is not None, name


def named_icons() -> Iterator[tuple[str, str]]:
    """Yield the icons that the client's sources name, with their files: when drawn, and in tables of icons."""
    for path in sorted((FONT_FOLDER.parents[1]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[ast.expr] = []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "icon":
                names = node.args[:1]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "glyph_mask":
                names = node.args[1:2]
            elif isinstance(node, ast.Assign) and re.search(r"SIGNS$|ICONS$", ast.unparse(node.targets[0])):
                names = getattr(node.value, "elts", [])
                if isinstance(node.value, ast.Dict):  # SIGNS explains each sign
                    is_named = ast.unparse(node.targets[0]).endswith("ICONS")
                    names = node.value.values if is_named else [key for key in node.value.keys if key is not None]
            yield from ((name.value, path.name) for name in names if isinstance(name, ast.Constant) and name.value)


def test_every_icon_named_in_the_code_has_a_glyph() -> None:
    face, found = font(ICONS, 32), dict(named_icons())
    nothing = bytes(face.getmask("\uffff"))
    assert len(found) > 80
    for name, file in found.items():
        assert has(name), f"{file}: no icon of the name {name!r}"
        assert bytes(face.getmask(glyph(name))) != nothing, f"{file}: {name!r} has no glyph; run scripts/build/fonts.py"


def test_the_icon_font_contains_exactly_the_named_icons() -> None:
    face = font(ICONS, 32)
    assert set(list_codepoints()) == {*ICON_GLYPHS.values(), *CARD_GLYPHS.values()}
    assert (FONT_FOLDER / FILES[ICONS]).stat().st_size < 150 * len(list_codepoints())
    nothing = bytes(face.getmask("\uffff"))
    assert [name for name, code in list_codepoints().items() if bytes(face.getmask(chr(code))) == nothing] == []


def test_fonts_are_static_and_small() -> None:
    for family in (TITLE, TEXT, BOLD, ICONS):
        path = FONT_FOLDER / FILES[family]
        assert path.stat().st_size < 120_000
        assert font(family, 20).getname()[0] == family
    assert {path.name for path in FONT_FOLDER.glob("LICENSE-*")} == {
        "LICENSE-Cinzel-OFL.txt",
        "LICENSE-Inter-OFL.txt",
        "LICENSE-MaterialDesignIcons-Apache-2.0.txt",
    }


def test_the_text_font_has_the_letters_of_many_languages() -> None:
    for word in ("Zażółć gęślą jaźń", "Übergrößenträger", "Ελληνικά", "Кириллица", "Ağrı"):
        missing = font(TEXT, 20).getmask("\uffff").getbbox()
        for letter in word.replace(" ", ""):
            assert font(TEXT, 20).getmask(letter).getbbox() != missing, letter
    assert text_width("Tether", BOLD, 20) > text_width("Tether", TEXT, 20) * 1.01


def test_the_logo_and_icons_can_be_drawn() -> None:
    assert panels.draw_logo(400).size == (400, 208)
    assert panels.draw_window_icon(64).size == (64, 64)
    assert panels.envelope(LOOK, 60).tobytes() != panels.envelope(LOOK, 60, True, "7").tobytes()
    assert panels.ring(0.25, 24).tobytes() != panels.ring(0.75, 24).tobytes()
    assert panels.caption("Resolve order", 20).height == 30
