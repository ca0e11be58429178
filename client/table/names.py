"""What the screen calls the people at the table: names and colours around the sentences of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from client.kit import richtext

_SEAT = re.compile(r"\b[Ss]eat (\d)( \([^)]*\))?")
_DOES = re.compile(r"(?<!\bof )(?<!\bby )(?<!\bto )(?<!\bfor )(?<!\bagainst )"
                   r"\b([Ss]eat (\d)(?: \([^)]*\))?) ([a-z]+s)\b( with \d+ and refuses\b)?")  # fmt: skip
_YOU = "You"
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "passes": "pass"}


class Names:
    """The people at the table, as the own seat sees them."""

    def __init__(self, own: int, names: Sequence[str] = ()) -> None:
        self.own = own
        self.names = tuple(names)

    def who(self, seat: int) -> str:
        """The name of a seat, plain."""
        if seat == self.own:
            return _YOU
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

    def addressed(self, sentence: str) -> str:
        """A sentence of the rules as it is said to somebody without a name, who is called You: "Seat 1 take 4 Gold"."""
        if self.called(self.own) != _YOU:
            return sentence

        def agree(found: re.Match[str]) -> str:
            seat, number, verb, refuses = found.groups("")
            if int(number) != self.own:
                return str(found[0])
            return f"{seat} {_IRREGULAR.get(verb, verb[:-1])}{refuses.replace('refuses', 'refuse')}"

        return _DOES.sub(agree, sentence)

    def plain(self, sentence: str) -> str:
        """A sentence of the rules with the names that people have here."""
        return _SEAT.sub(lambda found: self.called(int(found.group(1))), sentence)

    def marked(self, sentence: str) -> str:
        """The same as rich text, each name in its colour."""
        return _SEAT.sub(lambda found: self.coloured(int(found.group(1)), True), richtext.escape(sentence))
