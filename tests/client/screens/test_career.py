"""The career: results read from records, win rates by game and level, and achievements."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from client.app.settings import Settings
from client.screens.matches import MatchesScreen
from client.session.career import Career, MatchResult, achievements, result_of, tallies
from client.session.saved_matches import SavedMatches
from client.table.replay.library import RecordLibrary
from client.ui.widget import walk
from core.bots.levels import HardBot
from core.engine.result import FREE_FOR_ALL, TEAM
from core.games.registry import GAMES, NAMES
from net.session.runner import play_local
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table
from tests.support.client.replay.records import NAMES as PLAYERS
from tests.support.client.replay.records import played

WON = MatchResult("midnight", ("Ada", "Bot Anvil", "Bot Beacon"), 1, 1, FREE_FOR_ALL, "12 worth", "easy")
LOST = WON._replace(rank=2)


def reached(*results: MatchResult) -> set[str]:
    """Return the names of the achievements of these results, the oldest first."""
    return {each.name for each in achievements(results) if each.is_reached}


def test_results_are_told_in_words() -> None:
    assert WON.words == "Won, 12 worth" and LOST.words == "2nd of 3, 12 worth"
    assert LOST._replace(rank=3, points="").words == "3rd of 3"
    team = WON._replace(kind=TEAM, points="")
    assert (team.words, team._replace(rank=2).words, WON._replace(rank=0).words) == ("Won", "Lost", "no result")


def test_win_rates_are_counted_by_game_and_level() -> None:
    cabinet = LOST._replace(game="cabinet", level="hard")
    found = tallies([WON, LOST, WON, cabinet, WON._replace(rank=0)])
    assert [(each.game, each.level, each.words) for each in found] == [
        ("midnight", "easy", "2 of 3, 66 %"),
        ("cabinet", "hard", "0 of 1, 0 %"),
    ]


def test_achievements_follow_from_results() -> None:
    assert len(achievements([])) >= 12 and not reached()
    assert reached(LOST) == {"First match"}
    assert reached(WON._replace(rank=0)) == set(), "a match without an end counts for nothing"
    assert "In a row" in reached(WON, WON, WON) and "In a row" not in reached(WON, WON, LOST, WON)
    assert {"Hard nut", "Master class"} <= reached(WON._replace(level="master"))
    assert "Hard nut" not in reached(WON._replace(level="mixed"))
    assert "All-rounder" in reached(*(WON._replace(game=game) for game in NAMES))
    assert {"Taster"} == reached(*(LOST._replace(game=game) for game in NAMES)) - {"First match"}
    assert "Faithful" in reached(*[LOST] * 10) and "Faithful" not in reached(*[LOST] * 9)


def test_result_is_read_from_the_records_own_end(tmp_path: Path) -> None:
    kept = played()[0].record
    results = {name: result_of(kept, name, ("easy", "easy")) for name in PLAYERS}
    ranks = sorted(result.rank for result in results.values() if result is not None)
    assert len(ranks) == len(PLAYERS) and ranks[0] == 1 and all(ranks)
    feeds = tuple(feed[:10] for feed in kept.feeds)
    short = result_of(kept._replace(feeds=feeds), PLAYERS[0], ())
    assert short is not None and short.rank == 0 and short.words == "no result"


def test_record_of_other_people_is_no_result_of_ours() -> None:
    kept = played()[0].record
    assert result_of(kept, "Nobody", ()) is None
    assert result_of(kept, PLAYERS[1], ()) is not None


def test_only_person_against_bots_is_the_player_by_any_name() -> None:
    game = GAMES["cabinet"]
    match = play_local(game, 2, {}, "career", [HardBot("career", 1), HardBot("career", 2)], names=("Bot Anvil", "Ann"))
    result = result_of(match.record, "Anna", ("hard",))
    assert result is not None and (result.seat, result.level) == (2, "hard")


def test_career_is_saved_only_if_a_result_was_added(tmp_path: Path) -> None:
    library = RecordLibrary(tmp_path)
    library.save_record(played()[0].record, "Bridgefront", PLAYERS)
    file = tmp_path / "career.json"
    career = Career(tmp_path)
    career.results([], PLAYERS[0], lambda: None)
    assert not file.exists(), "nothing was added"

    def cancel() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        career.results(library.records(), PLAYERS[0], cancel)
    assert file.exists(), "what was read before the end is kept"
    file.unlink()
    assert career.results(library.records(), PLAYERS[0], lambda: None)
    assert not file.exists()


def test_career_remembers_results_and_survives_a_damaged_file(tmp_path: Path) -> None:
    library = RecordLibrary(tmp_path)
    path = library.save_record(played()[0].record, "Bridgefront", PLAYERS)
    found = Career(tmp_path).results(library.records(), PLAYERS[0], lambda: None)
    assert found[path].game == "bridgefront" and found[path].rank
    path.write_bytes(b"x" * path.stat().st_size)
    assert Career(tmp_path).results(library.records(), PLAYERS[0], lambda: None) == found, "it is not read again"
    (tmp_path / "career.json").write_text('{"results": [1]', encoding="utf-8")
    assert Career(tmp_path).results(library.records(), PLAYERS[0], lambda: None) == {}


def test_my_matches_show_results_and_the_career(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_table(driver)
    library = RecordLibrary(tmp_path / "records")
    library.save_record(played()[0].record, "Bridgefront", PLAYERS)
    settings = replace(Settings(), name=PLAYERS[0])
    nothing = lambda *_: None  # noqa: E731
    screen = MatchesScreen(
        SavedMatches(tmp_path), library, nothing, nothing, nothing, settings, nothing, career=Career(library.folder)
    )
    read, results = [], screen.career.results  # type: ignore[union-attr]
    monkeypatch.setattr(screen.career, "results", lambda *given: read.append(given) or results(*given))
    driver.show(screen)
    if screen._reading is not None:
        assert screen._reading.wait(20)
    driver.step(frames=2)
    (record,) = screen.table.items
    assert screen._describe_progress(record).startswith(("Won", "2nd", "3rd"))
    driver.click("Career")
    driver.step()
    words = [getattr(widget, "text", "") for widget in walk(screen.ui.layers[-1].widget)]
    assert any(text.startswith("1 match finished") for text in words)
    driver.key("ESCAPE")
    assert not screen.ui.layers
    assert len(read) == 1, "the records are read once when the screen is shown"


def test_reader_of_results_is_given_up_when_the_screen_is_left_or_reads_again(driver: Driver, tmp_path: Path) -> None:
    lay_table(driver)
    library = RecordLibrary(tmp_path / "records")
    library.save_record(played()[0].record, "Bridgefront", PLAYERS)
    may, nothing = threading.Event(), lambda *_: None

    class Slow(Career):
        def results(self, records: Any, own: str, watch: Callable[[], object]) -> dict[Path, MatchResult]:
            assert may.wait(10)
            watch()
            return {Path("late"): WON}

    screen = MatchesScreen(None, library, nothing, nothing, nothing, Settings(), nothing, career=Slow(library.folder))
    driver.show(screen)
    first = screen._reading
    screen.on_shown()
    second = screen._reading
    screen.on_closed()
    may.set()
    assert first is not None and second is not None and first is not second
    assert first.wait(10) and second.wait(10) and first.result is second.result is None
    screen.update(0.0)
    assert not screen.results


def test_career_remembers_the_colours_of_seats_and_ignores_impossible_ones(tmp_path: Path) -> None:
    path = tmp_path / "one.tether"
    Career(tmp_path).note_match(path, None, (4, 1, 2))
    assert Career(tmp_path).colours_of(path) == (4, 1, 2) and Career(tmp_path).colours_of(tmp_path / "other") == ()
    for wrong in ([1, 1, 2], [0, 1, 2], [1, 2, 77], ["sky"], 5):
        (tmp_path / "career.json").write_text(
            json.dumps({"levels": {}, "colours": {path.name: wrong}, "results": {}}), encoding="utf-8"
        )
        assert Career(tmp_path).colours_of(path) == (), wrong
