"""The command `tether rules`, and `--rules` of others."""

from pathlib import Path

import pytest

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


def test_new_prints_a_file_that_check_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "new", "bridgefront"]) == 0
    path = tmp_path / "new.toml"
    path.write_text(capsys.readouterr().out)
    assert run(["rules", "check", str(path)]) == 0
    assert "Nothing is changed." in capsys.readouterr().out


def test_check_says_what_is_changed_and_what_cannot_be(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "check", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Zap costs 2 mana, not 1." in told and "Archive I: 49 cards" in told and "cannot" in told.lower()


def test_check_names_file_line_and_range(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(FILE.replace("mana = 2", "mana = 22"))
    assert run(["rules", "check", str(file)]) == 1
    told = capsys.readouterr().err
    assert "line 6" in told and "0 to 6" in told and "short.toml" in told


def test_diff_prints_what_only_one_changes(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.toml"
    other.write_text(FILE.replace("mana = 2", "mana = 3"))
    assert run(["rules", "diff", str(file), str(other)]) == 1
    assert capsys.readouterr().out.splitlines() == ["- Zap costs 2 mana, not 1.", "+ Zap costs 3 mana, not 1."]
    assert run(["rules", "diff", str(file), str(file)]) == 0


def test_cards_shows_the_changed_card(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "--rules", str(file), "Zap"]) == 0
    assert "2 mana" in capsys.readouterr().out


def test_a_match_by_a_ruleset_is_played_and_verified(
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
