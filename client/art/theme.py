"""Visual constants of the client: the colours, the text roles, the looks of seats, and the sizes.

The world is dark basalt above the Roil: cold stone, warm gold, and teal and violet mist. A seat is never identified by
its colour alone: each seat also has an emblem and a hatch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from client.art.colour import RGB, mix, readable
from client.art.colour import rgb as rgb
from client.art.fonts import BOLD, TEXT, TITLE

# Grounds ----------------------------------------------------------------------------------------------------------

NIGHT = rgb("#07090d")
"""Colour of the background behind everything."""
ABYSS_COLOUR = rgb("#0b0f16")
PANEL = rgb("#141a24")
"""Colour of panels and cards, against which the contrast of texts is measured."""
PANEL_HIGH = rgb("#1d2532")
PANEL_LOW = rgb("#0e131b")
EDGE = rgb("#3a4453")
EDGE_LIT = rgb("#7c6a3c")
BASALT_COLOUR = rgb("#3b3f47")
BASALT_LIT = rgb("#7d818a")
MIST_TEAL = rgb("#1f7f86")
MIST_VIOLET = rgb("#5a3a9a")

# Texts --------------------------------------------------------------------------------------------------------------

INK = rgb("#f1ebdd")
"""Colour of rules text and everything that must be readable."""
INK_SOFT = rgb("#b9bfca")
INK_FAINT = rgb("#8f98a8")
"""Faintest colour of text, which still has a contrast of 4.5:1 on a panel."""
GOLD = rgb("#f0c667")
GOLD_DEEP = rgb("#a9762a")
GOOD = rgb("#6fdc8c")
WARN = rgb("#ffb84d")
BAD = rgb("#ff7d6e")
MANA = rgb("#6aa9ff")
MANA_DEEP = rgb("#1f4fa8")
HEALTH = rgb("#ff6b74")
ENTROPY_COLOUR = rgb("#ff8a3c")
LINK = rgb("#c58bff")

TEXT_ROLES: dict[str, RGB] = {
    "text": INK,
    "soft": INK_SOFT,
    "faint": INK_FAINT,
    "title": GOLD,
    "good": GOOD,
    "warn": WARN,
    "bad": BAD,
    "mana": MANA,
    "gold": GOLD,
    "health": HEALTH,
    "entropy": ENTROPY_COLOUR,
    "link": LINK,
}
"""Colours of text by role; all are readable on `PANEL`, `PANEL_HIGH` and `PANEL_LOW`."""

FONTS = {"title": TITLE, "text": TEXT, "strong": BOLD}
SIZES = {"display": 40, "title": 20, "heading": 14, "text": 13, "small": 11, "tiny": 10}
"""Font sizes in design pixels (1280x720, UI scale 1)."""

# Cards --------------------------------------------------------------------------------------------------------------

CARD_TYPES: dict[str, RGB] = {
    "order": rgb("#2aa7a0"),
    "spell": rgb("#9a6cf0"),
    "victory": rgb("#e0b040"),
    "champion": rgb("#e0555a"),
    "basic": rgb("#8d97a8"),
}

# Board highlights -----------------------------------------------------------------------------------------------------

HIGHLIGHT_COLOURS: dict[str, RGB] = {
    "legal": rgb("#f2fbff"),
    "chosen": rgb("#ffd978"),
    "path": rgb("#ffe9a8"),
    "illegal": rgb("#8b2f36"),
    "battle": rgb("#ff4f45"),
    "hover": rgb("#ffffff"),
    "focus": rgb("#ffffff"),
    "source": rgb("#9dffb0"),
    "flash": rgb("#fff2c0"),
    "told": rgb("#6fe3ff"),
}
"""Colours of highlighted hexes and edges, by the meaning of the highlight."""

# Seats --------------------------------------------------------------------------------------------------------------

HATCH_PATTERNS = ("rising", "dots", "level", "falling", "cross", "upright")
"""Patterns that distinguish seats without colour: lines at 45 degrees, dots, level lines, ..."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """Look of a seat: its colour, the colour of its name on a panel, its hatch and its plain emblem."""

    seat: int
    colour: RGB
    text: RGB
    hatch: str
    emblem: str

    @property
    def dark(self) -> RGB:
        """Background colour behind the emblem."""
        return mix(self.colour, NIGHT, 0.72)

    @property
    def deep(self) -> RGB:
        """Colour between `dark` and the seat's colour."""
        return mix(self.colour, NIGHT, 0.45)

    @property
    def light(self) -> RGB:
        """Colour of the emblem: nearly white, with a touch of the seat's colour."""
        return mix(self.colour, (255, 255, 255), 0.72)


