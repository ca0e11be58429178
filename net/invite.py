"""Invite codes: what keeps strangers out of a closed room (PROTOCOL 13.2).

>>> normal("k7q2m-9xtr4 "), shown("K7Q2M9XTR4")
('K7Q2M9XTR4', 'K7Q2M-9XTR4')
>>> normal("oiL00-00000")
'0110000000'
"""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and capitals without I, L, O and U, so that no letter is taken for another one."""
LENGTH = 10
OPEN = bytes(32)
"""The key of an open room."""
CODE_VARIABLE = "TETHER_CODE"
"""The environment variable in which a code may be given, where nobody else on the computer reads it."""

_MEANT = str.maketrans("ILO", "110", " -\t\r\n")


class BadCode(ValueError):
    """Not an invite code."""


def new_code() -> str:
    """A code for a new room: 50 random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def normal(text: str) -> str:
    """A code as it was meant, however it was typed; raises `BadCode`."""
    code = text.upper().translate(_MEANT)
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise BadCode(f"{text!r} is no invite code: {LENGTH} letters and digits, for instance K7Q2M-9XTR4")
    return code


def shown(code: str) -> str:
    """A code as it is easy to read out."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def room_key(code: str, room: bytes) -> bytes:
    """The pre-shared key of a room's links; an empty code stands for an open room."""
    if not code:
        return OPEN
    return hashlib.scrypt(normal(code).encode(), salt=room, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
