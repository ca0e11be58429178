"""A match on a big screen for an audience: the table without hands, in large letters.

The awaited seats and the standing are below the table. The screen receives only public data.
"""

from __future__ import annotations

from client.table.emblem import paint_emblem
from client.table.prompt import clock
from client.table.replay.live import LiveViewer
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import plain
from client.ui.widget import Widget

FLOOR = 150.0
"""The height of the area below the table, in design pixels."""
SHOW_WAIT_SECONDS = 10
"""Seconds of waiting after which the screen shows how long the table has waited."""


class AwaitedAndStanding(Widget):
    """A strip with the awaited seats in the largest letters, and each seat with its first figure.

    The seats are in the order of their ranks.
    """

    def __init__(self, screen: BigScreen) -> None:
        super().__init__("Awaited players and standings")
        self.screen = screen

    def prefer(self) -> tuple[float, float]:
        """Return the preferred size, which is that of the strip below the table."""
        return 1012, FLOOR - 8

    def value(self) -> str:
        """Return the awaited seats in words."""
        return str(self.screen.awaited)

    def paint(self, canvas: Canvas) -> None:
        """Paint the awaited seats above, and the standing below."""
        screen, r = self.screen, self.rect
        canvas.box("panel", r)
        canvas.label(screen.awaited, Rect(r.x + 18, r.top - 62, r.w - 36, 54), "accent", "title", "bold", 0)
        frames = screen.frames
        places = frames.standing(screen.place.step)
        heads = frames.game.headings(frames.states[screen.place.step])
        head, column = heads[0] if heads else ("", "")
        wide = (r.w - 24) / len(places)
        for i, place in enumerate(places):
            at = Rect(r.x + 12 + i * wide, r.y + 10, wide - 8, r.h - 78)
            canvas.box("seat.lit" if place.seat in screen.model.owed else "panel", at)
            size = min(34.0, at.h - 12)
            emblem = Rect(at.x + 8, at.y + at.h / 2 - size / 2, size, size)
            paint_emblem(canvas, place.seat, screen.model.palette, emblem)
            name = Rect(at.x + size + 16, at.y, at.w - size - 70, at.h)
            canvas.label(screen.names.who(place.seat), name, f"seat_{place.seat}", "heading", "bold", 0)
            figure = dict(place.score).get(column, "") if column else ""
            canvas.label(str(figure), Rect(at.right - 62, at.y + 12, 56, at.h - 14), "text", "title", "bold", 1)
            canvas.label(str(head), Rect(at.right - 72, at.y + 2, 66, 14), "muted", "tiny", "body", 1)


class BigScreen(LiveViewer):
    """A big screen, which `big_screen` combines with the live screen of a game."""

    board: Widget
    _waited = 0.0

    def build(self) -> None:
        """Build the live screen without hands, bar and prompt."""
        super().build()
        self.below = AwaitedAndStanding(self)
        x, _, w, _ = self.ui.root.design_rect(self.board)
        self.ui.put(self.board, (x, FLOOR, w, 680 - FLOOR), "stretch", "stretch")
        self.ui.put(self.below, (6, 6, 1012, FLOOR - 8), "stretch")
        self.bar.visible = self.prompt.visible = False
        if self.hand is not None:
            self.hand.visible = False
        self._show_hands(False)

    @property
    def awaited(self) -> str:
        """The awaited seats in words, or the winner at the end."""
        if not self.live:
            return plain(str(self._prompt()[0]))
        if self.reveal.busy:
            return "Happening now"
        who = [self.names.who(seat) for seat in sorted(self.model.owed)]
        if not who:
            return "Continuing..."
        waited = f"  {clock(int(self._waited))}" if self._waited >= SHOW_WAIT_SECONDS else ""
        return f"Waiting for {', '.join(who[:4])}{' and others' if len(who) > 4 else ''}{waited}"

    def _show_hands(self, shown: bool) -> None:
        super()._show_hands(False)

    def update(self, dt: float) -> None:
        """Count the time that the table has waited; without input, always follow the present."""
        before, second = self.frames.steps, int(self._waited)
        super().update(dt)
        self._waited = 0.0 if self.frames.steps > before else self._waited + dt
        if self.frames.steps > before or int(self._waited) != second:
            self.below.touch()


def big_screen(live: type[LiveViewer]) -> type[LiveViewer]:
    """Return the big screen class for a game's live screen."""
    return type(f"Big{live.__name__}", (BigScreen, live), {})
