"""One window for all client tests, on a private display if there is none."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys


def _display() -> None:
    """Start Xvfb on a free display unless there is a display; call this before `import arcade`.

    Without either, tests of the window are left out (tests/support/programs.py).
    """
    if os.environ.get("DISPLAY") or sys.platform in ("win32", "darwin"):
        return
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        return
    reading, writing = os.pipe()
    command = [xvfb, "-displayfd", str(writing), "-screen", "0", "2560x1600x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    atexit.register(server.terminate)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise RuntimeError("Xvfb did not start")
    os.environ["DISPLAY"] = f":{number}"


_display()

from collections.abc import Iterator  # noqa: E402
from pathlib import Path  # noqa: E402

import pytest  # noqa: E402

from tests.support import programs  # noqa: E402

if not programs.no_graphics():
    from client.art.board import ground
    from tests.support.client.driver import Driver, open_test_window

    ground.MAX_CACHED_GROUNDS = 12  # many tests show the same match


@pytest.fixture(scope="session")
def window() -> Iterator:
    """Return the only window of this test process, with an atlas as large as the program's.

    All workers share the painted pictures, like two starts of the program.
    """
    window = open_test_window(4096, Path(os.environ["TETHER_TESTS_HOME"]) / "tether" / "pictures")
    yield window
    window.clear_screens()
    window.close()


@pytest.fixture
def driver(window, tmp_path: Path) -> Iterator[Driver]:
    """Return a driver that acts as the person at the window; the window is restored afterwards.

    Pixels are drawn only when a picture is requested.
    """
    driver = Driver(window, tmp_path, looks=False)
    yield driver
    driver.leave()
