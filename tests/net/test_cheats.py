"""Every cheat is seen by every honest seat, at the right step, and the right seat is named."""

from __future__ import annotations

from typing import Any

import pytest

from net.driver import Driver
from net.feeds import UNREAD
from net.signatory import Signatory
from net.simnet import BAD, GOOD, Faults
from tests.net import cheats
from tests.net.tables import drivers, play
from tests.net.toys import POT, TRICKS, First

CHEAT = 3
FAULTS = {"good": GOOD, "bad": BAD}

CAUGHT = [
    (cheats.SealsAnother, TRICKS, "form", "does not fit its commit"),
    (cheats.SealsRubbish, TRICKS, "seal", "does not open its seal"),
    (cheats.NamesItselfWrong, TRICKS, "form", "under another commit"),
    (cheats.FalseProof, TRICKS, "form", "proof"),
    (cheats.OtherPoint, TRICKS, "form", "proof"),
    (cheats.TwoCommits, TRICKS, "fork", "two versions"),
    (cheats.CommitsTwice, TRICKS, "form", "second commit"),
    (cheats.TakesTooMuch, POT, "decision", "cannot take 99"),
    (cheats.DecidesNothing, TRICKS, "decision", "did not decide"),
    (cheats.DecidesRubbish, TRICKS, "decision", "does not read"),
    (cheats.PlaysWhatItLacks, TRICKS, "slot", "does not hold"),
    (cheats.PlaysAFalseFace, TRICKS, "slot", "does not fit the slot"),
    (cheats.NoCanon, TRICKS, "decision", "opening"),
    (cheats.ShortOpening, TRICKS, "decision", "nonce"),
    (cheats.AnswersDuties, TRICKS, "decision", "duties that nobody asked for"),
    (cheats.CrashesTheCheck, POT, "decision", "none that the rules know"),
    (cheats.Chatters, POT, "form", "more chat"),
]


def run(kind: Any, game: Any, faults: Faults, seats: int = 4) -> dict[int, Any]:
    table = drivers(game, seats, cheats={CHEAT: kind})
    net = play(table, seed=7, faults=faults)
    return {seat: driver for seat, driver in net.drivers.items() if seat != CHEAT}


@pytest.mark.parametrize("faults", FAULTS)
@pytest.mark.parametrize(("kind", "game", "word", "words"), CAUGHT, ids=lambda x: getattr(x, "__name__", ""))
def test_every_honest_seat_names_the_cheat(
    kind: type[Signatory], game: Any, word: str, words: str, faults: str
) -> None:
    for driver in run(cheats.signing(kind), game, FAULTS[faults]).values():
        verdict = driver.verdict
        assert (verdict.seat, verdict.t, verdict.kind) == (CHEAT, cheats.AT, word)
        assert words in verdict.words


def test_a_decision_of_a_seat_that_is_not_asked() -> None:
    table = drivers(POT, 4, cheats={4: cheats.signing(cheats.DecidesUnasked)})
    play(table)
    for seat in (1, 2, 3):
        verdict = table[seat].verdict
        assert verdict is not None
        assert (verdict.seat, verdict.t, verdict.kind) == (4, cheats.AT, "decision")


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("game", [TRICKS, POT], ids=lambda game: game.name)
@pytest.mark.parametrize("faults", FAULTS)
def test_a_changed_state_stops_before_anything_is_revealed(game: Any, seats: int, faults: str) -> None:
    cheat = seats
    table = drivers(game, seats, cheats={cheat: cheats.Richer})
    play(table, seed=3, faults=FAULTS[faults])
    for seat, driver in table.items():
        verdict = driver.verdict
        assert verdict is not None
        assert (verdict.seat, verdict.t, verdict.kind, verdict.part) == (0, cheats.AT, "digest", "gold")
        assert any(cheat in side for side in verdict.sides)
        assert any(cheat not in side for side in verdict.sides)
        assert any(seat in side for side in verdict.sides)
        assert driver.play is not None
        assert not driver.play.table.step.seals


def test_a_changed_state_shows_in_ready_before_anything_is_signed() -> None:
    table = {
        seat: type(driver)(driver.at, driver._store, driver.sync.peers, First(), persons=(1, 2, 3))
        for seat, driver in drivers(TRICKS, 3, cheats={3: cheats.Richer}).items()
    }
    play(table)
    for driver in table.values():
        verdict = driver.verdict
        assert verdict is not None
        assert (verdict.seat, verdict.t, verdict.kind, verdict.part) == (0, cheats.AT, "digest", "gold")
        assert {frozenset(side) for side in verdict.sides} == {frozenset({1, 2}), frozenset({3})}
        assert driver.play is not None
        assert not driver.play.table.step.commits


