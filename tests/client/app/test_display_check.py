"""The display check and its messages."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from client.app.display_check import why_not
from client.ui import window as windows
from client.ui.window import NoOpenGL


class Opened:
    """Fake of an open window."""

    def close(self) -> None:
        """Close the fake window."""


@pytest.mark.needs("display")
def test_nothing_is_reported_with_a_display_and_opengl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "open_window", lambda **_: Opened())
    assert why_not() == ""


@pytest.mark.needs("display")
def test_a_driver_without_opengl_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> None:
        raise NoOpenGL("The graphics driver offers no OpenGL 3.3.")

    monkeypatch.setattr(windows, "open_window", fails)
    assert "OpenGL 3.3" in why_not()


def test_the_display_check_reports_a_missing_display_in_one_line() -> None:
    around = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    done = subprocess.run(
        [sys.executable, "-m", "client.app.display_check"], env=around, capture_output=True, text=True
    )
    assert done.returncode == 0 and "There is no display" in done.stdout
