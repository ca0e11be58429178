"""The names of the players on screen, with their colours, for the sentences of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from client.ui import richtext
from core.engine.text.words import possessive_of, second_person

_THING_PATTERN = r"\b[Tt]he (?P<thing>Capital|Champions|next Champion|audit|cards|hand|pile|trap)"
SEAT_REFERENCE = rf"(?P<of>{_THING_PATTERN} of )?\b[Ss]eat (?P<seat>\d)(?: \([^)]*\))?(?P<owns>'s\b)?"
"""The pattern of a mention of a seat in the sentences of the rules, with what belongs to it."""
_SEAT_PATTERN = re.compile(SEAT_REFERENCE)
_VERB_PATTERN = re.compile(r"(?<!\bof )(?<!\bby )(?<!\bto )(?<!\bfor )(?<!\bagainst )"
                   r"\b([Ss]eat (\d)(?: \([^)]*\))?) ([a-z]+s)\b")  # fmt: skip
_YOU = "You"


class Names:
    """The names of the players at the table from our view; our seat is always "you"."""

    def __init__(self, own: int, names: Sequence[str] = ()) -> None:
        self.own = own
        self.names = tuple(names)

    def plain_name(self, seat: int) -> str:
        """Return the name of a seat as plain text."""
        if seat == self.own:
            return _YOU
        return self.public_name(seat) if seat else "Nobody"

    def coloured_name(self, seat: int, inside: bool = False) -> str:
        """Return the name of a seat in the seat's colour, as rich text.

        With `inside`, the name is within a sentence, and "you" is in lower case.
        """
        if not seat:
            return "nobody"
        return _colour_word(seat, _YOU.lower() if inside and seat == self.own else self.plain_name(seat))

    def public_name(self, seat: int) -> str:
        """Return the name of a seat as the other players see it."""
        if 0 < seat <= len(self.names) and self.names[seat - 1]:
            return self.names[seat - 1]
        return f"Seat {seat}" if seat else "nobody"

    def address_player(self, sentence: str) -> str:
        """Return a sentence of the rules with its verbs in the form for "you": "Seat 1 take 4 Gold".

        This changes only the verbs that follow our seat.
        """

        def agree(found: re.Match[str]) -> str:
            seat, number, verb = found.groups("")
            if int(number) != self.own:
                return str(found[0])
            return f"{seat} {second_person(verb)}"

        return _VERB_PATTERN.sub(agree, sentence)

    def replace_seat(self, found: re.Match[str]) -> tuple[str, str]:
        """Return the words that replace a match of `SEAT_REFERENCE`, and the preceding words that belong to it."""
        seat, of, before = int(found["seat"]), found["of"] or "", found.string[: found.start()]
        if found["owns"]:
            own = "your" if before or of else "Your"
            return of, own if seat == self.own else possessive_of(self.public_name(seat))
        if seat != self.own:
            return of, self.public_name(seat)
        several = found.string.startswith(" and ", found.end())
        if of and not several:
            word = f"your {found['thing']}"
        elif before.endswith(" of ") and not several:
            word = "yours"
        else:
            return of, "you" if of or before else _YOU
        return "", word if before else word[0].upper() + word[1:]

    def to_plain_text(self, sentence: str) -> str:
        """Return a sentence of the rules as plain text, with the names of the players."""
        return _SEAT_PATTERN.sub(lambda found: "".join(self.replace_seat(found)), self.address_player(sentence))

    def seats_in(self, sentence: str) -> tuple[int, ...]:
        """Return the seats that a sentence of the rules names.

        >>> Names(1).seats_in("Seat 2 attacks the Capital of seat 1")
        (2, 1)
        """
        return tuple(dict.fromkeys(int(found["seat"]) for found in _SEAT_PATTERN.finditer(sentence)))

    def to_markup(self, sentence: str) -> str:
        """Return a sentence of the rules as rich text, with each name in its colour."""

        def mark(found: re.Match[str]) -> str:
            before, word = self.replace_seat(found)
            return before + _colour_word(int(found["seat"]), word)

        return _SEAT_PATTERN.sub(mark, richtext.escape(self.address_player(sentence)))


def _colour_word(seat: int, word: str) -> str:
    return f"{{seat_{seat}}}{richtext.escape(word)}{{/}}"


def possessive_heading(names: Names, seat: int, thing: str) -> str:
    """Return a heading that names the owner of a thing.

    At a table where everyone only watches, no seat is "you".

    >>> possessive_heading(Names(2, ("Ada", "Ben")), 2, "hold"), possessive_heading(Names(0, ("Ada", "Ben")), 2, "hold")
    ('Your hold', "Ben's hold")
    """
    return f"Your {thing}" if seat and seat == names.own else f"{possessive_of(names.plain_name(seat))} {thing}"
