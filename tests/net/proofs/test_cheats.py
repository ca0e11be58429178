"""Cheats in whole matches: every honest seat detects each cheat in the right step and names the right seat."""

from __future__ import annotations

from typing import Any

import pytest

from net.match.events import Accusation, FoundDesync, FoundEvidence, PlayerNotice, StepResolved
from net.records.verification import verify
from net.replication.feeds import MAX_UNREAD_ENTRIES
from net.seat.driver import Driver
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner
from net.seat.state_dispute_protocol import DisputeProtocol
from net.session.runner import match_record
from net.transport.simulated import BAD, GOOD, NetworkFaults, SimulatedNetwork
from tests.support.net import cheats
from tests.support.net.tables import drivers, play
from tests.support.net.toys import POT, TRICKS, First

CHEAT = 3
FAULTS = {"good": GOOD, "bad": BAD}

CAUGHT = [
    (cheats.SealsAnother, TRICKS, "form", "does not fit its commit"),
    (cheats.SealsRubbish, TRICKS, "seal", "does not open its seal"),
    (cheats.NamesItselfWrong, TRICKS, "form", "under another commit"),
    (cheats.FalseProof, TRICKS, "form", "proof"),
    (cheats.TwoCommits, TRICKS, "fork", "two versions"),
    (cheats.CommitsTwice, TRICKS, "form", "second commit"),
    (cheats.TakesTooMuch, POT, "decision", "cannot take 99"),
    (cheats.DecidesNothing, TRICKS, "decision", "did not decide"),
    (cheats.DecidesRubbish, TRICKS, "decision", "does not read"),
    (cheats.PlaysWhatItLacks, TRICKS, "slot", "does not hold"),
    (cheats.PlaysAFalseFace, TRICKS, "slot", "does not fit the slot"),
    (cheats.NoCanon, TRICKS, "decision", "opening"),
    (cheats.ShortOpening, TRICKS, "decision", "nonce"),
    (cheats.PadsTooMuch, TRICKS, "decision", "not as long as its decision is padded"),
    (cheats.PadsTooLittle, TRICKS, "decision", "not as long as its decision is padded"),
    (cheats.PadsWithOnes, TRICKS, "decision", "padded with other bytes"),
    (cheats.CrashesTheCheck, POT, "decision", "does not exist in the rules"),
    (cheats.Chatters, POT, "form", "more chat"),
]


STAYS = ("decision", "slot", "duty", "seal")
"""Faults after which the step continues with the seat lost.

After other faults the table continues without the seat. It does so from that step on, or from the next one where the
others could open its seal.
"""


def run(kind: Any, game: Any, faults: NetworkFaults, seats: int = 4) -> SimulatedNetwork:
    table = drivers(game, seats, cheats={CHEAT: kind}, patience=1.0)
    return play(table, seed=7, faults=faults)


def honest(net: SimulatedNetwork) -> dict[Any, Driver]:
    return {seat: driver for seat, driver in net.drivers.items() if seat != CHEAT}


def blamed(net: SimulatedNetwork, seat: int) -> list[Accusation]:
    return [report for report in net.reports[seat] if isinstance(report, Accusation)]


def persons_at(table: dict[Any, Driver]) -> dict[Any, Driver]:
    """Return the drivers of a table again, with persons, so that every seat shows its state before it signs."""
    seats = tuple(table)
    return {
        seat: type(driver)(driver.at, driver._entry_log, driver.sync.peers, First(), persons=seats)
        for seat, driver in table.items()
    }


class Undisputed(DisputeProtocol):
    """A cheat's part in a dispute: none."""

    def begin_if_states_differ(self) -> bool:
        return False

    def on_fields(self, peer: Any, message: Any) -> bool:
        return False


@pytest.mark.parametrize("faults", FAULTS)
@pytest.mark.parametrize(("kind", "game", "word", "words"), CAUGHT, ids=lambda x: getattr(x, "__name__", ""))
def test_honest_seats_name_the_cheat_and_the_match_continues(
    kind: type[SeatSigner], game: Any, word: str, words: str, faults: str
) -> None:
    """An entry that does not follow from the feed counts for nothing, and only its author is named (4.3)."""
    net = run(cheats.signing(kind), game, FAULTS[faults])
    for seat, driver in honest(net).items():
        accused = blamed(net, seat)
        assert {said.seat for said in accused} == {CHEAT}
        assert (accused[0].t, accused[0].kind) == (cheats.AT, word)
        assert words in accused[0].words
        assert driver.verdict is None and driver.finished is not None
        steps = [report for report in net.reports[seat] if isinstance(report, StepResolved)]
        then, after = (CHEAT in steps[at].lost for at in (cheats.AT - 1, cheats.AT))
        assert then if word in STAYS else after or not then
    assert len({driver.finished.digest for driver in honest(net).values() if driver.finished}) == 1


