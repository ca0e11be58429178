"""A seat that broke a rule gains nothing by it: no vote, no second new hand, no win (PROTOCOL 14.13)."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.codec import Plain
from core.engine.events import CardsInTheOpen
from core.engine.game import Standing
from core.engine.result import TEAM
from lobby.players.rated_records import NotCounted
from lobby.players.ratings import rated_match
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.state import VerifiedMatch
from net.cli import file_report
from net.crypto import match_keys, primitives
from net.match.early_end import final_standing
from net.match.events import Accusation, StepResolved
from net.match.feed_reader import CONCEDES
from net.match.quorum import CountedSet
from net.match.state_machine import StateMachine
from net.records import record
from net.records.fork import fork_from_record
from net.records.record import BadRecord, MatchRecord, pack, unpack
from net.records.verification import record_genesis, verify
from net.replication.entries import Kind
from net.seat.driver import Driver
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.support.all_games import GAMES, SAMPLES
from tests.support.lobby.tournament.hall import opening
from tests.support.net.cheats import Mulligan, signing
from tests.support.net.tables import drivers
from tests.support.net.toys import POT, TRICKS
from tests.support.net.vanishing import MOMENTS, run_on, vanishing
from tests.support.tiers import quick_one_in

AUCTION: Any = GAMES["sealed_auction"]


class OneMulligan(SeatSigner):
    """A client that cheats once for a new hand, when it plays its first card (Tricks)."""

    def make_opening(self, t: int, decision: Plain) -> bytes:
        return super().make_opening(t, ["mulligan"] if t == 2 else decision)


def test_a_match_in_which_a_seat_broke_a_rule_cannot_be_continued_as_a_new_match() -> None:
    """A new match would not contain the breach, and could name the culprit as its winner."""
    net = SimulatedNetwork(drivers(TRICKS, 3, cheats={3: signing(OneMulligan)}, patience=1.0, rounds=8))
    net.run(until=300.0, is_done=lambda: net.drivers[1].state is not None and net.drivers[1].state.t > 4)
    made = pack(match_record(net.drivers[1]))
    with pytest.raises(BadRecord, match="seat 3, step 2"):
        fork_from_record(made, {TRICKS.name: TRICKS})


def _id(value: Any) -> str:
    return str(getattr(value, "name", getattr(value, "__name__", value)))


def kinds_of(game: Any) -> list[str]:
    """Return the kinds of questions of a game with an agenda."""
    return sorted(getattr(game, "questions", ()))


def played(game: Any, seats: int, *cheats: int, kind: type[SeatSigner] = Mulligan, **options: Any) -> SimulatedNetwork:
    """Return a match that was played to its end while these seats cheat."""
    net = SimulatedNetwork(drivers(game, seats, cheats=dict.fromkeys(cheats, signing(kind)), patience=1.0, **options))
    net.run(until=300.0)
    return net


def steps(driver: Driver, net: SimulatedNetwork) -> list[StepResolved]:
    return [said for said in net.reports[driver.seat] if isinstance(said, StepResolved)]


def ranks(standing: Any) -> dict[int, int]:
    return {place.seat: place.rank for place in standing}


def kept(net: SimulatedNetwork, seat: int = 1) -> MatchRecord:
    return unpack(pack(match_record(net.drivers[seat])))


@pytest.mark.parametrize(("game", "seats"), [(TRICKS, 2), (TRICKS, 3), (POT, 4), (AUCTION, 3)], ids=_id)
def test_a_seat_that_broke_a_rule_comes_last(game: Any, seats: int) -> None:
    """The seat is last in the signed results, in every driver's reports and in the record, whatever its points."""
    net = played(game, seats, 1)
    for driver in net.drivers.values():
        finished = driver.finished
        assert finished is not None and finished.broke == (1,), "every seat ends the match, the cheat too"
        assert ranks(finished.standing)[1] == seats and finished.standing[-1].seat == 1
    report = verify(kept(net), game)
    assert report.complete and report.broke_rules == {1} and ranks(report.standing)[1] == seats
    assert all(place[0] == seats for driver in net.drivers.values() for place in _signed(driver) if place[1] == 1)


