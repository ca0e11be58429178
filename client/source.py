"""Where a match screen hears of its match and whom it tells its decisions: a seat at a table, wherever that table is.

What it hears is *told* by the shape of the records, not by their class: whatever has a `report` is something that
happened, whatever has a `record` is the end of the match, anything else is a refusal in `words`.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from core.kernel.game import Decision
from core.kernel.secrets import Secrets
from net.reports import Owed, Report


class Heard(NamedTuple):
    """What happened, with the table as it is just after: `state` and `own` belong to the receiver alone."""

    report: Report
    state: Any
    own: Secrets | None
    owed: tuple[Owed, ...]
    digest: bytes


class Refusal(NamedTuple):
    """An intent that came too late or that the rules refuse."""

    words: str


class Over(NamedTuple):
    """The match is over or was left; `error` is "" or the reason."""

    record: Any
    error: str


class Source(Protocol):
    """The own seat's line to the table."""

    def drain(self) -> list[Any]:
        """Everything heard since the last call, in order."""

    def decide(self, decision: Decision, own: Secrets) -> None:
        """The player's decision, made with the copy `own` of the secrets that came with the question."""

    def take_back(self) -> None:
        """Withdraws a decision that still waits for others."""

    def chat(self, text: str) -> None:
        """Says something to the table."""

    def close(self) -> None:
        """Leaves the table."""
