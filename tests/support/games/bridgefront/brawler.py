"""A player that looks for conflict, since random players rarely meet and most rules are about meetings."""

from __future__ import annotations

from typing import Any

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.decisions import Action, Bid, Walk
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.phases.market import BID
from core.games.bridgefront.phases.setup import BRIDGES
from core.games.bridgefront.state import Bridgefront

TRIES = 7


class Brawler:
    """A player that picks the most eventful of a few random decisions.

    Moves towards others, moves of many units, and cards come first.
    """

    name = "brawler"

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))

    def decide(self, game: Any, state: Bridgefront, seat: int, secrets: Secrets) -> Any:
        """Return a legal decision."""
        question, _ = game.pending_question(state, seat)
        if question is BRIDGES and self.dice.uniform(3):
            return game.default_decision(state, seat, secrets)
        if question is BID and state.gold[seat] > 1 and self.dice.uniform(4):
            return Bid("buy", 1 + self.dice.uniform(state.gold[seat] // 2))
        if question is not ACTION:
            return game.sample(state, seat, secrets, self.dice)
        tries = [game.sample(state, seat, secrets, self.dice) for _ in range(TRIES)]
        return max(tries, key=lambda action: self.boldness(state, seat, action))

    def boldness(self, state: Bridgefront, seat: int, action: Action) -> int:
        """Return a score for how eventful the decision is."""
        bold = {"card": 12, "march": 4, "build": 6, "reinforce": 5, "done": -40}[action.kind] + self.dice.uniform(9)
        if action.kind == "build":
            a, b = state.grid.edges[action.locked[0][0]]
            return bold + 9 - 2 * min(self._to_prey(state, seat, a), self._to_prey(state, seat, b))
        for value in action.locked:
            if isinstance(value, Walk):
                end = value.path[-1]
                nearer = self._to_prey(state, seat, value.start) - self._to_prey(state, seat, end)
                meets = 14 if state.enemies_at(end, seat) else 0
                bold += 7 * nearer + meets + min(value.forces + 2 * len(value.champions), 8)
        return bold + 6 * len(action.powers)

    def _to_prey(self, state: Bridgefront, seat: int, hex_: int) -> int:
        """Return the distance from the hex to the Center, an enemy's Capital or an enemy."""
        row = state.grid.distance[hex_]
        others = [other for other in state.seats if other != seat]
        return min(
            row[h] for other in others for h in (state.grid.center, *state.occupied_hexes(other), state.capital[other])
        )
