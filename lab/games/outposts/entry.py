"""Entry of Outposts in the registry of the lab."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value
from core.games.outposts.board import LEAGUES, TERRITORY_TABLE
from core.games.outposts.decisions import Choose
from lab.games.entry import Heat, LabEntry, Sides, Spot
from lab.games.outposts.cards import DECK
from lab.games.outposts.counts import OutpostsCount


def spots(seats: int, options: Mapping[str, Value]) -> list[Spot]:
    """Return the nine Territories as places in a chart, three in a row."""
    return [
        Spot(number + 1, number % 3, number // 3, territory.name) for number, territory in enumerate(TERRITORY_TABLE)
    ]


def take_league(player: Player, game: Game, state: State, seat: int, secrets: Secrets, side: int) -> Decision:
    """Return a decision that chooses the league `side`; other decisions are those of `player`."""
    if game.pending_asks(state)[seat].kind == "league":
        return Choose(side)
    return player.decide(game, state, seat, secrets)


ENTRY = LabEntry(
    count=OutpostsCount,
    deck=DECK,
    sides=Sides(tuple(league.code for league in LEAGUES), take_league),
    heat=Heat("Outposts built by Territory", False, spots),
    alone=frozenset({"warden", "level"}),
    together=frozenset({"brisk"}),
)
