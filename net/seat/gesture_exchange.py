"""Exchange of gestures with the other seats (PROTOCOL 12.4)."""

from __future__ import annotations

from net.match.events import GestureReport
from net.replication.messages import Soft
from net.seat.protocol import NotAsked
from net.seat.setup import MatchSetup

MIN_INTERVAL = 0.5
"""Seconds between two reported gestures of one seat; further ones are not shown."""


class GestureExchange:
    """Our gestures, and those of the other seats."""

    def __init__(self, setup: MatchSetup) -> None:
        self._setup = setup
        self._reported_at: dict[int, float] = {}

    def send(self, what: int, place: str = "") -> None:
        """Show a gesture to the other seats, also after the end.

        Raises `NotAsked` before the match, and `ValueError` for an unknown gesture.
        """
        gestures, play = self._setup.gestures, self._setup.protocol
        if gestures is None or play is None:
            raise NotAsked("the match has not begun")
        self._setup.sync.queue_for_all(gestures.make_message(play.table.step.t, what, place))

    def on_soft(self, soft: Soft) -> bool:
        """Process a soft message; return True if it is a new gesture.

        A gesture of an earlier step is not reported. Raises `BadSignature` if its seat has not signed it.
        """
        gestures, play = self._setup.gestures, self._setup.protocol
        if gestures is None or play is None or gestures.is_latest(soft):
            return False
        seat = gestures.receive(soft)
        if not seat:
            return False
        gesture, now = gestures.latest[seat], self._setup.sync.now
        recent = gesture.t + 1 >= play.table.step.t
        if recent and now - self._reported_at.get(seat, -MIN_INTERVAL) >= MIN_INTERVAL:
            self._reported_at[seat] = now
            self._setup.reports.append(GestureReport(seat, gesture.what, gesture.place))
        return True

    def repeat_messages(self) -> None:
        """Repeat the gestures of the current step with the heads, because they are in no feed."""
        gestures, play = self._setup.gestures, self._setup.protocol
        if gestures is not None and play is not None:
            for soft in gestures.current_messages(play.table.step.t):
                self._setup.sync.queue_for_all(soft)
