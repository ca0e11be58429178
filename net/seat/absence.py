"""One seat's part in continuing the match without a lost seat: motions, votes, cuts and rounds (PROTOCOL part 14).

`net.match.quorum` decides from the entries alone which of them count. This module decides when our seat signs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple, Protocol

from net.match import quorum as rounds
from net.match.quorum import MAX_ROUND, MAX_VOTES
from net.match.readiness import Motions
from net.match.state_machine import StateMachine
from net.replication.rollback_guard import OwnHeadRecovery
from net.seat.signer import SeatSigner

MAX_JOINS = 16
"""Maximum number of times that our seat follows others into a higher round while it shows one motion."""

PATIENCE = 20.0

RETURN_GRACE = 1.0
"""Seconds for which a seat does not vote on a motion of an earlier step, so that absent seats can return."""


class AbsenceView(NamedTuple):
    """Input of a policy: the present seats, the entries that they owe, and the motions of others.

    `silent` maps each seat to the seconds since anything came from it. `waited` maps each seat to the seconds for
    which it has been awaited. `withheld` contains the seats that owe an entry that needs no thought: a seal, a
    reveal, a vote, a cut or a result. `convicted` contains the seats that have signed an invalid entry, or are in
    another state. `misnaming` is a seat whose seal names a commit that no other seat has, or 0. `voted` is True if
    a seat has voted in this step, and `since` is the age of our own motion. `unagreed` contains the seats that owe
    a vote that others have cast, while no motion with them is agreed on.
    """

    seat: int
    quorum: int
    present: frozenset[int]
    returned: frozenset[int]
    persons: frozenset[int]
    motions: dict[int, tuple[int, ...]]
    waited: dict[int, float]
    withheld: frozenset[int]
    silent: dict[int, float]
    convicted: frozenset[int]
    misnaming: int
    voted: bool
    since: float
    unagreed: frozenset[int] = frozenset()


class Policy(Protocol):
    """Policy of a seat that is not played by a person: when to continue without others, and if to return."""

    returns: bool
    """True if the seat returns to the match automatically once it is connected again."""

    def motion(self, view: AbsenceView) -> tuple[int, ...]:
        """Return the seats with which to continue, or no seats for no motion."""


class PatientPolicy:
    """Policy that follows the motions of persons, and makes its own only if there are no persons.

    Without persons, it leaves out other seats after these waits:

    - Seats that owe something and have been silent for `seconds` are left out. Then so are seats that have been silent
      for as long and do not join.
    - Seats that have signed an invalid entry, or are in another state, are left out at once.
    - A seat whose seal names a commit that no other seat has is left out after `seconds`.
    - A seat that is connected but withholds an entry that needs no thought is left out after twice `seconds`. The next
      time it is left out after half of that, for any entry that it owes.

    The policy waits without limit for the decision of any other seat that is connected.
    """

    returns = True

    def __init__(self, seconds: float = PATIENCE) -> None:
        self.seconds = seconds
        self._withholding: set[int] = set()

    def motion(self, view: AbsenceView) -> tuple[int, ...]:
        """Return the seats with which to continue, or no seats for no motion."""
        if view.persons - {view.seat}:
            return self._as_persons_would(view)
        here = view.present | view.returned
        missing = {seat for seat in view.waited if self._is_missing(view, seat)}
        missing |= {seat for seat in view.returned if self._is_silent(view, seat)}
        if not missing and max(view.waited.values(), default=0.0) >= 2 * self.seconds:
            missing = {seat for seat in here if self._is_silent(view, seat)}  # a restarted seat waits for its head
        own = view.motions.get(view.seat, ())
        if own:
            late = view.since >= self.seconds
            unheard = {seat for seat in here if self._is_silent(view, seat)}
            missing |= {s for s in unheard if s not in own or (late and view.motions.get(s) != own)}
        if (missing or view.voted) and len(here - missing - view.convicted) >= view.quorum:
            missing |= here & view.convicted  # a vote with a seat in another state leads nowhere
        missing.discard(view.seat)
        W = tuple(sorted(here - missing))
        return W if view.seat in W and len(W) >= view.quorum and (missing or view.voted) else ()

    def _is_missing(self, view: AbsenceView, seat: int) -> bool:
        misnames = seat == view.misnaming and view.waited.get(seat, 0.0) >= self.seconds
        waited = view.waited.get(seat, 0.0)
        blamed = seat not in view.unagreed  # else too few seats without blame might be left to agree on a motion
        if blamed and seat in view.withheld and waited >= 2 * self.seconds:
            self._withholding.add(seat)
        withholds = blamed and seat in self._withholding and waited >= self.seconds
        return seat in view.convicted or misnames or withholds or self._is_silent(view, seat)

    def _is_silent(self, view: AbsenceView, seat: int) -> bool:
        return view.silent.get(seat, 0.0) >= self.seconds

    @staticmethod
    def _as_persons_would(view: AbsenceView) -> tuple[int, ...]:
        """Return the largest W that a person proposes and that is supported by every other person in it."""
        shown = {view.motions[seat] for seat in view.persons if seat in view.motions}
        agreed = [W for W in shown if all(view.motions.get(seat) == W for seat in view.persons.intersection(W))]
        fit = [W for W in agreed if view.seat in W and view.persons.intersection(W)]
        return max(fit, key=lambda W: (len(W), W), default=())


def possible_seat_sets(table: StateMachine) -> Iterator[tuple[int, ...]]:
    """Yield the sets of seats that can continue the match: majorities of connected seats (14.2)."""
    here = sorted(table.present | table.step.votes.returned)
    for size in range(len(here), table.quorum - 1, -1):
        for W in combinations(here, size):
            if table.step.votes.may_continue(W):
                yield W


class Absence:
    """Our votes, cuts, seals and reveals in the rounds of the current step."""

    def __init__(self, table: StateMachine, own: SeatSigner, motions: Motions, head: OwnHeadRecovery) -> None:
        self.table = table
        self.own = own
        self.seat = own.seat
        self.motions = motions
        self._head = head
        self.waited = 0.0
        """Seconds for which the current step has been open."""
        self._joins: dict[tuple[int, int], int] = {}

    @property
    def unheard_seats(self) -> frozenset[int]:
        """Seats that have not yet announced the length of our feed to this restarted seat (part 15).

        A 0 among them stands for a peer whose seat is unknown.
        """
        return self._head.awaited_seats

    def may_sign(self, seats: Iterable[int]) -> bool:
        """Return True if all of these seats have announced the head of our feed."""
        unheard = self.unheard_seats
        return not unheard or (0 not in unheard and not unheard & set(seats))

    @property
    def may_return(self) -> bool:
        """True if all present seats, or a majority that includes ours, have announced the head of our feed.

        That majority could then vote.
        """
        if 0 in self.unheard_seats:
            return False
        return self.may_sign(self.table.present) or len(set(self.table.seats) - self.unheard_seats) >= self.table.quorum

    @property
    def seats_to_join(self) -> tuple[int, ...]:
        """Group of seats (W in the protocol) that our seat must vote for now.

        All its members are willing to continue without the absent seats. The group is empty if our seat owes no vote.
        """
        W = self.motions.motion_of(self.seat)
        table = self.table
        if not W or table.over or self.seat not in W or not self.motions.is_carried(W):
            return ()
        needed = set(W) != table.present or bool(table.step.votes.votes)
        fresh = self.motions.latest[self.seat].t == table.step.t or self.waited >= RETURN_GRACE
        return W if needed and fresh and table.step.votes.may_continue(W) and self.may_sign(W) else ()

    def _has_voted(self) -> bool:
        return self.table.readings[self.seat].for_step(self.table.step.t).voted > 0

    def vote(self, W: tuple[int, ...]) -> bool:
        """Vote for W, or follow the other seats of W into a higher round; return True if a vote was signed."""
        table = self.table
        reading = table.readings[self.seat].for_step(table.step.t)
        seen = max((v.round for v in table.step.votes.votes.values() if v.W == W and v.seat in W), default=0)
        if reading.voted and reading.W == W:
            shown = (table.step.t, self.motions.latest[self.seat].number)
            if seen <= reading.voted or self._joins.get(shown, 0) >= MAX_JOINS:
                return False
            self._joins = {shown: self._joins.get(shown, 0) + 1}
        number = max(seen, reading.voted + 1)
        if number >= MAX_ROUND or reading.votes >= MAX_VOTES:
            return False
        self.own.publish_vote(table, number, W)
        return True

    def advance_round(self) -> bool:
        """Cut, seal or reveal in the round of our latest vote, if that is now allowed (14.3-14.5).

        Returns True if an entry was signed.
        """
        table, book = self.table, self.table.step.votes
        reading = table.readings[self.seat].for_step(table.step.t)
        if not reading.voted or reading.revealed == reading.voted or not self.may_sign(reading.W):
            return False
        if not reading.cut:
            votes = rounds.votes_to_cut(book, reading.voted, reading.W)
            if votes is not None:
                self.own.publish_cut(table, reading.voted, votes)
            return votes is not None
        if reading.cut not in rounds.rounds_in_force(book, reading.voted):
            return False
        counting = rounds.counted_set(book, reading.cut)
        if counting is None:
            return False
        if self.seat in counting.commits and reading.seal is None:
            self.own.publish_seal(table, counting.commits)
            return True
        if rounds.may_reveal(book, counting) and self.own.has_shares(counting.absent_seats):
            self.own.publish_reveal(table, counting)
            return True
        return False

    def has_lapsed(self, on_step: bool) -> bool:
        """Return True if our motion has no more purpose, because the seats to exclude have gone or are back.

        `on_step` is True if a step has just been resolved.
        """
        table, motion = self.table, self.motions.latest.get(self.seat)
        if motion is None or not motion.W or self._has_voted():
            return False
        others = table.present - set(motion.W)
        if not others:
            return on_step
        here = all(table.step.votes.commit_of(seat) is not None and seat not in table.forked for seat in others)
        return motion.t < table.step.t and here
