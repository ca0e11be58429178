"""Tournament matches that a false state has stopped: the seat that signed the state gains nothing."""

from __future__ import annotations

import pytest

from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.state import VerifiedMatch
from net.records.record import pack, unpack
from net.records.verification import record_genesis
from net.seat.driver import Driver
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.support.lobby.tournament.hall import opening
from tests.support.net.cheats import Richer, RicherAfterTheEnd
from tests.support.net.tables import drivers
from tests.support.net.toys import POT, TRICKS


def judged(game: object, kind: type[Driver], seats: int) -> VerifiedMatch | str:
    """Return the result of a match in which the last seat continues in another state."""
    net = SimulatedNetwork(drivers(game, seats, cheats={seats: kind}, patience=0.5))
    net.run(until=60.0)
    data = pack(match_record(net.drivers[1]))
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
    assert judged(TRICKS, RicherAfterTheEnd, 2) == judged(TRICKS, Driver, 2)


def test_a_false_state_stops_a_match_of_two_like_walking_away() -> None:
    """The cheat only tells of another state and signs nothing, so nobody can prove who was right."""
    assert judged(POT, Richer, 2) == "the match in the record has not come to its end"
