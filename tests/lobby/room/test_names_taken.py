"""Names that are taken at the table: the newcomer gets a number and is informed."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games.registry import GAMES
from lobby.cli import room
from lobby.players.identity import fingerprint, load_own_identity
from lobby.room.join_plan import HostPlan
from lobby.room.seating import assign_names
from lobby.room.signed_records import ANY, Record, Status

BY = b"broughtx"


def member(number: int, name: str, bot: str = "", by: bytes = b"") -> Record:
    """Return a member of a room."""
    key = bytes([number]) * 32
    return Record(key, 1, name, ANY, 0, bot, by, (), (), (), (), (), b"", (), Status.HERE, b"")


@pytest.mark.parametrize(
    ("members", "called"),
    [
        ([member(1, "Ada"), member(2, "Ada", "random")], ["Ada", "Ada (2)"]),
        ([member(1, "Ada", "random"), member(2, "ada"), member(3, "Аԁа")], ["Ada", "ada (2)", "Аԁа (3)"]),
        ([member(1, "Bot Anvil", "random", BY), member(2, "Bot Anvil")], ["Bot Beacon", "Bot Anvil"]),
        ([member(1, "A" * 24), member(2, "A" * 24)], ["A" * 24, "A" * 20 + " (2)"]),
    ],
)
def test_a_person_with_a_taken_name_gets_a_number(members: list[Record], called: list[str]) -> None:
    found = assign_names(members, range(1, len(members) + 1))
    assert [found[one.identity] for one in members] == called


def test_a_second_program_of_a_player_reports_that_it_uses_another_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """See the LAN review, F6b."""
    monkeypatch.setattr(room, "identity_folder", lambda: tmp_path)
    plan = HostPlan(GAMES["bridgefront"], 2, {}, "Ada")
    first = room._choose_identity(plan, False)
    assert first.file is not None and not capsys.readouterr().err
    second = room._choose_identity(plan, False)
    said = capsys.readouterr().err
    assert said == (
        f"Another program here is using your key; in this room you play under a new one, {fingerprint(second.key)}.\n"
    )
    first.file.close()
    assert load_own_identity(tmp_path).key == first.key != second.key
