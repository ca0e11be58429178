"""The start of the program: with a window, and with an explanation without display, OpenGL or library."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from client.app import launch, startup
from client.app.settings import Settings
from client.ui import NoWindow
from core.games.registry import GAMES
from lobby.cli import room
from lobby.room.join_plan import GuestPlan, HostPlan
from tests.lobby.room.test_join import hosting, port_of, sits
from tests.support.client.person import Client

pytestmark = pytest.mark.waits

ROOT = Path(__file__).resolve().parents[3]
HOST = HostPlan(GAMES["bridgefront"], 2, {}, "Ada")


class Opened:
    """Fake of the program with an open window, which records the calls."""

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.settings = Settings(name="Ada")
        self.rooms = self

    def show_welcome(self) -> None:
        """Record the question for a name."""
        self.done.append("welcome")

    def show_menu(self) -> None:
        """Record the main menu."""
        self.done.append("menu")

    def enter_requested(self, plan: HostPlan | GuestPlan, bots: list[str]) -> None:
        """Record a room."""
        self.done.append((plan, bots))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    program = Opened()
    monkeypatch.setattr(startup, "open_app", lambda: program)
    monkeypatch.setattr(startup, "run_window", lambda app: 0)
    monkeypatch.setattr(room, "window", None)
    return program


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    asked: list[list[str]] = []

    def none() -> None:
        raise NoWindow("There is no display: none.")

    monkeypatch.setattr(startup, "open_app", none)
    monkeypatch.setattr(room, "window", None)
    return asked


def test_a_start_without_arguments_opens_the_menu(opened: Opened) -> None:
    assert startup.main([]) == 0
    assert opened.done == ["menu"]


def test_the_first_start_asks_for_a_name(opened: Opened) -> None:
    opened.settings = Settings()
    assert startup.main([]) == 0 and opened.done == ["welcome"]


def test_host_and_join_open_the_window_with_a_room(opened: Opened) -> None:
    assert startup.main(["join", "192.168.1.11"]) == 0
    assert startup.main(["host", "--seats", "2", "--open"]) == 0
    assert [done[0] for done in opened.done if done != "menu"] == [
        GuestPlan(("192.168.1.11", 47801), ""),
        HostPlan(GAMES["bridgefront"], 2, {}, ""),
    ]


def test_without_a_window_the_match_is_played_in_the_terminal_and_the_reason_is_shown(
    terminal: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(startup, "run_command", lambda words: terminal.append(words) or 0)
    assert startup.main([]) == 0
    assert terminal == [["match"]]
    assert capsys.readouterr().err.startswith("There is no display: none. Here is a match between bots in the terminal")


def test_without_a_window_a_game_file_is_played_in_the_terminal(
    terminal: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.support.kit import EXAMPLES, forget

    monkeypatch.setattr(startup, "run_command", lambda words: terminal.append(words) or 0)
    path = str(EXAMPLES / "flotsam.py")
    assert startup.main([path]) == 0
    assert terminal == [["match", "--game", path, "--seats", "5"]]
    forget("flotsam")
    assert startup.main(["nothing.py"]) == 1


def test_without_a_window_a_bot_plays_in_the_room(
    terminal: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert startup.main(["join", "no.such.host.invalid"]) != 0
    said = capsys.readouterr().err
    assert "There is no display: none. A bot plays your seat, in the terminal." in said and "no computer" in said


def test_commands_for_the_terminal_start_without_a_window(
    terminal: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert startup.main(["cards", "Zap"]) == 0
    assert "Zap" in capsys.readouterr().out


@pytest.mark.needs("display")
def test_missing_opengl_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    from client.ui import window as windows

    def fails(*_: object, **__: object) -> None:
        raise windows.NoOpenGL("The graphics driver of this computer offers no OpenGL 3.3.")

    monkeypatch.setattr(windows, "open_window", fails)
    with pytest.raises(NoWindow, match=r"no OpenGL 3\.3"):
        launch.open_app()


def test_starting_without_a_display_explains_itself(tmp_path: Path) -> None:
    around = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    around.update(HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path), PYTHONPATH=str(ROOT))
    command = [sys.executable, "-m", "client", "join", "no.such.host.invalid"]
    done = subprocess.run(command, env=around, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert "There is no display" in done.stderr and "Traceback" not in done.stderr and done.returncode == 1


def test_an_unwritable_folder_is_reported_and_not_needed(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "file").write_text("")
    assert launch.writable_folder(tmp_path / "file" / "tether") is None
    assert "matches cannot be saved in" in capsys.readouterr().err
    assert launch.writable_folder(tmp_path / "new" / "tether") == tmp_path / "new" / "tether"
    assert not list((tmp_path / "new" / "tether").iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_closes_the_window_and_announces_that_the_player_leaves(
    number: signal.Signals, tmp_path: Path
) -> None:
    asyncio.run(_leave_by(number, tmp_path / "ben"))


async def _leave_by(number: signal.Signals, home: Path) -> None:
    host, seen = hosting(3)
    running = asyncio.create_task(host.run())
    port = await port_of(seen)
    client = await asyncio.to_thread(Client, "Ben", home, "join", f"127.0.0.1:{port}")
    try:
        await seen.until(lambda view: sits("Ben", view))
        client.process.send_signal(number)
        await seen.until(lambda view: view.gone)
        assert await asyncio.to_thread(client.process.wait, 20) == 128 + number
        assert "tether: stopped" in (home / "errors").read_text()
    finally:
        await asyncio.to_thread(client.end)
        host.leave()
        await running
