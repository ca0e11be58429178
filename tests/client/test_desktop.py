"""The window on the desktop: clipboards, foreign keyboards, screens of other sizes, and dropped files."""

from __future__ import annotations

import ast
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pyglet.window import key as codes

from client.app.app import SCREENSHOT_FOLDER, App
from client.app.settings import Settings, from_plain_data, to_plain_data
from client.app.theme import game_theme
from client.screens.replay_loader import LoadScreen
from client.screens.settings.bindings import KeysPage
from client.screens.settings.settings import apply_changes, with_window_size
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.controls.basic import Button
from client.ui.controls.fields import TextField
from client.ui.keys import Keymap, chord_label, fallback_key
from client.ui.screen import Screen
from client.ui.work_area import ScreenArea
from tests.support.client.driver import Driver
from tests.support.client.person import _display

ROOT = Path(__file__).resolve().parents[2]
AZERTY = "fr"
TOP_ROW = tuple(map(str, range(10, 20)))
"""The X11 codes of the keys that bear the digits 1 to 0."""


class Child:
    """A program on a separate display."""

    def __init__(self, code: str, display: str, *words: str) -> None:
        self.around = {**os.environ, "DISPLAY": f":{display}", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *words],
            env=self.around,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.strip())

    def line(self, patience: float = 60.0) -> str:
        """Return the next line that the program prints."""
        return self._lines.get(timeout=patience)

    def end(self) -> None:
        self.process.kill()
        self.process.wait(10)


@pytest.fixture
def display() -> Iterator[str]:
    server, number = _display()
    yield number
    server.terminate()
    server.wait(10)


# The clipboard --------------------------------------------------------------------------------------------------------

OWNER = """
import sys
from pyglet.libs.x11 import xlib
display = xlib.XOpenDisplay(None)
root = xlib.XDefaultRootWindow(display)
window = xlib.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
clipboard = xlib.XInternAtom(display, b"CLIPBOARD", False)
xlib.XSetSelectionOwner(display, clipboard, window, 0)
assert xlib.XGetSelectionOwner(display, clipboard) == window
print("owner", flush=True)
sys.stdin.read()
"""
"""Owns the clipboard and never answers."""
PASTES = """
import time
from pyglet.window import key
import pyglet
from client.ui import theme as themes
from client.ui.controls.fields import TextField
from client.ui.screen import Screen
from client.ui.window import open_window
pyglet.window.Window._enable_event_queue = False
window = open_window("Paste", vsync=False)
class Form(Screen):
    def build(self):
        self.field = self.ui.put(TextField("Code"), (100, 300, 300, 40))
        self.ui.focus_on(self.field)
form = Form()
window.push(form)
began = time.monotonic()
window.dispatch_event("on_key_press", key.V, key.MOD_CTRL)
print(time.monotonic() - began, flush=True)
window.dispatch_event("on_text", "x")
print(form.field.text, flush=True)
"""


def test_a_clipboard_whose_owner_never_answers_is_given_up(display: str) -> None:
    owner = Child(OWNER, display)
    assert owner.line() == "owner"
    window = Child(PASTES, display)
    try:
        assert 0.4 < float(window.line()) < 3.0
        assert window.line() == "x"
    finally:
        window.end()
        owner.end()


def test_text_copied_in_another_program_can_be_pasted(driver: Driver, window) -> None:
    """Another window of the same kind owns the clipboard and answers."""
    code = """
import pyglet, sys
window = pyglet.window.Window(20, 20)
window.set_clipboard_text("K7Q2M word")
print("owner", flush=True)
pyglet.app.run()
"""
    other = Child(code, os.environ["DISPLAY"].removeprefix(":").split(".")[0])
    try:
        assert other.line() == "owner"
        window._clipboard_str = None
        assert window.clipboard.get() == "K7Q2M word"
    finally:
        other.end()


RUNS = {"run", "check_output", "check_call", "call", "getoutput"}


def _waits_without_limit(path: Path) -> Iterator[str]:
    """Yield the calls of a module that wait for another process or thread without a time limit."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, of = node.func.attr, ast.unparse(node.func.value)
        joins = name in {"wait", "communicate"} or (name == "join" and "thread" in of)
        limited = any(word.arg == "timeout" for word in node.keywords) or (joins and node.args)
        if (joins or (of == "subprocess" and name in RUNS)) and not limited:
            yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"


def test_the_window_waits_for_other_processes_only_with_a_time_limit() -> None:
    assert not [found for path in sorted((ROOT / "client").rglob("*.py")) for found in _waits_without_limit(path)]


# Keys -----------------------------------------------------------------------------------------------------------------

LISTENS = """
import sys
from client.ui.keys import Keymap
from client.ui.screen import Screen
from client.ui.window import open_window
from client.table.keys import KEYS
class Listens(Screen):
    def run_action(self, action):
        print(action, flush=True)
        return True
