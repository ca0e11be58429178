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

from core.engine.codec import BadEncodingError, H, Plain, dec, enc
from core.engine.game import Game
from core.engine.options import OptionError, Value
from lobby.players.colours import COLOURS
from lobby.room.seniority import MOST_MEMBERS, SHORT, Bench, pack_bench, read_bench
from lobby.room.timer import is_timer
from net.channels.addresses import Address, pack_address, unpack_address
from net.crypto.primitives import KEY, Signer, signature_holds, valid_point
from net.match.genesis import MAX_SEATS
from net.text.names import is_name
from net.text.unicode import normalize_blanks, replace_invisible

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
"""Requests for no seat, and for any free seat."""
NUMBERS = 2**53
MAX_NUMBER_STEP = 1 << 16
"""Maximum step between line numbers, so that nobody can use up all numbers."""

Signed = tuple[bytes, bytes]
"""Signed bytes, and their signature."""


class Status(IntEnum):
    """Progress of a member towards the match."""

    HERE = 0
    READY = 1
    """The member agrees to play the match that begins with this state."""
    GO = 2
    """The member has seen all members of this state READY; it plays once all others have confirmed by GO."""
    WENT = 3
    """The member has seen GO from all members of this state, and plays."""
    GONE = 4


class Record(NamedTuple):
    """Record in which a member describes itself."""

    identity: bytes
    number: int
    """Version of the record; the one with the highest number counts."""
    name: str
    seat: int
    """Seat that the member requests, from 1, or `STAND` or `ANY`."""
    colour: int
    """Colour that the member requests, from 1 (`COLOURS`), or `NO_COLOUR`."""
    bot: str
    """Name of the bot that plays, or "" for a person."""
    by: bytes
    """First bytes of the member that brought this bot, or empty."""
    brings: tuple[bytes, ...]
    """First bytes of the bots that the member has brought (`lobby.room.seniority.short_id`)."""
    against: tuple[bytes, ...]
    """Members that this member votes out, or hosts, by their first bytes."""
    near: tuple[bytes, ...]
    """First bytes of the members linked with this one."""
    hosts: tuple[bytes, ...]
    """Hosts (`lobby.room.seniority.host_origin`) of the first members in `near`.

    These members may have no other link.
    """
    bench: Bench
    """Bench as the member sees it, which is the order of arrival."""
    plays: bytes
    """Mark of the member's settings (`settings_mark`), or empty."""
    addresses: tuple[Address, ...]
    status: Status
    state: bytes
    """Hash of the state for which the member is ready, or empty."""

    @property
    def is_person(self) -> bool:
        """True if the member is a person, not a bot."""
        return not self.bot


class Line(NamedTuple):
    """Line of chat; lines are ordered by number, then by identity."""

    number: int
    identity: bytes
    name: str
    text: str


class RoomSettings(NamedTuple):
    """Settings of a match; each change has the next number and is signed by its writer."""

    number: int
    writer: bytes
    name: str
    """Name of the member that opened the room, which is also the room's name."""
    game: str
    rules: bytes
    seats: int
    timer: int
    """Seconds for a choice; if the number is negative, the window plays after that time (`lobby.room.timer`)."""
    options: tuple[Value, ...]
    """Values of all options, in the game's order."""


def clean_line(text: str) -> str:
    """Return a line of chat that can be displayed safely, of at most `MOST_CHAT` characters.

    The text has no line breaks, no invisible characters and no piles of combining marks. The result is the same in
    every version of Python, because peers reject a line that is not clean.
    """
    line = normalize_blanks(replace_invisible(text, ""))[:MOST_CHAT]
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
        bench=pack_bench(record.bench),  # type: ignore[arg-type]
        addresses=[pack_address(address) for address in record.addresses],  # type: ignore[arg-type]
        status=int(record.status),  # type: ignore[arg-type]
    )
    return enc([VERSION, room, *told])


def sign_record(room: bytes, record: Record, signer: Signer) -> Signed:
    """Return the bytes of a record and their signature."""
    data = record_bytes(room, record)
    return data, signer.sign(RECORD, data)


