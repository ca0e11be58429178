"""Pictures of a game's table for its author."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from PIL import Image

from client.app import shot
from client.session.source import MatchEvent
from core.games.registry import GAMES
from tests.support.client.driver import Driver
from tests.support.kit import EXAMPLES, loaded_file


def test_the_picture_shows_the_wanted_step_of_the_wanted_seat(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[tuple[int, int, int, tuple[int, int]]] = []

    def picture(
        game: object, first: MatchEvent, moments: list[shot.Moment], at: int, seat: int, size: tuple[int, int]
    ) -> Image.Image:
        seen.append((at, len(moments), seat, size))
        return Image.new("RGB", size)

    monkeypatch.setattr(shot, "render_table", picture)
    out = tmp_path / "table.png"
    with loaded_file(EXAMPLES / "flotsam.py") as game:
        assert shot.shot(game.name, out, 9, 2, 3, ("rounds=4",), None, "1366x768") == 0
        assert Image.open(out).size == (1366, 768)
        assert shot.shot(game.name, out, 9999, 1, None, (), None, "1280x720") == 0
    assert seen[0] == (8, seen[0][1], 2, (1366, 768)) and seen[1][0] == seen[1][1] and seen[1][2] == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(f"Flotsam before step 9 of {seen[0][1]}, as seat 2 of 3 sees it")
    assert told[1].endswith(f"after all {seen[1][1]} steps, as seat 1 of 4 sees it")


def test_without_a_step_the_seat_is_asked_in_the_middle(driver: Driver) -> None:
    with loaded_file(EXAMPLES / "high_tide.py") as game:
        _, moments = shot.play_match(game, 4, 3, {}, "middle")
    at = shot.clamp_step(moments, None)
    assert moments[at].asked is not None and abs(at - len(moments) // 2) < 8
    assert moments[at].asked.state.t == at + 1  # type: ignore[union-attr]


def test_the_same_match_is_painted_every_time(driver: Driver) -> None:
    game = GAMES["midnight"]
    digests = [[each.heard.digest for each in shot.play_match(game, 3, 1, {}, "same")[1][:20]] for _ in range(2)]
    assert digests[0] == digests[1]


def test_without_a_display_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: Driver
) -> None:
    monkeypatch.setattr(shot, "why_no_window", lambda: "There is no display.")
    with pytest.raises(click.ClickException) as told:
        shot.shot("midnight", tmp_path / "x.png", None, 1, None, (), None, "1280x720")
    assert told.value.message.startswith("There is no display. The picture needs a display; ")
