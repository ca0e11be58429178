r"""Signed records, settings and chat lines of a room's members, as values and as bytes.

- record [2, room, identity, number, name, seat, colour, bot, by, brings, against, near, hosts, bench, plays,
  addresses, status, state] and its signature; `by`, `brings`, `against` and `near` have 8 bytes for each identity,
  `hosts` has 8 for each host, and `bench` has the form described in `lobby.room.seniority`
- line [2, room, identity, number, name, text] and its signature
- settings [2, room, number, writer, name, game, rules hash, seats, timer, options] and their writer's signature

>>> clean_line("  well\tplayed\u202e!  ")
'well played!'
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from core.engine.codec import BadBytes, H, Plain, dec, enc
from core.engine.game import Game
from core.engine.options import OptionError, Value
from lobby.players.colours import COLOURS
from lobby.room.seniority import MOST_MEMBERS, SHORT, Bench, bench_bytes, read_bench
from lobby.room.timer import is_timer
from net.channels.addresses import Address, pack_address, unpack_address
from net.crypto.primitives import KEY, Signer, signature_holds, valid_point
from net.match.genesis import MAX_SEATS
from net.text.names import is_name
from net.text.unicode import replace_invisible, words

VERSION = 2
RECORD, LINE, SETTINGS = "tether.member", "tether.roomline", "tether.settings"
LONGEST = 1040
"""Maximum number of bytes in a record, a line or settings, without the signature."""
MOST_AGAINST = 6
MOST_HOSTS = 4
MOST_BOT = 32
"""Maximum number of bytes in the name of a bot."""
MOST_ADDRESSES = 4
"""Maximum number of addresses that a member gives for itself."""
MOST_OPTIONS = 64
MOST_CHAT = 160
"""Maximum number of characters in a line of chat."""
MOST_CHAT_BYTES = 480
STAND, ANY = 0, 255
"""Wishes for a seat: no seat, and any free seat."""
NUMBERS = 2**53
MAX_NUMBER_STEP = 1 << 16
"""Largest allowed step between line numbers, so that nobody can use up all numbers."""

Signed = tuple[bytes, bytes]
"""Bytes and the signature of these bytes."""


class Status(IntEnum):
    """Progress of a member towards the match."""

    HERE = 0
    READY = 1
    """The member agrees to play the match of this state."""
    GO = 2
    """All members in this state were READY; this member plays if all others confirm with GO."""
    WENT = 3
    """All members in this state have confirmed, and this member plays."""
    GONE = 4


class Record(NamedTuple):
    """A record, in which a member describes itself."""

    identity: bytes
    number: int
    """Version of the record; of two records the one with the higher number counts."""
    name: str
    seat: int
    """Seat that the member wants, from 1, or `STAND` or `ANY`."""
    colour: int
    """Colour that the member wants, from 1 (`COLOURS`); or `NO_COLOUR`."""
    bot: str
    """Name of the bot that plays, or "" for a person."""
    by: bytes
    """Member that brought this bot, by its first bytes, or empty if no member did."""
    brings: tuple[bytes, ...]
    """Bots that the member has brought, by their first bytes (`lobby.room.seniority.short`)."""
    against: tuple[bytes, ...]
    """Members that this one wants out of the room, by their first bytes, or the hosts that they came from."""
    near: tuple[bytes, ...]
    """Members linked with this one."""
    hosts: tuple[bytes, ...]
    """Hosts (`lobby.room.seniority.host_via`) of the first members in `near`.

    These members may have no other link.
    """
    bench: Bench
    """Bench (the order of arrival) as the member sees it."""
    plays: bytes
    """Mark of the settings that the member has (`settings_mark`), or empty."""
    addresses: tuple[Address, ...]
    status: Status
    state: bytes
    """Hash of the state that the member is ready for, or empty."""

    @property
    def person(self) -> bool:
        """True if the member is a person, not a bot."""
        return not self.bot


class Line(NamedTuple):
    """A line of chat; lines are ordered by number, then by identity."""

    number: int
    identity: bytes
    name: str
    text: str


class RoomSettings(NamedTuple):
    """The settings of a match; each change has the next number and is signed by its writer."""

    number: int
    writer: bytes
    name: str
    """Name of the member that opened the room, which is also the name of the room."""
    game: str
    rules: bytes
    seats: int
    timer: int
    """Seconds for a choice; if negative, the window plays when they are over (`lobby.room.timer`)."""
    options: tuple[Value, ...]
    """Values of all options, in the game's order."""


def clean_line(text: str) -> str:
    """Return a line of chat that is fit for display, with at most `MOST_CHAT` characters.

    The text has no line breaks, no invisible characters and no piles of combining marks. The result is the same in
    every version of Python, because peers reject a line that is not clean.
    """
    line = words(replace_invisible(text, ""))[:MOST_CHAT]
    while len(line.encode()) > MOST_CHAT_BYTES:
        line = line[:-1]
    return line.rstrip(" ")


def record_bytes(room: bytes, record: Record) -> bytes:
    """Return the bytes of a record over which its signature is made."""
    told = record._replace(
        brings=b"".join(record.brings),  # type: ignore[arg-type]
        against=b"".join(record.against),  # type: ignore[arg-type]
        near=b"".join(record.near),  # type: ignore[arg-type]
        hosts=b"".join(record.hosts),  # type: ignore[arg-type]
        bench=bench_bytes(record.bench),  # type: ignore[arg-type]
        addresses=[pack_address(address) for address in record.addresses],  # type: ignore[arg-type]
        status=int(record.status),  # type: ignore[arg-type]
    )
    return enc([VERSION, room, *told])


