"""Common parts of Outposts' match and replay: the table, its sidebar, the log and the animation."""

from __future__ import annotations

from client.games.outposts.animation import OutpostsAnimation, OutpostsFlights
from client.games.outposts.board import Board
from client.games.outposts.hand import Hand
from client.games.outposts.tooltips import PHASE_OF_QUESTION, PHASES, card_tip, phase_word
from client.table.emblem import paint_emblem
from client.table.pick.scene import PickScene
from client.ui.canvas import Canvas
from client.ui.controls.basic import Label
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.games.outposts.cleanup import END_AT, LAST_ROUND
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN, Outposts

RACE_TIP = (
    f"The match ends after the round in which a player reaches {END_AT} VP gained in play, or after round "
    f"{LAST_ROUND}. The number beside each name is the score if the match ended now, including Locations."
)
TURNS_HEIGHT = 138.0
"""Design pixels: height of the panel of the seats that still act."""


class TurnList(Widget):
    """List of the seats: the acting seat, the next seats, and the seats that have passed and are safe."""

    role = "order"

    def __init__(self, scene: Scene) -> None:
        super().__init__("Still to act", grow=1)
        self.scene = scene

    def rows(self) -> list[tuple[int, str, str]]:
        """Return the seat, the words and the colour of each row, in turn order."""
        model = self.scene.model
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
                words, ink = "passed, safe", "info"
            elif seat == state.current:
                words, ink = ("act now" if seat == own else "acts now"), "accent"
            else:
                words, ink = "next" if i == 1 else "then", "muted"
            found.append((seat, words, ink))
        if state.solo:
            done = bool(state.warden_passed)
            found.append((WARDEN, "passed, safe" if done else "after each of your turns", "info" if done else "muted"))
        return found

    def paint(self, canvas: Canvas) -> None:
        """Paint one line for each seat."""
        r, model = self.rect, self.scene.model
        for i, (seat, words, ink) in enumerate(self.rows()):
            y = r.top - 24 * (i + 1)
            if seat == WARDEN:
                canvas.icon("warden", Rect(r.x + 1, y + 3, 18, 18), "text")
                name, colour = "Warden", "text"
            else:
                sign = self.scene.board.league_sign(seat)
                paint_emblem(canvas, seat, model.palette, Rect(r.x, y + 2, 20, 20), sign)
                name, colour = model.names.who(seat), f"seat_{seat}"
            canvas.label(name, Rect(r.x + 28, y, 90, 24), colour, 13.5, "bold", 0)
            canvas.label(words, Rect(r.x + 100, y, r.w - 102, 24), ink, 12, align=1)

    def value(self) -> str:
        """Return the rows in words."""
        names = self.scene.model.names
        return ", ".join(f"{'the Warden' if s == WARDEN else names.who(s)} {words}" for s, words, _ in self.rows())


class Scene(PickScene):
    """Common base of Outposts' match screen and replay screen, which shows one table.

    Lengths are design pixels of a window of 1280x720.
    """

    game_name = GAME.name
    asked_in, phase_words, heading = PHASE_OF_QUESTION, PHASES, ("Outposts", "Round")
    banner_at, prompt_at, below = (216, 360, 792, 74), (300, 645, 620, 30), TURNS_HEIGHT
    board_kind, flights_kind, reveal_kind = Board, OutpostsFlights, OutpostsAnimation
    board: Board
    hand: Hand

    # Regions ----------------------------------------------------------------------------------------------------------

    def beside(self) -> tuple[Widget, ...]:
        """Return the label with the state of the race."""
        self.race = Label(f"Race to {END_AT} VP", "muted", "small", name="Race", tip=RACE_TIP)
        return (self.race,)

    def build_beside(self) -> None:
        """Create the panel of the seats that still act, above the log."""
        self.turns = TurnList(self)
        self.turns_panel = Panel(self.turns, "Still to act", 9)
        self.ui.put(self.turns_panel, (1024, 676 - TURNS_HEIGHT, 250, TURNS_HEIGHT), "high", "high")

    def is_begun(self, state: Outposts) -> bool:
        """Return True if a round has begun."""
        return bool(state.round)

    def refresh(self) -> None:
        """Update the screen after a change of the displayed table."""
        super().refresh()
        state = self.model.state_of(Outposts)
        if state is not None:
            self.phases.now = phase_word(state)
            self.when.text = f"Round {state.round}" if state.round else "Set-up"
            last = state.round == LAST_ROUND
            most = max(*state.points[1:], state.warden_points)
            self.race.text = "Last round" if last else f"Most gained in play: {most} of {END_AT} VP"
            self.turns.touch()
            if self.hand is not None:
                self.hand.refresh()

    def card_tip(self, copy: int) -> str | Widget | None:
        """Return the tooltip of a card that the log names."""
        return card_tip(copy)
