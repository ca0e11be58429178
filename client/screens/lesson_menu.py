"""Screen for choosing the game to learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.app.settings import Settings
from client.screens.backdrop import MenuScenery
from client.screens.menu import MenuEntry, Shade
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column
from client.ui.screen import KeyActions, Screen
from client.ui.widget import trigger


class LearnScreen(Screen):
    """Screen with the games that have a lesson, each with its title, icon, description and start action."""

    def __init__(
        self, lessons: Sequence[tuple[str, str, str, Callable[[], object]]], on_back: Callable[[], object],
        settings: Settings,
    ) -> None:  # fmt: skip
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.lessons, self.on_back = lessons, on_back

    def build(self) -> None:
        """Build a line for each lesson, and the back button."""
        lines = [MenuEntry(*lesson) for lesson in self.lessons]
        high = len(lines) * 66.0
        self.ui.put(Shade(), (0, 0, 760, 720), "low", "stretch")
        self.ui.put(Label("Learn to play", "accent", 34.0, "title"), (70, 566, 700, 50), v="middle")
        about = "A prepared match with a coach, one step at a time."
        self.ui.put(Label(about, "text", wrap=True, width=330), (72, 508, 340, 50), v="middle")
        self.ui.put(Column(*lines, gap=8, region="lessons", tab_each=True), (70, 488 - high, 330, high), v="middle")
        back = Button("Back", self.on_back, "back", does="back", height=44)
        self.ui.put(back, (70, 488 - high - 60, 111, 44), v="middle")
        self.ui.focus_on(lines[0], quiet=True, ring=False)

    def act(self, action: str) -> bool:
        """Press the focused entry on Enter, even before the focus is visible."""
        if action == "confirm" and self.ui.focus is not None:
            trigger(self.ui.focus)
            return True
        return super().act(action)

    def acts(self) -> KeyActions:
        """Return the key actions: Esc goes back."""
        return {"back": self.on_back}
