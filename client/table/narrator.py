"""Who tells on the table what happens in a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Telling(Protocol):
    """Who tells the events of a step one after the other."""

    @property
    def busy(self) -> bool:
        """Whether something is still to be told."""

    def tell(self, before: Any, after: Any, events: Any, moments: Any, then: Callable[[], object]) -> None:
        """Tells a step after those that are waiting."""

    def skip_one(self) -> None:
        """On to the next thing worth a look."""

    def skip_all(self) -> None:
        """To the end of everything that is waiting."""