def _signed(driver: Driver) -> Any:
    """Return the outcome that a driver has signed."""
    return driver.feeds.feed_of(driver.seat)[-1].body[2]  # type: ignore[index, call-overload]


def test_in_a_match_of_two_a_cheat_with_the_most_points_loses() -> None:
    """The cheat was dealt a new hand and has the most points, but ranks last; ratings count this rank (row S4)."""
    lucky = None
    for rounds in (2, 3, 5, 8):
        net = played(TRICKS, 2, 1, kind=OneMulligan, rounds=rounds)
        gold = net.drivers[2].state.gold
        if gold[1] > gold[2]:
            lucky = net
    assert lucky is not None
    assert [(place.seat, place.rank) for place in _standing(lucky)] == [(2, 1), (1, 2)]


def _standing(net: SimulatedNetwork) -> tuple[Standing, ...]:
    finished = net.drivers[2].finished
    assert finished is not None
    return finished.standing


def test_in_a_match_of_three_a_cheat_gets_no_second_new_hand() -> None:
    """After the first refusal the game decides for the cheat, whose cards are open and which is not asked again."""
    net = played(AUCTION, 3, 3)
    dealt = [
        event.seat for said in steps(net.drivers[1], net) for event in said.events if type(event) is CardsInTheOpen
    ]
    assert dealt == [3], "its hand is dealt anew once"
    lost = [said.t for said in steps(net.drivers[1], net) if 3 in said.lost]
    assert lost == list(range(lost[0], lost[-1] + 1)) and lost[-1] == net.drivers[1].protocol.table.last  # type: ignore[union-attr]
    accused = [said for said in net.reports[1] if isinstance(said, Accusation)]
    assert [(said.seat, said.t) for said in accused] == [(3, lost[0])]
    assert net.drivers[1].attendance.left_out == [], "it is there all the time, and its nonces count"


def test_cheats_are_asked_again_if_the_honest_seats_are_no_majority() -> None:
    """With two cheats of three seats, the third seat alone must not decide everything."""
    net = played(AUCTION, 3, 2, 3)
    finished = net.drivers[1].finished
    assert finished is not None and finished.broke == (2, 3)
    assert ranks(finished.standing) == {1: 1, 2: 2, 3: 2}
    accused = [said for said in net.reports[1] if isinstance(said, Accusation)]
    assert len(accused) > 2, "with two cheats fewer than a majority are left, and they are asked again"


@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
def test_tournaments_rank_a_cheat_last(game: Any) -> None:
    made = kept(played(game, 3, 2))
    terms = record_genesis(made).terms
    said = judge_record(pack(made), opening()._replace(game=terms.game, rules=terms.rules, options=terms.options), game)
    assert isinstance(said, VerifiedMatch) and said.broke_rules == {2}
    assert said.ranks[1] == 3 and sorted(said.ranks)[0] == 1


def test_tournaments_rank_a_winner_last_who_leaves_before_the_audit() -> None:
    """The winner's pile may have been false, which cannot be checked any more.

    Ratings do not count the match for this seat.
    """
    honest = SimulatedNetwork(drivers(AUCTION, 3))
    assert honest.run(until=60.0)
    assert honest.drivers[1].finished is not None and honest.drivers[1].protocol is not None
    last, winner = honest.drivers[1].protocol.table.last, honest.drivers[1].finished.standing[0].seat
    table = drivers(AUCTION, 3, cheats={winner: vanishing(MOMENTS["before its commit"], last)}, patience=1.0)
    net, left = SimulatedNetwork(table), [seat for seat in (1, 2, 3) if seat != winner]
    run_on(net, left, until=60.0)
    made = kept(net, left[0])
    report = verify(made, AUCTION)
    assert (
        report.audited.unaudited_seats == (winner,) and not report.broke_rules and ranks(report.standing)[winner] == 1
    )
    terms = record_genesis(made).terms
    said = judge_record(
        pack(made), opening()._replace(game=terms.game, rules=terms.rules, options=terms.options), AUCTION
    )
    assert isinstance(said, VerifiedMatch) and said.ranks[winner - 1] == 3 and sorted(said.ranks) == [1, 2, 3]
    assert said.uncounted == {winner}


