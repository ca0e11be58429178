"""The common part of the screens of all tables: sound, dialogs, and the menu to leave."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from client.app.settings import Settings
from client.art.theme import order_of, ordered
from client.screens.rules import RulesScreen
from client.table.book import Chosen
from client.table.hand import Hand
from client.table.log import Story
from client.table.names import Names
from client.table.narrator import Narrator
from client.table.top import TopBar
from client.table.view_model import ViewModel
from client.ui.controls.basic import Button, Label
from client.ui.controls.hand_fan import Fan
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import plain
from client.ui.screen import Screen
from client.ui.widget import Widget
from core.engine.fork import base_name
from core.engine.game import Event, Setup
from core.engine.result import kind_of
from core.games.registry import GAMES

TOP_HEIGHT = 78.0
"""Height of the top bar and the prompt together, in design pixels.

No tooltip of the table covers this area.
"""


class SeatPanels(Protocol):
    """A widget with the panels of all seats."""

    visible: bool

    def refresh(self) -> None:
        """Update the panels after a change of the table."""


class TableScene(Screen, ABC):
    """A screen that shows a table of any game."""

    game_name: str
    """The name of the game."""
    model: ViewModel
    """The state that the screen shows."""
    story: Story
    """The log."""
    hand: Hand | None = None
    """The hand of the seat that is shown, or None if the table has no hand."""
    top: TopBar
    _seats: SeatPanels | None = None
    """The panels of the seats, once their number is known."""
    _reveal: Narrator | None = None

    def __init__(self, names: Names, speed: float, reduced: bool) -> None:
        super().__init__()
        self.names = names
        self.timeline.speed, self.timeline.reduced = speed, reduced
        self.on_settings: Callable[[], object] | None = None
        """A function that opens the settings."""
        self.on_leave: Callable[[], object] | None = None
        """A function that is called after the screen has been left.

        Without it, the screen below is shown.
        """
        self.ui.keep_clear = self.kept_clear
        self.hud = True
        """True if other widgets than the board are shown."""

    @property
    def kind(self) -> str:
        """The kind of victory at this table, as a word of `core.engine.result`."""
        return kind_of(GAMES[self.game_name], len(self.model.seats))

    @property
    def reveal(self) -> Narrator:
        """The animation of events; it is available only once the players are seated."""
        assert self._reveal is not None
        return self._reveal

    def kept_clear(self) -> list[Rect]:
        """Return the areas that no tooltip may cover: the top bar and the prompt.

        A game may add other areas, such as things to pick.
        """
        window, prompt = self.ui.window, getattr(self, "prompt", None)
        top = Rect(window.x, window.top - TOP_HEIGHT, window.w, TOP_HEIGHT)
        return [top, prompt.rect] if prompt is not None and prompt.visible else [top]

    def sound(self, kind: str) -> None:
        """Play a sound, if the program has sound."""
        if self.ui.on_feedback is not None:
            self.ui.on_feedback(kind)

    def sound_of(self, event: Event) -> None:
        """Play the sound of an event."""
        self.sound(type(event).__name__)

    def sound_end(self, winners: tuple[int, ...]) -> None:
        """Play the sound of the end of the match.

        A spectator hears the sound of victory, unless all players have lost together.
        """
        self.sound("won" if winners and (not self.names.own or self.names.own in winners) else "lost")

    def announce_changed_keys(self, model: ViewModel) -> None:
        """Announce each seat that has a known name but a different key."""
        for seat in filter(model.stranger, model.keys):
            self.ui.announcer.say(f"{self.names.called(seat)}: not the key that you know under this name.")

    @abstractmethod
    def begin_scene(self, own: int, palette: str, reduced: bool, effects: str) -> None:
        """Begin the scene before anything about the table is known."""

    def views(self) -> dict[str, Callable[[], object]]:
        """Return the functions of the named keys that only change the view."""
        return {"find": self.story.find, "rules": self.open_rules}

    def point_at(self, link: str) -> None:
        """Highlight the subject of the log line under the pointer or chosen by keys; "" clears it."""

    @abstractmethod
    def live_on(self, dt: float) -> None:
        """Animate the table."""

    def refresh(self) -> None:
        """Update the widgets after a change of the table."""
        self.top.refresh()
        if self._seats is not None:
            self._seats.refresh()
        self.stir()

    def shown(self) -> None:
        """Apply the reduced-motion setting to the hand, when the screen comes to the top."""
        for widget in self.ui.widgets():
            if isinstance(widget, Fan):
                widget.reduced = self.timeline.reduced

    def follow(self, settings: Settings) -> None:
        """Apply the player's settings immediately, even in the middle of a match."""
        self.model.palette = ordered(settings.palette, order_of(self.model.palette))
        self.timeline.speed, self.timeline.reduced = settings.speed, settings.reduced_motion
        self.top.speed.text = f"×{settings.speed:g}"
        self.shown()
        self.ui.touch_all()
        self.redraw()

    def open_rules(self) -> None:
        """Open the rules of the game."""
        self.window.push(RulesScreen(self.game_name, chosen=self.chosen_options(), ruleset=self.ruleset()))

    def chosen_options(self) -> Chosen | None:
        """Return the options of the match on screen, or None if there is none."""
        option = getattr(self.model.state, "option", None)  # a third-party game may have none
        table = GAMES[base_name(self.game_name)].options.table
        return None if option is None else {name: option(name) for name in table}

    def ruleset(self) -> str:
        """Return the content of the ruleset of the match on screen; empty for printed rules."""
        setup = getattr(self.model.state, "setup", None)  # a third-party game may have none
        return setup.rules if isinstance(setup, Setup) else ""

    def rules_button(self) -> Button:
        """Return a dialog button that closes the dialog and opens the rules."""
        return self.instead_button("The rules", self.open_rules, "rules", does="rules")

    def instead_button(
        self, text: str, act: Callable[[], object], icon: str = "", look: str = "button", does: str = ""
    ) -> Button:
        """Return a dialog button that closes the dialog and does something else."""

        def press() -> None:
            self.ui.close()
            act()

        return Button(text, press, icon, look, does=does)

    def open_leave_menu(self, title: str, inside: Widget, leave: Button, close: str = "Close") -> None:
        """Open the menu of the screen: rules, settings, and the button that leaves."""
        buttons = [self.rules_button(), leave]
        if self.on_settings is not None:
            buttons.insert(1, self.instead_button("Settings", self.on_settings, "settings"))
        self.open_dialog(title, inside, *buttons, close=close)

    def leave_button(self, text: str, look: str) -> Button:
        """Return a dialog button that leaves the screen."""
        return self.instead_button(text, self.leave, look=look)

    def leave(self) -> None:
        """Return to the previous screen."""
        if self.on_leave is not None:
            self.on_leave()
        else:
            self.window.pop()

    def open_words(self, title: str, text: str, *buttons: Widget) -> None:
        """Open a dialog with text, which may have further buttons beside the one that closes it."""
        self.open_dialog(title, Label(text, markup=True, wrap=True, width=360), *buttons)

    def open_hints(self, text: str) -> None:
        """Show and announce the possible actions, with a button for the rules."""
        self.open_words("What can I do?", text, self.rules_button())
        self.ui.announcer.say(plain(text))

    def open_dialog(self, title: str, inside: Widget, *buttons: Widget, close: str = "Close") -> None:
        """Open a dialog around a widget."""
        closing = Button(close, lambda: self.ui.close(panel), does="back")
        panel = Panel(Column(inside, Row(Space(grow=1), *buttons, closing, gap=8), gap=12), title, 14, "dialog")
        self.ui.open(panel)
