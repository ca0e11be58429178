"""Screen that finds a match to watch, waits for its beginning, and then shows the live screen."""

from __future__ import annotations

from collections.abc import Callable

from client import games
from client.app.settings import Settings
from client.screens.backdrop import MenuScenery, dim_background
from client.session.room_session import RoomExclusion
from client.session.spectator_session import MatchFound, NewsEnded, SpectatorSession, StatusText
from client.table.screens import live_screen
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions, Screen
from lobby.discovery.probe import join_addresses

DIALOG_WIDTH = 560.0


class SpectateScreen(Screen):
    """Screen that waits for the match; Esc cancels."""

    def __init__(
        self, session: SpectatorSession, settings: Settings, on_leave: Callable[[], object],
        on_shut: Callable[[RoomExclusion], object], on_settings: Callable[[], object] | None = None,
        big: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.big = big
        self.session, self.on_leave, self.on_shut, self.on_settings = session, on_leave, on_shut, on_settings
        self._handed_on = False

    def build(self) -> None:
        """Build the status text and the back button."""
        dim_background(self.ui)
        self.words = Label(f"Looking for the match at {join_addresses(self.session.addresses)}.", "text", wrap=True)
        self.button = Button("Cancel", self.on_leave, action="back")
        inside = Column(self.words, Row(Space(grow=1), self.button), gap=14)
        panel = Panel(inside, "Watch a match", 18, "dialog", region="watching", is_tab_stop=True)
        self.ui.put(panel, (640 - DIALOG_WIDTH / 2, 300, DIALOG_WIDTH, 120), "middle", "middle")
        self.ui.focus_on(self.button, quiet=True, ring=False)

    def update(self, dt: float) -> None:
        """Process the session's news, and show the match once it is found."""
        news = self.session.news()
        for i, told in enumerate(news, 1):
            if isinstance(told, StatusText):
                self.words.text = told.words
                self.ui.announcer.announce(told.words)
            elif isinstance(told, MatchFound):
                self._handed_on = True
                table, leave = games.table_of(told.frames.game), self.on_leave
                self.window.replace(
                    live_screen(table, told, self.session, self.settings, leave, self.on_settings, news[i:], self.big)
                )
                return
            elif isinstance(told, (RoomExclusion, NewsEnded)):
                self.on_shut(told if isinstance(told, RoomExclusion) else RoomExclusion(told.trouble))
                return

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc goes back."""
        return {"back": self.on_leave}

    def on_closed(self) -> None:
        """Stop watching, unless the match is shown."""
        if not self._handed_on:
            self.session.close()
