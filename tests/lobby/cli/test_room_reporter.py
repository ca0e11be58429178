"""Lines about a room that are printed in the terminal."""

from __future__ import annotations

from lobby.cli.room import RoomReporter
from lobby.room.join import RoomView
from lobby.room.seating import RoomSeat, RoomTable
from lobby.room.signed_records import RoomSettings

ADA, BEN = RoomSeat(bytes(32), "Ada", "", b"", False, 1), RoomSeat(b"b" * 32, "Ben", "random", b"", False, 2)
SETTINGS = RoomSettings(1, ADA.identity, "Ada's room", "bridgefront", bytes(32), 3, 0, ())


def view(words: str, seat: int, *places: RoomSeat | None) -> RoomView:
    """Return the room as Ben sees it."""
    return RoomView(words, RoomTable(SETTINGS, places), seat, BEN.identity)


def test_a_newcomer_gets_the_line_about_the_room_once_all_members_are_known() -> None:
    """Before that, the number of missing players would be wrong."""
    said: list[str] = []
    tell = RoomReporter(lambda kind, words, **_: said.append(words), False)
    tell(view("Waiting for 3 more players.", 0, None, None, None))
    tell(view("Waiting for 2 more players.", 0, ADA, None, None))
    assert said == []
    tell(view("Waiting for 1 more player.", 2, ADA, BEN, None))
    assert [line.partition(" (")[0] for line in said[-3:]] == [
        "Seat 1: Ada", "Seat 2: Ben", "Waiting for 1 more player.",
    ]  # fmt: skip


def test_a_member_without_a_seat_in_a_full_room_gets_the_line_about_the_room_at_once() -> None:
    said: list[str] = []
    tell = RoomReporter(lambda kind, words, **_: said.append(words), False)
    tell(view("All seats are taken.", 0, ADA, ADA))
    assert said[-1] == "All seats are taken."
