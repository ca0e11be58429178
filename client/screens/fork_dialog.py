"""Dialog for continuing a match as a new one against bots.

The old match is replayed in the background.
"""

from __future__ import annotations

from collections.abc import Callable

from client.screens.file_report import error_sentence
from client.screens.progress_dialog import ProgressDialog
from client.session.saved_matches import OpenMatch
from client.table.replay.frames import Unplayable
from client.ui.controls.basic import Button, Label
from client.ui.ui import Ui
from core.engine.fork import ForkedGame
from net.records import record
from net.records.fork import fork_from_record
from net.records.record import BadRecord
from net.session.saved_match import BadSavedMatch

WIDE = 540.0
FORK_EXPLANATION = (
    "A new match begins from this position. You keep your seat; bots on this computer play the others.\n"
    "All hidden cards are dealt again, face up.\n"
    "This match does not change: you can still resume it, and the new match does not replace its result."
)
RUNS = "Replaying the match and checking every signature and decision..."


class ForkDialog(ProgressDialog[ForkedGame]):
    """Dialog that asks the player for confirmation, and then opens the new match."""

    def __init__(self, match: OpenMatch, on_part: Callable[[ForkedGame, OpenMatch], object]) -> None:
        self.match, self.on_part = match, on_part
        self.go = Button("Play on", self._go, "play", look="primary", does="confirm")
        words = Label(FORK_EXPLANATION, wrap=True, width=WIDE)
        super().__init__(f"Play on with bots: {match.title}", words, lambda watch: _parted(match), self.go)

    def open(self, ui: Ui) -> None:
        """Open the dialog above everything."""
        super().open(ui)
        ui.focus_on(self.go, quiet=True)

    def _go(self) -> None:
        self.go.enabled, self.go.reason = False, "Replaying the match..."
        self.say(RUNS, "muted")
        self.begin()

    def tell(self, result: ForkedGame | None, trouble: str) -> None:
        """Begin the new match, or show the reason why it cannot begin."""
        if result is not None:
            try:
                self.on_part(result, self.match)
            except (BadSavedMatch, OSError) as wrong:
                trouble = error_sentence(wrong)
        if trouble:
            self.say(f"This match cannot be continued: {trouble}", "warn")


def _parted(match: OpenMatch) -> ForkedGame:
    try:
        return fork_from_record(record.pack(match.record()))
    except (BadSavedMatch, BadRecord) as bad:
        raise Unplayable(error_sentence(bad)) from None
