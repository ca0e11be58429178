"""The fronts: for each border a tray a side, with cards face down, or face up in a dispute; what may be laid there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.midnight.art.tray import TrayPicture
from client.games.midnight.text.names import card_name, tray_tip
from client.table.picking import Pick
from client.ui import richtext

if TYPE_CHECKING:
    from client.games.midnight.board import Board


class Tray(TrayPicture):
    """What a nation has facing another: cards face down, or face up in a dispute."""

    role = "border"

    def __init__(self, board: Board, seat: int, other: int) -> None:
        super().__init__(board, seat, other)
        self._spot = (0.0, 0.0)

    def lift(self, entry: int) -> None:
        """An entry is in the air; 0 for none."""
        self.lifted = entry

    def takes(self, pick: Pick) -> bool:
        """A card laid, one of its cards turned, a look at it."""
        own = self.seat == self.board.own
        return pick in ((("border", self.other), *(("entry", entry) for entry in self.entries)) if own else
                        (("look", self.seat),) if self.other == self.board.own else ())  # fmt: skip

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Which of its cards is meant."""
        self._spot = (x, y)
        return super().on_press(x, y, button)

    def activate(self) -> None:
        """Pick it, or the card under the pointer."""
        if self.pick is not None and self.pick[0] == "entry":
            meant = next((entry for entry in self.entries_at(*self._spot) if self.board.may(("entry", entry))), 0)
            self.pick = ("entry", meant) if meant else self.pick
        super().activate()

    def explain(self) -> str:
        """Whose, facing whom, and what is known of the cards."""
        if self._ghost:  # the own action tells what would happen
            return ""
        tip = tray_tip(self.model, self.seat, self.other, self.entries)
        return f"{tip}\n{{warn}}{richtext.escape(self.closed)}{{/}}" if self.closed else tip

    def value(self) -> str:
        """In words."""
        copies = self.model.faces(self.seat, self.entries)
        return ", ".join(card_name(copy) if copy else "face down" for copy in copies) or "empty"
