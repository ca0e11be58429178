"""`tether print`, typed correctly and wrongly."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from client.app.startup import run_command as tether
from client.sheets import command
from tests.support.client.pdf import pages_of

SMALL = ["print", "midnight", "--cards=Siren", "--ink-saving"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_print_names_the_file_after_the_game_and_reports_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tether(SMALL) == 0
    size = round((folder / "midnight.pdf").stat().st_size / 1000)
    assert capsys.readouterr().out == f"midnight.pdf: 1 page with 5 cards, {size} kB. Print it at 100 %.\n"
    assert len(pages_of((folder / "midnight.pdf").read_bytes())) == 1


def test_print_with_card_names_prints_only_these_cards_and_json_counts_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tether([*SMALL, "--copies=10", "--out=x.pdf", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    size = (folder / "x.pdf").stat().st_size
    assert told == {"file": "x.pdf", "bytes": size, "pages": 2, "cards": 10, "boards": 0, "tokens": 0}


@pytest.mark.parametrize(
    ("left_out", "entries"),
    [([], {"Cards", "Boards", "Tokens", "Rules"}), (["--no-rules"], {"Cards", "Boards", "Tokens"}),
     (["--no-board", "--no-tokens"], {"Cards", "Rules"}), (["--no-cards", "--no-rules", "--no-tokens"], {"Boards"}),
     (["--type=pacts"], {"Cards"})],
)  # fmt: skip
def test_print_can_leave_out_parts_of_the_sheets(folder: Path, left_out: list[str], entries: set[str]) -> None:
    assert tether(["print", "midnight", "--seats=3", "--ink-saving", *left_out]) == 0
    data = (folder / "midnight.pdf").read_bytes()
    assert {
        each for each in ("Cards", "Boards", "Tokens", "Rules") if b"/Title (%b)" % each.encode() in data
    } == entries


def test_a_second_print_replaces_the_file_and_a_failed_print_does_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "midnight.pdf").write_bytes(b"old")
    assert tether([*SMALL[:2], "--cards=Sirren"]) == 2
    assert "Midnight has no card 'sirren'; perhaps Siren" in capsys.readouterr().err
    assert (folder / "midnight.pdf").read_bytes() == b"old"
    assert tether(SMALL) == 0
    assert (folder / "midnight.pdf").read_bytes().startswith(b"%PDF")
    assert [path.name for path in folder.iterdir()] == ["midnight.pdf"]


@pytest.mark.parametrize(
    "words",
    [["--cards=" + "x" * 100_000], ["--cards=" + ",".join(map(str, range(100_000)))], ["--type=\x1b[31mred\x1b[0m"],
     ["--cards=*Siren* {bad}"], ["--cards=Siren\nCannon"], ["--seats=-3"], ["--seats=99999999999999999999"],
     ["--copies=0"], ["--paper="], ["--card-size=tarot"], ["--out=."]],
    ids=lambda words: words[0][:24],
)  # fmt: skip
def test_hostile_arguments_of_print_are_refused_in_one_short_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert tether(["print", "midnight", *words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("tether: ") and said.err.count("\n") == 1
    assert len(said.err) < 400 and "\x1b" not in said.err
    assert not list(folder.iterdir())


def test_print_refuses_a_pipe_without_a_reader_and_a_full_device(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(folder / "pipe")
    assert tether([*SMALL, "--out=pipe"]) == 1
    assert "cannot write the sheets to pipe: no program reads it" in capsys.readouterr().err.replace("Cannot", "cannot")
    if Path("/dev/full").exists():
        assert tether([*SMALL, "--out=/dev/full"]) == 1
        assert "No space left" in capsys.readouterr().err
    assert tether([*SMALL, "--out=/dev/null"]) == 0


def test_print_without_its_library_explains_how_to_get_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "LIBRARIES", ("no_such_library",))
    assert tether(SMALL) == 1
    said = capsys.readouterr().err
    assert "needs the package 'no_such_library', which comes with:" in said and said.count("\n") == 1
    assert not list(folder.iterdir())


def test_print_with_house_rules_prints_the_changed_cards(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = 'game = "bridgefront"\n[cards.Zap]\nmana = 3\n'
    (folder / "my.toml").write_text(rules)
    assert tether(["print", "bridgefront", "--rules=my.toml", "--cards=zap", "--ink-saving"]) == 0
    changed = (folder / "bridgefront.pdf").read_bytes()
    assert tether(["print", "bridgefront", "--cards=zap", "--ink-saving"]) == 0
    plain = (folder / "bridgefront.pdf").read_bytes()
    assert len(pages_of(changed)) == len(pages_of(plain)) == 1 and changed != plain
    assert tether(["print", "midnight", "--rules=my.toml"]) == 2
    assert "my.toml is for" in capsys.readouterr().err
