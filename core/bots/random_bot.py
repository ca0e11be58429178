"""A bot that chooses among the legal decisions at random, from its own seed."""

from __future__ import annotations

from core.engine.codec import H
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets

_MASK_64_BITS = 2**64 - 1


class Dice:
    """Fast reproducible random numbers, for uses that need neither secrecy nor proof.

    The generator is a 64-bit linear congruential one.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: bytes) -> None:
        self._state = int.from_bytes(seed[:8], "little")

    @property
    def place(self) -> int:
        """State of the generator, which changes with every draw."""
        return self._state

    def uniform(self, n: int) -> int:
        """Return a random whole number 0..n-1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & _MASK_64_BITS
        return (self._state >> 33) * n >> 31


class RandomBot:
    """A bot that draws every decision at random from the legal ones; `seed` is any text."""

    name = "random"
    quick = True
    """True if the bot decides in about a millisecond, so that it needs no separate thread."""

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))

    def reseed(self, key: bytes) -> None:
        """Restart the dice from `key`."""
        self.dice = Dice(key)

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a random legal decision."""
        return game.sample(state, seat, secrets, self.dice)
