"""Verification of a match record for a table of a tournament.

No result is typed in: each one comes from a replay of the match.
"""

from __future__ import annotations

from collections.abc import Collection

from core.engine.game import Game
from lobby.tournament.model.opening import Opening
from lobby.tournament.model.state import VerifiedMatch
from net.match.early_end import final_standing
from net.match.genesis import Terms
from net.records.record import BadRecord, unpack
from net.records.verification import Replay

FALSE_STATE = "digest"
"""Kind of the fault of a seat that has signed another state than the log gives (PROTOCOL 16)."""


def judge_record(data: bytes, opening: Opening, game: Game, rooms: Collection[bytes] = ()) -> VerifiedMatch | str:
    """Return the result of a record after a replay, or the reason for its rejection.

    The replay covers the whole match, from the first signature to the last audit. It takes seconds for a long match. If
    a match of two stopped because a seat had signed a state that the log does not give, that seat loses. With more
    seats the others continue, so a record that ends there was cut short, and proves no result.

    `game` is the game that the opening names. If `rooms` are given, a record of another room is rejected without a
    replay. A seat that left before it had accounted for its hidden cards ranks last: nobody can tell if they were
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
        if terms is not None and bad.seat and bad.kind == FALSE_STATE and len(terms.identities) == 2:
            return _match_of_two_stopped_by(bad.seat, terms)
        return f"the record is not valid: {bad}"
    if not report.complete:
        return "the match in the record has not come to its end"
    hidden = frozenset() if report.ended else frozenset(report.audited.unaudited_seats)
    standing = final_standing(game, report.standing, report.conceded, report.ended, report.broke_rules | hidden)
    ranks = {place.seat: place.rank for place in standing}
    in_order = tuple(ranks[seat] for seat in sorted(ranks))
    gone = frozenset(report.conceded)
    return VerifiedMatch(
        terms.room, terms.identities, in_order, report.left_out, report.broke_rules, gone, report.ended
    )


def _match_of_two_stopped_by(seat: int, terms: Terms) -> VerifiedMatch:
    """Return the result of a match of two that a false state of this seat has stopped: the seat loses."""
    ranks = (2, 1) if seat == 1 else (1, 2)
    return VerifiedMatch(terms.room, terms.identities, ranks, (), frozenset({seat}))
