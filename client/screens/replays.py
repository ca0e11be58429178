"""The records that are kept here: which to watch, to delete, and a line for a file from elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from client.kit.fields import TextField
from client.kit.layout import Column, Row, Space
from client.kit.panel import Panel
from client.kit.table import Column as Col
from client.kit.table import Table
from client.kit.widgets import Button, Label
from client.replay.shelf import Kept, Shelf
from client.screens.backdrop import MenuLike
from client.settings import Settings

NOTHING = "No match is kept yet: every match that is played to its end here will be."


class ReplaysScreen(MenuLike):
    """A table of records, the newest first."""

    def __init__(
        self, shelf: Shelf | None, on_watch: Callable[[Path], object], on_back: Callable[[], object], settings: Settings
    ) -> None:
        super().__init__(settings)
        self.shelf, self.on_watch, self.on_back = shelf, on_watch, on_back

    def build(self) -> None:
        """The table, what can be done with the chosen record, the line for a path."""
        self.table: Table[Kept] = Table(
            "Records",
            [
                Col("Match", lambda kept: kept.title, grow=1, order=lambda kept: kept.title),
                Col("Kept", _when, 150, color=lambda _kept: "muted", order=lambda kept: kept.when),
                Col("Size", lambda kept: f"{kept.size / 1000:,.0f} kB", 80, align=1, color=lambda _kept: "muted",
                    order=lambda kept: kept.size),
            ],
            on_activate=lambda kept: self.on_watch(kept.path), on_select=lambda _kept: self._refresh(), grow=1,
            empty=NOTHING,
        )  # fmt: skip
        self.watch = Button("Watch", self._watch, "play", look="primary", hint="Enter", width=150)
        self.delete = Button("Delete", self._ask, "entropy")
        self.where = TextField("File", placeholder="Path of a record from elsewhere", longest=500, grow=1)
        self.where.on_change, self.where.on_submit = lambda _text: self._refresh(), lambda _text: self._open()
        self.open = Button("Open", self._open, "load")
        buttons = Row(Button("Back", self.on_back, "back", does="back"), Space(grow=1), self.delete, self.watch, gap=10)
        inside = Column(self.table, Row(self.where, self.open, gap=8), buttons, gap=12)
        panel = Panel(inside, "Replays", 18, "dialog", region="replays", tab_each=True)
        self.ui.put(panel, (240, 70, 800, 580), "middle", "middle")
        self.ui.focus_on(self.table, quiet=True, ring=False)
        self._read()

    def shown(self) -> None:
        """It has come to the top: there may be more records, or fewer."""
        self._read()

    def _read(self) -> None:
        self.table.set_items(self.shelf.records() if self.shelf is not None else [])
        if self.table.item is None and self.table.items:
            self.table.select(0, tell=False)
        self._refresh()

    def _refresh(self) -> None:
        chosen = self.table.item is not None
        for button in (self.watch, self.delete):
            button.enabled, button.reason = chosen, "No record is chosen."
        self.open.enabled, self.open.reason = bool(self.where.text.strip()), "Type where the file is."

    def _watch(self) -> None:
        if self.table.item is not None:
            self.on_watch(self.table.item.path)

    def _open(self) -> None:
        text = self.where.text.strip().strip("\"'")
        if text:
            self.on_watch(Path(text).expanduser())

    def _ask(self) -> None:
        kept, shelf = self.table.item, self.shelf
        if kept is None or shelf is None:
            return

        def delete() -> None:
            self.ui.close()
            try:
                shelf.remove(kept)
            except OSError as error:
                self.where.error = f"It cannot be deleted: {error.strerror or error}"
            self._read()

        words = Label(f"{kept.title}\nIt can neither be watched nor checked here any more.", wrap=True)
        row = Row(Space(grow=1), Button("Keep it", lambda: self.ui.close(), does="back"),
                  Button("Delete", delete, look="danger"), gap=10)  # fmt: skip
        self.ui.open(Panel(Column(words, row, gap=14, width=420), "Delete this record?", 16, "dialog"))

    def act(self, action: str) -> bool:
        """Esc goes back, Enter watches."""
        if action == "back":
            self.on_back()
        elif action == "confirm":
            self._watch()
        else:
            return False
        return True


def _when(kept: Kept) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.when))
