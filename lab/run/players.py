"""Players for the chairs of an arm: bots by name, and heuristic bots with custom weights."""

from __future__ import annotations

from collections.abc import Callable, Collection
from inspect import signature

from core.bots.registry import PLAYERS
from core.engine.game import Player
from lab.run import bot_parameters


class NoSuchBot(ValueError):
    """Raised for an unknown bot; the message lists the bots that exist."""


def check(name: str) -> str:
    """Return the name of a bot unchanged; raise `NoSuchBot` if there is no such bot."""
    bot, sign, text = name.partition(bot_parameters.WEIGHTS_SEPARATOR)
    if bot not in PLAYERS or (sign and bot != bot_parameters.WEIGHTED_BOT):
        raise NoSuchBot(f"no bot {name!r}; there are: {', '.join(PLAYERS)}")
    if sign:
        try:
            bot_parameters.read_weights(text)
        except bot_parameters.BadWeights as wrong:
            raise NoSuchBot(str(wrong)) from None
    return name


def player(name: str, seed: str, seat: int, banned: Collection[int] = ()) -> Player:
    """Return a new player for the bot with this name.

    `banned` is ignored by bots that do not support bans; `lab.run.card_bans` enforces them.
    """
    bot, sign, text = name.partition(bot_parameters.WEIGHTS_SEPARATOR)
    if sign:
        return bot_parameters.weighted_bot(text, seed, seat, banned)
    maker: Callable[..., Player] = PLAYERS[bot]
    return maker(seed, seat, banned) if banned and "banned" in signature(maker).parameters else maker(seed, seat)


class WrappingPlayer:
    """A player that leaves most decisions to the player that it wraps."""

    quick = True

    def __init__(self, player: Player) -> None:
        self.player = player

    def reseed(self, key: bytes) -> None:
        """Seed the dice of the wrapped player with this key, if it has dice."""
        reseed = getattr(self.player, "reseed", None)
        if reseed is not None:
            reseed(key)
