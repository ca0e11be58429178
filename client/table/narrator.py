"""Interface of the animation that shows a step on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from client.session.source import TableState
from core.engine.game import Event, Game


class Narrator(Protocol):
    """Animation of the events of a step, one after the other."""

    on_sound: Callable[[Event], object] | None

    @property
    def busy(self) -> bool:
        """True if events are still waiting."""

    def tell(
        self,
        before: TableState,
        after: TableState,
        events: Sequence[Event],
        moments: Sequence[TableState],
        then: Callable[[], object],
        ahead: int = 0,
    ) -> None:
        """Queue a step after those that are waiting; its first `ahead` events were shown before."""

    def show(self, state: TableState) -> None:
        """Draw the table again."""

    def skip_one(self) -> None:
        """Skip to the next notable event."""

    def skip_all(self) -> None:
        """Skip to the end of the queue."""

    def stop(self) -> None:
        """Drop the queue at the present point."""


class PickNarrator(Narrator, Protocol):
    """Animation at a table whose board is made of places."""

    ended: str
    """Sentence that describes the result of the match."""

    @property
    def game(self) -> Game:
        """Game object of the engine."""

    @property
    def ends(self) -> type:
        """Event that ends the match."""