def sign_record(room: bytes, record: Record, signer: Signer) -> Signed:
    """Return the bytes of a record and their signature."""
    data = record_bytes(room, record)
    return data, signer.sign(RECORD, data)


def read_record(room: bytes, data: bytes) -> Record:
    """Return the record in these bytes, without a check of its signature; raise `BadBytes`."""
    types = (bytes, int, str, int, int, str, *[bytes] * 7, list, int, bytes)
    record = Record(*_said(room, data, *types))
    right = (
        len(record.identity) == KEY
        and 0 <= record.number < NUMBERS
        and is_name(record.name)
        and record.seat in (*range(MAX_SEATS + 1), ANY)
        and 0 <= record.colour <= len(COLOURS)
        and (not record.bot or (is_name(record.bot) and len(record.bot.encode()) <= MOST_BOT))
        and len(record.by) in (0, SHORT)
        and len(record.plays) in (0, SHORT)
        and record.status in tuple(Status)
        and len(record.state) == (32 if Status.HERE < record.status < Status.GONE else 0)
    )
    if not right:
        raise BadBytes("not a record of a member")
    return record._replace(
        brings=_shorts(record.brings, MAX_SEATS - 1),
        against=_shorts(record.against, MOST_AGAINST),
        near=_shorts(record.near, MOST_MEMBERS),
        hosts=_shorts(record.hosts, MOST_HOSTS),
        bench=read_bench(record.bench),  # type: ignore[arg-type]
        addresses=read_addresses(record.addresses),
        status=Status(record.status),
    )


def _shorts(data: object, most: int) -> tuple[bytes, ...]:
    """Return the members in these bytes, at most `most`, by their first bytes."""
    if not isinstance(data, bytes) or len(data) % SHORT or len(data) > most * SHORT:
        raise BadBytes("not members")
    return tuple(data[at : at + SHORT] for at in range(0, len(data), SHORT))


def read_addresses(listed: Plain) -> tuple[Address, ...]:
    """Return the reachable addresses among these packed ones; raise `BadBytes` if they are malformed."""
    if type(listed) is not list or len(listed) > MOST_ADDRESSES or not all(type(one) is bytes for one in listed):
        raise BadBytes("not addresses")
    found = (unpack_address(one) for one in listed)
    return tuple(address for address in found if address is not None)


def sign_line(room: bytes, line: Line, signer: Signer) -> Signed:
    """Return the bytes of a line of chat and their signature."""
    data = enc([VERSION, room, line.identity, line.number, line.name, line.text])
    return data, signer.sign(LINE, data)


def read_line(room: bytes, data: bytes) -> Line:
    """Return the line of chat in these bytes, without a check of its signature; raise `BadBytes`."""
    identity, number, name, text = _said(room, data, bytes, int, str, str)
    if not (len(identity) == KEY and 0 <= number < NUMBERS and is_name(name) and text and clean_line(text) == text):
        raise BadBytes("not a line of chat")
    return Line(number, identity, name, text)


def holds(purpose: str, identity: bytes, signed: Signed) -> bool:
    """Return True if the signature is by this member, for this purpose."""
    return valid_point(identity) and signature_holds(identity, purpose, *signed)


def _said(room: bytes, data: bytes, *types: type) -> list[Any]:
    said = fields(dec(data, LONGEST), int, bytes, *types)
    if said[:2] != [VERSION, room]:
        raise BadBytes("of another room, or another version")
    return said[2:]


def sign_settings(room: bytes, settings: RoomSettings, signer: Signer) -> Signed:
    """Return the bytes of settings and the signature of their writer."""
    data = enc([VERSION, room, *settings[:-1], list(settings.options)])
    return data, signer.sign(SETTINGS, data)


def settings_mark(signed: Signed) -> bytes:
    """Return the mark that identifies signed settings in a member's record."""
    return H("tether.roomplays", [signed[0]])[:SHORT]


def read_settings(room: bytes, data: bytes, games: Mapping[str, Game]) -> RoomSettings:
    """Return the settings in these bytes; raise `BadBytes` if they are malformed or of an unknown game.

    Their signature is not checked yet.
    """
    read = RoomSettings(*_said(room, data, int, bytes, str, str, bytes, int, int, list))
    game = games.get(read.game)
    if game is None or len(read.options) > MOST_OPTIONS or not is_name(read.name):
        raise BadBytes("not settings of a room")
    if not 0 <= read.number < NUMBERS or len(read.writer) != KEY or len(read.rules) != 32:
        raise BadBytes("not settings of a room")
    if read.seats not in game.seat_counts or not is_timer(read.timer):
        raise BadBytes("not a number of seats, or not a timer")
    try:
        game.options.named(read.options)
    except OptionError:
        raise BadBytes("options that the game does not have") from None
    return read._replace(options=tuple(read.options))


def fields(said: Plain, *types: type) -> list[Any]:
    """Return the values of a list that has exactly these types; raise `BadBytes` for anything else."""
    if type(said) is not list or [type(part) for part in said] != list(types):
        raise BadBytes("not a message of a room")
    return said


def match_of(room: bytes, state: bytes) -> bytes:
    """Return the id of the match that begins with a certain state of a room."""
    return H("tether.roommatch", [room, state])
