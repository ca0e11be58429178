"""What the screen calls the people at the table: names and colours around the sentences of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from client.kit import richtext

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
