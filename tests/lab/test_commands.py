"""Commands of the lab: output, refusals, and the same answer to the same question."""

from __future__ import annotations

import importlib.util
import json
import pkgutil
import sqlite3
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.games.registry import GAMES
from lab.cli import report
from lab.report import card_strength
from lab.run import store as stores
from lab.run.executor import Serial
from lobby.cli.room import run
from net.system.installation import install_command
from tests.support.games.rock_paper_scissors.game import GAME

TOY = [f"--game={GAME.name}", "--seats=2", "--bot=random", "--engine=serial"]
SMALL = ["--game=outposts", "--seats=2", "--bot=random", "--engine=serial"]


class Said(NamedTuple):
    """Result and output of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def lab(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Return a function that runs a lab command in a separate folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(report, "viewer", None)
    monkeypatch.setitem(GAMES, GAME.name, GAME)

    def command(*words: str) -> Said:
        capsys.readouterr()
        return Said(run(["lab", *words]), *capsys.readouterr())

    return command


Lab = Callable[..., Said]


def test_a_sample_has_a_report_page_and_its_matches_can_be_replayed(lab: Lab, tmp_path: Path) -> None:
    said = lab("play", *TOY, "--budget=20")
    assert said.code == 0 and "seat 1 wins" in said.out and "Played by random" in said.out
    assert lab("play", *TOY, "--budget=20").out == said.out, "nothing is played twice"
    written = lab("report", "tether-lab", "--json")
    told = json.loads(written.out)
    assert told["runs"] == 1 and (tmp_path / "tether-lab" / "report.html").stat().st_size == told["bytes"]
    shown = lab("show", "tether-lab", "1.1.0.0")
    assert shown.code == 0 and len(shown.out.splitlines()) >= 5
    seen: list[Any] = []
    report.viewer = lambda match: seen.append(match) or 7
    assert lab("show", "tether-lab", "1.1.0.0").code == 7 and seen[0].game is GAME


def test_a_sample_ends_once_its_interval_is_narrow_enough(lab: Lab) -> None:
    said = json.loads(lab("play", *TOY, "--budget=400", "--precision=20", "--json").out)
    assert said["ended"] == "known" and said["blocks"] < 400 and said["blocks"] % 12 == 0


def test_a_sample_has_all_counts_for_a_seat_and_match(lab: Lab) -> None:
    words = ["--game=bridgefront", "--seats=2", "--bot=random", "--engine=serial", "--option=vp_to_win=5", "--budget=4"]
    told = json.loads(lab("play", *words, "--json").out)["counts"]
    assert told["gold from start"] == 4 and told["cards played"] > 0
    assert f"cards played {told['cards played']:.2f}" in lab("play", *words).out


def test_a_comparison_is_printed_as_json(lab: Lab) -> None:
    said = lab("compare", "usual", "brisk=on+L4.produces=3 crew, 1 oil", *SMALL, "--budget=16", "--json", "--margin=5")
    told = json.loads(said.out)
    [contrast] = told["contrasts"]
    assert said.code == 0 and told["margin"] == 0.05 and told["blocks"] == 4
    assert contrast["measures"][0]["measure"] == "rounds" and -1 <= contrast["correlation"] <= 1


def test_two_bots_are_compared_and_a_ladder_is_printed(lab: Lab) -> None:
    small = [word for word in SMALL if not word.startswith("--bot")]
    said = lab("compare", "heuristic", "random", *small, "--budget=28")
    assert said.code == 0 and "random alone among heuristic: worse" in said.out
    told = json.loads(lab("ladder", *small, "--rungs=random,heuristic", "--budget=28", "--json").out)
    assert [(pair["upper"], pair["lower"], pair["verdict"]) for pair in told["pairs"]] == [
        ("heuristic", "random", "better")
    ]


def test_bots_of_a_team_are_compared_as_teams(lab: Lab) -> None:
    team = ["--game=cabinet", "--seats=2", "--engine=serial"]
    said = lab("compare", "heuristic", "random", *team, "--budget=8")
    assert said.code == 0 and "heuristic against random, 2 comparisons" in said.out
    told = json.loads(lab("ladder", *team, "--rungs=random,heuristic", "--budget=8", "--json").out)
    assert told["pairs"][0]["fair"] <= told["pairs"][0]["share"]
    assert lab("report", "tether-lab").code == 0


def test_the_mend_command_lists_changes_that_help_a_league(lab: Lab) -> None:
    words = ["--game=outposts", "--seats=2", "--bot=random", "--engine=serial", "--with=L4.pays=3 crew"]
    told = json.loads(lab("mend", "L4", *words, "--budget=16", "--json").out)
    assert [each["change"] for each in told["changes"]] == ["usual", "L4.pays=3 crew"] and told["fair"] == 0.5
    assert "Nearest to fair" in lab("mend", "L4", *words, "--budget=16").out
    assert "mend L4" in (lab("report", "tether-lab").out and Path("tether-lab/report.html").read_text("utf-8"))


def test_the_questions_of_the_lab_are_listed_and_one_can_be_answered(lab: Lab) -> None:
    assert "brisk" in lab("ask", *SMALL).out
    told = json.loads(lab("ask", "brisk", *SMALL, "--budget=8", "--json").out)
    assert told["first"] == "brisk=off" and [each["second"] for each in told["contrasts"]] == ["brisk=on"]


def test_every_option_and_number_can_be_asked(lab: Lab) -> None:
    assert "tether rules new outposts" in lab("ask", *SMALL).out
    words = ["--game=bridgefront", "--seats=2", "--bot=random", "--engine=serial", "--option=vp_to_win=5"]
    told = json.loads(lab("ask", "preview", *words, "--budget=6", "--json").out)
    assert told["first"] == "preview=table" and [each["second"] for each in told["contrasts"]] == [
        "preview=formula", "preview=off",
    ]  # fmt: skip
    told = json.loads(lab("ask", "start_gold", *words, "--budget=6", "--json").out)
    assert [each["second"] for each in told["contrasts"]] == ["start_gold=3", "start_gold=5"]
    assert "did you mean start_gold?" in lab("ask", "start_gol", *words).err


def test_a_comparison_says_where_nothing_happened_otherwise(lab: Lab) -> None:
    words = ["--game=bridgefront", "--seats=2", "--bot=random", "--engine=serial", "--option=vp_to_win=5", "--budget=8"]
    said = lab("compare", "usual", "gold_word=Aurum", *words)
    assert "In 4 of 4 matches nothing happened otherwise. These bots never meet what was changed." in said.out
    assert "unknown  rounds" in said.out
    said = lab("compare", "usual", "base_mana=4", *words)
    assert "In 4 of 4" not in said.out


def test_a_comparison_of_a_card_says_how_often_it_is_played(lab: Lab) -> None:
    words = ["--game=bridgefront", "--seats=2", "--bot=random", "--engine=serial", "--option=vp_to_win=5", "--budget=8"]
    [told] = json.loads(lab("compare", "usual", "card.Recruit.mana=3", *words, "--json").out)["contrasts"]
    [card] = told["cards"]
    assert card["name"] == "Recruit" and card["played"][0] > card["played"][1]
    assert "Recruit: gained" in lab("compare", "usual", "card.Recruit.mana=3", *words).out


def test_cards_with_few_matches_have_no_verdict(lab: Lab) -> None:
    words = ["--game=bridgefront", "--seats=2", "--bot=random", "--engine=serial", "--option=vp_to_win=5"]
    said = lab("cards", *words, "--budget=4", "--cards=Zap")
    assert said.code == 0 and "Too few matches" in said.out


def test_cards_of_another_game_are_measured_by_two_bot_levels(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--game=midnight", "--seats=3", "--engine=serial", "--budget=15", "--bans=0.4"]
    first = lab("cards", *words, "--bot=random")
    assert first.code == 0 and "8 cards were compared" in first.out and "No verdict on a card before" in first.out
    told = json.loads(lab("cards", *words, "--cards=Shield,Jam", "--json").out)
    assert told["comparisons"] == 8 and set(told["rungs"]) == {"heuristic", "random"} and told["blocks"] == 5
    assert {each["name"] for each in told["cards"]} == {"Shield", "Jam"}
    assert all(each["price"] == "1 action" and 0.3 < each["plays"] <= 1 for each in told["cards"])
    assert lab("report", "tether-lab").code == 0
    page = Path("tether-lab/report.html").read_text("utf-8")
    assert "Large Cannon" in page and "1 action" in page and "adjusted for all 8 cards" in page
    monkeypatch.setattr(
        card_strength, "card_verdicts", lambda rungs: {each.name: card_strength.HELPS for each in rungs["random"]}
    )
    assert "Midnight, 3 seats: cards: Worth having: " in lab("report", "tether-lab").out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["play", "--game=chess"], "no game 'chess'"),
        (["play", "--seats=9"], "is for"),
        (["play", "--option=nothing=1"], "no option 'nothing'"),
        (["play", "--bot=nobody"], "no bot 'nobody'"),
        (["play", "--budget=none"], "a budget is"),
        (["play", "--change=x=1"], "there are"),
        (["play", "--engine=dask"], "--scheduler"),
        (["ask", "nothing"], "no option or number of "),
        (["compare", "usual", "nothing=1"], "no option 'nothing'"),
        (["compare", "usual", "usual"], "the same way to play"),
        (["cards", f"--game={GAME.name}", "--seats=2"], "no cards to do without; there are those of bridgefront"),
        (["cards", "--cards=Nothing"], "no card 'nothing' of bridgefront"),
        (["cards", "--game=ambition", "--seats=3", "--cards=Bunker,Zap"], "no card 'zap' of ambition"),
        (["cards", "--game=cabinet", "--cards=Funds"], "no card 'funds' of cabinet can be denied"),
        (["ladder", "--rungs=random,nobody"], "no bot 'nobody'"),
        (["ladder", "--rungs=random"], "two rungs"),
        (["ladder", "--bot=random"], "No such option"),
        (["compare", "random", "heuristic", "--bot=easy"], "so leave out --bots"),
        (["mend", "L4", "--seats=3"], "no faction or league of bridgefront 'L4'"),
        (["mend", "L4", "--game=outposts", "--seats=2", "--with=L4.pays=x"], "goods such as"),
        (["tune", "--game=cabinet"], "weights"),
        (["compare", "heuristic", "heuristic@NONE=3"], "no weight 'NONE'"),
        (["tune", "--game=outposts", "--seats=2", "--budget=50"], "30 weights want a budget of 210 matches"),
        (["compare", "random", "random"], "no option 'random'"),
        (["ladder", "--rungs=random,random"], "each of them once"),
    ],
)
def test_malformed_arguments_of_lab_commands_are_refused(lab: Lab, tmp_path: Path, words: list[str], why: str) -> None:
    said = lab(*words)
    assert said.code == 2 and said.err.startswith("tether: ") and why in said.err and said.err.count("\n") == 1
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_an_unusable_store_is_refused(lab: Lab, tmp_path: Path) -> None:
    assert lab("report", "nowhere").code == 1 and lab("show", "nowhere", "1.0.0.0").code == 1
    (tmp_path / "tether-lab").mkdir()
    (tmp_path / "tether-lab" / stores.FILE).write_bytes(b"torn" * 500)
    said = lab("play", *TOY, "--budget=2")
    assert said.code == 1 and "cannot be used" in said.err and "Traceback" not in said.err


def test_a_full_disk_is_reported_by_the_lab(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise stores.BadStore("block 3 cannot be written to x: database or disk is full; all before it is kept")

    monkeypatch.setattr(stores.Store, "add", full)
    said = lab("play", *TOY, "--budget=4")
    assert said.code == 1 and "disk is full; all before it is kept" in said.err


def test_ctrl_c_keeps_the_results_so_far(lab: Lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    submit, given = Serial.submit, []

    def interrupted(self: Serial, *what: Any) -> Any:
        given.append(what)
        if len(given) == 2:
            raise KeyboardInterrupt
        return submit(self, *what)

    monkeypatch.setattr(Serial, "submit", interrupted)
    said = lab("play", *TOY, "--budget=400")
    assert said.code == 130 and "stopped; the same command continues" in said.out
    assert sqlite3.connect(tmp_path / "tether-lab" / stores.FILE).execute("SELECT count(*) FROM block").fetchone()[0]


def test_missing_libraries_of_the_lab_are_named(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "scipy" else find(name, *more))
    said = lab("play")
    assert said.code == 1 and install_command("lab") in said.err and "scipy" in said.err


@pytest.mark.parametrize("name", [each.name for each in pkgutil.walk_packages(import_module("lab").__path__, "lab.")])
def test_each_module_can_be_imported_first(name: str) -> None:
    """No circular import may depend on which module is imported first."""
    own = {each: sys.modules.pop(each) for each in list(sys.modules) if each == "lab" or each.startswith("lab.")}
    try:
        import_module(name)
    finally:
        for each in [each for each in sys.modules if each == "lab" or each.startswith("lab.")]:
            del sys.modules[each]
        sys.modules.update(own)
