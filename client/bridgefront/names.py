"""What the screen calls seats, places and cards: names and colours around the sentences of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from client.kit import richtext
from core.bridgefront.catalogue import CARDS
from core.bridgefront.factions import FACTIONS
from core.bridgefront.state import Bridgefront
from core.bridgefront.telling.words import AXIS, on_screen, screen_name

_SEAT = re.compile(r"\b[Ss]eat (\d)( \([^)]*\))?")


class Names:
    """The people at the table, as the own seat sees them."""

    def __init__(self, own: int, names: Sequence[str] = ()) -> None:
        self.own = own
        self.names = tuple(names)

    def who(self, seat: int) -> str:
        """The name of a seat, plain."""
        if seat == self.own:
            return "You"
        return self.called(seat) if seat else "Nobody"

    def coloured(self, seat: int, spoken_of: bool = False) -> str:
        """The name in the seat's colour, as rich text; `spoken_of` also names the own seat as the others do."""
        if not seat:
            return "nobody"
        name = self.called(seat) if spoken_of else self.who(seat)
        return f"{{seat_{seat}}}{richtext.escape(name)}{{/}}"

    def called(self, seat: int) -> str:
        """What the others call a seat."""
        if 0 < seat <= len(self.names) and self.names[seat - 1]:
            return self.names[seat - 1]
        return f"Seat {seat}" if seat else "nobody"

    def plain(self, sentence: str) -> str:
        """A sentence of the rules with the names that people have here."""
        return _SEAT.sub(lambda found: self.called(int(found.group(1))), sentence)


def faction_name(state: Bridgefront, seat: int) -> str:
    """The faction in one word or two; empty before factions are drawn."""
    if any(kind == "factions" for _, kind, _ in state.asking):
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
