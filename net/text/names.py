r"""Rule for valid names of persons, rooms, matches and tournaments, the same on every Python.

>>> [is_name(name) for name in ("Ada L.", " Ada", "A  B", "", "x" * 25)]
[True, False, False, False, False]
>>> [is_name(name) for name in ("\u0410da", "\u0410\u0434\u0430", "\uff21da", "\u611b\u3053", "A\u1160da")]
[False, True, False, True, False]
"""

from __future__ import annotations

import re

from net.text.unicode import scripts

LONGEST = 24
NAME_RULE_TEXT = "1-24 letters of one script, digits, punctuation marks, single blanks between"
_IDENTIFIER_PATTERN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_+-]{0,63}", re.ASCII)


def is_name(name: str) -> bool:
    """Return True if the text is a valid name of a person, room, match or tournament.

    A name has 1-24 letters, digits and punctuation marks, with single blanks between words. All characters are visible.
    None is a compatibility variant (NFKC) or a sequence that has a composed form. All letters belong to one script.
    Han, kana, hangul and bopomofo may be mixed as in Japanese, Korean and Chinese (UTS 39).
    """
    if not 0 < len(name) <= LONGEST or name[0] == " " or name[-1] == " " or "  " in name:
        return False
    common: frozenset[str] | None = None
    for letter in name.replace(" ", ""):
        written = scripts(letter)
        if written is None:
            return False
        if written:
            common = written if common is None else common & written
            if not common:
                return False
    return True


def is_identifier(text: str) -> bool:
    r"""Return True for an identifier, such as a game's name: 1-64 ASCII letters, digits, "_", "+" or "-".

    >>> [is_identifier(text) for text in ("midnight", "bridgefront+0123456789abcdef", "", "a b", "\x1b[31m")]
    [True, True, False, False, False]
    """
    return _IDENTIFIER_PATTERN.fullmatch(text) is not None
