"""Validation of the options of `match` and `peer`: the game, its options, bots and factions."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path

import click

from core.bots.faction_preference import FactionBot, every_faction
from core.bots.registry import PLAYERS
from core.engine.changed_game import is_ruleset, unpack_ruleset
from core.engine.codec import MAX_STR
from core.engine.game import Game, Player
from core.engine.options import OptionError, Value
from core.engine.ruleset import RulesetError
from core.games.registry import GAMES, title_of
from net.cli.arguments import shared_options
from net.cli.arguments.value_types import WrongGameFile, quote_value
from net.cli.matches.seat_folders import find_seat_directory
from net.records import record
from net.records.chunk_file import BadFile
from net.records.fork import fork_from_record
from net.records.record import BadRecord
from net.session import saved_match
from net.session.saved_match import BadSavedMatch
from net.system import game_files
from net.system.safe_files import UnsafeFile, read_limited
from net.text.normalization import to_nfc

ANY = ("", "-", "any")
"""Words for a seat without a preferred faction."""
DEFAULT_BOT = shared_options.DEFAULT_BOT_NAME


def unknown_name_error(kind: str, name: str, known: Iterable[str]) -> click.UsageError:
    """Return the usage error for an unknown name, which suggests the most similar known name.

    >>> unknown_name_error("bot", "heuristc", ("easy", "heuristic")).message
    "no bot 'heuristc'; did you mean heuristic? There are: easy, heuristic"
    """
    names = list(known)
    close = get_close_matches(name.lower(), names, 1, 0.6)
    nearest = f"; did you mean {close[0]}? There are" if close else "; there are"
    return click.UsageError(f"no {kind} {quote_value(name)}{nearest}: {', '.join(names) or 'none'}")


def find_game(name: str) -> Game:
    """Return the game with this name or title, in any case, or the game in the file with this path.

    If there is none, a usage error lists the games or describes the error in the file.
    """
    if game_files.is_path(name):
        try:
            return GAMES[game_files.load(Path(name))]
        except game_files.BadGameFile as bad:
            raise WrongGameFile(str(bad)) from None
    wanted = name.strip().lower()
    for game in GAMES:
        if wanted in (game.lower(), title_of(game).lower()):
            return GAMES[game]
    raise unknown_name_error("game", name, GAMES)


def continued_game(path: Path) -> Game:
    """Return the game that continues a recorded match, from its record or a seat's directory.

    The file may also contain a ruleset, as a process of a match receives it.

    Raises `click.ClickException` with the reason if the match cannot be continued.
    """
    try:
        if not path.is_dir() and is_ruleset(ruleset := read_limited(path, record.MAX_ORIGIN)):
            return unpack_ruleset(ruleset, GAMES)
        data = record.pack(saved_match.record_of(seat_directory(path))) if path.is_dir() else record.FORM.read(path)
        return fork_from_record(data)
    except (BadSavedMatch, BadRecord, BadFile, RulesetError, UnsafeFile, OSError) as bad:
        raise click.ClickException(f"{path} cannot be continued: {bad}") from None


def seat_directory(directory: Path) -> Path:
    """Return a seat's directory: the given one, or the only seat's directory in it.

    Raises a usage error if there is none, or more than one.
    """
    try:
        return find_seat_directory(directory)
    except BadSavedMatch as bad:
        raise click.UsageError(f"{directory} {bad}") from None


def check_seats(game: Game, seats: int) -> None:
    """Raise a usage error unless the game allows this number of seats."""
    if seats not in game.seat_counts:
        few, most = min(game.seat_counts), max(game.seat_counts)
        raise click.UsageError(f"{game.title} is for {few} to {most} seats, not {seats}")


def read_options(game: Game, settings: Sequence[str]) -> dict[str, Value]:
    """Return the values of the options that are set, by name; raise a usage error for an unknown name or value."""
    for setting in settings:
        name, equals, _ = setting.partition("=")
        if equals and name not in game.options.table:
            raise unknown_name_error("option", name, game.options.table)
    try:
        chosen: dict[str, Value] = game.options.parse(settings)
    except OptionError as wrong:
        raise click.UsageError(str(wrong)) from None
    return chosen


def read_bots(text: str, seats: int) -> list[str]:
    """Return one bot for each seat from a comma-separated list; a shorter list is repeated.

    >>> read_bots("random", 3)
    ['random', 'random', 'random']
    """
    names = [name.strip().lower() for name in text.split(",")]
    if len(names) > seats:
        raise click.UsageError(f"{len(names)} bots for {seats} seats")
    for name in names:
        if name not in PLAYERS:
            raise unknown_name_error("bot", name, PLAYERS)
    return [names[i % len(names)] for i in range(seats)]


def read_factions(text: str, seats: int) -> list[str]:
    """Return the preferred faction of each seat from a comma-separated list; "" means no preference.

    >>> read_factions("cipher,-,leadbound", 4)
    ['cipher', '', 'leadbound', '']
    """
    names = ["" if name.strip() in ANY else name.strip().lower() for name in text.split(",")]
    if len(names) > seats:
        raise click.UsageError(f"{len(names)} factions for {seats} seats")
    for name in names:
        if name and name not in every_faction():
            raise unknown_name_error("faction", name, every_faction())
    return names + [""] * (seats - len(names))


def plain_text(text: str) -> str:
    r"""Return a text in a form that a record can store.

    The form is Unicode NFC. Invalid bytes are escaped, and a text that is too long is shortened.

    The form is Unicode NFC. Invalid bytes are escaped, and a text that is too long is shortened.

    >>> plain_text("e\u0301") == "\u00e9", len(plain_text("x" * 20_000)) < 200
    (True, True)
    """
    plain = to_nfc(text.encode("utf-8", "backslashreplace").decode())
    if len(plain.encode()) <= MAX_STR:
        return plain
    return f"{plain[:64]}... {blake2b(plain.encode(), digest_size=16).hexdigest()}"


def make_player(bot: str, faction: str, seed: str | None, seat: int) -> Player:
    """Return the player for a seat.

    Without a seed, the player takes its random choices from the operating system.
    """
    player = PLAYERS[bot](secrets.token_hex(16) if seed is None else seed, seat)
    return FactionBot(player, faction) if faction else player