@pytest.mark.parametrize("faults", FAULTS)
def test_a_state_changed_after_the_last_step_shows_in_the_result(faults: str) -> None:
    kind = type("RicherAtTheEnd", (Driver,), {"conduct": cheats.RicherAtTheEnd})
    table = drivers(TRICKS, 3, cheats={3: kind})
    play(table, seed=1, faults=FAULTS[faults])
    for driver in table.values():
        verdict = driver.verdict
        assert verdict is not None
        assert (verdict.seat, verdict.kind, verdict.part) == (0, "digest", "gold")


def test_an_entry_that_links_to_nothing_is_a_form_error() -> None:
    for driver in run(cheats.signing(cheats.FalseLink), POT, BAD).values():
        assert (driver.verdict.seat, driver.verdict.kind) == (CHEAT, "form")
        assert "does not follow" in driver.verdict.words


def test_a_feed_does_not_grow_for_ever_once_the_match_has_stopped() -> None:
    net = play(drivers(POT, 4, cheats={CHEAT: cheats.signing(cheats.Chatters)}))
    net.run(done=lambda: False, until=net.now + 20)
    lengths = {len(net.drivers[seat].feeds.of(CHEAT)) for seat in (1, 2, 4)}
    assert len(net.drivers[CHEAT].feeds.of(CHEAT)) > 400
    assert UNREAD <= min(lengths) <= max(lengths) <= 210 + UNREAD


def test_a_seat_that_does_not_tell_its_state_is_named_without_the_part() -> None:
    class Mute(cheats.RicherPlay):
        def on_fields(self, peer: Any, told: Any) -> bool:
            return False

        def _open_dispute(self, seat: int, words: str) -> bool:
            return False

    table = drivers(POT, 3, cheats={3: type("Mute", (Driver,), {"conduct": Mute})})
    play(table, until=10.0)
    for seat in (1, 2):
        verdict = table[seat].verdict
        assert verdict is not None
        assert (verdict.t, verdict.kind, verdict.part) == (cheats.AT, "digest", "")
        assert "has not told its state" in verdict.words


def test_the_seats_that_agree_stand_on_one_side() -> None:
    table = drivers(POT, 4, cheats={3: cheats.Richer})
    play(table)
    assert all(d.verdict is not None and (3,) in d.verdict.sides for d in table.values())


def test_nobody_reveals_over_a_seal_that_names_another_commit() -> None:
    table = drivers(TRICKS, 4, cheats={CHEAT: cheats.signing(cheats.NamesAnother)})
    play(table, until=5.0)
    for seat, driver in table.items():
        assert driver.play is not None
        step = driver.play.table.step
        assert (step.t, len(step.seals)) == (cheats.AT, 4)
        assert not driver.stopped
        if seat != CHEAT:
            assert not set(step.openings) - {CHEAT}
            assert {owed.what for owed in driver.owed()} <= {"reveal"}


def test_wrong_shares_make_the_table_sit_down_again_and_blame_nobody() -> None:
    for driver in run(cheats.signing(cheats.WrongShares), POT, GOOD).values():
        assert (driver.verdict.seat, driver.verdict.t, driver.verdict.kind) == (0, 0, "share")
        assert "seat 3" in driver.verdict.words


@pytest.mark.parametrize("kind", [cheats.WrongPoints, cheats.OtherGenesis])
def test_a_first_entry_that_is_not_right(kind: type[Signatory]) -> None:
    for driver in run(cheats.signing(kind), POT, GOOD).values():
        assert (driver.verdict.seat, driver.verdict.t, driver.verdict.kind) == (CHEAT, 0, "form")


def test_a_result_that_does_not_follow() -> None:
    for driver in run(cheats.signing(cheats.WrongResult), TRICKS, BAD).values():
        assert (driver.verdict.seat, driver.verdict.kind) == (CHEAT, "form")


def test_two_cheats_at_one_table() -> None:
    kinds = {2: cheats.signing(cheats.TakesTooMuch), 3: cheats.signing(cheats.FalseProof)}
    table = drivers(POT, 5, cheats=kinds)
    play(table)
    for seat in (1, 4, 5):
        verdict = table[seat].verdict
        assert verdict is not None
        assert (verdict.seat, verdict.t) == (3, cheats.AT)
