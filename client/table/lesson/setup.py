"""A prepared match: opponents with a part to play, and the source that a lesson's screen hears."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from client.table.local_source import LocalSource
from core.engine.game import Decision, Player
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import Table


class Actor(ABC):
    """An opponent who plays a part, and beyond it as well as a bot can."""

    name = "tutorial"
    quick = True

    def __init__(self, bot: Player) -> None:
        self.bot = bot

    @abstractmethod
    def part(self, game: Any, state: Any, seat: int, secrets: Secrets) -> Decision | None:
        """What the part says, None where the bot decides."""

    def decide(self, game: Any, state: Any, seat: int, secrets: Secrets) -> Decision:
        """The part, or what the bot would do."""
        decision = self.part(game, state, seat, secrets)
        return decision if decision is not None else self.bot.decide(game, state, seat, secrets)


def lesson_source(game: Any, table: Table[Any], own: int, names: Mapping[int, str], name: str = "") -> LocalSource:
    """The prepared match from where it stands; the own seat is called `name`, if that is not ""."""
    others = {seat: player for seat, player in table.players.items() if seat != own}
    return LocalSource(game, others, own, names={**names, own: name or names[own]}, table=table)
