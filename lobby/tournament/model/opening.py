"""Opening of a tournament: its terms, published by the opener and hashed into everything that follows.

An opening is enc([3, opener, title, kind, rounds, [usual, least, most], game, rules hash, options, minutes, random]).
The tournament's id is the hash of the opening, and every feed begins with that id. Therefore nothing in it can be
changed. It needs no signature, because only the opener's feed, signed under the id, may begin the first round.

An opening of a game with a ruleset has version 4 and ends with the ruleset's text; its game and rules hash are those of
the changed game. So everybody who takes part reads what is changed, and a saved tournament needs nothing else.

Version 3 decides by the rule of `synod`. Files of earlier versions are still checked by their own rules. In version 2,
a majority of any electors could be enough for the first round. In version 1, every member that came was admitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.changed_game import ChangedGame, printed_game, ruleset_of, with_ruleset
from core.engine.codec import BadEncodingError, H, Plain, dec, enc, fields
from core.engine.fork import base_name
from core.engine.game import Game
from core.engine.options import OptionError, Value
from core.engine.result import FREE_FOR_ALL, TEAM
from core.engine.ruleset import RulesetError
from core.engine.text.words import format_count
from lobby.tournament.model.formats import Format, KnockOut, RoundRobin, Sizes, Swiss
from net.match.genesis import MAX_SEATS, is_name, rules_hash

VERSION, SYNOD_VERSION, FIRST_VERSION = 3, 3, 1
RULESET_VERSION = 4
"""Version of the openings that contain a ruleset."""
LENGTH = 1000
"""Maximum number of bytes of an opening, which has to fit into a datagram."""
TEXT_HEADER = 3
"""Bytes that the encoding puts before a text of more than 255 characters, as every ruleset near the limit is."""
KINDS = ("swiss", "round robin", "knock-out")
MOST_ROUNDS = 64
MOST_MINUTES = 24 * 60
MOST_PLAYERS = 256
ID = 32


class BadOpening(ValueError):
    """Error for bytes that are no opening, or for an opening with which this program cannot take part.

    The message is the reason.
    """


class Opening(NamedTuple):
    """Terms of a tournament.

    `opener` is an identity, `options` has values for all options, and `minutes` is the length of a round. Only Swiss
    uses `rounds`; the other kinds end without it.
    """

    opener: bytes
    title: str
    kind: str
    rounds: int
    sizes: tuple[int, int, int]
    game: str
    rules: bytes
    options: tuple[Value, ...]
    minutes: int
    random: bytes
    version: int = VERSION
    ruleset: str = ""
    """Canonical text of the ruleset, if the game has one."""

    @property
    def packed(self) -> bytes:
        """Bytes of the opening, as they are sent and saved."""
        return enc([self.version, *self[:-2], *([self.ruleset] if self.ruleset else [])])

    def game_of(self, games: Mapping[str, Game]) -> Game:
        """Return the game of the tournament, with its ruleset if it has one."""
        return ChangedGame(games[base_name(self.game)], self.ruleset) if self.ruleset else games[self.game]

    def changes(self, games: Mapping[str, Game]) -> list[str]:
        """Return one sentence for each change that the ruleset makes; printed rules have none."""
        game = self.game_of(games) if self.ruleset else None
        return game.differences() if isinstance(game, ChangedGame) else []

    @property
    def needs_welcome(self) -> bool:
        """True if a member must be admitted before it can take part."""
        return self.version > FIRST_VERSION

    @property
    def uses_synod(self) -> bool:
        """True if decisions are made by the rule of `synod`."""
        return self.version >= SYNOD_VERSION

    @property
    def id(self) -> bytes:
        """Id of the tournament, which is the hash of the opening."""
        return H("tether.tourney", [self.packed])

    @property
    def format(self) -> Format:
        """Kind of tournament, which computes the tables of each round."""
        sizes = Sizes(*self.sizes)
        if self.kind == "swiss":
            return Swiss(self.rounds, sizes)
        return RoundRobin(sizes) if self.kind == "round robin" else KnockOut(sizes)

    def describe(self) -> str:
        """Return the terms in one line."""
        usual, least, most = self.sizes
        tables = f"tables of {usual}" if least == most else f"tables of about {usual} ({least} to {most})"
        rounds = f"{format_count(self.rounds, 'round')}, " if self.kind == "swiss" else ""
        return f"{self.kind}, {rounds}{tables}, {format_count(self.minutes, 'minute')} a round"


def make_opening(
    opener: bytes,
    title: str,
    kind: str,
    game: Game,
    options: Mapping[str, Value],
    random: bytes,
    *,
    rounds: int = 3,
    sizes: tuple[int, int, int] = (4, 2, 6),
    minutes: int = 60,
) -> Opening:
    """Return an opening for a game that this program has.

    Raises `BadOpening` if the terms are invalid, and `OptionError` if an option of the game is.
    """
    complete = game.options.complete_values(options)
    ruleset, base = ruleset_of(game), printed_game(game)
    version = RULESET_VERSION if ruleset else VERSION
    made = Opening(
        *(opener, title, kind, rounds, sizes, game.name, rules_hash(game), complete, minutes, random, version, ruleset)
    )
    more = len(made._replace(ruleset="").packed) + TEXT_HEADER + len(ruleset) - LENGTH
    if more > 0:
        raise BadOpening(f"this ruleset is too long for a tournament by {format_count(more, 'character')}")
    return read_opening(made.packed, {base.name: base})


def read_opening(data: bytes, games: Mapping[str, Game], least: int = VERSION) -> Opening:
    """Return the opening in these bytes.

    Raises `BadOpening` if the bytes are malformed, if this program does not have the game with the same rules, or if
    the version is earlier than `least`.
    """
    try:
        said = dec(data, LENGTH)
    except BadEncodingError as bad:
        raise BadOpening(f"not the opening of a tournament: {bad}") from None
    types = [int, bytes, str, str, int, list, str, bytes, list, int, bytes]
    if type(said) is not list or not said or type(said[0]) is not int:
        raise BadOpening("not the opening of a tournament")
    if said[0] > RULESET_VERSION:
        raise BadOpening(f"a tournament of a newer Tether (format {said[0]}); update Tether to take part")
    if [type(part) for part in said] != [*types, *([str] if said[0] == RULESET_VERSION else [])]:
        raise BadOpening("not the opening of a tournament")
    if said[0] < least:
        raise BadOpening("a tournament of another version of this program")
    version, opener, title, kind, rounds, sizes, game, rules, options, minutes, random, *more = said
    if len(opener) != ID or len(rules) != ID or len(random) != ID:
        raise BadOpening("not the opening of a tournament")
    if not is_name(title):
        raise BadOpening("a title has 1-24 letters, digits, punctuation marks, single blanks between")
    if kind not in KINDS:
        raise BadOpening(f"a tournament is one of: {', '.join(KINDS)}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadOpening(f"a tournament has 1 to {MOST_ROUNDS} rounds")
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadOpening(f"a round has 1 to {MOST_MINUTES} minutes")
    found = _changed_game(game, str(more[0]), games) if more else games.get(game)
    if found is None:
        raise BadOpening(f"a tournament of {game[:32]!r}, which is not installed here")
    if why_no_tournaments(found):
        raise BadOpening(why_no_tournaments(found))
    three = _check_sizes(sizes, found)
    try:
        found.options.values_by_name(options)
    except OptionError:
        raise BadOpening("options that the game does not have") from None
    terms = (opener, title, kind, rounds, three, game, rules, tuple(options), minutes, random)
    return Opening(*terms, version, *map(str, more))


def _changed_game(name: str, ruleset: str, games: Mapping[str, Game]) -> Game | None:
    """Return the game of this name with the ruleset, or None if its base is not here; raise `BadOpening`."""
    base = games.get(base_name(name))
    if base is None:
        return None
    try:
        game = with_ruleset(base, ruleset)
    except RulesetError as bad:
        raise BadOpening(f"its ruleset is not valid: {bad}") from None
    if not ruleset or game.name != name:
        raise BadOpening("not the opening of a tournament")
    return game


def min_players(game: Game) -> int:
    """Return the minimum number of players at a tournament's table.

    A table of one seat is not enough, because the players of a tournament compete against each other.
    """
    return max(2, int(min(game.seat_counts)))


def why_no_tournaments(game: Game) -> str:
    """Return the reason why a game has no tournaments, or "" if it has them.

    A tournament needs matches in which each player plays for itself.
    """
    if game.kind == FREE_FOR_ALL and max(game.seat_counts) > 1:
        return ""
    how = "everyone at the table wins or loses together" if game.kind == TEAM else "one player plays alone"
    return f"A tournament ranks players; in {game.title} {how}, so it has no tournaments."


def _check_sizes(sizes: list[Plain], game: Game) -> tuple[int, int, int]:
    try:
        usual, least, most = fields(sizes, int, int, int)
    except BadEncodingError:
        raise BadOpening("not the opening of a tournament") from None
    few, many = min_players(game), min(MAX_SEATS, max(game.seat_counts))
    if not few <= least <= usual <= most <= many:
        raise BadOpening(f"tables of {least} to {most}, usually {usual}; {game.title} is for {few} to {many}")
    return usual, least, most
