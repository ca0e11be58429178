"""Players for the chairs of an arm: bots by name, and heuristic bots with custom weights."""

from __future__ import annotations

from collections.abc import Callable, Collection
from inspect import signature
from itertools import islice

from core.bots.levels import PASSES
from core.bots.registry import PLAYERS as GAME_PLAYERS
from core.bots.registry import BotFactory
from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from lab.run import bot_parameters


class ClickerBot:
    """A player that clicks through a match: it gives the first answer that the game lists.

    A game in which it does well asks for no skill. `seed` is ignored.
    """

    name = "clicker"
    quick = True

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.seat = seat

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the first legal answer, or the answer after a timeout if the game lists none."""
        first = next(iter(game.options_of(state, seat, secrets)), None)
        return first if first is not None else game.default_decision(state, seat, secrets)


class EagerBot(ClickerBot):
    """A player that clicks through a match and never says no: it gives the first answer that does something."""

    name = "eager"

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the first of the listed answers that is neither empty, nor no, nor a pass."""
        for decision in islice(game.options_of(state, seat, secrets), MAX_CLICKS):
            if answer_text(decision) not in REFUSALS:
                return decision
        return super().decide(game, state, seat, secrets)


MAX_CLICKS = 50
"""Maximum number of listed answers that an eager bot looks at."""
REFUSALS = PASSES | {"no", "nothing"}
"""Answers that an eager bot avoids."""


def answer_text(decision: Decision) -> str:
    """Return the kind of an answer in a word: its kind, yes or no, its only number, or whether it is empty.

    >>> answer_text(("build", 3)), answer_text((True, ())), answer_text(((), 0)), answer_text(((4, 5), 0))
    ('build', 'yes', 'nothing', 'something')
    >>> answer_text((2,)), answer_text((2048,))
    ('number 2', 'something')
    """
    first = decision[0] if decision else 0
    if isinstance(first, str):
        return first
    if isinstance(first, bool):
        return "yes" if first else "no"
    if isinstance(first, int) and len(decision) == 1 and 0 <= first < MAX_NAMED_NUMBER:
        return f"number {first}"
    return "something" if any(decision) else "nothing"


MAX_NAMED_NUMBER = 10
"""Exclusive upper bound of the numbers that are told apart where an answer is one number."""
PLAYERS: dict[str, BotFactory] = {**GAME_PLAYERS, ClickerBot.name: ClickerBot, EagerBot.name: EagerBot}
"""All bots of the lab by name."""


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
