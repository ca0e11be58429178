"""Random events on a screen: the program must survive any input, and a player can always leave the screen."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import arcade

from client.app.app import App
from client.app.settings import Settings
from client.games import table_of
from client.session.spectator_session import MatchFound, StepShown, append_step
from client.table.match.local_source import LocalSource
from client.table.replay.frames import ReplayFrames
from client.table.screen import TableScreen
from client.table.screens import live_screen, replay_screen
from core.bots.registry import BOTS
from core.engine.local_match import LocalMatch
from core.games.registry import GAMES
from net.match.events import StepResolved
from tests.support.client.driver import Driver

KEYS = ("TAB", "ENTER", "ESCAPE", "SPACE", "UP", "DOWN", "LEFT", "RIGHT", "BACKSPACE", "HOME", "END", "PAGEUP",
        "DELETE", "BRACKETLEFT", "BRACKETRIGHT", "F1", "F2", "F3", *"1234567890", *"ZXCVQELTHIPMG")  # fmt: skip
LETTERS = "Ada 7é-\u202e:/#"
STEPS = 25
"""Number of steps of a replay."""
SHORT: dict[str, dict[str, Any]] = {"bridgefront": {"vp_to_win": 5, "max_action_steps": 8}}


def program(driver: Driver) -> App:
    """Return a program that plays against bots in this process.

    It has no network and no disk, and the window cannot be closed.
    """

    def deal(setup: Any, settings: Settings) -> LocalSource:
        players = {seat: BOTS["random"]("pester", seat) for seat in range(1, len(setup.bots) + 2) if seat != setup.seat}
        return LocalSource(GAMES[setup.game], players, setup.seat, "pester", {**SHORT.get(setup.game, {})})

    app = App(driver.window, Settings(name="Ada", reduced_motion=True, effects="low", speed=4.0), None, deal)
    nothing: Callable[..., None] = lambda *args, **rest: None  # noqa: E731
    for name in ("open_room", "join_room", "spectate", "show_join_form", "_enter"):
        setattr(app.rooms, name, nothing)
    for name in ("quit", "to_tournaments"):
        if hasattr(app, name):
            setattr(app, name, nothing)
    for name in vars(type(app.tournaments)):
        if not name.startswith("__") and callable(getattr(app.tournaments, name)) and name != "leave":
            setattr(app.tournaments, name, nothing)
    return app


def pester(driver: Driver, seed: str, events: int, every: int = 25) -> None:
    """Send this number of random events, draw a frame after every few, and draw the final picture."""
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
    """Start a match against bots."""
    from client.screens.solo import SoloSetup

    app.start_solo(SoloSetup(["easy"] * (seats - 1), [], game=game))
    app.window.screens[-1].timeline.speed = float("inf")


def replayed(app: App, game: str, live: bool = False, big: bool = False) -> None:
    """Show the first steps of a match between bots: as a replay, as a live match, or on the big screen."""
    rules, seats = GAMES[game], (1, 2, 3)
    spec = table_of(rules)
    table = LocalMatch(
        rules, {seat: BOTS["heuristic"]("pester", seat) for seat in seats}, "pester", SHORT.get(game, {})
    )
    first, names = table.state.clone(), ("Ada", "Ilse", "Marek")
    faces: dict[int, dict[int, int]] = {seat: {} for seat in seats}
    frames = ReplayFrames(rules, bytes(32), names, {}, False, "", [first], [first.digest()], faces=faces)
    steps = []
    for t in range(1, STEPS + 1):
        decisions, events = table.step()
        said = StepResolved(t, dict(decisions), table.state.beacon, list(events), table.state.digest())
        steps.append(StepShown(said, table.state.clone()))
    if live:
        session: Any = Unheard()
        app.window.push(
            live_screen(spec, MatchFound(frames), session, app.settings, app.show_menu, app.show_settings, steps, big)
        )
        return
    for step in steps:
        append_step(frames, step)
    told = spec.replay.timeline(frames)
    told.write_log()
    app.window.push(replay_screen(spec, told, app.settings, "A match", app.show_menu, app.show_settings))


class Unheard:
    """Session that sends nothing and accepts every call."""

    addresses = (("192.168.1.5", 47801),)

    def __init__(self, plan: Any = None) -> None:
        self.plan, self.room = plan, self

    def __getattr__(self, name: str) -> Any:
        return lambda *args: ()


def room(app: App) -> None:
    """Show a room with three seats, two of them taken."""
    from client.screens.room import RoomScreen
    from lobby.room.join_plan import HostPlan
    from tests.client.screens.test_rooms import view

    plan = HostPlan(GAMES["bridgefront"], 3, {}, "Ada")
    screen = RoomScreen(app.settings, Unheard(plan), print, print, app.show_menu)  # type: ignore[arg-type]
    app.window.push(screen)
    screen.view = view("Ada", "Ilse")
    screen._show()


def join(app: App) -> None:
    """Show the form for joining a room."""
    from client.screens.rooms import JoinScreen, JoinSetup

    app.show_menu()
    app.window.push(JoinScreen(app.settings, JoinSetup(), lambda *args: None, app.window.pop))


def ended(app: App) -> None:
    """Show the end of a match that the window has played without a player."""
    match(app, "bridgefront", 2)
    screen = app.window.screens[-1]
    assert isinstance(screen, TableScreen)
    for _ in range(10_000):
        if screen not in app.window.screens[-1:]:
            break
        if screen.table.is_seated and screen.table.narrator.is_busy:
            screen.table.narrator.skip_all()
        if screen.controller.prompts.is_open:
            screen.controller.prompts.on_timeout()
        app.window._dispatch_updates(1 / 60)
    assert app.window.screens[-1] is not screen


def through_menu(path: Callable[[App], None]) -> Callable[[App], None]:
    """Return a function that shows the menu before the screen of `path`, so that this screen can return to it."""

    def from_menu(app: App) -> None:
        app.show_menu()
        path(app)

    return from_menu


WAYS: dict[str, Callable[[App], object]] = {
    "welcome": lambda app: app.show_welcome(),
    "menu": lambda app: app.show_menu(),
    "solo": through_menu(lambda app: app.show_solo_form()),
    "learn": through_menu(lambda app: app.show_lessons()),
    "cards": through_menu(lambda app: app.show_cards()),
    "settings": through_menu(lambda app: app.show_settings()),
    "my matches": through_menu(lambda app: app.show_matches()),
    "host": through_menu(lambda app: app.rooms.show_host_form()),
    **{f"lesson {game}": partial(App.start_lesson, game=game) for game in GAMES},
    "join": join,
    "room": room,
    "end": ended,
    **{f"replay {game}": partial(replayed, game=game) for game in GAMES},
    **{f"watched {game}": partial(replayed, game=game, live=True) for game in GAMES},
    "big screen": lambda app: replayed(app, "bridgefront", live=True, big=True),
    **{f"match {game}": partial(match, game=game, seats=3) for game in GAMES},
}
"""Paths to the screens, by name."""
