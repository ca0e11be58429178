"""Invite codes, which keep strangers out of a closed room (PROTOCOL 13.2).

>>> normalize_code("k7q2m-9xtr4 "), format_code("K7Q2M9XTR4")
('K7Q2M9XTR4', 'K7Q2M-9XTR4')
>>> normalize_code("oiL00-00000")
'0110000000'
>>> format_words("K7Q2M9XTR4")
'nimble railway oval velvet robin'
>>> normalize_code("Mirror, QUIET tundra; planet  elder") == normalize_code("mirr quie tund plan elde")
True
>>> format_invitation(["192.168.1.11:47801"], "K7Q2M9XTR4")
'tether:192.168.1.11:47801#K7Q2M-9XTR4'
>>> read_invitation("tether join [fd00::2]:5 --code k7q2m9xtr4")
('[fd00::2]:5', 'K7Q2M9XTR4')
>>> format_invitation(["192.168.1.11:47801", "[fd00::2]:47801"], "K7Q2M9XTR4")
'tether:192.168.1.11:47801,[fd00::2]:47801#K7Q2M-9XTR4'
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

from net.text.code_words import from_words, to_words
from net.text.normalization import to_nfkc

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and capitals without I, L, O and U, so that no letter is mistaken for another."""
LENGTH = 10
OPEN = bytes(32)
"""Key of an open room."""
CODE_VARIABLE = "TETHER_CODE"
"""Environment variable for a code, where no one else on the computer can read it."""

IN_WORDS = 5
"""Number of words in a code: 50 bits, ten bits a word."""
LONGEST = 400
"""Maximum number of characters in an invitation."""

_BITS_PER_LETTER = 5
_DASH_VARIANTS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
"""Dashes that chats put in the place of a hyphen."""
_IGNORED_LETTERS = (
    " -\t\r\n\u00a0\u00ad\u200b\u200c\u200d\u2060\ufeff`'\"\u2018\u2019\u201c\u201d\u00ab\u00bb*_.,;!()<>"
)
_CODE_TRANSLATION = str.maketrans("ILO", "110", _IGNORED_LETTERS + _DASH_VARIANTS)
_CODE_INTRODUCTION = re.compile(r"^[\s`'\"*_(<]*(the\s+)?(invite\s+|room\s+)?code(\s+is\b)?[\s:=*]*", re.IGNORECASE)
"""Words that people write before a code."""


class BadCode(ValueError):
    """Invalid invite code."""


def new_code() -> str:
    """Return a random code of 50 bits for a new room."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def normalize_code(text: str) -> str:
    """Return the canonical form of a code typed as letters or as words; raise `BadCode` if it is invalid."""
    text = to_nfkc(text[:LONGEST])
    number = None
    for meant in dict.fromkeys((text, _CODE_INTRODUCTION.sub("", text))):
        code = meant.upper().translate(_CODE_TRANSLATION)
        if len(code) == LENGTH and set(code) <= set(LETTERS):
            return code
        number = from_words(meant, IN_WORDS) if number is None else number
    if number is None:
        said = text if len(text) <= 60 else f"{text[:60]}..."
        raise BadCode(
            f"{said!r} is not an invite code: use {LENGTH} letters and digits, as in K7Q2M-9XTR4, or the "
            f"{IN_WORDS} words"
        )
    return "".join(LETTERS[number >> _BITS_PER_LETTER * i & 31] for i in reversed(range(LENGTH)))


def format_code(code: str) -> str:
    """Format a code so that it is easy to read out."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def format_words(code: str) -> str:
    """Format a code as words, which are easier to tell apart than letters."""
    number = 0
    for letter in code:
        number = number << _BITS_PER_LETTER | LETTERS.index(letter)
    return to_words(number, IN_WORDS)


def format_invitation(addresses: Sequence[str], code: str) -> str:
    """Return the invitation to a room as a single word, for a QR picture or a message.

    It contains one or two addresses of the room, and the code if the room is closed.
    """
    where = ",".join(addresses)
    return f"tether:{where}#{format_code(code)}" if code else f"tether:{where}"


def read_invitation(text: str) -> tuple[str, str]:
    """Return the addresses and the code in an invitation; raise `BadCode` if it contains an invalid code.

    The addresses are returned as typed, with commas between them. The code is "" if there is none. The text may also be
    the `tether join` command that a host's screen shows.
    """
    if len(text) > LONGEST:
        raise BadCode(f"That is too long for an invitation, which has at most {LONGEST} characters.")
    words = text.strip().strip("<>`\"'\u201c\u201d").translate(dict.fromkeys(map(ord, _DASH_VARIANTS), "-"))
    words = re.sub(r"^(tether(:(//)?|\s+join\s)\s*['\"]?){1,2}", "", words, flags=re.IGNORECASE)
    words = re.sub(r"\s*,\s+(?=\[|\d+\.\d)", ",", words)  # chats put a space after a comma
    address, _, code = re.sub(r"(#|\s+)(-*code\b)?[\s=:]*", "#", words, count=1, flags=re.IGNORECASE).partition("#")
    return address.strip("'\""), normalize_code(code) if code.strip() else ""


def room_key(code: str, room: bytes) -> bytes:
    """Return the pre-shared key of a room's channels; an empty code stands for an open room."""
    if not code:
        return OPEN
    return hashlib.scrypt(normalize_code(code).encode(), salt=room, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
