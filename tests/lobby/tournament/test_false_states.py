"""Tournament matches that a false state has stopped: the seat that signed the state gains nothing."""

from __future__ import annotations

import pytest

from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.state import VerifiedMatch
from net.records.record import pack, unpack
from net.records.verification import record_genesis
from net.replication.entries import Kind
from net.seat.driver import Driver
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.support.lobby.tournament.hall import opening
from tests.support.net.cheats import Richer, RicherAfterTheEnd
from tests.support.net.tables import drivers
from tests.support.net.toys import POT, TRICKS
from tests.support.verifier_records import cut_at_commits, put, signed_anew, whole


def judged(game: object, kind: type[Driver], seats: int) -> VerifiedMatch | str:
    """Return the result of a match in which the last seat continues in another state."""
    net = SimulatedNetwork(drivers(game, seats, cheats={seats: kind}, patience=0.5))
    net.run(until=60.0)
    return judged_record(pack(match_record(net.drivers[1])), game)


def judged_record(data: bytes, game: object) -> VerifiedMatch | str:
    """Return the result of a record in a tournament of this game."""
    terms = record_genesis(unpack(data)).terms
    return judge_record(data, opening()._replace(game=terms.game, rules=terms.rules, options=terms.options), game)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("game", "kind"), [(POT, Richer), (TRICKS, RicherAfterTheEnd)], ids=["before", "at the end"])
def test_a_signed_false_state_puts_its_seat_last(game: object, kind: type[Driver], seats: int) -> None:
    """The others play on, and the rules rank them."""
    cheat = seats
    said = judged(game, kind, seats)
    assert isinstance(said, VerifiedMatch), said
    assert said.ranks[cheat - 1] == seats and min(said.ranks) == 1 and said.broke_rules == {cheat}
    assert cheat not in said.uncounted


def test_a_false_state_after_the_last_step_cannot_undo_a_match_of_two() -> None:
    honest, said = judged(TRICKS, Driver, 2), judged(TRICKS, RicherAfterTheEnd, 2)
    assert isinstance(honest, VerifiedMatch) and isinstance(said, VerifiedMatch)
    assert said.broke_rules == {2}
    assert said == honest._replace(ranks=(1, 2), broke_rules=said.broke_rules)


def test_a_false_state_stops_a_match_of_two_like_walking_away() -> None:
    """The cheat only tells of another state and signs nothing, so nobody can prove who was right."""
    assert judged(POT, Richer, 2) == "the match in the record has not come to its end"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_record_that_a_loser_cuts_at_a_false_state_changes_no_result_of_others(seats: int) -> None:
    """A seat signs one of its commits again, with another state, and cuts the record there.

    With three or more seats the others would have played on, so the record proves no result. Of two the seat loses.
    """
    cut = cut_at_commits(whole("pot", seats), 3)
    said = judged_record(signed_anew(cut, seats, put(Kind.COMMIT, 3, 2, bytes(32))), POT)
    if seats == 2:
        assert isinstance(said, VerifiedMatch) and (said.ranks, said.broke_rules) == ((1, 2), {2})
    else:
        assert isinstance(said, str) and f"seat {seats}" in said
