"""Resolve order of an action step.

The actions are face down until the reveal, and then sorted by initiative. The current one is lit.
"""

from __future__ import annotations

from client.art.cards.card_layout import Face, face_of
from client.games.bridgefront.names import card_name, card_text
from client.games.bridgefront.view_model import BridgefrontViewModel, Turn, paint_emblem
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED, Reactive, Widget
from core.games.bridgefront.text.narration import BASICS
from core.games.bridgefront.text.sources import initiative_words

ROW = 29.0
TURN_NOTES = {
    "hidden": "face down",
    "waiting": "",
    "now": "now",
    "done": "done",
    "fizzled": "fizzled",
    "plan": "your plan",
}


NOTE_SHARE = 0.35
"""Maximum share of a row's width for notes."""


class ResolveOrder(Widget):
    """Display of the resolve order, with one row for each action."""

    role = "resolve order"
    focusable = True
    at = Reactive(-1)
    _under = Reactive(-1)

    def __init__(self, shown: BridgefrontViewModel) -> None:
        super().__init__("Resolve order", region="track", tip=self.explain)
        self.shown = shown

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return a size with room for six rows."""
        return 234, ROW * 6

    def words(self, turn: Turn) -> str:
        """Return the text of a row."""
        if turn.copy:
            return card_name(self.shown.table, turn.copy)
        if turn.kind:
            return BASICS[turn.kind]
        return self.shown.names.plain_name(turn.seat)

    def face_of(self, turn: Turn) -> Face:
        """Return the card of a row."""
        return face_of(self.shown.table, turn.copy)

    def row_at(self, x: float, y: float) -> int:
        """Return the index of the row under a point, or -1."""
        row = int((self.rect.top - y) // ROW)
        return row if self.rect.contains(x, y) and 0 <= row < len(self.shown.turns) else -1

    def on_move(self, x: float, y: float) -> None:
        """Store the row under the pointer."""
        self._under = self.row_at(x, y)

    def on_pointer(self, over: bool) -> None:
        self._under = -1

    def explain(self) -> str | None:
        """Return the tooltip for the card in the row under the pointer."""
        if not 0 <= self._under < len(self.shown.turns):
            return None
        turn = self.shown.turns[self._under]
        who = self.shown.names.coloured_name(turn.seat)
        if not turn.copy:
            basic = turn.kind not in ("", "done")
            after = "\n{muted}Basic actions resolve after all cards, the Lead first.{/}" if basic else ""
            return f"{who}: {self.words(turn)}{after}"
        number = escape(initiative_words(self.shown.table, turn.copy))
        text = escape(card_text(self.shown.table, turn.copy))
        return f"{who}: *{escape(self.words(turn))}*\n{text}\n{{muted}}{number}{{/}}"

    def paint(self, canvas: Canvas) -> None:
        """Draw one row for each choice."""
        r = self.rect
        if not self.shown.turns:
            canvas.label("Nothing to resolve now.", Rect(r.x, r.y + r.h / 2 - 10, r.w, 20), "muted", "small")
            return
        for i, turn in enumerate(self.shown.turns[: int(r.h // ROW)]):
            row = Rect(r.x, r.top - (i + 1) * ROW, r.w, ROW - 2)
            if turn.state in ("now", "plan"):
                canvas.box("row.selected", row)
            elif i == self._under:
                canvas.box("row.hover", row)
            paint_emblem(canvas, self.shown, turn.seat, Rect(row.x + 4, row.y + 3, 21, 21))
            dim = turn.state in ("done", "fizzled", "hidden")
            chip = Rect(row.x + 31, row.y + 5, 34, 18)
            canvas.box("chip", chip)
            number = str(turn.number) if turn.copy else "?" if turn.state == "hidden" else "end"
            canvas.label(number, chip, "muted" if dim else "info", "small", "bold")
            ink = "bad" if turn.state == "fizzled" else "muted" if dim else "text"
            note = TURN_NOTES[turn.state]
            free = row.w - 83
            room = min(typeset.width(note, size="tiny") + 2, free * NOTE_SHARE) if note else 0.0
            x = row.x + 71
            for die in turn.dice:
                box = Rect(x, row.y + 5, 18, 18)
                canvas.box("die", box)
                canvas.label(str(die), box, "on_gold", "small", "bold")
                x += 22
            canvas.label(self.words(turn), Rect(x, row.y, row.right - 12 - room - x, row.h), ink, "small", "bold", 0)
            if note:
                canvas.label(note, Rect(row.right - room - 6, row.y, room, row.h), "muted", "tiny", align=1)

    def value_text(self) -> str:
        who = self.shown.names.plain_name
        rows = [
            f"{who(t.seat)} {self.words(t) if t.kind else ''} {' '.join(map(str, t.dice))} {TURN_NOTES[t.state]}"
            for t in self.shown.turns
        ]
        return "; ".join(" ".join(row.split()) for row in rows)
