"""Prepared match of a lesson: scripted opponents, and the source of the lesson's screen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TypeVar

from client.session.source import TableState
from client.table.match.local_source import LocalSource
from core.engine.game import Decision, Game, GameOf, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch

S = TypeVar("S", bound=State)


class Actor(ABC):
    """Opponent with a script; after the script, a bot plays as well as it can."""

    name = "tutorial"
    quick = True

    def __init__(self, bot: Player) -> None:
        self.bot = bot

    @abstractmethod
    def scripted_decision(self, state: TableState, seat: int, secrets: Secrets) -> Decision | None:
        """Return the scripted decision, or None if the bot decides."""

    def decide(self, game: Game, state: TableState, seat: int, secrets: Secrets) -> Decision:
        """Return the scripted decision, or the bot's decision if there is none."""
        decision = self.scripted_decision(state, seat, secrets)
        return decision if decision is not None else self.bot.decide(game, state, seat, secrets)


def lesson_source(
    game: GameOf[S], table: LocalMatch[S], own: int, names: Mapping[int, str], name: str = ""
) -> LocalSource:
    """Return a source that plays the prepared match from its current state.

    Our seat has the name `name`, unless that is "".
    """
    others = {seat: player for seat, player in table.players.items() if seat != own}
    return LocalSource(game, others, own, names={**names, own: name or names[own]}, table=table)