def _seat_looks(*colours: str) -> tuple[SeatLook, ...]:
    looks = []
    for i, code in enumerate(colours):
        colour = rgb(code)
        looks.append(SeatLook(i + 1, colour, readable(colour, PANEL_HIGH, 5.0), HATCH_PATTERNS[i], f"seat {i + 1}"))
    return tuple(looks)


SEAT_PALETTES: dict[str, tuple[SeatLook, ...]] = {
    "okabe-ito": _seat_looks("#66d0ff", "#d07fb0", "#17a06c", "#efe04a", "#1f66dc", "#f04e10"),
    "high-separation": _seat_looks("#fcc303", "#6d8f86", "#e3322a", "#e4fff6", "#c2aaf9", "#a339b9"),
}
"""Seat colours, by the name of the palette.

The first palette is that of Okabe and Ito, with small changes so that the colours are distinct on a dark background.
The second was chosen for the largest distance under every kind of colour-blindness.
"""

COLOUR_WORDS = {
    "okabe-ito": ("sky", "pink", "green", "yellow", "blue", "orange"),
    "high-separation": ("gold", "slate", "red", "mint", "lilac", "purple"),
}
"""Names of the colours of each palette, in the order of the palette."""

NOBODY = SeatLook(0, rgb("#9aa3b0"), rgb("#b9bfca"), "level", "hex")


def seat_look(seat: int, palette: str = "okabe-ito") -> SeatLook:
    """Return the look of a seat; seat 0 stands for nobody."""
    return looks(palette)[seat - 1] if seat else NOBODY


def ordered(palette: str, colours: Sequence[int]) -> str:
    """Return the name of a palette in which seats 1, 2 and so on have these colours.

    Colours are numbered from 1. Empty seats get the unused colours.
    """
    rest = [colour for colour in range(1, len(HATCH_PATTERNS) + 1) if colour not in colours]
    order = "".join(map(str, (*colours, *rest)))
    plain = palette.partition(" ")[0]
    return plain if order == "123456" else f"{plain} {order}"


def order_of(palette: str) -> list[int]:
    """Return the numbers of the seats' colours that the name of a palette encodes."""
    return [int(digit) for digit in palette.partition(" ")[2] or "123456"]


@lru_cache(maxsize=16)
def looks(palette: str) -> tuple[SeatLook, ...]:
    """Return the looks of all seats in a palette, or in a reordered palette.

    Colour and hatch are the player's. The emblem is the seat's, as wherever texts show a seat by its sign.
    """
    plain = SEAT_PALETTES[palette.partition(" ")[0]]
    return tuple(
        replace(plain[colour - 1], seat=seat, emblem=plain[seat - 1].emblem)
        for seat, colour in enumerate(order_of(palette), 1)
    )


# Sizes ----------------------------------------------------------------------------------------------------------------

DESIGN = (1280, 720)
CARD_HAND = (124, 174)
"""Size of a card in the hand at UI scale 1."""
CARD_RAISED = (160, 224)
"""Size of a card under the pointer."""
CARD_FULL = (212, 297)
"""Size of a card that a player reads or chooses."""
CHIP = (150, 26)
