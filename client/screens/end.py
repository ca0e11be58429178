"""End screen of a match: the winner and the reason, the standings, the match's course, and fairness."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client.screens.backdrop import dim_background
from client.screens.file_report import open_report
from client.screens.progress_dialog import ProgressDialog
from client.table.match.end import EarlyEndControls
from client.table.match.trouble import left_out_lines
from client.table.review.page import ReviewPage
from client.table.review.review import Review
from client.table.seats.ending import Ending, headline, winners
from client.table.view_model import ViewModel
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.controls.tabs import Tabs
from client.ui.richtext import escape, plain_text
from client.ui.screen import KeyActions, Screen
from client.ui.widget import Widget, requested_size
from core.engine.game import Standing
from core.engine.hidden.audits import piles_of, unaudited_seats
from core.engine.result import FREE_FOR_ALL, SOLO, TEAM, Outcome
from core.engine.text.outcome import SOLO_CHANCE_WARNING
from core.engine.text.words import format_count, join_list
from net.cli.file_report import FileReport, report_on_file

DIALOG_WIDTH = 1058.0


class EndScreen(Screen):
    """End screen, over the last picture of the match."""

    overlay = True

    def __init__(
        self,
        shown: ViewModel,
        standing: tuple[Standing, ...],
        ending: Ending,
        on_again: Callable[[], object],
        on_menu: Callable[[], object],
        on_watch: Callable[[], object] | None = None,
        again: str = "Rematch",
        record: Path | None = None,
        kind: str = FREE_FOR_ALL,
        early: EarlyEndControls | None = None,
        review: Review | None = None,
        on_jump: Callable[[int], object] | None = None,
    ) -> None:
        """Create the screen.

        `again` is the label of the button that calls `on_again`. `ending` is the game's view of its end, and `kind` is
        the kind of victory. `early` is set if the match ended before its rules ended it. `review` is shown beside the
        result, and `on_jump` shows the match after a number of steps.
        """
        super().__init__()
        self.again, self.ending, self.early = again, ending, early
        self.outcome = Outcome(kind, winners(standing))
        self.shown_table, self.standing = shown, standing
        self.on_again, self.on_menu, self.on_watch = on_again, on_menu, on_watch
        self.record = record
        self.on_update: Callable[[], object] | None = None
        """A function that is called in each frame, such as one that reads what the other players do."""
        self.news = Label("", markup=True, wrap=True, width=DIALOG_WIDTH)
        self.review = None if review is None else ReviewPage(review, shown.names, shown.palette, on_jump, kind == TEAM)
        self.explained: ProgressDialog[FileReport] | None = None
        """The dialog with the last check of the record, or None."""

    def build(self) -> None:
        """Build the title and the reason, the standings beside the match's course, and the buttons."""
        shown = self.shown_table
        ending, early = self.ending, self.early
        title = (early.title if early is not None else "") or headline(shown.names, self.outcome)
        words = (early.victory_reason if early is not None else "") or ending.why
        why = Label(escape(words), "accent", wrap=True, markup=True, width=DIALOG_WIDTH)
        fair = Label(self.fairness_note(), markup=True, size="small", wrap=True, width=DIALOG_WIDTH)
        buttons = Row(
            Button("Look at the board", self.window.pop, "eye", action="back"), Space(grow=1),
            self._record_button("Check the record", self._verify_record, "audit"),
            self._record_button("Watch again", self.on_watch, "replay"),
            Button("Main menu", self.on_menu, "home"),
            Button(self.again, self.on_again, "solo", look="primary",
                   tip="Play again, one seat on, with the same colours" if self.again == "Rematch" else ""), gap=8,
        )  # fmt: skip
        self.news.visible = False
        result: Widget = Column(self.news, why, ending.standing, fair, gap=12)
        if self.review is not None:
            result = Tabs("Result and review", {"Result": result, "How it went": self.review.widget})
            self.review.start()
        panel = Panel(Column(result, buttons, gap=12), title, 16, "dialog",
                      note=ending.note, region="end", is_tab_stop=True)  # fmt: skip
        w, h = requested_size(panel, DIALOG_WIDTH + 32)
        dim_background(self.ui)
        self.ui.put(panel, (640 - w / 2, 340 - h / 2, w, h), "middle", "middle")
        ending.on_shown()
        self.ui.announcer.announce(f"{title}. {plain_text(why.text)}")

    def update(self, dt: float) -> None:
        """Show what the review has found, and what the other players do."""
        if self.on_update is not None:
            self.on_update()
        if self.review is not None:
            self.review.update()

    def tell(self, words: str) -> None:
        """Show a sentence, as rich text, about another player."""
        self.news.text, self.news.visible = words, True
        self.ui.announcer.announce(words)

    def on_closed(self) -> None:
        """Stop the review."""
        if self.review is not None:
            self.review.review.cancel()

    def fairness_note(self) -> str:
        """Return the evidence of fairness.

        The evidence has the audits, the last step, its digest, the excluded seats and the path of the record.
        """
        shown = self.shown_table
        passed = sum(audit.came == "passed" for audit in shown.audits)
        owing = join_list(map(shown.names.coloured_name, unaudited_seats(shown.table)))
        closed = piles_of(shown.table) is not None
        none = "No audit was seen here" if closed else "No hidden cards, so nothing to audit"
        if getattr(shown.state, "shared", None) is not None:
            none = "Every revealed card came with a proof, so no audit is needed"
        words = f":audit: {format_count(passed, 'audit')} passed" if passed else f":audit: {none}"
        words += f", {{warn}}no audit of{{/}} {owing}" if unaudited_seats(shown.table) else ""
        digest = shown.digest.hex()
        words += f"   ·   step *{shown.t}*, digest *{digest[:4]} {digest[4:8]} {digest[8:12]} {digest[12:16]}*"
        alone = f"{{muted}}{SOLO_CHANCE_WARNING}{{/}}" if self.outcome.kind == SOLO else ""
        kept = f"{{muted}}Record: {escape(self.record.name)}{{/}}" if self.record is not None else ""
        early = self.early.end_line() if self.early is not None else ""
        return "\n".join(filter(None, (early, words, left_out_lines(shown.names, shown.now.left_out), alone, kept)))

    def _record_button(self, words: str, act: Callable[[], object] | None, icon: str) -> Button:
        """Return a button that needs a record."""
        there = act is not None and (self.record is not None or act == self.on_watch)
        button = Button(words, act, icon, enabled=there)
        button.reason = "This match was not saved."
        return button

    def _verify_record(self) -> None:
        """Check the record and show the result of `tether verify`."""
        if self.record is not None:
            path = self.record
            self.explained = open_report(self.ui, "The record", lambda: report_on_file(path))

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc shows the board."""
        return {"back": self.window.pop}
