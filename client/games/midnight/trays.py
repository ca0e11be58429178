"""Fronts: one tray on each side of each border, with cards face down, or face up in a dispute.

The trays also show which cards may be put there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.midnight.art.tray import TrayPicture
from client.games.midnight.text.names import card_name, tray_tip
from client.table.pick.script import Pick
from client.ui import richtext

if TYPE_CHECKING:
    from client.games.midnight.board import Board


class Tray(TrayPicture):
    """Tray with the cards that a nation has on its border with another nation.

    The cards are face down, or face up in a dispute.
    """

    role = "border"

    def __init__(self, board: Board, seat: int, other: int) -> None:
        super().__init__(board, seat, other)
        self._spot = (0.0, 0.0)

    def lift(self, entry: int) -> None:
        """Lift the card of an entry, or no card if the entry is 0."""
        self.lifted = entry

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick puts a card here, turns one of its cards, or looks at it."""
        own = self.seat == self.board.own
        return pick in ((("border", self.other), *(("entry", entry) for entry in self.entries)) if own else
                        (("look", self.seat),) if self.other == self.board.own else ())  # fmt: skip

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Remember which card of the tray the player presses."""
        self._spot = (x, y)
        return super().on_press(x, y, button)

    def activate(self) -> None:
        """Pick the tray, or the card under the pointer."""
        if self.pick is not None and self.pick[0] == "entry":
            meant = next((entry for entry in self.entries_at(*self._spot) if self.board.can_pick(("entry", entry))), 0)
            self.pick = ("entry", meant) if meant else self.pick
        super().activate()

    def explain(self) -> str:
        """Return the tooltip: owner, opposing nation, and known cards."""
        if self._ghost:  # the player's action shows what would happen
            return ""
        tip = tray_tip(self.model, self.seat, self.other, self.entries)
        return f"{tip}\n{{warn}}{richtext.escape(self.closed)}{{/}}" if self.closed else tip

    def value_text(self) -> str:
        """Return the cards in words."""
        copies = self.model.faces(self.seat, self.entries)
        return ", ".join(card_name(copy) if copy else "face down" for copy in copies) or "empty"
