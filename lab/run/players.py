"""Bots for the chairs: those of `core.bots`, by name, and the heuristic one with other weights."""

from __future__ import annotations

from collections.abc import Callable, Collection
from inspect import signature

from core.bots.registry import PLAYERS
from core.engine.game import Player
from lab.run import bot_parameters


class NoSuchBot(ValueError):
    """Unknown bot; the message names those there are."""


def check(name: str) -> str:
    """Return the name of a bot; raise `NoSuchBot`."""
    bot, sign, text = name.partition(bot_parameters.SIGN)
    if bot not in PLAYERS or (sign and bot != bot_parameters.WEIGHED):
        raise NoSuchBot(f"no bot {name!r}; there are: {', '.join(PLAYERS)}")
    if sign:
        try:
            bot_parameters.read(text)
        except bot_parameters.BadWeights as wrong:
            raise NoSuchBot(str(wrong)) from None
    return name


def player(name: str, seed: str, seat: int, banned: Collection[int] = ()) -> Player:
    """Return a player by the name of its kind.

    One that can do without cards receives the banned ones; `lab.run.card_bans` handles the others.
    """
    bot, sign, text = name.partition(bot_parameters.SIGN)
    if sign:
        return bot_parameters.weighed(text, seed, seat, banned)
    maker: Callable[..., Player] = PLAYERS[bot]
    return maker(seed, seat, banned) if banned and "banned" in signature(maker).parameters else maker(seed, seat)


class WrappingPlayer:
    """Player that leaves most decisions to another one, its dice too."""

    quick = True

    def __init__(self, player: Player) -> None:
        self.player = player

    def reseed(self, key: bytes) -> None:
        """Seed its dice with this key, if it has any of its own."""
        reseed = getattr(self.player, "reseed", None)
        if reseed is not None:
            reseed(key)
