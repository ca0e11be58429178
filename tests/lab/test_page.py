"""The page of the lab: five kinds of approved charts, and a self-contained page of a store."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.report.charts import Cell, Whisker, columns, curve, heat, stacks, whiskers
from lab.report.page import MAX_PAGE_BYTES, page
from lab.report.sample import Sample, verdicts
from lab.run.budget import Budget
from lab.run.design import Arm, Design
from lab.run.executor import Serial, play_chunk
from lab.run.metrics import Columns
from lab.run.run import play_run
from lab.run.store import Run, Store

GOLDEN = Path(__file__).parent / "golden"
CHARTS: dict[str, Callable[[], str]] = {
    "whiskers": lambda: whiskers(
        "Share won", [Whisker("seat 1", 31.5, 4.2), Whisker("<seat 2>", 18.0, float("inf"))], 25.0, " %"
    ),
    "columns": lambda: columns("Rounds", [("4", 12), ("5", 0), ("6", 128)]),
    "stacks": lambda: stacks(
        "Points", [("winners", [("lasting", 6.0), ("forges", 1.5)]), ("others", [("lasting", 3)])]
    ),
    "curve": lambda: curve("Leads", [Whisker("1", 40, 5), Whisker("2", 55, 6), Whisker("3", 104, float("inf"))], " %"),
    "heat": lambda: heat(
        "Battles", [Cell(0, 0, 10, "middle"), Cell(1, 0, 2, "east"), Cell(0.5, 0.866, 0, "south")], True
    ),
}


@pytest.mark.parametrize("name", CHARTS)
def test_each_chart_matches_its_approved_picture(name: str) -> None:
    """Charts equal the approved files.

    To see a chart, open its file in a page. To change one, regenerate the file from the code.
    """
    assert CHARTS[name]() + "\n" == (GOLDEN / f"{name}.svg").read_text("utf-8")


def test_an_empty_chart_is_drawn() -> None:
    assert "<svg" in whiskers("x", []) and "<svg" in columns("x", []) and "<svg" in curve("x", [])


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the page of a store with two samples, a comparison and two bots."""
    home = tmp_path_factory.mktemp("page")
    usual = Arm("brisk=off", "outposts", 2, bots=("random",))
    brisk = usual._replace(name="brisk=<on>", options=(("brisk", "on"),))
    with Store(home) as store:
        for purpose, arms in (
            ("play", [usual]),
            ("play", [usual._replace(bots=("easy",))]),
            ("ask brisk", [usual, brisk]),
            ("compare bots", [usual._replace(bots=("random", "easy"))]),
        ):
            play_run(store, Serial(), Design(purpose, tuple(arms), "page"), Budget(8), play=play_chunk)
        return page(store, home).html


def test_the_lab_page_needs_no_network_and_no_script(told: str) -> None:
    assert len(told.encode()) < MAX_PAGE_BYTES
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", told)
    assert "prefers-color-scheme:dark" in told and 'name="viewport"' in told


def test_the_lab_page_begins_with_verdicts_by_bot_and_number_of_matches(told: str) -> None:
    first, _, rest = told.partition("<section>")
    assert "What was found" in first and "<svg" not in first and rest.count("<svg") >= 6
    assert "played by random, 8 matches" in first and "played by easy, 8 matches" in first
    assert "brisk=&lt;on&gt;" in told and "brisk=<on>" not in told
    assert "tether lab show" in rest and "say little about people" in rest


def test_an_unfair_seat_of_one_kind_of_bots_comes_with_the_bots_to_ask_next() -> None:
    for bot, other in (("heuristic", "normal"), ("normal", "heuristic")):
        arm = Arm("usual", "outposts", 2, bots=(bot,))
        sample_columns = Columns(arm)
        names = [measure.name for measure in sample_columns.measures]
        for block in range(40):
            row = [float("nan")] * len(names)
            row[names.index("rounds")] = 5.0
            row[names.index("seat 1 wins")], row[names.index("seat 2 wins")] = 1.0 - block % 5 / 10, block % 5 / 10
            sample_columns._rows.append(row)
        run = Run(1, Design("play", (arm,), "x"), "", "")
        [first, *_] = [words for _, words in verdicts([Sample(run, sample_columns, [])]) if words.startswith("Seat 1")]
        assert first.endswith(f"Run it again with --bots {other} to see if others agree.")
