"""Files in a seat's directory from which the seat's match can be resumed.

Together with the log and the seeds, they contain everything that is needed. `match` contains the data to join again.
`progress` is the last position of the match that was seen here. `where` contains the last addresses of the other seats.
All files are readable by their owner only, like the log: `match` contains the invite code.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from core.engine import decoder
from core.engine.changed_game import is_ruleset
from core.engine.codec import BadEncodingError, Plain, dec, enc, fields
from core.engine.fork import base_name
from core.engine.game import Game
from core.engine.options import Value
from core.games.registry import GAMES
from net.channels.addresses import Address, format_address, parse_address
from net.match.genesis import MAX_SEATS, BadCard, SignedCard, genesis_from_cards, read_card, rules_hash
from net.records import chunk_file, record
from net.records.fork import game_named, origin_of
from net.records.record import MatchRecord
from net.replication.entries import read as read_entry
from net.replication.entry_log import ChunkKind, read_chunks
from net.replication.feeds import AddResult, Feeds
from net.session.peer_config import PeerConfig, seat_directory
from net.system.durable_files import write_private
from net.system.safe_files import UnsafeFile, open_regular, open_unshared, read_limited
from net.version import VERSION as TETHER

VERSION = 1
MATCH, PROGRESS, WHERE, LOG, ORIGIN, CALLS = "match", "progress", "where", "log", "origin", "calls"
"""File names in the directory of a saved match.

`ORIGIN` exists only if the match continues another match or has a ruleset. It then contains that match's record or the
ruleset.
"""

MOST_BYTES = 16_384
ID = 32


class _NewerFormat(BadEncodingError):
    """Error for a file that a newer Tether has written."""


class BadSavedMatch(ValueError):
    """Error for a directory from which no match can be resumed; the message is the reason."""


class SavedMatch(NamedTuple):
    """Data with which a seat joins its match again.

    `room` is the match's id before its genesis. `meeting` is the id under which its channels are made. `peers` contains
    the last addresses of the others. `bot` is the name of the player that decides, or "" for a person. `timer` and
    `colours` are as in `PeerConfig`.
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

    def make_config(self, home: Path) -> PeerConfig:
        """Return the configuration with which to resume the match in this directory."""
        game = _find_game(home, self.game)
        config = PeerConfig(
            game,
            self.seats,
            self.seat,
            options=game.options.values_by_name(self.options),
            player=None,
            port=self.port,
            peers=self.peers,
            seed_text=self.seed_text,
            room=self.room,
            meeting=self.meeting,
            name=self.name,
            directory=home.parent,
            host=self.host,
            persons=self.persons,
            code=self.code,
            identities=self.identities,
            bot=self.bot,
            timer=self.timer,
            colours=self.colours,
        )
        if seat_directory(config, self.room) != home:
            raise BadSavedMatch(f"{home} has been renamed: give it its name again, {self.room.hex()[:16]}-{self.seat}")
        return config


PEERS = SavedMatch._fields.index("peers")
"""Index of the field `peers`, whose addresses are stored as texts."""


class Progress(NamedTuple):
    """Progress of a match: its players, the number of steps, its position in the game's words, and if it is over."""

    names: tuple[str, ...]
    steps: int
    position: str
    over: bool


def write_match(home: Path, config: PeerConfig, room: bytes) -> None:
    """Save the data with which the seat joins its match again; raise `OSError` if that fails."""
    write_origin(home, config.game)
    kept = SavedMatch(
        config.game.name, config.seats, config.seat, config.game.options.complete_values(config.options), room,
        config.meeting or room, config.seed_text, config.name, config.code, config.host, config.port,
        tuple(config.persons), tuple(config.identities), tuple(config.peers), config.bot, config.timer,
        tuple(config.colours),
    )  # fmt: skip
    said = kept._asdict() | {"peers": [format_address(address) for address in kept.peers]}
    write_private(home / MATCH, enc([VERSION, *said.values()]))


def write_origin(home: Path | None, game: Game) -> Path | None:
    """Save the record of the continued match, or the ruleset, in a directory and return the file's path.

    The result is None if the game has neither, or if there is no directory. Raises `OSError` if the file cannot be
    written.
    """
    origin = origin_of(game)
    if home is None or not origin:
        return None
    path = home / ORIGIN
    if not path.exists() or read_limited(path, chunk_file.MAX_FILE) != origin:
        chunk_file.write(path, origin)
    return path


def write_progress(home: Path, progress: Progress) -> None:
    """Save the progress of the match; if the disk fails, the progress is unknown later."""
    with contextlib.suppress(OSError), open_unshared(home / PROGRESS) as file:
        data = enc([VERSION, *progress])
        file.write(data)
        file.truncate(len(data))


def read(home: Path) -> SavedMatch:
    """Return the data with which the seat of this directory joins again.

    Raises `BadSavedMatch` if they are missing, damaged, or written by a newer Tether.
    """
    path = home / MATCH
    try:
        said = _read_plain(path)[1:]
        [where] = decoder.read(tuple[tuple[str, ...]], said[PEERS : PEERS + 1])
        said[PEERS] = [parse_address(one) for one in where]
        match: SavedMatch = decoder.read(SavedMatch, said)
        game = GAMES[base_name(match.game)]
        fits = (
            all(len(one) == ID for one in (match.room, match.meeting, *match.identities))
            and match.seats in game.seat_counts
            and 1 <= match.seat <= match.seats
            and 0 <= match.port <= 65535
            and match.host.isascii()
            and match.host.isprintable()
            and sorted(set(match.colours)) == sorted(match.colours)
            and len(match.colours) in (0, match.seats)
            and all(1 <= colour <= MAX_SEATS for colour in match.colours)
        )
        game.options.values_by_name(match.options)
    except OSError as error:
        raise BadSavedMatch(f"{path} cannot be read: {error.strerror or error}") from None
    except _NewerFormat as newer:
        raise BadSavedMatch(f"{path}: {newer}") from None
    except (ValueError, KeyError):  # of any reader above
        fits = False
    if not fits:
        raise BadSavedMatch(f"{path} is damaged, or of another version of the program")
    return match


