"""Withheld results: a losing seat cannot undo the match by not signing its result."""

from __future__ import annotations

from typing import Any

import pytest

from lobby.players.rated_records import NotCounted
from lobby.players.ratings import rated_match
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.state import VerifiedMatch
from net.match.events import Accusation
from net.records.record import MatchRecord, pack, unpack
from net.records.verification import record_genesis, verify
from net.replication.entries import Kind
from net.seat.absence import PATIENCE
from net.seat.driver import Driver
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.support.all_games import GAMES
from tests.support.lobby.tournament.hall import opening
from tests.support.net.adversaries import WithholdsItsResult
from tests.support.net.cheats import Mulligan
from tests.support.net.tables import drivers
from tests.support.net.toys import POT, TRICKS

AUCTION: Any = GAMES["sealed_auction"]


class BreaksARuleAndSignsNoResult(WithholdsItsResult):
    """A seat that decides illegally and withholds its result, to prevent that its loss counts."""

    signer_class = Mulligan


def kept(game: Any, seats: int, kind: type[Driver]) -> MatchRecord:
    """Return the last seat's record of a match that seat 1 does not sign; all others finish the match."""
    net = SimulatedNetwork(drivers(game, seats, cheats={1: kind}, patience=1.0))
    net.run(until=300.0, is_done=lambda: all(net.drivers[seat].finished for seat in range(2, seats + 1)))
    others = [net.drivers[seat] for seat in range(2, seats + 1)]
    assert len({driver.finished.digest for driver in others if driver.finished}) == 1
    assert not [said for seat in range(2, seats + 1) for said in net.reports[seat] if unfairly(said)]
    made = unpack(pack(match_record(others[-1])))
    assert Kind.RESULT not in [entry.kind for entry in others[-1].feeds.feed_of(1)]
    return made._replace(seed_text=None)


def unfairly(said: object) -> bool:
    """Return True if a report accuses an honest seat."""
    return isinstance(said, Accusation) and said.seat != 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
def test_a_match_is_complete_without_the_result_of_one_seat(game: Any, seats: int) -> None:
    made = kept(game, seats, WithholdsItsResult)
    report = verify(made, game)
    assert report.complete and not report.accused and not report.left_out
    terms = record_genesis(made).terms
    said = judge_record(pack(made), opening()._replace(game=terms.game, rules=terms.rules, options=terms.options), game)
    assert isinstance(said, VerifiedMatch) and len(said.ranks) == seats


@pytest.mark.parametrize("kind", [WithholdsItsResult, BreaksARuleAndSignsNoResult])
def test_ratings_count_a_match_without_the_result_of_one_seat(
    kind: type[Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lobby.players.rated_records.GAMES", {AUCTION.name: AUCTION})
    counted = rated_match(kept(AUCTION, 3, kind))
    assert counted.names == ("Ada", "Ben", "Cleo") and not counted.left_out
    assert kind is WithholdsItsResult or counted.ranks[0] == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_that_broke_a_rule_has_lost_even_if_it_signs_no_result(seats: int) -> None:
    report = verify(kept(TRICKS, seats, BreaksARuleAndSignsNoResult), TRICKS)
    assert report.complete and report.broke_rules == {1}
    assert {place.seat: place.rank for place in report.standing}[1] == seats


def test_a_match_whose_result_no_seat_has_signed_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.players.rated_records.GAMES", {AUCTION.name: AUCTION})
    made = kept(AUCTION, 3, WithholdsItsResult)
    cut = made._replace(feeds=tuple(feed[:-1] if seat else feed for seat, feed in enumerate(made.feeds)))
    assert not verify(cut, AUCTION).complete
    with pytest.raises(NotCounted, match="is not finished"):
        rated_match(cut)


def test_in_a_match_of_two_the_other_seat_waits_for_the_result_and_then_finishes() -> None:
    net = SimulatedNetwork(drivers(POT, 2, cheats={1: WithholdsItsResult}))
    over = net.drivers[2]
    net.run(until=60.0, is_done=lambda: over.protocol is not None and over.protocol.table.over)
    since = net.now
    net.run(until=since + PATIENCE - 1.0, is_done=lambda: False)
    assert over.finished is None, "its result may be on its way, and shows whether the states agree"
    net.run(until=since + PATIENCE + 2.0, is_done=lambda: over.finished is not None)
    assert over.finished is not None and over.verdict is None
