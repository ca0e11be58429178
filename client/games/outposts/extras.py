"""Widgets beside Outposts' board: the race, and the seats that still act."""

from __future__ import annotations

from client.games.outposts.board import Board
from client.games.outposts.tooltips import rules_of
from client.table.pick.table import PickTable, TableExtras
from client.table.seats.emblem import paint_emblem
from client.ui.canvas import Canvas
from client.ui.controls.basic import Label
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.games.outposts.changes import RULESETS
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import WARDEN, Outposts


def race_tip(rules: Rules) -> str:
    """Return the tooltip of the race: how the match ends."""
    numbers = rules.numbers
    return (
        f"The match ends after the round in which a player reaches {numbers.end_at} VP gained in play, or after round "
        f"{numbers.last_round}. The number beside each name is the score if the match ended now, including Locations."
    )


TURNS_HEIGHT = 138.0
"""Design pixels: height of the panel of the seats that still act."""


class TurnList(Widget):
    """List of the seats: the acting seat, the next seats, and the seats that have passed."""

    role = "order"

    def __init__(self, table: PickTable) -> None:
        super().__init__("Still to act", grow=1)
        self.table = table

    def rows(self) -> list[tuple[int, str, str]]:
        """Return the seat, the words and the colour of each row, in turn order."""
        model = self.table.model
        state = model.state_of(Outposts)
        if state is None:
            return []
        start = state.current or state.first
        own = model.own
        found = []
        for i, seat in enumerate(state.clockwise(start)):
            if state.phase != "action":
                words, ink = ("begins" if seat == state.first else "", "muted")
            elif state.passed[seat]:
                words, ink = "passed", "info"
            elif seat == state.current:
                words, ink = ("act now" if seat == own else "acts now"), "accent"
            else:
                words, ink = "next" if i == 1 else "then", "muted"
            found.append((seat, words, ink))
        if state.is_solo:
            done = bool(state.warden_passed)
            found.append((WARDEN, "passed" if done else "after each of your turns", "info" if done else "muted"))
        return found

    def paint(self, canvas: Canvas) -> None:
        """Paint one line for each seat."""
        r, model = self.rect, self.table.model
        for i, (seat, words, ink) in enumerate(self.rows()):
            y = r.top - 24 * (i + 1)
            if seat == WARDEN:
                canvas.icon("warden", Rect(r.x + 1, y + 3, 18, 18), "text")
                name, colour = "Warden", "text"
            else:
                board = self.table.board
                assert isinstance(board, Board)
                sign = board.league_sign(seat)
                paint_emblem(canvas, seat, model.palette, Rect(r.x, y + 2, 20, 20), sign)
                name, colour = model.names.plain_name(seat), f"seat_{seat}"
            canvas.label(name, Rect(r.x + 28, y, 90, 24), colour, 13.5, "bold", 0)
            canvas.label(words, Rect(r.x + 100, y, r.w - 102, 24), ink, 12, align=1)

    def value_text(self) -> str:
        """Return the rows in words."""
        names = self.table.model.names
        return ", ".join(
            f"{'the Warden' if s == WARDEN else names.plain_name(s)} {words}" for s, words, _ in self.rows()
        )


class OutpostsExtras(TableExtras):
    """Widgets that only Outposts has."""

    def top_bar_widgets(self) -> tuple[Widget, ...]:
        """Return the label with the state of the race."""
        rules = RULESETS.printed
        words = f"Race to {rules.numbers.end_at} VP"
        self.race = Label(words, "muted", "small", name="Race", tip=self._race_tip)
        return (self.race,)

    def _race_tip(self) -> str:
        return race_tip(rules_of(self.table.model))

    def build(self) -> None:
        """Create the panel of the seats that still act, above the log."""
        self.turns = TurnList(self.table)
        self.turns_panel = Panel(self.turns, "Still to act", 9)
        self.table.screen.ui.put(self.turns_panel, (1024, 676 - TURNS_HEIGHT, 250, TURNS_HEIGHT), "high", "high")

    def refresh(self, state: Outposts) -> None:
        """Update the race and the seats."""
        most = max(*state.points[1:], state.warden_points)
        last = state.round == state.rules.numbers.last_round
        self.race.text = "Last round" if last else f"Most gained in play: {most} of {state.rules.numbers.end_at} VP"
        self.turns.touch()
