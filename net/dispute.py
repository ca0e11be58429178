"""Two states where there should be one: which part differs, and who goes with whom (PROTOCOL 4.5).

Nobody seals any more. Peers tell each other one sub-digest for each top-level field; the first that differs is named.
Who is wrong is not guessed: running the log again tells.
"""

from __future__ import annotations

from typing import Any

from net.reports import Verdict
from net.table import Table
from net.wire import Fields

PATIENCE = 3.0
"""So many seconds a differing seat has to tell its fields."""

ANSWERS = 10
SHORT = 8
MOST = 100
"""So many sub-digests fit into one message."""


class Dispute:
    """A differing digest in the current step of a table."""

    def __init__(self, table: Table, seat: int, words: str, now: float) -> None:
        self.table = table
        self.seat = seat
        self.words = words
        self.since = now
        self.part = ""

    def hear(self, seat: int, told: Fields) -> None:
        """Takes in the fields that a seat (0 if unknown) tells."""
        if seat in (0, self.seat):
            self.part = self.part or first_difference(self.table, told)

    def ripe(self, now: float) -> bool:
        """Whether there is nothing more to wait for."""
        return bool(self.part) or now - self.since >= PATIENCE

    def verdict(self, shown: dict[int, bytes]) -> Verdict:
        """Who holds which state; `shown` are further digests that seats have shown."""
        table, step = self.table, self.table.step
        digests = {self.seat: b"", **step.shown, **shown, table.own: step.digest}
        sides: dict[bytes, list[int]] = {}
        for seat, digest in sorted(digests.items()):
            sides.setdefault(digest, []).append(seat)
        part = f"; the first part that differs is {self.part}" if self.part else "; it has not told its state"
        listed = tuple(tuple(side) for side in sorted(sides.values()))
        return Verdict(0, step.t, "digest", self.words + part, listed, self.part)


def own_fields(table: Table) -> Fields:
    """The own state in sub-digests."""
    short = tuple(digest[:SHORT] for digest in table.state.sub_digests()[:MOST])
    return Fields(table.match, table.step.t, short)


def first_difference(table: Table, told: Fields) -> str:
    """The name of the first top-level field in which the teller's state differs, or the empty text."""
    own = own_fields(table)
    if (told.match, told.t) != (own.match, own.t):
        return ""
    names: tuple[Any, ...] = type(table.state).field_names
    for name, mine, theirs in zip(names, own.digests, told.digests):
        if mine != theirs:
            return str(name)
    return "" if len(own.digests) == len(told.digests) else "its shape"
