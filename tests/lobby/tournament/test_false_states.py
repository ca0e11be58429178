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
from tests.support.net.cheats import Richer, RicherAtTheEnd
from tests.support.net.tables import drivers
from tests.support.net.toys import POT, TRICKS

AtTheEnd = type("AtTheEnd", (Driver,), {"protocol_class": RicherAtTheEnd})


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("game", "kind"), [(POT, Richer), (TRICKS, AtTheEnd)], ids=["on the way", "at the end"])
def test_a_false_state_loses_the_match_only_for_the_seat_that_signed_it(
    game: object, kind: type[Driver], seats: int
) -> None:
    cheat = seats
    net = SimulatedNetwork(drivers(game, seats, cheats={cheat: kind}, patience=0.5))
    net.run(until=60.0)
    data = pack(match_record(net.drivers[1]))
    terms = record_genesis(unpack(data)).terms
    said = judge_record(data, opening()._replace(game=terms.game, rules=terms.rules, options=terms.options), game)
    assert isinstance(said, VerifiedMatch), said
    assert said.ranks == (*(1,) * (seats - 1), seats) and said.broke_rules == {cheat}
    assert cheat not in said.uncounted
