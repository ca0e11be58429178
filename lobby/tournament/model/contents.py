"""Contents of the decisions that a tournament's members make, as values and as bytes.

- ["close", round, [[identity, id of its enrolment]], [numbers that left], [[table, hash of the record, ranks]],
  [[table, numbers that reported it]], [identities of new members without a vote], digest]; the list of those
  without a vote is missing if all have one
- ["start", round, [numbers that revealed], digest]

`digest` is the hash of the course after the decision. Therefore nobody agrees to tables or standings that this program
computes differently.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.codec import BadEncodingError, Plain, dec, enc
from lobby.tournament.model.entries import MOST_CONTENT
from lobby.tournament.model.opening import ID


class InvalidContent(ValueError):
    """Error for a content that does not follow from the entries; the message is the reason."""


class Close(NamedTuple):
    """Content that closes a round or the enrolment; `guests` are the new members without a vote."""

    round: int
    new: tuple[tuple[bytes, bytes], ...]
    left: tuple[int, ...]
    results: tuple[tuple[int, bytes, tuple[int, ...]], ...]
    unfinished: tuple[tuple[int, tuple[int, ...]], ...]
    guests: tuple[bytes, ...] = ()


class Start(NamedTuple):
    """Content that starts a round; `here` are the players whose nonces count."""

    round: int
    here: tuple[int, ...]


Content = Close | Start


def pack_content(content: Content, digest: bytes) -> bytes:
    """Return the bytes of a content with this digest."""
    return enc([*plain_values(content), digest])


def plain_values(content: Content) -> tuple[Plain, ...]:
    """Return the values of a content, which are hashed."""
    if isinstance(content, Start):
        return ("start", *content)
    return ("close", *content) if content.guests else ("close", *content[:-1])


def read_content(data: bytes) -> tuple[Content, bytes]:
    """Return the content and the digest in these bytes; raise `InvalidContent` if they are malformed."""
    try:
        said = _read_list(dec(data, MOST_CONTENT))
    except BadEncodingError as bad:
        raise InvalidContent(f"not the content of a decision: {bad}") from None
    try:
        if said[0] == "start":
            _, round, here, digest = said
            content: Content = Start(_read_number(round), _read_numbers(here))
        elif said[0] == "close":
            _, round, new, left, results, unfinished, *guests, digest = said
            if len(guests) > 1 or guests == [[]]:
                raise BadEncodingError("malformed guests")
            content = Close(
                _read_number(round),
                tuple(
                    (_read_hash(identity), _read_hash(entry)) for identity, entry in map(_read_list, _read_list(new))
                ),
                _read_numbers(left),
                tuple(
                    (_read_number(table), _read_hash(record), _read_numbers(ranks))
                    for table, record, ranks in map(_read_list, _read_list(results))
                ),
                tuple(
                    (_read_number(table), _read_numbers(there))
                    for table, there in map(_read_list, _read_list(unfinished))
                ),
                tuple(map(_read_hash, _read_list(guests[0]))) if guests else (),
            )
        else:
            raise BadEncodingError("neither close nor start")
        return content, _read_hash(digest)
    except (BadEncodingError, TypeError, ValueError, LookupError):
        raise InvalidContent("not the content of a decision") from None


def _read_number(value: Plain) -> int:
    if type(value) is not int or not 0 <= value < 1 << 16:
        raise BadEncodingError("not a number")
    return value


def _read_numbers(values: Plain) -> tuple[int, ...]:
    return tuple(map(_read_number, _read_list(values)))


def _read_list(values: Plain) -> list[Plain]:
    if type(values) is not list:
        raise BadEncodingError("not a list")
    return values


def _read_hash(value: Plain) -> bytes:
    if type(value) is not bytes or len(value) != ID:
        raise BadEncodingError("not a hash")
    return value
