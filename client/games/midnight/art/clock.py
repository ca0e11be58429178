"""Clock of Midnight with the cost of each tick, the plate of the next tick, and the tension die.

All six faces of the die are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.art import theme, war_map
from client.games.midnight.art import geometry
from client.games.midnight.art.pictures import TENSION_DIE_FACES
from client.games.midnight.text.names import clock_tip, clock_words
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.easing import Step, call, sequence, tween, tween_value
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Reactive, Widget
from core.games.midnight import totals
from core.games.midnight.cards import FIRST_MINUTE
from core.games.midnight.changes import RULESETS
from core.games.midnight.escalations import FALLOUT
from core.games.midnight.state import Midnight
from core.games.midnight.text.narration import FACES

if TYPE_CHECKING:
    from client.games.midnight.board import Board

TICK_PLATE = BoxStyle((74, 36, 14, 250), (44, 20, 8, 250), (240, 160, 80, 255), 7, 1.5, (0, 0, 0, 190), 5)
DICE_PLATE = {"tense": BoxStyle((86, 22, 20, 240), (52, 12, 12, 240), (255, 110, 92, 255), 7, 1.2),
              "calm": BoxStyle((16, 40, 30, 235), (10, 26, 20, 235), (80, 160, 116, 255), 7, 1.2)}  # fmt: skip
UP = BoxStyle((255, 240, 200, 255), (255, 240, 200, 255), (255, 255, 255, 255), 6, 1, (255, 220, 140, 200), 4)
"""Frame of the tension die's upper face."""
HAND_SLAM_SECONDS = 0.16
"""Seconds that the hand takes to move when the clock strikes."""


class Clock(Widget):
    """Widget of the doomsday clock: the minutes left, with the cost of each tick in its wedge."""

    role = "clock"
    focusable = True
    hand = Reactive(5.0)
    """Minutes to midnight that the clock displays; the hand moves between them."""
    shock = Reactive(0.0)
    """Progress of the ring of light, 0 to 1."""

    def __init__(self, board: Board) -> None:
        super().__init__("Doomsday clock", region="board", tip=self.explain)
        self.board, self.model = board, board.model

    def explain(self) -> str:
        """Return a tooltip about the effect of the next tick."""
        return clock_tip(self.model.table_of(Midnight)) if self.model.state is not None else ""

    def value_text(self) -> str:
        """Return the time on the clock, in words."""
        return clock_words(self.model.table_of(Midnight)) if self.model.state is not None else ""

    def slam(self, minute: int) -> tuple[Step, Step]:
        """Return the two steps in which the hand jumps to a minute and a ring of light spreads."""
        ring = tween(self, "shock", 1.0, 0.5, start=0.01)
        return tween(self, "hand", float(minute), HAND_SLAM_SECONDS, ease=lambda t: t**3), sequence(
            ring, call(self.calm)
        )

    def calm(self) -> None:
        """Remove the ring of light."""
        self.shock = 0.0

    def paint(self, canvas: Canvas) -> None:
        """Draw the clock's face, hand and figures."""
        state, r = self.model.state_of(Midnight), self.board.table.clock.scaled(self.board.unit)
        if state is None:
            return
        r = r.moved(self.board.rect.x, self.board.rect.y)
        paint_clock(canvas, r, state, self.hand)
        if self.shock:
            far = r.w * (0.5 + 2.2 * self.shock)
            side = max(8, round(r.w * canvas.scale))
            ring = canvas.textures.get(("midnight ring", side), lambda: war_map.ring(side), canvas.scale)
            x, y = r.center
            with canvas.fade(1 - self.shock):
                canvas.image(ring, Rect(x - far, y - far, 2 * far, 2 * far))


