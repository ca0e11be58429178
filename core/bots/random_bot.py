"""A bot without a plan: any legal decision, drawn from its own seed."""

from __future__ import annotations

from core.engine.codec import H
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets

_MASK = 2**64 - 1


class Dice:
    """Quick reproducible arbitrary choices (a 64-bit linear congruential generator): no secret, no proof."""

    __slots__ = ("_state",)

    def __init__(self, seed: bytes) -> None:
        self._state = int.from_bytes(seed[:8], "little")

    @property
    def place(self) -> int:
        """Where they stand: another number once they were thrown."""
        return self._state

    def uniform(self, n: int) -> int:
        """A whole number 0..n-1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & _MASK
        return (self._state >> 33) * n >> 31


class RandomBot:
    """Draws every decision among the legal ones; `seed` is any text."""

    name = "random"
    quick = True
    """It decides in a millisecond or so: nothing needs to go on meanwhile."""

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))

    def reseed(self, key: bytes) -> None:
        """The dice fall by this key from now on."""
        self.dice = Dice(key)

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """A legal decision, without regard to its merit."""
        return game.sample(state, seat, secrets, self.dice)
