"""Every card of the game at every size: not clipped, readable and distinct."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from PIL import ImageChops

from client.art import theme
from client.art.cards.card_layout import Face, card_prices, layout, name_lines, rules_of
from client.art.cards.cards import back, chip, dim_picture, face
from client.art.cards.landscape import draw_illustration, scene_for
from client.art.icons import CARD_GLYPHS, has
from client.art.paint import text_width
from client.art.paragraph import pieces, plain_text
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.text.words import to_screen_text

SIZES = {"hand": theme.CARD_HAND, "raised": theme.CARD_RAISED, "full": theme.CARD_FULL}
SMALLEST = {"hand": 8.0, "raised": 9.0, "full": 10.5}


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
def test_no_rules_text_of_a_card_is_clipped(size: str, scale: float) -> None:
    for i, card in enumerate(CARDS):
        text, room, art = rules_of(Face(i), SIZES[size], scale)
        lay = layout(SIZES[size], scale)
        assert text.fits(lay.text_width, room), f"{card.name}: {text.height:.0f} of {room:.0f} pixels"
        assert text.size >= SMALLEST[size] * scale, f"{card.name} in {text.size} pixels"
        assert art >= lay.least_art


@pytest.mark.parametrize("size", SIZES)
def test_no_card_name_is_clipped(size: str) -> None:
    for i in range(len(CARDS)):
        lay = layout(SIZES[size])
        lines, pixels = name_lines(Face(i), SIZES[size])
        assert pixels >= (9.0 if size == "hand" else 10.0), lines
        width = max(text_width(line, lay.name_font, pixels) for line in lines)
        assert width <= lay.width - 2.15 * lay.gem - lay.rim


@pytest.mark.parametrize("short", [True, False])
def test_card_texts_match_the_rules(short: bool) -> None:
    """Icons replace words, and no word or number is lost."""
    names = {"gold": "gold", "mana": "mana", "hp": "hp", "vp": "permanence", "cohort": "cohort", "champion": "champion"}
    for card in CARDS:
        text = to_screen_text(card.text())
        shown = plain_text(pieces(text, short))
        for icon, word in names.items():
            if short or word in ("gold", "mana", "hp", "permanence"):
                shown = shown.replace(f"[{icon}]", f" {word} ")
        for icon in ("cohort", "champion", "capital", "axis", "mine", "forge", "bridge", "entropy"):
            shown = shown.replace(f"[{icon}]", " ")

        def plain(words: str) -> list[str]:
            return "".join(c if c.isalnum() else " " for c in words.lower().replace("'s", "")).split()

        def singular(words: list[str]) -> list[str]:
            return [w.removesuffix("s") for w in words]

        assert singular(plain(shown)) == singular(plain(text)), card.name


def test_no_two_cards_have_the_same_glyph() -> None:
    """A card without a glyph of its own shows that of its type."""
    assert set(CARD_GLYPHS) <= {card.id for card in CARDS}
    assert len(set(CARD_GLYPHS.values())) == len(CARD_GLYPHS)
    assert all(has(name) for name in CARD_GLYPHS.values())


def test_every_scene_is_used_by_a_card() -> None:
    scenes = [scene_for(card) for card in CARDS]
    assert len(set(scenes)) == 11
    assert max(scenes.count(scene) for scene in set(scenes)) < 40


def test_all_card_faces_can_be_drawn_and_differ() -> None:
    seen = set()
    for i in range(len(CARDS)):
        picture = face(Face(i), (62, 87))
        seen.add(blake2b(picture.tobytes()).digest())
    assert len(seen) == len(CARDS)


def test_a_card_has_the_same_pixels_each_time() -> None:
    shown = Face(find("Mortar Shot"), number=300)
    assert face(shown, theme.CARD_HAND).tobytes() == face(shown, theme.CARD_HAND).tobytes()
    card = CARDS[shown.card]
    assert draw_illustration(card, 100, 60).tobytes() == draw_illustration(card, 100, 60).tobytes()


def test_card_pictures_have_the_requested_size() -> None:
    for size in (*SIZES.values(), (150, 210)):
        for scale in (0.4, 0.75):
            wanted = round(size[0] * scale), round(size[1] * scale)
            assert face(Face(0), size, scale).size == wanted
            assert back(size, scale).size == wanted
    assert chip(Face(0), (150, 26), 2.0).size == (300, 52)


def test_prices_are_shown_on_cards() -> None:
    assert card_prices(Face(find("Ironclad Warden"))) == (2, "1/3/5")
    assert card_prices(Face(find("Ironclad Warden"), mana=0, gold=3)) == (0, "3")
    assert card_prices(Face(find("Quick March"))) == (1, "")
    assert card_prices(Face(find("Paid Volunteers"))) == (1, "2")
    assert card_prices(Face(find("Paid Volunteers"), changed=True)) == (1, "")


def test_the_initiative_number_and_the_counter_are_shown_on_a_card() -> None:
    card = find("Propaganda Recruitment")
    plain = face(Face(card, number=60), theme.CARD_HAND)
    for other in (Face(card, number=61), Face(card, number=60, counter=2)):
        assert ImageChops.difference(plain.convert("RGB"), face(other, theme.CARD_HAND).convert("RGB")).getbbox()


def test_a_dimmed_card_keeps_its_shape() -> None:
    plain = face(Face(3), theme.CARD_HAND)
    dim = dim_picture(plain)
    assert dim.size == plain.size
    assert dim.getchannel("A").tobytes() == plain.getchannel("A").tobytes()
