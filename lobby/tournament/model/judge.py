"""Verification of a match record for a tournament's table.

No result is typed in: each result comes from a replay of the match.
"""

from __future__ import annotations

from collections.abc import Collection

from core.engine.game import Game
from lobby.tournament.model.opening import Opening
from lobby.tournament.model.state import VerifiedMatch
from net.match.early_end import standing_of
from net.match.genesis import Terms
from net.records.record import BadRecord, unpack
from net.records.verification import Replay

FALSE_STATE = "digest"
"""The kind of the fault of a seat that has signed another state than the log gives (PROTOCOL 16)."""


def judge(data: bytes, opening: Opening, game: Game, rooms: Collection[bytes] = ()) -> VerifiedMatch | str:
    """Return the result of a record by a replay, or the reason for its rejection.

    The replay covers the whole match, from the first signature to the last audit. It takes seconds for a long match.
    A match that stopped since a seat had signed a state that the log does not give is lost for that seat alone, so
    nobody can undo a match with a false state.

    `game` is the game that the opening names. If `rooms` are given, a record of another room is not replayed. A seat
    that was gone at the end, before it had accounted for its closed cards, ranks last: nobody can tell if they were
    right.
    """
    terms: Terms | None = None
    try:
        replay = Replay(unpack(data), game)
        terms = replay.genesis.terms
        if (terms.game, terms.rules, terms.options) != (opening.game, opening.rules, opening.options):
            return "the record is that of another game, other rules or other options"
        if rooms and terms.room not in rooms:
            return "the record is that of no table of this round"
        for _ in replay.steps():
            pass
        report = replay.report()
    except BadRecord as bad:
        if terms is not None and bad.seat and bad.kind == FALSE_STATE:
            return _stopped_by(bad.seat, terms)
        return f"the record is not valid: {bad}"
    if not report.complete:
        return "the match in the record has not come to its end"
    hidden = frozenset() if report.ended else frozenset(report.audited.owing)
    standing = standing_of(game, report.standing, report.conceded, report.ended, report.broke_rules | hidden)
    ranks = {place.seat: place.rank for place in standing}
    in_order = tuple(ranks[seat] for seat in sorted(ranks))
    gone = frozenset(report.conceded)
    return VerifiedMatch(
        terms.room, terms.identities, in_order, report.left_out, report.broke_rules, gone, report.ended
    )


def _stopped_by(seat: int, terms: Terms) -> VerifiedMatch:
    """Return the result of a match that a false state of this seat has stopped: it ranks last, and all others first."""
    seats = range(1, len(terms.identities) + 1)
    ranks = tuple(len(seats) if each == seat else 1 for each in seats)
    return VerifiedMatch(terms.room, terms.identities, ranks, (), frozenset({seat}))