@pytest.mark.parametrize(("kind", "game", "word", "words"), CAUGHT, ids=lambda x: getattr(x, "__name__", ""))
def test_a_cheat_in_a_match_of_two_is_named(kind: type[SeatSigner], game: Any, word: str, words: str) -> None:
    """With two seats a refused opening counts as none; any other fault ends the match with a verdict."""
    table = drivers(game, 2, cheats={2: cheats.signing(kind)})
    net = play(table, seed=7, until=30.0)
    verdict, finished = table[1].verdict, table[1].finished
    if word in STAYS:
        assert verdict is None and finished is not None
        assert [(said.seat, said.kind) for said in blamed(net, 1)] == [(2, word)]
    else:
        assert verdict is not None and (verdict.seat, verdict.kind) == (2, word)


def test_a_cheat_that_opens_its_seal_wrongly_is_left_behind_in_its_own_state() -> None:
    """The others resolve the step by its seal; its next commit shows that it did not, and they go on without it."""
    net = run(cheats.signing(cheats.OtherPoint), TRICKS, GOOD)
    for seat, driver in honest(net).items():
        assert [(said.seat, said.t, said.kind) for said in blamed(net, seat)] == [(CHEAT, cheats.AT, "form")]
        assert driver.finished is not None and driver.attendance.left_out[0].since == cheats.AT + 1


def test_a_decision_of_an_unasked_seat_is_blamed() -> None:
    table = drivers(POT, 4, cheats={4: cheats.signing(cheats.DecidesUnasked)})
    net = play(table)
    for seat in (1, 2, 3):
        assert [(said.seat, said.t, said.kind) for said in blamed(net, seat)] == [(4, cheats.AT, "decision")]
        assert table[seat].finished is not None


@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
@pytest.mark.parametrize("faults", FAULTS)
def test_a_wrong_state_stops_a_match_of_two_before_any_reveal(game: Any, faults: str) -> None:
    cheat = 2
    table = drivers(game, 2, cheats={cheat: cheats.Richer})
    play(table, seed=3, faults=FAULTS[faults])
    for seat, driver in table.items():
        verdict = driver.verdict
        assert verdict is not None
        assert (verdict.seat, verdict.t, verdict.kind, verdict.part) == (0, cheats.AT, "digest", "gold")
        assert any(cheat in side for side in verdict.sides)
        assert any(cheat not in side for side in verdict.sides)
        assert any(seat in side for side in verdict.sides)
        assert driver.protocol is not None
        assert not driver.protocol.table.step.seals


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
@pytest.mark.parametrize("faults", FAULTS)
def test_the_match_continues_without_a_seat_that_signs_a_wrong_state(game: Any, seats: int, faults: str) -> None:
    """Its commit never counts; the log proves that it is false, so its seat ranks last (4.5)."""
    cheat = seats
    table = drivers(game, seats, cheats={cheat: cheats.Richer}, patience=1.0)
    net = play(table, seed=3, faults=FAULTS[faults], until=60.0)
    honest = [seat for seat in table if seat != cheat]
    for seat in honest:
        said = [(said.seat, said.t, said.kind) for said in blamed(net, seat)]
        unsigned = faults == "bad" and not said  # it saw the difference before it signed
        assert unsigned or said == [(cheat, cheats.AT, "digest")]
        finished = table[seat].finished
        assert finished is not None and finished.broke == (cheat,) * len(said) and table[seat].verdict is None
        assert [(left.seat, left.since) for left in table[seat].attendance.left_out] == [(cheat, cheats.AT)]
        proofs = [report.kind for report in net.reports[seat] if isinstance(report, FoundEvidence)]
        assert proofs == ["digest"] * len(said)
    assert table[cheat].verdict is not None and table[cheat].verdict.kind == "digest"
    report = verify(match_record(table[1]), game)
    assert report.complete and report.broke_rules == {seat for seat, _, _ in said}
    assert game is TRICKS or not report.broke_rules or report.standing[-1].seat == cheat


