"""Rooms of games in files: bots load the file of their host."""

from __future__ import annotations

import threading
from pathlib import Path

from lobby.room.bots import RequestedBot, RoomBots
from net.cli.games.new_game import TEMPLATE
from tests.support.kit import EXAMPLES, loaded
from tests.support.lobby.evening import evening

FLOTSAM = EXAMPLES / "flotsam.py"


def test_bots_of_a_host_play_the_game_of_a_file(tmp_path: Path) -> None:
    with evening(tmp_path) as night:
        ada, _ = night.host("Ada", 3, "--bots", "random,random", game=str(FLOTSAM))
        assert ada.end() == 0 and "Digest  " in ada.text, ada.text


def test_a_room_ends_at_a_rule_that_never_returns(tmp_path: Path) -> None:
    """Host and guest each end with one sentence that names the rule."""
    text = (
        TEMPLATE.replace("NAME", "wolf")
        .replace("TITLE", "Wolf")
        .replace("if alone:", "while True: pass\n    if alone:")
    )
    path = tmp_path / "wolf.py"
    path.write_text(text)
    with evening(tmp_path) as night:
        ada, address = night.host("Ada", 2, game=str(path))
        ben = night.join("Ben", address, "--game", str(path))
        for person in (ada, ben):
            assert person.end() == 1, person.text
            assert "the answer to play (line 51) has run for 5 seconds; does a loop never end?" in person.text
            assert "Traceback" not in person.text


def test_bot_that_cannot_load_the_game_file_is_reported_once(tmp_path: Path) -> None:
    failed, found = threading.Event(), list[str]()

    def on_trouble(words: str) -> None:
        found.append(words)
        failed.set()

    bots = RoomBots(on_trouble)
    with loaded(FLOTSAM.read_text().replace('"flotsam"', '"jetsam"'), tmp_path):
        (tmp_path / "tried.py").write_text("import os")
        bots.add(("127.0.0.1", 9), "", RequestedBot("random"))
        try:
            assert failed.wait(60)
        finally:
            bots.end()
    assert found == [bots.not_started] and "tried.py, line 1: imports os" in found[0], found
