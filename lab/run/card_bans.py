"""Cards that a chair may not use, drawn by lot: what a strength is measured with.

Whoever may not use a card neither plays it nor takes it where another one can be had. Where all win or lose as one the
lot is the team's: whoever held back a card that a partner uses would measure how well bots agree, not the card.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from core.bots.heuristic import HeuristicBot
from core.engine.game import Decision, Game, Player
from core.engine.hidden.secrets import Secrets
from lab.games.cards import cards_of, deck_of
from lab.run.design import Arm
from lab.run.lots import dice
from lab.run.players import Around

TRIES = 12
"""So often a player that decides at random is asked again before rules of thumb decide for it."""


def banned(arm: Arm, seed: str, block: int, rotation: int, chair: int) -> frozenset[str]:
    """The cards that a chair may not use in a match: each of them with the arm's chance in a hundred, so that also what
    all cards are worth together can be told from luck.
    """
    whose = () if arm.together else (chair,)
    lot = dice("bans", arm.game, seed, block, rotation, *whose)
    return frozenset(card.name for card in cards_of(arm.game) if lot.uniform(100) < arm.bans)


def numbers(game: str, names: Collection[str]) -> frozenset[int]:
    """Cards by their numbers in the game's catalogue."""
    return frozenset(card.number for card in cards_of(game) if card.name in names)


class Without(Around):
    """A player that does not use some cards of a game, whatever it decides at random."""

    def __init__(self, player: Player, game: str, seat: int, without: Collection[int]) -> None:
        super().__init__(player)
        self._deck = deck_of(game)
        self._without = frozenset(without)
        self._able = HeuristicBot("", seat, without)

    def reseed(self, key: bytes) -> None:
        """Its dice and those of the one that decides for it fall by this key from now on."""
        super().reseed(key)
        self._able.reseed(key)

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """The player's first decision that uses none of these cards."""
        for _ in range(TRIES):
            decision = self.player.decide(game, state, seat, secrets)
            decision = self._deck.instead(state, seat, decision, self._without)
            if self._without.isdisjoint(self._deck.uses(state, seat, secrets, decision)):
                return decision
        decision = self._able.decide(game, state, seat, secrets)
        return self._deck.instead(state, seat, decision, self._without)
