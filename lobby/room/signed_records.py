"""What members of a room say: signed records of themselves, the settings, lines of chat; as values and as bytes.

- record [2, room, identity, number, name, seat, colour, bot, by, brings, against, near, hosts, bench, plays, addresses,
  status, state] and its signature; `by`, `brings`, `against` and `near` are 8 bytes of each identity, `hosts` 8 of each
  host, `bench` is as in `lobby.room.seniority`
- line [2, room, identity, number, name, text] and its signature
- settings [2, room, number, writer, name, game, rules hash, seats, timer, options] and their writer's signature

>>> clean_line("  well\\tplayed\\u202e!  ")
'well played!'
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from core.engine.codec import BadBytes, H, Plain, dec, enc
from core.engine.options import BadOption, Value
from lobby.players.colours import COLOURS
from lobby.room.seniority import MOST_MEMBERS, SHORT, Bench, bench_bytes, read_bench
from lobby.room.timer import is_timer
from net.channels.addresses import Address, packed, unpacked
from net.crypto.primitives import KEY, Signer, signature_holds, valid_point
from net.match.genesis import MAX_SEATS
from net.text.names import is_name
from net.text.unicode import seen, words

VERSION = 2
RECORD, LINE, SETTINGS = "tether.member", "tether.roomline", "tether.settings"
LONGEST = 1040
"""Bytes of a record, a line or settings without their signature."""
MOST_AGAINST = 6
MOST_HOSTS = 4
MOST_BOT = 32
"""Bytes of a bot's name."""
MOST_ADDRESSES = 4
"""At which one member says that it can be reached."""
MOST_OPTIONS = 64
MOST_CHAT = 160
"""Characters of a line of chat."""
MOST_CHAT_BYTES = 480
STAND, ANY = 0, 255
"""Wishes for a seat: none, and whichever is free."""
NUMBERS = 2**53
JUMP = 1 << 16
"""By so much the count of lines may grow at a time: nobody can use all counts up."""

Signed = tuple[bytes, bytes]
"""Bytes and their signature."""


class Status(IntEnum):
    """How far a member is."""

    HERE = 0
    READY = 1
    """It would play the match of this state."""
    GO = 2
    """All in this state were ready; it plays if all others say so too."""
    WENT = 3
    """All in this state have said so: it plays."""
    GONE = 4


class Record(NamedTuple):
    """One member, as it says itself."""

    identity: bytes
    number: int
    """Of two records of a member the one with the higher number counts."""
    name: str
    seat: int
    """The seat that it wants, from 1; `STAND` or `ANY`."""
    colour: int
    """The colour that it wants, from 1 (`COLOURS`); or `NO_COLOUR`."""
    bot: str
    """Which bot plays, or the empty text for a person."""
    by: bytes
    """Who has brought this bot, by its first bytes; nobody if it is empty."""
    brings: tuple[bytes, ...]
    """The bots that it has brought, by their first bytes (`lobby.room.seniority.short`)."""
    against: tuple[bytes, ...]
    """Whom it wants out of the room, by their first bytes, or where they came from."""
    near: tuple[bytes, ...]
    """With whom it is linked."""
    hosts: tuple[bytes, ...]
    """Where the first of those come from: whom nobody else may be linked with (`lobby.room.seniority.host_via`)."""
    bench: Bench
    """Who came after whom, as it sees it."""
    plays: bytes
    """Which settings it holds (`settings_mark`), or nothing."""
    addresses: tuple[Address, ...]
    status: Status
    state: bytes
    """The hash of what it is ready for, or nothing."""

    @property
    def person(self) -> bool:
        """Whether no bot plays."""
        return not self.bot


class Line(NamedTuple):
    """A line of chat. Lines are ordered by their number, then by identity."""

    number: int
    identity: bytes
    name: str
    text: str


class Settings(NamedTuple):
    """What is to be played. Each change has the next number, and the signature of its writer."""

    number: int
    writer: bytes
    name: str
    """Of who has opened the room: by it the room is called."""
    game: str
    rules: bytes
    seats: int
    timer: int
    """Seconds for a choice, negative where the window plays when they are over (`lobby.room.timer`)."""
    options: tuple[Value, ...]
    """Complete, in the game's order."""


def clean_line(text: str) -> str:
    """A line of chat as it may be shown: one line, nothing unseen, no heaps of marks, at most `MOST_CHAT` characters.

    The same on every Python, since nobody takes a line that is not clean.
    """
    line = words(seen(text, ""))[:MOST_CHAT]
    while len(line.encode()) > MOST_CHAT_BYTES:
        line = line[:-1]
    return line.rstrip(" ")


