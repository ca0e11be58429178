"""The dialogs over a table of any game: words, the rules, and the menu that leads to the settings or out."""

from __future__ import annotations

from collections.abc import Callable

from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.richtext import plain_text
from client.ui.screen import Screen
from client.ui.widget import Widget


class Dialogs:
    """The dialogs of a table's screen.

    `open_rules` shows the rules of the game.
    """

    def __init__(self, screen: Screen, open_rules: Callable[[], object]) -> None:
        self.screen, self.open_rules = screen, open_rules
        self.on_settings: Callable[[], object] | None = None
        """A function that opens the settings."""
        self.on_leave: Callable[[], object] | None = None
        """A function that is called after the screen has been left.

        Without it, the screen below is shown.
        """

    def open(self, title: str, inside: Widget, *buttons: Widget, close: str = "Close") -> None:
        """Open a dialog around a widget."""
        ui = self.screen.ui
        closing = Button(close, lambda: ui.close(panel), action="back")
        panel = Panel(Column(inside, Row(Space(grow=1), *buttons, closing, gap=8), gap=12), title, 14, "dialog")
        ui.open(panel)

    def open_words(self, title: str, text: str, *buttons: Widget) -> None:
        """Open a dialog with text, which may have further buttons beside the one that closes it."""
        self.open(title, Label(text, markup=True, wrap=True, width=360), *buttons)

    def open_hints(self, text: str) -> None:
        """Show and announce the possible actions, with a button for the rules."""
        self.open_words("What can I do?", text, self.rules_button())
        self.screen.ui.announcer.announce(plain_text(text))

    def open_menu(self, title: str, inside: Widget, leave: Button, close: str = "Close") -> None:
        """Open the menu of the screen: rules, settings, and the button that leaves."""
        buttons = [self.rules_button(), leave]
        if self.on_settings is not None:
            buttons.insert(1, self.closing_button("Settings", self.on_settings, "settings"))
        self.open(title, inside, *buttons, close=close)

    def rules_button(self) -> Button:
        """Return a dialog button that closes the dialog and opens the rules."""
        return self.closing_button("The rules", self.open_rules, "rules", does="rules")

    def closing_button(
        self, text: str, act: Callable[[], object], icon: str = "", look: str = "button", does: str = ""
    ) -> Button:
        """Return a dialog button that closes the dialog and does something else."""

        def press() -> None:
            self.screen.ui.close()
            act()

        return Button(text, press, icon, look, action=does)

    def leave(self) -> None:
        """Return to the previous screen."""
        if self.on_leave is not None:
            self.on_leave()
        else:
            self.screen.window.pop()
