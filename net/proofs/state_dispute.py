"""Disputes about a state: the first part that differs, and the seats on each side (PROTOCOL 4.5).

During a dispute no seat seals. The peers send each other one sub-digest for each top-level field, and then their whole
states. The first part that differs is reported. No culprit is named here, as a replay of the log shows who is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.engine.codec import BadEncodingError
from net.match.events import Verdict
from net.match.genesis import SignedCard
from net.match.state_machine import StateMachine
from net.proofs import desync
from net.proofs.desync import StateSide
from net.records.fork import origin_of
from net.replication.feeds import Feeds
from net.replication.messages import PART, Fields, StatePart

PATIENCE = 3.0
"""Seconds that a seat whose state differs has to send that state."""

ANSWERS = 10


class Dispute:
    """Dispute about the state before the current step with one seat that has another digest."""

    def __init__(self, table: StateMachine, seat: int, words: str, now: float) -> None:
        self.table = table
        self.seat = seat
        self.words = words
        self.since = now
        self.part = ""
        self.is_resolved = False
        """True once the other seat has reported the same state as ours, so that the dispute is resolved."""
        self.own = desync.own_side(table.state)
        self.other = StateSide()
        self._parts: dict[int, bytes] = {}

    def add_fields(self, seat: int, fields: Fields) -> None:
        """Compare the sub-digests that a seat has sent with ours; the seat is 0 if it is unknown."""
        own = Fields(self.table.match, self.table.step.t, self.own.fields)
        self.is_resolved = self.is_resolved or (seat == self.seat and fields == own)
        if seat in (0, self.seat):
            self.part = self.part or first_difference(self.table, own, fields)
            self.other = self.other._replace(fields=self.other.fields or fields.digests[: desync.MOST])

    def add_state_part(self, seat: int, part: StatePart) -> None:
        """Store a part of the state that a seat has sent, and compare the states once all parts have arrived."""
        mine = (self.table.match, self.table.step.t)
        if seat not in (0, self.seat) or (part.match, part.t) != mine or self.other.state is not None:
            return
        self._parts[part.k] = part.data[:PART]
        if len(self._parts) < part.parts:
            return
        try:
            runs, state = desync.read_side(b"".join(self._parts[k] for k in sorted(self._parts)))
        except BadEncodingError:
            self._parts.clear()
            return
        self.other = self.other._replace(versions=runs, state=state)

    def state_parts(self) -> Iterator[StatePart]:
        """Yield the messages that contain our state."""
        told = self.own.to_bytes() if self.own.state is not None else b""
        count = -(-len(told) // PART)
        for k in range(count):
            yield StatePart(self.table.match, self.table.step.t, k, count, told[k * PART : (k + 1) * PART])

    def is_decidable(self, now: float) -> bool:
        """Return True if the dispute has nothing more to wait for."""
        return (bool(self.part) and self.other.state is not None) or now - self.since >= PATIENCE

    def make_report(self, cards: Sequence[SignedCard], feeds: Feeds) -> bytes:
        """Return the bytes of the desync report."""
        table = self.table
        log = (feeds.feed_of(seat)[: table.readings[seat].entries] for seat in table.seats)
        stored = tuple(tuple(entry.stored for entry in feed) for feed in log)
        made = desync.DesyncReport(table.own_seat, self.seat, table.step.t, tuple(cards), stored, self.own, self.other)
        made = made._replace(origin=origin_of(table.game))
        return made.pack()

    def verdict(self, digests: dict[int, bytes]) -> Verdict:
        """Return a verdict that groups the seats by their states.

        `digests` contains further digests that seats have shown.
        """
        table, step = self.table, self.table.step
        digests = {self.seat: b"", **step.shown, **digests, table.own_seat: step.digest}
        sides: dict[bytes, list[int]] = {}
        for seat, digest in sorted(digests.items()):
            sides.setdefault(digest, []).append(seat)
        part = f"; the first part that differs is {self.part}" if self.part else "; it has not told its state"
        listed = tuple(tuple(side) for side in sorted(sides.values()))
        return Verdict(0, step.t, "digest", self.words + part, listed, self.part)


def make_fields_message(table: StateMachine) -> Fields:
    """Return the message with the sub-digests of our state."""
    return Fields(table.match, table.step.t, desync.short_digests(table.state))


def first_difference(table: StateMachine, own: Fields, fields: Fields) -> str:
    """Return the name of the first top-level field that differs between our state and the sender's, or "".

    `own` is the message about our own state.
    """
    if (fields.match, fields.t) != (own.match, own.t):
        return ""
    for name, mine, theirs in zip(table.state.field_names, own.digests, fields.digests):
        if mine != theirs:
            return name
    return "" if len(own.digests) == len(fields.digests) else "its shape"
