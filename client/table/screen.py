"""The screen of a table: it has a table and a controller that drives it, and passes frames and keys on to them.

`client/table/screens.py` composes the screens of a match, a replay, a spectator and a lesson from the same parts.
"""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from client.app.settings import Settings
from client.table.view import TableView
from client.ui.screen import KeyActions, Screen


class Controller(Protocol):
    """A part that drives a table: a match, a replay, or a match with lessons."""

    def build(self) -> None:
        """Create the widgets, once the window is known."""

    def update(self, dt: float) -> None:
        """Advance before each frame."""

    def run_action(self, action: str) -> bool | None:
        """Run an action that needs more than a function of `acts`; return None if there is no such action."""

    def key_actions(self) -> KeyActions:
        """Return the functions of the named keys that no widget handled."""

    def note_presence(self) -> None:
        """Note that the player has pressed a key or a button of the mouse."""

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings immediately."""

    def on_closed(self) -> None:
        """React when the screen is removed from the window."""


C_co = TypeVar("C_co", bound=Controller, covariant=True)


class TableScreen(Screen, Generic[C_co]):
    """The screen of a table."""

    table: TableView
    controller: C_co

    def __init__(self, speed: float = 1.0, reduced: bool = False) -> None:
        super().__init__()
        self.timeline.speed, self.timeline.reduced_motion = speed, reduced

    def build(self) -> None:
        """Create the widgets of the table."""
        self.ui.on_input = self.controller.note_presence
        self.controller.build()

    def update(self, dt: float) -> None:
        """Advance the match or the replay, and the table."""
        self.controller.update(dt)

    def on_resized(self) -> None:
        """Adapt the table to the new size."""
        self.table.resized()

    def on_shown(self) -> None:
        """Adapt the hand to the settings when the screen comes to the top."""
        self.table.shown()

    def on_closed(self) -> None:
        """Leave the match or the replay."""
        self.controller.on_closed()

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings immediately, even in the middle of a match."""
        self.controller.apply_settings(settings)

    def run_action(self, action: str) -> bool:
        """Run the action of a named key that no widget handled; return True if there was such an action."""
        done = self.controller.run_action(action)
        return super().run_action(action) if done is None else done

    def key_actions(self) -> KeyActions:
        """Return the functions of the named keys that no widget handled."""
        return self.controller.key_actions()
