"""The window check of the packaged program, run from the sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

pytestmark = pytest.mark.waits

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.needs("display")
def test_the_first_frame_of_the_packaged_program_is_saved_as_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "first.png"
    around = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "client.app.packaged", "first-frame", str(picture)]
    done = subprocess.run(command, env=around, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "first frame after" in done.stdout, done.stderr
    colors = Image.open(picture).getcolors(1 << 24)
    assert colors is not None and len(colors) > 1000


def test_a_packaged_program_without_a_display_gives_the_reason(tmp_path: Path) -> None:
    around = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    around.update(HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path), PYTHONPATH=str(ROOT))
    command = [sys.executable, "-m", "client.app.packaged", "first-frame", str(tmp_path / "first.png")]
    done = subprocess.run(command, env=around, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "There is no display" in done.stderr
