"""Screen for choosing the game to learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.app.settings import Settings
from client.screens.backdrop import MenuScenery
from client.screens.game_card import CARD_SIZE, GameCard
from client.screens.menu import Shade
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column
from client.ui.screen import KeyActions, Screen
from client.ui.widget import trigger


class LearnScreen(Screen):
    """Screen with the games that have a lesson, each with its name, the subject of the lesson and the start action."""

    def __init__(
        self, lessons: Sequence[tuple[str, str, Callable[[], object]]], on_back: Callable[[], object],
        settings: Settings,
    ) -> None:  # fmt: skip
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.lessons, self.on_back = lessons, on_back

    def build(self) -> None:
        """Build a line for each lesson, and the back button."""
        lines = [GameCard(game, start, f"Lesson: {words[0].lower()}{words[1:]}") for game, words, start in self.lessons]
        step = min(CARD_SIZE[1] + 6.0, 480.0 / len(lines))
        for line in lines:
            line.height = step - 6.0
        high = len(lines) * step
        self.ui.put(Shade(), (0, 0, 760, 720), "low", "stretch")
        self.ui.put(Label("Learn to play", "accent", 34.0, "title"), (70, 640, 700, 50), v="middle")
        about = "A prepared match with a coach, one step at a time."
        self.ui.put(Label(about, "text", wrap=True, width=500), (72, 606, 500, 30), v="middle")
        self.ui.put(
            Column(*lines, gap=6, region="lessons", is_tab_stop=True), (70, 596 - high, CARD_SIZE[0], high), v="middle"
        )
        back = Button("Back", self.on_back, "back", action="back", height=44)
        self.ui.put(back, (70, 596 - high - 58, 111, 44), v="middle")
        self.ui.focus_on(lines[0], quiet=True, ring=False)

    def run_action(self, action: str) -> bool:
        """Press the focused entry on Enter, even before the focus is visible."""
        if action == "confirm" and self.ui.focus is not None:
            trigger(self.ui.focus)
            return True
        return super().run_action(action)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc goes back."""
        return {"back": self.on_back}
