"""The strike of the clock: each nation's loss, its dial step, and the five steps of a sunset."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyglet.window import key as codes

from client.art import war_map
from client.games.midnight.art import panels
from client.games.midnight.art.clock import paint_clock
from client.games.midnight.art.pictures import paint_emblem
from client.games.midnight.text.names import DIAL_ICONS, clock_words, nation_name
from client.table.pick.script import Pick
from client.table.seats.emblem import seat_ink
from client.table.seats.names import Names
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button
from client.ui.easing import Step, call, fade, wait
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Reactive, Widget
from core.games.midnight import totals
from core.games.midnight.cards import DIAL_NAMES
from core.games.midnight.state import Midnight
from core.games.midnight.worth import recovery_worth

LOSS, UPGRADE, CONFLICT, SUNRISE, LAW = range(5)
GAUGE_DRAIN_SECONDS = 0.9
"""Seconds that the gauges take to drain."""
STEP_DONE_BOX = BoxStyle((96, 26, 22, 250), (66, 16, 14, 250), (255, 130, 112, 255), 6, 1.2)
NOW = BoxStyle((74, 56, 20, 250), (52, 38, 12, 250), (255, 206, 94, 255), 6, 1.5, (255, 196, 80, 110), 4)
FALLEN_NATION_BOX = BoxStyle((110, 14, 14, 245), (60, 8, 8, 245), (255, 110, 92, 255), 7, 1.5)


class DialStepButton(Button):
    """Button for a dial that the player may move one step up."""

    def __init__(self, dial: int, now: int, to: int, on_press: Callable[[], object]) -> None:
        super().__init__(DIAL_NAMES[dial], on_press, DIAL_ICONS[dial], size="small")
        self.words, self.dial = f"{now} → {to}", dial

    def paint(self, canvas: Canvas) -> None:
        """Draw the icon, the name, and the values before and after the step."""
        r = self.rect
        canvas.box(NOW if self.is_chosen else self.box_name(), r)
        canvas.icon(self.icon, Rect(r.x + 6, r.center[1] - 8, 16, 16), panels.DIAL_TINTS[self.dial])
        canvas.label(self.text, Rect(r.x + 27, r.center[1] - 1, r.w - 30, r.h / 2), "text", 12, "bold", 0)
        canvas.label(self.words, Rect(r.x + 27, r.y + 2, r.w - 30, r.h / 2 - 1), "accent", 12.5, "bold", 0)


class StrikePicture(Widget):
    """Widget that displays a strike: the clock at the left, and words, steps and nations at the right."""

    hand = Reactive(5.0)
    drained = Reactive(1.0)
    """Progress of the gauges from the old Worth to the new one, 0 to 1."""
    step = Reactive(LOSS)
    peeking = Reactive(False, layout=True, tree=True)
    """True while the player hides this display to see the table."""

    model: ViewModel
    names: Names
    before: list[int]
    lost: dict[int, int]
    why: str
    options: dict[Pick, DialStepButton]
    taking: Button
    """Button that confirms the chosen step."""

    @property
    def on(self) -> bool:
        """True while a sunset is displayed or a question about it is open."""
        return bool(self.before)

    def lose(self, seat: int, amount: int) -> None:
        """Record the Worth that the sunset took from a nation."""
        self.lost[seat] = amount
        self.touch()

    def opening(self, losses: Iterable[tuple[int, int]]) -> tuple[Step, ...]:
        """Return the steps in which the display appears and all gauges drain together."""

        def begin() -> None:
            self.opacity, self.drained, self.visible = 1.0, 0.0, True
            for seat, amount in losses:
                self.lose(seat, amount)

        return call(begin), wait(0.3), fade(self, "drained", 1.0, GAUGE_DRAIN_SECONDS, start=0.0), wait(1.1)

    def closing_steps(self) -> tuple[Step, ...]:
        """Return the steps in which the display disappears, before the conflict begins."""

        def end() -> None:
            self.visible, self.opacity, self.step = False, 1.0, CONFLICT

        return fade(self, "opacity", 0.0, 0.25), call(end)

    def contains(self, x: float, y: float) -> bool:
        """Return False for every point while the player looks at the table."""
        return not self.peeking and super().contains(x, y)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Switch between the table and this display on Tab."""
        if symbol != codes.TAB or modifiers:
            return False
        self.peeking = not self.peeking
        for child in self.children:
            child.visible = not self.peeking and (child is not self.taking or bool(self.options))
        return True

    def arrange(self) -> None:
        """Place the buttons of our steps in our row, and the confirm button below."""
        rows = self.rows()
        if not rows or self.rect.w < 400:
            return
        own = rows[max(1, self.model.own)]
        wide, high = 112.0, min(38.0, (own.h - 32) / 2)
        for i, option in enumerate(self.options.values()):
            x = own.right - 2 * wide - 16 + (i % 2) * (wide + 5)
            option.place(Rect(x, own.y + 5 + (1 - i // 2) * (high + 4), wide, high))
        self.taking.place(Rect(own.x, self.rect.y + 12, 230, 36))

    def rows(self) -> dict[int, Rect]:
        """Return the rectangle of each nation's row at the right, with our row first."""
        r, seats = self.rect, self.model.seats
        own = max(1, self.model.own)
        order = sorted(seats, key=lambda seat: (seat - own) % len(seats))
        x, top, low = r.x + r.w * 0.465, r.top - 138, r.y + 56
        high = min(max(112.0, r.h * 0.155), (top - low) / max(1, len(order)))
        return {seat: Rect(x, top - high * (i + 1), r.right - x - 12, high - 8) for i, seat in enumerate(order)}

    def paint(self, canvas: Canvas) -> None:
        """Draw the clock at the left, and words, steps and nations at the right."""
        state, r = self.model.state_of(Midnight), self.rect
        if state is None or not self.on:
            return
        if self.peeking:
            bar = Rect(r.x + 400, r.top - 36, 330, 30)
            canvas.box("prompt.stop", bar)
            canvas.label("The clock strikes.  Tab: back to it", bar, "text", 13, "bold")
            return
        size = max(8, round(r.w * 0.5)), max(8, round(r.h * 0.5))
        centre = size[0] * 0.24, size[1] * 0.46
        ground = canvas.textures.get(("midnight burst", size), lambda: war_map.burst(size, centre), canvas.scale / 2)
        canvas.image(ground, r)
        side = min(r.w * 0.4, r.h * 0.72)
        clock = Rect(r.x + r.w * 0.235 - side / 2, r.y + r.h * 0.54 - side / 2, side, side)
        paint_clock(canvas, clock, state, self.hand)
        self._paint_next(canvas, Rect(clock.x + side * 0.16, r.y + 14, side * 0.68, 74), state)
        x = r.x + r.w * 0.465
        canvas.label(
            "The clock strikes", Rect(x, r.top - 50, r.right - x - 12, 40), (255, 226, 170, 255), 32, "title", 0
        )
        canvas.label(
            f"{self.why}{clock_words(state)}.", Rect(x, r.top - 76, r.right - x - 12, 22), "text", 14.5, align=0
        )
        self._paint_steps(canvas, Rect(x, r.top - 130, r.right - x - 12, 44), state)
        for seat, row in self.rows().items():
            self._paint_row(canvas, row, seat, state)
        hint = Rect(x + 246, r.y + 12, r.right - x - 258, 36)
        canvas.label("1-4 choose    Tab see the table    F skip" if self.options else "Tab see the table    F skip",
                     hint, "muted", 12.5, align=0)  # fmt: skip

    def _paint_next(self, canvas: Canvas, box: Rect, state: Midnight) -> None:
        """Draw the cost of the tick after this one."""
        canvas.box(BoxStyle((54, 12, 12, 245), (30, 8, 8, 245), (255, 110, 92, 255), 7, 1.2), box)
        lines = [("Midnight: the last war", "bad", 17.0), ("the greatest Worth wins", "text", 12.5)]
        if state.clock:
            lost, steps = totals.tick_loss(state, state.clock), state.rules.sunset_steps[state.clock]
            lines = [("Next tick: every nation loses", "text", 12.5), (f"{lost} Worth", "bad", 20.0),
                     (f"then {steps} upgrade{'s' * (steps > 1)} each", "muted", 12.0)]  # fmt: skip
        y = box.top - 4
        for words, ink, size in lines:
            y -= size + 6
            canvas.label(words, Rect(box.x + 6, y, box.w - 12, size + 5), ink, size, "bold")

    def _paint_steps(self, canvas: Canvas, r: Rect, state: Midnight) -> None:
        laws = state.option("escalations") == "on"
        last = ("Midnight", "last actions") if not state.clock else ("Sunrise", "shuffle")
        fights = state.clock or state.option("last_sunset") == "conflict"
        steps = [("Loss", "at once"), ("Upgrade", "each its step")]
        steps += [("Conflict", "every border"), last] if fights else [last]
        steps += [("New law", "one card")] if laws and state.clock else []
        each = r.w / len(steps)
        for i, (word, what) in enumerate(steps):
            box = Rect(r.x + i * each, r.y, each - 6, r.h)
            canvas.box(NOW if i == self.step else STEP_DONE_BOX if i < self.step else "panel", box)
            dot = Rect(box.x + 7, box.y + box.h / 2 - 10, 20, 20)
            canvas.label(str(i + 1), dot, "accent" if i == self.step else "muted", 14, "bold")
            canvas.label(word, Rect(box.x + 30, box.y + 21, box.w - 34, 18), "text", 13, "bold", 0)
            canvas.label(what, Rect(box.x + 30, box.y + 5, box.w - 34, 16), "muted", 12, align=0)

    def _paint_row(self, canvas: Canvas, r: Rect, seat: int, state: Midnight) -> None:
        """Draw a nation's row: its Worth before and after, its gauge and its fate."""
        lost, before = self.lost.get(seat, 0), self.before[seat]
        after = before - lost
        fell = lost > 0 and after <= 0
        canvas.box(FALLEN_NATION_BOX if fell else "seat.lit" if seat == self.model.own else "panel", r)
        canvas.fill(Rect(r.x + 3, r.y + 7, 3, r.h - 14), f"seat_{seat}")
        paint_emblem(canvas, self.model, seat, Rect(r.x + 14, r.center[1] - 24, 48, 48))
        x = r.x + 76
        canvas.label(self.names.plain_name(seat), Rect(x, r.top - 32, 120, 24), seat_ink(seat), 17, "bold", 0)
        canvas.label(nation_name(state, seat), Rect(x, r.top - 50, 130, 18), "muted", 12, align=0)
        wide = r.w - 76 - 262
        panels.gauge(canvas, state, seat, Rect(x, r.y + 12, wide, 13), float(before), lost)
        number = Rect(x + wide - 196, r.top - 46, 60, 34)
        if lost:
            canvas.label(str(before), number, "muted", 18, "bold", 1)
            canvas.label("→", number.moved(34, 0), "bad", 16, "bold", 1)
            shown = round(before - lost * self.drained)
            canvas.label(str(shown), number.moved(84, 0), "vp" if shown else "bad", 26, "bold", 1)
            chip = Rect(x + wide - 44, r.top - 42, 44, 24)
            canvas.box(BoxStyle((150, 26, 20, 255), (110, 16, 12, 255), (255, 150, 132, 255), 11), chip)
            canvas.label(f"−{lost}", chip, "text", 15, "bold")
        else:
            canvas.label(str(state.worth[seat]), number.moved(84, 0), "text", 24, "bold", 1)
        self._paint_fate(canvas, Rect(r.right - 236, r.y + 8, 228, r.h - 16), seat, state, fell)

    def _paint_fate(self, canvas: Canvas, r: Rect, seat: int, state: Midnight, fell: bool) -> None:
        """Draw the fate of a nation, or the progress of its choice."""
        if seat == self.model.own and self.options:
            canvas.label("Your step: choose a dial", Rect(r.x, r.top - 12, r.w, 16), "accent", 12.5, "bold", 0)
            return
        if fell or state.eliminated[seat]:
            found = (
                ("ruin", "Falls into Ruin", "borders and Capital lost") if state.clock else ("ruin", "Eliminated", "")
            )
        elif state.ruined[seat]:
            found = ("ruin", "In Ruin: loses nothing", f"back at {recovery_worth(state)} Worth")
        elif self.step == UPGRADE and not self.model.telling:
            waits = seat in self.model.owed and not (seat == self.model.own and self.model.locked)
            found = (
                ("thinking", "chooses a step", "") if waits else ("upgrade", "has chosen a step", "all shown together")
            )
        else:
            return
        icon, words, more = found
        canvas.icon(icon, Rect(r.x + 4, r.center[1] - 13, 26, 26), "text")
        canvas.label(words, Rect(r.x + 40, r.center[1] - (1 if more else 10), r.w - 42, 20), "text", 13.5, "bold", 0)
        if more:
            canvas.label(more, Rect(r.x + 40, r.center[1] - 20, r.w - 42, 18), "muted", 12, align=0)
