"""Names of factions, places and cards, as the screen shows them."""

from __future__ import annotations

import re
from functools import cache
from string import ascii_uppercase

from client.games.bridgefront.rulebook import lore
from client.table.seats.names import Names
from client.ui.controls.choice import Option
from core.engine.text.words import possessive_of
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.phases.setup import FACTION
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.words import AXIS, screen_name, to_screen_text

FACTIONS_TO_CHOOSE = [
    Option(f.code, f.name, tip=f"{lore.FACTIONS[f.code]} {' '.join(to_screen_text(p.words) for p in f.passives)}")
    for f in FACTIONS
]
"""Options of a form for choosing a faction, by the factions' codes."""


def faction_name(state: Bridgefront, seat: int) -> str:
    """Return the name of a seat's faction in one or two words, or "" before factions are drawn."""
    if FACTION.asked_seats(state):
        return ""
    return FACTIONS[state.faction[seat]].name.removeprefix("The ")


def card_name(state: Bridgefront, copy: int) -> str:
    """Return the name of a copy's card, as the screen shows it."""
    return screen_name(state.cards[state.card[copy]], str(state.option("victory_card_names"))) if copy else "nothing"


def card_text(state: Bridgefront, copy: int) -> str:
    """Return the text of a copy's card, as the screen shows it."""
    return to_screen_text(state.cards[state.card[copy]].text(), str(state.option("gold_word")))


_COORDINATES_PATTERN = re.compile(r"\((-?\d+),(-?\d+)\)")


@cache
def _hex_labels(hexes: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """Return a label for each hex: the letter of its row and its number in the row.

    Rows are counted from the top, and hexes from the left.
    """
    top = min(r for _, r in hexes)
    first = {row: min(q for q, r in hexes if r == row) for _, row in hexes}
    return tuple([f"{ascii_uppercase[r - top]}{q - first[r] + 1}" for q, r in hexes])


def label(state: Bridgefront, hex_: int) -> str:
    """Return the label of a hex: "C4" is the fourth hex from the left in the third row.

    The board shows the letters beside the rows.
    """
    return _hex_labels(tuple(state.grid.hexes))[hex_]


def labelled(state: Bridgefront, words: str) -> str:
    """Return a rules text with labels of the board instead of axial coordinates: "the Mine at C4"."""

    def named(found: re.Match[str]) -> str:
        hex_ = state.grid.index.get((int(found[1]), int(found[2])), -1)
        return label(state, hex_) if hex_ >= 0 else found[0]

    return _COORDINATES_PATTERN.sub(named, words)


def rows(state: Bridgefront) -> dict[str, int]:
    """Return the first hex of each row, by the letter of the row."""
    return {name[0]: hex_ for hex_, name in enumerate(_hex_labels(tuple(state.grid.hexes))) if name[1:] == "1"}


def place(state: Bridgefront, hex_: int, names: Names) -> str:
    """Return the plain name of a hex."""
    at = label(state, hex_)
    if hex_ == state.grid.center:
        return AXIS
    owner = state.capital_owner(hex_)
    if owner:
        return "your Capital" if owner == names.own else f"{possessive_of(names.plain_name(owner))} Capital"
    if hex_ in state.mines:
        return f"Mine {state.mines[hex_]} at {at}"
    if hex_ in state.forges:
        return f"Forge at {at}"
    return f"hex {at}"
