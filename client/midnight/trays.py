"""The fronts: for each border a tray a side, with cards face down, or face up in a dispute; what may be laid there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.kit import richtext
from client.kit.hexes import Rect
from client.midnight.art.tray import TrayPicture
from client.midnight.words.names import card_name, card_of, card_tip
from client.table.picking import Pick
from core.midnight.pacts import pact

if TYPE_CHECKING:
    from client.midnight.board import Board


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
            boxes = [box.times(self.board.unit) for box in self.boxes(self._room)]
            for entry, box in reversed(list(zip(self.shown, boxes))):
                if box.contains(*self._spot) and self.board.may(("entry", entry)):
                    self.pick = ("entry", entry)
                    break
        super().activate()

    @property
    def _room(self) -> Rect:
        return self.rect.times(1 / self.board.unit)

    def spot_of(self, entry: int) -> tuple[float, float]:
        """A point of one of its cards that no other card covers, in design pixels."""
        box = self.boxes(self._room)[self.shown.index(entry)].times(self.board.unit)
        return box.x + 4, box.center[1]

    def explain(self) -> str:
        """Whose, facing whom, and what is known of the cards."""
        if self._ghost:  # the own action tells what would happen
            return ""
        model, names = self.model, self.model.names
        count = len(self.entries)
        what = f"{count} card{'s' if count > 1 else ''}" if count else "no card"
        has = "have" if self.seat == names.own else "has"
        lines = [f"*{names.coloured(self.seat)} {has} {what} facing {names.coloured(self.other, inside=True)}*"]
        copies = model.faces(self.seat, self.entries)
        lines += [card_tip(copy) for copy in dict.fromkeys(copies) if copy]
        if copies.count(0):
            lines.append(f"{{muted}}{copies.count(0)} face down{{/}}")
        found = pact(model.state, self.seat, self.other) if model.state is not None else None
        if found is not None:
            lines.append(f":pact: A Pact lies here, on {card_of(names, found[2])}.")
        if self.closed:
            lines.append(f"{{warn}}{richtext.escape(self.closed)}{{/}}")
        return "\n".join(lines)

    def value(self) -> str:
        """In words."""
        copies = self.model.faces(self.seat, self.entries)
        return ", ".join(card_name(copy) if copy else "face down" for copy in copies) or "empty"
