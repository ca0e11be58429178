"""The battle that is being told: who fights where, each unit's dice, hits lit, the outcome."""

from __future__ import annotations

from dataclasses import dataclass

from client.bridgefront.names import card_name, place
from client.bridgefront.shown import Shown, paint_emblem
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.widget import Widget
from core.bridgefront import events as e

LINE = 24.0


@dataclass(slots=True)
class Throw:
    """The dice of one unit."""

    seat: int
    copy: int
    hits_on: int
    dice: tuple[int, ...]
    hits: int


class BattlePanel(Widget):
    """Both sides beside each other; only the present combat round is shown."""

    role = "battle"
    solid = True

    def __init__(self, shown: Shown) -> None:
        super().__init__("Battle", visible=False)
        self.shown = shown
        self.hex = -1
        self.sides = (0, 0)
        self.siege = False
        self.throws: list[Throw] = []
        self.round = 0
        self.outcome = ""

    def begin(self, event: e.BattleBegan) -> None:
        """Another battle."""
        self.hex, self.sides, self.siege = event.hex, (event.attacker, event.defender), event.siege
        self.throws, self.outcome, self.round = [], "", 1
        self.visible = True
        self.touch()

    def roll(self, event: e.CombatRolled) -> None:
        """Dice; those of a unit that has rolled before begin the next combat round."""
        if any(t.seat == event.seat and t.copy == event.copy for t in self.throws):
            self.throws = []
            self.round += 1
        self.throws.append(Throw(event.seat, event.copy, event.hits_on, event.dice, event.hits))
        self.touch()

    def end(self, words: str) -> None:
        """The outcome."""
        self.outcome = words
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Title, two columns of dice, outcome."""
        if self.shown.state is None or self.hex < 0:
            return
        r, names = self.rect, self.shown.names
        lines = max(1, *(sum(t.seat == seat for t in self.throws) for seat in self.sides))
        r = Rect(r.x, r.y, r.w, 66 + min(3, lines) * LINE + (24 if self.outcome else 0))
        canvas.box("dialog", r)
        kind = "Siege" if self.siege else "Battle"
        title = f"{kind} at {place(self.shown.table, self.hex, names)}"
        canvas.icon("battle", Rect(r.x + 12, r.top - 27, 18, 18), "bad")
        canvas.label(title, Rect(r.x + 38, r.top - 28, r.w - 160, 20), "bad", "body", "bold", 0)
        canvas.label(f"combat round {self.round}", Rect(r.right - 140, r.top - 28, 128, 20), "muted", "small", align=1)
        half = r.w / 2
        for i, seat in enumerate(self.sides):
            x = r.x + 12 + i * half
            paint_emblem(canvas, self.shown, seat, Rect(x, r.top - 56, 22, 22))
            words = f"{names.who(seat)} {'attacks' if i == 0 else 'defends'}"
            canvas.label(words, Rect(x + 30, r.top - 56, half - 50, 22), f"seat_{seat}", "small", "bold", 0)
            y = r.top - 60 - LINE
            for throw in [t for t in self.throws if t.seat == seat][:3]:
                self._throw(canvas, throw, x, y, half - 20)
                y -= LINE
        if self.outcome:
            canvas.label(self.outcome, Rect(r.x + 12, r.y + 5, r.w - 24, 20), "accent", "small", "bold")

    def _throw(self, canvas: Canvas, throw: Throw, x: float, y: float, wide: float) -> None:
        name = card_name(self.shown.table, throw.copy) if throw.copy else "Cohorts"
        canvas.label(name, Rect(x, y, 92, LINE), "text", "small", align=0)
        at = x + 96
        room = wide - 96 - 52
        step = min(22.0, room / max(1, len(throw.dice)))
        for die in sorted(throw.dice):
            side = max(9.0, min(18.0, step - 2))
            box = Rect(at, y + 12 - side / 2, side, side)
            canvas.box("die.hit" if die <= throw.hits_on else "die", box)
            canvas.label(str(die), box, "on_gold", min(12.0, side * 0.68), "bold")
            at += step
        words = f"{throw.hits} hit{'' if throw.hits == 1 else 's'}"
        canvas.label(words, Rect(x + wide - 52, y, 52, LINE), "accent" if throw.hits else "muted", "small", "bold", 1)
