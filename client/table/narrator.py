"""Interface of the animation that shows a step on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Narrator(Protocol):
    """Animation of the events of a step, one after the other."""

    @property
    def busy(self) -> bool:
        """True if events are still waiting."""

    def tell(self, before: Any, after: Any, events: Any, moments: Any, then: Callable[[], object]) -> None:
        """Queue a step after those that are waiting."""

    def skip_one(self) -> None:
        """Skip to the next notable event."""

    def skip_all(self) -> None:
        """Skip to the end of the queue."""
