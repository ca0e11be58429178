"""Screen before a replay: it reads a record in the background, then shows the replay or the error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client import games
from client.app.settings import Settings
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.file_report import error_sentence
from client.session.saved_matches import OpenMatch
from client.table.replay.frames import ProgressCallback, ReplayFrames, Unplayable
from client.table.replay.loader import BackgroundLoad
from client.table.replay.timeline import Place, ReplayTimeline, load_replay
from client.table.screens import replay_screen
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.numbers import ProgressBar
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions, Screen
from client.ui.widget import requested_size
from net.records import record
from net.session.saved_match import BadSavedMatch
from net.text.sanitizer import visible_line

DIALOG_WIDTH = 560.0


class LoadScreen(Screen):
    """Screen that shows the progress while a record is read; Esc cancels."""

    def __init__(
        self,
        path: Path,
        settings: Settings,
        on_settings: Callable[[], object] | None = None,
        on_leave: Callable[[], object] | None = None,
        open_match: OpenMatch | None = None,
        frames: ReplayFrames | None = None,
        step: int = 0,
    ) -> None:
        """Create the screen.

        With `open_match`, the record is that of the match up to now, and it is first written to the path. With
        `frames`, there is no record, and the path only names the match. The replay begins after `step` steps.
        """
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.step = step
        self.file, self.on_settings, self.on_leave = path, on_settings, on_leave

        def work(watch: ProgressCallback) -> ReplayTimeline:
            if open_match is not None:
                try:
                    record.write(path, open_match.record())
                except (BadSavedMatch, OSError) as wrong:
                    raise Unplayable(error_sentence(wrong)) from None
            return load_replay(path if frames is None else frames, watch)

        self.loading: BackgroundLoad[ReplayTimeline] = BackgroundLoad(work)

    def build(self) -> None:
        """Build the progress bar and the back button."""
        dim_background(self.ui)
        self.bar = ProgressBar("Reading the record", 0.0, grow=1)
        self.words = Label("", "muted", "small", wrap=True)
        self.button = Button("Cancel", self.leave, action="back")
        inside = Column(self.words, self.bar, Row(Space(grow=1), self.button), gap=14)
        self.panel = Panel(inside, visible_line(self.file.name), 18, "dialog", region="loading", is_tab_stop=True)
        self._place()
        self.ui.focus_on(self.button, quiet=True, ring=False)
        self.loading.start()

    def _place(self) -> None:
        _, high = requested_size(self.panel, DIALOG_WIDTH)
        self.ui.put(self.panel, (640 - DIALOG_WIDTH / 2, 360 - high / 2, DIALOG_WIDTH, high), "middle", "middle")

    def update(self, dt: float) -> None:
        """Show the progress of the reading, and the result once it has ended."""
        loading = self.loading
        self.bar.fraction, self.words.text = loading.part, self.words.text if loading.trouble else loading.words
        if not loading.is_done:
            return
        if loading.result is not None:
            title = visible_line(self.file.name).removesuffix(".tether")
            table = games.table_of(loading.result.frames.game)
            shown = replay_screen(table, loading.result, self.settings, title, self.on_leave, self.on_settings)
            self.window.replace(shown)
            if self.step:
                shown.controller.go_to(Place(self.step))
        elif self.bar.visible:
            self._refuse(loading.trouble)

    def _refuse(self, why: str) -> None:
        self.bar.visible = False
        self.panel.name = self.panel.title = "This record cannot be shown"
        self.words.color, self.words.size = "warn", "body"
        self.words.text = visible_line(f"{self.file.name}: {why}")
        self.button.text = self.button.name = "Back"
        self._place()
        self.ui.announcer.announce(f"This record cannot be shown. {why}")

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc goes back, and so does Enter once the reading has ended."""
        return {"back": self.leave}

    def leave(self) -> None:
        """Cancel the reading and leave the screen."""
        if self.on_leave is not None:
            self.on_leave()
        else:
            self.window.pop()

    def on_closed(self) -> None:
        """Cancel the reading."""
        self.loading.cancel()
