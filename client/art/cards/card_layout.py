"""Content of a card, and the layout of its face at any size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import core.games.bridgefront.game  # noqa: F401  (fills the catalogue)
from client.art import paragraph
from client.art.fonts import BOLD, TITLE
from client.art.paint import text_width
from client.art.paragraph import Paragraph
from core.games.bridgefront.card import CHAMPION, Card
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.ruleset import Rules
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.words import screen_name, to_screen_text

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Face:
    """Content of a card's face.

    Without `number`, the face shows the range of its initiative; without `gold`, it shows the printed price.
    """

    card: int
    number: int | None = None
    counter: int | None = None
    mana: int | None = None
    gold: int | None = None
    changed: bool = False
    """True if Forge Miracle changed the card: it then costs 1 mana and no gold, and goes to Entropy."""
    names: str = "permanence"
    gold_word: str = "Gold"
    rules: Rules = RULESETS.printed
    """The rules of the match, to which the card belongs."""

    @property
    def printed(self) -> Card:
        """The card in these rules."""
        return self.rules.cards[self.card]


def face_of(state: Bridgefront, copy: int) -> Face:
    """Return the face of a copy of a card in a match."""
    return Face(
        card=state.card[copy],
        number=state.number[copy],
        counter=state.counter.get(copy),
        changed=copy in state.changed,
        names=str(state.option("victory_card_names")),
        gold_word=str(state.option("gold_word")),
        rules=state.rules,
    )


# Layout ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions of the parts of a card's face, in pixels.

    The type on small cards is larger in proportion.
    """

    width: int
    height: int
    rim: float
    gem: float
    """Radius of the mana gem."""
    head: float
    """Height of the name's band."""
    foot: float
    band: float
    """Height of the band with the type, and of the band with a Champion's numbers."""
    name: float
    largest: float
    smallest: float
    good_type: float
    """Type size down to which the text shrinks before the picture does.

    The text becomes smaller only if the picture has already shrunk.
    """
    least_art: float
    good_art: float
    most_art: float
    short: bool
    unit: float
    """Pixels per design pixel."""

    @property
    def name_font(self) -> str:
        """Font of the name; small names use the bold text font, which is easier to read."""
        return BOLD if self.short else TITLE

    @property
    def pad(self) -> float:
        """Distance between the border of the card and the text."""
        return self.rim + 4.0 * self.unit

    @property
    def text_width(self) -> float:
        """Maximum width of the lines of rules text."""
        return self.width - 2 * self.pad


@lru_cache(maxsize=64)
def layout(size: Size, scale: float = 1.0) -> Layout:
    """Return the layout of a face of this size in design pixels, drawn `scale` times as large."""
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
    """Lay out the rules text of a face.

    Returns the paragraph, the height available to it and the height of the picture.
    """
    lay_ = layout(size, scale)
    card = face.printed
    content = paragraph.pieces(to_screen_text(card.text(), face.gold_word), lay_.short)
    fixed = lay_.head + lay_.band + lay_.foot + lay_.rim
    if card.type == CHAMPION:
        fixed += lay_.band + 2 * scale
    room = lay_.height - fixed - 6 * scale
    text = paragraph.fit(content, lay_.text_width, room - lay_.good_art, lay_.largest, lay_.good_type)
    if not text.fits(lay_.text_width, room - lay_.good_art):
        text = paragraph.fit(content, lay_.text_width, room - lay_.least_art, lay_.good_type, lay_.smallest)
    art = max(lay_.least_art, min(lay_.most_art, room - text.height - 4 * scale))
    return text, room - art, art


def pick_name(face: Face) -> str:
    """Return the name that is printed on the card."""
    return screen_name(face.printed, face.names)


def name_lines(face: Face, size: Size, scale: float = 1.0) -> tuple[tuple[str, ...], float]:
    """Return the name in one or two lines, and the font size with which it fits."""
    lay_ = layout(size, scale)
    width = lay_.width - lay_.rim - 2.15 * lay_.gem - 7 * scale
    name = pick_name(face)
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


def card_prices(shown: Face) -> tuple[int, str]:
    """Return the mana price and the text of the gold price that a card shows; "" means no gold."""
    card = shown.printed
    if shown.changed:
        return 1, ""
    mana = card.mana if shown.mana is None else shown.mana
    if shown.gold is not None:
        return mana, str(shown.gold) if shown.gold or any(card.gold) else ""
    if len(set(card.gold)) > 1:
        return mana, "/".join(str(price) for price in card.gold)
    return mana, str(card.gold[0]) if card.gold[0] else ""


def with_price(shown: Face, mana: int, gold: int) -> Face:
    """Return the face of a card with the price that it currently has for this player."""
    return replace(shown, mana=mana, gold=gold)
