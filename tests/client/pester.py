"""Random events on a screen: whatever is pressed, turned, dragged or typed, the program lives on and can be left."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import arcade

from client.app import App
from client.settings import Settings
from client.table.local_source import LocalSource
from core.bots import BOTS
from core.games import GAMES
from tests.client.driver import Driver

KEYS = ("TAB", "ENTER", "ESCAPE", "SPACE", "UP", "DOWN", "LEFT", "RIGHT", "BACKSPACE", "HOME", "END", "PAGEUP",
        "DELETE", "BRACKETLEFT", "BRACKETRIGHT", "F1", "F2", "F3", *"1234567890", *"ZXCVQELTHIPMG")  # fmt: skip
LETTERS = "Ada 7é-\u202e:/#"
SHORT: dict[str, dict[str, Any]] = {"bridgefront": {"vp_to_win": 5, "max_action_steps": 8}}


def program(driver: Driver) -> App:
    """The program with matches against bots of this process, without network, disk, or a way to close the window."""

    def deal(setup: Any, settings: Settings) -> LocalSource:
        players = {seat: BOTS["random"]("pester", seat) for seat in range(1, len(setup.bots) + 2) if seat != setup.seat}
        return LocalSource(GAMES[setup.game], players, setup.seat, "pester", {**SHORT.get(setup.game, {})})

    app = App(driver.window, Settings(name="Ada", reduced_motion=True, effects="low", speed=4.0), None, deal)
    nothing: Callable[..., None] = lambda *args, **rest: None  # noqa: E731
    for name in ("open", "go_to", "spectate", "join", "_enter"):
        setattr(app.rooms, name, nothing)
    for name in ("quit", "to_tournaments"):
        if hasattr(app, name):
            setattr(app, name, nothing)
    for name in vars(type(app.tournaments)):
        if not name.startswith("__") and callable(getattr(app.tournaments, name)) and name != "leave":
            setattr(app.tournaments, name, nothing)
    return app


def pester(driver: Driver, seed: str, events: int, every: int = 25) -> None:
    """So many random events, a frame after each few, and the last picture drawn."""
    chance, window = random.Random(f"pester {seed}"), driver.window
    down = False
    for number in range(events):
        if not window.screens:
            return
        widgets = list(driver.screen.ui.widgets())
        deed = chance.random()
        if widgets and deed < 0.5:
            rect = chance.choice(widgets).rect
            x, y = rect.x + chance.random() * rect.w, rect.y + chance.random() * rect.h
        else:
            x, y = chance.random() * 1280, chance.random() * 720
        s = window.ui_scale
        if deed < 0.45:
            window.dispatch_event("on_mouse_motion", x * s, y * s, 3.0, 3.0)
            button = chance.choice((arcade.MOUSE_BUTTON_LEFT,) * 5 + (arcade.MOUSE_BUTTON_RIGHT,))
            window.dispatch_event("on_mouse_press", x * s, y * s, button, 0)
            if chance.random() < 0.9:
                window.dispatch_event("on_mouse_release", x * s, y * s, button, 0)
            down = chance.random() < 0.1
        elif deed < 0.6:
            event = "on_mouse_drag" if down else "on_mouse_motion"
            rest = (arcade.MOUSE_BUTTON_LEFT, 0) if down else ()
            window.dispatch_event(event, x * s, y * s, 9.0, -4.0, *rest)
        elif deed < 0.68:
            window.dispatch_event("on_mouse_scroll", x * s, y * s, 0.0, chance.choice((-3.0, -1.0, 1.0, 3.0)))
        elif deed < 0.94:
            driver._strike(chance.choice(KEYS))
        else:
            window.dispatch_event("on_text", chance.choice(LETTERS))
        if number % every == 0:
            driver.step()
        if window.fullscreen:  # the window of all tests keeps its size
            window.set_fullscreen(False)
    window.announcer.sink = None
    driver.step()


def match(app: App, game: str, seats: int) -> None:
    """A match against bots."""
    from client.screens.solo import SoloSetup

    app.play(SoloSetup(["easy"] * (seats - 1), [], game=game))
    app.window.screens[-1].timeline.speed = float("inf")


WAYS: dict[str, Callable[[App], object]] = {
    "welcome": lambda app: app.welcome(),
    "menu": lambda app: app.menu(),
    "solo": lambda app: (app.menu(), app.solo()),
    "learn": lambda app: (app.menu(), app.learn()),
    "cards": lambda app: (app.menu(), app.cards()),
    "settings": lambda app: (app.menu(), app.options()),
    "my matches": lambda app: (app.menu(), app.my_matches()),
    "host": lambda app: (app.menu(), app.rooms.host()),
    **{f"lesson {game}": lambda app, game=game: app.teach(game) for game in GAMES},
    **{f"match {game}": lambda app, game=game: match(app, game, 3) for game in GAMES},
}
"""The screens, and the way to each."""
