"""Exclusions: a record names each excluded seat with the votes and the steps.

A majority can exclude any seat.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.games.bridgefront.game import GAME as BRIDGEFRONT
from net.cli.app import run
from net.cli.matches import match
from net.match.events import Accusation
from net.match.exclusions import UNKNOWN_EXCLUSION_NOTE, Exclusion, update_exclusions
from net.match.quorum import CountedSet, StepVotes, Vote
from net.records import record
from net.records.record import pack, unpack
from net.records.verification import VerificationReport, verify
from net.replication.entries import Kind
from net.session.runner import match_record
from tests.support.net.silencing import record_of, silenced
from tests.support.net.tables import drivers, play
from tests.support.net.toys import POT, TRICKS
from tests.support.net.vanishing import run_on, steps, vanishing

SILENCED = "Seat 3 was left out from step 3 on: seat 1 and seat 2 voted for that; seat 3 did not come back."


def checked(net: Any, seat: int = 1, game: Any = POT) -> VerificationReport:
    return verify(unpack(pack(record_of(net, seat))), game)


def test_a_record_names_two_seats_that_excluded_a_third() -> None:
    """Two seats drop all datagrams of the third, and the record names them (attack 8).

    This attack cannot be prevented. The record names the seat, the step and the votes.
    """
    net = silenced()
    report = checked(net)
    assert report.complete and not report.accused and not report.broke_rules
    assert report.left_out == (Exclusion(3, 3, (1, 2)),)
    assert str(report.left_out[0]) == SILENCED
    assert all(3 in told.lost for t, told in steps(net, 1).items() if t >= 3)
    assert [entry.body[0] for entry in net.drivers[1].feeds.feed_of(3) if entry.kind == Kind.COMMIT] == [1, 2]
    assert net.drivers[1].attendance.left_out == net.drivers[2].attendance.left_out == list(report.left_out)
    assert not [told for told in net.reports[3] if isinstance(told, Accusation)], "who was silenced blames nobody"


def test_an_excluded_seat_has_the_same_proof_of_its_exclusion() -> None:
    """An excluded seat has the same proof in its own record, which contains everything that it sent.

    The votes are signed.
    """
    net = silenced()
    assert net.run(until=net.now + 5.0, is_done=net.all_stopped) or net.drivers[3].attendance.left_out
    assert checked(net, 3).left_out == (Exclusion(3, 3, (1, 2)),)


def test_a_seat_that_returned_is_still_listed_with_the_steps_it_was_excluded_from() -> None:
    report = checked(silenced(until=6, goal=12))
    (left,) = report.left_out
    assert report.complete and (left.seat, left.since, left.votes) == (3, 3, (1, 2)) and left.until > 6
    assert str(left).endswith(f"left out from step 3 to step {left.until - 1}: seat 1 and seat 2 voted for that; "
                              "then seat 3 came back.")  # fmt: skip


@pytest.mark.parametrize(("after", "since"), [(None, 3), (Kind.COMMIT, 3), (Kind.SEAL, 4)])
def test_a_seat_is_not_excluded_in_a_step_in_which_its_choice_counted(after: Kind | None, since: int) -> None:
    """A seat whose opened choice counted is excluded only from the next step on."""
    net = play(drivers(POT, 4, cheats={2: vanishing(after, 3)}, patience=1.0), until=0.0)
    run_on(net, [1, 3, 4])
    assert verify(match_record(net.drivers[1]), POT).left_out == (Exclusion(2, since, (1, 3, 4)),)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a match in which seat 3 was silenced for a while."""
    path = tmp_path_factory.mktemp("silenced") / "silenced.tether"
    record.write(path, record_of(silenced(BRIDGEFRONT, since=20, until=35, vp_to_win=6, max_action_steps=8)))
    return path


def test_a_complete_match_names_no_excluded_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole = tmp_path / "whole.tether"
    assert run(["match", "--local", "--seats", "2", "--bots", "random", "--json", "--out", str(whole)]) == 0
    assert json.loads(capsys.readouterr().out)["left_out"] == []
    for command in ("verify", "show"):
        assert run([command, str(whole)]) == 0
        assert "left out" not in capsys.readouterr().out
    assert checked(play(drivers(TRICKS, 3)), game=TRICKS).left_out == ()


def test_verify_and_show_report_exclusions(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (left,) = verify(record.read(kept), BRIDGEFRONT).left_out
    assert (left.seat, left.since, left.votes) == (3, 20, (1, 2)) and left.until
    assert run(["verify", str(kept)]) == 0
    said = capsys.readouterr().out
    names = dict(enumerate(verify(record.read(kept), BRIDGEFRONT).names, 1))
    assert (
        f"\n{left.describe(names)}\n{UNKNOWN_EXCLUSION_NOTE}\n" in said
        and names[3] in left.describe(names)
        and said.endswith("The record is valid.\n")
    )
    assert run(["show", str(kept)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "left out" in line or "part again" in line]
    assert told == [
        "  20  Seat 3 is left out from here: seat 1 and seat 2 voted for that",
        f"{left.until - 1:4}  Seat 3 takes part again from here",
    ]


def test_json_names_excluded_seats(kept: Path) -> None:
    """`tether match --json` names the seats that were left out."""
    found = record.read(kept)
    report = verify(found, BRIDGEFRONT)
    asked = match.MatchRequest(BRIDGEFRONT, 3, {}, None, ["random"] * 3, [""] * 3)
    result, words, _ = match._replay_result(asked, match.PlayedMatch(found, report.digest.hex(), 1.0, [0], [0]))
    until = report.left_out[0].until
    assert json.loads(json.dumps(result._asdict()))["left_out"] == [
        {"seat": 3, "since": 20, "votes": [1, 2], "until": until}
    ]
    assert words.endswith(f"{report.left_out[0]}\n{UNKNOWN_EXCLUSION_NOTE}")


def test_a_voter_for_a_seat_is_not_listed_as_excluding_it() -> None:
    """A seat that votes to continue with another one is not listed as excluding it.

    A round without a result may have included the excluded seat.
    """

    def voted(seat: int, number: int, *W: int) -> Vote:
        return Vote(bytes([seat, number]), seat, number, W, (), None, bytes(1))

    book = StepVotes(frozenset((1, 2, 3, 4)), 3)
    for vote in (voted(4, 1, 1, 3, 4), voted(3, 1, 1, 3, 4), voted(1, 2, 1, 2, 4), voted(2, 2, 1, 2, 4)):
        book.add(vote)
    counting = CountedSet(2, (1, 2, 4), dict.fromkeys((1, 2, 4), bytes(32)))
    assert update_exclusions([], 7, book, counting, (1, 2, 4)) == [Exclusion(3, 7, (1, 2))]
