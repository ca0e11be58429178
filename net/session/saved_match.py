"""What stands in a seat's directory beside its log and its seeds: enough to take the match up again knowing no more.

`match` is what the seat needs to join again, `progress` how far the match had come when it was last seen here,
`where` the addresses at which the other seats have answered last. All are private to their owner, as the log is: the
first holds the invite code.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.engine.codec import BadBytes, dec, enc
from core.engine.fork import base_name
from core.engine.game import Game
from core.engine.options import BadOption, Value
from core.games.registry import GAMES
from net.channels.addresses import Address, BadAddress, parsed, shown
from net.match.genesis import MAX_SEATS, BadCard, genesis_of, rules_hash
from net.records import chunk_file, record
from net.records.fork import game_named, origin_of
from net.records.record import MatchRecord
from net.replication.entries import read as read_entry
from net.replication.entry_log import Keep, chunks_in
from net.replication.feeds import Added, Feeds
from net.system.durable_files import write_private
from net.system.safe_files import open_own, read_limited
from net.version import VERSION as TETHER

if TYPE_CHECKING:
    from net.session.runner import PeerConfig

VERSION = 1
MATCH, PROGRESS, WHERE, LOG, ORIGIN, CALLS = "match", "progress", "where", "log", "origin", "calls"
"""`ORIGIN` is there where the match plays on another one: that one's record."""

MOST_BYTES = 16_384
ID = 32


class _Newer(BadBytes):
    """The file has a format of the future."""


class BadSavedMatch(ValueError):
    """A directory from which no match can be taken up; the message says why."""


class SavedMatch(NamedTuple):
    """What a seat needs to join again. `room` is the match's id before its genesis, `meeting` the id under which
    its links are made, `peers` where the others were last; `bot` who decides, "" for a person; `timer`
    and `colours` as in `PeerConfig`.
    """

    game: str
    seats: int
    seat: int
    options: tuple[Value, ...]
    room: bytes
    meeting: bytes
    seed_text: str | None
    name: str
    code: str
    host: str
    port: int
    persons: tuple[int, ...]
    identities: tuple[bytes, ...]
    peers: tuple[Address, ...]
    bot: str
    timer: int
    colours: tuple[int, ...]

    def config(self, home: Path, **others: Any) -> PeerConfig:
        """How to play on from this directory, with other values for some fields."""
        from net.session.runner import PeerConfig, seat_home

        game = _game(home, self.game)
        fields: dict[str, Any] = {
            "options": game.options.named(self.options),
            "player": None,
            "port": self.port,
            "peers": self.peers,
            "seed_text": self.seed_text,
            "room": self.room,
            "meeting": self.meeting,
            "name": self.name,
            "directory": home.parent,
            "host": self.host,
            "persons": self.persons,
            "code": self.code,
            "identities": self.identities,
            "bot": self.bot,
            "timer": self.timer,
            "colours": self.colours,
        }
        config = PeerConfig(game, self.seats, self.seat, **{**fields, **others})
        if seat_home(config, self.room) != home:
            raise BadSavedMatch(f"{home} has been renamed: give it its name again, {self.room.hex()[:16]}-{self.seat}")
        return config


class Progress(NamedTuple):
    """How far a match had come: who plays, steps, in the game's words where, and whether it was over."""

    names: tuple[str, ...]
    steps: int
    words: str
    over: bool


def describe(home: Path, config: PeerConfig, room: bytes) -> None:
    """Writes what the seat needs to join again; raises `OSError`."""
    keep_origin(home, config.game)
    kept = SavedMatch(
        config.game.name, config.seats, config.seat, config.game.options.complete(config.options), room,
        config.meeting or room, config.seed_text, config.name, config.code, config.host, config.port,
        tuple(config.persons), tuple(config.identities), tuple(config.peers), config.bot, config.timer,
        tuple(config.colours),
    )  # fmt: skip
    said = kept._asdict() | {"peers": [shown(address) for address in kept.peers]}
    write_private(home / MATCH, enc([VERSION, *said.values()]))


def keep_origin(home: Path | None, game: Game) -> Path | None:
    """Writes which match is played on, if one is and there is a directory; where it stands. Raises `OSError`."""
    origin = origin_of(game)
    if home is None or not origin:
        return None
    path = home / ORIGIN
    if not path.exists() or read_limited(path, chunk_file.MAX_FILE) != origin:
        chunk_file.write(path, origin)
    return path


def note(home: Path, progress: Progress) -> None:
    """Writes how far the match has come; where the disk does not take it, it is not known later."""
    with contextlib.suppress(OSError), open_own(home / PROGRESS) as file:
        data = enc([VERSION, *progress])
        file.write(data)
        file.truncate(len(data))


