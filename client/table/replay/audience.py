"""A match on a big screen for an audience: the table without hands, in large letters.

The awaited seats and the standing are below the table. The screen receives only public data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.table.prompt.prompt import format_seconds
from client.table.seats.emblem import paint_emblem
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import plain_text
from client.ui.widget import UNLIMITED, Widget

if TYPE_CHECKING:
    from client.table.replay.controller import ReplayController

FLOOR = 150.0
"""The height of the area below the table, in design pixels."""
SHOW_WAIT_SECONDS = 10
"""Seconds of waiting after which the screen shows how long the table has waited."""


class AudienceStrip(Widget):
    """A strip that names the awaited seats in very large type, and gives each seat's main score.

    The seats are ordered by rank.
    """

    def __init__(self, audience: Audience, replay: ReplayController) -> None:
        super().__init__("Awaited players and standings")
        self.audience, self.replay = audience, replay

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size, which is that of the strip below the table."""
        return 1012, FLOOR - 8

    def value_text(self) -> str:
        """Return the awaited seats in words."""
        return self.audience.describe_awaited(self.replay)

    def paint(self, canvas: Canvas) -> None:
        """Paint the awaited seats above, and the standing below."""
        replay, r = self.replay, self.rect
        canvas.box("panel", r)
        canvas.label(
            self.audience.describe_awaited(replay),
            Rect(r.x + 18, r.top - 62, r.w - 36, 54),
            "accent",
            "title",
            "bold",
            0,
        )
        frames = replay.frames
        places = frames.standing(replay.place.step)
        heads = frames.game.headings(frames.states[replay.place.step])
        head, column = heads[0] if heads else ("", "")
        wide = (r.w - 24) / len(places)
        for i, place in enumerate(places):
            at = Rect(r.x + 12 + i * wide, r.y + 10, wide - 8, r.h - 78)
            canvas.box("seat.lit" if place.seat in replay.model.owed else "panel", at)
            size = min(34.0, at.h - 12)
            emblem = Rect(at.x + 8, at.y + at.h / 2 - size / 2, size, size)
            paint_emblem(canvas, place.seat, replay.model.palette, emblem)
            name = Rect(at.x + size + 16, at.y, at.w - size - 70, at.h)
            canvas.label(replay.names.plain_name(place.seat), name, f"seat_{place.seat}", "heading", "bold", 0)
            figure = dict(place.score).get(column, "") if column else ""
            canvas.label(str(figure), Rect(at.right - 62, at.y + 12, 56, at.h - 14), "text", "title", "bold", 1)
            canvas.label(str(head), Rect(at.right - 72, at.y + 2, 66, 14), "muted", "tiny", "body", 1)


class Audience:
    """The people before a big screen: it shows the table in large, with the strip below it."""

    def __init__(self) -> None:
        self._waited = 0.0

    def build(self, replay: ReplayController) -> None:
        """Replace hands, bar and prompt by the strip."""
        ui, table = replay.screen.ui, replay.table
        self.below = AudienceStrip(self, replay)
        x, _, w, _ = ui.root.design_rect(table.board)
        ui.put(table.board, (x, FLOOR, w, 680 - FLOOR), "stretch", "stretch")
        ui.put(self.below, (6, 6, 1012, FLOOR - 8), "stretch")
        replay.bar.visible = table.prompt.visible = False
        if table.hand is not None:
            table.hand.visible = False

    def describe_awaited(self, replay: ReplayController) -> str:
        """Return the awaited seats in words, or the winner at the end."""
        if not replay.is_live:
            return plain_text(str(replay.prompt()[0]))
        if replay.table.is_busy:
            return "Happening now"
        who = [replay.names.plain_name(seat) for seat in sorted(replay.model.owed)]
        if not who:
            return "Continuing..."
        waited = f"  {format_seconds(int(self._waited))}" if self._waited >= SHOW_WAIT_SECONDS else ""
        return f"Waiting for {', '.join(who[:4])}{' and others' if len(who) > 4 else ''}{waited}"

    def update(self, dt: float, stepped: bool) -> None:
        """Count the time that the table has waited; a step ends the waiting."""
        second = int(self._waited)
        self._waited = 0.0 if stepped else self._waited + dt
        if stepped or int(self._waited) != second:
            self.below.touch()
