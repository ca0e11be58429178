"""Decisions of a tournament's members, as values and as bytes.

- ["close", round, [[identity, id of its enrolment]], [numbers that left], [[table, hash of the record, ranks]],
  [[table, numbers that reported it]], [identities of new members without a vote], digest]; the list of those
  without a vote is missing if all have one
- ["start", round, [numbers that revealed], digest]

`digest` is the hash of the course after the decision. Therefore nobody agrees to tables or standings that this program
computes differently.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.codec import BadBytes, Plain, dec, enc
from lobby.tournament.model.entries import MOST_CONTENT
from lobby.tournament.model.opening import ID


class InvalidContent(ValueError):
    """Error for a content that does not follow from the entries; the message gives the reason."""


class Close(NamedTuple):
    """The decision that closes a round or the enrolment; `guests` are the new members without a vote."""

    round: int
    new: tuple[tuple[bytes, bytes], ...]
    left: tuple[int, ...]
    results: tuple[tuple[int, bytes, tuple[int, ...]], ...]
    unfinished: tuple[tuple[int, tuple[int, ...]], ...]
    guests: tuple[bytes, ...] = ()


class Start(NamedTuple):
    """The decision that starts a round, for the players whose nonces count."""

    round: int
    here: tuple[int, ...]


Content = Close | Start


def pack_content(content: Content, digest: bytes) -> bytes:
    """Return a content as bytes."""
    return enc([*plain(content), digest])


def plain(content: Content) -> tuple[Plain, ...]:
    """Return the values of a content over which the hash is computed."""
    if isinstance(content, Start):
        return ("start", *content)
    return ("close", *content) if content.guests else ("close", *content[:-1])


def read_content(data: bytes) -> tuple[Content, bytes]:
    """Return the content in these bytes, and its digest; raise `InvalidContent`."""
    try:
        said = _listed(dec(data, MOST_CONTENT))
    except BadBytes as bad:
        raise InvalidContent(f"not the content of a decision: {bad}") from None
    try:
        if said[0] == "start":
            _, round, here, digest = said
            content: Content = Start(_number(round), _numbers(here))
        elif said[0] == "close":
            _, round, new, left, results, unfinished, *guests, digest = said
            if len(guests) > 1 or guests == [[]]:
                raise BadBytes("malformed guests")
            content = Close(
                _number(round),
                tuple((_hash(identity), _hash(entry)) for identity, entry in map(_listed, _listed(new))),
                _numbers(left),
                tuple(
                    (_number(table), _hash(record), _numbers(ranks))
                    for table, record, ranks in map(_listed, _listed(results))
                ),
                tuple((_number(table), _numbers(there)) for table, there in map(_listed, _listed(unfinished))),
                tuple(map(_hash, _listed(guests[0]))) if guests else (),
            )
        else:
            raise BadBytes("neither close nor start")
        return content, _hash(digest)
    except (BadBytes, TypeError, ValueError, LookupError):
        raise InvalidContent("not the content of a decision") from None


def _number(value: Plain) -> int:
    if type(value) is not int or not 0 <= value < 1 << 16:
        raise BadBytes("not a number")
    return value


def _numbers(values: Plain) -> tuple[int, ...]:
    return tuple(map(_number, _listed(values)))


def _listed(values: Plain) -> list[Plain]:
    if type(values) is not list:
        raise BadBytes("not a list")
    return values


def _hash(value: Plain) -> bytes:
    if type(value) is not bytes or len(value) != ID:
        raise BadBytes("not a hash")
    return value