def record_bytes(room: bytes, record: Record) -> bytes:
    """A record as it is signed."""
    told = record._replace(
        brings=b"".join(record.brings),  # type: ignore[arg-type]
        against=b"".join(record.against),  # type: ignore[arg-type]
        near=b"".join(record.near),  # type: ignore[arg-type]
        hosts=b"".join(record.hosts),  # type: ignore[arg-type]
        bench=bench_bytes(record.bench),  # type: ignore[arg-type]
        addresses=[packed(address) for address in record.addresses],  # type: ignore[arg-type]
        status=int(record.status),  # type: ignore[arg-type]
    )
    return enc([VERSION, room, *told])


def sign_record(room: bytes, record: Record, signer: Signer) -> Signed:
    """A record with its signature."""
    data = record_bytes(room, record)
    return data, signer.sign(RECORD, data)


def read_record(room: bytes, data: bytes) -> Record:
    """The record that these bytes are, its signature not yet checked; raises `BadBytes`."""
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


def _shorts(data: Any, most: int) -> tuple[bytes, ...]:
    """Members by their first bytes, at most so many."""
    if len(data) % SHORT or len(data) > most * SHORT:
        raise BadBytes("not members")
    return tuple(data[at : at + SHORT] for at in range(0, len(data), SHORT))


def read_addresses(listed: Plain) -> tuple[Address, ...]:
    """Addresses from their bytes; what cannot be reached is left out. Raises `BadBytes`."""
    if type(listed) is not list or len(listed) > MOST_ADDRESSES or not all(type(one) is bytes for one in listed):
        raise BadBytes("not addresses")
    found = (unpacked(one) for one in listed)
    return tuple(address for address in found if address is not None)


def sign_line(room: bytes, line: Line, signer: Signer) -> Signed:
    """A line of chat with its signature."""
    data = enc([VERSION, room, line.identity, line.number, line.name, line.text])
    return data, signer.sign(LINE, data)


def read_line(room: bytes, data: bytes) -> Line:
    """The line of chat that these bytes are, its signature not yet checked; raises `BadBytes`."""
    identity, number, name, text = _said(room, data, bytes, int, str, str)
    if not (len(identity) == KEY and 0 <= number < NUMBERS and is_name(name) and text and clean_line(text) == text):
        raise BadBytes("not a line of chat")
    return Line(number, identity, name, text)


def holds(purpose: str, identity: bytes, signed: Signed) -> bool:
    """Whether a member has signed this."""
    return valid_point(identity) and signature_holds(identity, purpose, *signed)


def _said(room: bytes, data: bytes, *types: type) -> list[Any]:
    said = fields(dec(data, LONGEST), int, bytes, *types)
    if said[:2] != [VERSION, room]:
        raise BadBytes("of another room, or another version")
    return said[2:]


def sign_settings(room: bytes, settings: Settings, signer: Signer) -> Signed:
    """Settings with the signature of their writer."""
    data = enc([VERSION, room, *settings[:-1], list(settings.options)])
    return data, signer.sign(SETTINGS, data)


def settings_mark(signed: Signed) -> bytes:
    """By what a member says which settings it holds."""
    return H("tether.roomplays", [signed[0]])[:SHORT]


def read_settings(room: bytes, data: bytes, games: Mapping[str, Any]) -> Settings:
    """The settings that these bytes are, of a known game, their signature not yet checked; raises `BadBytes`."""
    read = Settings(*_said(room, data, int, bytes, str, str, bytes, int, int, list))
    game = games.get(read.game)
    if game is None or len(read.options) > MOST_OPTIONS or not is_name(read.name):
        raise BadBytes("not settings of a room")
    if not 0 <= read.number < NUMBERS or len(read.writer) != KEY or len(read.rules) != 32:
        raise BadBytes("not settings of a room")
    if read.seats not in game.seat_counts or not is_timer(read.timer):
        raise BadBytes("not a number of seats, or not a timer")
    try:
        game.options.named(read.options)
    except BadOption:
        raise BadBytes("options that the game does not have") from None
    return read._replace(options=tuple(read.options))


def fields(said: Plain, *types: type) -> list[Any]:
    """A list of values of these types; raises `BadBytes`."""
    if type(said) is not list or [type(part) for part in said] != list(types):
        raise BadBytes("not a message of a room")
    return said


def match_of(room: bytes, state: bytes) -> bytes:
    """The id with which the match of a room's state begins."""
    return H("tether.roommatch", [room, state])
