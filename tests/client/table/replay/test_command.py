"""`tether replay`: it opens the window, or names the alternatives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from client.app import startup
from net.records import record
from tests.support.client.replay.records import played


def test_replay_without_a_display_points_to_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "match.tether"
    record.write(path, played()[0].record)
    without = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-c", "from client.app.entry import entry; entry()", "replay", str(path)]
    done = subprocess.run(command, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and not done.stdout
    assert len(done.stderr.splitlines()) == 1 and f"tether show {path}" in done.stderr


def test_replay_opens_the_client_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.tether"
    path.write_bytes(b"any")
    done: list[object] = []
    app = SimpleNamespace(show_menu=lambda: done.append("menu"), show_replay=done.append)
    monkeypatch.setattr(startup, "open_app", lambda: app)
    monkeypatch.setattr(startup, "run_window", lambda _app: done.append("play") or 0)
    assert startup.main(["replay", str(path)]) == 0 and done == ["menu", path, "play"]
    assert startup.main(["replay", str(tmp_path / "none")]) == 2
