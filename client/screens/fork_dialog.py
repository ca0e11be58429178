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

DIALOG_WIDTH = 540.0
FORK_EXPLANATION = (
    "A new match begins from this position. You keep your seat; bots on this computer play the others.\n"
    "All hidden cards are dealt again, face up.\n"
    "This match does not change: you can still resume it, and the new match does not replace its result."
)
RUNS = "Replaying the match and checking every signature and decision..."


def open_fork(
    ui: Ui, match: OpenMatch, on_part: Callable[[ForkedGame, OpenMatch], object]
) -> ProgressDialog[ForkedGame]:
    """Open a dialog that asks the player for confirmation, and then opens the new match."""

    def begin() -> None:
        go.enabled, go.reason = False, "Replaying the match..."
        dialog.show_text(RUNS, "muted")
        dialog.start_task()

    def tell(result: ForkedGame | None, trouble: str) -> None:
        if result is not None:
            try:
                on_part(result, match)
            except (BadSavedMatch, OSError) as wrong:
                trouble = error_sentence(wrong)
        if trouble:
            dialog.show_text(f"This match cannot be continued: {trouble}", "warn")

    go = Button("Play on", begin, "play", look="primary", action="confirm")
    words = Label(FORK_EXPLANATION, wrap=True, width=DIALOG_WIDTH)
    title = f"Play on with bots: {match.title}"
    dialog = ProgressDialog(ui, title, words, lambda watch: _fork_match(match), tell, go)
    ui.focus_on(go, quiet=True)
    return dialog


def _fork_match(match: OpenMatch) -> ForkedGame:
    try:
        return fork_from_record(record.pack(match.record()))
    except (BadSavedMatch, BadRecord) as bad:
        raise Unplayable(error_sentence(bad)) from None
