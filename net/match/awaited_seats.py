"""Seats that a match waits for, and the entries that they still owe in the step (PROTOCOL 4, 14)."""

from __future__ import annotations

from collections.abc import Collection

from net.match import quorum
from net.match.feed_reader import FeedPosition
from net.match.quorum import StepVotes
from net.match.readiness import Motions
from net.match.state_machine import StateMachine


def awaited_entries(table: StateMachine, motions: Motions, unready: Collection[int]) -> list[tuple[int, str]]:
    """Return the seats that a member waits for, each with the kind of entry that it owes.

    Seats that are not ready, and seats of a carried motion that have not voted, are included.
    """
    owed = {seat: "ready" if what == "commit" and seat in unready else what for seat, what in owed_entries(table)}
    if not table.over:
        for W in {W for W in motions.current_motions().values() if motions.is_carried(W) and set(W) != table.present}:
            for seat in W:
                reading = table.readings[seat].for_step(table.step.t)
                if reading.W != W:
                    owed[seat] = "vote" if reading.commit is not None else "commit"
    return sorted(owed.items())


def owed_entries(table: StateMachine) -> list[tuple[int, str]]:
    """Return the seats that the match waits for, each with the kind of entry that it owes.

    The result is cached until the next entry is read.
    """
    answers = table.step.votes.cached
    if owed_entries not in answers:
        answers[owed_entries] = _owed_by_seat(table)
    return answers[owed_entries]  # type: ignore[no-any-return]


def _owed_by_seat(table: StateMachine) -> list[tuple[int, str]]:
    owed = {seat: what for seat in table.seats if (what := _owed_by(table, seat))}
    book = table.step.votes
    for reading in (reading.for_step(table.step.t) for reading in table.readings.values()) if book.votes else ():
        if reading.voted and not (reading.cut or reading.dead):  # a seat that has voted waits for the other votes
            for seat in reading.W:
                if (table.readings[seat].for_step(table.step.t).voted, seat) < (reading.voted, seat):
                    owed[seat] = "vote"
    return sorted(owed.items())


def _owed_by(table: StateMachine, seat: int) -> str:
    """Return the kind of entry that a seat owes in the current step, or "" if it owes none."""
    if seat not in table.shares:
        return "genesis"
    if table.over:
        return "" if seat in table.results or seat in table.step.other_states or seat in table.away else "result"
    book, reading = table.step.votes, table.readings[seat].for_step(table.step.t)
    if reading.voted:
        return _owed_in_round(book, reading)
    if seat in table.away:
        return ""
    if book.commit_of(seat) is None:
        return "commit"
    if quorum.commits_by_seat(book) is None or (seat, 0) in book.reveals:
        return ""
    if reading.seal is None or quorum.seal_misnames(book, seat):
        return "seal"
    return "reveal" if quorum.first_counted_set(book) is not None else ""


def _owed_in_round(step_votes: StepVotes, reading: FeedPosition) -> str:
    """Return the kind of entry that a seat owes in the round of its latest vote, or "" if it owes none."""
    seat = reading.commit.seat if reading.commit is not None else 0
    if (seat, reading.voted) in step_votes.reveals:
        return ""
    if reading.dead:  # nothing more of it is read, so its vote leads nowhere
        return "cut" if not reading.cut else "reveal"
    votes = reading.cut
    if not votes:
        return "cut" if quorum.votes_to_cut(step_votes, reading.voted, reading.W) is not None else ""
    if votes not in quorum.rounds_in_force(step_votes, reading.voted):
        return ""
    counting = quorum.counted_set(step_votes, votes)
    if counting is not None and seat in counting.commits and reading.seal is None:
        return "seal"
    return "reveal" if counting is not None and quorum.may_reveal(step_votes, counting) else ""
