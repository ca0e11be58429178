"""The bots that may sit on the chairs: those of `core.bots`, by name; and what they are told not to use."""

from __future__ import annotations

from core.bots import PLAYERS
from core.kernel.game import Player


class NoSuchBot(ValueError):
    """A bot that there is not; the message names those there are."""


def check(name: str) -> str:
    """The name of a bot; raises `NoSuchBot`."""
    if name not in PLAYERS:
        raise NoSuchBot(f"no bot {name!r}; there are: {', '.join(PLAYERS)}")
    return name


def player(name: str, seed: str, seat: int) -> Player:
    """A player by the name of its kind."""
    return PLAYERS[check(name)](seed, seat)


class Around:
    """A player that leaves most to another one, its dice too."""

    quick = True

    def __init__(self, player: Player) -> None:
        self.player = player

    def reseed(self, key: bytes) -> None:
        """Its dice fall by this key from now on, if it has any of its own."""
        reseed = getattr(self.player, "reseed", None)
        if reseed is not None:
            reseed(key)
