"""The pictures in the README and the guide: present, small, and equal to the script's output."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from client.table.screen import TableScreen
from tests.support.client.driver import Driver

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from benchmarks import window as bench_client  # noqa: E402
from pictures import moments, screenshots  # noqa: E402

SCREENS = ROOT / "docs" / "screens"


def test_the_pictures_in_the_documents_exist_and_are_small() -> None:
    kept = {path.stem: path for path in SCREENS.glob("*.png")}
    assert set(screenshots.CHOSEN) <= set(kept) & set(screenshots.SCENES)
    assert sum(path.stat().st_size for path in kept.values()) < 4_200_000, "five guides"
    for name in screenshots.CHOSEN:
        with Image.open(kept[name]) as picture:
            assert picture.size == (1280, 720)
    for document in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for named in re.findall(r"screens/([a-z0-9-]+)\.png", document.read_text()):
            assert named in kept


@pytest.mark.parametrize("name", ["end", "battle-preview", "lesson-04", "cabinet-action", "ambition-claim"])
def test_a_picture_in_the_documents_shows_the_current_program(driver: Driver, name: str) -> None:
    """Few colours differ, by 3 to 5 of 255; in a picture in which a label or card has moved they differ by 30."""
    taken = screenshots.take_picture(screenshots.Stage(driver), name, "720").convert("RGB")
    with Image.open(SCREENS / f"{name}.png") as kept:
        difference = ImageChops.difference(taken, kept.convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).rms[0] < 12, "run python3 scripts/pictures/screenshots.py"


def test_a_screenshot_scene_has_the_same_pixels_each_time(driver: Driver) -> None:
    shots = []
    for _ in range(2):
        screenshots.SCENES["ask-bid"](screenshots.Stage(driver))
        screen = driver.screen
        assert isinstance(screen, TableScreen) and screen.controller.prompts.view.dialog is not None
        shots.append(driver.shot().tobytes())
    assert shots[0] == shots[1]


def test_the_window_benchmark_measures_a_step(driver: Driver) -> None:
    """The table on screen is in the state before the step, however the match was requested."""
    assert moments.match_steps() is moments.match_steps(*moments.MATCHES[0])
    assert bench_client.measure_animation(screenshots.Stage(driver), moments)["frames_per_second"] > 0
