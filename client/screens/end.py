"""The end of a match: who has won and by what, how everybody stands, how it went, and whether it was fair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from client.screens.file_report import ExplainedPanel
from client.table.ending import Ending, headline, winners
from client.table.match_end import MatchEnd
from client.table.trouble import left_out_lines
from client.ui.layout import DESIGN, Column, Row, Space
from client.ui.panel import Panel, Veil
from client.ui.richtext import escape, plain
from client.ui.screen import Acts, Screen
from client.ui.widgets import Button, Label
from core.engine.game import Standing
from core.engine.hidden.audits import piles_of, unaudited
from core.engine.result import FREE_FOR_ALL, SOLO, Outcome
from core.engine.text.outcome import FORESEEN
from core.engine.text.words import count, listed
from net.cli.file_report import explain

WIDE = 1058.0


class EndScreen(Screen):
    """Over the last picture of the match."""

    overlay = True

    def __init__(
        self,
        shown: Any,
        standing: tuple[Standing, ...],
        ending: Ending,
        on_again: Callable[[], object],
        on_menu: Callable[[], object],
        on_watch: Callable[[], object] | None = None,
        again: str = "Rematch",
        record: Path | None = None,
        kind: str = FREE_FOR_ALL,
        early: MatchEnd | None = None,
    ) -> None:
        """`again` is what stands on the button of `on_again`; `ending` is how the game shows its end, `kind` what
        winning was, `early` whether the match ended before its rules did.
        """
        super().__init__()
        self.again, self.ending, self.early = again, ending, early
        self.outcome = Outcome(kind, winners(standing))
        self.shown_table, self.standing = shown, standing
        self.on_again, self.on_menu, self.on_watch = on_again, on_menu, on_watch
        self.record = record
        self.explained: ExplainedPanel | None = None

    def build(self) -> None:
        """Title and why, standing beside the course of the match, what now."""
        shown = self.shown_table
        ending, early = self.ending, self.early
        title = (early.title if early is not None else "") or headline(shown.names, self.outcome)
        words = (early.why if early is not None else "") or ending.why
        why = Label(escape(words), "accent", wrap=True, markup=True, width=WIDE)
        fair = Label(self.fair(), markup=True, size="small", wrap=True, width=WIDE)
        buttons = Row(
            Button("Look at the board", self.window.pop, "eye", does="back"), Space(grow=1),
            self._of_record("Check the record", self._check, "audit"),
            self._of_record("Watch again", self.on_watch, "replay"),
            Button("Main menu", self.on_menu, "home"),
            Button(self.again, self.on_again, "solo", look="primary",
                   tip="Play again; everyone moves one seat on" if self.again == "Rematch" else ""), gap=8,
        )  # fmt: skip
        panel = Panel(Column(why, ending.standing, fair, buttons, gap=12), title, 16, "dialog",
                      note=ending.note, region="end", tab_each=True)  # fmt: skip
        w, h = panel.wish(WIDE + 32)
        self.ui.put(Veil(), (0, 0, *DESIGN), "stretch", "stretch")
        self.ui.put(panel, (640 - w / 2, 340 - h / 2, w, h), "middle", "middle")
        ending.on_shown()
        self.ui.announcer.say(f"{title}. {plain(why.text)}")

    def fair(self) -> str:
        """What stands behind it: audits, the last step, its digest, who was left out, where the record lies."""
        shown = self.shown_table
        passed = sum(audit.came == "passed" for audit in shown.audits)
        owing = listed(map(shown.names.coloured, unaudited(shown.state)))
        closed = piles_of(shown.state) is not None
        none = "You saw no audit of this match" if closed else "No hidden cards in this game: nothing to audit"
        if getattr(shown.state, "shared", None) is not None:
            none = "Every revealed card came with a proof: no audit needed"
        words = f":audit: {count(passed, 'audit')} passed" if passed else f":audit: {none}"
        words += f", {{warn}}no audit of{{/}} {owing}" if unaudited(shown.state) else ""
        digest = shown.digest.hex()
        words += f"   ·   step *{shown.t}*, digest *{digest[:4]} {digest[4:8]} {digest[8:12]} {digest[12:16]}*"
        alone = f"{{muted}}{FORESEEN}{{/}}" if self.outcome.kind == SOLO else ""
        kept = f"{{muted}}Record: {escape(self.record.name)}{{/}}" if self.record is not None else ""
        early = self.early.line() if self.early is not None else ""
        return "\n".join(filter(None, (early, words, left_out_lines(shown.names, shown.now.left_out), alone, kept)))

    def _of_record(self, words: str, act: Callable[[], object] | None, icon: str) -> Button:
        """A button that needs a record."""
        there = act is not None and (self.record is not None or act == self.on_watch)
        button = Button(words, act, icon, enabled=there)
        button.reason = "This match was not kept."
        return button

    def _check(self) -> None:
        """What `tether verify` says of the record."""
        if self.record is not None:
            path = self.record
            self.explained = ExplainedPanel("The record", lambda: explain(path))
            self.explained.open(self.ui)

    def update(self, dt: float) -> None:
        """What is being checked goes on beside the frames."""
        if self.explained is not None:
            self.explained.follow()

    def acts(self) -> Acts:
        """Esc shows the board."""
        return {"back": self.window.pop}