window = open_window("Keys", keys=Keymap(KEYS))
window.push(Listens())
window.set_visible()
print("ready", flush=True)
window.run()
"""


@pytest.fixture
def keyboard(display: str) -> Iterator[tuple[Child, str]]:
    child = Child(LISTENS, display)
    assert child.line() == "ready"
    yield child, display
    child.end()


def press(child: Child, layout: str, *keys: str) -> list[str]:
    """Press keys by their codes on a keyboard with this layout; return the actions they cause."""
    subprocess.run(["setxkbmap", layout], env=child.around, check=True, timeout=30)
    words = ["search", "--sync", "--onlyvisible", "--name", "^Keys$", "windowfocus", "--sync"]
    subprocess.run(["xdotool", *words, "key", "--delay", "30", *keys], env=child.around, check=True, timeout=30)
    return [child.line(10.0) for _ in keys]


def test_keys_of_other_keyboards_act_by_position(keyboard: tuple[Child, str]) -> None:
    child, _ = keyboard
    cards = [f"card {n}" for n in range(1, 11)]
    assert press(child, "us", *TOP_ROW) == cards
    assert press(child, AZERTY, *TOP_ROW) == cards
    assert press(child, "ru", "52", "53", "54", "55", "46", "10") == [
        "build", "march", "reinforce", "done", "log", "card 1",
    ]  # fmt: skip


def test_keypad_digits_are_digits() -> None:
    keys = Keymap(KEYS)
    for n in range(10):
        assert keys.action_for(codes.NUM_0 + n, codes.MOD_NUMLOCK) == keys.action_for(codes._0 + n, 0)
    keys.bind("hide", "NUM_7")
    assert keys.action_for(codes.NUM_7, 0) == "hide" and keys.action_for(codes._7, 0) == "card 7"


def test_an_unknown_key_can_be_bound_and_is_saved_by_its_code(driver: Driver, window) -> None:
    themes.set_theme(game_theme())
    window.keys = Keymap(KEYS)
    changed: list[dict[str, list[str]]] = []

    class Page(Screen):
        def build(self) -> None:
            page = KeysPage(window.keys, lambda: changed.append(window.keys.changes()))
            self.page = self.ui.put(page, (100, 60, 900, 600))

    page = driver.show(Page()).page
    page.list.select(page.list.items.index("hide"))
    driver.click("Change the key")
    window.dispatch_event("on_key_press", codes.user_key(48), 0)
    driver.step()
    assert changed[-1]["hide"] == ["KEY_48"] and chord_label("KEY_48") == "Key 48"
    kept, wrong = from_plain_data(to_plain_data(Settings(keys={"hide": ("KEY_48",)})))
    assert not wrong
    keys = Keymap(KEYS)
    keys.load_changes(kept.keys)
    assert keys.action_for(codes.user_key(48), 0) == "hide"
    assert keys.action_for(codes.user_key(48), codes.MOD_CTRL) is None


class Form(Screen):
    """A screen with a field that has the focus."""

    def build(self) -> None:
        self.field = self.ui.put(TextField("Name", "abc"), (100, 300, 300, 40))
        self.ui.focus_on(self.field)


def test_altgr_with_a_letter_triggers_no_shortcut(driver: Driver, window) -> None:
    form = driver.show(Form())
    window.clipboard.set("pasted")
    altgr = codes.MOD_CTRL | codes.MOD_ALT
    for letter in (codes.A, codes.X, codes.V, codes.C):
        window.dispatch_event("on_key_press", letter, altgr)
        window.dispatch_event("on_key_release", letter, altgr)
        assert form.field.text == "abc" and form.field.selection[0] == form.field.selection[1]
    assert window.clipboard.get() == "pasted"
    window.dispatch_event("on_key_press", codes.A, codes.MOD_CTRL)
    assert form.field.selection == (0, 3)
    window.keys = form.ui.keys = Keymap({**KEYS, "hide": ("CTRL+ALT+Q",)})
    assert form.ui.press_key(codes.Q, altgr), "what types a letter does nothing else"


def test_shortcuts_of_a_field_work_on_a_cyrillic_keyboard(driver: Driver, window) -> None:
    form = driver.show(Form())
    assert fallback_key(codes.user_key(38)) == codes.A
    window.dispatch_event("on_key_press", codes.user_key(38), codes.MOD_CTRL)
    assert form.field.selection == (0, 3)


def test_a_letter_of_another_script_is_typed_and_triggers_no_shortcut(driver: Driver, window) -> None:
    window.keys = Keymap(KEYS)
    form = driver.show(Form())
    assert form.ui.press_key(codes.user_key(52), 0)
    window.dispatch_event("on_text", "я")
    assert form.field.text.endswith("я")


# Sizes ----------------------------------------------------------------------------------------------------------------


def test_the_desktop_area_limits_a_window_together_with_its_title_bar() -> None:
    area = ScreenArea(0, 27, 1024, 573, 40).intersection(ScreenArea(0, 0, 1024, 600))
    assert area == (0, 27, 1024, 573, 40) and area.reduce_to_fit((1280, 720)) == (1024, 533)
    assert area.centered_position((1024, 533)) == (0, 67) and area.centered_position((4000, 4000)) == (0, 67)
    assert ScreenArea(0, 0, 3000, 1000).intersection(ScreenArea(1920, 0, 1024, 600)) == (1920, 0, 1024, 600, 0)
    assert ScreenArea(0, 0, 10, 10).intersection(ScreenArea(50, 50, 7, 7)) == (50, 50, 7, 7, 0)


OPENS = """
import pyglet
from client.ui.window import open_window
from client.screens.settings.settings import with_window_size
from client.app.settings import Settings
window = open_window("Small", (1280, 720), vsync=False)
window.dispatch_pending_events()
print(*window.get_size(), *window.get_location(), *with_window_size(window, Settings()).size, flush=True)
"""


def test_a_window_larger_than_the_screen_is_clamped_and_the_chosen_size_is_kept() -> None:
    server, number = _display("1024x600x24")
    child = Child(OPENS, number)
    try:
        w, h, x, y, wide, high = map(int, child.line().split())
    finally:
        child.end()
        server.terminate()
        server.wait(10)
    assert (w, h, x, y) == (1024, 600, 0, 0)
    assert (wide, high) == (1280, 720)


def test_a_window_size_chosen_in_the_settings_is_clamped_to_the_screen(driver: Driver, window) -> None:
    settings = Settings()
    huge = replace(settings, width=9000, height=5000)
    apply_changes(window, huge, None, settings)
    for _ in range(100):
        window.dispatch_pending_events()
    screen = window.screen
    assert window.width <= screen.width and window.height <= screen.height
    assert with_window_size(window, huge).size == (9000, 5000)


def test_a_tiny_window_draws_nothing_until_it_is_larger_again(driver: Driver, window) -> None:
    class Plain(Screen):
        def build(self) -> None:
            self.button = self.ui.put(Button("Go", lambda: None), (100, 100, 120, 40))

    window.set_minimum_size(1, 1)
    screen = driver.show(Plain())
    for size in ((800, 20), (20, 400), (1, 1)):
        driver.resize(*size)
        drawn = window.drawn_count
        driver.step(frames=3)
        window.push(Plain())
        driver.step(frames=2)
        window.pop()
        assert window.is_too_small and window.drawn_count == drawn
        assert with_window_size(window, Settings()).size == Settings().size
    driver.resize(1280, 720)
    assert not window.is_too_small and window.drawn_count > drawn
    assert screen.button.rect.h == 40


# Files ----------------------------------------------------------------------------------------------------------------


def test_a_file_dropped_on_the_window_is_shown(driver: Driver, window, tmp_path: Path) -> None:
    app = App(window, Settings(name="Ada"), None, lambda *_: None, tmp_path)
    app.show_menu()
    file = tmp_path / "a.tether"
    file.write_bytes(b"nothing")
    assert window._file_drops
    window.dispatch_event("on_file_drop", 10, 10, [str(file), "other"])
    driver.step()
    assert isinstance(driver.screen, LoadScreen)


def test_a_dropped_game_file_joins_the_lists_of_games(driver: Driver, window, tmp_path: Path) -> None:
    from client.games import titles
    from tests.support.kit import EXAMPLES, forget

    app = App(window, Settings(name="Ada"), None, lambda *_: None, tmp_path)
    app.show_menu()
    (tmp_path / "wrong.py").write_text("import os\n")
    window.dispatch_event("on_file_drop", 10, 10, [str(tmp_path / "wrong.py")])
    driver.step()
    assert "cannot be opened" in driver.said[-1] and ("flotsam", "Flotsam") not in titles()
    window.dispatch_event("on_file_drop", 10, 10, [str(EXAMPLES / "flotsam.py")])
    driver.step()
    assert ("flotsam", "Flotsam") in titles() and "in the lists of games" in driver.said[-1]
    forget("flotsam")


def test_the_screenshot_key_saves_a_picture_and_shows_its_path(driver: Driver, window, tmp_path: Path) -> None:
    driver.look()
    app = App(window, Settings(name="Ada"), None, lambda *_: None, tmp_path)
    app.show_menu()
    driver.step()
    driver.key("F12")
    [kept] = (tmp_path / SCREENSHOT_FOLDER).glob("*.png")
    assert kept.stat().st_size > 1000
    assert driver.said[-1] == f"Picture saved as {kept}"
    words = " ".join(widget.describe() for widget in driver.screen.ui.widgets())
    assert kept.name in words
    driver.pass_time(6.0)
    assert kept.name not in " ".join(widget.describe() for widget in driver.screen.ui.widgets())


def test_a_screenshot_that_cannot_be_saved_is_reported_with_its_path(driver: Driver, window, tmp_path: Path) -> None:
    (tmp_path / SCREENSHOT_FOLDER).write_text("a file where the folder would be")
    app = App(window, Settings(name="Ada"), None, lambda *_: None, tmp_path)
    app.show_menu()
    driver.key("F12")
    assert str(tmp_path / SCREENSHOT_FOLDER) in driver.said[-1] and "could not be saved" in driver.said[-1]
