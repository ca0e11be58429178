"""What the screen calls factions, places and cards."""

from __future__ import annotations

import re
from functools import cache
from string import ascii_uppercase

from client.games.bridgefront import lore
from client.table.names import Names
from client.ui.choice import Option
from core.engine.text.words import possessive
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.setup import FACTION
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.words import AXIS, on_screen, screen_name

FACTIONS_TO_CHOOSE = [
    Option(f.code, f.name, tip=f"{lore.FACTIONS[f.code]} {' '.join(on_screen(p.words) for p in f.passives)}")
    for f in FACTIONS
]
"""The factions as the choices of a form, by their codes."""


def faction_name(state: Bridgefront, seat: int) -> str:
    """The faction in one word or two; empty before factions are drawn."""
    if FACTION.asked(state):
        return ""
    return FACTIONS[state.faction[seat]].name.removeprefix("The ")


def card_name(state: Bridgefront, copy: int) -> str:
    """The name of a copy's card on screen."""
    return screen_name(CARDS[state.card[copy]], str(state.option("victory_card_names"))) if copy else "nothing"


def card_text(state: Bridgefront, copy: int) -> str:
    """What a copy's card says, on screen."""
    return on_screen(CARDS[state.card[copy]].text(), str(state.option("gold_word")))


_AT = re.compile(r"\((-?\d+),(-?\d+)\)")


@cache
def _labels(hexes: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """For each hex the letter of its row, from the top, and its number in it, from the left."""
    top = min(r for _, r in hexes)
    first = {row: min(q for q, r in hexes if r == row) for _, row in hexes}
    return tuple([f"{ascii_uppercase[r - top]}{q - first[r] + 1}" for q, r in hexes])


def label(state: Bridgefront, hex_: int) -> str:
    """A hex by row and number: "C4" is the fourth from the left in the third row. The letters stand beside the rows."""
    return _labels(tuple(state._grid.hexes))[hex_]


def labelled(state: Bridgefront, words: str) -> str:
    """A text of the rules, whose places are axial coordinates, with the labels of the board: "the Mine at C4"."""

    def named(found: re.Match[str]) -> str:
        hex_ = state._grid.index.get((int(found[1]), int(found[2])), -1)
        return label(state, hex_) if hex_ >= 0 else found[0]

    return _AT.sub(named, words)


def rows(state: Bridgefront) -> dict[str, int]:
    """The letter of each row, and its first hex."""
    return {name[0]: hex_ for hex_, name in enumerate(_labels(tuple(state._grid.hexes))) if name[1:] == "1"}


def place(state: Bridgefront, hex_: int, names: Names) -> str:
    """A hex as a person names it."""
    at = label(state, hex_)
    if hex_ == state._grid.center:
        return AXIS
    owner = state.capital_owner(hex_)
    if owner:
        return "your Capital" if owner == names.own else f"{possessive(names.who(owner))} Capital"
    if hex_ in state.mines:
        return f"Mine {state.mines[hex_]} at {at}"
    if hex_ in state.forges:
        return f"Forge at {at}"
    return f"hex {at}"
