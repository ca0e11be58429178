"""Balanced random draws that deal a faction or league to each chair equally often."""

from __future__ import annotations

from core.engine.game import Decision, Game, Player, State, shuffled
from core.engine.hidden.secrets import Secrets
from lab.games.registry import entry_of, sides_of
from lab.run.lots import dice
from lab.run.players import WrappingPlayer


def deal_factions(game: str, seed: str, block: int, seats: int) -> tuple[int, ...]:
    """Return the number of the faction or league that each chair receives in a block.

    The result is empty for a game without factions. In as many consecutive blocks as there are factions, each faction
    is dealt to `seats` chairs.

    >>> from collections import Counter
    >>> set(Counter(kind for block in range(6) for kind in deal_factions("bridgefront", "x", block, 4)).values())
    {4}
    """
    kinds = range(len(sides_of(game)))
    if not kinds:
        return ()
    group, place = divmod(block, len(kinds))
    order = shuffled(kinds, dice("lots", game, seed, group))
    return tuple(order[(place + chair) % len(kinds)] for chair in range(seats))


class DealtFactionPlayer(WrappingPlayer):
    """A player that takes a certain faction or league; the wrapped player makes all other decisions."""

    def __init__(self, player: Player, kind: int) -> None:
        super().__init__(player)
        self.kind = kind

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the choice of the faction when it is asked for, otherwise the decision of the wrapped player."""
        sides = entry_of(game.name).sides
        if sides is None:
            return self.player.decide(game, state, seat, secrets)
        return sides.decide(self.player, game, state, seat, secrets, self.kind)
