"""Invite codes: what keeps strangers out of a closed room (PROTOCOL 13.2).

>>> normal("k7q2m-9xtr4 "), shown("K7Q2M9XTR4")
('K7Q2M9XTR4', 'K7Q2M-9XTR4')
>>> normal("oiL00-00000")
'0110000000'
>>> aloud("K7Q2M9XTR4"), normal("Mirror, QUIET tundra; planet  elder") == normal("mirr quie tund plan elde")
('nimble railway oval velvet robin', True)
>>> invitation("192.168.1.11:47801", "K7Q2M9XTR4"), read_invitation("tether join [fd00::2]:5 --code k7q2m9xtr4")
('tether:192.168.1.11:47801#K7Q2M-9XTR4', ('[fd00::2]:5', 'K7Q2M9XTR4'))
"""

from __future__ import annotations

import hashlib
import re
import secrets

from net.text.code_words import in_words, number_of
from net.text.normalization import folded

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and capitals without I, L, O and U, so that no letter is taken for another one."""
LENGTH = 10
OPEN = bytes(32)
"""The key of an open room."""
CODE_VARIABLE = "TETHER_CODE"
"""The environment variable in which a code may be given, where nobody else on the computer reads it."""

IN_WORDS = 5
"""A code is 50 bits, so it is as many words of ten bits."""
LONGEST = 400
"""Characters of an invitation."""

_BITS = 5
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
"""Dashes that chats put in the place of a hyphen."""
_IGNORED = " -\t\r\n\u00a0\u00ad\u200b\u200c\u200d\u2060\ufeff`'\"\u2018\u2019\u201c\u201d\u00ab\u00bb*_.,;!()<>"
_MEANT = str.maketrans("ILO", "110", _IGNORED + _DASHES)
_SAID = re.compile(r"^[\s`'\"*_(<]*(the\s+)?(invite\s+|room\s+)?code(\s+is\b)?[\s:=*]*", re.IGNORECASE)
"""Words that people write before a code."""


class BadCode(ValueError):
    """Not an invite code."""


def new_code() -> str:
    """A code for a new room: 50 random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def normal(text: str) -> str:
    """A code as it was meant, however it was typed, as letters or as words; raises `BadCode`."""
    text = folded(text[:LONGEST])
    number = None
    for meant in dict.fromkeys((text, _SAID.sub("", text))):
        code = meant.upper().translate(_MEANT)
        if len(code) == LENGTH and set(code) <= set(LETTERS):
            return code
        number = number_of(meant, IN_WORDS) if number is None else number
    if number is None:
        said = text if len(text) <= 60 else f"{text[:60]}..."
        raise BadCode(
            f"{said!r} is not an invite code: use {LENGTH} letters and digits, as in K7Q2M-9XTR4, or the "
            f"{IN_WORDS} words"
        )
    return "".join(LETTERS[number >> _BITS * i & 31] for i in reversed(range(LENGTH)))


def shown(code: str) -> str:
    """A code as it is easy to read out."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def aloud(code: str) -> str:
    """A code as words, which are told apart where letters are not."""
    number = 0
    for letter in code:
        number = number << _BITS | LETTERS.index(letter)
    return in_words(number, IN_WORDS)


def invitation(address: str, code: str) -> str:
    """What leads to a room, in one word: its address, and its code if it is closed; for a QR picture or a message."""
    return f"tether:{address}#{shown(code)}" if code else f"tether:{address}"


def read_invitation(text: str) -> tuple[str, str]:
    """The address, not yet read, and the code ("" for none) in an invitation or in words like those of the room, from
    which they may be copied; raises `BadCode`.
    """
    words = text[:LONGEST].strip().strip("<>`\"'\u201c\u201d").translate(dict.fromkeys(map(ord, _DASHES), "-"))
    words = re.sub(r"^tether(:(//)?|\s+join\s)\s*", "", words, flags=re.IGNORECASE)
    address, _, code = re.sub(r"(#|\s+)(-*code\b)?[\s=:]*", "#", words, count=1, flags=re.IGNORECASE).partition("#")
    return address.strip("'\""), normal(code) if code.strip() else ""


def room_key(code: str, room: bytes) -> bytes:
    """The pre-shared key of a room's links; an empty code stands for an open room."""
    if not code:
        return OPEN
    return hashlib.scrypt(normal(code).encode(), salt=room, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
