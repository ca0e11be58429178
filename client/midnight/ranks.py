"""How everybody stands at the end of a match of Midnight."""

from __future__ import annotations

from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.widget import Widget
from client.midnight.pictures import paint_emblem
from client.midnight.words import nation_name
from client.table.sight import Sight
from core.kernel.game import Standing

ROW = 46.0


class Ranks(Widget):
    """A line for each nation: rank, name, a bar of Worth."""

    role = "standing"
    focusable = True

    def __init__(self, sight: Sight, standing: tuple[Standing, ...]) -> None:
        super().__init__("Standing")
        self.sight, self.standing = sight, standing

    def prefer(self) -> tuple[float, float]:
        """A line each."""
        return 620, ROW * len(self.standing)

    def paint(self, canvas: Canvas) -> None:
        """The lines."""
        r, state = self.rect, self.sight.state
        high = r.h / len(self.standing)
        most = max(1, *(int(dict(place.score)["worth"]) for place in self.standing))
        for i, place in enumerate(self.standing):
            y = r.top - (i + 1) * high
            worth, won = int(dict(place.score)["worth"]), place.seat in state.winners
            canvas.box("seat.lit" if won else "panel", Rect(r.x, y, r.w, high - 4))
            ink = "accent" if won else "muted"
            canvas.label(f"{place.rank}.", Rect(r.x + 8, y, 28, high - 4), ink, "heading", "bold")
            paint_emblem(canvas, self.sight, place.seat, Rect(r.x + 42, y + high / 2 - 17, 29, 29))
            name = self.sight.names.who(place.seat)
            canvas.label(name, Rect(r.x + 84, y + high / 2 - 7, 120, 22), f"seat_{place.seat}", "body", "bold", 0)
            canvas.label(
                nation_name(state, place.seat), Rect(r.x + 84, y + high / 2 - 22, 120, 18), "muted", "tiny", align=0
            )
            room = r.w - 220 - 110
            canvas.fill(Rect(r.x + 220, y + high / 2 - 8, room, 12), "track")
            canvas.fill(Rect(r.x + 220, y + high / 2 - 8, room * worth / most, 12), f"seat_{place.seat}")
            words = "eliminated" if state.eliminated[place.seat] else str(worth)
            size = "small" if state.eliminated[place.seat] else "title"
            canvas.label(words, Rect(r.right - 100, y, 92, high - 4), "vp", size, "bold")

    def value(self) -> str:
        """In words."""
        return "; ".join(f"{p.rank}. {self.sight.names.who(p.seat)} {dict(p.score)['worth']}" for p in self.standing)
