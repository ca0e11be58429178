"""Contrast of texts, and seats that every player can distinguish."""

from __future__ import annotations

import pytest

from client.art import theme
from client.art.colour import COLOUR_BLINDNESS_MATRICES, contrast, min_distance
from client.art.icons import has

GROUNDS = {
    "panel": theme.PANEL,
    "panel high": theme.PANEL_HIGH,
    "panel low": theme.PANEL_LOW,
    "abyss": theme.ABYSS_COLOUR,
}


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", theme.TEXT_ROLES)
def test_every_text_colour_is_readable_on_every_background(role: str, ground: str) -> None:
    assert contrast(theme.TEXT_ROLES[role], GROUNDS[ground]) >= 4.5


@pytest.mark.parametrize("palette", theme.SEAT_PALETTES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_names_in_seat_colours_are_readable(palette: str, ground: str) -> None:
    for look in theme.SEAT_PALETTES[palette]:
        assert contrast(look.text, GROUNDS[ground]) >= 4.5


@pytest.mark.parametrize("palette", theme.SEAT_PALETTES)
def test_emblems_contrast_with_their_background(palette: str) -> None:
    for look in theme.SEAT_PALETTES[palette]:
        assert contrast(look.light, look.dark) >= 4.5


@pytest.mark.parametrize(("palette", "normal", "blind"), [("okabe-ito", 30.0, 15.0), ("high-separation", 28.0, 22.0)])
def test_seats_are_distinguishable_with_any_colour_blindness(palette: str, normal: float, blind: float) -> None:
    colours = [look.colour for look in theme.SEAT_PALETTES[palette]]
    assert min_distance(colours) >= normal
    for kind in COLOUR_BLINDNESS_MATRICES:
        assert min_distance(colours, kind) >= blind, kind


@pytest.mark.parametrize("palette", theme.SEAT_PALETTES)
def test_seats_are_distinguishable_without_colour(palette: str) -> None:
    looks = theme.SEAT_PALETTES[palette]
    assert len({look.hatch for look in looks}) == len({look.emblem for look in looks}) == len(looks) == 6
    assert all(has(look.emblem) for look in looks)


def test_marks_of_cards_are_readable() -> None:
    for colour in theme.CARD_TYPES.values():
        assert contrast(colour, theme.PANEL) >= 3.0


def test_seats_have_the_colours_that_their_players_picked() -> None:
    name = theme.ordered("okabe-ito", (4, 1))
    assert [theme.seat_look(seat, name).colour for seat in range(1, 7)] == [
        theme.seat_look(colour).colour for colour in (4, 1, 2, 3, 5, 6)
    ]
    assert [look.seat for look in theme.looks(name)] == [1, 2, 3, 4, 5, 6] and theme.looks(name)[0].hatch == "falling"
    assert [look.emblem for look in theme.looks(name)] == [f"seat {seat}" for seat in range(1, 7)], "as in texts"
    assert theme.order_of(name) == [4, 1, 2, 3, 5, 6] and theme.ordered(name, ()) == "okabe-ito"
    assert theme.ordered("high-separation", theme.order_of(name)) == "high-separation 412356"