def paint_clock(canvas: Canvas, r: Rect, state: Midnight, hand: float) -> None:
    """Paint the clock in a square: its face, the costs, the hand and the figures."""
    side, left = max(16, round(r.w * canvas.scale)), state.clock
    face = canvas.textures.get(
        ("midnight clock", side, left), lambda: war_map.clock(side, left, geometry.DEGREES_PER_MINUTE), canvas.scale
    )
    canvas.image(face, r)
    one = r.w / 212
    for minute in range(FIRST_MINUTE, 0, -1):
        x, y = geometry.on_clock(r, minute - 0.5, 0.675)
        ink = (166, 168, 176, 255) if minute > left else (110, 8, 4, 255) if minute == left else (255, 244, 232, 255)
        box = Rect(x - 10.5 * one, y - 11 * one, 21 * one, 22 * one)
        canvas.label(f"−{totals.tick_loss(state, minute)}", box, ink, max(12.0, 14.5 * one), "bold")
    for minute in range(FIRST_MINUTE, 0, -1):
        x, y = geometry.on_clock(r, minute, 1.1)
        far = max(9.0, 9 * one)
        box = Rect(x - far, y - far, 2 * far, 2 * far)
        now = minute == left
        ground = (255, 214, 122, 255) if now else (16, 18, 24, 230)
        canvas.box(BoxStyle(ground, ground, (0, 0, 0, 0), far), box)
        ink = (30, 18, 4, 255) if now else (240, 176, 90, 255) if minute < left else (166, 168, 176, 255)
        canvas.label(str(minute), box, ink, max(12.5, 12.5 * one), "bold")
    needle = canvas.textures.get(("midnight hand", side), lambda: war_map.hand(side), canvas.scale)
    canvas.image(needle, r, angle=max(0.01, hand * geometry.DEGREES_PER_MINUTE))
    x, y = r.center
    number = str(left) if left else "0"
    canvas.label(number, Rect(x - 60 * one, y - 48 * one, 120 * one, 40 * one), (255, 244, 226, 255), 38 * one, "bold")
    words = ("MINUTE" if left == 1 else "MINUTES", "TO MIDNIGHT") if left else ("MIDNIGHT", "the last war")
    for i, word in enumerate(words):
        box = Rect(x - 60 * one, y - (60 + 13 * i) * one, 120 * one, 14 * one)
        canvas.label(word, box, "warn", max(11.0, 12 * one), "bold")


class TickPlate(Widget):
    """Widget that shows the effect of the next tick on every nation."""

    role = "clock"

    def __init__(self, board: Board) -> None:
        self.board, self.model = board, board.model
        super().__init__("Next tick", region="board", tip=lambda: clock_tip(board.model.table_of(Midnight)))

    def words(self) -> tuple[str, str]:
        """Return two lines of rich text about the next tick."""
        state = self.model.state_of(Midnight)
        if state is None or not state.turn:
            return "", ""
        if not state.clock:
            return "{accent}*MIDNIGHT*{/}  stockpiles are now the hands", "after the *last war* the greatest Worth wins"
        lost, steps = totals.tick_loss(state, state.clock), state.rules.sunset_steps[state.clock]
        who = "every nation" if len(state.seats_not_ruined()) == len(state.seats) else "each nation not in Ruin"
        first = f"{{accent}}*NEXT TICK*{{/}}   *{who} loses* {{bad}}*{lost} Worth*{{/}}"
        more = state.amount(FALLOUT)
        law = f"{lost - more} + {more} {{accent}}*Fallout*{{/}} {{muted}}·{{/}} " if more else ""
        ups = f"then {{good}}*{steps} upgrade{'s' * (steps > 1)}*{{/}} each"
        then = ["every border fights"] if state.clock > 1 or state.option("last_sunset") == "conflict" else []
        then += [] if state.clock > 1 else ["the last war"]
        last = "".join(f" {{muted}}·{{/}} then {{warn}}*{words}*{{/}}" for words in then)
        return first, f"{law}{ups}{last}"

    def paint(self, canvas: Canvas) -> None:
        unit = self.board.unit
        first, second = self.words()
        if not first:
            return
        with canvas.magnify(unit):
            r = self.rect.scaled(1 / unit)
            canvas.box(TICK_PLATE, r)
            for words, size, y in ((first, 15.0, r.y + 20), (second, 12.5, r.y + 3)):
                wide = richtext.measure(words, 1e9, size)[0]
                size *= min(1.0, (r.w - 20) / wide)
                wide = min(wide, r.w - 20)
                richtext.paint(canvas, words, Rect(r.center[0] - wide / 2, y, wide + 4, 20), "text", size)

    def value_text(self) -> str:
        return richtext.plain_text(" ".join(self.words()))


