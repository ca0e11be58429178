"""Playing a match on as a new one against bots: what that means, and the old match run again beside the frames."""

from __future__ import annotations

from collections.abc import Callable

from client.screens.file_report import sentence
from client.screens.progress_dialog import RunningPanel
from client.session.saved_matches import OpenMatch
from client.table.replay.frames import Unplayable
from client.ui.ui import Ui
from client.ui.widgets import Button, Label
from core.engine.fork import ForkedGame
from net.records import record
from net.records.fork import part
from net.records.record import BadRecord
from net.session.saved_match import BadSavedMatch

WIDE = 540.0
MEANS = (
    "A new match begins from this position. You keep your seat; bots on this computer play the others.\n"
    "All hidden cards are dealt again, face up.\n"
    "This match does not change: you can still resume it, and the new match does not replace its result."
)
RUNS = "Replaying the match and checking every signature and decision..."


class PartPanel(RunningPanel[ForkedGame]):
    """A dialog that asks, and then brings the new match."""

    def __init__(self, match: OpenMatch, on_part: Callable[[ForkedGame, OpenMatch], object]) -> None:
        self.match, self.on_part = match, on_part
        self.go = Button("Play on", self._go, "play", look="primary", does="confirm")
        words = Label(MEANS, wrap=True, width=WIDE)
        super().__init__(f"Play on with bots: {match.title}", words, lambda watch: _parted(match), self.go)

    def open(self, ui: Ui) -> None:
        """Opens above everything."""
        super().open(ui)
        ui.focus_on(self.go, quiet=True)

    def _go(self) -> None:
        self.go.enabled, self.go.reason = False, "Replaying the match..."
        self.say(RUNS, "muted")
        self.begin()

    def tell(self, result: ForkedGame | None, trouble: str) -> None:
        """The new match begins, or it is said why not."""
        if result is not None:
            try:
                self.on_part(result, self.match)
            except (BadSavedMatch, OSError) as wrong:
                trouble = sentence(wrong)
        if trouble:
            self.say(f"This match cannot be continued: {trouble}", "warn")


def _parted(match: OpenMatch) -> ForkedGame:
    try:
        return part(record.pack(match.record()))
    except (BadSavedMatch, BadRecord) as bad:
        raise Unplayable(sentence(bad)) from None
