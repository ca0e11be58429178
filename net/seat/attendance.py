"""Attendance in a match as one seat sees it: seats that are present, away, silent, gone or awaited."""

from __future__ import annotations

from net.channels.rate_limit import TokenBucket
from net.match.events import NEED_NO_THOUGHT, OwedEntry, PlayerNotice
from net.match.exclusions import Exclusion
from net.replication.messages import Soft
from net.seat.absence import AbsenceView, Policy, possible_seat_sets
from net.seat.protocol import MAX_REPORTED, REPORTED_PER_SECOND, MatchProtocol
from net.seat.resignation import agreeing_seats, conceding_seats
from net.seat.setup import MatchSetup

LEFT_AFTER = 5.0
"""Seconds of silence after which a seat that has signed the result counts as gone."""


class Attendance:
    """Attendance of the seats, and the policy that may decide to continue without some of them."""

    def __init__(self, setup: MatchSetup, policy: Policy | None) -> None:
        self.policy = policy
        self._setup = setup
        self._sync = setup.sync
        self._seat = setup.at.seat
        self._received_at: dict[int, float] = {}
        self._waiting: dict[tuple[int, int, bool], float] = {}
        """Time since which each seat is awaited in a step, by seat, step, and True if it needs no thought."""
        self._ended: set[int] = set()
        """The other seats known to have the whole match, once the match is over."""
        self._moved_at = 0.0
        self._left_quotas = {
            seat: TokenBucket(REPORTED_PER_SECOND, MAX_REPORTED) for seat in range(1, setup.at.seats + 1)
        }

    @property
    def _protocol(self) -> MatchProtocol | None:
        return self._setup.protocol

    # -- view --

    @property
    def ready(self) -> dict[int, bool]:
        """Readiness of each seat that has shown that it is or is not ready in this step."""
        if self._protocol is None:
            return {}
        t = self._protocol.table.step.t
        return {seat: shown.yes for seat, shown in sorted(self._protocol.ready.latest.items()) if shown.t == t}

    @property
    def seats_without_end(self) -> tuple[int, ...]:
        """Other seats that may not have the whole match, away or not; empty before the match is over.

        A seat that has signed the result and is silent has most likely left with the whole match.
        """
        if self._protocol is None or self._protocol.finished is None:
            return ()
        silences, signed = self.silences, self._protocol.table.results
        for seat, silence in silences.items():
            if self._sync.has_same_entries(seat) or (seat in signed and silence >= LEFT_AFTER):
                self._ended.add(seat)
        return tuple(seat for seat in silences if seat not in self._ended)

    @property
    def gone(self) -> frozenset[int]:
        """Other seats whose latest leave message says that their program has ended."""
        leaves = self._setup.leaves
        return leaves.gone - {self._seat} if leaves is not None else frozenset()

    def owed(self) -> list[OwedEntry]:
        """Return the seats that the match waits for, each with the kind of entry that it owes."""
        if self._setup.stopped:
            return []
        if self._protocol is None:
            return [OwedEntry(seat, "card") for seat in self._setup.lacking_cards]
        return [OwedEntry(seat, what) for seat, what in self._protocol.owed()]

    @property
    def waited(self) -> dict[int, float]:
        """Seconds for which each seat that owes an entry has been awaited in this step.

        The number is only displayed and excludes nobody. Once a seat has decided, the wait for entries that need no
        thought starts from zero.
        """
        return {seat: self._sync.now - since for (seat, *_), since in sorted(self._waiting.items())}

    @property
    def silences(self) -> dict[int, float]:
        """Seconds since anything came from each other seat, directly or through others."""
        now = self._sync.now
        return {
            seat: now - self._received_at.setdefault(seat, now) for seat in self._sync.feeds.seats if seat != self._seat
        }

    @property
    def present(self) -> list[int]:
        """Seats that take part in the current step."""
        return sorted(self._protocol.table.present) if self._protocol else []

    @property
    def away(self) -> list[int]:
        """Seats without which the match continues (PROTOCOL 14.6)."""
        return sorted(self._protocol.table.away) if self._protocol else []

    @property
    def left_out(self) -> list[Exclusion]:
        """Seats without which steps were resolved, with their first step and the votes."""
        return self._protocol.table.left_out if self._protocol else []

    @property
    def agreeing(self) -> tuple[int, ...]:
        """Seats that agree to end the match here (PROTOCOL 14.11)."""
        return agreeing_seats(self._protocol.table) if self._protocol and not self._protocol.table.over else ()

    @property
    def conceded(self) -> tuple[int, ...]:
        """Seats that have conceded or declared it (PROTOCOL 14.12), and ours as soon as its player has conceded."""
        if self._protocol is None:
            return ()
        own = {self._seat} if self._protocol.end.has_conceded else set()
        return tuple(sorted(conceding_seats(self._protocol.table) | own))

    @property
    def at_fault(self) -> tuple[int, ...]:
        """Present seats that have signed an invalid entry or are in another state."""
        return tuple(sorted(self._protocol.faults.convicted & self._protocol.table.present)) if self._protocol else ()

    @property
    def motions(self) -> dict[int, tuple[int, ...]]:
        """Current motions: the seats to continue as, by seat."""
        return self._protocol.motions.current_motions() if self._protocol else {}

    def possible_seat_sets(self) -> list[tuple[int, ...]]:
        """Return the sets of seats, including ours, that can continue the match; the largest come first."""
        if self._protocol is None or self._setup.stopped or self._setup.at.seats <= 2:
            return []
        return [W for W in possible_seat_sets(self._protocol.table) if self._seat in W]

    # -- changes --

    def note_received(self, seat: int) -> None:
        """Note that something has just arrived from a seat."""
        self._received_at[seat] = self._sync.now

    def update(self, owed: list[OwedEntry]) -> None:
        """Note since when each seat is awaited, and let the policy choose our motion."""
        play, now = self._protocol, self._sync.now
        if play is None:
            return
        t = play.table.step.t
        quick = {seat for seat, what in owed if what in NEED_NO_THOUGHT}
        keys = [(seat, t, seat in quick) for seat, _ in owed]
        self._waiting = {key: self._waiting.get(key, now) for key in keys}
        play.returns = self.policy is None or self.policy.returns
        play.end.follows = self.policy is not None
        if self.policy is None or play.stopped or self._setup.at.seats <= 2 or not (owed or self.motions):
            return
        W = self.policy.motion(self._view(play))
        may = self._seat in W and play.table.step.votes.may_continue(W)
        if play.motions.motion_of(self._seat) != W and (not W or may):
            self.propose(play, W)

    def propose(self, play: MatchProtocol, W: tuple[int, ...]) -> None:
        """Show our motion to continue as W; raise `ValueError` if the seats W cannot continue."""
        self._moved_at = self._sync.now
        play.propose(W)

    def _view(self, play: MatchProtocol) -> AbsenceView:
        table, owing = play.table, play.owed()
        agreed = {seat for W in self.motions.values() if play.motions.is_carried(W) for seat in W}
        return AbsenceView(
            self._seat,
            table.quorum,
            table.present,
            frozenset(table.returned),
            self._setup.persons & (table.present | set(table.returned)),
            self.motions,
            self.waited,
            frozenset(seat for seat, what in owing if what in NEED_NO_THOUGHT),
            self.silences,
            frozenset(play.faults.convicted),
            (table.find_misnaming() or (0, 0))[0],
            bool(table.step.votes.votes),
            self._sync.now - self._moved_at if play.motions.motion_of(self._seat) else 0.0,
            frozenset(seat for seat, what in owing if what == "vote" and seat not in agreed),
        )

    # -- leave messages --

    def send_leave(self, gone: bool) -> None:
        """Tell the other seats that our program is ending, or that it has come back."""
        leaves, play = self._setup.leaves, self._protocol
        if leaves is not None and play is not None and not self._setup.stopped:
            self._sync.queue_for_all(leaves.make_message(play.table.step.t, gone))

    def on_leave(self, soft: Soft) -> None:
        """Process a seat's leave message; raise `BadSignature` if the seat has not signed it."""
        leaves, play = self._setup.leaves, self._protocol
        if leaves is None or play is None or leaves.is_latest(soft):
            return
        seat = leaves.receive(soft)
        if (
            seat
            and leaves.latest[seat].gone
            and not self._setup.stopped
            and self._left_quotas[seat].take(self._sync.now)
        ):
            self._setup.reports.append(PlayerNotice(f"{play.table.genesis.names[seat - 1]} has left."))
        if leaves.is_outdated:  # sent before a restart
            self._sync.queue_for_all(leaves.make_message(play.table.step.t, False))

    def repeat_messages(self) -> None:
        """Repeat the current leave messages with the heads, because they are in no feed."""
        for soft in self._setup.leaves.current_messages() if self._setup.leaves is not None else ():
            self._sync.queue_for_all(soft)
