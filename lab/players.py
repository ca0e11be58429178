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
