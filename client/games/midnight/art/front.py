"""Display of a dispute: both sides' cards across the clock, in the steps Ready, Aim and Fire.

The module also has the seal of a Pact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.art.cards import war_cards
from client.games.midnight.art import geometry
from client.games.midnight.art.pictures import NARROW, paint_back, paint_card, paint_emblem
from client.games.midnight.text import gains
from client.table.animation.animation import EventSteps
from client.table.seats.emblem import seat_ink
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.easing import call, fade, parallel, tween, wait
from client.ui.hexes import Point, Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Reactive, Widget
from core.games.midnight.cards import INTELLIGENCE, kind_of
from core.games.midnight.state import Midnight

GROUND = BoxStyle((58, 10, 10, 246), (24, 6, 8, 246), (255, 92, 76, 255), 9, 2, (255, 70, 50, 140), 8)
STEPS = ("READY!", "AIM!", "FIRE!")
READY, AIM, FIRE = range(3)
SIZE = (560.0, 158.0)
TURN = 0.14
"""Seconds that half of the turn of a card takes."""


class DisputeDisplay(Widget):
    """Widget that displays a dispute; it takes no input.

    Each side is a pair (seat, copies). The attacker is at the left.
    """

    transparent = True

    turned = Reactive(1.0)
    """Visible share of the cards' width, 0 to 1; 0 in the middle of a turn."""
    step = Reactive(READY)
    words = Reactive("")

    def __init__(self, model: ViewModel) -> None:
        super().__init__("Dispute", visible=False)
        self.model = model
        self.unit = 1.0
        self.sides: tuple[tuple[int, tuple[int, ...]], ...] = ()
        self.struck: set[int] = set()
        self.up = False

    def open(self, sides: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
        """Start to show another dispute, with all cards face down."""
        self.sides, self.struck, self.up = sides, set(), False
        self.step, self.words, self.turned, self.visible = READY, "", 1.0, True
        self.touch()

    def turn_up(self) -> None:
        """Show the faces of the cards from now on."""
        self.up = True
        self.touch()

    def strike(self, copy: int, by: int) -> None:
        """Mark a card as removed by another card, or by the breach of a Pact."""
        self.struck.add(copy)
        if by:
            self.step = READY if kind_of(by) == INTELLIGENCE else AIM
        self.touch()

    def close(self) -> None:
        """End the display of the dispute."""
        self.visible = False

    def meet(self, sides: tuple[tuple[int, tuple[int, ...]], ...], trays: Sequence[Widget], stay: float) -> EventSteps:
        """Return the steps in which two sides meet and all their cards turn face up, also on the trays."""
        turning = (self, *trays)
        half = [tween(each, "turned", 0.0, TURN, start=1.0) for each in turning]
        rest = [tween(each, "turned", 1.0, TURN, start=0.0) for each in turning]
        return (call(lambda: self.open(sides)), wait(0.35), parallel(*half)), (parallel(*rest), wait(stay))

    def paint(self, canvas: Canvas) -> None:
        """Draw the two sides, the steps between them, and the outcome below."""
        with canvas.magnify(self.unit):
            r = self.rect.scaled(1 / self.unit)
            canvas.box(GROUND, r)
            for i, (seat, copies) in enumerate(self.sides):
                self._paint_side(canvas, r, seat, copies, bool(i))
            x = r.center[0]
            for i, word in enumerate(STEPS):
                lit = i == self.step and self.up
                box = Rect(x - 38, r.top - 44 - 26 * i, 76, 22)
                canvas.box("prompt.stop" if lit else "chip", box)
                canvas.label(word, box, "text" if lit else "muted", 13, "bold")
            canvas.label(self.words, Rect(r.x + 12, r.y + 6, r.w - 24, 24), "warn", 16, "bold")

    def _paint_side(self, canvas: Canvas, r: Rect, seat: int, copies: tuple[int, ...], right: bool) -> None:
        model, wide = self.model, r.w / 2 - 56
        x = r.center[0] + 46 if right else r.x + 10
        head = Rect(x, r.top - 32, wide, 26)
        paint_emblem(canvas, model, seat, Rect(head.right - 26 if right else head.x, head.y, 26, 26))
        name = Rect(head.x + (0 if right else 34), head.y, head.w - 34, head.h)
        canvas.label(model.names.plain_name(seat), name, seat_ink(seat), 15, "bold", 1 if right else 0)
        room = Rect(x, r.y + 34, wide, 88)
        for copy, box in zip(copies, geometry.cards_in(room, len(copies), (62.0, 86.0))):
            seen = Rect(box.x + box.w * (1 - self.turned) / 2, box.y, box.w * self.turned, box.h)
            if seen.w < NARROW:
                continue
            with canvas.fade(0.3 if copy in self.struck else 1.0):
                if self.up:
                    paint_card(canvas, copy, seen, gains.figure(model.table_of(Midnight), seat, copy))
                else:
                    paint_back(canvas, model, seat, seen)
            if copy in self.struck:
                canvas.icon("cross", box.inset(12, 24), "bad")
        if not copies:
            canvas.label("no cards", room, "muted", 13)


class Seal(Widget):
    """Widget with the seal of a Pact, stamped on a border or shattered; it takes no input."""

    transparent = True

    large = Reactive(1.0, tree=True)
    whole = Reactive(True)

    def __init__(self) -> None:
        super().__init__("Seal", visible=False)
        self.at = (0.0, 0.0)
        self.side = 84.0

    def show(self, at: tuple[float, float], whole: bool) -> None:
        """Show the seal at a point, whole or shattered."""
        self.at, self.whole, self.large, self.opacity, self.visible = at, whole, 1.0, 1.0, True
        self.touch()

    def stamp(self, at: Callable[[], Point], stay: float) -> EventSteps:
        """Return the steps that stamp the seal on a border, where it stays for `stay` seconds."""
        down = call(lambda: self.show(at(), True)), tween(self, "large", 1.0, 0.22, start=2.6)
        return down, (wait(stay), fade(self, "opacity", 0.0, 0.3), call(self.hide))

    def shatter(self, at: Callable[[], Point], stay: float) -> EventSteps:
        """Return the steps in which the seal appears, cracks and flies apart."""
        apart = parallel(tween(self, "large", 1.5, 0.5), fade(self, "opacity", 0.0, 0.7))
        lies = call(lambda: self.show(at(), True)), wait(0.35)
        return lies, (call(self.crack), apart, call(self.hide), wait(stay))

    def crack(self) -> None:
        self.whole = False

    def hide(self) -> None:
        self.visible = False

    def paint(self, canvas: Canvas) -> None:
        """Draw the seal at its current size."""
        px, far = max(16, round(self.side * canvas.scale)), self.side * self.large / 2
        picture = canvas.textures.get(("seal", px, self.whole), lambda: war_cards.seal(px, self.whole), canvas.scale)
        canvas.image(picture, Rect(self.at[0] - far, self.at[1] - far, 2 * far, 2 * far))
