"""A finished match in the window, which stays open for a seat that has not received the end."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.session import match_session
from client.session.match_session import STAY_SECONDS, MatchSession, end_finished
from client.session.source import MatchEvent
from client.session.tournament_session import TournamentTableSession
from net.match.events import PlayerNotice

PATIENCE = 60.0


class Peer:
    """Peer of a finished match of three persons; the third has not received the end."""

    links = None

    def __init__(self) -> None:
        genesis = SimpleNamespace(names=("Ada", "Ben", "Cleo"))
        play = SimpleNamespace(table=SimpleNamespace(genesis=genesis))
        self.driver: Any = SimpleNamespace(
            finished=True, protocol=play, seat=1, state=None, secrets=None, setup=SimpleNamespace(persons={1, 2, 3}),
            feeds=SimpleNamespace(seats=(), match=bytes(32)),
            attendance=SimpleNamespace(
                seats_without_end=(3,), waited={}, away=(), motions={}, possible_seat_sets=lambda: (), left_out=(),
                agreeing=(), conceded=(), gone=frozenset(), at_fault=(), owed=lambda: (),
            ),
        )  # fmt: skip
        self.left, self.stay, self.stays_open = False, 0.0, False

    async def run(self, linger: float = 3.0, stay: float = 0.0) -> None:
        """Stay until the player leaves or all seats have received the end."""
        self.stay = stay
        while not self.left and self.driver.attendance.seats_without_end:
            await asyncio.sleep(0.01)

    def leave(self) -> None:
        """Make `run` return."""
        self.left = True


class Finished(MatchSession):
    """Session that runs the `Peer` above."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.peer = Peer()
        home.mkdir(parents=True)
        self.home, self.kept = home, home / "record"

    async def _open(self, cleanup: contextlib.ExitStack) -> Any:
        return self.peer

    def begin(self) -> None:
        """Start, and wait until the session knows that a seat lacks the end."""
        self.start()
        until = time.monotonic() + PATIENCE
        while not self._lacking:
            assert self._thread.is_alive() and time.monotonic() < until
            time.sleep(0.01)

    def ended(self) -> bool:
        """Wait for the end of the thread."""
        self._thread.join(PATIENCE)
        return not self._thread.is_alive()


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Finished]:
    monkeypatch.setattr(match_session, "match_record", lambda *_: None)
    found = Finished(tmp_path / "matches" / "00-1")
    yield found
    end_finished()


def test_the_program_stays_in_a_finished_match_until_all_seats_have_the_end(session: Finished) -> None:
    session.begin()
    session.close()
    assert session._thread.is_alive() and session.peer.stay == STAY_SECONDS and not session.peer.left
    session.peer.driver.attendance.seats_without_end = ()
    assert session.ended() and session.home is not None and not session.home.exists()


def test_the_next_match_ends_the_staying_and_the_saved_match_remains(session: Finished, tmp_path: Path) -> None:
    session.begin()
    session.close()
    session.close()
    other = Finished(tmp_path / "matches" / "01-1")
    other.begin()
    assert session.ended() and session.peer.left
    assert session.home is not None and session.home.exists(), "Cleo can still receive the end from it"
    other.close()
    end_finished()
    assert other.ended()


def test_the_window_names_the_players_who_lack_the_end(session: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_session, "SETTLES", 0.0)
    session.begin()
    told = session.inbox.get(timeout=PATIENCE)
    while not isinstance(told, MatchEvent):
        told = session.inbox.get(timeout=PATIENCE)
    words = "Cleo has not received the end of the match. It is sent while Tether is open, for up to 5 minutes."
    assert told.report == PlayerNotice(words)


def test_a_finished_tournament_match_makes_room_for_the_next_round() -> None:
    assert TournamentTableSession.stay == 0.0
