"""Common parts of Midnight's match and replay: the table, its sidebar, the log and the animation."""

from __future__ import annotations

from client.games.midnight.animation import MidnightAnimation
from client.games.midnight.art.laws import LawsPanel
from client.games.midnight.board import Board
from client.games.midnight.flight import MidnightFlights
from client.games.midnight.hand import Hand
from client.games.midnight.strike import Strike
from client.games.midnight.text.names import card_tip, clock_words
from client.table.pick.scene import PickScene
from client.ui.controls.basic import Label
from client.ui.widget import Widget
from core.engine.game import Event
from core.games.midnight.events import MatchEnded
from core.games.midnight.game import GAME
from core.games.midnight.state import Midnight

PHASES = ("Tone", "Draw", "Act", "Trim", "Tension")
PHASE_OF_QUESTION = {"act": "Act", "trim": "Trim", "deploy": "Tension"}
"""Step of the turn in which the table asks, by kind of question."""
LAWS_HEIGHT = 120.0
"""Design pixels: height of the panel of the laws in force."""


class Scene(PickScene):
    """Common base of Midnight's match screen and replay screen, which shows one table.

    Lengths are design pixels of a window of 1280x720.
    """

    game_name = GAME.name
    asked_in, phase_words, heading = PHASE_OF_QUESTION, PHASES, ("Midnight", "Clock")
    banner_at, prompt_at = (194, 540, 630, 74), (190, 645, 640, 30)
    board_kind, flights_kind, reveal_kind = Board, MidnightFlights, MidnightAnimation
    board: Board
    hand: Hand
    """Hand of the seat from which the table is shown."""
    laws: LawsPanel | None = None

    # Regions ----------------------------------------------------------------------------------------------------------

    def beside(self) -> tuple[Widget, ...]:
        """Return the label of the turn, which is beside the clock."""
        self.turn = Label("", "muted", "small", name="Turn")
        return (self.turn,)

    def build_beside(self) -> None:
        """Create the display of the striking clock, which `build_over` places over the table."""
        self.strike = self.board.strike = Strike(self.model, self.names)

    def seat_board(self, state: Midnight) -> None:
        """Create the seats, and the panel of laws if the match uses Escalations."""
        super().seat_board(state)
        if state.option("escalations") == "on":
            self.laws = LawsPanel()
            self.ui.put(self.laws, (1024, 676 - LAWS_HEIGHT, 250, LAWS_HEIGHT), "high", "high")
            self.place_log(LAWS_HEIGHT)

    def build_over(self) -> None:
        """Place the display of the striking clock."""
        self.ui.put(self.strike, (0, 0, 1280, 680), "stretch", "stretch")

    def won_by(self, event: Event) -> tuple[int, ...]:
        """Return the winners that the event names."""
        assert isinstance(event, MatchEnded)
        return (event.winner,)

    def refresh(self) -> None:
        """Update the screen after a change of the displayed table."""
        super().refresh()
        self.phases.now = self.board.phase
        self.strike.touch()
        state = self.model.state_of(Midnight)
        if state is not None:
            self.when.text = clock_words(state)
            self.turn.text = f"Turn {state.turn}" if state.turn else "Set-up"
            if self.laws is not None:
                self.laws.lay(state.escalations)

    def _order(self) -> list[int]:
        """Seats in the order of play, beginning with the seat whose turn it is."""
        state = self.model.state_of(Midnight)
        if state is None or not state.turn:
            return []
        return [seat for seat in state.clockwise(state.current) if not state.eliminated[seat]]

    def card_tip(self, copy: int) -> str | Widget | None:
        """Return the tooltip of a card that the log names."""
        return card_tip(copy)
