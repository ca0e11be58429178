"""The window: scale, size, screens, and when it is drawn."""

import os
import subprocess
import sys
from pathlib import Path

import pyglet
import pytest

from client.ui import theme as themes
from client.ui import why_no_window, window
from client.ui.controls.basic import Button, Label
from client.ui.controls.panel import Panel
from client.ui.easing import tween
from client.ui.keys import Keymap
from client.ui.scale import AUTOMATIC, automatic_scale
from client.ui.screen import Screen
from client.ui.window import NoOpenGL
from tests.support.client.gallery import Gallery
from tests.support.tiers import quick_one_in


class Scenery:
    """A picture that counts how often it is painted."""

    painted = 0

    def fit(self, window):
        pass

    def update(self, dt):
        return False

    def collect_damage(self, damage):
        pass

    def paint(self):
        self.painted += 1


class Plain(Screen):
    """A button above a picture."""

    def __init__(self, name="Go"):
        super().__init__()
        self.name, self.log = name, []
        self.scenery = Scenery()

    def build(self):
        self.button = self.ui.put(Button(self.name, lambda: self.log.append("go")), (100, 100, 120, 40))
        self.corner = self.ui.put(Panel(name="Corner"), (1180, 620, 100, 100), h="high", v="high")

    def on_shown(self):
        self.log.append("shown")

    def on_closed(self):
        self.log.append("closed")


def test_an_unchanged_window_is_drawn_ten_times_a_second(driver, window):
    driver.show(Plain())
    before = window.drawn_count
    for _ in range(120):
        window._dispatch_updates(1 / 60)
        window.draw(1 / 60)
    assert 18 <= window.drawn_count - before <= 22


def test_a_moving_screen_is_drawn_every_frame(driver, window):
    screen = driver.show(Plain())
    screen.timeline.play(tween(screen.button, "shift", (0.0, 50.0), 1.0))
    before = window.drawn_count
    for _ in range(60):
        window._dispatch_updates(1 / 60)
        window.draw(1 / 60)
    assert window.drawn_count - before >= 58


def test_an_input_takes_effect_in_the_next_frame(driver, window):
    screen = driver.show(Plain())
    window._dispatch_updates(1 / 60)
    window.draw(1 / 60)
    window.dispatch_event("on_mouse_motion", 150.0, 120.0, 1.0, 1.0)
    assert window.screen_view.wants_drawing
    before = window.drawn_count
    window._dispatch_updates(1 / 60)
    window.draw(1 / 60)
    assert window.drawn_count == before + 1
    assert screen.button.hovered


def test_animations_do_not_jump_after_a_long_pause(driver, window):
    screen = driver.show(Plain())
    screen.timeline.play(tween(screen.button, "shift", (0.0, 50.0), 1.0))
    window._dispatch_updates(30.0)
    assert screen.timeline.now == pytest.approx(0.1)


def test_a_screen_pushed_on_the_stack_hides_the_one_below_until_it_is_closed(driver, window):
    below, above = Plain("Below"), Plain("Above")
    driver.show(below)
    window.push(above)
    driver.step()
    driver.click("Above")
    assert above.log == ["shown", "go"]
    window.pop()
    driver.click("Below")
    assert below.log == ["shown", "shown", "go"]
    assert above.log[-1] == "closed"
    window.replace(Plain("Other"))
    assert below.log[-1] == "closed"
    assert [s.name for s in window.screens] == ["Other"]


def test_an_overlay_shows_the_screen_below_and_takes_all_input(driver, window):
    below, above = Plain("Below"), Plain("Above")
    above.overlay = True
    driver.show(below)
    before = below.scenery.painted
    window.push(above)
    driver.step()
    assert below.scenery.painted == before + 1
    driver.click((160, 120))
    assert below.log == ["shown"]
    assert above.log == ["shown", "go"]


@pytest.mark.parametrize(
    ("size", "user", "scale"),
    quick_one_in(
        2,
        [((1280, 720), 1.5, 1.0), ((1920, 1080), 1.5, 1.5), ((1920, 1080), 0.8, 0.8), ((1000, 720), 1.0, 0.75),
         ((1280, 720), AUTOMATIC, 1.0), ((1600, 900), AUTOMATIC, 1.1), ((1920, 1080), AUTOMATIC, 1.25),
         ((1000, 720), AUTOMATIC, 0.75)],
        1,
    ),
)  # fmt: skip
def test_the_design_size_always_fits_and_screens_get_the_extra_room(driver, window, size, user, scale):
    screen = driver.show(Plain())
    driver.resize(*size, user)
    assert window.ui_scale == pytest.approx(scale)
    w, h = window.design
    assert w >= 1280 - 1e-6
    assert h >= 720 - 1e-6
    assert screen.corner.rect.right == pytest.approx(w)
    assert screen.corner.rect.top == pytest.approx(h)
    driver.click("Go")
    assert screen.log[-1] == "go"