def read(home: Path) -> SavedMatch:
    """What the seat of this directory needs; raises `BadSavedMatch`."""
    path = home / MATCH
    try:
        match = SavedMatch(*_plain(path)[1:])
        game = GAMES[base_name(match.game)]
        numbers = [match.seats, match.seat, match.port, match.timer, *match.persons, *match.colours]
        texts = [match.game, match.name, match.code, match.host, match.bot]
        texts += [] if match.seed_text is None else [match.seed_text]
        fits = (
            all(type(n) is int for n in numbers)
            and all(type(text) is str for text in texts)
            and all(type(one) is bytes and len(one) == ID for one in (match.room, match.meeting, *match.identities))
            and match.seats in game.seat_counts
            and 1 <= match.seat <= match.seats
            and 0 <= match.port <= 65535
            and sorted(set(match.colours)) == sorted(match.colours)
            and len(match.colours) in (0, match.seats)
            and all(1 <= colour <= MAX_SEATS for colour in match.colours)
        )
        game.options.named(match.options)
        peers = tuple(parsed(str(one)) for one in match.peers)
    except OSError as error:
        raise BadSavedMatch(f"{path} cannot be read: {error.strerror or error}") from None
    except _Newer as newer:
        raise BadSavedMatch(f"{path}: {newer}") from None
    except (BadBytes, BadOption, BadAddress, ValueError, TypeError, KeyError):
        fits = False
    if not fits:
        raise BadSavedMatch(f"{path} is damaged, or of another version of the program")
    return match._replace(
        options=tuple(match.options),
        persons=tuple(match.persons),
        identities=tuple(match.identities),
        peers=peers,
        colours=tuple(match.colours),
    )


def progress(home: Path) -> Progress | None:
    """How far the match of this directory had come, if that was written."""
    try:
        _, names, steps, words, over = _plain(home / PROGRESS)
        if all(type(name) is str for name in names) and type(steps) is int and type(words) is str:
            return Progress(tuple(names), steps, words, bool(over))
    except (OSError, BadBytes, ValueError, TypeError):
        pass
    return None


def note_where(home: Path, where: Mapping[int, Address]) -> None:
    """Writes where the other seats are; where the disk does not take it, it is not known later."""
    with contextlib.suppress(OSError):
        said = [[seat, shown(address)] for seat, address in sorted(where.items())]
        write_private(home / WHERE, enc([VERSION, said]))


def where(home: Path) -> dict[int, Address]:
    """Where the other seats have answered last, as far as that is known."""
    try:
        _, said = _plain(home / WHERE)
        return {seat: parsed(text) for seat, text in said if type(seat) is int and 1 <= seat <= MAX_SEATS}
    except (OSError, BadBytes, BadAddress, ValueError, TypeError, AttributeError):
        return {}


def _plain(path: Path) -> list[Any]:
    said = dec(read_limited(path, MOST_BYTES), MOST_BYTES)
    version = said[0] if type(said) is list and said else None
    if type(version) is int and version > VERSION:
        raise _Newer(chunk_file.newer("saved match", version))
    if type(said) is not list or version != VERSION:
        raise BadBytes("not of this version")
    return said


def homes(folder: Path) -> Iterator[Path]:
    """The directories in a folder that hold a seat of a match, by name."""
    with contextlib.suppress(OSError):
        yield from sorted(path.parent for path in folder.glob(f"*/{MATCH}"))


def record_of(home: Path) -> MatchRecord:
    """The record of a match as far as this seat holds it, also while it is played; raises `BadSavedMatch`."""
    try:
        with (home / LOG).open("rb") as file:
            chunks = list(chunks_in(file))
        cards = [tuple(dec(data)) for keep, data in chunks if keep is Keep.CARD]
        if not cards:
            raise BadSavedMatch("the log holds no match that has begun")
        made = genesis_of(cards)
        feeds = Feeds(made.match, made.terms.identities)
        for keep, data in chunks:
            if keep is Keep.ENTRY and feeds.add(read_entry(data)) is Added.REFUSED:
                raise BadSavedMatch("the log holds an entry that was never signed")
        kept = read(home)
    except OSError as error:
        raise BadSavedMatch(f"the log cannot be read: {error.strerror or error}") from None
    except (BadBytes, BadCard, TypeError) as bad:
        raise BadSavedMatch(f"the log holds no match that has begun ({bad})") from None
    return feeds_record(kept.seed_text, cards, feeds, _origin(home))


def _origin(home: Path) -> bytes:
    """The record of the match that the one of this directory plays on; empty where it plays on none."""
    path = home / ORIGIN
    try:
        return record.FORM.read(path) if path.exists() else b""
    except chunk_file.BadFile as bad:
        raise BadSavedMatch(f"{path}: {bad}") from None


def _game(home: Path, name: str) -> Any:
    try:
        return game_named(name, _origin(home))
    except record.BadRecord as bad:
        raise BadSavedMatch(f"{home} cannot be taken up again: {bad}") from None


def feeds_record(seed_text: str | None, cards: Any, feeds: Feeds, origin: bytes = b"") -> MatchRecord:
    """The record of a match from its cards and the feeds that somebody holds, and of the match that it plays on."""
    rows = tuple(tuple(entry.stored for entry in feeds.of(seat)) for seat in feeds.seats)
    sides = tuple(entry.stored for entry in feeds.sides())
    return MatchRecord(seed_text, tuple(cards), rows, sides, origin, _played_by(cards, origin))


def _played_by(cards: Any, origin: bytes) -> str:
    """This version of Tether where a match has the rules of this program; else nobody here knows which had them."""
    terms = genesis_of(cards).terms
    try:
        game = game_named(terms.game, origin)
    except record.BadRecord:
        return ""
    return TETHER if rules_hash(game) == terms.rules else ""
