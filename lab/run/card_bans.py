"""Cards that a chair may not use, drawn by lot: the measurement behind card strengths.

A player that may not use a card neither plays it nor takes it where another one can be had. Where all win or lose as
one the lot is the team's. Otherwise a player that kept back a partner's card would measure the agreement of bots, not
the card.
"""

from __future__ import annotations

from collections.abc import Collection

from core.bots.heuristic import HeuristicBot
from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from lab.games.cards import cards_of, deck_of
from lab.run.design import Arm
from lab.run.lots import dice
from lab.run.players import WrappingPlayer

TRIES = 12
"""Times that a random player is asked again before rules of thumb decide for it."""


def banned(arm: Arm, seed: str, block: int, rotation: int, chair: int) -> frozenset[str]:
    """Return the cards that a chair may not use in a match: each with the arm's chance in a hundred.

    So the worth of all cards together can be separated from luck, too.
    """
    whose = () if arm.together else (chair,)
    lot = dice("bans", arm.game, seed, block, rotation, *whose)
    return frozenset(card.name for card in cards_of(arm.game) if lot.uniform(100) < arm.bans)


def numbers(game: str, names: Collection[str]) -> frozenset[int]:
    """Return the numbers of these cards in the game's catalogue."""
    return frozenset(card.number for card in cards_of(game) if card.name in names)


class CardBanPlayer(WrappingPlayer):
    """Player that does not use some cards of a game, even if it decides at random."""

    def __init__(self, player: Player, game: str, seat: int, without: Collection[int]) -> None:
        super().__init__(player)
        self._deck = deck_of(game)
        self._without = frozenset(without)
        self._able = HeuristicBot("", seat, without)

    def reseed(self, key: bytes) -> None:
        """Seed its dice, and those of the player that decides for it, with this key."""
        super().reseed(key)
        self._able.reseed(key)

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the player's first decision that uses none of these cards."""
        for _ in range(TRIES):
            decision = self.player.decide(game, state, seat, secrets)
            decision = self._deck.instead(state, seat, decision, self._without)
            if self._without.isdisjoint(self._deck.uses(state, seat, secrets, decision)):
                return decision
        decision = self._able.decide(game, state, seat, secrets)
        return self._deck.instead(state, seat, decision, self._without)
