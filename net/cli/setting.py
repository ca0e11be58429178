"""What `match` and `peer` are told about a match, checked: game, options, bots, factions."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import click

from core.bots import PLAYERS
from core.bots.preference import FACTIONS, Preferring
from core.games import GAMES
from core.kernel.codec import MAX_STR
from core.kernel.forked import ForkedGame
from core.kernel.game import Game, Player
from core.kernel.options import BadOption, Value
from net import record, saved_match
from net.chunkfile import BadFile
from net.cli.homes import home_of
from net.forked import part
from net.record import BadRecord
from net.saved_match import BadSavedMatch
from net.typed import normalised

ANY = ("", "-", "any")
"""Words for a seat without a preference."""
DEFAULT_BOT = "heuristic"
F = TypeVar("F", bound=Callable[..., object])


def game_option(command: F) -> F:
    """Adds --game."""
    option = click.option("--game", default=next(iter(GAMES)), show_default=True, metavar="NAME", help="Which game.")
    return option(command)


def option_option(command: F) -> F:
    """Adds --option."""
    words = "A variant, by name; may be given again. `tether match --help` lists them."
    return click.option("--option", "settings", multiple=True, metavar="K=V", help=words)(command)


def bots_option(command: F) -> F:
    """Adds --bots."""
    words = "Who plays: one for all, or one for each seat; a shorter list goes round."
    return click.option("--bots", default=DEFAULT_BOT, show_default=True, metavar="LIST", help=words)(command)


def json_option(command: F) -> F:
    """Adds --json."""
    return click.option("--json", "as_json", is_flag=True, help="Prints JSON instead of words.")(command)


class Seconds(click.FloatRange):
    """So many seconds, from a tenth to a day: a number that is one."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0.1, 86_400.0)

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> float:
        """The number; neither more nor less than any other passes for one."""
        seconds = super().convert(value, param, context)
        if not math.isfinite(seconds):
            self.fail(f"{value} is no number of seconds", param, context)
        return float(seconds)


class PortNumber(click.IntRange):
    """A UDP port; 0 is any that is free."""

    name = "port"

    def __init__(self) -> None:
        super().__init__(0, 65_535)

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> int:
        """The number."""
        try:
            return int(super().convert(value, param, context))
        except click.BadParameter:
            self.fail(f"{value}: ports are 1 to 65535", param, context)


PORT_NUMBER = PortNumber()


def find_game(name: str) -> Any:
    """The game; a usage error names those there are."""
    if name not in GAMES:
        raise click.UsageError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]


def played_on(path: Path) -> ForkedGame:
    """The game that plays on the match of a record, or of a directory in which a seat has kept it; raises
    `click.ClickException`, which says why there is none.
    """
    try:
        data = record.pack(saved_match.record_of(seat_of(path))) if path.is_dir() else record.FORM.read(path)
        return part(data)
    except (BadSavedMatch, BadRecord, BadFile) as bad:
        raise click.ClickException(f"{path} cannot be played on: {bad}") from None


def seat_of(directory: Path) -> Path:
    """The directory of a seat that was kept: this one, or the only one in it; else a usage error."""
    try:
        return home_of(directory)
    except BadSavedMatch as bad:
        raise click.UsageError(str(bad)) from None


def check_seats(game: Game, seats: int) -> None:
    """A usage error unless the game is for so many seats."""
    if seats not in game.seat_counts:
        few, most = min(game.seat_counts), max(game.seat_counts)
        raise click.UsageError(f"{game.title} is for {few} to {most} seats, not {seats}")


def read_options(game: Game, settings: Sequence[str]) -> dict[str, Value]:
    """The options chosen, by name; a usage error for an unknown name or value."""
    try:
        chosen: dict[str, Value] = game.options.parse(settings)
    except BadOption as wrong:
        raise click.UsageError(str(wrong)) from None
    return chosen


def read_bots(text: str, seats: int) -> list[str]:
    """One bot a seat from a comma list; a shorter list goes round.

    >>> read_bots("random", 3)
    ['random', 'random', 'random']
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) > seats:
        raise click.UsageError(f"{len(names)} bots for {seats} seats")
    for name in names:
        if name not in PLAYERS:
            raise click.UsageError(f"no bot {name!r}; there are: {', '.join(PLAYERS)}")
    return [names[i % len(names)] for i in range(seats)]


def read_factions(text: str, seats: int) -> list[str]:
    """One preferred faction a seat from a comma list, empty where there is none.

    >>> read_factions("cipher,-,leadbound", 4)
    ['cipher', '', 'leadbound', '']
    """
    names = ["" if name.strip() in ANY else name.strip() for name in text.split(",")]
    if len(names) > seats:
        raise click.UsageError(f"{len(names)} factions for {seats} seats")
    for name in names:
        if name and name not in FACTIONS:
            raise click.UsageError(f"no faction {name!r}; there are: {', '.join(FACTIONS)}")
    return names + [""] * (seats - len(names))


def plain_text(text: str) -> str:
    """A text as a record can hold it: in form NFC, bytes that are no text written out, a long one shortened.

    >>> plain_text("e\\u0301") == "\\u00e9", len(plain_text("x" * 20_000)) < 200
    (True, True)
    """
    plain = normalised(text.encode("utf-8", "backslashreplace").decode())
    if len(plain.encode()) <= MAX_STR:
        return plain
    return f"{plain[:64]}... {blake2b(plain.encode(), digest_size=16).hexdigest()}"


def make_player(bot: str, faction: str, seed: str | None, seat: int) -> Player:
    """The player of a seat; without a seed text its choices come from the operating system."""
    player = PLAYERS[bot](secrets.token_hex(16) if seed is None else seed, seat)
    return Preferring(player, faction) if faction else player
