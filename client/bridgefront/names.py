"""What the screen calls factions, places and cards."""

from __future__ import annotations

from client.kit.choice import Option
from client.table.names import Names
from core.bridgefront.catalogue import CARDS
from core.bridgefront.factions import FACTIONS
from core.bridgefront.setup import FACTION
from core.bridgefront.state import Bridgefront
from core.bridgefront.telling.words import AXIS, on_screen, screen_name

FACTIONS_TO_CHOOSE = [Option(f.code, f.name, tip=" ".join(p.words for p in f.passives)) for f in FACTIONS]
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


def coordinates(state: Bridgefront, hex_: int) -> str:
    """Axial coordinates."""
    q, r = state._grid.hexes[hex_]
    return f"({q},{r})"


def place(state: Bridgefront, hex_: int, names: Names) -> str:
    """A hex as a person names it."""
    at = coordinates(state, hex_)
    if hex_ == state._grid.center:
        return AXIS
    owner = state.capital_owner(hex_)
    if owner:
        return "your Capital" if owner == names.own else f"the Capital of {names.who(owner)}"
    if hex_ in state.mines:
        return f"Mine {state.mines[hex_]} {at}"
    if hex_ in state.forges:
        return f"Forge {at}"
    return f"hex {at}"
