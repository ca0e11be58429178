"""The best games that one seat has played alone, by verified records, for display.

A record of one seat shows that the rules were kept, and nothing of its luck: whoever plays alone makes all the chance
there is, and could begin again until it is good. So these games count nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.games import GAMES
from core.kernel.result import SOLO, kind_of
from lobby.teams import EARLY, Uncounted
from net.ending import AGREED
from net.record import BadRecord, MatchRecord
from net.verify import Replay, record_genesis

COLUMNS = ("Lead", "Result", "Score", "Game", "Played with", "Player")
MOST = 20
"""So many are shown."""


class Game(NamedTuple):
    """A game that was played alone to its end: its match, the game, the options that are not as usual in words, who
    played, whether it was won, and the scores, the own one first.
    """

    match: bytes
    game: str
    options: tuple[str, ...]
    name: str
    won: bool
    scores: tuple[tuple[str, int], ...]

    @property
    def lead(self) -> int:
        """By how much the own score was ahead of the other one, if there is one."""
        own, *others = [value for _, value in self.scores]
        return own - (others[0] if others else 0)


def verified(kept: MatchRecord) -> Game:
    """What a record says of a game alone; raises `BadRecord` and `Uncounted`."""
    if kept.origin:
        raise Uncounted("a match that plays on another one, whose result it does not replace")
    genesis = record_genesis(kept)
    game = GAMES.get(genesis.terms.game)
    if game is None:
        raise BadRecord(f"a match of {genesis.terms.game!r}, which this program does not know")
    if kind_of(game, genesis.seats) != SOLO:
        raise Uncounted("a match of more than one seat")
    replay = Replay(kept, game)
    for _ in replay.steps():
        pass
    report = replay.report()
    if report.test:
        raise Uncounted("a test match, all of whose secrets follow from its seed")
    if not report.complete:
        raise Uncounted("a match that has not come to its end")
    if report.ended == AGREED:
        raise Uncounted(EARLY)
    (place,) = report.standing
    named = game.options.named(genesis.terms.options)
    table = game.options.table
    options = [f"{name.replace('_', ' ')} {table[name].word(value)}" for name, value in named.items()
               if value != table[name].default]  # fmt: skip
    scores = tuple((name, int(value)) for name, value in place.score)
    return Game(genesis.match, game.name, tuple(options), genesis.names[0], place.rank == 1, scores)


def best(games: Iterable[Game]) -> list[Game]:
    """The best ones of each game and its options, each match once: by the lead, then by the own score."""
    found = {game.match: game for game in games}.values()
    order = sorted(found, key=lambda game: (game.game, game.options, -game.lead, -game.scores[0][1], game.match))
    return order[:MOST]


def row(game: Game) -> tuple[str, ...]:
    """A line of the table."""
    scores = " : ".join(str(value) for _, value in game.scores)
    options = ", ".join(game.options) or "the usual options"
    return f"{game.lead:+}", "won" if game.won else "lost", scores, GAMES[game.game].title, options, game.name


def data(game: Game) -> dict[str, object]:
    """The same for programs (docs/json.md)."""
    return {
        "game": game.game, "options": list(game.options), "name": game.name, "won": game.won, "lead": game.lead,
        "score": dict(game.scores), "match": game.match.hex(),
    }  # fmt: skip
