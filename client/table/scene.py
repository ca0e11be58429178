"""What the screens of all tables have in common: sound, and the dialogs and the way out above them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from client.app.settings import Settings
from client.art.theme import order_of, ordered
from client.screens.rules import RulesScreen
from client.table.book import Chosen
from client.table.names import Names
from client.table.top import TopBar
from client.table.view_model import ViewModel
from client.ui.hand_fan import Fan
from client.ui.hexes import Rect
from client.ui.layout import Column, Row, Space
from client.ui.panel import Panel
from client.ui.richtext import plain
from client.ui.screen import Screen
from client.ui.widget import Widget
from client.ui.widgets import Button, Label
from core.engine.game import Event
from core.engine.result import kind_of
from core.games.registry import GAMES

PROMPT = 78.0
"""So high are top bar and prompt, which no tip of the table covers."""


class TableScene(Screen, ABC):
    """A table of any game."""

    game_name: str
    """Which one, by its name."""
    model: Any
    """What is shown of it: a `ViewModel`."""
    story: Any
    """The log: a `Story`."""
    top: TopBar
    _seats: Any = None
    """The panels of the seats, once their number is known."""

    def __init__(self, names: Names, speed: float, reduced: bool) -> None:
        super().__init__()
        self.names = names
        self.timeline.speed, self.timeline.reduced = speed, reduced
        self.on_settings: Callable[[], object] | None = None
        """Opens the settings."""
        self.on_leave: Callable[[], object] | None = None
        """Goes on after the screen has been left; without it the one below shows."""
        self.ui.keep_clear = self.kept_clear
        self.hud = True
        """Whether anything but the board is shown."""

    @property
    def kind(self) -> str:
        """What winning is at this table: a word of `core.engine.result`."""
        return kind_of(GAMES[self.game_name], len(self.model.seats))

    def kept_clear(self) -> list[Rect]:
        """What no tip of another thing covers: top bar and prompt; and what can be picked."""
        window, prompt = self.ui.window, getattr(self, "prompt", None)
        top = Rect(window.x, window.top - PROMPT, window.w, PROMPT)
        return [top, prompt.rect] if prompt is not None and prompt.visible else [top]

    def sound(self, kind: str) -> None:
        """Something that is heard, if the program has sound."""
        if self.ui.on_feedback is not None:
            self.ui.on_feedback(kind)

    def sound_of(self, event: Event) -> None:
        """The sound of an event."""
        self.sound(type(event).__name__)

    def sound_end(self, winners: tuple[int, ...]) -> None:
        """The sound of the end: for who only watches somebody has won, unless all have lost together."""
        self.sound("won" if winners and (not self.names.own or self.names.own in winners) else "lost")

    def say_strangers(self, model: ViewModel) -> None:
        """Says of each seat under a known name that its key is another one."""
        for seat in filter(model.stranger, model.keys):
            self.ui.announcer.say(f"{self.names.called(seat)}: not the key that you know under this name.")

    @abstractmethod
    def begin_scene(self, own: int, palette: str, reduced: bool, effects: str) -> None:
        """The table before anything is known of it."""

    def views(self) -> dict[str, Callable[[], object]]:
        """The named keys that only change what is in sight."""
        return {"find": self.story.find, "rules": self.open_rules}

    def point_at(self, link: str) -> None:
        """What the log speaks of is lit: the pointer or the keys are on a line; "" when they leave."""

    @abstractmethod
    def live_on(self, dt: float) -> None:
        """The table lives."""

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        self.top.refresh()
        if self._seats is not None:
            self._seats.refresh()
        self.stir()

    def shown(self) -> None:
        """It has come to the top: hands move only where motion is wanted."""
        for widget in self.ui.widgets():
            if isinstance(widget, Fan):
                widget.reduced = self.timeline.reduced

    def follow(self, settings: Settings) -> None:
        """What the player has set is in force from now on, in the middle of a match too."""
        self.model.palette = ordered(settings.palette, order_of(self.model.palette))
        self.timeline.speed, self.timeline.reduced = settings.speed, settings.reduced_motion
        self.top.speed.text = f"×{settings.speed:g}"
        self.shown()
        self.ui.touch_all()
        self.redraw()

    def open_rules(self) -> None:
        """The rules of the game, to look something up."""
        self.window.push(RulesScreen(self.game_name, chosen=self.chosen_options()))

    def chosen_options(self) -> Chosen | None:
        """The options of the match that is shown, or None while there is none."""
        option = getattr(self.model.state, "option", None)  # a game of somebody else's may have none
        return None if option is None else {name: option(name) for name in GAMES[self.game_name].options.table}

    def rules_button(self) -> Button:
        """In a dialog: the rules instead of it."""
        return self._instead("The rules", self.open_rules, "rules", does="rules")

    def _instead(self, text: str, act: Callable[[], object], icon: str = "", **more: Any) -> Button:
        """In a dialog: closes it and does something else."""

        def press() -> None:
            self.ui.close()
            act()

        return Button(text, press, icon, **more)

    def open_way_out(self, title: str, inside: Widget, leave: Button, close: str = "Close") -> None:
        """The menu of the screen: rules, settings, and the button that leaves."""
        buttons = [self.rules_button(), leave]
        if self.on_settings is not None:
            buttons.insert(1, self._instead("Settings", self.on_settings, "settings"))
        self.open_dialog(title, inside, *buttons, close=close)

    def leave_button(self, text: str, look: str) -> Button:
        """In a dialog: leaves the screen."""
        return self._instead(text, self.leave, look=look)

    def leave(self) -> None:
        """Back to where one came from."""
        if self.on_leave is not None:
            self.on_leave()
        else:
            self.window.pop()

    def open_words(self, title: str, text: str, *buttons: Widget) -> None:
        """A dialog of words, with buttons besides the one that closes it."""
        self.open_dialog(title, Label(text, markup=True, wrap=True, width=360), *buttons)

    def open_hints(self, text: str) -> None:
        """What can be done now, with the rules one press away; it is read aloud."""
        self.open_words("What can I do?", text, self.rules_button())
        self.ui.announcer.say(plain(text))

    def open_dialog(self, title: str, inside: Widget, *buttons: Widget, close: str = "Close") -> None:
        """A dialog around a widget."""
        closing = Button(close, lambda: self.ui.close(panel), does="back")
        panel = Panel(Column(inside, Row(Space(grow=1), *buttons, closing, gap=8), gap=12), title, 14, "dialog")
        self.ui.open(panel)
