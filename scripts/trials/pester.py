#!/usr/bin/env python3
"""Random input on every screen.

    python3 scripts/trials/pester.py [--events 2000] [--seed TEXT] [WAY ...]

Each screen is opened as the program opens it, and matches are against bots in this process. Then `--events` random
presses, drags, turns of the wheel, keys and letters follow, with a frame after every few of them. Exceptions are
reported with the seed of the events.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("arcade", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="tether-pester-")

import tests.client.conftest  # noqa: F401  (a display, before Arcade is imported)
from client.app.theme import game_theme
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from tests.support.client.driver import Driver, open_test_window
from tests.support.client.pester import WAYS, pester, program


def main() -> int:
    """Pester all screens, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ways", nargs="*", help="which screens; all if none is named")
    parser.add_argument("--events", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    driver = Driver(open_test_window(4096), Path(), looks=False)
    failed = 0
    for way in asked.ways or WAYS:
        themes.set_theme(game_theme())
        driver.window.keys = Keymap(KEYS)
        began, app = time.monotonic(), program(driver)
        try:
            WAYS[way](app)
            driver.step()
            pester(driver, f"{asked.seed} {way}", asked.events)
            app.show_menu()
            driver.step()
            text = "fine"
        except Exception:
            failed += 1
            text = "FAILED\n" + traceback.format_exc()
        print(f"{way:20} {asked.events} events, {time.monotonic() - began:5.1f} s: {text}", flush=True)
        driver.leave()
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
