r"""Signed records, settings and chat lines of a room's members, as values and as bytes.

- record [2, room, identity, number, name, seat, colour, bot, by, brings, against, near, hosts, bench, plays, addresses,
  status, state] and its signature; `by`, `brings`, `against` and `near` are 8 bytes of each identity, `hosts` 8 of each
  host, `bench` is as in `lobby.room.seniority`
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
"""Bytes of a record, a line or settings at most, without their signature."""
MOST_AGAINST = 6
MOST_HOSTS = 4
MOST_BOT = 32
"""Bytes of a bot's name at most."""
MOST_ADDRESSES = 4
"""Addresses at which one member can be reached, at most."""
MOST_OPTIONS = 64
MOST_CHAT = 160
"""Characters of a line of chat at most."""
MOST_CHAT_BYTES = 480
STAND, ANY = 0, 255
"""Wishes for a seat: none, and any free one."""
NUMBERS = 2**53
MAX_NUMBER_STEP = 1 << 16
"""Largest step of the line numbers, so that nobody can use all numbers up."""

Signed = tuple[bytes, bytes]
"""Bytes and their signature."""


class Status(IntEnum):
    """Progress of a member towards the match."""

    HERE = 0
    READY = 1
    """The member would play the match of this state."""
    GO = 2
    """All in this state were ready; the member plays if all others confirm it too."""
    WENT = 3
    """All in this state have confirmed: the member plays."""
    GONE = 4


class Record(NamedTuple):
    """One member, as it describes itself."""

    identity: bytes
    number: int
    """Version of the record; the higher number of two counts."""
    name: str
    seat: int
    """Seat that the member wants, from 1; `STAND` or `ANY`."""
    colour: int
    """Colour that the member wants, from 1 (`COLOURS`); or `NO_COLOUR`."""
    bot: str
    """Name of the bot that plays, or the empty text for a person."""
    by: bytes
    """Member that brought this bot, by its first bytes; empty if nobody did."""
    brings: tuple[bytes, ...]
    """Bots that the member has brought, by their first bytes (`lobby.room.seniority.short`)."""
    against: tuple[bytes, ...]
    """Members that this one wants out of the room, by their first bytes, or the hosts they came from."""
    near: tuple[bytes, ...]
    """Members linked with this one."""
    hosts: tuple[bytes, ...]
    """Hosts of the first of those, which may have no other link (`lobby.room.seniority.host_via`)."""
    bench: Bench
    """Order of arrival, as the member sees it."""
    plays: bytes
    """Mark of the settings that the member has (`settings_mark`), or nothing."""
    addresses: tuple[Address, ...]
    status: Status
    state: bytes
    """Hash of the state that the member is ready for, or nothing."""

    @property
    def person(self) -> bool:
        """True if no bot plays."""
        return not self.bot


class Line(NamedTuple):
    """Line of chat. Lines are ordered by their number, then by identity."""

    number: int
    identity: bytes
    name: str
    text: str


class RoomSettings(NamedTuple):
    """Settings of the match; each change has the next number, and the signature of its writer."""

    number: int
    writer: bytes
    name: str
    """Name of the member that opened the room, by which the room is called."""
    game: str
    rules: bytes
    seats: int
    timer: int
    """Seconds for a choice, negative where the window plays when they are over (`lobby.room.timer`)."""
    options: tuple[Value, ...]
    """Option values, complete, in the game's order."""


def clean_line(text: str) -> str:
    """Return a line of chat fit for display, of at most `MOST_CHAT` characters.

    It is one line, with nothing invisible and no heaps of marks. The result is the same on every Python, since peers
    reject a line that is not clean.
    """
    line = words(replace_invisible(text, ""))[:MOST_CHAT]
    while len(line.encode()) > MOST_CHAT_BYTES:
        line = line[:-1]
    return line.rstrip(" ")


def record_bytes(room: bytes, record: Record) -> bytes:
    """Return the bytes of a record that are signed."""
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
    """Return a record with its signature."""
    data = record_bytes(room, record)
    return data, signer.sign(RECORD, data)


def read_record(room: bytes, data: bytes) -> Record:
    """Return the record in these bytes, its signature not yet checked; raise `BadBytes`."""
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
    """Return members by their first bytes, at most `most`."""
    if not isinstance(data, bytes) or len(data) % SHORT or len(data) > most * SHORT:
        raise BadBytes("not members")
    return tuple(data[at : at + SHORT] for at in range(0, len(data), SHORT))


def read_addresses(listed: Plain) -> tuple[Address, ...]:
    """Return addresses from their bytes, without those that cannot be reached; raise `BadBytes`."""
    if type(listed) is not list or len(listed) > MOST_ADDRESSES or not all(type(one) is bytes for one in listed):
        raise BadBytes("not addresses")
    found = (unpack_address(one) for one in listed)
    return tuple(address for address in found if address is not None)


def sign_line(room: bytes, line: Line, signer: Signer) -> Signed:
    """Return a line of chat with its signature."""
    data = enc([VERSION, room, line.identity, line.number, line.name, line.text])
    return data, signer.sign(LINE, data)


def read_line(room: bytes, data: bytes) -> Line:
    """Return the line of chat in these bytes, its signature not yet checked; raise `BadBytes`."""
    identity, number, name, text = _said(room, data, bytes, int, str, str)
    if not (len(identity) == KEY and 0 <= number < NUMBERS and is_name(name) and text and clean_line(text) == text):
        raise BadBytes("not a line of chat")
    return Line(number, identity, name, text)


def holds(purpose: str, identity: bytes, signed: Signed) -> bool:
    """Return True if a member has signed this."""
    return valid_point(identity) and signature_holds(identity, purpose, *signed)


def _said(room: bytes, data: bytes, *types: type) -> list[Any]:
    said = fields(dec(data, LONGEST), int, bytes, *types)
    if said[:2] != [VERSION, room]:
        raise BadBytes("of another room, or another version")
    return said[2:]


def sign_settings(room: bytes, settings: RoomSettings, signer: Signer) -> Signed:
    """Return settings with the signature of their writer."""
    data = enc([VERSION, room, *settings[:-1], list(settings.options)])
    return data, signer.sign(SETTINGS, data)


def settings_mark(signed: Signed) -> bytes:
    """Return the mark by which a member names its settings."""
    return H("tether.roomplays", [signed[0]])[:SHORT]


def read_settings(room: bytes, data: bytes, games: Mapping[str, Game]) -> RoomSettings:
    """Return the settings in these bytes, of a known game; raise `BadBytes`.

    Their signature is not yet checked.
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
    """Return a list of values of these types, any number of them; raise `BadBytes`."""
    if type(said) is not list or [type(part) for part in said] != list(types):
        raise BadBytes("not a message of a room")
    return said


def match_of(room: bytes, state: bytes) -> bytes:
    """Return the id of the match that begins from a room's state."""
    return H("tether.roommatch", [room, state])
