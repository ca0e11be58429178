"""Texts shown to every member while a match starts."""

from __future__ import annotations

import pytest

from lobby.room.text import notes_text, state_text
from tests.support.lobby.hall import TICK, Hall


@pytest.mark.parametrize("delay", [0.01, 0.4])
def test_no_text_says_that_it_waits_for_nobody_while_a_match_starts(delay: float) -> None:
    hall = Hall(2, guests=2, delay=delay)
    hall.run(3.0)
    said: dict[int, list[str]] = {number: [] for number in hall.members}
    hall.all_ready()
    for _ in range(80):
        hall.run(TICK)
        for number, room in hall.members.items():
            if room.table is not None:
                said[number].append(state_text(room, room.table, True))
    words = {one for row in said.values() for one in row}
    assert not [one for one in words if one.startswith("are ")]
    assert said[1][-1] == said[2][-1] == "The match begins."
    assert "The match has begun without you." in said[3]


def test_the_text_names_the_members_that_are_not_ready_or_the_coming_start() -> None:
    hall = Hall(2, guests=1)
    hall.run(3.0)
    room, table = hall.members[1], hall.table
    ready = table._replace(places=tuple(place and place._replace(ready=True) for place in table.places))
    room.set_ready(True)
    assert room.is_ready and not room.is_bound
    assert state_text(room, ready, True) == "All are ready: the match is about to begin."
    assert state_text(room, table, True).startswith("Waiting for Player 1 and Player 2 to press Ready")


def test_a_player_whose_name_is_taken_is_shown_the_new_name() -> None:
    hall = Hall(3)
    for number in (2, 3):
        hall.come(number, name="Ada")
    hall.run(3.0)
    assert hall.names()[1:] == ["Ada", "Ada (2)"]
    words = "The name Ada is taken here; you are Ada (2)."
    assert [words in notes_text(hall.members[number], "") for number in (1, 2, 3)] == [False, False, True]