def read_record(room: bytes, data: bytes) -> Record:
    """Return the record in these bytes; raise `BadEncodingError` if they are malformed.

    Its signature is not checked.
    """
    types = (bytes, int, str, int, int, str, *[bytes] * 7, list, int, bytes)
    record = Record(*_read_fields(room, data, *types))
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
        raise BadEncodingError("not a record of a member")
    return record._replace(
        brings=_read_short_ids(record.brings, MAX_SEATS - 1),
        against=_read_short_ids(record.against, MOST_AGAINST),
        near=_read_short_ids(record.near, MOST_MEMBERS),
        hosts=_read_short_ids(record.hosts, MOST_HOSTS),
        bench=read_bench(record.bench),  # type: ignore[arg-type]
        addresses=read_addresses(record.addresses),
        status=Status(record.status),
    )


def _read_short_ids(data: object, most: int) -> tuple[bytes, ...]:
    """Return the members in these bytes, at most `most`, by their first bytes."""
    if not isinstance(data, bytes) or len(data) % SHORT or len(data) > most * SHORT:
        raise BadEncodingError("not members")
    return tuple(data[at : at + SHORT] for at in range(0, len(data), SHORT))


def read_addresses(listed: Plain) -> tuple[Address, ...]:
    """Return the addresses that this computer can reach among packed ones.

    Raises `BadEncodingError` if an address is malformed.
    """
    if type(listed) is not list or len(listed) > MOST_ADDRESSES or not all(type(one) is bytes for one in listed):
        raise BadEncodingError("not addresses")
    found = (unpack_address(one) for one in listed)
    return tuple(address for address in found if address is not None)


def sign_line(room: bytes, line: Line, signer: Signer) -> Signed:
    """Return the bytes of a line of chat and their signature."""
    data = enc([VERSION, room, line.identity, line.number, line.name, line.text])
    return data, signer.sign(LINE, data)


def read_line(room: bytes, data: bytes) -> Line:
    """Return the chat line in these bytes; raise `BadEncodingError` if they are malformed. No signature is checked."""
    identity, number, name, text = _read_fields(room, data, bytes, int, str, str)
    if not (len(identity) == KEY and 0 <= number < NUMBERS and is_name(name) and text and clean_line(text) == text):
        raise BadEncodingError("not a line of chat")
    return Line(number, identity, name, text)


def is_signed_by(purpose: str, identity: bytes, signed: Signed) -> bool:
    """Return True if the signature was made by this identity for this purpose."""
    return valid_point(identity) and signature_holds(identity, purpose, *signed)


def _read_fields(room: bytes, data: bytes, *types: type) -> list[Any]:
    said = check_types(dec(data, LONGEST), int, bytes, *types)
    if said[:2] != [VERSION, room]:
        raise BadEncodingError("of another room, or another version")
    return said[2:]


def sign_settings(room: bytes, settings: RoomSettings, signer: Signer) -> Signed:
    """Return the bytes of settings and the signature of their writer."""
    data = enc([VERSION, room, *settings[:-1], list(settings.options)])
    return data, signer.sign(SETTINGS, data)


def settings_mark(signed: Signed) -> bytes:
    """Return the mark by which members' records refer to signed settings."""
    return H("tether.roomplays", [signed[0]])[:SHORT]


def read_settings(room: bytes, data: bytes, games: Mapping[str, Game]) -> RoomSettings:
    """Return the settings in these bytes; raise `BadEncodingError` if they are malformed or of an unknown game.

    Their signature is not checked.
    """
    read = RoomSettings(*_read_fields(room, data, int, bytes, str, str, bytes, int, int, list))
    game = games.get(read.game)
    if game is None or len(read.options) > MOST_OPTIONS or not is_name(read.name):
        raise BadEncodingError("not settings of a room")
    if not 0 <= read.number < NUMBERS or len(read.writer) != KEY or len(read.rules) != 32:
        raise BadEncodingError("not settings of a room")
    if read.seats not in game.seat_counts or not is_timer(read.timer):
        raise BadEncodingError("not a number of seats, or not a timer")
    try:
        game.options.values_by_name(read.options)
    except OptionError:
        raise BadEncodingError("options that the game does not have") from None
    return read._replace(options=tuple(read.options))


def check_types(values: Plain, *types: type) -> list[Any]:
    """Return the values of a list that has exactly these types; raise `BadEncodingError` for any other value."""
    if type(values) is not list or [type(part) for part in values] != list(types):
        raise BadEncodingError("not a message of a room")
    return values


def match_id(room: bytes, state: bytes) -> bytes:
    """Return the id of the match that begins with a certain state of a room."""
    return H("tether.roommatch", [room, state])
