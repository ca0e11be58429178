"""Private chat lines: each is encrypted for one seat, and all have the same length (PROTOCOL 11.2).

They count as chat. Every peer sees that one seat has sent a line to another, but not the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.codec import KDF
from net.crypto import primitives
from net.text.normalization import to_nfkc

MAX_TEXT = 500
"""Maximum number of bytes in a line of chat."""
SALT = 16
LENGTH = SALT + 2 + MAX_TEXT + primitives.TAG
"""Number of bytes of an encrypted line, which is the same for every text."""


def seal_line(seed: bytes, pair: bytes, match: bytes, seat: int, to: int, seq: int, text: str) -> bytes:
    r"""Encrypt a line of chat; `seed` is the match seed of `seat`, and `pair` is the key of the two seats.

    The salt is derived from the entry number and the text. Therefore no two texts are encrypted with the same key, even
    if a log was lost.

    >>> box = seal_line(bytes(32), bytes(range(32)), b"\x11" * 32, 1, 3, 5, "trust me")
    >>> len(box), box.hex()[:48], open_line(bytes(range(32)), b"\x11" * 32, 1, 3, box)
    (534, '273cb3ff766acbf47a9d568758e767a789615d9a17e7549e', 'trust me')
    """
    data = text.encode()
    salt = KDF(seed, "tether.privsalt", [match, seq, to, text])[:SALT]
    plain = len(data).to_bytes(2, "big") + data.ljust(MAX_TEXT, b"\0")
    return salt + primitives.encrypt(_line_key(pair, match, seat, to, salt), plain, [match, seat, to])


def open_line(pair: bytes, match: bytes, seat: int, to: int, box: bytes) -> str:
    """Return the text of an encrypted line, which either of the two seats can decrypt.

    The result is "" if the line is damaged; no valid line is empty.
    """
    plain = primitives.decrypt(_line_key(pair, match, seat, to, box[:SALT]), box[SALT:], [match, seat, to])
    return "" if plain is None else _read_text(plain)


def _read_text(plain: bytes) -> str:
    """Return the text in a decrypted line, or "" if a tampered client has sent anything else."""
    length = int.from_bytes(plain[:2], "big")
    if len(plain) != 2 + MAX_TEXT or length > MAX_TEXT or any(plain[2 + length :]):
        return ""
    try:
        return plain[2 : 2 + length].decode()
    except UnicodeDecodeError:
        return ""


def _line_key(pair: bytes, match: bytes, seat: int, to: int, salt: bytes) -> bytes:
    return KDF(pair, "tether.privline", [match, seat, to, salt])


def parse_line(typed: str, own_seat: int, names: Sequence[str]) -> tuple[int, str]:
    """Parse a typed line into its receiver (0 for the whole table) and its text.

    A private line is `/to NAME text`; the number of a seat may replace the name. Raises `ValueError` if no seat or more
    than one seat has that name, or if no text follows it.

    A private line is `/to NAME text`; the number of a seat may replace the name. Raises `ValueError` if no seat or more
    than one seat has that name, or if no text follows it.

    >>> names = ("Ada", "Ben", "Ben Two", "Cleo", "Cleo")
    >>> parse_line("/to ben two now", 1, names), parse_line("/to Ben now", 1, names), parse_line("hello", 1, names)
    ((3, 'now'), (2, 'now'), (0, 'hello'))
    >>> parse_line("/to 4 now", 1, names), parse_line("/together", 1, names)
    ((4, 'now'), (0, '/together'))
    """
    word, _, rest = typed.partition(" ")
    if word != "/to":
        return 0, typed
    rest = rest.strip(" ")
    fits = {
        seat: name for seat, name in enumerate(names, 1) if seat != own_seat and name and _begins_with_name(rest, name)
    }
    longest = max((len(name) for name in fits.values()), default=0)
    found = [seat for seat, name in fits.items() if len(name) == longest]
    if len(found) > 1:
        raise ValueError("Several players have that name. Use the seat number: /to 2 text")
    if not found:
        found = [seat for seat in range(1, len(names) + 1) if seat != own_seat and _begins_with_name(rest, str(seat))]
        if not found:
            raise ValueError("No other player has that name. Type: /to NAME text")
        longest = len(str(found[0]))
    text = rest[longest:].strip(" ")
    if not text:
        raise ValueError("Type a message after the name: /to NAME text")
    return found[0], text


def _begins_with_name(rest: str, name: str) -> bool:
    same = to_nfkc(rest[: len(name)]).casefold() == to_nfkc(name).casefold()
    return same and rest[len(name) : len(name) + 1] in ("", " ")
