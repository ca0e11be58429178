"""Disputes over two states that differ: the differing part, and the seats on each side (PROTOCOL 4.5).

During a dispute no seat seals. The peers send each other one sub-digest for each top-level field, and then their whole
states. The first part that differs is named. No culprit is guessed, as a replay of the log shows who is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.engine.codec import BadBytes
from net.match.events import Verdict
from net.match.genesis import SignedCard
from net.match.state_machine import StateMachine
from net.proofs import desync
from net.proofs.desync import StateSide
from net.records.fork import origin_of
from net.replication.feeds import Feeds
from net.replication.messages import PART, Fields, StatePart

PATIENCE = 3.0
"""Seconds that a seat with a differing state has to send that state."""

ANSWERS = 10


class Dispute:
    """Dispute about the state before the current step, in which a seat has another digest than ours."""

    def __init__(self, table: StateMachine, seat: int, words: str, now: float) -> None:
        self.table = table
        self.seat = seat
        self.words = words
        self.since = now
        self.part = ""
        self.agrees = False
        """True once the other seat has reported the same state as ours, so that the dispute is resolved."""
        self.own = desync.side_of(table.state)
        self.other = StateSide()
        self._parts: dict[int, bytes] = {}

    def hear(self, seat: int, told: Fields) -> None:
        """Process the fields that a seat has sent; the seat is 0 if it is unknown."""
        self.agrees = self.agrees or (seat == self.seat and told == own_fields(self.table))
        if seat in (0, self.seat):
            self.part = self.part or first_difference(self.table, told)
            self.other = self.other._replace(fields=self.other.fields or told.digests[: desync.MOST])

    def hear_state(self, seat: int, told: StatePart) -> None:
        """Process a part of the state that a seat has sent."""
        mine = (self.table.match, self.table.step.t)
        if seat not in (0, self.seat) or (told.match, told.t) != mine or self.other.state is not None:
            return
        self._parts[told.k] = told.data[:PART]
        if len(self._parts) < told.parts:
            return
        try:
            runs, state = desync.read_side(b"".join(self._parts[k] for k in sorted(self._parts)))
        except BadBytes:
            self._parts.clear()
            return
        self.other = self.other._replace(runs=runs, state=state)

    def state_parts(self) -> Iterator[StatePart]:
        """Yield the parts of our state, to be sent."""
        told = self.own.told() if self.own.state is not None else b""
        count = -(-len(told) // PART)
        for k in range(count):
            yield StatePart(self.table.match, self.table.step.t, k, count, told[k * PART : (k + 1) * PART])

    def ripe(self, now: float) -> bool:
        """Return True if the dispute has nothing more to wait for."""
        return (bool(self.part) and self.other.state is not None) or now - self.since >= PATIENCE

    def report(self, cards: Sequence[SignedCard], feeds: Feeds) -> bytes:
        """Return the desync report, as the bytes of its file."""
        table = self.table
        log = (feeds.of(seat)[: table.readings[seat].entries] for seat in table.seats)
        stored = tuple(tuple(entry.stored for entry in feed) for feed in log)
        made = desync.DesyncReport(table.own, self.seat, table.step.t, tuple(cards), stored, self.own, self.other)
        made = made._replace(origin=origin_of(table.game))
        return made.pack()

    def verdict(self, shown: dict[int, bytes]) -> Verdict:
        """Return a verdict that groups the seats by their states.

        `shown` contains further digests that seats have shown.
        """
        table, step = self.table, self.table.step
        digests = {self.seat: b"", **step.shown, **shown, table.own: step.digest}
        sides: dict[bytes, list[int]] = {}
        for seat, digest in sorted(digests.items()):
            sides.setdefault(digest, []).append(seat)
        part = f"; the first part that differs is {self.part}" if self.part else "; it has not told its state"
        listed = tuple(tuple(side) for side in sorted(sides.values()))
        return Verdict(0, step.t, "digest", self.words + part, listed, self.part)


def own_fields(table: StateMachine) -> Fields:
    """Return the message with the sub-digests of our state."""
    return Fields(table.match, table.step.t, desync.short_digests(table.state))


def first_difference(table: StateMachine, told: Fields) -> str:
    """Return the name of the first top-level field that differs from the sender's state, or ""."""
    if (told.match, told.t) != (table.match, table.step.t):
        return ""
    own = own_fields(table).digests
    for name, mine, theirs in zip(table.state.field_names, own, told.digests):
        if mine != theirs:
            return name
    return "" if len(own) == len(told.digests) else "its shape"
