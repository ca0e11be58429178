"""Names of the players on screen: names and colours in the sentences of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from client.ui import richtext
from core.engine.text.words import possessive, second_person

_THING = r"\b[Tt]he (?P<thing>Capital|Champions|next Champion|audit|cards|hand|pile|trap)"
SEAT = rf"(?P<of>{_THING} of )?\b[Ss]eat (?P<seat>\d)(?: \([^)]*\))?(?P<owns>'s\b)?"
"""Pattern of a seat in the rules, with its possessions."""
_SEAT = re.compile(SEAT)
_DOES = re.compile(r"(?<!\bof )(?<!\bby )(?<!\bto )(?<!\bfor )(?<!\bagainst )"
                   r"\b([Ss]eat (\d)(?: \([^)]*\))?) ([a-z]+s)\b( with \d+ and refuses\b)?")  # fmt: skip
_YOU = "You"


class Names:
    """Players at the table from our view: our seat is always "you"."""

    def __init__(self, own: int, names: Sequence[str] = ()) -> None:
        self.own = own
        self.names = tuple(names)

    def who(self, seat: int) -> str:
        """Return the name of a seat as plain text."""
        if seat == self.own:
            return _YOU
        return self.called(seat) if seat else "Nobody"

    def coloured(self, seat: int, inside: bool = False) -> str:
        """Return the name in the seat's colour, as rich text; `inside` a sentence "you" is lower case."""
        if not seat:
            return "nobody"
        return _in_colour(seat, _YOU.lower() if inside and seat == self.own else self.who(seat))

    def called(self, seat: int) -> str:
        """Return the name of a seat as others see it."""
        if 0 < seat <= len(self.names) and self.names[seat - 1]:
            return self.names[seat - 1]
        return f"Seat {seat}" if seat else "nobody"

    def addressed(self, sentence: str) -> str:
        """Return a sentence of the rules with verbs addressed to our seat: "Seat 1 take 4 Gold"."""

        def agree(found: re.Match[str]) -> str:
            seat, number, verb, refuses = found.groups("")
            if int(number) != self.own:
                return str(found[0])
            return f"{seat} {second_person(verb)}{refuses.replace('refuses', 'refuse')}"

        return _DOES.sub(agree, sentence)

    def spoken(self, found: re.Match[str]) -> tuple[str, str]:
        """Return the words for a match of `SEAT` in its sentence, and the preceding words that belong to it."""
        seat, of, before = int(found["seat"]), found["of"] or "", found.string[: found.start()]
        if found["owns"]:
            own = "your" if before or of else "Your"
            return of, own if seat == self.own else possessive(self.called(seat))
        if seat != self.own:
            return of, self.called(seat)
        several = found.string.startswith(" and ", found.end())
        if of and not several:
            word = f"your {found['thing']}"
        elif before.endswith(" of ") and not several:
            word = "yours"
        else:
            return of, "you" if of or before else _YOU
        return "", word if before else word[0].upper() + word[1:]

    def plain(self, sentence: str) -> str:
        """Return a sentence of the rules with the players' names."""
        return _SEAT.sub(lambda found: "".join(self.spoken(found)), self.addressed(sentence))

    def seats_in(self, sentence: str) -> tuple[int, ...]:
        """Return the seats that a sentence of the rules names.

        >>> Names(1).seats_in("Seat 2 attacks the Capital of seat 1")
        (2, 1)
        """
        return tuple(dict.fromkeys(int(found["seat"]) for found in _SEAT.finditer(sentence)))

    def marked(self, sentence: str) -> str:
        """Return a sentence of the rules as rich text, each name in its colour."""

        def mark(found: re.Match[str]) -> str:
            before, word = self.spoken(found)
            return before + _in_colour(int(found["seat"]), word)

        return _SEAT.sub(mark, richtext.escape(self.addressed(sentence)))


def _in_colour(seat: int, word: str) -> str:
    return f"{{seat_{seat}}}{richtext.escape(word)}{{/}}"


def whose(names: Names, seat: int, thing: str) -> str:
    """Return a heading that names the owner of something; nobody is "you" where all look on.

    >>> whose(Names(2, ("Ada", "Ben")), 2, "hold"), whose(Names(0, ("Ada", "Ben")), 2, "hold")
    ('Your hold', "Ben's hold")
    """
    return f"Your {thing}" if seat and seat == names.own else f"{possessive(names.who(seat))} {thing}"