def paint_face(canvas: Canvas, face: str, box: Rect) -> None:
    """Paint a face of the tension die."""
    side, (icon, ground) = max(8, round(box.w * canvas.scale)), TENSION_DIE_FACES[face]
    picture = canvas.textures.get(
        ("tension", face, side), lambda: war_map.die(side, icon, theme.rgb(ground), war_map.BONE_COLOUR), canvas.scale
    )
    canvas.image(picture, box)


class DicePlate(Widget):
    """Widget that shows the tone of the turn, and the tension die with its six faces."""

    role = "die"
    rolled = Reactive("")
    """Face that was rolled, or "" if there is none."""
    tumbling = Reactive(-1)
    """Index of the upper face while the die tumbles, or -1 at rest."""

    def __init__(self, board: Board) -> None:
        super().__init__("Tension die", region="board", tip=self.explain)
        self.board, self.model = board, board.model

    def explain(self) -> str:
        """Return the possible results of the die."""
        lines = ["*The tension die* is rolled at the end of a tense turn:"]
        state = self.model.state_of(Midnight)
        red = RULESETS.printed.red if state is None else state.rules.red
        lines += [f"{{accent}}{red.count(face)} of 6{{/}}: {FACES[face]}" for face in dict.fromkeys(red)]
        return "\n".join(lines)

    def tumble(self, die: int) -> Step:
        """Return a step in which the die slows down over its faces and stops on face `die`, 1 to 6."""

        def show(at: float) -> None:
            self.tumbling = int(at) % 6

        return tween_value(show, 0.0, 12.0 + die - 1, 1.0, ease=lambda t: 1 - (1 - t) ** 2.4)

    def lie(self, face: str) -> None:
        """Set the face that the resting die shows, or "" for none."""
        self.rolled, self.tumbling = face, -1

    def paint(self, canvas: Canvas) -> None:
        """Draw the words above and the faces below."""
        state, unit = self.model.state_of(Midnight), self.board.unit
        if state is None or not state.turn or not state.clock:
            return
        tense = bool(state.tense)
        with canvas.magnify(unit):
            r = self.rect.scaled(1 / unit)
            canvas.box(DICE_PLATE["tense" if tense else "calm"], r)
            words = FACES[self.rolled] if self.rolled else "red die to come" if tense else "no red die"
            x = r.x + 9
            canvas.icon("die", Rect(x, r.top - 20, 14, 14), "bad" if tense else "good")
            x += 19
            x += canvas.text("TENSE" if tense else "CALM", x, r.top - 17, "bad" if tense else "good", 12.5, "bold") + 7
            canvas.label(
                words, Rect(x, r.top - 21, r.right - x - 4, 16), "text", 12, "bold" if self.rolled else "text", 0
            )
            for i, face in enumerate(state.rules.red):
                box = Rect(r.x + 8 + i * 27, r.y + 6, 22, 22)
                up = i == self.tumbling if self.tumbling >= 0 else face == self.rolled
                with canvas.fade(1.0 if tense or up else 0.4):
                    if up:
                        canvas.box(UP, box.inset(-2))
                    paint_face(canvas, face, box)

    def value_text(self) -> str:
        """Return the tone and the result of the die, in words."""
        state = self.model.state_of(Midnight)
        tone = "tense" if state is not None and state.tense else "calm"
        return f"{tone}, {FACES[self.rolled]}" if self.rolled else tone
