"""The command `tether rules`, and the option `--rules` of other commands."""

from pathlib import Path

import pytest

from core.games.bridgefront.catalogue import CARDS, DECKS
from net.cli.app import run

FILE = """game = "bridgefront"
name = "Short"
[numbers]
rounds = 4
[cards.Zap]
mana = 2
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "short.toml"
    path.write_text(FILE)
    return path


def test_rules_new_prints_a_file_that_rules_check_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "new", "bridgefront"]) == 0
    path = tmp_path / "new.toml"
    path.write_text(capsys.readouterr().out)
    assert run(["rules", "check", str(path)]) == 0
    assert "Nothing is changed." in capsys.readouterr().out


def test_rules_check_lists_the_changes_and_their_limits(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "check", str(file)]) == 0
    told = capsys.readouterr().out
    archive = sum(CARDS[card].copies for card in DECKS[0])
    assert "Zap costs 2 mana, not 1." in told and f"Archive I: {archive} cards" in told and "cannot" in told.lower()


def test_rules_check_names_the_file_line_and_range_of_a_mistake(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(FILE.replace("mana = 2", "mana = 22"))
    assert run(["rules", "check", str(file)]) == 1
    told = capsys.readouterr().err
    assert "line 6" in told and "0 to 6" in told and "short.toml" in told


def test_rules_diff_prints_the_changes_that_only_one_file_makes(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(FILE.replace("mana = 2", "mana = 3"))
    assert run(["rules", "diff", str(file), str(other)]) == 1
    assert capsys.readouterr().out.splitlines() == ["- Zap costs 2 mana, not 1.", "+ Zap costs 3 mana, not 1."]
    assert run(["rules", "diff", str(file), str(file)]) == 0


def test_the_cards_command_with_rules_shows_the_changed_card(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "--rules", str(file), "Zap"]) == 0
    assert "2 mana" in capsys.readouterr().out


def test_a_match_with_a_ruleset_is_played_and_verified(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "match.tether"
    words = ["--rules", str(file), "--local", "--seats", "2", "--bots", "easy", "--seed", "x", "--out", str(record)]
    assert run(["match", *words]) == 0
    assert run(["verify", str(record)]) == 0
    told = capsys.readouterr().out
    assert "The record is valid." in told and "By changed rules: Short." in told


def test_a_ruleset_of_another_game_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "--rules", str(file), "--game", "midnight", "--local"]) == 2
    assert "is for The Last Tether: Bridgefront" in capsys.readouterr().err
