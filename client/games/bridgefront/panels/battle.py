"""Panel of the displayed battle: the sides, the hex, each unit's dice with lit hits, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass

from client.games.bridgefront.names import card_name, place
from client.games.bridgefront.view_model import BridgefrontViewModel, paint_emblem
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.engine.text.words import format_count
from core.games.bridgefront import events as e

LINE, TWO_ROWS = 24.0, 38.0
MAX_DRAWN_DICE = 12
"""Maximum number of dice that are drawn one by one; more dice are grouped by value."""


@dataclass(slots=True)
class Throw:
    """Dice that one unit has rolled."""

    seat: int
    copy: int
    hits_on: int
    dice: tuple[int, ...]
    hits: int


class BattlePanel(Widget):
    """Panel with both sides of a battle side by side; it shows only the present combat round."""

    role = "battle"
    solid = True

    def __init__(self, shown: BridgefrontViewModel) -> None:
        super().__init__("Battle", visible=False)
        self.shown = shown
        self.hex = -1
        self.sides = (0, 0)
        self.siege = False
        self.throws: list[Throw] = []
        self.round = 0
        self.outcome = ""

    def begin(self, event: e.BattleBegan) -> None:
        """Clear the panel for a new battle."""
        self.hex, self.sides, self.siege = event.hex, (event.attacker, event.defender), event.siege
        self.throws, self.outcome, self.round = [], "", 1
        self.visible = True
        self.touch()

    def roll(self, event: e.CombatRolled) -> None:
        """Add the dice of a unit; if the unit has already rolled, begin the next combat round."""
        if any(t.seat == event.seat and t.copy == event.copy for t in self.throws):
            self.throws = []
            self.round += 1
        self.throws.append(Throw(event.seat, event.copy, event.hits_on, event.dice, event.hits))
        self.touch()

    def end(self, words: str) -> None:
        self.outcome = words
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Draw the title, two columns of dice, and the outcome."""
        if self.shown.state is None or self.hex < 0:
            return
        r, names = self.rect, self.shown.names
        columns = [[t for t in self.throws if t.seat == seat][:3] for seat in self.sides]
        lines = max(LINE, *(sum(map(self._height, throws)) for throws in columns))
        r = Rect(r.x, r.y, r.w, 66 + lines + (24 if self.outcome else 0))
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
            does = "attack" if i == 0 else "defend"
            words = f"{names.plain_name(seat)} {does if seat == names.own else does + 's'}"
            canvas.label(words, Rect(x + 30, r.top - 56, half - 50, 22), f"seat_{seat}", "small", "bold", 0)
            y = r.top - 60
            for throw in columns[i]:
                y -= self._height(throw)
                self._draw_throw(canvas, throw, x, y, half - 20)
        if self.outcome:
            canvas.label(self.outcome, Rect(r.x + 12, r.y + 5, r.w - 24, 20), "accent", "small", "bold")

    def _height(self, throw: Throw) -> float:
        """Return the height of a unit's line, which has two rows if the dice are many."""
        return LINE if len(throw.dice) <= 5 else TWO_ROWS

    def _draw_throw(self, canvas: Canvas, throw: Throw, x: float, y: float, wide: float) -> None:
        """Draw a unit, its dice and its hits; `y` is the lower edge of the line."""
        high = self._height(throw)
        name = card_name(self.shown.table, throw.copy) if throw.copy else "Cohorts"
        canvas.label(name, Rect(x, y, 92, high), "text", "small", align=0)
        dice = sorted(throw.dice)
        if len(dice) <= MAX_DRAWN_DICE:
            side = 18.0 if high == LINE else 15.0
            rows = 1 if high == LINE else 2
            each = -(-len(dice) // rows)
            for i, die in enumerate(dice):
                row, column = divmod(i, each)
                low = y + high / 2 + (rows / 2 - 1 - row) * (side + 2) + 1
                self._draw_die(canvas, die, throw.hits_on, Rect(x + 96 + column * (side + 2), low, side, side))
        else:
            for die in range(1, 7):
                row, column = divmod(die - 1, 3)
                at = x + 96 + column * 42
                self._draw_die(canvas, die, throw.hits_on, Rect(at, y + 20 - 17 * row, 15, 15))
                canvas.label(f"×{dice.count(die)}", Rect(at + 17, y + 20 - 17 * row, 24, 15), "text", "tiny", align=0)
        words = format_count(throw.hits, "hit")
        ink = "accent" if throw.hits else "muted"
        canvas.label(words, Rect(x + wide - 52, y, 52, high), ink, "small", "bold", 1)

    def _draw_die(self, canvas: Canvas, die: int, hits_on: int, box: Rect) -> None:
        canvas.box("die.hit" if die <= hits_on else "die", box)
        canvas.label(str(die), box, "on_gold", 12.0 if box.w > 16 else 11.0, "bold")
