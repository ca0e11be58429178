"""House rules in the window: a file is chosen when a room is opened, and the room lists the changes."""

from pathlib import Path
from typing import Any

import pytest

from client.screens.host_form import HostScreen, HostSetup
from client.screens.house_rules import rules_choice
from client.ui.controls.log import Log
from core.engine.changed_game import ChangedGame
from core.games.bridgefront.game import GAME as BRIDGEFRONT
from lobby.room.join_plan import GuestPlan
from net.cli.games.rules import read_game
from tests.client.screens.test_rooms import SETTINGS, hear, look, room, view  # noqa: F401 - a fixture
from tests.support.client.driver import Driver

FILE = 'game = "bridgefront"\nname = "Short"\n[numbers]\nrounds = 4\n[cards.Zap]\nmana = 2\n[options]\nvp_to_win = 6\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TETHER_HOME", str(tmp_path))
    (tmp_path / "rules").mkdir()
    path = tmp_path / "rules" / "short.toml"
    path.write_text(FILE)
    (tmp_path / "rules" / "broken.toml").write_text("game = 3")
    return path


def test_the_form_offers_the_valid_files_of_the_game(file: Path) -> None:
    options = rules_choice("bridgefront", "", print).options
    assert [(option.value, option.text) for option in options] == [
        ("", "as printed"),
        ("bridgefront/balanced", "Balanced"),
        (str(file), "Short"),
    ]
    assert len(rules_choice("midnight", "", print).options) == 1
    assert [option.text for option in rules_choice("cabinet", "cabinet/seed", print).options[1:]] == ["Classic", "Seed"]


def test_a_room_opens_with_the_chosen_house_rules(look: Driver, file: Path) -> None:  # noqa: F811
    opened: list[Any] = []
    setup = HostSetup(seats=2, game="bridgefront", rules=str(file))
    screen = HostScreen(SETTINGS, setup, lambda name, setup: opened.append(setup.plan(name)), print)
    look.show(screen)
    rows = {option.name: option.default for option in screen.variants.rules.items}
    assert rows["vp_to_win"] == 6
    look.key("ENTER")
    assert isinstance(opened[0].game, ChangedGame) and opened[0].game.rules_name == "Short"
    file.write_text(FILE.replace("rounds = 4", "rounds = 400"))
    look.show(screen := HostScreen(SETTINGS, setup, lambda *a: opened.append(a), print))
    look.key("ENTER")
    assert "line 4" in screen.form.words.text and len(opened) == 1


def test_a_guest_sees_the_changed_rules_before_getting_ready(look: Driver, file: Path) -> None:  # noqa: F811
    game = read_game(file)
    assert isinstance(game, ChangedGame)
    screen, line, _ = room(look, GuestPlan(("192.168.1.11", 47801), "Bob"))
    shown = view("Ada", "Bob", seats=2, seat=2)
    assert shown.table is not None
    values = BRIDGEFRONT.options.complete_values({"vp_to_win": 6})
    settings = shown.table.settings._replace(game=game.name, options=values)
    table = shown.table._replace(settings=settings)
    hear(look, line, shown._replace(table=table, changes=tuple(game.differences()), game=game))
    assert "Short" in screen.standing.text and "3 changes" in screen.standing.text
    screen.tabs.show("House rules")
    look.step()
    log = screen.tabs.pages[screen.tabs.titles.index("House rules")]
    assert isinstance(log, Log) and any("Zap costs 2 mana, not 1." in line.markup for line in log.visible_lines)