@pytest.mark.parametrize("faults", FAULTS)
def test_four_seats_in_two_states_of_equal_numbers_stop(faults: str) -> None:
    table = drivers(POT, 4, cheats={3: cheats.RicherPot, 4: cheats.RicherPot}, patience=1.0)
    play(table, seed=3, faults=FAULTS[faults], until=60.0)
    for driver in table.values():
        assert driver.verdict is not None and driver.verdict.kind == "digest"
        assert not any({1, 2} & set(side) and {3, 4} & set(side) for side in driver.verdict.sides)


def test_a_wrong_state_shows_in_ready_messages_and_the_others_can_go_on() -> None:
    """A seat that only shows another state signs nothing; the two others agree to go on without it."""
    table = persons_at(drivers(TRICKS, 3, cheats={3: cheats.Richer}))
    net = play(table, until=10.0)
    assert table[3].verdict is not None and table[3].verdict.kind == "digest"
    for seat in (1, 2):
        assert table[seat].verdict is None and table[seat].attendance.present == [1, 2, 3]
        assert any("another state" in report.words for report in net.reports[seat] if isinstance(report, PlayerNotice))
        table[seat].propose((1, 2))
    net.run(until=net.now + 60.0)
    for seat in (1, 2):
        finished = table[seat].finished
        assert finished is not None and finished.broke == () and not blamed(net, seat)
        assert table[seat].attendance.away == [3]


def test_a_seat_that_returns_with_a_wrong_state_stops_no_later_step() -> None:
    """The motion to go on without it stays, so each of its returns costs the others a second (14.2)."""

    class Returns(cheats.Richer):
        def tick(self, now: float) -> None:
            if self.protocol is not None and self.protocol.verdict is not None:
                self.protocol.verdict = None
                self.protocol.own.publish_return(self.protocol.table)
            super().tick(now)

    table = drivers(POT, 4, cheats={4: Returns}, patience=1.0)
    play(table, until=120.0)
    assert all(table[seat].finished is not None for seat in (1, 2, 3))


@pytest.mark.parametrize("faults", FAULTS)
def test_a_state_changed_after_the_last_step_shows_in_the_result(faults: str) -> None:
    """The log fixes the result, so a false one holds nobody up and puts its seat last."""
    table = drivers(TRICKS, 3, cheats={3: cheats.RicherAfterTheEnd}, patience=1.0)
    net = play(table, seed=1, faults=FAULTS[faults], until=30.0)
    for seat in (1, 2):
        said = [(said.seat, said.kind) for said in blamed(net, seat)]
        assert said == [(3, "digest")] or (faults == "bad" and not said)
        finished = table[seat].finished
        assert finished is not None and finished.broke == (3,) * len(said)
    assert verify(match_record(table[1]), TRICKS).broke_rules == {seat for seat, _ in said}


def test_an_entry_with_a_false_predecessor_is_reported_as_an_error_of_form() -> None:
    net = run(cheats.signing(cheats.FalseLink), POT, BAD)
    for seat, driver in honest(net).items():
        (accused,) = blamed(net, seat)
        assert (accused.seat, accused.kind) == (CHEAT, "form")
        assert "does not follow" in accused.words
        assert driver.finished is not None


def test_the_length_of_a_feed_in_a_step_is_bounded() -> None:
    net = play(drivers(POT, 4, cheats={CHEAT: cheats.signing(cheats.Chatters)}), until=20.0)
    lengths = {len(net.drivers[seat].feeds.feed_of(CHEAT)) for seat in (1, 2, 4)}
    assert len(net.drivers[CHEAT].feeds.feed_of(CHEAT)) > 400
    assert MAX_UNREAD_ENTRIES <= min(lengths) <= max(lengths) <= 210 + MAX_UNREAD_ENTRIES


def test_a_seat_with_a_wrong_state_that_it_does_not_send_is_named() -> None:
    class Silent(DisputeProtocol):
        def on_fields(self, peer: Any, told: Any) -> bool:
            return False

        def begin(self, seat: int, words: str) -> bool:
            return False

    class Mute(cheats.RicherPlay):
        dispute_class = Silent

    table = drivers(POT, 2, cheats={2: type("Mute", (Driver,), {"protocol_class": Mute})})
    play(table, until=10.0)
    verdict = table[1].verdict
    assert verdict is not None
    assert (verdict.t, verdict.kind, verdict.part) == (cheats.AT, "digest", "")
    assert "has not told its state" in verdict.words


