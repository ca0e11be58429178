"""Every text of the drawn screens contrasts with its background; emblems differ in shape."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.art.colour import contrast, luminance
from client.art.paint import glyph_mask
from client.art.theme import SEAT_PALETTES
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.canvas import Canvas
from client.ui.keys import Keymap
from core.games.bridgefront.factions import CODES
from tests.support.client.bridgefront.players import MousePerson, sit_down
from tests.support.client.driver import Driver

LEAST = 4.5
QUIET = {"disabled"}
"""Colour roles that may be fainter, because the widget cannot be used (WCAG 1.4.3)."""


class Written(NamedTuple):
    """A drawn text: its words, its colour, and its box in pixels of the picture, counted from the top."""

    text: str
    colour: tuple[int, int, int]
    box: tuple[int, int, int, int]


def texts_of(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Written], Image.Image]:
    """Return the texts drawn on the screen now, and the picture without any text."""
    written: list[Written] = []
    plain = Canvas.text
    high = driver.window.get_framebuffer_size()[1]

    def note(self: Canvas, text: str, x: float, y: float, color="text", size="body", role="text",  # type: ignore[no-untyped-def]
             align=0.0, limit=None, spacing=0.0) -> float:  # fmt: skip
        wide = plain(self, text, x, y, color, size, role, align, limit, spacing)
        r, g, b, a = themes.theme().color(color)
        whole = a == 255 and self.opacity == 1.0 and self._clip is None
        if text.strip() and wide > 3 and whole and color not in QUIET:
            s, tall = self.scale, themes.theme().size(size)
            left, base = x - wide * align, y
            box = (left * s, high - (base + tall * 0.7) * s, (left + wide) * s, high - base * s)
            written.append(Written(text, (r, g, b), tuple(round(v) for v in box)))  # type: ignore[arg-type]
        return wide

    def silent(self: Canvas, text: str, x: float, y: float, color="text", size="body", role="text",  # type: ignore[no-untyped-def]
               align=0.0, limit=None, spacing=0.0) -> float:  # fmt: skip
        start = len(self.quads)
        wide = plain(self, text, x, y, color, size, role, align, limit, spacing)
        del self.quads[start:]
        return wide

    for draw in (note, silent):
        monkeypatch.setattr(Canvas, "text", draw)
        for screen in driver.window.screens:
            screen.ui.touch_all()
        picture = driver.shot()
    monkeypatch.setattr(Canvas, "text", plain)
    return written, picture


def faint(written: list[Written], ground: Image.Image) -> list[str]:
    """Return the texts with too little contrast, each with its contrast."""
    out = []
    for text, colour, box in written:
        left, top, right, low = box
        if left < 0 or top < 0 or right > ground.width or low > ground.height or right - left < 2 or low - top < 2:
            continue
        behind = list(ground.crop(box).getdata())
        lit = sorted(behind, key=luminance)
        found = contrast(colour, lit[len(lit) // 2])
        if found < LEAST:
            out.append(f"{text!r} {found:.1f}")
    return out


def menu(driver: Driver) -> None:
    """Show the main menu."""
    app = App(driver.window, Settings(name="Ada"), None, lambda setup, settings: None)
    app.show_menu()
    driver.step()


def settings(driver: Driver) -> None:
    """Show the settings over the menu."""
    menu(driver)
    driver.click("Settings")


def planning(driver: Driver) -> None:
    """Show the match with an action to choose."""
    screen = sit_down(driver, "contrast", 6)
    MousePerson(driver, screen).play(
        lambda s: s.controller.prompts.inquiry is not None and s.controller.prompts.inquiry.asked.kind == "action"
    )


@pytest.mark.parametrize("scene", [menu, settings, planning])
@pytest.mark.parametrize("palette", ["high-separation"])
def test_every_text_of_the_screens_is_readable_on_its_background(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, scene: Callable[[Driver], None], palette: str
) -> None:
    themes.set_theme(game_theme(1.0, "okabe-ito" if scene is planning else palette))
    driver.window.keys = Keymap(KEYS)
    scene(driver)
    driver.step(frames=3)
    written, ground = texts_of(driver, monkeypatch)
    assert len(written) > 8
    assert not faint(written, ground)


def test_the_contrast_check_finds_a_faint_text(driver: Driver) -> None:
    ground = Image.new("RGB", (40, 20), (20, 26, 36))
    assert faint([Written("dark", (60, 70, 80), (2, 2, 30, 14))], ground)
    assert not faint([Written("light", (241, 235, 221), (2, 2, 30, 14))], ground)


@pytest.mark.parametrize("signs", [tuple(CODES), tuple(look.emblem for look in SEAT_PALETTES["okabe-ito"])])
def test_the_emblems_of_seats_differ_by_shape(signs: tuple[str, ...]) -> None:
    masks = {sign: glyph_mask((64, 64), sign, (32, 32), 56).point(lambda v: 255 * (v > 127)) for sign in signs}
    for a, b in combinations(signs, 2):
        both = sum(ImageChops.multiply(masks[a], masks[b]).histogram()[128:])
        either = sum(ImageChops.lighter(masks[a], masks[b]).histogram()[128:])
        assert both / either < 0.85, (a, b)