@pytest.mark.parametrize(
    ("fit", "density", "scale"),
    [
        (2.0, 1.0, 1.5),
        (3.0, 1.0, 2.0),
        (6.0, 1.0, 2.0),
        (3.0, 2.0, 2.5),
        (2.0, 2.0, 2.0),
        (1.5, 2.0, 1.5),
        (0.5, 1.0, 0.5),
    ],
)
def test_the_automatic_scale_is_half_way_between_the_plain_and_the_largest_scale(fit, density, scale):
    assert automatic_scale(fit, density) == pytest.approx(scale)


def test_the_automatic_scale_follows_the_window(driver, window):
    driver.show(Plain())
    driver.resize(1280, 720, AUTOMATIC)
    for size, scale in (((1920, 1080), 1.25), ((1366, 768), 1.0), ((1600, 900), 1.1)):
        window.set_size(*size)
        window.dispatch_pending_events()
        driver.step()
        assert window.ui_scale == pytest.approx(scale)


def test_the_texture_atlas_does_not_grow_with_other_window_sizes(driver, window):
    driver.show(Gallery())
    driver.resize(1920, 1080, 1.5)
    driver.resize(1280, 720)
    window.textures.check_size()
    assert window.textures.used_fraction() < 0.6


def test_another_scale_and_back_gives_the_same_picture(driver, window):
    driver.show(Gallery())
    driver.pass_time(1.5)
    before = driver.shot()
    driver.resize(1600, 900, 1.25)
    driver.resize(1280, 720)
    driver.pass_time(1.5)
    assert driver.shot().tobytes() == before.tobytes()


def test_a_new_theme_is_applied_to_the_open_screen(driver, window):
    class Words(Screen):
        def build(self):
            self.ui.put(Label("HHHHHHHH", size="title"), (100, 300, 300, 60))

    driver.show(Words())
    before = driver.shot()
    themes.set_theme(themes.theme().with_colors(text=(255, 0, 0, 255)))
    window.restyle()
    after = driver.shot()
    assert before.tobytes() != after.tobytes()
    assert (255, 0, 0) in {color for _, color in after.crop((100, 360, 400, 420)).getcolors(5000)}


def test_the_screenshot_key_works_on_every_screen(driver, window):
    driver.show(Plain())
    shots = []
    window.on_screenshot = lambda: shots.append(window.snapshot().size)
    driver.key("F12")
    assert shots == [(1280, 720)]


def test_widgets_play_their_sounds(driver, window):
    screen = driver.show(Plain())
    heard = []
    window.on_feedback = heard.append
    driver.click("Go")
    screen.button.enabled = False
    driver.click("Go")
    screen.ui.focus_on(None)
    driver.key("TAB")
    assert heard == ["press", "refuse", "focus"]


@pytest.mark.needs("display")
def test_missing_opengl_is_reported_in_plain_words(monkeypatch):
    def refuse(*args):
        raise pyglet.window.NoSuchConfigException("no config")

    monkeypatch.setattr(window, "Window", refuse)
    with pytest.raises(NoOpenGL, match=r"no OpenGL 3\.3.*newer graphics driver"):
        window.open_window()


def test_opening_a_window_without_a_display_is_reported():
    code = """
from client.ui import why_no_window
print(why_no_window())
from client.ui.window import NoOpenGL, open_window
try:
    open_window()
except NoOpenGL as error:
    print(error)
"""
    here = {key: value for key, value in os.environ.items() if key not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    root = Path(__file__).parents[3]
    answer = subprocess.run([sys.executable, "-c", code], env=here, cwd=root, capture_output=True, text=True)
    assert answer.stderr == ""
    assert [line.startswith("There is no display") for line in answer.stdout.splitlines()] == [True, True]


@pytest.mark.needs("display")
def test_a_window_can_be_opened_here():
    assert why_no_window() == ""


def test_the_example_of_the_documentation_runs(driver, monkeypatch):
    import client.ui

    lines = (client.ui.__doc__ or "").split("\n")
    code = "\n".join(line[4:] for line in lines if line.startswith("    ") or not line)
    monkeypatch.setattr(window, "open_window", lambda title: driver.window)
    monkeypatch.setattr(driver.window, "run", lambda: None)
    exec(compile(code, "example", "exec"), {})
    driver.step()
    driver.key("RIGHT")
    driver.click("Lock in")
    assert driver.find("Gold").value == 3
    assert driver.said[-1] == "You bid 3 gold"
    driver.pass_time(0.5)
    assert driver.window.keys.action_for(0xFF1B, 0) == "back"
    assert isinstance(driver.window.keys, Keymap)