def test_tournaments_rank_nobody_last_for_closed_cards_if_all_conceded_or_agreed_to_end() -> None:
    net = SimulatedNetwork(drivers(AUCTION, 2 + 1))
    assert net.run(until=30.0, is_done=lambda: net.drivers[3].state is not None and net.drivers[3].state.t > 4)
    for seat in (2, 3):
        net.drivers[seat].protocol.declare_end(CONCEDES)  # type: ignore[union-attr]
    assert net.run(until=60.0)
    made = kept(net)
    terms = record_genesis(made).terms
    said = judge_record(
        pack(made), opening()._replace(game=terms.game, rules=terms.rules, options=terms.options), AUCTION
    )
    assert verify(made, AUCTION).audited.unaudited_seats == (1, 2, 3)
    assert isinstance(said, VerifiedMatch) and said.ranks[0] == 1 and 1 not in said.ranks[1:]


def test_ratings_rank_a_cheat_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.players.rated_records.GAMES", {AUCTION.name: AUCTION})
    made = kept(played(AUCTION, 3, 1))._replace(seed_text=None)
    counted = rated_match(made)
    assert counted.names == ("Ada", "Ben", "Cleo") and counted.ranks[0] == 3 and counted.left_out == ()


def test_ratings_do_not_count_a_match_in_which_every_seat_cheated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.players.rated_records.GAMES", {TRICKS.name: TRICKS})
    made = kept(played(TRICKS, 2, 1, 2))._replace(seed_text=None)
    with pytest.raises(NotCounted, match="every seat broke a rule"):
        rated_match(made)
    report = verify(made, TRICKS)  # type: ignore[arg-type]
    assert ranks(report.standing) == {1: 2, 2: 2}, "nobody has won"