def test_no_seat_reveals_if_a_seal_names_another_commit() -> None:
    table = drivers(TRICKS, 4, cheats={CHEAT: cheats.signing(cheats.NamesAnother)})
    play(table, until=5.0)
    for seat, driver in table.items():
        assert driver.protocol is not None
        step = driver.protocol.table.step
        assert (step.t, len(step.seals)) == (cheats.AT, 4)
        assert not driver.stopped
        assert not step.votes.reveals
        if seat != CHEAT:
            assert [(owed.seat, owed.kind) for owed in driver.attendance.owed()] == [(CHEAT, "seal")]


def test_the_match_continues_without_a_seat_naming_a_false_commit() -> None:
    """The match continues without a seat whose seal names a commit that nobody made.

    The seat's own opening counts in that step, because it was sealed and the others name the same commit.
    """
    net = run(cheats.signing(cheats.NamesAnother), TRICKS, BAD)
    digests = set()
    for seat, driver in honest(net).items():
        assert not blamed(net, seat), "nobody can prove that it was not shown such a commit"
        assert driver.finished is not None
        digests.add(driver.finished.digest)
        told = {report.t: report for report in net.reports[seat] if isinstance(report, StepResolved)}
        assert told[cheats.AT].lost == ()
    assert len(digests) == 1


def test_wrong_shares_stop_the_match_and_blame_no_seat() -> None:
    for driver in honest(run(cheats.signing(cheats.WrongShares), POT, GOOD)).values():
        assert driver.verdict is not None
        assert (driver.verdict.seat, driver.verdict.t, driver.verdict.kind) == (0, 0, "share")
        assert "seat 3" in driver.verdict.words


@pytest.mark.parametrize("kind", [cheats.WrongPoints, cheats.OtherGenesis])
def test_a_malformed_first_entry_stops_the_match_and_blames_its_seat(kind: type[SeatSigner]) -> None:
    for driver in honest(run(cheats.signing(kind), POT, GOOD)).values():
        assert driver.verdict is not None
        assert (driver.verdict.seat, driver.verdict.t, driver.verdict.kind) == (CHEAT, 0, "form")


def test_a_wrong_result_is_blamed() -> None:
    net = run(cheats.signing(cheats.WrongResult), TRICKS, BAD)
    for seat, driver in honest(net).items():
        assert [(said.seat, said.kind) for said in blamed(net, seat)] == [(CHEAT, "form")]
        assert driver.finished is not None


def test_two_cheats_in_a_match_are_both_named() -> None:
    kinds = {2: cheats.signing(cheats.TakesTooMuch), 3: cheats.signing(cheats.FalseProof)}
    table = drivers(POT, 5, cheats=kinds, patience=1.0)
    net = play(table)
    for seat in (1, 4, 5):
        assert {(said.seat, said.kind) for said in blamed(net, seat)} == {(2, "decision"), (3, "form")}
        assert table[seat].finished is not None


def test_a_fork_beside_a_false_state_stops_nobody_else() -> None:
    """A fork explains why honest seats differ; where only its own seat differs, the others can go on without it."""

    class Play(cheats.RicherPlay):
        dispute_class = Undisputed

    both = {"signer_class": cheats.TwoCommits, "protocol_class": Play}
    table = persons_at(drivers(TRICKS, 4, cheats={CHEAT: type("Both", (Driver,), both)}))
    net = play(table, until=20.0)
    others = [seat for seat in table if seat != CHEAT]
    for seat in others:
        assert table[seat].feeds.forks and table[seat].verdict is None
        table[seat].propose(others)
    net.run(until=net.now + 60.0)
    assert all(table[seat].finished is not None for seat in others)


def test_a_seat_that_shows_another_state_in_every_step_is_reported_once() -> None:
    """It signs what is right, so it stays; each report holds the whole log and must not fill the disk."""

    class Play(MatchProtocol):
        dispute_class = Undisputed

        def _show_ready(self, yes: bool) -> None:
            self._sync.queue_for_all(self.ready.make_message(self.table.step.t, yes, bytes(32)))

    kind = type("Shows", (Driver,), {"protocol_class": Play})
    table = persons_at(drivers(TRICKS, 3, cheats={CHEAT: kind}))
    net = play(table, until=60.0)
    for seat in (1, 2):
        assert table[seat].finished is not None
        assert sum(isinstance(report, FoundDesync) for report in net.reports[seat]) == 1
        assert sum("another state" in said.words for said in net.reports[seat] if isinstance(said, PlayerNotice)) == 1
