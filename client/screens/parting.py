"""Playing a match on as a new one against bots: what that means, and the old match run again beside the frames."""

from __future__ import annotations

from collections.abc import Callable

from client.kit.layout import Column, Row, Space
from client.kit.panel import Panel
from client.kit.ui import Ui
from client.kit.widgets import Button, Label
from client.matches import OpenMatch
from client.replay.film import Unplayable
from client.replay.loading import Loading
from client.screens.explained import sentence
from core.kernel.parted import PartedGame
from net import record
from net.kept import BadKept
from net.parted import part
from net.record import BadRecord

WIDE = 540.0
MEANS = (
    "A new match begins where this one stands. You keep your seat, bots of this computer have the others.\n"
    "All hidden cards are dealt anew, face up.\n"
    "This match stays as it is: it can still be gone on with, and the new one does not replace its result."
)
RUNS = "The match is run again, with every signature and decision checked ..."


class PartPanel(Panel):
    """A dialog that asks, and then brings the new match; `follow` is to be called in each frame."""

    def __init__(self, match: OpenMatch, on_part: Callable[[PartedGame, OpenMatch], object]) -> None:
        self.match, self.on_part = match, on_part
        self.words = Label(MEANS, wrap=True, width=WIDE)
        self.go = Button("Play on", self._go, "play", look="primary")
        row = Row(Space(grow=1), Button("Close", self.close, does="back"), self.go, gap=10)
        super().__init__(Column(self.words, row, gap=14), f"Play on with bots: {match.title}", 16, "dialog")
        self._loading: Loading[PartedGame] = Loading(lambda watch: _parted(match))
        self._begun = self._over = False
        self._home: Ui | None = None

    def open(self, ui: Ui) -> None:
        """Opens above everything."""
        self._home = ui
        ui.open(self)
        ui.focus_on(self.go, quiet=True)

    def close(self) -> None:
        """Closes; what is run is given up."""
        self._over = True
        self._loading.give_up()
        if self._home is not None:
            self._home.close(self)

    def wait(self, seconds: float) -> bool:
        """Waits for the match to be run; whether it has come to that."""
        return self._loading.wait(seconds)

    def _go(self) -> None:
        if not self._begun:
            self._begun = True
            self._say(RUNS, "muted")
            self.go.enabled, self.go.reason = False, "The match is being run again."
            self._loading.start()

    def follow(self) -> None:
        """The new match begins, or it is said why not."""
        if self._over or not self._loading.done:
            return
        self._over = True
        trouble = self._loading.trouble
        if self._loading.result is not None:
            try:
                self.on_part(self._loading.result, self.match)
            except (BadKept, OSError) as wrong:
                trouble = sentence(wrong)
        if trouble:
            self._say(f"It cannot be played on: {trouble}", "warn")

    def _say(self, words: str, color: str) -> None:
        self.words.text, self.words.color = words, color
        if self._home is not None:
            self._home.announcer.say(words)


def _parted(match: OpenMatch) -> PartedGame:
    try:
        return part(record.pack(match.record()))
    except (BadKept, BadRecord) as bad:
        raise Unplayable(sentence(bad)) from None
