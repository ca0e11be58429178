"""A match in a terminal that is stopped, resumed and finished."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from net.session import kept_matches
from tests.support.lobby.evening import Program, evening

ROUND = r"^(Round \d|\d minutes left)"


def kept_by(folder: Path, player: str) -> list[kept_matches.SavedFolder]:
    """Return the matches in a player's folder."""
    return kept_matches.saved_matches(folder / player / "XDG_DATA_HOME" / "tether" / "matches")


def digest(program: Program) -> str:
    """Return the digest that a program prints at its end."""
    return program.until(r"^Digest  (\w+)")[1]


def test_a_stopped_match_is_kept_and_resume_without_arguments_finishes_it(tmp_path: Path) -> None:
    with evening(tmp_path) as night:
        ada, address = night.host("Ada", 2)
        ben = night.join("Ben", address)
        for program in (ada, ben):
            program.until(ROUND)
        ben.process.send_signal(signal.SIGINT)
        ada.until("^Ben has left", 5.0)
        assert ben.end() == 128 + signal.SIGINT
        stopped = re.search(r"^Stopped\. To resume: tether resume (\S+)$", ben.text, re.MULTILINE)
        assert stopped is not None and Path(stopped[1]).is_dir(), ben.text
        ada.until("No sign of Ben. The match waits until Ben is back. Ctrl-C stops; the match stays saved.")
        ada.process.send_signal(signal.SIGTERM)
        assert ada.end() == 128 + signal.SIGTERM
        assert "Stopped. To resume: tether resume " in ada.text
        assert "Ben had already left. The match continues once both of you have resumed it." in ada.text
        again = [night.start(player, "resume") for player in ("Ada", "Ben")]
        for program in again:
            program.until("^Resuming match ")
        assert len({digest(program) for program in again}) == 1
        assert [program.end() for program in again] == [0, 0]
        assert not kept_by(tmp_path, "Ada") and not kept_by(tmp_path, "Ben"), "everybody has received the end"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_leaving_a_room_is_announced_at_once(number: signal.Signals, tmp_path: Path) -> None:
    with evening(tmp_path) as night:
        ada, address = night.host("Ada", 3)
        ben = night.join("Ben", address)
        ada.until(r"^Seat 2: Ben")
        ben.until(r"^Waiting for 1 more player")
        ben.process.send_signal(number)
        ada.until(r"^Ben has left\.", 4.0)
        ada.until(r"^Seat 2: free", 1.0)
        assert ben.end() == 128 + number and "Stopped. You have left the room." in ben.text


def test_resume_lists_two_kept_matches_instead_of_choosing_one(tmp_path: Path) -> None:
    with evening(tmp_path) as night:
        for _ in range(2):
            ada, address = night.host("Ada", 2)
            ben = night.join("Ben", address)
            ada.until(ROUND)
            ada.process.send_signal(signal.SIGTERM)
            assert ada.end() == 128 + signal.SIGTERM
            ben.process.kill()
        asked = night.start("Ada", "resume")
        assert asked.end() == 1
        assert "There are 2 saved matches. Which one? tether resume DIRECTORY" in asked.text
        assert asked.text.count("Ada, Ben") == 2, asked.text


def test_join_after_a_crash_resumes_the_kept_match(tmp_path: Path) -> None:
    with evening(tmp_path) as night:
        ada, address = night.host("Ada", 3)
        ben, cleo = night.join("Ben", address), night.join("Cleo", address)
        for program in (ada, ben, cleo):
            program.until(ROUND)
        ben.process.kill()
        ben.process.wait()
        stranger = night.join("Dora", address)
        assert stranger.end() == 1
        assert f"If you have a seat in it, run: tether resume. To watch it: tether watch {address}" in stranger.text
        again = night.join("Ben", address)
        again.until("You have a seat in the match there: resuming it")
        assert len({digest(program) for program in (ada, again, cleo)}) == 1


def test_programs_wait_at_the_end_for_a_seat_that_misses_entries(tmp_path: Path) -> None:
    with evening(tmp_path) as night:
        ada, address = night.host("Ada", 3, game="midnight")
        ben, cleo = night.join("Ben", address), night.join("Cleo", address)
        for program in (ada, ben, cleo):
            program.until(ROUND)
        cleo.process.send_signal(signal.SIGSTOP)
        ends = {digest(ada), digest(ben)}
        ada.until("^Cleo has not received the end of the match. Staying for up to 5 minutes; Ctrl-C leaves.")
        ben.process.send_signal(signal.SIGINT)
        assert ben.end() == 0, "the result is known"
        assert "To send Cleo the end of the match later, run: tether resume " in ben.text
        assert len(kept_by(tmp_path, "Ben")) == 1
        cleo.process.send_signal(signal.SIGCONT)
        assert {digest(cleo)} == ends
        assert [ada.end(), cleo.end()] == [0, 0]
        assert not kept_by(tmp_path, "Ada")
