"""The interface of the animation that shows a step on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from client.session.source import TableState
from client.table.animation.moment import Moment
from core.engine.game import Event, Game


class Narrator(Protocol):
    """An animation that shows the events of a step one after the other."""

    on_sound: Callable[[Event], object] | None
    moment: Moment | None

    @property
    def is_busy(self) -> bool:
        """True if there are still events to show."""

    def queue_step(
        self,
        before: TableState,
        after: TableState,
        events: Sequence[Event],
        moments: Sequence[TableState],
        then: Callable[[], object],
        ahead: int = 0,
    ) -> None:
        """Queue a step behind the steps that are already queued.

        The first `ahead` events of the step were shown before.
        """

    def show(self, state: TableState) -> None:
        """Draw the table again."""

    def skip_one(self) -> None:
        """Skip to the next notable event."""

    def skip_all(self) -> None:
        """Skip to the end of the queue."""

    def stop(self) -> None:
        """Stop the animation where it is, and drop the queue."""


class PickNarrator(Narrator, Protocol):
    """An animation for a table whose board is made of places."""

    ended: str
    """The sentence that describes the result of the match."""

    @property
    def game(self) -> Game:
        """The game object of the engine."""

    @property
    def ends(self) -> type:
        """The type of the event that ends the match."""
