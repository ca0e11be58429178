"""The rulesets that come with Tether: each is valid, and its name can be given in place of a file."""

from pathlib import Path

import pytest

from core.engine.changed_game import ChangedGame
from core.games.registry import NAMES
from net.cli.app import run
from net.cli.games.rules import read_game
from net.cli.games.shipped_rules import find_shipped_ruleset, ruleset_summary, shipped_rulesets

SHIPPED = [name for game in NAMES for name in shipped_rulesets(game)]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_is_valid_and_says_what_it_is(name: str) -> None:
    game = read_game(Path(name))
    assert isinstance(game, ChangedGame) and game.base.name == name.partition("/")[0] and game.differences()
    path = find_shipped_ruleset(name)
    assert path is not None and ruleset_summary(path).endswith(".") and game.rules_name != "house rules"


@pytest.mark.parametrize(
    "name", ["cabinet/none", "cabinet/../cabinet/seed", "../cabinet/seed", "cabinet", "", "x.py/y"]
)
def test_no_other_name_is_a_shipped_ruleset(name: str) -> None:
    assert find_shipped_ruleset(name) is None


def test_the_name_stands_for_the_file_in_any_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cabinet").mkdir()
    (tmp_path / "cabinet" / "seed").write_text("game = 3")
    assert run(["rules", "check", "cabinet/seed"]) == 0
    assert run(["rules", "diff", "cabinet/seed", "./cabinet/seed"]) == 1
    assert "cabinet/seed: " in capsys.readouterr().err


def test_rules_list_names_each_shipped_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == SHIPPED and all(line.endswith(".") for line in lines)
