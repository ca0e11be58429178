"""A seat whose match gathers in a room, and a room whose match has begun without the player."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.session.room_session import RoomExclusion, RoomNews, RoomSession, StoredSeat
from core.games.registry import GAMES
from lobby.discovery.responder import Notice
from lobby.players.identity import new_identity
from lobby.room.join_plan import GuestPlan
from net.match.genesis import rules_hash
from tests.net.session.test_saved_match import ROOM, begun
from tests.support.lobby.contacts import HERE, room_at

GAME = GAMES["bridgefront"]


@pytest.mark.parametrize("kept", [True, False])
def test_joining_a_room_whose_match_is_saved_here_resumes_that_match(kept: bool, tmp_path: Path) -> None:
    config, home = begun(tmp_path)
    match = ROOM if kept else bytes(32)
    notice = Notice(b"r" * 32, GAME.name, rules_hash(GAME), "Ada", 3, 3, True, match)
    with room_at(notice) as port:
        session = RoomSession(GuestPlan((HERE, port), "Ben", host=HERE), new_identity(), config.directory)
        session.start()
        session._thread.join(60.0)
    told: list[RoomNews] = [news for news in session.room_news() if isinstance(news, (StoredSeat, RoomExclusion))]
    if kept:
        assert told == [StoredSeat(home, (HERE, port))]
    else:
        (shut,) = told
        assert isinstance(shut, RoomExclusion) and "The match there has begun" in shut.words