def read_progress(home: Path) -> Progress | None:
    """Return the progress of this directory's match, or None if it is not saved."""
    try:
        progress: Progress = decoder.read(Progress, _read_plain(home / PROGRESS)[1:])
    except (OSError, ValueError):
        return None
    return progress


def write_addresses(home: Path, where: Mapping[int, Address]) -> None:
    """Save the addresses of the other seats; if the disk fails, they are unknown later."""
    with contextlib.suppress(OSError):
        said: list[Plain] = [[seat, format_address(address)] for seat, address in sorted(where.items())]
        write_private(home / WHERE, enc([VERSION, said]))


def read_seat_addresses(home: Path) -> dict[int, Address]:
    """Return the last known addresses of the other seats, by seat."""
    try:
        [said] = decoder.read(tuple[tuple[tuple[int, str], ...]], _read_plain(home / WHERE)[1:])
        return {seat: parse_address(text) for seat, text in said if 1 <= seat <= MAX_SEATS}
    except (OSError, ValueError):
        return {}


def _read_plain(path: Path) -> list[Plain]:
    said = dec(read_limited(path, MOST_BYTES), MOST_BYTES)
    version = said[0] if type(said) is list and said else None
    if type(version) is int and version > VERSION:
        raise _NewerFormat(chunk_file.newer_version_text("saved match", version))
    if type(said) is not list or version != VERSION:
        raise BadEncodingError("not of this version")
    return said


def saved_seats(folder: Path) -> Iterator[Path]:
    """Yield the directories of seats in a folder, in the order of their names."""
    with contextlib.suppress(OSError):
        yield from sorted(path.parent for path in folder.glob(f"*/{MATCH}"))


def record_of(home: Path) -> MatchRecord:
    """Return the record of the match in a seat's directory, even while it is being played.

    Raises `BadSavedMatch` if the directory contains no match or a damaged one.
    """
    try:
        with open_regular(home / LOG) as file:
            by_seat: dict[int, SignedCard] = {}
            for _, data in takewhile(lambda chunk: chunk[0] is ChunkKind.CARD, read_chunks(file)):
                card = fields(dec(data), bytes, bytes)
                by_seat[read_card(card).seat] = card  # written again if a power cut tore the log between two cards
            if not by_seat:
                raise BadSavedMatch("the log holds no match that has begun")
            cards = [by_seat[seat] for seat in sorted(by_seat)]
            made = genesis_from_cards(cards)
            feeds = Feeds(made.match, made.terms.identities)
            file.seek(0)
            _add_entries(feeds, read_chunks(file))
        kept = read(home)
    except OSError as error:
        raise BadSavedMatch(f"the log cannot be read: {error.strerror or error}") from None
    except (BadEncodingError, BadCard, TypeError) as bad:
        raise BadSavedMatch(f"the log holds no match that has begun ({bad})") from None
    return feeds_record(kept.seed_text, cards, feeds, _read_origin(home))


def _add_entries(feeds: Feeds, chunks: Iterator[tuple[ChunkKind, bytes]]) -> None:
    """Add the entries of a log, up to the size of a record; raise `BadSavedMatch` if one is invalid."""
    total = 0
    for keep, data in chunks:
        if keep is ChunkKind.ENTRY:
            total += len(data)
            if total > chunk_file.MAX_FILE:
                raise BadSavedMatch(f"the log holds more than {chunk_file.MAX_FILE:,} bytes of entries")
            if feeds.add(read_entry(data)) is AddResult.REFUSED:
                raise BadSavedMatch("the log holds an entry that was never signed")


def _read_origin(home: Path) -> bytes:
    """Return the record of the continued match, or the ruleset, of this directory's match; usually empty."""
    path = home / ORIGIN
    try:
        if not path.exists():
            return b""
        data = read_limited(path, chunk_file.MAX_FILE)
        return data if is_ruleset(data) else record.FORM.read(path)
    except (chunk_file.BadFile, UnsafeFile, OSError) as bad:
        raise BadSavedMatch(f"{path}: {bad}") from None


def _find_game(home: Path, name: str) -> Game:
    try:
        return game_named(name, _read_origin(home))
    except record.BadRecord as bad:
        raise BadSavedMatch(f"{home} cannot be taken up again: {bad}") from None


def feeds_record(seed_text: str | None, cards: Sequence[SignedCard], feeds: Feeds, origin: bytes = b"") -> MatchRecord:
    """Return the record that consists of cards, one peer's feeds and an origin."""
    rows = tuple(tuple(entry.stored for entry in feeds.feed_of(seat)) for seat in feeds.seats)
    sides = tuple(entry.stored for entry in feeds.recordable_sides())
    return MatchRecord(seed_text, tuple(cards), rows, sides, origin, _own_version_if_same_rules(cards, origin))


def _own_version_if_same_rules(cards: Sequence[SignedCard], origin: bytes) -> str:
    """Return our version of Tether if the match was played by its rules, or "" if it was not."""
    terms = genesis_from_cards(cards).terms
    try:
        game = game_named(terms.game, origin)
    except record.BadRecord:
        return ""
    return TETHER if rules_hash(game) == terms.rules else ""
