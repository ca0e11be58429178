"""The way to a replay: a record is read beside the frames, then the replay stands in its place; or it says why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client import games
from client.app.settings import Settings
from client.screens.backdrop import MenuLike
from client.screens.file_report import sentence
from client.session.saved_matches import OpenMatch
from client.table.replay.frames import ReplayFrames, Unplayable, Watch
from client.table.replay.loader import Loading
from client.table.replay.timeline import ReplayTimeline, wind
from client.ui.layout import Column, Row, Space
from client.ui.numbers import ProgressBar
from client.ui.panel import Panel
from client.ui.screen import Acts
from client.ui.widgets import Button, Label
from net.records import record
from net.session.saved_match import BadSavedMatch
from net.text.sanitizer import plain

WIDE = 560.0


class LoadScreen(MenuLike):
    """Reads a record; Esc gives it up."""

    def __init__(
        self,
        path: Path,
        settings: Settings,
        on_settings: Callable[[], object] | None = None,
        on_leave: Callable[[], object] | None = None,
        open_match: OpenMatch | None = None,
        frames: ReplayFrames | None = None,
    ) -> None:
        """With an open match the record is that of the match so far, and written to the path first. With frames there
        is no record, and the path is only what the match is called.
        """
        super().__init__(settings)
        self.file, self.on_settings, self.on_leave = path, on_settings, on_leave

        def work(watch: Watch) -> ReplayTimeline:
            if open_match is not None:
                try:
                    record.write(path, open_match.record())
                except (BadSavedMatch, OSError) as wrong:
                    raise Unplayable(sentence(wrong)) from None
            return wind(path if frames is None else frames, watch)

        self.loading: Loading[ReplayTimeline] = Loading(work)

    def build(self) -> None:
        """How far it is, and a way back."""
        self.dim()
        self.bar = ProgressBar("Reading the record", 0.0, grow=1)
        self.words = Label("", "muted", "small", wrap=True)
        self.button = Button("Cancel", self.leave, does="back")
        inside = Column(self.words, self.bar, Row(Space(grow=1), self.button), gap=14)
        self.panel = Panel(inside, plain(self.file.name), 18, "dialog", region="loading", tab_each=True)
        self._place()
        self.ui.focus_on(self.button, quiet=True, ring=False)
        self.loading.start()

    def _place(self) -> None:
        _, high = self.panel.wish(WIDE)
        self.ui.put(self.panel, (640 - WIDE / 2, 360 - high / 2, WIDE, high), "middle", "middle")

    def update(self, dt: float) -> None:
        """Follow the work; at its end show what came of it."""
        super().update(dt)
        loading = self.loading
        self.bar.part, self.words.text = loading.part, self.words.text if loading.trouble else loading.words
        if not loading.done:
            return
        if loading.result is not None:
            title = plain(self.file.name).removesuffix(".tether")
            screen = games.replay_screen(loading.result.frames.game.name)
            self.window.replace(screen(loading.result, self.settings, title, self.on_leave, self.on_settings))
        elif self.bar.visible:
            self._refuse(loading.trouble)

    def _refuse(self, why: str) -> None:
        self.bar.visible = False
        self.panel.name = self.panel.title = "This record cannot be shown"
        self.words.color, self.words.size = "warn", "body"
        self.words.text = plain(f"{self.file.name}: {why}")
        self.button.text = self.button.name = "Back"
        self._place()
        self.ui.announcer.say(f"This record cannot be shown. {why}")

    def acts(self) -> Acts:
        """Esc goes back; so does Enter once there is nothing to wait for."""
        return {"back": self.leave}

    def leave(self) -> None:
        """Give it up."""
        if self.on_leave is not None:
            self.on_leave()
        else:
            self.window.pop()

    def closed(self) -> None:
        """Nobody waits any more."""
        self.loading.give_up()
