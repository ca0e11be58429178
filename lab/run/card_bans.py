"""Randomly drawn cards that a chair may not use: the basis for measuring the strengths of cards.

A banned player neither plays such a card nor takes it if another one is available. In games in which all players win or
lose together, the whole team shares one set of banned cards. Otherwise a player that withholds a partner's card would
measure how well the bots agree, not how strong the card is.
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
"""Number of times that a random player is asked again before simple rules decide for it."""


def banned(arm: Arm, seed: str, block: int, rotation: int, chair: int) -> frozenset[str]:
    """Return the cards that a chair may not use in a match.

    Each card is banned with the probability that the arm states in hundredths. The draws are independent, so the value
    of all cards together can also be separated from luck.
    """
    whose = () if arm.together else (chair,)
    lot = dice("bans", arm.game, seed, block, rotation, *whose)
    return frozenset(card.name for card in cards_of(arm.game) if lot.uniform(100) < arm.bans)


def numbers(game: str, names: Collection[str]) -> frozenset[int]:
    """Return the numbers of the cards with these names in the game's catalogue."""
    return frozenset(card.number for card in cards_of(game) if card.name in names)


class CardBanPlayer(WrappingPlayer):
    """Player that does not use some cards of a game, even if it decides at random."""

    def __init__(self, player: Player, game: str, seat: int, without: Collection[int]) -> None:
        super().__init__(player)
        self._deck = deck_of(game)
        self._without = frozenset(without)
        self._able = HeuristicBot("", seat, without)

    def reseed(self, key: bytes) -> None:
        """Seed this player's dice, and those of the player that decides for it, with this key."""
        super().reseed(key)
        self._able.reseed(key)

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the first decision of the wrapped player that uses none of the banned cards."""
        for _ in range(TRIES):
            decision = self.player.decide(game, state, seat, secrets)
            decision = self._deck.instead(state, seat, decision, self._without)
            if self._without.isdisjoint(self._deck.uses(state, seat, secrets, decision)):
                return decision
        decision = self._able.decide(game, state, seat, secrets)
        return self._deck.instead(state, seat, decision, self._without)