def test_verify_names_a_seat_that_broke_a_rule(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cheat.tether"
    record.write(path, kept(played(AUCTION, 3, 3)))
    told = file_report.report_on_record(record.read(path), AUCTION, "cheat.tether")
    assert "Seat 3 has broken a rule and cannot win." in told.words
    assert told.data["broke_rules"] == [3] and 3 not in told.data["winners"]  # type: ignore[index, operator]


class DecidesWithoutASay(Mulligan):
    """A client that, after its breach, decides in each step although it is not asked."""

    readable_message: StateMachine | None = None

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        self.readable_message = table
        super().publish_commit(table, decision)

    def make_opening(self, t: int, decision: Plain) -> bytes:
        if self.readable_message is not None and self.seat in self.readable_message.rule_breaks:
            return match_keys.pack_opening(self.secrets.nonce(t), ["again"], self.room)
        return super().make_opening(t, decision)


class ConcedesToo(Mulligan):
    """A client that concedes in step 3, in order to rank as a seat that conceded."""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        if table.step.t == 3:
            self.publish_end_declaration(table, CONCEDES)
        super().publish_commit(table, decision)


class FalseProofs(SeatSigner):
    """A client that proves its seal point falsely in every third step, returns, and hopes for a new hand each time."""

    def publish_reveal(self, table: StateMachine, counting: CountedSet) -> None:
        t = table.step.t
        if t % 3 or counting.round:
            return super().publish_reveal(table, counting)
        key = self.keys.step_key(t)
        false = primitives.prove(bytes(32), [self.genesis.match, t, self.seat, self.seat], key.key, *[key.Q] * 3)
        self.publish(Kind.REVEAL, [t, 0, key.Q, list(false), []])
        return None


@pytest.mark.parametrize(("kind", "hands"), [(DecidesWithoutASay, 1), (ConcedesToo, 1), (FalseProofs, 0)], ids=_id)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_second_breach_gains_neither_a_new_hand_nor_a_better_rank(
    kind: type[SeatSigner], hands: int, seats: int
) -> None:
    net = played(AUCTION, seats, 1, kind=kind)
    dealt = [
        event.seat for said in steps(net.drivers[2], net) for event in said.events if type(event) is CardsInTheOpen
    ]
    assert dealt == [1] * hands
    for seat in range(2, seats + 1):
        assert {said.seat for said in net.reports[seat] if isinstance(said, Accusation)} == {1}
        assert ranks(net.drivers[seat].finished.standing)[1] == seats  # type: ignore[union-attr]
    report = verify(kept(net, 2), AUCTION)
    assert report.complete and report.broke_rules == {1} and ranks(report.standing)[1] == seats


def test_a_seat_that_concedes_comes_before_one_that_broke_a_rule() -> None:
    net = SimulatedNetwork(drivers(AUCTION, 3, cheats={1: signing(Mulligan)}, patience=1.0))
    assert net.run(until=30.0, is_done=lambda: net.drivers[3].state is not None and net.drivers[3].state.t > 4)
    net.drivers[2].protocol.declare_end(CONCEDES)  # type: ignore[union-attr]
    assert net.run(until=300.0)
    for seat in (1, 2, 3):
        assert ranks(net.drivers[seat].finished.standing) == {3: 1, 2: 2, 1: 3}  # type: ignore[union-attr]
    assert ranks(verify(kept(net, 3), AUCTION).standing) == {3: 1, 2: 2, 1: 3}


def breaching(kind: str) -> type[SeatSigner]:
    """Return a client whose first answer to this kind of question is no decision."""

    class Breaches(SeatSigner):
        told = 0
        _now = False

        def publish_commit(self, table: StateMachine, decision: Plain) -> None:
            ask = table.step.questions.get(self.seat)
            self._now = ask is not None and ask.kind == kind and not self.told and not self.can_open(table.step.t)
            self.told = table.step.t if self._now else self.told
            super().publish_commit(table, decision)

        def make_opening(self, t: int, decision: Plain) -> bytes:
            return super().make_opening(t, ["mulligan"] if self._now else decision)

    return Breaches


KINDS = [(game, kind) for game in SAMPLES.values() if min(game.seat_counts) > 1 for kind in kinds_of(game)]


@pytest.mark.parametrize(("game", "kind"), quick_one_in(2, KINDS), ids=_id)
def test_a_breach_never_leads_to_first_place_at_any_kind_of_question(game: Any, kind: str) -> None:
    """Duties of clients are questions too: to lay, show, take, pass, share, open and account for cards."""
    seats = max(3, min(game.seat_counts))
    net = SimulatedNetwork(drivers(game, seats, cheats={seats: signing(breaching(kind))}, patience=1.0))
    honest = range(1, seats)
    assert net.run(until=600.0, is_done=lambda: all(net.drivers[seat].stopped for seat in honest))
    told = net.drivers[seats].protocol.own.told  # type: ignore[union-attr]
    for seat in honest:
        accused = {(said.seat, said.t) for said in net.reports[seat] if isinstance(said, Accusation)}
        assert accused == ({(seats, told)} if told else set())
        assert not told or ranks(net.drivers[seat].finished.standing)[seats] > 1  # type: ignore[union-attr]
    assert verify(kept(net), game).broke_rules == ({seats} if told else set())


def test_a_team_with_a_cheat_loses() -> None:
    """Otherwise the rest of the team would gain by the cheating."""
    game: Any = next(game for game in GAMES.values() if game.kind == TEAM)
    won = [Standing(1, seat, ()) for seat in (1, 2, 3)]
    assert {place.rank for place in final_standing(game, won, (), "", (2,))} == {2}
    assert final_standing(game, won, (), "") == won
