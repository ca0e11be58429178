"""Which faction or league each chair plays: by a lot in which each comes up equally often."""

from __future__ import annotations

from typing import Any

from core.engine.game import Decision, Game, Player, shuffled
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.decisions import FactionRanking
from core.games.bridgefront.factions import CODES as FACTIONS
from core.games.outposts.board import LEAGUES
from core.games.outposts.decisions import Choose
from lab.run.lots import dice
from lab.run.players import Around

KINDS: dict[str, tuple[str, ...]] = {
    "bridgefront": tuple(FACTIONS),
    "outposts": tuple(league.code for league in LEAGUES),
}
"""What the chairs of a game may play, by number; a game that is not named has nothing of the kind, or only names, as
Midnight's nations are.
"""


def dealt(game: str, seed: str, block: int, seats: int) -> tuple[int, ...]:
    """What each chair of a block plays, by number; () in a game without. In as many blocks as there are kinds, counted
    from the first, each kind is dealt to `seats` chairs.

    >>> from collections import Counter
    >>> set(Counter(kind for block in range(6) for kind in dealt("bridgefront", "x", block, 4)).values())
    {4}
    """
    kinds = range(len(KINDS.get(game, ())))
    if not kinds:
        return ()
    group, place = divmod(block, len(kinds))
    order = shuffled(kinds, dice("lots", game, seed, group))
    return tuple(order[(place + chair) % len(kinds)] for chair in range(seats))


class Dealt(Around):
    """A player to whom a faction or league was dealt; all else is decided by another player."""

    def __init__(self, player: Player, kind: int) -> None:
        super().__init__(player)
        self.kind = kind

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """What was dealt, where that is asked for."""
        if game.asks(state)[seat].kind == "league":
            return Choose(self.kind)
        decision = self.player.decide(game, state, seat, secrets)
        if isinstance(decision, FactionRanking):
            return FactionRanking((self.kind, *(other for other in decision.ranking if other != self.kind)))
        return decision
