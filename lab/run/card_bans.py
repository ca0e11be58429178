"""Random bans of cards, by which the strength of cards is measured.

A player neither plays a banned card nor takes it if there is another choice. If all players win or lose together, the
whole team has the same bans. Otherwise one player would lack a card that its partner expects, and the result would
measure their cooperation instead of the card.
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

MAX_ATTEMPTS = 12
"""Maximum number of attempts to get a permitted decision from a player that chooses at random."""


def banned_cards(arm: Arm, seed: str, block: int, rotation: int, chair: int) -> frozenset[str]:
    """Return the names of the cards that a chair may not use in a match.

    Each card is banned with a probability of `arm.bans` percent, independently of all other cards.
    """
    whose = () if arm.together else (chair,)
    lot = dice("bans", arm.game, seed, block, rotation, *whose)
    return frozenset(card.name for card in cards_of(arm.game) if lot.uniform(100) < arm.bans)


def card_numbers(game: str, names: Collection[str]) -> frozenset[int]:
    """Return the catalogue numbers of the cards with these names."""
    return frozenset(card.number for card in cards_of(game) if card.name in names)


class CardBanPlayer(WrappingPlayer):
    """A player that never uses certain cards, even if the player it wraps decides at random."""

    def __init__(self, player: Player, game: str, seat: int, without: Collection[int]) -> None:
        super().__init__(player)
        self._deck = deck_of(game)
        self._without = frozenset(without)
        self._able = HeuristicBot("", seat, without)

    def reseed(self, key: bytes) -> None:
        """Seed the dice of both players with this key."""
        super().reseed(key)
        self._able.reseed(key)

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the first decision of the wrapped player that uses no banned card.

        After `MAX_ATTEMPTS` attempts the heuristic bot decides instead.
        """
        for _ in range(MAX_ATTEMPTS):
            decision = self.player.decide(game, state, seat, secrets)
            decision = self._deck.instead(state, seat, decision, self._without)
            if self._without.isdisjoint(self._deck.uses(state, seat, secrets, decision)):
                return decision
        decision = self._able.decide(game, state, seat, secrets)
        return self._deck.instead(state, seat, decision, self._without)
